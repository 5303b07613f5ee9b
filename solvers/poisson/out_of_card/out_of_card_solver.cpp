#include "solvers/poisson/out_of_card/out_of_card_solver.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/on_this_device.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/tridiagonal/line_integrator.hpp"
#include "kernels/tridiagonal/slab_solver.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/axis/recurrences.hpp"
#include "solvers/poisson/out_of_card/division.hpp"
#include "solvers/poisson/out_of_card/trips.hpp"

namespace tobiuo::poisson {
namespace {

std::int64_t device_limit(const OutOfCardOptions& options)
{
    if (options.device_bytes > 0) {
        return options.device_bytes;
    }
    std::size_t free = 0;
    std::size_t total = 0;
    device::check(cudaMemGetInfo(&free, &total), "read the free memory of the device");
    return static_cast<std::int64_t>(free - free / 10);
}

Division division_of(const Problem& problem, const OutOfCardOptions& options)
{
    return divided(problem, device_limit(options), fft::limits_of_current_device(),
                   fft::with_known_table({}));
}

/// Throws std::invalid_argument if the problem has no such solver, whatever the memory.
void validate_method(const Problem& problem)
{
    for (int axis = 0; axis < 3; ++axis) {
        if (is_absent(problem, axis)) {
            throw std::invalid_argument{
                "a problem with an absent axis is solved with its arrays in host memory (only "
                "three axes are cut into planes): use the CPU"};
        }
    }
    if (!allows_recurrences(problem) || stretched_axis(problem)) {
        throw std::invalid_argument{
            "the operator does not allow recurrences along z (a solve with its arrays in host "
            "memory needs the second-order operator, equal cells and a lambda that is not "
            "positive): choose these, or use the CPU"};
    }
}

SolveSchedule schedule_of(const Problem& problem, const Chunk& chunk)
{
    return chunk_schedule(problem, chunk.planes, fft::limits_of_current_device(),
                          fft::with_known_table({}));
}

/// The passes along x and y of chunks of one number of planes.
template <typename T>
struct ChunkPasses {
    explicit ChunkPasses(const SolveSchedule& chunk)
        : forward{chunk.forward}, inverse{chunk.inverse}
    {
    }

    fft::CompiledPasses<T> forward;
    fft::CompiledPasses<T> inverse;
};

/// A slot of device memory and what has happened to its chunk.
template <typename T>
struct Slot {
    explicit Slot(std::int64_t points) : values{static_cast<std::size_t>(points)} {}

    device::DeviceBuffer<T> values;
    device::Event loaded = device::make_event();
    device::Event computed = device::make_event();
    device::Event stored = device::make_event();
};

void wait_for(const device::Event& event, cudaStream_t stream)
{
    device::check(cudaStreamWaitEvent(stream, event.get(), 0), "order the work on chunks");
}

void record(const device::Event& event, cudaStream_t stream)
{
    device::check(cudaEventRecord(event.get(), stream), "order the work on chunks");
}

template <typename T>
class ReadyTrips {
public:
    ReadyTrips(const Problem& problem, const Division& division)
        : plane_{plane_points(problem)},
          rows_{unknowns(problem, 2).count},
          edges_{edges_of(problem, 2)},
          reversed_{tridiagonal::is_better_reversed(edges_.first, edges_.last)},
          trips_{rows_, division.planes, division.slots, reversed_},
          has_null_space_{has_null_space(problem)},
          chunk_{schedule_of(problem, trips_.chunks().front())},
          few_{chunk_},
          many_{schedule_of(problem, trips_.chunks().back())},
          solver_{oriented().first, oriented().last},
          inner_{device::uploaded(chunk_.inner, compute_.get())},
          outer_{device::uploaded(chunk_.outer, compute_.get())},
          columns_{static_cast<std::int64_t>(inner_.size() * outer_.size())},
          sums_{static_cast<std::size_t>(sums_of_a_column * columns_)},
          line_{static_cast<std::size_t>(rows_)},
          constant_{1},
          work_{work_values()}
    {
        const double spacing = problem.grid.axes[2].spacing();
        diffusion_ = 1.0 / (spacing * spacing);
        device::clear(constant_, "clear the mean of a solve", compute_.get());
        device::clear(line_, "clear the line of the zero mode", compute_.get());
        if (work_.size() > 0) {
            device::clear(work_, "clear the rows of a solve", compute_.get());
        }
        for (int slot = 0; slot < trips_.slots(); ++slot) {
            slots_.emplace_back(plane_ * most_planes());
        }
        device::synchronize(compute_.get());
    }

    Solved solve_and_wait(const T* f, T* u) const
    {
        make_trips(trips_, *this, f, u);
        device::synchronize(out_.get());
        if (!has_null_space_) {
            return {};
        }
        const double removed = device::fetch_and_wait(constant_, compute_.get()).front();
        return {.removed_mean = removed / chunk_.round_trip};
    }

