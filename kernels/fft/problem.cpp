// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/problem.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>

namespace tobiuo::fft {
namespace {

constexpr std::size_t most_axes = 3;

std::string_view word(Kind kind)
{
    return kind == Kind::c2c ? "c2c" : kind == Kind::r2c ? "r2c" : "c2r";
}

[[noreturn]] void refuse_size()
{
    throw std::invalid_argument{
        "the transform needs 2^63 bytes or more (addresses have 64 bits): use shorter axes or a "
        "smaller batch"};
}

/// The product of positive factors. Throws if it overflows.
std::int64_t product(std::int64_t first, std::int64_t second)
{
    if (second > std::numeric_limits<std::int64_t>::max() / first) {
        refuse_size();
    }
    return first * second;
}

/// The number of rows of the last axis in all batches.
std::int64_t rows(const Problem& problem)
{
    return std::accumulate(
        problem.lengths.begin(), problem.lengths.end() - 1, problem.batch,
        [&](std::int64_t so_far, std::int64_t length) { return product(so_far, length); });
}

std::int64_t complex_side_bytes(const Problem& problem)
{
    const std::int64_t spectra = product(rows(problem), spectrum_row(problem));
    return product(spectra, 2 * bytes_per_value(problem.precision));
}

std::int64_t real_side_bytes(const Problem& problem)
{
    if (problem.placement == Placement::in_place) {
        return complex_side_bytes(problem);
    }
    const std::int64_t values = product(rows(problem), problem.lengths.back());
    return product(values, bytes_per_value(problem.precision));
}

void validate_lengths(const Problem& problem)
{
    const std::size_t axes = problem.lengths.size();
    if (axes == 0) {
        throw std::invalid_argument{
            "the transform has no axis (there is nothing to transform): give one to three lengths"};
    }
    if (axes > most_axes) {
        throw std::invalid_argument{
            "the transform has " + std::to_string(axes) +
            " axes (at most three are supported): transform the others in a second problem"};
    }
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (problem.lengths[axis] < 1) {
            throw std::invalid_argument{
                "length " + std::to_string(axis) + " of the transform is " +
                std::to_string(problem.lengths[axis]) +
                " (an axis has at least one point): give each axis a length of 1 or more"};
        }
    }
}

void validate_direction(const Problem& problem)
{
    const bool forward = problem.direction == Direction::forward;
    if (problem.kind == Kind::r2c && !forward) {
        throw std::invalid_argument{
            "an inverse r2c transform was asked for (r2c is always forward): set the direction to "
            "forward, or use c2r to come back from a spectrum"};
    }
    if (problem.kind == Kind::c2r && forward) {
        throw std::invalid_argument{
            "a forward c2r transform was asked for (c2r is always inverse): set the direction to "
            "inverse, or use r2c to transform real values"};
    }
}

std::uintptr_t address(const void* data)
{
    return reinterpret_cast<std::uintptr_t>(data);
}

void validate_array(const Problem& problem, std::string_view which, const void* data,
                    std::int64_t bytes)
{
    const std::string whose = "the " + std::string{which} + " array of the transform";
    if (bytes == 0) {
        return;
    }
    if (data == nullptr) {
        throw std::invalid_argument{whose + " is null (there is no data): pass an array of " +
                                    std::to_string(bytes) + " bytes"};
    }
    const int alignment = complex_bytes(problem.precision);
    if (address(data) % static_cast<std::uintptr_t>(alignment) != 0) {
        throw std::invalid_argument{
            whose +
            " is not aligned (it is read and written as complex numbers): start it at a "
            "multiple of " +
            std::to_string(alignment) + " bytes"};
    }
}

bool overlap(const PartBytes& part, const void* in, const void* out)
{
    const std::uintptr_t read = address(in);
    const std::uintptr_t written = address(out);
    return part.in > 0 && part.out > 0 &&
           (read <= written ? written - read < static_cast<std::uintptr_t>(part.in)
                            : read - written < static_cast<std::uintptr_t>(part.out));
}

}  // namespace

void validate(const Problem& problem)
{
    validate_lengths(problem);
    if (problem.batch < 1) {
        throw std::invalid_argument{"the batch of the transform is " +
                                    std::to_string(problem.batch) +
                                    " (there is nothing to transform): give 1 or more"};
    }
    validate_direction(problem);
    static_cast<void>(input_bytes(problem));
    static_cast<void>(output_bytes(problem));
}

std::int64_t points(const Problem& problem)
{
    return std::accumulate(
        problem.lengths.begin(), problem.lengths.end(), std::int64_t{1},
        [&](std::int64_t so_far, std::int64_t length) { return product(so_far, length); });
}

std::int64_t spectrum_row(const Problem& problem)
{
    const std::int64_t row = problem.lengths.back();
    return problem.kind == Kind::c2c ? row : row / 2 + 1;
}

std::int64_t input_bytes(const Problem& problem)
{
    return problem.kind == Kind::r2c ? real_side_bytes(problem) : complex_side_bytes(problem);
}

std::int64_t output_bytes(const Problem& problem)
{
    return problem.kind == Kind::c2r ? real_side_bytes(problem) : complex_side_bytes(problem);
}

std::string describe(const Problem& problem)
{
    std::string text{word(problem.kind)};
    for (std::size_t axis = 0; axis < problem.lengths.size(); ++axis) {
        text += (axis == 0 ? " " : "x") + std::to_string(problem.lengths[axis]);
    }
    text += problem.precision == Precision::fp32 ? " single" : " double";
    if (problem.kind == Kind::c2c && problem.direction == Direction::inverse) {
        text += " inverse";
    }
    if (problem.batch != 1) {
        text += ", batch " + std::to_string(problem.batch);
    }
    return text + (problem.placement == Placement::in_place ? ", in place" : ", out of place");
}

double flops(const Problem& problem)
{
    const auto n = static_cast<double>(points(problem));
    const double complex_flops = 5.0 * n * std::log2(n) * static_cast<double>(problem.batch);
    return problem.kind == Kind::c2c ? complex_flops : complex_flops / 2.0;
}

void validate_arrays(const Problem& problem, const void* in, const void* out)
{
    validate_arrays(problem, {.in = input_bytes(problem), .out = output_bytes(problem)}, in, out);
}

void validate_arrays(const Problem& problem, const PartBytes& part, const void* in, const void* out)
{
    validate_array(problem, "input", in, part.in);
    validate_array(problem, "output", out, part.out);
    if (problem.placement == Placement::in_place && in != out) {
        throw std::invalid_argument{
            "the arrays of the transform differ (an in-place transform has one array): pass the "
            "same address twice, or plan "
            "it out of place"};
    }
    if (problem.placement == Placement::out_of_place && overlap(part, in, out)) {
        throw std::invalid_argument{
            "the arrays of the transform overlap (the output would destroy input that is still "
            "needed): pass disjoint arrays, "
            "or plan it in place"};
    }
}

}  // namespace tobiuo::fft
