#!/usr/bin/env python3
"""Writes word_gradients.json: one training step of a small model, as its workers would contribute to it.

The model guesses from a paragraph's words whether it stands in a GNU licence (logistic regression, one weight a
word; the texts are those of /usr/share/common-licenses on Debian 12). The paragraphs are shared out among the
workers in order. After a few steps on all paragraphs, each worker lists its gradients of the next step:
one pair (word, gradient) for each word of each of its paragraphs, in the order in which it meets them.
A word's coordinate is its rank by frequency: 0 is the most frequent. Gradients are rounded to sixteenths.

Usage: make_word_gradients.py [DIRECTORY] > word_gradients.json
"""
import collections
import math
import pathlib
import re
import sys

WORKERS, STEPS, RATE, UNIT = 6, 4, 0.5, 16

directory = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '/usr/share/common-licenses')
paragraphs = []  # (is GNU's, its words)
for path in sorted(directory.iterdir()):
    if path.is_symlink():  # GPL stands for GPL-3
        continue
    for text in re.split(r'\n\s*\n', path.read_text(encoding='utf-8')):
        words = re.findall('[a-z]+', text.lower())
        if words:
            paragraphs.append((bool(re.match('L?GPL|GFDL', path.name)), words))

frequency = collections.Counter(word for _, words in paragraphs for word in words)
coordinate = {word: i for i, word in enumerate(sorted(frequency, key=lambda word: (-frequency[word], word)))}
samples = [(is_gnu, list(dict.fromkeys(coordinate[word] for word in words))) for is_gnu, words in paragraphs]


def residual(weights, is_gnu, words):
    """How much too likely the model finds it that the paragraph is GNU's."""
    return 1 / (1 + math.exp(-math.fsum(weights[word] for word in words))) - is_gnu


weights = [0.0] * len(coordinate)
for _ in range(STEPS):
    gradient = [0.0] * len(coordinate)
    for is_gnu, words in samples:
        slope = residual(weights, is_gnu, words)
        for word in words:
            gradient[word] += slope / len(samples)
    weights = [weight - RATE * slope for weight, slope in zip(weights, gradient)]

rows = []
for worker in range(WORKERS):
    lines = []
    for is_gnu, words in samples[worker * len(samples) // WORKERS:(worker + 1) * len(samples) // WORKERS]:
        slope = round(residual(weights, is_gnu, words) * UNIT) / UNIT
        if slope != 0:
            lines.append(','.join(f'[{word},{slope}]' for word in words))
    rows.append(f'["worker {worker}",[\n' + ',\n'.join(lines) + '\n]]')
print('[' + ',\n'.join(rows) + ']')
