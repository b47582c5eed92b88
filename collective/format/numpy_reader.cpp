#include "collective/format/numpy_reader.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/format/array_pairs.hpp"
#include "collective/format/json_string.hpp"
#include "collective/format/npz_arrays.hpp"
#include "collective/format/number.hpp"
#include "collective/format/text_cursor.hpp"

namespace collective {

namespace {

using Element = NpyArray::Element;

/// Pairs beside their workers.
class WorkerNames {
  public:
    explicit WorkerNames(const NpyArray& names) : names_(names) {
        if (!names.is_integer() && !names.is_text())
            names.fail("expected integers or text: the workers' names");
    }

    void switch_to(std::size_t i, DocumentBuilder& document) {
        std::string name;
        if (names_.is_text()) {
            name = to_json_string(names_.text(i));
        } else if (const Element number = names_[i]; number.type == Element::Type::above_int64) {
            append_number(name, static_cast<std::uint64_t>(number.bits));
        } else {
            append_number(name, number.bits);
        }
        if (name != last_) {
            const auto [worker, is_new] = workers_.try_emplace(name, document.workers());
            if (is_new) document.add_worker(name);
            document.switch_to(worker->second);
            last_ = std::move(name);
        }
    }

  private:
    const NpyArray& names_;
    std::unordered_map<std::string, std::size_t> workers_;
    std::string last_;
};

std::int64_t check_index(const NpyArray& indices, std::size_t i, Element index, std::int64_t end) {
    if (index.type != Element::Type::integer || index.bits < 0 || index.bits >= end)
        indices.fail_at(i, fmt::format("index {} is not from 0 to {}", index.bits, end - 1));
    return index.bits;
}

Document read_coordinates(NpzArrays& arrays) {
    arrays.allow_only({"workers", "coordinates", "values"});
    const NpyArray& coordinates = arrays["coordinates"];
    const auto& shape = coordinates.shape();
    const bool tuples = shape.size() == 2;
    if (shape.empty() || shape.size() > 2 || (tuples && (shape[1] == 0 || shape[1] > most_parts)))
        coordinates.fail(fmt::format("expected coordinates, or tuples of 1 to {}, found an array of shape {}",
                                     most_parts, coordinates.shape_text()));
    if (!coordinates.is_integer() && (tuples || !coordinates.is_text()))
        coordinates.fail("expected integers, or texts");
    const std::size_t pairs = shape[0];
    const NpyArray& values = arrays.values("values", pairs);
    ArrayPairs reader(values, true, arrays.release());
    std::optional<WorkerNames> workers;
    if (arrays.has("workers")) {
        const NpyArray& names = arrays["workers"];
        names.expect_size(pairs);
        workers.emplace(names);
    } else {
        reader.document().switch_to(reader.document().add_worker("0"));
    }
    reader.document().reserve(pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
        if (workers) workers->switch_to(i, reader.document());
        if (tuples) {
            reader.add_tuple(coordinates, i, i);
        } else if (coordinates.is_text()) {
            reader.add_text(coordinates, i, i);
        } else {
            reader.add(coordinates, i, coordinates[i], i);
        }
    }
    return reader.finish();
}

/// The number of rows that a file tells beside its indices, or else the least that has them all.
std::int64_t rows_of(NpzArrays& arrays, const NpyArray& indices, std::size_t pairs) {
    for (const std::string_view name : {"shape", "size"}) {
        if (!arrays.has(name)) continue;
        const NpyArray& shape = arrays.integers(name, 2);
        return shape[0].bits;
    }
    std::int64_t rows = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::size_t place = indices.place(0, i);
        rows = std::max(rows, check_index(indices, place, indices[place], most_matrix_rows) + 1);
    }
    return rows;
}

Document read_indices(NpzArrays& arrays) {
    arrays.allow_only({"indices", "values", "shape", "size"});
    const NpyArray& indices = arrays["indices"];
    if (!indices.is_integer()) indices.fail("expected integers");
    const auto& shape = indices.shape();
    const bool flat = shape.size() == 1, with_rows = shape.size() == 2 && shape[0] == 2;
    if (!flat && (shape.size() != 2 || shape[0] < 1 || shape[0] > 2))
        indices.fail(fmt::format("expected a shape (n,), (1, n) or (2, n), found {}", indices.shape_text()));
    const std::size_t pairs = shape.back();
    const NpyArray& values = arrays.values("values", pairs);
    ArrayPairs reader(values, true, arrays.release());
    reader.document().reserve(pairs);
    const std::int64_t rows = with_rows ? rows_of(arrays, indices, pairs) : 1;
    reader.add_rows(indices, rows);
    reader.document().switch_to(0);
    for (std::size_t i = 0; i < pairs; ++i) {
        std::size_t place = i;
        if (with_rows) {
            const std::size_t row = indices.place(0, i);
            reader.document().switch_to(
                static_cast<std::size_t>(check_index(indices, row, indices[row], rows)));
            place = indices.place(1, i);
        }
        reader.add(indices, place, indices[place], i);
    }
    return reader.finish();
}

Document read_scipy(NpzArrays& arrays) {
    const NpyArray& kind = arrays["format"];
    const std::string format = kind.is_text() && kind.size() == 1 ? kind.text(0) : "";
    if (format != "coo" && format != "csr")
        kind.fail(
            fmt::format("matrices of format '{}' are not read: save it as coo or csr", shorten(format)));
    const NpyArray& shape = arrays.integers("shape", 2);
    const std::int64_t rows = shape[0].bits, columns = shape[1].bits;
    if (rows < 0 || columns < 0) shape.fail("a length below zero");
    const NpyArray& values = arrays["data"];
    if (values.shape().size() != (values.is_complex() ? 2 : 1))
        values.fail(
            fmt::format("expected an array of one dimension, found one of shape {}", values.shape_text()));
    const std::size_t pairs = values.shape()[0];
    ArrayPairs reader(arrays.values("data", pairs), true, arrays.release());
    const bool coo = format == "coo";
    const NpyArray& column = arrays.integers(coo ? "col" : "indices", pairs);
    reader.add_rows(shape, rows);
    reader.document().reserve(pairs);
    const auto add = [&](std::size_t i) {
        const Element index = column[i];
        check_index(column, i, index, columns);
        reader.add(column, i, index, i);
    };
    if (coo) {
        const NpyArray& row = arrays.integers("row", pairs);
        for (std::size_t i = 0; i < pairs; ++i) {
            reader.document().switch_to(static_cast<std::size_t>(check_index(row, i, row[i], rows)));
            add(i);
        }
        return reader.finish();
    }
    const NpyArray& begin = arrays.integers("indptr", static_cast<std::size_t>(rows) + 1);
    const auto end = static_cast<std::int64_t>(pairs);
    if (begin[0].bits != 0)
        begin.fail_at(0, fmt::format("the first row begins at {}, not at 0", begin[0].bits));
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
        const std::int64_t from = begin[r].bits, to = begin[r + 1].bits;
        if (to < from || to > end)
            begin.fail_at(r + 1, fmt::format("a row ends at {}, which is not from {} to {}", to, from, end));
        reader.document().switch_to(r);
        for (std::int64_t i = from; i < to; ++i) add(static_cast<std::size_t>(i));
    }
    if (const auto last = static_cast<std::size_t>(rows); begin[last].bits != end)
        begin.fail_at(last, fmt::format("the last row ends at {} of {} elements", begin[last].bits, end));
    return reader.finish();
}