    [[nodiscard]] std::size_t device_bytes() const
    {
        return (slots_.size() * slots_.front().values.size() + work_.size()) * sizeof(T) +
               (sums_.size() + line_.size() + inner_.size() + outer_.size() + 1) * sizeof(double);
    }
    [[nodiscard]] std::int64_t copied_bytes() const
    {
        return trips_.copied_planes() * plane_ * static_cast<std::int64_t>(sizeof(T));
    }
    [[nodiscard]] std::string describe() const
    {
        return "two trips of " + std::to_string(trips_.chunks().size()) + " chunks of " +
               std::to_string(most_planes()) + " planes, " + std::to_string(trips_.slots()) +
               " of them on the device at a time; " + poisson::describe(chunk_);
    }

    // The functions of a machine, see make_trips(), enqueue on one stream for each direction of the
    // link, and on one for the work.

    void free(const Chunk& chunk) const { wait_for(slot_of(chunk).stored, in_.get()); }

    void load(const Chunk& chunk, const T* from) const
    {
        const Slot<T>& slot = slot_of(chunk);
        device::copy_to_device<T>(slot.values.data(), {from + offset(chunk), points(chunk)},
                                  in_.get());
        record(slot.loaded, in_.get());
        wait_for(slot.loaded, compute_.get());
    }

    void rise(const Chunk& chunk) const
    {
        T* const values = slot_of(chunk).values.data();
        passes(chunk).forward.enqueue({.in = values, .out = values, .work = work_.data()},
                                      compute_.get());
        solver_.rise(systems(), sums(), slab(chunk), compute_.get());
        if (work_.size() > 0) {
            copy_rows(chunk, values, row_points(), work_.data(), pitch());
        }
    }

    void turn() const
    {
        solver_.turn(systems(), sums(), compute_.get());
        if (chunk_.recurrences->zero_mode < 0) {
            return;
        }
        const Edges edges = oriented();
        integrator_.enqueue({.source = line_.data(),
                             .solution = line_.data(),
                             .rows = rows_,
                             .step = 1,
                             .first = edges.first,
                             .last = edges.last,
                             .diffusion = diffusion_,
                             .scale = 1.0 / chunk_.round_trip,
                             .constant = has_null_space_ ? constant_.data() : nullptr},
                            compute_.get());
    }

    void fall(const Chunk& chunk) const
    {
        T* const values = slot_of(chunk).values.data();
        if (work_.size() > 0) {
            copy_rows(chunk, work_.data(), pitch(), values, row_points());
        }
        solver_.fall(systems(), sums(), slab(chunk), compute_.get());
        passes(chunk).inverse.enqueue({.in = values, .out = values, .work = work_.data()},
                                      compute_.get());
    }

    void store(const Chunk& chunk, T* to) const
    {
        const Slot<T>& slot = slot_of(chunk);
        record(slot.computed, compute_.get());
        wait_for(slot.computed, out_.get());
        device::copy_to_host<T>({to + offset(chunk), points(chunk)}, slot.values.data(),
                                out_.get());
        record(slot.stored, out_.get());
    }

private:
    [[nodiscard]] Edges oriented() const
    {
        return reversed_ ? Edges{.first = edges_.last, .last = edges_.first} : edges_;
    }
    /// Chunks have as many planes as the last one, or one less.
    [[nodiscard]] std::int64_t most_planes() const { return trips_.chunks().back().planes; }

    /// The reals of the work array of a chunk where x has an odd number of unknowns.
    [[nodiscard]] std::size_t work_values() const
    {
        const auto most = static_cast<std::size_t>(most_planes());
        return chunk_.forward.work_values > 0 ? inner_.size() * outer_.size() * most : 0;
    }

    [[nodiscard]] const ChunkPasses<T>& passes(const Chunk& chunk) const
    {
        return chunk.planes == trips_.chunks().front().planes ? few_ : many_;
    }
    [[nodiscard]] const Slot<T>& slot_of(const Chunk& chunk) const
    {
        return slots_[static_cast<std::size_t>(chunk.slot)];
    }

    [[nodiscard]] std::int64_t offset(const Chunk& chunk) const { return plane_ * chunk.in_array; }
    [[nodiscard]] std::size_t points(const Chunk& chunk) const
    {
        return static_cast<std::size_t>(plane_ * chunk.planes);
    }

    /// The array of a chunk's modes: the work array, or the slot.
    [[nodiscard]] T* modes(const Chunk& chunk) const
    {
        return work_.size() > 0 ? work_.data() : slot_of(chunk).values.data();
    }

    [[nodiscard]] std::int64_t pitch() const { return static_cast<std::int64_t>(inner_.size()); }
    [[nodiscard]] std::int64_t row_points() const
    {
        return plane_ / static_cast<std::int64_t>(outer_.size());
    }

