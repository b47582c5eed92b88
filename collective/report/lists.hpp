#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collective/format/document.hpp"
#include "collective/transport/transport.hpp"

namespace collective {

/// The workers' lists, as much of them as a person can look at: the beginnings of some lists, and of the
/// coordinates that stand there some. It counts what it leaves out.
struct ListSample {
    struct Pair {
        std::int64_t coordinate;  ///< as `Document` keeps it
        std::string value;
    };
    struct Worker {
        std::int64_t index;
        std::string name;  ///< as JSON
        int rank;
        std::int64_t size;  ///< of its whole list
        std::vector<Pair> pairs;
    };
    struct Row {
        std::int64_t key;     ///< a place, or a coordinate as `Document` keeps it
        std::int64_t hidden;  ///< pairs with it that stand in no `Worker::pairs`
    };

    std::int64_t workers = 0, pairs = 0;  ///< of the job
    std::vector<Worker> shown;            ///< in order
    std::vector<Row> places;
    std::int64_t more_places = 0;
    std::vector<Row> coordinates;       ///< ascending
    std::int64_t more_coordinates = 0;  ///< that stand in some `Worker::pairs`, but not in `coordinates`
};

/// The lists of all processes' documents. `rank_of_worker` has the rank of each of the document's workers.
/// **Collective** over all processes of the transport, which has one member in each.
ListSample sample_lists(Transport& transport, const Document& document,
                        const std::vector<int>& rank_of_worker);

}  // namespace collective
