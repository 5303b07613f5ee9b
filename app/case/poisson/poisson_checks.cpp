// SPDX-License-Identifier: BSD-3-Clause
// Reads the part of a case that belongs to `solver: poisson`, and checks its keys against each
// other.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "app/case/sections/body_keys.hpp"
#include "app/case/sections/shared_keys.hpp"
#include "app/case/solvers.hpp"
#include "app/case/yaml/codec.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/wording.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::casefile {
namespace {

/// The value of `key` in a section that has been read.
const Node* node_at(const Section& root, std::string_view section, std::string_view key)
{
    const Node* map = root.node_of(section);
    const Entry* entry = map == nullptr ? nullptr : map->find(key);
    return entry == nullptr ? nullptr : &entry->value;
}

bool is_valid(const poisson::Problem& problem)
{
    try {
        poisson::validate(problem);
    } catch (const std::invalid_argument&) {
        return false;
    }
    return true;
}

/// The axis whose ends are the fault: a stretched one that is periodic, or one with a Robin end without
/// which the problem is valid.
std::optional<std::size_t> axis_at_fault(const poisson::Problem& problem)
{
    using poisson::Condition;
    for (std::size_t axis = 0; axis < axis_words.size(); ++axis) {
        const poisson::Sides& sides = problem.sides.at(axis);
        if (problem.grid.axes.at(axis).stretched() && sides.lower == Condition::periodic) {
            return axis;
        }
        if (sides.lower == Condition::robin || sides.upper == Condition::robin) {
            poisson::Problem without = problem;
            without.sides.at(axis) = {.lower = Condition::neumann, .upper = Condition::neumann};
            if (is_valid(without)) {
                return axis;
            }
        }
    }
    return std::nullopt;
}

/// Reports why the problem cannot be solved: at the condition of an open axis or of one whose ends are
/// the fault, at rho if the problem is valid without it, else at the cells.
void check_problem(const Section& root, const PoissonCase& poisson)
{
    try {
        poisson::validate(poisson.problem);
    } catch (const std::invalid_argument& objection) {
        if (const auto fault = poisson::open_ends_fault(poisson.problem)) {
            const std::string name{
                axis_words.at(static_cast<std::size_t>(*poisson::open_axis(poisson.problem)))};
            root.report_at(node_at(root, "boundary", name)->at, "boundary." + name, *fault);
            return;
        }
        if (const auto axis = axis_at_fault(poisson.problem)) {
            const std::string name{axis_words.at(*axis)};
            const Node* written = node_at(root, "boundary", name);
            const Node* nodes = node_at(root, "grid", "coordinates");
            root.report_at(written != nullptr ? written->at : nodes->find(name)->value.at,
                           "boundary." + name, objection.what());
            return;
        }
        poisson::Problem without = poisson.problem;
        without.rho.reset();
        if (poisson.problem.rho && is_valid(without)) {
            root.report_at(node_at(root, "method", "rho")->at, "method.rho", objection.what());
            return;
        }
        root.report_at(node_at(root, "grid", "cells")->at, "grid.cells", objection.what());
    }
}

/// Reports what does not go with bodies; see poisson::BodySolver.
void check_bodies(const Section& root, PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    read_bodies(
        root, "bodies", poisson.bodies, [&](const Section& /*section*/, const BodySection& body) {
            if (!body.value && problem.grid.location == Location::node) {
                root.report_at(body.at, body.key,
                               "a closed body on nodes has no faces (they lie between cells): use "
                               "grid.location: cell, or give the body a value");
            }
        });
    if (poisson.body_tolerance && poisson.bodies.empty()) {
        root.section("method").report("body_tolerance",
                                      "has no meaning without bodies (this case has no key "
                                      "'bodies'): add them, or remove the key");
    }
    if (poisson.bodies.empty()) {
        return;
    }
    if (const auto open = poisson::open_axis(problem)) {
        const std::string name{axis_words.at(static_cast<std::size_t>(*open))};
        root.report_at(node_at(root, "boundary", name)->at, "boundary." + name,
                       "has an open end, and the box has bodies (conjugate gradients around them "
                       "take walls or periodic axes): use walls, or remove 'bodies'");
    }
    if (problem.rho) {
        root.section("method").report("rho",
                                      "goes with no bodies (the equation beside them has none): "
                                      "leave it out, or remove 'bodies'");
    }
    if (problem.op != poisson::Operator::second_order) {
        root.section("method").report("operator",
                                      "reaches through the faces of bodies (it takes more than the "
                                      "next values): use second-order, or remove 'bodies'");
    }
    if (problem.lambda > 0.0) {
        root.section("method").report("lambda",
                                      "is above 0, with bodies (outside of them the equation need "
                                      "not be definite, which conjugate gradients rely on): give 0 "
                                      "or a negative number");
    }
}

/// Reports what does not go with a coefficient; see poisson::CoefficientSolver.
void check_coefficient(const Section& root, const PoissonCase& poisson)
{
    const Section method = root.section("method");
    if (!poisson.coefficient) {
        for (const char* const name : {"coefficient_mean", "coefficient_scaling",
                                       "coefficient_tolerance", "coefficient_iterations"}) {
            if (method.has(name)) {
                method.report(name,
                              "has no meaning without a coefficient (this case has no key "
                              "'coefficient'): add it, or remove the key");
            }
        }
        return;
    }
    const poisson::Problem& problem = poisson.problem;
    if (!poisson.bodies.empty()) {
        root.report("coefficient",
                    "is given in a box with bodies (what it is at their surfaces is not known): "
                    "remove it, or 'bodies'");
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const poisson::Sides& sides = problem.sides.at(axis);
        for (const poisson::Condition end : {sides.lower, sides.upper}) {
            if (end == poisson::Condition::robin || end == poisson::Condition::open) {
                root.report("coefficient",
                            "is given in a box whose axis " + std::string{axis_words.at(axis)} +
                                " has an open or a Robin end (what it is beyond is not known): "
                                "use dirichlet, neumann or periodic ends");
                break;
            }
        }
    }
    if (problem.rho) {
        root.report(
            "coefficient",
            "is given beside method.rho (both stand before the gradient): multiply it by rho, "
            "and remove that");
    }
    if (problem.op != poisson::Operator::second_order) {
        method.report("operator",
                      "is not of second order, with a coefficient (its fluxes go through the faces "
                      "between neighbours): use second-order, or remove 'coefficient'");
    }
    if (problem.lambda > 0.0) {
        method.report("lambda",
                      "is above 0, with a coefficient (the equation need not be definite, which "
                      "conjugate gradients rely on): give 0 or a negative number");
    }
}

/// Reports what does not go with walls that change their kind; see poisson::MixedSolver.
void check_mixed(const Section& root, const PoissonCase& poisson)
{
    const poisson::Problem& problem = poisson.problem;
    const Section method = root.section("method");
    bool is_mixed = false;
    bool has_open = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const auto& end : poisson.mixed.at(axis)) {
            is_mixed = is_mixed || end.has_value();
        }
        const poisson::Sides& sides = problem.sides.at(axis);
        for (const poisson::Condition end : {sides.lower, sides.upper}) {
            has_open = has_open || (end != poisson::Condition::periodic && !poisson::is_wall(end));
        }
    }
    if (!is_mixed) {
        if (poisson.mixed_tolerance) {
            method.report("mixed_tolerance",
                          "has no meaning where no wall changes its kind (no end has the key "
                          "'where'): remove the key");
        }
        return;
    }
    if (has_open || !poisson.bodies.empty() || poisson.coefficient || problem.rho) {
        root.report("boundary",
                    std::string{"has a wall that changes its kind (where), and the box "} +
                        (has_open              ? "an end that is no wall"
                         : problem.rho         ? "a rho"
                         : poisson.coefficient ? "a coefficient"
                                               : "bodies") +
                        " (each is solved by iterations of its own): remove one of them");
    }
    if (problem.op != poisson::Operator::second_order) {
        method.report("operator",
                      "is not of second order, with a wall that changes its kind (it reaches "
                      "further than to the value beside a wall): use second-order, or remove "
                      "'where'");
    }
    if (problem.lambda > 0.0) {
        method.report("lambda",
                      "is above 0, with a wall that changes its kind (the equation need not be "
                      "definite, which conjugate gradients rely on): give 0 or a negative number");
    }
}

