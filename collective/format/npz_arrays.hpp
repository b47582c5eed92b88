#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "collective/format/npy_array.hpp"
#include "collective/format/zip_archive.hpp"

namespace collective {

/// The arrays of a `.npz` by name, unpacked when they are asked for.
/// **Throws** `InputError` that names the file and the array, where one is missing or not what is expected.
class NpzArrays {
  public:
    /// The bytes must stay where they are; `release` lets go of their memory.
    NpzArrays(std::string_view bytes, std::string_view file, const Release& release)
        : archive_(bytes, file), file_(file), release_([this, release] {
              if (release) release();
              for (const auto& [name, array] : unpacked_) array.mapping.release();
          }) {}
    NpzArrays(const NpzArrays&) = delete;
    NpzArrays& operator=(const NpzArrays&) = delete;

    /// Lets go of the memory of all arrays.
    const Release& release() const { return release_; }

    bool has(std::string_view name) const { return find(name) != nullptr; }

    const NpyArray& operator[](std::string_view name);

    /// A list of integers, of any size or of this one.
    const NpyArray& integers(std::string_view name);
    const NpyArray& integers(std::string_view name, std::size_t size);

    /// A list of numbers, or of rows of them: for each pair one.
    const NpyArray& values(std::string_view name, std::size_t pairs);

    /// Refuses any other array.
    void allow_only(std::initializer_list<std::string_view> names) const;

    [[noreturn]] void fail(std::string_view what) const;

  private:
    const ZipArchive::Member* find(std::string_view name) const;

    ZipArchive archive_;
    std::string_view file_;
    Release release_;
    std::map<std::string, InputFile> unpacked_;
    std::map<std::string, NpyArray, std::less<>> arrays_;
};

}  // namespace collective
