// SPDX-License-Identifier: BSD-3-Clause
// The velocity from which a flow starts, from a file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>

#include "app/case/values/values.hpp"

namespace tobiuo {

/// The velocity of the file at the points of u, v and w, [component][z][y][x]. The file has vectors
/// at the centres of cells of the same box, however many: between centres it is interpolated along
/// each axis linearly, and carried on so to walls. An axis of one cell in the file is one along
/// which nothing changes. Throws InputError if the file cannot be read, has its values on nodes, or
/// another box.
[[nodiscard]] std::array<std::vector<double>, 3> velocity_of_file(const FieldFile& file,
                                                                  const flow::Problem& problem);

/// The array of one component of the file at the centres of cells, likewise.
[[nodiscard]] std::vector<double> scalar_of_file(const FieldFile& file,
                                                 const flow::Problem& problem);

/// The values of a .npy file at the points of velocity `component`, or with no_component at the
/// centres of cells. Its axes are those of the case, z the slowest: it has values at the centres of
/// cells, between which they are interpolated as above, or one more along the axis of the component,
/// those on all faces across it. Throws InputError for `key`.
[[nodiscard]] std::vector<double> values_of_array(const FieldFile& file, const std::string& key,
                                                  const flow::Problem& problem, int dimensions,
                                                  int component);

/// Bytes of host memory that this takes for a moment, of a file with vectors. Throws as
/// velocity_of_file() does.
[[nodiscard]] std::int64_t velocity_file_bytes(const FieldFile& file);

}  // namespace tobiuo
