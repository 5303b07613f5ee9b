// SPDX-License-Identifier: BSD-3-Clause
// Advances an incompressible flow in time on a GPU or a CPU.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>
#include <tobiuo/error.hpp>
#include <tobiuo/flow/problem.hpp>
#include <tobiuo/poisson/distributed_solver.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::flow {

/// Points of a flow up to which steps on a GPU are launched as CUDA graphs. With more, kernels take
/// so long that launches hide behind them, and a graph only adds its own start and end.
inline constexpr std::int64_t most_points_of_graphs = 1'000'000;

struct SolverOptions {
    std::optional<Backend> backend = {};  ///< default_backend() if empty
    int threads = 0;  ///< on the CPU; 0 stands for as many OpenMP threads as the size is worth
    /// On a GPU, launches steps of up to most_points_of_graphs as CUDA graphs; the bits are the same.
    bool graphs = true;
    /// On several ranks, as poisson::DistributedOptions::through_host_memory.
    bool through_host_memory = false;
};

/// The reason why a Solver of the problem cannot be made on `ranks` ranks, as one sentence with the
/// cure: unsupported_reason(), what poisson::DistributedSolver refuses of its projection (no z axis,
/// some problems of two axes) or of the pressure along an outflow with buoyancy along it, fewer
/// than two planes of z for each rank. Nothing if it can; on one rank there is no more than
/// unsupported_reason().
[[nodiscard]] std::optional<std::string> distributed_unsupported_reason(const Problem& problem,
                                                                        Backend backend, int ranks);

/// What the first stage of a step finds out about the velocity before the step. The velocity of a
/// cell is the mean of two faces, and so is its square.
struct Observed {
    std::array<double, 3> mean_velocity{};  ///< over the box, weighted by volume
    double kinetic_energy{};                ///< for each unit of mass: half the mean square
    /// The largest |u| / dx + |v| / dy + |w| / dz without absent axes, which limits a time step.
    double largest_rate{};
    double largest_divergence{};  ///< of |div u|
    /// The largest nu (1 / dx^2 + 1 / dy^2 + 1 / dz^2) of a cell where the viscosity varies, which
    /// limits a time step, too; else 0.
    double largest_friction{};
};

/// What the projections of a step took where obstacles are closed.
struct ClosingUse {
    std::int64_t projections{};  ///< of all stages; 0 without closed obstacles
    /// The largest mean square of what a stage let through the faces, by that of what the pressure
    /// kept from them.
    double residual{};
};

/// The ends of the three stages of a step, as parts of it.
inline constexpr std::array<double, 3> stage_ends{8.0 / 15.0, 2.0 / 3.0, 1.0};

/// The planes of z of a rank of `size`, which its arrays hold.
[[nodiscard]] poisson::Planes planes_of_rank(const Problem& problem, int rank, int size);

/// How `size` ranks, at least 1, solve the projections of a problem that they can divide, for models
/// of their time.
[[nodiscard]] poisson::RankMethod method_of_ranks(const Problem& problem, Backend backend,
                                                  int size);

