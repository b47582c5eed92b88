#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collective/format/compression.hpp"
#include "collective/format/format.hpp"
#include "collective/format/input_file.hpp"
#include "collective/format/json_string.hpp"
#include "collective/tool/job.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/tool/worker_files.hpp"
#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

/// A file as it lies there, or as it was before it was packed.
InputFile open_file(const std::string& path, Stopwatch* stopwatch) {
    InputFile file = read_file(path);
    if (stopwatch != nullptr) stopwatch->lap("read", file.text.size());
    if (is_compressed(file)) {
        file.text = decompressed(file);
        if (stopwatch != nullptr) stopwatch->lap("decompress", file.text.size());
    }
    return file;
}

Document parse(const InputFile& file, const std::string& path, const Arguments& arguments,
               std::function<void(std::size_t)> progress) {
    const Format& format =
        arguments.input_format.empty() ? format_of(path) : *find_format(arguments.input_format);
    const std::string& type = arguments.operation.value_type;
    const bool single = !type.empty() && is_single(value_type_named(type));
    return format.read(file.text, file.name, {std::move(progress), arguments.index_base, single});
}

Document read_document(const Arguments& arguments, Stopwatch& stopwatch) {
    const InputFile file = open_file(arguments.file, &stopwatch);
    const std::size_t size = file.text.size();
    std::function<void(std::size_t)> progress;
    if (arguments.progress || is_terminal(STDERR_FILENO)) {
        progress = [&](std::size_t bytes) {
            say(fmt::format("\rreading {}: {:3.0f} %", file.name,
                            100.0 * static_cast<double>(bytes) / static_cast<double>(size)));
        };
    }
    Document document = parse(file, arguments.file, arguments, progress);
    if (progress) say("\n");
    stopwatch.lap("parse", size);
    return document;
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
            const Document one = parse(file, path, arguments, {});
            if (one.workers() > 1) {
                throw InputError(fmt::format("{}: there are {} workers in it, where --worker-files takes one",
                                             file.name, one.workers()));
            }
            append_worker(document, to_json_string(workers[worker]), one);
            bytes += file.text.size();
        }
        stopwatch.lap("read files", bytes);
    });

    join_coordinates(session, document);
    return join_job(session, arguments, std::move(document));
}

}  // namespace

Job load_job(Session& session, const Arguments& arguments, Stopwatch& stopwatch) {
    if (!arguments.worker_files.empty()) return load_worker_files(session, arguments, stopwatch);
    return make_job(
        session, arguments, [&] { return read_document(arguments, stopwatch); }, stopwatch);
}

}  // namespace collective::tool
