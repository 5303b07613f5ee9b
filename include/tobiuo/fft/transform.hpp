// SPDX-License-Identifier: BSD-3-Clause
// Which Fourier transform is asked for, and where its data lies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tobiuo/backend.hpp>
#include <tobiuo/extents.hpp>

namespace tobiuo::fft {

enum class Kind { c2c, r2c, c2r };
enum class Direction { forward, inverse };
enum class Placement { out_of_place, in_place };

/// A discrete Fourier transform over one to three axes, of `batch` arrays that follow each other.
///
/// forward   X[k] = sum over n of x[n] exp(-2 pi i (kx nx / Nx + ky ny / Ny + kz nz / Nz))
/// inverse   the same sum with exp(+2 pi i ...). Neither is scaled: inverse after forward gives
///           Nx Ny Nz times the input.
///
/// Arrays have x contiguous, see Extents:
///   complex side of c2c   [batch][z][y][x]
///   complex side of r2c   [batch][z][y][Nx/2 + 1]: the other half follows from X[-k] = conj X[k]
///   real side             [batch][z][y][x]; in place rows are padded to their spectrum,
///                         [batch][z][y][2 (Nx/2 + 1)]
/// c2r takes the imaginary parts of elements that must be real for a real result as zero, whatever
/// finite number they hold, and may overwrite its input even out of place.
struct Transform {
    Extents extents;  ///< points of the real side, or of the complex sides of c2c
    Kind kind = Kind::c2c;
    /// Without a value, r2c and c2c are forward and c2r is inverse.
    std::optional<Direction> direction = {};
    Precision precision = Precision::fp64;
    Placement placement = Placement::in_place;
    std::int64_t batch = 1;

    [[nodiscard]] bool operator==(const Transform&) const = default;
};

/// The reason why a Plan of the transform cannot be made, as one sentence with the cure: extents or
/// a batch below 1, more bytes than a 64-bit address reaches, a real kind in the other direction, a
/// back end that this machine lacks, or more than the current device can do. Nothing if it can be
/// made.
[[nodiscard]] std::optional<std::string> unsupported_reason(const Transform& transform,
                                                            Backend backend);

/// Bytes of the arrays that execute() reads and writes, over all batches; in place both are the
/// same. These two and describe() require a valid transform.
[[nodiscard]] std::int64_t input_bytes(const Transform& transform);
[[nodiscard]] std::int64_t output_bytes(const Transform& transform);

/// The transform in words, "r2c 512x256x128 double, in place": points along x, y and z without
/// trailing axes of one point.
[[nodiscard]] std::string describe(const Transform& transform);

}  // namespace tobiuo::fft