Document read_dense(const NpyArray& array, const Release& release) {
    if (array.is_complex())
        array.fail("complex numbers are not read from a dense array; save coordinates and values");
    const auto& shape = array.shape();
    if (shape.size() != 1 && shape.size() != 2)
        array.fail(
            fmt::format("expected a vector or a matrix (a row for each worker), found an array of shape {}",
                        array.shape_text()));
    if (!array.is_number()) array.fail("expected numbers");
    ArrayPairs reader(array, false, release);
    const bool matrix = shape.size() == 2;
    reader.add_rows(array, matrix ? static_cast<std::int64_t>(shape[0]) : 1);
    reader.document().reserve(array.size());
    for (std::size_t row = 0; row < reader.document().workers(); ++row) {
        reader.document().switch_to(row);
        for (std::size_t column = 0; column < shape.back(); ++column) {
            const std::size_t place = matrix ? array.place(row, column) : column;
            reader.add(array, place, {Element::Type::integer, static_cast<std::int64_t>(column)}, place);
        }
    }
    return reader.finish();
}

}  // namespace

Document read_numpy(std::string_view bytes, std::string_view file, const ReadSettings& settings) {
    if (bytes.empty()) throw InputError(fmt::format("{}: byte 0: the file is empty", file));
    const Release& release = settings.release;
    const auto read = [&] {
        if (!bytes.starts_with("PK")) return read_dense(NpyArray(bytes, std::string(file)), release);
        NpzArrays arrays(bytes, file, release);
        if (arrays.has("format")) return read_scipy(arrays);
        if (arrays.has("coordinates")) return read_coordinates(arrays);
        if (arrays.has("indices")) return read_indices(arrays);
        arrays.fail(
            "no array 'coordinates' (with 'values', perhaps 'workers'), none 'indices' (with 'values'), and "
            "no "
            "matrix of SciPy's save_npz");
    };
    Document document = read();
    if (settings.progress) settings.progress(bytes.size());
    return document;
}

}  // namespace collective
