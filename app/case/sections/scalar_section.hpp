// The section `scalar` of a case: what a flow carries, such as temperature.
#pragma once

#include <array>
#include <optional>
#include <string>

#include <tobiuo/flow/problem.hpp>

#include "app/case/values/field_value.hpp"
#include "app/case/yaml/keys.hpp"
#include "app/case/yaml/section.hpp"

namespace tobiuo {

/// The scalar on a face, or what diffuses into the box there.
struct ScalarFaceSection {
    flow::ScalarFaceKind kind = flow::ScalarFaceKind::flux;
    FieldExpression number = {};
};

/// See flow::Scalar.
struct ScalarSection {
    double diffusivity = 0.0;
    std::array<double, 3> buoyancy = {};
    double reference = 0.0;
    std::array<std::array<ScalarFaceSection, 2>, 3> faces = {};  ///< [axis][0: lower, 1: upper]
    FieldExpression initial = {};
};

namespace casefile {

/// The kinds of the faces of a flow, [axis][0: lower, 1: upper].
using FaceKinds = std::array<std::array<flow::FaceKind, 2>, 3>;

/// The key `scalar` of a solver.
[[nodiscard]] Key scalar_key();

/// What the case says; nothing without the key. A case has `dimensions` axes. `kinds` are nothing
/// if the faces of the flow are wrong: then what depends on them is not reported as well.
[[nodiscard]] std::optional<ScalarSection> read_scalar(const Section& root, int dimensions,
                                                       const std::optional<FaceKinds>& kinds);

/// The section as YAML, with every default filled in; empty without it.
[[nodiscard]] std::string scalar_yaml(const std::optional<ScalarSection>& scalar,
                                      const FaceKinds& kinds, int dimensions);

}  // namespace casefile
}  // namespace tobiuo
