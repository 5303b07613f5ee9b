// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/check/field_observer.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "solvers/poisson/face.hpp"

namespace tobiuo::poisson {
namespace {

/// A block is large enough to keep a device busy for as long as launching its kernels takes.
constexpr std::int64_t block_values = std::int64_t{1} << 23;
constexpr std::int64_t most_block_rows = std::int64_t{1} << 16;

std::int64_t rows_of_x(const Problem& problem)
{
    return points(problem) / shape_of(problem)[0];
}

std::int64_t rows_of_block(const Problem& problem)
{
    const std::int64_t wanted =
        std::clamp(block_values / shape_of(problem)[0], std::int64_t{1}, most_block_rows);
    return std::min(wanted, rows_of_x(problem));
}

std::size_t bytes_of_block(const Problem& problem)
{
    return static_cast<std::size_t>(rows_of_block(problem) * shape_of(problem)[0]) * sizeof(double);
}

}  // namespace

expression::FormulaArray formula_at_unknowns(const Expression& formula, const Problem& problem)
{
    expression::FormulaArray array{.formula = formula, .positions = {}};
    for (int axis = 0; axis < 3; ++axis) {
        for (std::int64_t n = 0; n < unknowns(problem, axis).count; ++n) {
            array.positions.at(static_cast<std::size_t>(axis))
                .push_back(position(problem, axis, n));
        }
    }
    return array;
}

template <typename T>
std::int64_t FieldObserver<T>::bytes(const Problem& problem)
{
    const auto block = static_cast<std::int64_t>(bytes_of_block(problem));
    // Pieces of 64 values or fewer have three numbers, rows and lines a few.
    std::int64_t lines = 0;
    if (const auto axis = eliminated_axis(problem)) {
        lines = weighted_line_sums * points(problem) / unknowns(problem, *axis).count *
                static_cast<std::int64_t>(sizeof(double));
    }
    const std::int64_t pieces = (shape_of(problem)[0] + 63) / 64;
    return 2 * block +
           2 * rows_of_block(problem) *
               (pieces * static_cast<std::int64_t>(sizeof(PieceSums)) +
                static_cast<std::int64_t>(sizeof(RowSums))) +
           lines;
}

template <typename T>
FieldObserver<T>::FieldObserver(const Problem& problem, const runtime::Machine& machine)
    : problem_{problem},
      machine_{machine},
      stencil_{problem, machine},
      rows_{problem, machine},
      rows_of_doubles_{problem, machine},
      compare_{machine},
      round_{machine},
      formula_values_{machine.allocate(bytes_of_block(problem))},
      differences_{machine.allocate(bytes_of_block(problem))}
{
    if (eliminated_axis(problem)) {
        lines_.emplace(problem, machine);
    }
}

template <typename T>
template <typename Visit>
void FieldObserver<T>::for_each_block(const Visit& visit) const
{
    const std::int64_t all = rows_of_x(problem_);
    const std::int64_t block = rows_of_block(problem_);
    for (std::int64_t first = 0; first < all; first += block) {
        visit(first, std::min(block, all - first));
    }
}

template <typename T>
Norms FieldObserver<T>::norms_and_wait(const T* values, Stream stream)
{
    NormSum sum{problem_};
    for_each_block([&](std::int64_t first, std::int64_t rows) {
        sum.add(rows_.sums_and_wait(values + first * shape_of(problem_)[0], rows, stream));
    });
    return sum.norms();
}

template <typename T>
Norms FieldObserver<T>::norms_and_wait(const expression::ArrayFiller& field, Stream stream)
{
    NormSum sum{problem_};
    for_each_block([&](std::int64_t first, std::int64_t rows) {
        field.fill_rows(first, rows, formula_values(), stream);
        sum.add(rows_of_doubles_.sums_and_wait(formula_values(), rows, stream));
    });
    return sum.norms();
}

template <typename T>
Residual FieldObserver<T>::residual_and_wait(const T* f, double removed_mean, const T* u,
                                             Stream stream)
{
    const std::int64_t row = shape_of(problem_)[0];
    const std::int64_t plane = row * shape_of(problem_)[1];
    std::vector<const T*> planes;
    for (std::int64_t z = 0; z < shape_of(problem_)[2]; ++z) {
        planes.push_back(u + z * plane);
    }
    const runtime::Array table = machine_.copied_and_wait(std::as_bytes(std::span{planes}), stream);
    auto* const block = differences_.as<T>();
    NormSum left{problem_};
    for_each_block([&](std::int64_t first, std::int64_t rows) {
        stencil_.apply({.planes = table.as<const T*>(),
                        .first = first,
                        .f = f + first * row,
                        .removed_mean = removed_mean,
                        .to = block},
                       rows, stream);
        left.add(rows_.sums_and_wait(block, rows, stream));
    });
    ResidualNorms norms{
        .left = left.norms(), .f = norms_and_wait(f, stream), .u = norms_and_wait(u, stream)};
    if (lines_) {
        norms.stretched = lines_->sums_and_wait({.f = f,
                                                 .largest_f = norms.f.max,
                                                 .removed_mean = removed_mean,
                                                 .u = u,
                                                 .largest_u = norms.u.max},
                                                ranks::OneRank{}, stream);
    }
    return residual_of(problem_, norms);
}

template <typename T>
Compared FieldObserver<T>::compare_and_wait(const T* u, const expression::ArrayFiller& exact,
                                            const CompareOffsets& offsets, Stream stream)
{
    const std::int64_t row = shape_of(problem_)[0];
    auto* const error = differences_.as<double>();
    NormSum of_error{problem_};
    NormSum of_exact{problem_};
    for_each_block([&](std::int64_t first, std::int64_t rows) {
        exact.fill_rows(first, rows, formula_values(), stream);
        compare_({.u = u + first * row,
                  .exact = formula_values(),
                  .error = error,
                  .offset_of_error = offsets.of_error,
                  .offset_of_exact = offsets.of_exact},
                 rows * row, stream);
        of_error.add(rows_of_doubles_.sums_and_wait(error, rows, stream));
        of_exact.add(rows_of_doubles_.sums_and_wait(formula_values(), rows, stream));
    });
    return {.error = of_error.norms(), .exact = of_exact.norms()};
}

template <typename T>
Norms FieldObserver<T>::fill_and_wait(const expression::ArrayFiller& source, double factor, T* f,
                                      Stream stream)
{
    const std::int64_t row = shape_of(problem_)[0];
    NormSum sum{problem_};
    for_each_block([&](std::int64_t first, std::int64_t rows) {
        source.fill_rows(first, rows, formula_values(), stream);
        round_({.from = formula_values(), .to = f + first * row, .factor = factor}, rows * row,
               stream);
        sum.add(rows_of_doubles_.sums_and_wait(formula_values(), rows, stream));
    });
    return sum.norms();
}

template class FieldObserver<float>;
template class FieldObserver<double>;

}  // namespace tobiuo::poisson
