#include "collective/tool/own_lines.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <span>
#include <system_error>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "collective/error.hpp"
#include "collective/format/compression.hpp"
#include "collective/format/json_lines.hpp"
#include "collective/tool/job.hpp"
#include "collective/transport/codec.hpp"

namespace collective::tool {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// What each process gives.
std::vector<Numbers> gather(Session& session, const Numbers& mine) {
    const Bytes block = BlockWriter().append(std::as_bytes(std::span(mine))).take();
    std::vector<Numbers> all;
    for (const Bytes& bytes : session.transport().allgather({&block, 1})) {
        Numbers& its = all.emplace_back(bytes.size() / sizeof(std::uint64_t));
        if (!its.empty()) std::memcpy(its.data(), bytes.data(), bytes.size());
    }
    return all;
}

Numbers joined(const std::vector<Numbers>& lists) {
    Numbers all;
    for (const Numbers& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
}

/// Size and time of the last change; of what is no plain file nothing.
Numbers stamp_of(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    const auto changed = fs::last_write_time(path, error).time_since_epoch().count();
    return {fs::file_size(path, error), static_cast<std::uint64_t>(changed)};
}

}  // namespace

InputFile open_shared(Session& session, const std::string& path) {
    const Numbers stamp = stamp_of(path);
    const auto stamps = gather(session, stamp);
    const bool is_same = std::all_of(stamps.begin(), stamps.end(), [&](const Numbers& its) {
        return !its.empty() && its == stamps.front();
    });
    if (!is_same) throw InputError(path + ": not one plain file for all ranks");
    InputFile file;
    session.on_all([&] {
        file = read_file(path);
        if (file.text().size() != stamp.front()) throw InputError(path + ": it changed");
        if (is_compressed(file)) throw InputError(path + ": it is packed");
    });
    return file;
}

Lines own_lines(Session& session, const InputFile& file) {
    const int rank = session.transport().members().front(), ranks = session.processes();
    const std::size_t size = file.text().size();
    std::vector<std::size_t> mine;
    session.on_all([&] {
        const auto [from, to] = block_of(size, rank, ranks);
        mine = rows_between(file.text(), from, to, [&] { file.mapping.release(); });
    });
    const Numbers counts = joined(gather(session, {mine.size()}));
    const auto before = std::accumulate(counts.begin(), counts.begin() + rank, std::uint64_t{0});
    const auto rows = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (rows == 0) throw InputError(file.name + ": no row");

    Numbers begins;  // of those blocks whose first row this process found
    for (int other = 0; other < ranks; ++other) {
        const std::size_t first = block_of(rows, other, ranks).first;
        if (first >= before && first - before < mine.size()) begins.push_back(mine[first - before]);
    }
    begins = joined(gather(session, begins));
    begins.push_back(size);
    const auto [first, last] = block_of(rows, rank, ranks);
    const auto* const mark = &begins[static_cast<std::size_t>(rank)];
    // With the line feed before it, so that nothing in it is taken for the beginning of the file.
    return {first == 0 ? 0 : mark[0] - 1, mark[1], last - first};
}

void expect_distinct_names(Session& session, const Document& document) {
    Numbers hashes;
    session.on_all([&] {
        for (const std::string& name : document.names) {
            const std::string meaning = meaning_of_name(name);
            hashes.push_back(XXH3_64bits(meaning.data(), meaning.size()));
        }
    });
    hashes = joined(gather(session, hashes));
    std::sort(hashes.begin(), hashes.end());
    if (std::adjacent_find(hashes.begin(), hashes.end()) != hashes.end())
        throw InputError("two workers have one name");
}

}  // namespace collective::tool
