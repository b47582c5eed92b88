#!/usr/bin/python3
"""A sparse matrix of SciPy, a row for each worker, merged by the command; and SciPy's own sum of its rows.

Usage: 7_scipy.py COMMAND...   such as: mpirun -n 2 build/release/allreduce-by-key
"""
import subprocess
import sys
import tempfile

import numpy
import scipy.sparse

workers, parameters = 3, 1_000_000
row = numpy.array([0, 0, 1, 1, 2, 2, 2])
column = numpy.array([7, 2, 2, 999_999, 7, 2, 7])  # in each worker's own order; one of them repeats 7
value = numpy.array([0.1, 1.5, -1.5, 4.0, 0.2, 0.25, 0.3])
gradients = scipy.sparse.coo_matrix((value, (row, column)), shape=(workers, parameters))

with tempfile.TemporaryDirectory() as directory:
    scipy.sparse.save_npz(directory + "/gradients.npz", gradients)
    merge = ["run", "--quiet", directory + "/gradients.npz", "--format", "npz", "-o", directory + "/sum.npz"]
    subprocess.run(sys.argv[1:] + merge, check=True)
    merged = numpy.load(directory + "/sum.npz")

scipys = numpy.asarray(gradients.sum(axis=0)).ravel()
print("coordinate  merged               SciPy's sum of duplicates")
for coordinate, total in zip(merged["coordinates"], merged["values"]):
    print(f"{coordinate:10}  {total!s:19}  {scipys[coordinate]}")
