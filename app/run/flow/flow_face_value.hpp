// What a face of a flow gives by one expression, which is parsed once.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <tobiuo/flow/problem.hpp>

#include "app/case/flow/flow_case.hpp"
#include "app/errors.hpp"
#include "app/run/flow/output/flow_points.hpp"
#include "solvers/poisson/sample.hpp"

namespace tobiuo {

/// A component of the velocity of a face, or its scalar.
class FaceValue {
public:
    /// `component` is no_component for the scalar. Face 2 axis + end, where end 0 is the lower one.
    FaceValue(const FlowCase& flow, const flow::Problem& problem, int face, int component);

    /// Whether the expression has the variable t.
    [[nodiscard]] bool changes() const { return depends_.on_time; }
    /// The key of the expression, "faces.x.lower.velocity", and its place in the case.
    [[nodiscard]] const std::string& key() const { return key_; }
    [[nodiscard]] const Position& at() const { return at_; }

    /// Gives the problem the value at a time: a number is kept as one, an expression at all points.
    /// Throws InputError if the expression is not finite somewhere.
    void put(flow::Problem& problem, double time) const;

    /// Why the value makes the problem, which can be solved, one that cannot, whatever the other
    /// faces give; nothing if it does not.
    [[nodiscard]] std::optional<std::string> objection(flow::Problem problem, double time) const;

private:
    int face_;
    int component_;
    flow::ScalarFaceKind scalar_kind_ = {};
    std::string key_;
    Position at_;
    Dependence depends_;
    std::unique_ptr<poisson::GridSampler> sampler_;
};

/// The section of a case to which an error belongs that no value has by itself.
struct FaceSection {
    std::string_view key;
    const Position& at;
};

/// The problem with these values at a time, balanced as a solver has it. Throws InputError, with the time where one changes, if
/// a value is not finite or makes no flow, as where more enters than leaves.
[[nodiscard]] flow::Problem with_face_values(const flow::Problem& problem,
                                             std::span<const FaceValue> values, double time,
                                             const FaceSection& section);

}  // namespace tobiuo
