#include "collective/engine/engine.hpp"

#include <vector>

namespace collective {

void run(const Schedule& schedule, const Topology& topology, Transport& transport,
         std::span<Member* const> members, std::span<Observer* const> observers) {
    const std::span<const int> ranks = transport.members();
    std::vector<std::vector<Transfer>> incoming(members.size());
    const int rounds = schedule.rounds(topology);
    for (Observer* observer : observers) observer->begins(schedule, topology);
    for (int round = 0; round < rounds; ++round) {
        for (Observer* observer : observers) observer->round_begins(round, members);
        for (Member* member : members) member->begin_round();
        for (std::size_t i = 0; i < members.size(); ++i) {
            schedule.transfers(topology, ranks[i], round, [&](const Transfer& transfer) {
                if (transfer.target == ranks[i]) {
                    incoming[i].push_back(transfer);
                    return;
                }
                const Parcel parcel = members[i]->outgoing(transfer);
                transport.offer(transfer, parcel);
                for (Observer* observer : observers) observer->sent(transfer, parcel);
            });
        }
        transport.publish();
        for (std::size_t i = 0; i < members.size(); ++i) {
            while (!incoming[i].empty()) {
                const auto next =
                    incoming[i].begin() + static_cast<std::ptrdiff_t>(transport.next_arrival(incoming[i]));
                const Transfer transfer = *next;
                incoming[i].erase(next);
                const Parcel parcel = transport.view(transfer);
                for (Observer* observer : observers) observer->received(transfer, parcel);
                members[i]->incoming(transfer, parcel);
            }
        }
        for (Member* member : members) member->end_round();
        transport.end_round();
        for (Observer* observer : observers) observer->round_ends(round, members);
    }
}

}  // namespace collective