/// Advances the velocity by steps of three Runge-Kutta stages, each of which ends with a projection
/// on velocities without divergence; or the last one alone, see Problem::projections.
///
///     const flow::Problem problem{.grid = box({128, 128, 128}, {1.0, 1.0, 1.0}),
///                                 .viscosity = 0.01};
///     flow::Solver solver{problem};
///     solver.start(u, v, w, stream);
///     for (int step = 0; step < 100; ++step) {
///         solver.step(0.001, stream);
///     }
///     solver.velocity(u, v, w, stream);
///
/// Arrays    hold points(problem) values each, in host memory or in memory that the device can
///           reach, as solver.backend() says. With Backend::cuda those that velocity()
///           and state() write are aligned to 16 bytes if rows are multiples of 16 bytes.
/// Order     on a GPU everything is enqueued on `stream`, the same one in all calls, and nothing
///           waits unless its name or its comment says so; on a CPU calls return when their work
///           is done. With closed obstacles start() and step() wait, too.
/// Graphs    a stream on which step() is called may be captured in a graph of the caller: after two
///           steps, an even number of them, each of the length that it was captured with whenever
///           the graph runs. Faces get no values in a capture, obstacles do not move in it, and
///           there are none of steps with closed obstacles or with sources that change with time. With
///           one projection a step those before the capture have that length, too.
/// Accuracy  second order in space; third order in time for the velocity, also through faces whose
///           values change and are given at the ends of stages, but for outflows that are not
///           steady; first order for the pressure, second with one projection a step. The divergence
///           is that of rounding after every stage, or with one projection after every step.
///           Without viscosity kinetic energy changes by the error of the time step only. With
///           implicit diffusion along an axis velocity and scalar are of second
///           order in time.
/// Bits      the same for the same calls on the same back end, with any number of threads; a solver
///           that resumes the state of another one goes on with the same bits.
/// Ranks     a solver on the ranks of a communicator has the planes() of its rank: arrays hold
///           these, [z][y][x], and a state is that of the planes. Problem, force and values of faces
///           are those of the whole box, the same on all ranks, and so is what observed_and_wait()
///           gives. Constructor, destructor, move assignment, set_scalar() and all calls that begin
///           or advance the flow or observe it are collective. Results are those of one rank up to
///           rounding, and have the same bits for as many ranks. Ranks send each other the planes at
///           their ends, and in each projection what poisson::DistributedSolver does.
/// Threads   one call at a time.
/// Memory    10 arrays (u* and the next one, N, time times pressure), 3 for a scalar (and one where
///           several have buoyancy), one for the
///           pressure with implicit diffusion, one for a viscosity that varies, two with one
///           projection a step, and what Poisson's equation needs. Obstacles take 48
///           bytes for each velocity in them, closed ones 16 for each cell and about 500 for each
///           cell beside them. Each formula of the sources or the viscosity takes 8 bytes a cell,
///           that of a rate as often as it damps something.
/// Source    P. R. Spalart, R. D. Moser and M. M. Rogers, J. Comput. Phys. 96, 297 (1991),
///           appendix A; the projection of A. J. Chorin, Math. Comput. 22, 745 (1968).
class Solver {
public:
    /// Throws std::invalid_argument with unsupported_reason(), or for negative threads; DeviceError
    /// if the back end is missing or the device refuses; std::runtime_error if FFTW makes no plan.
    explicit Solver(const Problem& problem, const SolverOptions& options = {});
    /// On the ranks of a communicator, which must live longer. Throws std::invalid_argument with
    /// distributed_unsupported_reason(), too.
    Solver(const Problem& problem, const Communicator& ranks, const SolverOptions& options = {});
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// Begins with this velocity without the part that has divergence. The values on faces that
    /// give a velocity are replaced by it. Throws std::invalid_argument if an array is null or not
    /// in the problem's precision.
    void start(const double* u, const double* v, const double* w, Stream stream = nullptr);
    void start(const float* u, const float* v, const float* w, Stream stream = nullptr);

    /// Begins where another solver of the problem on the same back end was when it wrote `state`. With
    /// one projection a step it waits for the stream, to learn how long the step before was.
    void resume(const double* state, Stream stream = nullptr);
    void resume(const float* state, Stream stream = nullptr);

    /// Gives the scalar these values, one for each cell of planes(). In a new solver it is zero, and
    /// start() keeps it. `number`: which one, 0 being Problem::scalar. Throws std::invalid_argument as
    /// start() does, std::logic_error if the problem has no such scalar.
    void set_scalar(const double* values, Stream stream = nullptr, int number = 0);
    void set_scalar(const float* values, Stream stream = nullptr, int number = 0);

    /// Replaces the force of the problem in later steps, start() and resume() between them or not,
    /// for instance by one that keeps the mean velocity constant; problem() has it then. Throws
    /// std::invalid_argument if it is not finite.
    void set_force(const std::array<double, 3>& force);

    /// The time at which the next step begins, for sources that change with time: 0 in a new
    /// solver, and each step adds its length. Throws std::invalid_argument if it is not finite.
    void set_time(double time);

    /// Replaces the obstacles of the problem by the same ones where and as fast as they are at the end
    /// of the next step, for bodies that move: one that turns in place, a valve. They are as many,
    /// in the same order, with what they do to the scalar, and none is closed. What a body leaves
    /// behind has its velocity; what it has entered gets it.
    ///
    /// Functions keep what they give: those of the step before are asked once more. Velocities are
    /// asked
    ///           in the body, on its surface, and a hundredth of a cell beside these.
    /// Forces    of the step after it are without what the fluid takes that moves with the body, so
    ///           that they are those of the flow on a body that is hollow. Until then those of the
    ///           step before are told.
    /// Time      a body should move by less than two cells in a step: it is looked for where it was,
    ///           and in the whole box where that ends, where it had no points, and the first time.
    ///           obstacle_rate() tells what limits a step. Steps are no CUDA graphs any more.
    /// Order     collective; waits for the stream. Throws std::invalid_argument for other obstacles
    ///           than these and with unsupported_reason(), std::logic_error if the stream is being
    ///           captured; what functions throw, with that text on all ranks.
    /// Source    M. Uhlmann, J. Comput. Phys. 209, 448 (2005), section 3.1, for the force.
    void set_obstacles(const std::vector<Obstacle>& obstacles, Stream stream = nullptr);

    /// The largest |u| / dx + |v| / dy + |w| / dz inside the obstacles of the last set_obstacles(), for
    /// step_limit(); 0 before it.
    [[nodiscard]] double obstacle_rate() const;

