// A field in one file, or in the files that an index (.pvti or .pvtr) names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "app/output/field/vti_header.hpp"
#include "kernels/ranks/slice.hpp"

namespace tobiuo::vti {

/// An index may name so many pieces. The files of all of them are open while an array is read, and
/// by default a process may have 1024.
inline constexpr std::size_t most_pieces = 256;

/// A file with neighbouring planes of z.
struct PieceFile {
    std::filesystem::path path;
    std::string name;     ///< as the index has it; empty where the file is the whole grid
    ranks::Slice planes;  ///< of values, counted in the whole grid
    Header header;
};

/// All files of a grid.
struct Pieces {
    Header whole;  ///< of all together, without a place for the bytes of its arrays
    /// In the order of their first planes, which together are all planes of the grid. Neighbours
    /// may share planes.
    std::vector<PieceFile> files;
};

/// Reads the header of a .vti or .vtr, or an index and the headers of its pieces, which are all
/// opened and compared. Throws std::runtime_error with one sentence, which names the piece that it
/// is about: one that is missing, lies outside the folder of the index, is an index itself, or has
/// not the extent, place or arrays that the index says; pieces that leave a gap.
[[nodiscard]] Pieces read_pieces(const std::filesystem::path& path);

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
