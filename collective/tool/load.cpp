#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collective/format/compression.hpp"
#include "collective/format/format.hpp"
#include "collective/format/input_file.hpp"
#include "collective/format/json_reader.hpp"
#include "collective/format/json_string.hpp"
#include "collective/tool/job.hpp"
#include "collective/tool/own_lines.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/tool/worker_files.hpp"
#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

/// A file as it lies there, or as it was before it was packed.
InputFile open_file(const std::string& path, Stopwatch* stopwatch) {
    InputFile file = read_file(path);
    if (stopwatch != nullptr && file.was_moved) stopwatch->lap("read", file.text().size());
    if (is_compressed(file)) {
        file = decompressed(file);
        if (stopwatch != nullptr) stopwatch->lap("decompress", file.text().size());
    }
    return file;
}

const Format& input_format(const std::string& path, const Arguments& arguments) {
    return arguments.input_format.empty() ? format_of(path) : *find_format(arguments.input_format);
}

/// A part of a file, or all of it.
Document parse(const InputFile& file, std::string_view text, const std::string& path,
               const Arguments& arguments, std::function<void(std::size_t)> progress) {
    const std::string& type = arguments.operation.value_type;
    const bool single = !type.empty() && is_single(value_type_named(type));
    Release release;
    if (file.mapping) release = [&file] { file.mapping.release(); };
    return input_format(path, arguments)
        .read(text, file.name, {std::move(progress), arguments.index_base, single, release});
}

/// The same, for people who wait.
Document parse_visibly(const InputFile& file, std::string_view text, const Arguments& arguments,
                       Stopwatch& stopwatch) {
    std::function<void(std::size_t)> progress;
    if (arguments.progress || is_terminal(STDERR_FILENO)) {
        progress = [&](std::size_t bytes) {
            say(fmt::format("\rreading {}: {:3.0f} %", file.name,
                            100.0 * static_cast<double>(bytes) / static_cast<double>(text.size())));
        };
    }
    Document document = parse(file, text, arguments.file, arguments, progress);
    if (progress) say("\n");
    stopwatch.lap("parse", text.size());
    return document;
}

Document read_document(const Arguments& arguments, Stopwatch& stopwatch) {
    const InputFile file = open_file(arguments.file, &stopwatch);
    return parse_visibly(file, file.text(), arguments, stopwatch);
}

/// The first process's list, on all.
std::vector<std::string> shared(Session& session, const std::vector<std::string>& list) {
    BlockWriter block;
    block.put(list.size());
    for (const std::string& text : list) block.put_text(text);
    const Bytes mine = block.take();
    const auto all = session.transport().allgather({&mine, 1});
    BlockReader first(all.front());
    std::vector<std::string> result(first.get<std::size_t>());
    for (std::string& text : result) text = first.get_text();
    return result;
}

/// The spaces of all processes' coordinates.
std::vector<CoordinateSpace> gather_spaces(Session& session, const Document& document) {
    Document alone;
    alone.space = document.space;
    const Bytes mine = to_bytes(alone);
    std::vector<CoordinateSpace> spaces;
    for (const Bytes& bytes : session.transport().allgather({&mine, 1})) {
        spaces.push_back(from_bytes(bytes).space);
    }
    return spaces;
}

/// Moves the processes' documents to one space of coordinates.
void join_coordinates(Session& session, Document& document) {
    std::vector<CoordinateSpace> spaces = gather_spaces(session, document);
    const bool numbers = std::any_of(spaces.begin(), spaces.end(), [](const CoordinateSpace& space) {
        return space.kind == CoordinateKind::integer;
    });
    if (numbers) {
        number_integers(document);
        spaces = gather_spaces(session, document);
    }
    CoordinateSpace space;
    for (const CoordinateSpace& one : spaces) space = joined(space, one);
    session.on_all([&] { move_to(space, document); });
}

Job load_worker_files(Session& session, const Arguments& arguments, Stopwatch& stopwatch) {
    const WorkerFiles files(arguments.worker_files);
    std::vector<std::string> workers;
    session.on_root([&] { workers = files.workers(); });
    workers = shared(session, workers);

    Document document;
    session.on_all([&] {
        const auto [first, last] =
            block_of(workers.size(), session.transport().members().front(), session.processes());
        std::size_t bytes = 0;
        for (std::size_t worker = first; worker < last; ++worker) {
            const std::string path = files.path_of(workers[worker]);
            const InputFile file = open_file(path, nullptr);
            const Document one = parse(file, file.text(), path, arguments, {});
            if (one.workers() > 1) {
                throw InputError(fmt::format("{}: there are {} workers in it, where --worker-files takes one",
                                             file.name, one.workers()));
            }
            append_worker(document, to_json_string(workers[worker]), one);
            bytes += file.text().size();
        }
        stopwatch.lap("read files", bytes);
    });

    join_coordinates(session, document);
    return join_job(session, arguments, std::move(document));
}

/// Each process reads its own workers' lines of a file of JSON Lines. Nothing where that can't be done, or
/// where anything is wrong with the file: what is wrong first only one who reads it in order can tell.
std::optional<Document> read_own_lines(Session& session, const Arguments& arguments, Stopwatch& stopwatch) {
    const std::string& path = arguments.file;
    if (session.processes() == 1 || path == "-" || input_format(path, arguments).read != read_json_lines)
        return std::nullopt;
    Document document;
    try {
        const InputFile file = open_shared(session, path);
        const Lines lines = own_lines(session, file);
        stopwatch.lap("find lines");
        session.on_all([&] {
            if (lines.rows == 0) return;
            const std::string_view text = file.text().substr(lines.begin, lines.end - lines.begin);
            document = session.is_root() ? parse_visibly(file, text, arguments, stopwatch)
                                         : parse(file, text, path, arguments, {});
            if (document.workers() != lines.rows) throw InputError("a line that seems to be a row is none");
        });
        expect_distinct_names(session, document);
        join_coordinates(session, document);
    } catch (const Error& error) {
        if (status_of(error) != Exit::bad_input) throw;
        return std::nullopt;
    }
    return document;
}

}  // namespace

Job load_job(Session& session, const Arguments& arguments, Stopwatch& stopwatch) {
    if (!arguments.worker_files.empty()) return load_worker_files(session, arguments, stopwatch);
    if (auto document = read_own_lines(session, arguments, stopwatch))
        return join_job(session, arguments, std::move(*document));
    return make_job(
        session, arguments, [&] { return read_document(arguments, stopwatch); }, stopwatch);
}

}  // namespace collective::tool
