#include "collective/report/trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collective/counted.hpp"
#include "collective/report/json.hpp"

namespace collective {

namespace {

/// Times in whole nanoseconds, written as microseconds: what nests, nests in the text too.
std::int64_t nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

std::string microseconds(std::int64_t time) { return fmt::format("{:.3f}", static_cast<double>(time) / 1e3); }

class Trace {
  public:
    Trace() { json_.begin_object().member("displayTimeUnit", "ms").key("traceEvents").begin_array(); }

    void name_rank(int rank, const std::string& name) {
        json_.begin_object().member("ph", "M").member("name", "process_name").member("pid", rank);
        json_.member("tid", 0).key("args").begin_object().member("name", name).end_object().end_object();
    }

    void slice(int rank, std::string_view name, std::string_view category, double begin, double end) {
        event("X", rank, name, category, nanoseconds(begin));
        json_.key("dur").json(microseconds(nanoseconds(end) - nanoseconds(begin))).end_object();
    }

    void slice(int rank, std::string_view name, const Message& message, double begin, double end) {
        event("X", rank, name, "message", nanoseconds(begin));
        json_.key("dur").json(microseconds(nanoseconds(end) - nanoseconds(begin)));
        const Transfer& transfer = message.transfer;
        json_.key("args").begin_object().member("round", transfer.round + 1);
        json_.member("source", transfer.source).member("target", transfer.target);
        json_.member("pairs", message.pairs).member("bytes", message.bytes);
        json_.member("action", to_string(transfer.action)).member("first_slice", transfer.slices.first);
        json_.member("slices", transfer.slices.size()).end_object().end_object();
    }

    /// From the begin of the send to the end of the receive.
    void arrow(std::size_t id, const Message& message) {
        event("s", message.transfer.source, "message", "message", nanoseconds(message.send_begin));
        json_.member("id", id).end_object();
        const std::int64_t begin = nanoseconds(message.receive_begin);
        const std::int64_t end = nanoseconds(message.receive_end);
        event("f", message.transfer.target, "message", "message", std::max(begin, end - 1));
        json_.member("bp", "e").member("id", id).end_object();
    }

    std::string text(bool all_sights) {
        json_.end_array();
        if (!all_sights) json_.member("note", "too many transfers: single ones are left out");
        json_.end_object();
        return json_.text() + "\n";
    }

  private:
    void event(std::string_view phase, int rank, std::string_view name, std::string_view category,
               std::int64_t time) {
        json_.begin_object().member("ph", phase).member("pid", rank).member("tid", 0);
        json_.member("name", name).member("cat", category).key("ts").json(microseconds(time));
    }

    JsonWriter json_;
};

}  // namespace

std::string to_trace(const Recording& recording) {
    Trace trace;
    for (int rank = 0; rank < recording.ranks(); ++rank) {
        const int node = recording.node_of_rank[static_cast<std::size_t>(rank)];
        trace.name_rank(rank, fmt::format("rank {}, node {}", rank, node));
    }
    for (const auto& stretch : recording.stretches) {
        trace.slice(stretch.rank, stretch.name, stretch.round < 0 ? "step" : "round", stretch.begin,
                    stretch.end);
    }
    std::size_t id = 0;
    for (const Message& message : messages(recording)) {
        const Transfer& transfer = message.transfer;
        const std::string load = counted(message.pairs, "pair");
        trace.slice(transfer.source, fmt::format("send {} to rank {}", load, transfer.target), message,
                    message.send_begin, message.send_end);
        trace.slice(transfer.target, fmt::format("receive {} from rank {}", load, transfer.source), message,
                    message.receive_begin, message.receive_end);
        trace.arrow(++id, message);
    }
    return trace.text(recording.all_sights);
}

}  // namespace collective
