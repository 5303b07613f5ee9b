// SPDX-License-Identifier: BSD-3-Clause
// A viscosity that is not the same everywhere: of the eddies that a grid does not carry, and of a
// formula.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/eddy_items.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/expression/array_filler.hpp"
#include "solvers/expression/field_formula.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Throws std::invalid_argument with a sentence for eddies that are refused.
void validate_eddies(const Problem& problem);

/// Whether the viscosity on a face is Problem::viscosity, whatever that of the cells beside it is.
[[nodiscard]] bool has_no_eddies(const Problem& problem, int face);

/// What the viscosity in the cells of a slab follows from.
template <typename T>
class VaryingViscosity {
public:
    /// The viscosity of the problem varies. Throws std::bad_alloc or DeviceError.
    VaryingViscosity(const Problem& problem, const Slab& slab, const runtime::Machine& machine);

    /// What it follows from at `time`, once the work on the stream is done.
    [[nodiscard]] EddyRules<T> rules(double time, const T* scalar, Stream stream) const;

    /// Whether a formula has the time, which a graph of a step would keep.
    [[nodiscard]] bool changes() const { return changes_; }
    [[nodiscard]] std::size_t bytes() const
    {
        return tables_.bytes() + added_.bytes() + sum_.bytes();
    }

private:
    EddyForm form_;
    T constant_squared_;
    bool damps_;
    T per_prandtl_ = 0;
    bool changes_ = false;
    std::array<std::size_t, 3> filters_{};  ///< where those of an axis begin in the tables
    std::array<std::size_t, 3> distances_{};
    runtime::Array tables_;
    std::unique_ptr<const expression::ArrayFiller> filler_;  ///< null without a formula
    runtime::Array added_;
    std::optional<expression::FieldFormula<T>> of_scalar_;
    runtime::Array sum_;  ///< of both formulas, where there is one of the scalar
};

extern template class VaryingViscosity<float>;
extern template class VaryingViscosity<double>;

}  // namespace tobiuo::flow