    /// Advances the velocity, and the scalar with it, by `time_step`. Throws std::invalid_argument
    /// if it is not above zero and finite, std::logic_error before start() or resume().
    void step(double time_step, Stream stream = nullptr);

    /// Replaces what the faces give by their values at the time at which the next start() or
    /// resume() begins, before which there is no step. Only profiles may change: kinds, numbers and
    /// which profiles are empty are those of the problem. On a GPU the values are copied from host
    /// memory, which may wait for the stream. Throws std::invalid_argument if they are not, or with
    /// the unsupported_reason() of the problem with these values, such as the excess of what
    /// enters; std::logic_error if the stream is being captured, for a graph would read the values
    /// from host memory that changes with the next ones.
    void set_faces(const FaceValues& values, Stream stream = nullptr);

    /// Advances the flow as step() does while what the faces give changes: `ends` are their values
    /// at the ends of the stages, stage_ends of the time step after its start. Those at its start
    /// were given last. Throws as set_faces() and step() do, before anything is advanced. On a GPU
    /// the values are copied from host memory, which may wait for the stream.
    ///
    /// Source    B. Sanderse and B. Koren, J. Comput. Phys. 231, 3041 (2012): the velocity keeps
    ///           the order of the Runge-Kutta method.
    void step(double time_step, const std::array<FaceValues, 3>& ends, Stream stream = nullptr);

    /// Take over values of faces as the functions above do, from arrays that the stream reads when
    /// it comes to them. Nobody looks at the values, so that nothing waits: they are finite, walls
    /// have no velocity across, and what enters leaves. problem() does not learn them. Throw
    /// std::invalid_argument for an array without a profile of the problem, if `entering` is not
    /// finite; else as the functions above.
    void set_faces(const FaceArrays& arrays, Stream stream = nullptr);
    void step(double time_step, const std::array<FaceArrays, 3>& ends, Stream stream = nullptr);

    /// What the last step() found out about the velocity before it, or after start() or resume()
    /// about the velocity they left. Waits for what finds it: for a part of the last step only.
    [[nodiscard]] Observed observed_and_wait() const;

    /// The mean force of the flow on each obstacle over the last step, in the order of the problem: the
    /// momentum that the forcing of its velocities, or its faces, take out of the flow. Zero before
    /// the first step. Collective; waits for the step.
    [[nodiscard]] std::vector<ObstacleForce> obstacle_forces_and_wait(
        Stream stream = nullptr) const;

    /// What closed obstacles took in the last step, or in start().
    [[nodiscard]] ClosingUse closing_use() const;

    /// Writes the velocity, which has no divergence, to three arrays apart from each other. Throws
    /// std::invalid_argument if they overlap.
    void velocity(double* u, double* v, double* w, Stream stream = nullptr) const;
    void velocity(float* u, float* v, float* w, Stream stream = nullptr) const;

    /// Writes the scalar. Throws as set_scalar() does.
    void scalar(double* values, Stream stream = nullptr, int number = 0) const;
    void scalar(float* values, Stream stream = nullptr, int number = 0) const;

    /// Writes the pressure of the last stage, whose mean is zero unless a face is an outflow; zero
    /// before the first step, but that of the state after resume() with implicit diffusion. With one
    /// projection a step it is that at the end of the step, of second order in time, and resume()
    /// keeps it.
    void pressure(double* p, Stream stream = nullptr) const;
    void pressure(float* p, Stream stream = nullptr) const;

    /// Writes all that steps depend on, state_values() values: u, v and w as velocity() writes
    /// them, then the velocities through lower faces at which the flow leaves, then with implicit
    /// diffusion, closed obstacles or one projection a step the pressure, then the scalars, then
    /// with one projection how fast the pressure changes and, once for each plane, the length of
    /// the step, at last the fluctuations, three components of them, of a face that recycles.
    void state(double* values, Stream stream = nullptr) const;
    void state(float* values, Stream stream = nullptr) const;
    [[nodiscard]] std::int64_t state_values() const;

    /// Exchanges what a step on several ranks does, without its work: a measurement so learns what
    /// the messages cost. The flow must begin anew afterwards. Collective; ordered as a step is.
    void exchange_alone(Stream stream = nullptr);

    /// What the exchanges of this rank have taken since the last call, of steps or those alone. Waits
    /// for them; nothing on one rank.
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const;

    [[nodiscard]] const Problem& problem() const;
    [[nodiscard]] Backend backend() const;

    /// The planes of z that the arrays of this rank hold; on one rank all.
    [[nodiscard]] poisson::Planes planes() const;

    /// Bytes of memory that the solver owns.
    [[nodiscard]] std::size_t memory_bytes() const;

    /// One line for a log: the problem and how its steps are computed.
    [[nodiscard]] std::string describe() const;

private:
    class Implementation;

    std::unique_ptr<Implementation> implementation_;
};

}  // namespace tobiuo::flow
