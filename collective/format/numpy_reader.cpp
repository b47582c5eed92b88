#include "collective/format/numpy_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "collective/error.hpp"
#include "collective/format/document_builder.hpp"
#include "collective/format/json_string.hpp"
#include "collective/format/npy_array.hpp"
#include "collective/format/number.hpp"
#include "collective/format/text_cursor.hpp"
#include "collective/format/zip_archive.hpp"

namespace collective {

namespace {

using Element = NpyArray::Element;

/// Adds pairs from arrays to a document.
class ArraysReader {
  public:
    explicit ArraysReader(const ReadSettings& settings) : settings_(settings) {}

    DocumentBuilder& document() { return document_; }

    /// Adds the workers 0, 1, ..., one for each row of `source`.
    void add_rows(const NpyArray& source, std::int64_t rows) {
        if (rows > most_matrix_rows)
            source.fail(
                fmt::format("{} rows; each is a worker, and at most {} are read", rows, most_matrix_rows));
        for (std::int64_t row = 0; row < rows; ++row) document_.add_worker(std::to_string(row));
    }

    /// The values of all pairs: an element each, or a row each.
    void set_values(const NpyArray& values) {
        const bool single = values.is_float32();
        if (values.is_complex()) {
            hint_ = single ? ValueHint::complex64 : ValueHint::complex128;
        } else if (single) {
            hint_ = ValueHint::float32;
        }
    }
    void set_rows(const NpyArray& values) {
        set_values(values);
        if (values.shape().size() == 1) return;
        columns_ = values.shape()[1];
        if (columns_ == 0) values.fail("a row of values has at least one");
    }

    /// Adds the pair of coordinate i, and value or row j.
    void add(const NpyArray& coordinates, std::size_t i, Element coordinate, const NpyArray& values,
             std::size_t j) {
        if (columns_ > 0) {
            add_row(coordinate.type == Element::Type::above_int64
                        ? name_from(static_cast<std::uint64_t>(coordinate.bits))
                        : name_from(coordinate.bits),
                    values, j);
            return;
        }
        if (coordinate.type == Element::Type::above_int64) {
            if (!range_.above) range_.above = {coordinate.bits, i};
        } else if (coordinate.bits < 0 && !range_.negative) {
            range_.negative = {coordinate.bits, i};
        }
        if (range_.broken()) fail_range(coordinates, i);
        document_.add(coordinate.bits, value_of(values, j));
    }

    /// Adds the pair of a coordinate that is a tuple or a text.
    void add_named(CoordinateKind kind, std::string name, const NpyArray& values, std::size_t j) {
        kind_ = kind;
        if (columns_ > 0) return add_row(std::move(name), values, j);
        document_.add(document_.number_of(std::move(name)), value_of(values, j));
    }

    Document finish(std::size_t bytes) {
        if (settings_.progress) settings_.progress(bytes);
        if (kind_ == CoordinateKind::int64) {
            if (columns_ > 0) {
                kind_ = CoordinateKind::integer;
            } else if (range_.above) {
                kind_ = CoordinateKind::uint64;
            }
        }
        return document_.take(kind_, static_cast<std::int64_t>(columns_), hint_);
    }

  private:
    void add_row(std::string name, const NpyArray& values, std::size_t j) {
        const std::int64_t number = document_.number_of(std::move(name));
        for (std::size_t column = 0; column < columns_; ++column)
            document_.add(number, value_of(values, values.place(j, column)));
    }

    DocumentValue value_of(const NpyArray& values, std::size_t i) {
        const Element value = values[i];
        switch (value.type) {
            case Element::Type::integer:
                break;
            case Element::Type::above_int64:
                return document_.wide(std::to_string(static_cast<std::uint64_t>(value.bits)));
            case Element::Type::real:
                if (const auto real = std::bit_cast<double>(value.bits); !std::isfinite(real))
                    values.fail_at(i, fmt::format("{}; a value is a finite number", real));
                return {Kind::float64, value.bits};
        }
        return DocumentValue(value.bits);
    }

    [[noreturn]] void fail_range(const NpyArray& coordinates, std::size_t i) const {
        coordinates.fail_at(
            i, fmt::format("with coordinate {} and, in element {}, {} they fit neither int64 nor uint64",
                           range_.negative->bits, range_.above->where,
                           static_cast<std::uint64_t>(range_.above->bits)));
    }

    const ReadSettings& settings_;
    DocumentBuilder document_;
    CoordinateSigns range_;
    CoordinateKind kind_ = CoordinateKind::int64;
    std::size_t columns_ = 0;  // of a row; 0: a value is an element
    ValueHint hint_ = ValueHint::none;
};

/// The arrays of a `.npz`, unpacked when they are asked for.
class Arrays {
  public:
    Arrays(std::string_view bytes, std::string_view file) : archive_(bytes, file), file_(file) {}

