#include "collective/tool/job.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "collective/error.hpp"
#include "collective/tool/combinations.hpp"
#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

/// Sends every other process its block of workers.
void hand_out(Session& session, Document& document) {
    Transport& transport = session.transport();
    const int ranks = session.processes();
    const auto block_for = [&](int rank) {
        const auto [first, last] = block_of(document.workers(), rank, ranks);
        return block(document, first, last);
    };
    for (int rank = 1; rank < ranks; ++rank) {  // one at a time, for the sake of memory
        const Transfer transfer{rank - 1, 0, rank, {0, 1}, Action::copy, 1};
        Bytes bytes;
        if (session.is_root()) {
            bytes = to_bytes(block_for(rank));
            transport.offer(transfer, {{}, bytes});
        } else if (rank == transport.members().front()) {
            try {
                document = from_bytes(transport.view(transfer).body);
            } catch (const std::exception& error) {
                throw BrokenError(reason(error));
            }
        }
        transport.end_round();
    }
    if (session.is_root() && ranks > 1) document = block_for(0);
}

[[noreturn]] void refuse_for_complex(std::string_view operation) {
    throw InputError(
        fmt::format("{} goes part by part, which means nothing for complex numbers; as plain rows "
                    "they are taken without --value-type",
                    operation));
}

/// What is counted are pairs, whatever they hold.
void keep_first_column(Document& document) {
    CoordinateSpace& space = document.space;
    const std::int64_t width = space.width();
    space.columns = 0;
    document.hint = ValueHint::none;
    if (width == 1) return;
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    const auto step = static_cast<std::size_t>(width);
    const std::size_t pairs = document.pairs() / step;
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::int64_t first = document.coordinates[i * step];
        document.coordinates[i] = space.numbered() ? least + (first - least) / width : first / width;
        document.bits[i] = document.bits[i * step];
        document.kinds[i] = document.kinds[i * step];
    }
    document.coordinates.resize(pairs);
    document.bits.resize(pairs);
    document.kinds.resize(pairs);
    for (std::size_t& begin : document.begin) begin /= step;
}

std::vector<std::int64_t> non_finite_coordinates(Session& session, const Document& document) {
    using Coordinates = std::vector<std::int64_t>;
    const auto put_in_order = [](Coordinates& list) {
        std::sort(list.begin(), list.end());
        list.erase(std::unique(list.begin(), list.end()), list.end());
    };
    Coordinates own, all;
    for (std::size_t i = 0; i < document.pairs(); ++i)
        if (is_non_finite(document, i)) own.push_back(document.coordinates[i]);
    put_in_order(own);
    const Bytes mine = BlockWriter().append(std::as_bytes(std::span(own))).take();
    for (const Bytes& bytes : session.transport().allgather({&mine, 1})) {
        Coordinates its(bytes.size() / sizeof(std::int64_t));
        if (!its.empty()) std::memcpy(its.data(), bytes.data(), bytes.size());
        all.insert(all.end(), its.begin(), its.end());
    }
    put_in_order(all);
    return all;
}

/// Where values are carried as multiples of a small number, none stands for what is no number.
void refuse_beside_non_finite(const Job& job) {
    if (is_single(job.type)) {
        throw InputError(
            "a product of float32 is rounded once, from a number that is exact, and there is a NaN or an "
            "infinity: take --value-type float64");
    }
    throw InputError(
        "there is a NaN or an infinity beside integers that no float64 holds and that would be kept exact: "
        "write those with a point, so that they are rounded, or leave out one or the other");
}

}  // namespace

ValueType Job::result_type() const { return tool::result_type(operation.name, type); }

std::string_view Job::value_type() const {
    const bool by_data = operation.value_type.empty() && result_type() == type &&
                         (type == ValueType::bigint || type == ValueType::float64);
    return by_data && operation.name != "mean" ? name_of(carrier) : name_of(result_type());
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
    const Operation& operation = arguments.operation;
    const bool by_data = operation.value_type.empty();
    if (!by_data) {
        session.on_all(
            [&] { take_as(value_type_named(operation.value_type), document, source_of(arguments)); });
    }
    if (operation.name == "count") keep_first_column(document);
    const Bytes mine = BlockWriter().put(survey_values(document)).take();
    ValueSurvey survey;
    for (const Bytes& bytes : session.transport().allgather({&mine, 1})) {
        survey += BlockReader(bytes).get<ValueSurvey>();
    }
    Job job;
    job.document = std::move(document);
    job.operation = operation;
    job.type = by_data ? type_of(survey.hint, survey.has_floats) : value_type_named(operation.value_type);
    if (!has_meaning(operation.name, job.type)) refuse_for_complex(operation.name);
    job.carrier = choose_carrier(survey, operation, job.type);
    if (job.has_plain_sums() && job.carrier == Carrier::fixed_point) {
        throw InputError(
            "--sum fast adds floats, and there are integers that no float64 holds: leave it out, or round "
            "them");
    }
    if (survey.has_non_finite) {
        if (job.carrier == Carrier::fixed_point) refuse_beside_non_finite(job);
        job.non_finite = non_finite_coordinates(session, job.document);
    }
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
