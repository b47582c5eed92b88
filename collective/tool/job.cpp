#include "collective/tool/job.hpp"

#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

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

Job join_job(Session& session, const Arguments& arguments, Document document) {
    const Bytes mine = BlockWriter().put(survey_values(document)).put(document.unsigned_coordinates).take();
    ValueSurvey survey;
    bool are_unsigned = false;  // where some are, all are
    for (const Bytes& bytes : session.transport().allgather({&mine, 1})) {
        BlockReader block(bytes);
        survey += block.get<ValueSurvey>();
        are_unsigned = block.get<bool>() || are_unsigned;
    }
    if (are_unsigned) session.on_all([&] { make_unsigned(document); });
    Job job;
    job.document = std::move(document);
    job.operation = arguments.operation;
    job.carrier = choose_carrier(survey, arguments.operation);
    job.in_memory = !session.uses_mpi() || arguments.ranks || arguments.transport == "memory";
    job.ranks = session.processes() > 1 ? session.processes() : arguments.ranks.value_or(1);
    return job;
}

Job make_job(Session& session, const Arguments& arguments, const std::function<Document()>& read,
             Stopwatch& stopwatch) {
    Document document;
    session.on_root([&] { document = read(); });
    hand_out(session, document);
    Job job = join_job(session, arguments, std::move(document));
    stopwatch.lap("hand out");
    return job;
}

}  // namespace collective::tool