    bool has(std::string_view name) const { return find(name) != nullptr; }

    const NpyArray& operator[](std::string_view name) {
        const auto known = arrays_.find(name);
        if (known != arrays_.end()) return known->second;
        const auto* const member = find(name);
        if (member == nullptr) fail(fmt::format("no array '{}'", name));
        std::string& memory = memories_[member->name];
        const std::string_view bytes = archive_.read(*member, memory);
        return arrays_.try_emplace(std::string(name), bytes, fmt::format("{}: {}", file_, member->name))
            .first->second;
    }

    /// A list of integers or of numbers.
    const NpyArray& list(std::string_view name, bool integers) {
        const NpyArray& array = (*this)[name];
        if (array.shape().size() != 1)
            array.fail(
                fmt::format("expected an array of one dimension, found one of shape {}", array.shape_text()));
        if (integers ? !array.is_integer() : !array.is_number())
            array.fail(integers ? "expected integers" : "expected numbers");
        return array;
    }
    const NpyArray& list(std::string_view name, bool integers, std::size_t size) {
        const NpyArray& array = list(name, integers);
        expect_size(array, size);
        return array;
    }

    /// A list of numbers, or of rows of them: for each pair one.
    const NpyArray& values(std::string_view name, std::size_t pairs) {
        const NpyArray& array = (*this)[name];
        if (!array.is_number()) array.fail("expected numbers");
        if (array.shape().empty() || array.shape().size() > 2)
            array.fail(
                fmt::format("expected a value or a row of values for each pair, found an array of shape {}",
                            array.shape_text()));
        if (array.shape()[0] != pairs)
            array.fail(fmt::format("expected {} elements, found {}", pairs, array.shape()[0]));
        return array;
    }

    static void expect_size(const NpyArray& array, std::size_t size) {
        if (array.size() != size)
            array.fail(fmt::format("expected {} elements, found {}", size, array.size()));
    }

    /// Refuses any other array.
    void allow_only(std::initializer_list<std::string_view> names) const {
        for (const auto& member : archive_.members())
            if (std::none_of(names.begin(), names.end(),
                             [&](std::string_view name) { return find(name) == &member; }))
                fail(fmt::format("unexpected array '{}' (expected: {})", shorten(member.name),
                                 fmt::join(names, " ")));
    }

    [[noreturn]] void fail(std::string_view what) const {
        throw InputError(fmt::format("{}: {}", file_, what));
    }

  private:
    const ZipArchive::Member* find(std::string_view name) const {
        return archive_.find(fmt::format("{}.npy", name));
    }

    ZipArchive archive_;
    std::string_view file_;
    std::map<std::string, std::string> memories_;
    std::map<std::string, NpyArray, std::less<>> arrays_;
};

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

std::string tuple_at(const NpyArray& coordinates, std::size_t row) {
    std::vector<std::int64_t> parts;
    for (std::size_t part = 0; part < coordinates.shape()[1]; ++part) {
        const std::size_t place = coordinates.place(row, part);
        const Element element = coordinates[place];
        if (element.type == Element::Type::above_int64)
            coordinates.fail_at(place, "a part of a coordinate is an int64");
        parts.push_back(element.bits);
    }
    return name_from(parts);
}

void read_coordinates(Arrays& arrays, ArraysReader& reader) {
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
    reader.set_rows(values);
    std::optional<WorkerNames> workers;
    if (arrays.has("workers")) {
        const NpyArray& names = arrays["workers"];
        Arrays::expect_size(names, pairs);
        workers.emplace(names);
    } else {
        reader.document().switch_to(reader.document().add_worker("0"));
    }
    reader.document().reserve(pairs);
    for (std::size_t i = 0; i < pairs; ++i) {
        if (workers) workers->switch_to(i, reader.document());
        if (tuples) {
            reader.add_named(CoordinateKind::tuple, tuple_at(coordinates, i), values, i);
        } else if (coordinates.is_text()) {
            reader.add_named(CoordinateKind::text, coordinates.text(i), values, i);
        } else {
            reader.add(coordinates, i, coordinates[i], values, i);
        }
    }
}

/// The number of rows that a file tells beside its indices, or else the least that has them all.
std::int64_t rows_of(Arrays& arrays, const NpyArray& indices, std::size_t pairs) {
    for (const std::string_view name : {"shape", "size"}) {
        if (!arrays.has(name)) continue;
        const NpyArray& shape = arrays.list(name, true, 2);
        return shape[0].bits;
    }
    std::int64_t rows = 0;
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::size_t place = indices.place(0, i);
        rows = std::max(rows, check_index(indices, place, indices[place], most_matrix_rows) + 1);
    }
    return rows;
}

void read_indices(Arrays& arrays, ArraysReader& reader) {
    arrays.allow_only({"indices", "values", "shape", "size"});
    const NpyArray& indices = arrays["indices"];
    if (!indices.is_integer()) indices.fail("expected integers");
    const auto& shape = indices.shape();
    const bool flat = shape.size() == 1, with_rows = shape.size() == 2 && shape[0] == 2;
    if (!flat && (shape.size() != 2 || shape[0] < 1 || shape[0] > 2))
        indices.fail(fmt::format("expected a shape (n,), (1, n) or (2, n), found {}", indices.shape_text()));
    const std::size_t pairs = shape.back();
    const NpyArray& values = arrays.values("values", pairs);
    reader.set_rows(values);
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
        reader.add(indices, place, indices[place], values, i);
    }
}

