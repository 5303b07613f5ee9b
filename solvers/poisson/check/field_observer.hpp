// SPDX-License-Identifier: BSD-3-Clause
// What is found out about a right-hand side and its solution where they are, by items of a machine.
#pragma once

#include <cstdint>
#include <optional>

#include <tobiuo/stream.hpp>

#include "kernels/poisson/value_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/expression/array_filler.hpp"
#include "solvers/poisson/check/machine_stencil.hpp"
#include "solvers/poisson/check/norms.hpp"
#include "solvers/poisson/check/residual.hpp"
#include "solvers/poisson/check/row_summation.hpp"
#include "solvers/poisson/check/stretched_summation.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// A formula of x, y and z at the unknowns of a problem.
[[nodiscard]] expression::FormulaArray formula_at_unknowns(const Expression& formula,
                                                           const Problem& problem);

/// Norms of the exact solution, and of the error of a solution.
struct Compared {
    Norms error;
    Norms exact;
};

/// What is subtracted from both before.
struct CompareOffsets {
    double of_error{};
    double of_exact{};
};

/// Norms, residuals and errors of whole fields of unknowns in the memory of a machine, of which only
/// sums cross a link; formulas are evaluated there, too. Waits for all that is on the stream.
///
/// Bits      those of norms_of() and residual_of(); formulas see ArrayFiller.
/// Memory    a block of rows of x in doubles, twice.
template <typename T>
class FieldObserver {
public:
    /// Bytes of the machine's memory that it takes.
    [[nodiscard]] static std::int64_t bytes(const Problem& problem);

    /// The machine has items and outlives the observer. Throws std::invalid_argument for the spectral
    /// operator, and DeviceError.
    FieldObserver(const Problem& problem, const runtime::Machine& machine);

    [[nodiscard]] Norms norms_and_wait(const T* values, Stream stream);
    [[nodiscard]] Norms norms_and_wait(const expression::ArrayFiller& field, Stream stream);
    [[nodiscard]] Residual residual_and_wait(const T* f, double removed_mean, const T* u,
                                             Stream stream);
    [[nodiscard]] Compared compare_and_wait(const T* u, const expression::ArrayFiller& exact,
                                            const CompareOffsets& offsets, Stream stream);

    /// Fills f with the values of a formula times a factor, rounded once. Returns the norms of the
    /// formula.
    [[nodiscard]] Norms fill_and_wait(const expression::ArrayFiller& source, double factor, T* f,
                                      Stream stream);

private:
    /// Calls visit(first row, number of rows) for each block.
    template <typename Visit>
    void for_each_block(const Visit& visit) const;
    [[nodiscard]] double* formula_values() const { return formula_values_.as<double>(); }

    Problem problem_;
    const runtime::Machine& machine_;
    Stencil<T> stencil_;
    RowSummation<T> rows_;
    RowSummation<double> rows_of_doubles_;
    std::optional<StretchedSummation<T>> lines_;  ///< of a stretched axis
    runtime::ForEach<CompareValues<T>> compare_;
    runtime::ForEach<RoundValues<T>> round_;
    runtime::Array formula_values_;  ///< of a block
    runtime::Array differences_;     ///< of a block: residual or error
};

extern template class FieldObserver<float>;
extern template class FieldObserver<double>;

}  // namespace tobiuo::poisson
