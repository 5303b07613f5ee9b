// SPDX-License-Identifier: BSD-3-Clause
#include <tobiuo/fft/distributed_plan.hpp>

#include <stdexcept>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/ranks/chunk_trial.hpp"
#include "kernels/fft/ranks/rank_layout.hpp"
#include "kernels/fft/ranks/rank_transform.hpp"
#include "kernels/fft/transform.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

/// Throws if the transform is not one for several ranks, or this machine lacks the back end.
void validate_for_ranks(const Transform& transform, Backend backend)
{
    validate(transform);
    if (problem_of(transform).lengths.size() < 2) {
        throw std::invalid_argument{
            "several ranks divide the slowest axis of a transform, and this one has a single axis: "
            "use one rank, or give it two or three axes"};
    }
    if (transform.batch != 1) {
        throw std::invalid_argument{
            "the batch of a transform on several ranks is " + std::to_string(transform.batch) +
            " (they transform one array at a time): make a plan of batch 1 and execute it for each "
            "array"};
    }
    refuse_opencl(backend, "transform on several ranks");
    require(backend, "transform");
}

const Transform& validated(const Transform& transform, Backend backend)
{
    validate_for_ranks(transform, backend);
    return transform;
}

/// Throws if the options ask for pencils that there are not.
void validate_pencils(const Problem& problem, const DistributedPlanOptions& options, int size)
{
    if (options.division == RankDivision::pencils && problem.lengths.size() < 3) {
        throw std::invalid_argument{
            "pencils were asked for, and the transform has two axes (pencils divide two of three): "
            "give RankDivision::slabs, or RankDivision::automatic"};
    }
    if (options.ranks_along_z < 0 ||
        (options.ranks_along_z > 0 && size % options.ranks_along_z != 0)) {
        throw std::invalid_argument{
            "z was to be divided among " + std::to_string(options.ranks_along_z) + " of " +
            std::to_string(size) +
            " ranks (they form a grid, whose other side divides y): give a divisor of the number "
            "of ranks, or 0 for one that suits"};
    }
}

/// The grid of pencils that the options ask for or that suits; nothing for slabs.
std::optional<RankGrid> grid_of(const Problem& problem, const DistributedPlanOptions& options,
                                int size)
{
    validate_pencils(problem, options, size);
    const bool automatic = options.division == RankDivision::automatic;
    if (options.division == RankDivision::slabs || problem.lengths.size() < 3 ||
        (automatic && !exceeds_slabs(problem, size))) {
        return std::nullopt;
    }
    const int along_z = options.ranks_along_z;
    return along_z > 0 ? RankGrid{.along_z = along_z, .along_y = size / along_z}
                       : balanced_grid(problem, size);
}

/// The grids that the options leave open; nothing stands for slabs.
std::vector<std::optional<RankGrid>> open_grids(const Problem& problem,
                                                const DistributedPlanOptions& options, int size)
{
    const std::optional<RankGrid> usual = grid_of(problem, options, size);
    std::vector<std::optional<RankGrid>> grids{usual};
    if (options.division == RankDivision::automatic && usual) {
        grids.emplace_back(std::nullopt);
    }
    if (options.division != RankDivision::slabs && options.ranks_along_z == 0 &&
        problem.lengths.size() > 2) {
        for (const RankGrid& grid : grids_of(size)) {
            if (grid.along_z > 1 && grid.along_y > 1 && grid != usual) {
                grids.emplace_back(grid);
            }
        }
    }
    return grids;
}

RankOptions rank_options(const Transform& transform, Backend backend,
                         const DistributedPlanOptions& options, int size)
{
    validate_threads(options.threads, "a transform");
    if (options.chunks < 0) {
        throw std::invalid_argument{"a transform in " + std::to_string(options.chunks) +
                                    " chunks was asked for (there is at least one): give 1 or "
                                    "more, or 0 for a number that suits"};
    }
    return {.backend = backend,
            .threads = options.threads,
            .grid = grid_of(problem_of(transform), options, size),
            .transposed = options.spectrum == SpectrumLayout::transposed,
            .chunks = options.chunks,
            .transport = options.through_host_memory ? ranks::Transport::host_memory
                                                     : ranks::Transport::automatic};
}

IndexRange range_of(const ranks::Slice& slice)
{
    return {.first = slice.first, .count = slice.count};
}

RankPart part_of(const Box& box)
{
    return {.z = range_of(box.z), .y = range_of(box.y), .x = range_of(box.x)};
}

}  // namespace

class DistributedPlan::Implementation {
public:
    Implementation(const Transform& transform, const Communicator& ranks,
                   const DistributedPlanOptions& options)
        : backend_{chosen_backend(options.backend)},
          transform_{validated(transform, backend_)},
          parts_{parts_of_rank(transform, ranks.rank(), ranks.size(), options)},
          steps_{problem_of(transform), ranks,
                 rank_options(transform, backend_, options, ranks.size())}
    {
    }

