// SPDX-License-Identifier: BSD-3-Clause
// What acts inside the box of a flow: the formulas of its sources at the points of a slab.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/flow/forcing_items.hpp"
#include "kernels/flow/source_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/expression/array_filler.hpp"
#include "solvers/flow/slab.hpp"

namespace tobiuo::flow {

/// Whether a problem has sources, and whether one of them, or the viscosity, changes with time.
[[nodiscard]] bool has_sources(const Problem& problem);
[[nodiscard]] bool sources_change(const Problem& problem);

/// Throws std::invalid_argument with a sentence for sources that are refused.
void validate_sources(const Problem& problem);

/// Bytes of the values of formulas on `points` points, that of the viscosity too.
[[nodiscard]] std::int64_t source_bytes(const Problem& problem, std::int64_t points);

/// Adds to the stages of a slab what its sources do.
///
/// Formulas  that do not change are computed once, the others at the begin of each stage.
template <typename T>
class SourceTerms {
public:
    /// The problem has sources. Throws std::bad_alloc or DeviceError.
    SourceTerms(const Problem& problem, const Slab& slab, const runtime::Machine& machine);

    /// Adds to `next` of the arrays, and to the rates that the stage keeps. `begin`: the time at which
    /// it begins; `step`: that of the step.
    void add(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage, double begin,
             double step, Stream stream) const;

    [[nodiscard]] bool change() const { return changing_.filler != nullptr; }
    [[nodiscard]] std::size_t bytes() const
    {
        return constant_.values.bytes() + changing_.values.bytes();
    }

private:
    /// The values of some formulas, one array after the other.
    struct Filled {
        std::vector<expression::FormulaArray> formulas;
        std::unique_ptr<const expression::ArrayFiller> filler;  ///< null if there are no formulas
        runtime::Array values;

        [[nodiscard]] const double* at(std::size_t number) const
        {
            return values.as<double>() + filler->first(number);
        }
    };
    /// A formula of one of both, or a number.
    struct Place {
        bool changes = false;
        std::optional<std::size_t> formula = {};
        double number = 0.0;
    };
    /// What acts on a quantity.
    struct Term {
        int quantity = 0;
        Place given;
        Place damping;
        Place target;
    };

    [[nodiscard]] Place place_of(const std::string& text, int quantity, const Problem& problem,
                                 const Slab& slab);
    [[nodiscard]] GivenField field_of(const Place& place) const;

    std::array<double, 3> rotation_;
    std::array<double, 3> gradient_;
    std::vector<Term> terms_;
    Filled constant_;
    Filled changing_;
    runtime::ForEach<AddSource<T>> add_;
};

extern template class SourceTerms<float>;
extern template class SourceTerms<double>;

}  // namespace tobiuo::flow