    /// Enqueues a copy of all rows of a chunk between arrays of different pitches.
    void copy_rows(const Chunk& chunk, T* to, std::int64_t to_pitch, const T* from,
                   std::int64_t from_pitch) const
    {
        const auto bytes = [](std::int64_t values) {
            return static_cast<std::size_t>(values) * sizeof(T);
        };
        device::check(
            cudaMemcpy2DAsync(to, bytes(to_pitch), from, bytes(from_pitch), bytes(row_points()),
                              outer_.size() * static_cast<std::size_t>(chunk.planes),
                              cudaMemcpyDeviceToDevice, compute_.get()),
            "copy the rows of a chunk");
    }

    [[nodiscard]] tridiagonal::SlabSystems systems() const
    {
        return {.inner = inner_.data(),
                .inner_count = pitch(),
                .outer = outer_.data(),
                .diffusion = diffusion_,
                .scale = 1.0 / chunk_.round_trip,
                .columns = columns_,
                .rows = rows_,
                .zero_mode = chunk_.recurrences->zero_mode};
    }

    [[nodiscard]] tridiagonal::SlabSums sums() const
    {
        double* const all = sums_.data();
        return {.forwards = all,
                .again = all + columns_,
                .first = all + 2 * columns_,
                .last = all + 3 * columns_,
                .line = line_.data()};
    }

    [[nodiscard]] tridiagonal::Slab<T> slab(const Chunk& chunk) const
    {
        T* const values = modes(chunk);
        return {.data = reversed_ ? values + (chunk.planes - 1) * columns_ : values,
                .step = reversed_ ? -columns_ : columns_,
                .rows = chunk.planes,
                .first_row = chunk.first};
    }

    std::int64_t plane_;  ///< points of a plane
    std::int64_t rows_;   ///< planes of all chunks
    Edges edges_;
    bool reversed_;
    Trips trips_;
    bool has_null_space_;
    SolveSchedule chunk_;
    device::Stream in_ = device::make_stream();
    device::Stream compute_ = device::make_stream();
    device::Stream out_ = device::make_stream();
    ChunkPasses<T> few_;
    ChunkPasses<T> many_;
    tridiagonal::SlabSolver<T> solver_;
    tridiagonal::LineIntegrator<double> integrator_;
    double diffusion_{};
    device::DeviceBuffer<double> inner_;
    device::DeviceBuffer<double> outer_;
    std::int64_t columns_;
    device::DeviceBuffer<double> sums_;
    device::DeviceBuffer<double> line_;
    device::DeviceBuffer<double> constant_;
    device::DeviceBuffer<T> work_;
    std::vector<Slot<T>> slots_;
};

using Ready = std::variant<ReadyTrips<float>, ReadyTrips<double>>;

Ready ready_for(const Problem& problem, const OutOfCardOptions& options)
{
    validate(problem);
    validate_method(problem);
    const Division division = division_of(problem, options);
    if (problem.precision == Precision::fp32) {
        return Ready{std::in_place_type<ReadyTrips<float>>, problem, division};
    }
    return Ready{std::in_place_type<ReadyTrips<double>>, problem, division};
}

}  // namespace

class OutOfCardSolver::Implementation {
public:
    Implementation(const Problem& problem, const OutOfCardOptions& options)
        : points_{points(problem)}, ready_{ready_for(problem, options)}
    {
    }

    template <typename T>
    Solved solve_and_wait(const T* f, T* u) const
    {
        const auto* ready = std::get_if<ReadyTrips<T>>(&ready_);
        if (ready == nullptr) {
            throw std::invalid_argument{
                "the arrays are not in the problem's precision: make them fit"};
        }
        validate_arrays(f, u, points_, alignof(T));
        return ready->solve_and_wait(f, u);
    }

    template <typename Call>
    [[nodiscard]] auto ask(const Call& call) const
    {
        return std::visit(call, ready_);
    }

private:
    std::int64_t points_;
    Ready ready_;
};

std::optional<std::string> OutOfCardSolver::unsupported_reason(const Problem& problem,
                                                               const OutOfCardOptions& options)
{
    try {
        validate_method(problem);
        static_cast<void>(division_of(problem, options));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

OutOfCardSolver::OutOfCardSolver(const Problem& problem, const OutOfCardOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, options)}
{
}
OutOfCardSolver::OutOfCardSolver(OutOfCardSolver&&) noexcept = default;
OutOfCardSolver& OutOfCardSolver::operator=(OutOfCardSolver&&) noexcept = default;
OutOfCardSolver::~OutOfCardSolver() = default;

Solved OutOfCardSolver::solve_and_wait(const double* f, double* u) const
{
    return implementation_->solve_and_wait(f, u);
}

Solved OutOfCardSolver::solve_and_wait(const float* f, float* u) const
{
    return implementation_->solve_and_wait(f, u);
}

std::size_t OutOfCardSolver::device_bytes() const
{
    return implementation_->ask([](const auto& ready) { return ready.device_bytes(); });
}

std::int64_t OutOfCardSolver::copied_bytes() const
{
    return implementation_->ask([](const auto& ready) { return ready.copied_bytes(); });
}

std::string OutOfCardSolver::describe() const
{
    return implementation_->ask([](const auto& ready) { return ready.describe(); });
}

}  // namespace tobiuo::poisson