    /// Transforms `in` to `out`, whose types are those of the call.
    void execute(const TypedCall& call, const void* in, void* out, Stream stream) const
    {
        validate_call(call, transform_, "execute");
        // NOLINTNEXTLINE(*-const-cast): only c2r writes to its input, which is not const there
        steps_.execute(const_cast<void*>(in), out, stream);
    }

    [[nodiscard]] const Transform& transform() const { return transform_; }
    [[nodiscard]] Backend backend() const { return backend_; }
    [[nodiscard]] const RankParts& parts() const { return parts_; }
    [[nodiscard]] const RankTransform& steps() const { return steps_; }

private:
    Backend backend_;
    Transform transform_;
    RankParts parts_;
    RankTransform steps_;
};

std::optional<std::string> distributed_unsupported_reason(const Transform& transform,
                                                          Backend backend)
{
    return refusal_of([&] {
        validate_for_ranks(transform, backend);
        engines_of(backend).check(problem_of(transform));
    });
}

RankParts parts_of_rank(const Transform& transform, int rank, int size,
                        const DistributedPlanOptions& options)
{
    const Problem problem = problem_of(transform);
    const RankLayout layout{problem, rank, size, grid_of(problem, options, size)};
    RankPart samples = part_of(layout.part(false));
    samples.x.count = transform.extents.x;
    const RankPart spectrum = part_of(layout.part(options.spectrum == SpectrumLayout::transposed));
    return problem.direction == Direction::forward
               ? RankParts{.input = samples, .output = spectrum}
               : RankParts{.input = spectrum, .output = samples};
}

DistributedPlanOptions tuned_options(const Transform& transform, const Communicator& ranks,
                                     DistributedPlanOptions options)
{
    options.backend = chosen_backend(options.backend);
    validate_for_ranks(transform, *options.backend);
    const Problem problem = problem_of(transform);
    RankOptions best = rank_options(transform, *options.backend, options, ranks.size());
    best.chunks = 1;
    if (ranks.size() > 1) {
        best = fastest_options(problem, ranks, best, open_grids(problem, options, ranks.size()));
    }
    options.division = best.grid ? RankDivision::pencils : RankDivision::slabs;
    options.ranks_along_z = best.grid ? best.grid->along_z : 0;
    options.chunks = best.chunks;
    return options;
}

DistributedPlan::DistributedPlan(const Transform& transform, const Communicator& ranks,
                                 const DistributedPlanOptions& options)
    : implementation_{std::make_unique<const Implementation>(transform, ranks, options)}
{
}
DistributedPlan::DistributedPlan(DistributedPlan&&) noexcept = default;
DistributedPlan& DistributedPlan::operator=(DistributedPlan&&) noexcept = default;
DistributedPlan::~DistributedPlan() = default;

void DistributedPlan::execute(std::complex<double>* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void DistributedPlan::execute(std::complex<float>* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void DistributedPlan::execute(double* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void DistributedPlan::execute(float* data, Stream stream) const
{
    implementation_->execute(call_with(data), data, data, stream);
}

void DistributedPlan::execute(const std::complex<double>* in, std::complex<double>* out,
                              Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void DistributedPlan::execute(const std::complex<float>* in, std::complex<float>* out,
                              Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void DistributedPlan::execute(const double* in, std::complex<double>* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void DistributedPlan::execute(const float* in, std::complex<float>* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void DistributedPlan::execute(std::complex<double>* in, double* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void DistributedPlan::execute(std::complex<float>* in, float* out, Stream stream) const
{
    implementation_->execute(call_with(in, out), in, out, stream);
}

void DistributedPlan::execute_untyped(void* in, void* out, Stream stream) const
{
    implementation_->steps().execute(in, out, stream);
}

void DistributedPlan::exchange_alone(void* in, void* out, Stream stream) const
{
    implementation_->steps().exchange_alone(in, out, stream);
}

ExchangeUse DistributedPlan::take_exchange_use_and_wait() const
{
    return implementation_->steps().take_exchange_use_and_wait();
}

RankPart DistributedPlan::input_part() const
{
    return implementation_->parts().input;
}

RankPart DistributedPlan::output_part() const
{
    return implementation_->parts().output;
}

std::int64_t DistributedPlan::input_bytes() const
{
    return implementation_->steps().array_bytes().in;
}

std::int64_t DistributedPlan::output_bytes() const
{
    return implementation_->steps().array_bytes().out;
}

const Transform& DistributedPlan::transform() const
{
    return implementation_->transform();
}

Backend DistributedPlan::backend() const
{
    return implementation_->backend();
}

std::size_t DistributedPlan::workspace_bytes() const
{
    return implementation_->steps().workspace_bytes();
}

std::string DistributedPlan::describe() const
{
    return fft::describe(transform()) + ": " + implementation_->steps().describe();
}

}  // namespace tobiuo::fft
