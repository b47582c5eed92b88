"""Times PyTorch's sparse all_reduce over Gloo at the sizes of a benchmark, and adds rows to its JSON.

Usage: gloo.py RANKS FILE. Each rank is a process; raw pairs go in, a sorted list without repeats comes out.
"""
import json
import os
import statistics
import sys
import tempfile
import time

import numpy
import torch
import torch.distributed as dist
import torch.multiprocessing as processes


def draw(pairs, span, distribution, rank):
    random = numpy.random.default_rng(rank)
    if distribution.startswith("zipf:"):
        exponent = float(distribution[5:])
        most = (span + 1.0) ** (1 - exponent)
        places = ((1 + random.random(pairs) * (most - 1)) ** (1 / (1 - exponent))).astype(numpy.int64) - 1
    else:
        places = random.integers(0, span, pairs)
    values = random.integers(-8, 9, pairs).astype(numpy.float32) / 1024
    return torch.from_numpy(places).unsqueeze(0), torch.from_numpy(values)


def measure(rank, ranks, meeting, rows, out):
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=ranks)
    for row in rows:
        indices, values = draw(row["pairs"], row["range"], row["distribution"], rank)
        times = []
        for _ in range(7):
            dist.barrier()
            start = time.perf_counter()
            pairs = torch.sparse_coo_tensor(indices, values, (row["range"],))
            dist.all_reduce(pairs)
            pairs.coalesce()
            took = torch.tensor(time.perf_counter() - start, dtype=torch.float64)
            dist.all_reduce(took, op=dist.ReduceOp.MAX)
            times.append(took.item())
            if sum(times) > 60 and len(times) >= 3:
                break
        times = times[1:]  # the first finds cold memory
        if rank == 0:
            row.update(method="pytorch-gloo", kind="baseline", t_min=min(times), t_max=max(times),
                       t_median=statistics.median(times), iterations=len(times))
    if rank == 0:
        with open(out, "w", encoding="utf-8") as file:
            json.dump(rows, file)


def main():
    ranks, name = int(sys.argv[1]), sys.argv[2]
    with open(name, encoding="utf-8") as file:
        bench = json.load(file)
    keys = ("ranks", "pairs", "range", "distribution")
    rows = [{key: row[key] for key in keys} for row in bench["rows"] if row["kind"] == "limit"]
    with tempfile.TemporaryDirectory() as folder:
        meeting, out = os.path.join(folder, "meeting"), os.path.join(folder, "rows.json")
        processes.spawn(measure, (ranks, meeting, rows, out), nprocs=ranks)
        with open(out, encoding="utf-8") as file:
            bench["rows"] += json.load(file)
    with open(name, "w", encoding="utf-8") as file:
        json.dump(bench, file, indent=1)


if __name__ == "__main__":
    main()
