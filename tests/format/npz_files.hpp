#pragma once

#include <zlib.h>

#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace collective {

/// A number as bytes, the lowest first.
inline std::string little(unsigned long long value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) {
        text += static_cast<char>(value);
        value >>= 8;
    }
    return text;
}

/// The bytes of numbers as NumPy's type has them: `<i4`, `>f8`, ...
inline std::string elements(const std::string& type, const std::vector<double>& numbers) {
    const int width = type[2] - '0';
    std::string all;
    for (const double number : numbers) {
        unsigned long long bits = 0;
        if (type[1] == 'f') {
            bits = width == 8 ? std::bit_cast<unsigned long long>(number)
                              : std::bit_cast<unsigned>(static_cast<float>(number));
        } else {
            bits = static_cast<unsigned long long>(static_cast<long long>(number));
        }
        std::string one = little(bits, width);
        all += type[0] == '>' ? std::string(one.rbegin(), one.rend()) : one;
    }
    return all;
}

/// A `.npy`, made from the description of its format.
inline std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                       bool fortran = false, int version = 1) {
    const std::string header = "{'descr': " + (type.front() == '[' ? type : "'" + type + "'") +
                               ", 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape +
                               ", }   \n";
    return "\x93NUMPY" + little(static_cast<unsigned>(version), 1) + little(0, 1) +
           little(header.size(), version == 1 ? 2 : 4) + header + data;
}

/// A list of numbers.
inline std::string npy(const std::string& type, const std::vector<double>& numbers) {
    return npy(type, "(" + std::to_string(numbers.size()) + ",)", elements(type, numbers));
}

using Members = std::vector<std::pair<std::string, std::string>>;

/// A ZIP file of members stored or deflated.
inline std::string zip(const Members& members, bool deflated = false) {
    std::string file, directory;
    for (const auto& [name, data] : members) {
        std::string packed = data;
        if (deflated) {
            z_stream stream{};
            deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
            packed.resize(deflateBound(&stream, data.size()));
            stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
            stream.avail_in = static_cast<uInt>(data.size());
            stream.next_out = reinterpret_cast<Bytef*>(packed.data());
            stream.avail_out = static_cast<uInt>(packed.size());
            deflate(&stream, Z_FINISH);
            packed.resize(stream.total_out);
            deflateEnd(&stream);
        }
        const auto crc =
            crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
        const std::string common = little(20, 2) + little(0, 2) + little(deflated ? 8 : 0, 2) + little(0, 4) +
                                   little(crc, 4) + little(packed.size(), 4) + little(data.size(), 4) +
                                   little(name.size(), 2) + little(0, 2);
        directory +=
            "PK\x01\x02" + little(20, 2) + common + little(0, 2 + 2 + 2 + 4) + little(file.size(), 4) + name;
        file += "PK\x03\x04" + common + name + packed;
    }
    const std::string count = little(members.size(), 2);
    return file + directory + "PK\x05\x06" + little(0, 4) + count + count + little(directory.size(), 4) +
           little(file.size(), 4) + little(0, 2);
}

}  // namespace collective
