// SPDX-License-Identifier: BSD-3-Clause
// A field in one file, or in the files that an index (.pvti or .pvtr) names.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/output/field/vti_header.hpp"
#include "runtime/ranks/slice.hpp"

namespace tobiuo::vti {

/// A grid may be in so many pieces. The files of all of them are open while an array is read, and by
/// default a process may have 1024.
inline constexpr std::size_t most_pieces = 256;

/// A part of a grid: a file, or one of several pieces in a file.
struct PieceFile {
    std::filesystem::path path;
    std::string name;  ///< as the index has it, or its number; empty where it is the whole grid
    std::array<ranks::Slice, 3> box;  ///< its values along x, y, z, counted in the whole grid
    Header header;
};

/// All parts of a grid.
struct Pieces {
    Header whole;  ///< of all together, without a place for the bytes of its arrays
    /// In the order of their first planes. Together they are all of the grid; neighbours may share
    /// values.
    std::vector<PieceFile> files;
};

/// Reads the headers of all pieces of a .vti or .vtr, or an index and those of its pieces, which are
/// all opened and compared. Throws std::runtime_error with one sentence, which names the piece that
/// it is about: one that is missing, lies outside the folder of the index, is an index itself, or
/// has not the extent, place or arrays that the index says; pieces that leave a gap.
[[nodiscard]] Pieces read_pieces(const std::filesystem::path& path, const VtiWanted& wanted = {});

/// Runs `read` and puts the name of the piece, if it has one, before the text of its error.
template <typename Read>
auto at_piece(const std::string& name, const Read& read)
{
    try {
        return read();
    } catch (const std::runtime_error& error) {
        if (name.empty()) {
            throw;
        }
        throw std::runtime_error{"its piece '" + name + "': " + error.what()};
    }
}

}  // namespace tobiuo::vti
