// SPDX-License-Identifier: BSD-3-Clause
// The problem of the engine: a Transform with its axes in the order of the data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tobiuo/fft/transform.hpp>

#include "runtime/precision.hpp"

namespace tobiuo::fft {

/// A discrete Fourier transform over one to three axes, of `batch` arrays that follow each other.
///
/// forward   X[k] = sum over n of x[n] exp(-2 pi i (k0 n0 / N0 + k1 n1 / N1 + ...))
/// inverse   the same sum with exp(+2 pi i ...). Neither is scaled: inverse after forward gives
///           N0 N1 N2 times the input.
/// r2c is always forward, c2r always inverse.
///
/// Order of data: C order, the last axis contiguous.
///   complex side of c2c    [batch][N0][N1][N2]
///   complex side of r2c    [batch][N0][N1][N2/2 + 1]: the other half follows from
///                          X[-k] = conj X[k]
///   real side              [batch][N0][N1][N2], in place [batch][N0][N1][2 (N2/2 + 1)]: each row
///                          is padded to its spectrum
/// c2r takes the imaginary parts of elements that must be real for a real result as zero, whatever
/// finite number they hold, and may overwrite its input even out of place.
struct Problem {
    std::vector<std::int64_t> lengths;  ///< N0, N1, N2: points per axis, the slowest axis first
    Kind kind = Kind::c2c;
    Direction direction = Direction::forward;
    Precision precision = Precision::fp32;
    Placement placement = Placement::in_place;
    std::int64_t batch = 1;

    [[nodiscard]] bool operator==(const Problem&) const = default;
};

/// Which axes of a problem a plan transforms: all of them, or of c2c the first one alone.
enum class Axes { all, slowest };

/// Throws std::invalid_argument with one sentence (what is wrong, why, what to do): for no axis or
/// more than three, lengths or a batch below 1, more bytes than a 64-bit address reaches, or a real
/// kind with the other direction. The functions below require a valid problem.
void validate(const Problem& problem);

/// The number of points of one transform: the product of the lengths.
[[nodiscard]] std::int64_t points(const Problem& problem);

/// Complex values in a row of the complex side: the last length, or half of it plus one.
[[nodiscard]] std::int64_t spectrum_row(const Problem& problem);

/// Bytes that execute() reads at `in` and writes at `out` for all batches; in place both are the
/// same.
[[nodiscard]] std::int64_t input_bytes(const Problem& problem);
[[nodiscard]] std::int64_t output_bytes(const Problem& problem);

/// The problem in words: "r2c 512x512x512 single, in place", "c2c 1024 double inverse, batch 64,
/// out of place".
[[nodiscard]] std::string describe(const Problem& problem);

/// The usual count for all batches: 5 N log2 N for a complex transform of N points, half of that
/// for a real one.
[[nodiscard]] double flops(const Problem& problem);

/// Throws std::invalid_argument unless `in` and `out` fit the problem: not null, aligned to a
/// complex number, equal in place, disjoint out of place.
void validate_arrays(const Problem& problem, const void* in, const void* out);

/// Bytes of the arrays of a rank that has a part of a problem.
struct PartBytes {
    std::int64_t in{};
    std::int64_t out{};
};

/// Validates the arrays of a rank, of which those of no bytes may be null.
void validate_arrays(const Problem& problem, const PartBytes& part, const void* in,
                     const void* out);

}  // namespace tobiuo::fft
