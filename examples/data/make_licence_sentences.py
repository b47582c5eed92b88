#!/usr/bin/env python3
"""Writes licence_sentences.svm: sentences of two licences as bags of words, in the format of LIBSVM.

A line is a sentence: +1 if it stands in the GNU GPL 3, -1 if in the Mozilla Public License 2.0, then `word:1` for
each word in it. Words are numbered from 1 in the order of the alphabet. The sentences stand in the order of the
texts, as data often comes: all of one class first. The texts are those of /usr/share/common-licenses on Debian 12.

Usage: make_licence_sentences.py [DIRECTORY] > licence_sentences.svm
"""
import pathlib
import re
import sys

directory = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else '/usr/share/common-licenses')
sentences = []  # (label, its words)
for label, name in ('+1', 'GPL-3'), ('-1', 'MPL-2.0'):
    for text in re.split(r'\n\s*\n|[.;:]\s', (directory / name).read_text(encoding='utf-8')):
        words = set(re.findall('[a-z]+', text.lower()))
        if len(words) > 2:  # else a number or a title
            sentences.append((label, words))

number = {word: i for i, word in enumerate(sorted(set().union(*(words for _, words in sentences))), 1)}
for label, words in sentences:
    print(label, *(f'{number[word]}:1' for word in sorted(words)))
