// SPDX-License-Identifier: BSD-3-Clause
// Fields in the kind of VTK file that suits their grid, alone or in pieces with their index.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "app/output/field/vti.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"

namespace tobiuo {

/// Writes a .vtr as write_vti() writes a .vti, for any grid: the file has the coordinates of its
/// nodes. Throws OutputError.
void write_vtr(const std::filesystem::path& path, const ImageDescription& description,
               std::span<const Field> fields);

/// The extension of the file: ".vtr" if an axis is stretched, else ".vti".
[[nodiscard]] std::string_view fields_extension(const Grid& grid);

/// Writes a .vti or a .vtr, as fields_extension() says. Throws OutputError; std::invalid_argument
/// if `path` does not end with the extension.
void write_fields(const std::filesystem::path& path, const ImageDescription& description,
                  std::span<const Field> fields);

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
