// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow/sources.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "runtime/all_finite.hpp"
#include "solvers/expression.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow {
namespace {

const std::vector<std::string> space{"x", "y", "z"};
const std::vector<std::string> space_and_time{"x", "y", "z", "t"};

/// A formula of the sources, with words for it.
struct SourceText {
    const std::string* text;
    std::string what;
    bool may_change = true;
};

std::vector<SourceText> texts_of(const Sources& sources)
{
    std::vector<SourceText> all;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::string name{"xyz"[axis]};
        all.push_back({&sources.force.at(axis), "the force along " + name});
        all.push_back({&sources.sponge.velocity.at(axis),
                       "the velocity along " + name + " to which a sponge tends"});
    }
    all.push_back({&sources.scalar, "the source of the scalar"});
    all.push_back({&sources.sponge.scalar, "the scalar to which a sponge tends"});
    all.push_back({&sources.sponge.rate, "the rate of a sponge", false});
    return all;
}

Expression parsed(const std::string& text)
{
    return Expression{text, space_and_time};
}

bool is_zero(const std::array<double, 3>& vector)
{
    return vector == std::array<double, 3>{};
}

/// The formula that gives a quantity, and that to which a sponge tends.
const std::string& given_of(const Sources& sources, int quantity)
{
    return quantity == scalar_quantity ? sources.scalar
                                       : sources.force.at(static_cast<std::size_t>(quantity));
}
const std::string& target_of(const Sources& sources, int quantity)
{
    return quantity == scalar_quantity
               ? sources.sponge.scalar
               : sources.sponge.velocity.at(static_cast<std::size_t>(quantity));
}

/// Whether something acts on the quantity.
bool has_source(const Problem& problem, int quantity)
{
    const Sources& sources = problem.sources;
    const bool is_carried = quantity == scalar_quantity ? !is_zero(sources.scalar_gradient)
                                                        : !is_zero(sources.rotation);
    return is_carried || !given_of(sources, quantity).empty() ||
           !target_of(sources, quantity).empty();
}

bool is_field(const std::string& text)
{
    return !text.empty() && !parsed(text).is_constant();
}

}  // namespace

bool has_sources(const Problem& problem)
{
    return problem.sources != Sources{};
}

bool sources_change(const Problem& problem)
{
    const auto changes = [](const std::string& text) {
        return !text.empty() && parsed(text).depends_on("t");
    };
    const auto change_further = [&](const FurtherScalar& one) {
        return changes(one.source) || changes(one.sponge);
    };
    return changes(problem.eddies.more_viscosity) ||
           std::ranges::any_of(problem.further_scalars, change_further) ||
           std::ranges::any_of(texts_of(problem.sources),
                               [&](const SourceText& one) { return changes(*one.text); });
}

void validate_sources(const Problem& problem)
{
    const Sources& sources = problem.sources;
    for (const SourceText& one : texts_of(sources)) {
        if (one.text->empty()) {
            continue;
        }
        try {
            static_cast<void>(Expression{*one.text, one.may_change ? space_and_time : space});
        } catch (const ExpressionError& error) {
            throw std::invalid_argument{one.what + " is no formula: " + error.what()};
        }
    }
    if (!all_finite(sources.rotation) || !all_finite(sources.scalar_gradient)) {
        throw std::invalid_argument{
            "the rotation or the gradient of the scalar is not finite: give numbers"};
    }
    const bool has_scalar_sources = !sources.scalar.empty() || !sources.sponge.scalar.empty() ||
                                    !is_zero(sources.scalar_gradient);
    if (!problem.scalar && has_scalar_sources) {
        throw std::invalid_argument{
            "there is a source of a scalar that the flow does not carry: give Problem::scalar"};
    }
    const bool is_damped =
        !sources.sponge.scalar.empty() ||
        std::ranges::any_of(sources.sponge.velocity,
                            [](const std::string& one) { return !one.empty(); }) ||
        std::ranges::any_of(problem.further_scalars,
                            [](const FurtherScalar& one) { return !one.sponge.empty(); });
    if (is_damped == sources.sponge.rate.empty()) {
        throw std::invalid_argument{
            is_damped ? "a sponge has a target, but no rate: give both"
                      : "a sponge has a rate, but nothing tends to a target: give both"};
    }
    for (int face = 0; face < face_count && !is_zero(sources.rotation); ++face) {
        if (face_of(problem, face).kind == FaceKind::outflow) {
            throw std::invalid_argument{
                "there is a rotation and an outflow (the pressure on it is 0 and cannot hold the "
                "Coriolis force along it): make the face another one, or leave one of both out"};
        }
    }
}

