// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/scaling/known_answers.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace tobiuo::scaling_bench {
namespace {

using poisson::Condition;
using poisson::Sides;

/// A mode of an axis of n cells: cos or sin of 2 angle (i + 1/2) at cell i, with the eigenvalue
/// -(2 sin(angle) / h)^2.
struct AxisMode {
    double angle{};
    bool is_sine = false;  ///< zero at the lower wall

    [[nodiscard]] std::vector<double> values(std::int64_t cells) const
    {
        std::vector<double> values;
        for (std::int64_t cell = 0; cell < cells; ++cell) {
            const double phase = 2.0 * angle * (static_cast<double>(cell) + 0.5);
            values.push_back(is_sine ? std::sin(phase) : std::cos(phase));
        }
        return values;
    }
    /// The eigenvalue of cells of width 1 without its sign.
    [[nodiscard]] double size() const { return 4.0 * std::sin(angle) * std::sin(angle); }
};

/// Mode `number` of an axis, counted from the lowest one, which is 0.
AxisMode mode_of(const Sides& sides, std::int64_t cells, int number)
{
    const double step = std::numbers::pi / static_cast<double>(cells);
    if (sides.lower == Condition::periodic) {
        return {.angle = step * number};
    }
    const bool is_sine = sides.lower == Condition::dirichlet;
    if (sides.lower != sides.upper) {
        return {.angle = step * (0.5 * number + 0.25), .is_sine = is_sine};
    }
    return {.angle = step * 0.5 * (is_sine ? number + 1 : number), .is_sine = is_sine};
}

/// The lowest eigenvalue of cells of width 1 that is not zero, without its sign.
double lowest_eigenvalue(const std::vector<std::int64_t>& lengths,
                         const std::array<Sides, 3>& sides)
{
    double lowest = 0;
    double next = std::numeric_limits<double>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = lengths[2 - axis];
        lowest += mode_of(sides.at(axis), cells, 0).size();
        next = std::min(next, mode_of(sides.at(axis), cells, 1).size());
    }
    return lowest > 0 ? lowest : next;
}

/// The width of cells with which the lowest eigenvalue is 1.
double width_of(const std::vector<std::int64_t>& lengths, const poisson_bench::Boundary& boundary)
{
    return std::sqrt(lowest_eigenvalue(lengths, boundary.sides));
}

template <typename Value>
double largest_difference(std::span<const Value> some, std::span<const Value> other)
{
    double largest = 0;
    const std::int64_t count = std::ssize(some);
#pragma omp parallel for schedule(static) reduction(max : largest)
    for (std::int64_t at = 0; at < count; ++at) {
        const auto n = static_cast<std::size_t>(at);
        const auto difference = static_cast<double>(std::abs(some[n] - other[n]));
        largest =
            std::max(largest, difference >= 0 ? difference : std::numeric_limits<double>::max());
    }
    return largest;
}

}  // namespace

poisson::Problem known_problem(const std::vector<std::int64_t>& lengths,
                               const poisson_bench::Boundary& boundary, Precision precision)
{
    const double width = width_of(lengths, boundary);
    std::array<double, 3> sides{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        sides.at(axis) = width * static_cast<double>(lengths[2 - axis]);
    }
    const poisson::Problem problem{
        .grid = box({.x = lengths[2], .y = lengths[1], .z = lengths[0]}, sides),
        .sides = boundary.sides,
        .precision = precision};
    poisson::validate(problem);
    return problem;
}

KnownSolution known_solution(const std::vector<std::int64_t>& lengths,
                             const poisson_bench::Boundary& boundary, Precision precision)
{
    constexpr std::array numbers{3, 2, 1};  // of the modes of x, y, z: each axis is told apart
    const double width = width_of(lengths, boundary);
    KnownSolution known;
    known.problem = known_problem(lengths, boundary, precision);
    std::array<std::vector<double>*, 3> factors{&known.f.x, &known.f.y, &known.f.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t cells = lengths[2 - axis];
        const AxisMode mode = mode_of(boundary.sides.at(axis), cells, numbers.at(axis));
        known.eigenvalue -= mode.size() / (width * width);
        *factors.at(axis) = mode.values(cells);
    }
    return known;
}

double solution_tolerance(const std::vector<std::int64_t>& lengths, Precision precision)
{
    constexpr double factor = 8.0;
    const double eps = precision == Precision::fp32 ? std::numeric_limits<float>::epsilon()
                                                    : std::numeric_limits<double>::epsilon();
    return factor * eps * static_cast<double>(std::ranges::max(lengths));
}

template <typename Value>
void SeparableField<Value>::plane(std::int64_t at, std::span<Value> out) const
{
    const Value factor = z[static_cast<std::size_t>(at)];
    const auto rows = static_cast<std::int64_t>(y.size());
#pragma omp parallel for schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
        const Value of_row = factor * y[static_cast<std::size_t>(row)];
        Value* const to = out.data() + static_cast<std::size_t>(row) * x.size();
        for (std::size_t column = 0; column < x.size(); ++column) {
            to[column] = of_row * x[column];
        }
    }
}

template <typename Value>
void write_planes_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                           const Machine& machine)
{
    std::vector<Value> plane(field.plane_values());
    const auto bytes = std::as_bytes(std::span{plane});
    for (std::int64_t at = 0; at < own.count; ++at) {
        field.plane(own.first + at, plane);
        machine.write_and_wait(own.data + static_cast<std::size_t>(at) * bytes.size(), bytes);
    }
}

template <typename Value>
double difference_and_wait(const SeparableField<Value>& field, const OwnPlanes& own,
                           const Machine& machine)
{
    std::vector<Value> expected(field.plane_values());
    std::vector<Value> found(field.plane_values());
    const auto bytes = std::as_writable_bytes(std::span{found});
    double largest = 0;
    for (std::int64_t at = 0; at < own.count; ++at) {
        field.plane(own.first + at, expected);
        machine.read_and_wait(bytes, own.data + static_cast<std::size_t>(at) * bytes.size());
        largest = std::max(largest, largest_difference<Value>(found, expected));
    }
    return largest;
}

template struct SeparableField<float>;
template struct SeparableField<double>;
template struct SeparableField<std::complex<float>>;
template struct SeparableField<std::complex<double>>;

using FloatField = SeparableField<float>;
using DoubleField = SeparableField<double>;
using ComplexFloatField = SeparableField<std::complex<float>>;
using ComplexDoubleField = SeparableField<std::complex<double>>;

template void write_planes_and_wait(const FloatField&, const OwnPlanes&, const Machine&);
template void write_planes_and_wait(const DoubleField&, const OwnPlanes&, const Machine&);
template void write_planes_and_wait(const ComplexFloatField&, const OwnPlanes&, const Machine&);
template void write_planes_and_wait(const ComplexDoubleField&, const OwnPlanes&, const Machine&);

template double difference_and_wait(const FloatField&, const OwnPlanes&, const Machine&);
template double difference_and_wait(const DoubleField&, const OwnPlanes&, const Machine&);
template double difference_and_wait(const ComplexFloatField&, const OwnPlanes&, const Machine&);
template double difference_and_wait(const ComplexDoubleField&, const OwnPlanes&, const Machine&);

}  // namespace tobiuo::scaling_bench