void read_scipy(Arrays& arrays, ArraysReader& reader) {
    const NpyArray& kind = arrays["format"];
    const std::string format = kind.is_text() && kind.size() == 1 ? kind.text(0) : "";
    if (format != "coo" && format != "csr")
        kind.fail(
            fmt::format("matrices of format '{}' are not read: save it as coo or csr", shorten(format)));
    const NpyArray& shape = arrays.list("shape", true, 2);
    const std::int64_t rows = shape[0].bits, columns = shape[1].bits;
    if (rows < 0 || columns < 0) shape.fail("a length below zero");
    const NpyArray& values = arrays["data"];
    if (values.shape().size() != (values.is_complex() ? 2 : 1))
        values.fail(
            fmt::format("expected an array of one dimension, found one of shape {}", values.shape_text()));
    const std::size_t pairs = values.shape()[0];
    arrays.values("data", pairs);
    reader.set_rows(values);
    const bool coo = format == "coo";
    const NpyArray& column = arrays.list(coo ? "col" : "indices", true, pairs);
    reader.add_rows(shape, rows);
    reader.document().reserve(pairs);
    const auto add = [&](std::size_t i) {
        const Element index = column[i];
        check_index(column, i, index, columns);
        reader.add(column, i, index, values, i);
    };
    if (coo) {
        const NpyArray& row = arrays.list("row", true, pairs);
        for (std::size_t i = 0; i < pairs; ++i) {
            reader.document().switch_to(static_cast<std::size_t>(check_index(row, i, row[i], rows)));
            add(i);
        }
        return;
    }
    const NpyArray& begin = arrays.list("indptr", true, static_cast<std::size_t>(rows) + 1);
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
}

void read_dense(const NpyArray& array, ArraysReader& reader) {
    const auto& shape = array.shape();
    if (shape.size() != 1 && shape.size() != 2)
        array.fail(
            fmt::format("expected a vector or a matrix (a row for each worker), found an array of shape {}",
                        array.shape_text()));
    if (!array.is_number()) array.fail("expected numbers");
    if (array.is_complex())
        array.fail("complex numbers are not read from a dense array; save coordinates and values");
    reader.set_values(array);
    const bool matrix = shape.size() == 2;
    reader.add_rows(array, matrix ? static_cast<std::int64_t>(shape[0]) : 1);
    reader.document().reserve(array.size());
    for (std::size_t row = 0; row < reader.document().workers(); ++row) {
        reader.document().switch_to(row);
        for (std::size_t column = 0; column < shape.back(); ++column) {
            const std::size_t place = matrix ? array.place(row, column) : column;
            reader.add(array, place, {Element::Type::integer, static_cast<std::int64_t>(column)}, array,
                       place);
        }
    }
}

}  // namespace

Document read_numpy(std::string_view bytes, std::string_view file, const ReadSettings& settings) {
    ArraysReader reader(settings);
    if (bytes.empty()) throw InputError(fmt::format("{}: byte 0: the file is empty", file));
    if (!bytes.starts_with("PK")) {
        read_dense(NpyArray(bytes, std::string(file)), reader);
        return reader.finish(bytes.size());
    }
    Arrays arrays(bytes, file);
    if (arrays.has("format")) {
        read_scipy(arrays, reader);
    } else if (arrays.has("coordinates")) {
        read_coordinates(arrays, reader);
    } else if (arrays.has("indices")) {
        read_indices(arrays, reader);
    } else {
        arrays.fail(
            "no array 'coordinates' (with 'values', perhaps 'workers'), none 'indices' (with 'values'), and "
            "no "
            "matrix of SciPy's save_npz");
    }
    return reader.finish(bytes.size());
}

}  // namespace collective