std::int64_t source_bytes(const Problem& problem, std::int64_t points)
{
    const Sources& sources = problem.sources;
    std::int64_t fields = (problem.eddies.more_viscosity.empty() ? 0 : 1) +
                          (problem.eddies.viscosity_of_scalar.empty() ? 0 : 1);
    for (int quantity = 0; quantity < quantities; ++quantity) {
        const bool is_damped = !target_of(sources, quantity).empty();
        fields += (is_field(given_of(sources, quantity)) ? 1 : 0) +
                  (is_field(target_of(sources, quantity)) ? 1 : 0) +
                  (is_damped && is_field(sources.sponge.rate) ? 1 : 0);
    }
    std::int64_t of_further = 0;
    for (int number = 1; number < scalar_count(problem); ++number) {
        Problem alone = with_scalar_alone(problem, number);
        alone.eddies = {};
        of_further += source_bytes(alone, points);
    }
    return of_further + fields * points * static_cast<std::int64_t>(sizeof(double));
}

template <typename T>
SourceTerms<T>::SourceTerms(const Problem& problem, const Slab& slab,
                            const runtime::Machine& machine)
    : rotation_{problem.sources.rotation}, gradient_{problem.sources.scalar_gradient}, add_{machine}
{
    const Sources& sources = problem.sources;
    for (int quantity = 0; quantity < quantities; ++quantity) {
        if (!has_source(problem, quantity)) {
            continue;
        }
        const std::string& target = target_of(sources, quantity);
        terms_.push_back({.quantity = quantity,
                          .given = place_of(given_of(sources, quantity), quantity, problem, slab),
                          .damping = place_of(target.empty() ? "" : sources.sponge.rate, quantity,
                                              problem, slab),
                          .target = place_of(target, quantity, problem, slab)});
    }
    for (Filled* const filled : {&constant_, &changing_}) {
        if (!filled->formulas.empty()) {
            filled->filler =
                std::make_unique<const expression::ArrayFiller>(machine, filled->formulas);
            filled->values = machine.allocate(static_cast<std::size_t>(filled->filler->values()) *
                                              sizeof(double));
        }
    }
    if (constant_.filler) {
        runtime::wait_for_kernels();
        constant_.filler->fill(std::array{0.0}, constant_.values.template as<double>(), nullptr);
        machine.wait(nullptr);
    }
}

template <typename T>
auto SourceTerms<T>::place_of(const std::string& text, int quantity, const Problem& problem,
                              const Slab& slab) -> Place
{
    if (!is_field(text)) {
        return {.number = text.empty() ? 0.0 : parsed(text).at(0.0)};
    }
    const Expression formula = parsed(text);
    Filled& filled = formula.depends_on("t") ? changing_ : constant_;
    std::array<std::vector<double>, 3> positions;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const std::int64_t first = axis == 2 ? slab.first : 0;
        const std::int64_t count = axis == 2 ? slab.count : problem.grid.axes.at(at).cells;
        for (std::int64_t n = first; n < first + count; ++n) {
            positions.at(at).push_back(velocity_position(problem, quantity, axis, n));
        }
    }
    filled.formulas.push_back({formula, std::move(positions)});
    return {.changes = &filled == &changing_, .formula = filled.formulas.size() - 1};
}

template <typename T>
GivenField SourceTerms<T>::field_of(const Place& place) const
{
    if (!place.formula) {
        return {.number = place.number};
    }
    return {.values = (place.changes ? changing_ : constant_).at(*place.formula)};
}

template <typename T>
void SourceTerms<T>::add(const Box<T>& box, const StageArrays<T>& arrays, const Stage& stage,
                         double begin, double step, Stream stream) const
{
    if (changing_.filler) {
        changing_.filler->fill(std::array{begin}, changing_.values.template as<double>(), stream);
    }
    for (const Term& term : terms_) {
        const Stage& own = term.quantity == scalar_quantity ? scalar_stage(box, stage) : stage;
        AddSource<T> item{.box = box,
                          .arrays = arrays,
                          .quantity = term.quantity,
                          .given = field_of(term.given),
                          .damping = field_of(term.damping),
                          .target = field_of(term.target),
                          .new_part = static_cast<T>(own.gamma * step),
                          .length = static_cast<T>(own.length() * step),
                          .keeps = own.keeps};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            item.rotation[axis] = static_cast<T>(rotation_.at(axis));
            item.gradient[axis] = static_cast<T>(gradient_.at(axis));
        }
        add_(item, box.points(), stream);
    }
}

template class SourceTerms<float>;
template class SourceTerms<double>;

}  // namespace tobiuo::flow
