#!/usr/bin/python3
"""Files that NumPy and SciPy write go in, what comes out NumPy and SciPy read; their own sums are the right ones.

Usage: scipy_files.py COMMAND. The status 77 says that they are not installed.
"""
import json
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import scipy.io
    import scipy.sparse
except ImportError as missing:
    print("skipped:", missing)
    sys.exit(77)

command = os.path.abspath(sys.argv[1])
random = np.random.default_rng(1)
checks = 0


def claim(what, holds):
    global checks
    checks += 1
    if not holds:
        sys.exit(f"wrong: {what}")


def run(file, *options):
    done = subprocess.run([command, "run", "--quiet", file, *options], capture_output=True, text=True)
    claim(f"{file}: {done.stderr}", done.returncode == 0)
    return done.stdout


def check_sum(file, expected):
    """The command's sum, as JSON, as .npz and as .mtx."""
    pairs = [[int(c), v] for c, v in expected]
    claim(file, json.loads(run(file)) == pairs)
    run(file, "--format", "npz", "-o", "sum.npz", "--ranks", "3")
    out = np.load("sum.npz")
    claim(f"{file} to npz", [[c, v] for c, v in zip(out["coordinates"].tolist(), out["values"].tolist())] == pairs)
    run(file, "--format", "matrix-market", "-o", "sum.mtx", "--ranks", "2")
    out = scipy.io.mmread("sum.mtx") if pairs else None
    if pairs:
        claim(f"{file} to mtx", [[c, v] for c, v in zip(out.col.tolist(), out.data.tolist())] == pairs)


def sums(matrix):
    """SciPy's own, at the columns that occur. Values are such that no order of summation rounds."""
    total = np.asarray(matrix.sum(axis=0)).ravel()
    return [(c, total[c].item()) for c in sorted(set(matrix.col.tolist()))]


directory = tempfile.TemporaryDirectory()
os.chdir(directory.name)
types = ["i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "u1", "<u2", "<u4", ">u4", "<u8", ">f4", "<f4", "<f8", ">f8"]
for type_ in types:
    count = 60
    row, column = random.integers(0, 5, count), random.integers(0, 20, count)
    value = random.integers(0 if "u" in type_ else -9, 10, count).astype(type_)
    native = value.astype(value.dtype.newbyteorder("="))
    matrix = scipy.sparse.coo_matrix((native.astype("f8" if "f" in type_ else "i8"), (row, column)), shape=(6, 25))
    right = sums(matrix)
    for compressed in (False, True):
        kept = scipy.sparse.coo_matrix((value, (row, column)), shape=(6, 25))
        scipy.sparse.save_npz("coo.npz", kept, compressed=compressed)
        check_sum("coo.npz", right)
        save = np.savez_compressed if compressed else np.savez
        save("list.npz", workers=row, coordinates=column, values=value)
        check_sum("list.npz", right)
        names = np.array([f"wörker {r}" for r in row])
        save("named.npz", workers=names, coordinates=column.astype(">u2"), values=value)
        check_sum("named.npz", right)
        for order in "CF":
            save("torch.npz", indices=np.array([row, column], order=order), values=value)
            check_sum("torch.npz", right)
    scipy.sparse.save_npz("csr.npz", scipy.sparse.coo_matrix((native, (row, column)), shape=(6, 25)).tocsr())
    if "1" not in type_:  # SciPy adds duplicates up in 8 bits
        check_sum("csr.npz", right)
    scipy.io.mmwrite("matrix.mtx", matrix)
    check_sum("matrix.mtx", right)
    dense = random.integers(0, 10, (3, 7)).astype(type_)
    total = list(enumerate(v.item() for v in dense.astype("f8" if "f" in type_ else "i8").sum(axis=0)))
    for array in (dense, np.asfortranarray(dense)):
        for version in ((1, 0), (2, 0), (3, 0)):
            with open("dense.npy", "wb") as file:
                np.lib.format.write_array(file, array, version=version)
            check_sum("dense.npy", total)

half = scipy.sparse.random(12, 12, 0.3, random_state=2)
half.data = np.round(half.data * 64) / 64
for symmetric, kind in (((half + half.T), "symmetric"), ((half - half.T), "skew-symmetric")):
    scipy.io.mmwrite("matrix.mtx", symmetric.tocoo(), symmetry=kind)
    # A skew one's entries add up in another order than SciPy's own, but exactly in both.
    check_sum("matrix.mtx", sums(scipy.sparse.coo_matrix(scipy.io.mmread("matrix.mtx"))))

odd = scipy.sparse.coo_matrix(([np.nan, np.inf, -np.inf, 0.5], ([0, 0, 1, 1], [1, 2, 3, 4])), shape=(2, 6))
scipy.io.mmwrite("odd.mtx", odd)
scipy.sparse.save_npz("odd.npz", odd)
for file in ("odd.mtx", "odd.npz"):
    claim(file, json.loads(run(file)) == [[1, "NaN"], [2, "Infinity"], [3, "-Infinity"], [4, 0.5]])
    run(file, "-o", "sum.npz")
    claim(f"{file} to npz", np.array_equal(np.load("sum.npz")["values"], odd.data, equal_nan=True))
    run(file, "-o", "sum.mtx")
    claim(f"{file} to mtx", np.array_equal(scipy.io.mmread("sum.mtx").data, odd.data, equal_nan=True))

np.savez("object.npz", coordinates=np.array([1]), values=np.array([None], dtype=object))
done = subprocess.run([command, "run", "object.npz"], capture_output=True, text=True)
claim("pickles are refused", done.returncode == 3 and done.stdout == "" and "pickle" in done.stderr)
print(checks, "checks")
