"""Prints the benchmarks of a folder as tables, and draws them: speed.svg. Usage: speed.py FOLDER"""
import glob
import json
import math
import os
import sys

COLOURS = {"auto": "#0072b2", "memory-limit": "#777777", "allgatherv-sort": "#d55e00", "allgatherv-hash": "#e69f00",
           "boost-mpi": "#cc79a7", "dense-allreduce": "#009e73", "plain-sum": "#999933", "pytorch-gloo": "#56b4e9"}
WIDTH, HEIGHT, LEFT, TOP = 300, 240, 56, 40


def read(folder):
    """{(distribution, method, ranks, pairs): ms}"""
    times = {}
    for name in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(name, encoding="utf-8") as file:
            for row in json.load(file)["rows"]:
                if "t_median" in row:
                    key = (row["distribution"], row["method"], row["ranks"], row["pairs"])
                    times[key] = 1e3 * row["t_median"]
    return times


def values(times, place):
    return sorted({key[place] for key in times})


def power(number):
    exponent = round(math.log10(number))
    return f"10^{exponent}" if 10**exponent == number else str(number)


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def table(times, distribution):
    columns = [(ranks, pairs) for pairs in values(times, 3) for ranks in values(times, 2)]
    lines = [f"{distribution:18}" + "".join(f"{power(pairs) + ' p=' + str(ranks):>11}" for ranks, pairs in columns)]
    for method in COLOURS:
        cells = [times.get((distribution, method, ranks, pairs)) for ranks, pairs in columns]
        if any(cells):
            lines.append(f"{method:18}" + "".join(f"{number(cell) if cell else '-':>11}" for cell in cells))
    return "\n".join(lines)


def panel(times, distribution, ranks, x, y):
    """Time against pairs a rank, both on log axes."""
    sizes = values(times, 3)
    shown = [time for key, time in times.items() if key[0] == distribution]
    low, high = math.floor(math.log10(min(shown))), math.ceil(math.log10(max(shown)))
    span = max(math.log10(sizes[-1] / sizes[0]), 1)

    def at(pairs, time):
        across = x + LEFT + (WIDTH - LEFT - 16) * math.log10(pairs / sizes[0]) / span
        return across, y + HEIGHT - 30 - (HEIGHT - 30 - TOP) * (math.log10(time) - low) / (high - low)

    out = [f'<text x="{x + LEFT}" y="{y + 24}" class="title">{distribution}, {ranks} ranks</text>']
    for exponent in range(low, high + 1):
        (left, height), (right, _) = at(sizes[0], 10**exponent), at(sizes[-1], 10**exponent)
        out.append(f'<path class="grid" d="M{left:.1f} {height:.1f}H{right:.1f}"/>'
                   f'<text x="{left - 6:.1f}" y="{height + 4:.1f}" text-anchor="end">{10**exponent:g}</text>')
    for pairs in sizes:
        across, height = at(pairs, 10**low)
        out.append(f'<text x="{across:.1f}" y="{height + 18:.1f}" text-anchor="middle">{power(pairs)}</text>')
    for method, colour in COLOURS.items():
        points = [at(pairs, times[key]) for pairs in sizes if (key := (distribution, method, ranks, pairs)) in times]
        if points:
            path = "M" + "L".join(f"{across:.1f} {height:.1f}" for across, height in points)
            dash = ' stroke-dasharray="4 3"' if method == "memory-limit" else ""
            wide = 3 if method == "auto" else 1.5
            out.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide}"{dash}/>')
    return out


def picture(times):
    distributions, ranks = values(times, 0), values(times, 2)
    width, height = WIDTH * len(ranks), HEIGHT * len(distributions) + 70
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
           'aria-label="ms of a call against pairs of each rank">',
           '<style>text{font:12px sans-serif;fill:#555}.title{font-weight:bold}.grid{stroke:#8884}</style>',
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for i, distribution in enumerate(distributions):
        for j, count in enumerate(ranks):
            out += panel(times, distribution, count, j * WIDTH, i * HEIGHT)
    across, down = LEFT, height - 54
    for method, colour in COLOURS.items():
        if method in values(times, 1):
            label = "this library" if method == "auto" else method
            if across + 24 + 7 * len(label) > width:
                across, down = LEFT, down + 20
            out.append(f'<path d="M{across} {down}h18" stroke="{colour}" stroke-width="3"/>'
                       f'<text x="{across + 24}" y="{down + 4}">{label}</text>')
            across += 44 + 7 * len(label)
    out.append(f'<text x="{LEFT}" y="{height - 8}">ms of a call (slowest rank) against pairs of each rank</text></svg>')
    return "\n".join(out)


def main():
    folder = sys.argv[1]
    times = read(folder)
    print("ms of a call, median; pairs of each rank, p ranks on this machine\n")
    print("\n\n".join(table(times, distribution) for distribution in values(times, 0)))
    with open(os.path.join(folder, "speed.svg"), "w", encoding="utf-8") as file:
        file.write(picture(times))


if __name__ == "__main__":
    main()