/// Reports each output field that needs the exact solution, or bodies, if the case has none.
void check_fields(const Section& root)
{
    const Node* fields = node_at(root, "output", "fields");
    if (fields == nullptr) {
        return;
    }
    for (const Node& field : fields->items) {
        if (field.text == "solid" && !root.has("bodies")) {
            root.report_at(field.at, "output.fields",
                           "'solid' needs bodies (this case has no key 'bodies'): add them, or "
                           "remove the field");
        }
        if (field.text == "coefficient" && !root.has("coefficient")) {
            root.report_at(field.at, "output.fields",
                           "'coefficient' needs the key of this name (this case has none): add it, "
                           "or remove the field");
        }
        if (!root.has("exact") && (field.text == "error" || field.text == "exact")) {
            root.report_at(field.at, "output.fields",
                           in_quotes(field.text) +
                               " needs the exact solution (this case has no key 'exact'): add "
                               "it, or remove the field");
        }
    }
}

}  // namespace

PoissonCase read_poisson(const Section& root, const Case& /*common*/)
{
    PoissonCase poisson;
    read_bound(root, poisson);
    const Section method = root.section("method");
    poisson.operator_at = method.position_of("operator");
    poisson.lambda_at = method.position_of("lambda");
    constexpr std::array<std::string_view, 3> decisive{"grid", "boundary", "method"};
    if (has_cells(root) && std::ranges::none_of(decisive, [&](std::string_view key) {
            return root.problems().has_of(key);
        })) {
        check_problem(root, poisson);
    }
    if (poisson.device_memory && poisson.device_memory->bytes == 0) {
        root.report("device_memory",
                    "is nothing (a solve needs some planes of the grid on the GPU): give it more, "
                    "or use backend: cpu");
    }
    check_bodies(root, poisson);
    check_coefficient(root, poisson);
    check_mixed(root, poisson);
    check_fields(root);
    return poisson;
}

}  // namespace tobiuo::casefile
