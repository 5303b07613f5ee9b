// SPDX-License-Identifier: BSD-3-Clause
// Surfaces in files that ParaView opens: .vtp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tobiuo {

/// Faces of four corners each, which neighbours share.
struct BodyFaces {
    std::vector<std::array<double, 3>> points;
    /// Numbers of points, anticlockwise from outside.
    std::vector<std::array<std::int64_t, 4>> faces;
    std::vector<int> body;  ///< of each face, counted from 1
};

/// A file of VTK's XML format for polygons, with the number of the body as data of each face, `body`, and
/// `metadata` as data of the field. Throws OutputError.
[[nodiscard]] std::string vtp_text(const BodyFaces& surface,
                                   const std::map<std::string, std::string>& metadata);

}  // namespace tobiuo
