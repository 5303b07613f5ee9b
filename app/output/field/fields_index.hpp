// The index of a field in pieces, by which ParaView opens the files of all ranks as one field.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "app/output/field/vti.hpp"
#include "kernels/ranks/slice.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// The extension of an index: ".pvtr" if an axis is stretched, else ".pvti".
[[nodiscard]] std::string index_extension(const Grid& grid);

/// The file of rank `rank` beside its index: p_2.vti beside p.pvti.
[[nodiscard]] std::filesystem::path piece_path(const std::filesystem::path& index, int rank);

/// Writes the index of the pieces that the ranks write to piece_path(), by write_fields() with the
/// planes of `slices` as `description.piece` and the same fields, whose values are not read here.
/// A rank without planes has no piece. The file is written as a temporary file, fsynced and
/// renamed. Throws OutputError; std::invalid_argument if `path` does not end with the extension, or
/// if slices or names do not fit.
void write_fields_index(const std::filesystem::path& path, const ImageDescription& description,
                        std::span<const Field> fields, std::span<const ranks::Slice> slices);

}  // namespace tobiuo
