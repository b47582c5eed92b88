#include "collective/tool/job.hpp"

#include <unistd.h>

#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "collective/format/compression.hpp"
#include "collective/format/format.hpp"
#include "collective/format/input_file.hpp"
#include "collective/integer.hpp"
#include "collective/tool/terminal.hpp"
#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

bool fits_double(std::int64_t integer) {
    const auto nearest = static_cast<double>(integer);
    return nearest < 0x1p63 && static_cast<std::int64_t>(nearest) == integer;
}

/// What all processes must know before the blocks go out.
struct Facts {
    Carrier carrier;
    bool unsigned_coordinates;
};

Facts share(Session& session, const Facts& facts) {
    const Bytes mine = BlockWriter().put(facts).take();
    return BlockReader(session.transport().allgather({&mine, 1}).front()).get<Facts>();
}

/// Sends every other process its block of workers.
void hand_out(Session& session, Document& document) {
    Transport& transport = session.transport();
    const auto transfer_to = [](int rank) { return Transfer{0, 0, rank, {0, 1}, Action::copy, 1}; };
    if (!session.is_root()) {
        try {
            document = from_bytes(transport.view(transfer_to(transport.members().front())).body);
        } catch (const std::exception& error) {
            throw BrokenError(reason(error));
        }
        transport.end_round();
        return;
    }
    std::vector<std::vector<std::byte>> blocks;
    for (int rank = 1; rank < session.processes(); ++rank) {
        const auto [first, last] = block_of(document.workers(), rank, session.processes());
        blocks.push_back(to_bytes(block(document, first, last)));
        transport.offer(transfer_to(rank), {{}, blocks.back()});
    }
    const auto [first, last] = block_of(document.workers(), 0, session.processes());
    if (session.processes() > 1) document = block(document, first, last);
    transport.end_round();
}

}  // namespace

Carrier choose_carrier(const Document& document, const Operation& operation) {
    if (operation.name == "count") return Carrier::int64;  // whatever the values are
    bool floats = false;
    bool all_fit_double = document.wide.empty();
    UInt128 magnitudes = 0;     // 2^64 pairs of 63 bits can't overflow it
    std::uint64_t factors = 0;  // the product of all magnitudes but zeros is at most 2^factors
    for (std::size_t i = 0; i < document.pairs(); ++i) {
        if (document.kinds[i] == Kind::float64) floats = true;
        if (document.kinds[i] != Kind::int64) continue;
        const std::int64_t integer = document.bits[i];
        const auto pattern = static_cast<std::uint64_t>(integer);
        const std::uint64_t magnitude = integer < 0 ? 0 - pattern : pattern;
        magnitudes += magnitude;
        if (magnitude > 0) factors += static_cast<std::uint64_t>(std::bit_width(magnitude - 1));
        all_fit_double = all_fit_double && fits_double(integer);
    }
    if (floats) return all_fit_double ? Carrier::float64 : Carrier::fixed_point;
    if (!document.wide.empty()) return Carrier::big_integer;
    if (operation.name == "sum") return magnitudes >> 63 == 0 ? Carrier::int64 : Carrier::int128;
    if (operation.name == "product" && factors > 62) return Carrier::big_integer;
    return Carrier::int64;
}

std::string_view Job::value_type() const {
    return name_of(operation.name == "mean" ? Carrier::float64 : carrier);
}

std::pair<std::size_t, std::size_t> block_of(std::size_t workers, int rank, int ranks) {
    const auto r = static_cast<std::size_t>(rank);
    const auto p = static_cast<std::size_t>(ranks);
    return {workers * r / p, workers * (r + 1) / p};
}

std::pair<std::size_t, std::size_t> Job::workers_of(int rank, bool alone) const {
    return alone ? std::pair<std::size_t, std::size_t>(0, document.workers())
                 : block_of(document.workers(), rank, ranks);
}

Job make_job(Session& session, const Arguments& arguments, const std::function<Document()>& read,
             Stopwatch& stopwatch) {
    Job job;
    Facts facts{};
    session.on_root([&] {
        job.document = read();
        facts = {choose_carrier(job.document, arguments.operation), job.document.unsigned_coordinates};
    });
    facts = share(session, facts);
    hand_out(session, job.document);
    job.document.unsigned_coordinates = facts.unsigned_coordinates;
    job.operation = arguments.operation;
    job.carrier = facts.carrier;
    job.in_memory = !session.uses_mpi() || arguments.ranks || arguments.transport == "memory";
    job.ranks = session.processes() > 1 ? session.processes() : arguments.ranks.value_or(1);
    stopwatch.lap("hand out");
    return job;
}

Job load_job(Session& session, const Arguments& arguments, Stopwatch& stopwatch) {
    return make_job(
        session, arguments,
        [&] {
            InputFile file = read_file(arguments.file);
            stopwatch.lap("read", file.text.size());
            if (is_compressed(file)) {
                file.text = decompressed(file);
                stopwatch.lap("decompress", file.text.size());
            }
            const Format& format = arguments.input_format.empty() ? format_of(arguments.file)
                                                                  : *find_format(arguments.input_format);
            const std::size_t size = file.text.size();
            ReadSettings settings{{}, arguments.index_base};
            if (arguments.progress || is_terminal(STDERR_FILENO)) {
                settings.progress = [&](std::size_t bytes) {
                    say(fmt::format("\rreading {}: {:3.0f} %", file.name,
                                    100.0 * static_cast<double>(bytes) / static_cast<double>(size)));
                };
            }
            Document document = format.read(file.text, file.name, settings);
            if (settings.progress) say("\n");
            stopwatch.lap("parse", size);
            return document;
        },
        stopwatch);
}

}  // namespace collective::tool
