// What a Fourier transform is asked for, and where its data lies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/precision.hpp"

namespace tobiuo::fft {

enum class Kind { c2c, r2c, c2r };
enum class Direction { forward, inverse };
enum class Placement { out_of_place, in_place };

/// A discrete Fourier transform over one to three axes, of `batch` arrays that follow each other.
///
/// forward   X[k] = sum over n of x[n] exp(-2 pi i (k0 n0 / N0 + k1 n1 / N1 + ...))
/// inverse   the same with exp(+2 pi i ...). Neither is scaled: inverse after forward gives
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
/// finite number is there, and may overwrite its input even out of place.
struct Problem {
    std::vector<std::int64_t> lengths;  ///< N0, N1, N2: points per axis, the slowest axis first
    Kind kind = Kind::c2c;
    Direction direction = Direction::forward;
    Precision precision = Precision::fp32;
    Placement placement = Placement::in_place;
    std::int64_t batch = 1;

    [[nodiscard]] bool operator==(const Problem&) const = default;
};

/// Throws std::invalid_argument, one sentence: what is wrong, why, what to do. Wrong are: no axis
/// or more than three, lengths or a batch below 1, more bytes than a 64-bit address, a real kind
/// with the other direction. What follows is for valid problems.
void validate(const Problem& problem);

/// Points of one transform: the product of the lengths.
[[nodiscard]] std::int64_t points(const Problem& problem);

/// Complex numbers in a row of the complex side: the last length, or half of it plus one.
[[nodiscard]] std::int64_t spectrum_row(const Problem& problem);

/// Bytes that execute() reads at `in` and writes at `out`, all batches; in place both are the same.
[[nodiscard]] std::int64_t input_bytes(const Problem& problem);
[[nodiscard]] std::int64_t output_bytes(const Problem& problem);

/// "r2c 512x512x512 single, in place" or "c2c 1024 double inverse, batch 64, out of place".
[[nodiscard]] std::string describe(const Problem& problem);

/// The usual count: 5 N log2 N for a complex transform of N points, half of that for a real one;
/// all batches.
[[nodiscard]] double flops(const Problem& problem);

/// Throws std::invalid_argument unless `in` and `out` fit the problem: neither null, both aligned
/// to a complex number, equal in place, disjoint out of place.
void validate_arrays(const Problem& problem, const void* in, const void* out);

}  // namespace tobiuo::fft
