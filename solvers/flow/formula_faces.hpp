// SPDX-License-Identifier: BSD-3-Clause
// Faces whose values are expressions, computed and judged where a machine has its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <tobiuo/flow/inflow_turbulence.hpp>
#include <tobiuo/flow/problem.hpp>
#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/expression/array_filler.hpp"

namespace tobiuo::flow {

/// A profile of a face: a component of its velocity, or with component 3 the scalar.
struct FaceFormula {
    int face{};  ///< 2 axis + end, where end 0 is the lower one
    int component{};
    expression::FormulaArray values;  ///< at the points of the face
    /// What the values are multiplied with at a time, if it is not null. What it throws, a look throws.
    std::function<double(double time)> factor = nullptr;
    /// Values of the host in place of those of the formula, if it is not null; throws likewise.
    std::function<std::vector<double>(double time)> source = nullptr;
};

/// What flows into the box through a face at a time, in place of Face::flow_rate.
struct FaceRate {
    int face{};
    std::function<double(double time)> rate;
};

/// Turbulence that is added to the velocity of a face, all three components of which are formulas.
struct FaceTurbulence {
    int face{};
    Turbulence turbulence;
};

/// What makes of profiles what faces give, beside their formulas.
struct FaceCourse {
    std::vector<FaceRate> rates = {};
    std::vector<FaceTurbulence> turbulence = {};
};

/// The expression of x, y, z and t at the points of the value on a face.
[[nodiscard]] FaceFormula face_formula(const Problem& problem, int face, int component,
                                       const Expression& formula);

/// What is known of the faces at one time.
struct FacesAtTime {
    bool is_finite = false;
    bool make_a_flow = false;  ///< they have no reason to be refused
    /// The largest |u| / dx + |v| / dy + |w| / dz with the least widths of cells, or a little above
    /// it where velocities across a face are scaled and others are not.
    double largest_rate = 0.0;
    /// The largest difference of the scalar from its reference on faces that give a value.
    double largest_difference = 0.0;
    /// See FaceArrays, with velocities as they are scaled.
    double entering = 0.0;
};

/// Computes the profiles of faces that change with time, and what the host wants to know of them:
/// only some numbers come to it.
///
/// Sums      in a fixed order: the same bits for the same times on the same back end.
/// Twin      balanced() and unsupported_reason() of a problem with these faces.
class FormulaFaces {
public:
    /// `problem` has the faces as they are given, without scaling. All profiles that depend on time
    /// are among the formulas, and all across inflow faces. Throws DeviceError, and for turbulence as
    /// InflowTurbulence does.
    FormulaFaces(const Problem& problem, const std::vector<FaceFormula>& formulas,
                 std::unique_ptr<const runtime::Machine> machine, FaceCourse course = {});
    FormulaFaces(const FormulaFaces&) = delete;
    FormulaFaces& operator=(const FormulaFaces&) = delete;
    ~FormulaFaces();

    /// Whether a GPU's compiler takes a second or so for the formulas. One of a thousand functions
    /// takes it a minute: it is computed on the host.
    [[nodiscard]] static bool compile_soon(std::span<const FaceFormula> formulas);

    static constexpr std::size_t most_times = 6;

    /// Computes the faces at these times on a stream of its own, and waits for it. The arrays that
    /// the last take() but one returned are overwritten: the work that reads them must be done.
    [[nodiscard]] std::vector<FacesAtTime> look_and_wait(std::span<const double> times);

    /// The arrays at these times of the last look, once for each look: the stream scales what
    /// balanced() scales. The next look makes others.
    [[nodiscard]] std::vector<FaceArrays> take(std::span<const std::size_t> numbers, Stream stream);

    [[nodiscard]] std::size_t memory_bytes() const;
    /// The bytes of the values of these formulas, which are nearly all.
    [[nodiscard]] static std::size_t value_bytes(std::span<const FaceFormula> formulas);

private:
    class Implementation;

    std::unique_ptr<Implementation> implementation_;
};

}  // namespace tobiuo::flow
