// SPDX-License-Identifier: BSD-3-Clause
// The gradients of a function of the flow after some steps: the discrete adjoint of these.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/backend.hpp>
#include <tobiuo/flow/problem.hpp>
#include <tobiuo/flow/solver.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::flow {

struct AdjointOptions {
    SolverOptions solver = {};
    /// Between how many steps a state is kept; 0 stands for sqrt(steps / 3), which takes the least
    /// memory. With as many as there are steps nothing is computed twice.
    int steps_between = 0;
    /// How many of the kept states are where the solver works, the last ones; the older ones are in
    /// memory of the host. -1: all.
    int states_on_device = -1;
    /// Whether gradients by the state are all that is wanted.
    bool of_state_alone = false;
};

/// The numbers of a problem by which there are gradients beside the state.
struct AdjointInputs {
    std::array<double, 3> force = {};
    double viscosity = 0.0;
    double diffusivity = 0.0;  ///< of Problem::scalar, not looked at without one
    /// Kinds and sizes of profiles are those of the problem; a profile comes before the number.
    FaceValues faces = {};
};

[[nodiscard]] AdjointInputs adjoint_inputs(const Problem& problem);

/// The derivatives of a function of the last state.
struct AdjointGradients {
    std::array<double, 3> force{};
    double viscosity{};
    double diffusivity{};
    /// By what faces give, in the order of Problem::faces: u, v, w and the scalar, one for each point
    /// of the face as Face::profile has them; empty where nothing is given. The derivative by a number
    /// in place of a profile is their sum.
    std::array<std::array<std::vector<double>, 4>, 6> faces{};
};

/// How a flow begins.
enum class Begin {
    resume,  ///< as Solver::resume(): with this state
    start    ///< as Solver::start(): with the velocity without the part that has divergence
};

/// The reason why there are no gradients of the steps of a problem, as one sentence with the cure:
/// unsupported_reason(), implicit diffusion, one projection a step, obstacles, sources, a viscosity that
/// varies, outflows, wall laws, faces that recycle or have a flow rate, more than one scalar or a bounded
/// one. Nothing if there are.
[[nodiscard]] std::optional<std::string> adjoint_unsupported_reason(const Problem& problem,
                                                                    Backend backend);

/// Advances a flow by a number of steps of one length, and finds the gradients of any function of the
/// state that they leave: by the first state, the force, viscosity and diffusivity, and what faces give.
///
///     flow::Adjoint adjoint{problem, 0.001, 50};
///     adjoint.advance(state, flow::Begin::resume, end);   // end: as Solver::state() writes it
///     adjoint.backward(by_end, by_state);                 // the gradient by each value of `end`
///     const flow::AdjointGradients by = adjoint.gradients_and_wait();
///
/// Arrays    states are those of Solver::state(), u, v, w and the scalar, state_values() values in the
///           problem's precision, and gradients have the same order. They are where the solver works.
/// Held      velocities on upper faces that give them are those of the face, not of the state: the
///           gradient by the state is 0 there.
/// Balance   faces through which the fluid enters and leaves are given velocities whose sums agree, and
///           derivatives are those of changes that keep it so.
/// Method    the transpose of what is computed, so that gradients are those of the steps and not of the
///           equations: each stage backwards, whose projection is its own transpose in sums weighted by
///           volumes. The states before stages are kept for steps_between steps, and one state for each so
///           many; the steps between two of these are done again.
/// Accuracy  rounding: the derivative along any direction agrees with the linearised steps to 1e-11 over
///           50 steps in double precision. Bits of the flow are those of Solver with the same calls.
/// Order     on a GPU everything is enqueued on `stream` and nothing waits, but gradients_and_wait() and,
///           where states are in memory of the host, advance() and backward(). One call at a time.
/// Memory    that of a Solver, 16 arrays (5 more with a scalar), one of doubles (2), three states for each
///           of steps_between and one for each so many steps.
/// Source    A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed. (2008), chapter 12, for states
///           that are kept.
class Adjoint {
public:
    /// Throws std::invalid_argument with adjoint_unsupported_reason(), or for a time step that is not
    /// above 0, steps below 1, too many states to keep or options that make no sense; else as Solver.
    Adjoint(const Problem& problem, double time_step, int steps,
            const AdjointOptions& options = {});
    Adjoint(const Adjoint&) = delete;
    Adjoint& operator=(const Adjoint&) = delete;
    Adjoint(Adjoint&&) noexcept;
    Adjoint& operator=(Adjoint&&) noexcept;
    ~Adjoint();

    /// Replaces numbers in later calls of advance(); graphs captured before are of no use. Throws
    /// std::invalid_argument with unsupported_reason(), or for other kinds of faces or profiles.
    void set_inputs(const AdjointInputs& inputs, Stream stream = nullptr);

    /// Advances the flow by all steps. Throws std::invalid_argument if an array is null or not in the
    /// problem's precision.
    void advance(const double* state, Begin begin, double* end, Stream stream = nullptr);
    void advance(const float* state, Begin begin, float* end, Stream stream = nullptr);

    /// Finds the gradients of a function that has those by the state that advance() left, as often as
    /// is wanted. Throws std::logic_error before advance(), else as it.
    void backward(const double* by_end, double* by_state, Stream stream = nullptr);
    void backward(const float* by_end, float* by_state, Stream stream = nullptr);

    /// The gradients of the last backward() beside the state. Throws std::logic_error before it, or if the
    /// options want the state alone.
    [[nodiscard]] AdjointGradients gradients_and_wait(Stream stream = nullptr) const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;
    [[nodiscard]] std::int64_t state_values() const;
    [[nodiscard]] int steps() const;
    [[nodiscard]] double time_step() const;
    /// Bytes where the solver works.
    [[nodiscard]] std::size_t memory_bytes() const;

private:
    class Implementation;

    std::unique_ptr<Implementation> implementation_;
};

}  // namespace tobiuo::flow
