#include <tobiuo/fft/distributed_plan.hpp>

#include <stdexcept>

#include "kernels/device/backend.hpp"
#include "kernels/fft/engine.hpp"
#include "kernels/fft/ranks/chunk_trial.hpp"
#include "kernels/fft/ranks/rank_transform.hpp"
#include "kernels/fft/transform.hpp"
#include "kernels/fft/typed_call.hpp"
#include "kernels/threads.hpp"

namespace tobiuo::fft {
namespace {

/// Throws if the transform is not one for slabs, or this machine lacks the back end.
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
    require(backend, "transform");
}

const Transform& validated(const Transform& transform, Backend backend)
{
    validate_for_ranks(transform, backend);
    return transform;
}

RankOptions rank_options(Backend backend, const DistributedPlanOptions& options)
{
    validate_threads(options.threads, "a transform");
    if (options.chunks < 0) {
        throw std::invalid_argument{"a transform in " + std::to_string(options.chunks) +
                                    " chunks was asked for (there is at least one): give 1 or "
                                    "more, or 0 for a number that suits"};
    }
    return {.backend = backend,
            .threads = options.threads,
            .transposed = options.spectrum == SpectrumLayout::transposed,
            .chunks = options.chunks,
            .transport = options.through_host_memory ? ranks::Transport::host_memory
                                                     : ranks::Transport::automatic};
}

Slab slab_from(const std::vector<ranks::Slice>& slices, int rank)
{
    const ranks::Slice& slice = slices.at(static_cast<std::size_t>(rank));
    return {.first = slice.first, .count = slice.count};
}

}  // namespace

class DistributedPlan::Implementation {
public:
    Implementation(const Transform& transform, const Communicator& ranks,
                   const DistributedPlanOptions& options)
        : backend_{options.backend ? *options.backend : default_backend()},
          transform_{validated(transform, backend_)},
          slab_{slab_of_rank(transform, ranks.rank(), ranks.size())},
          transposed_slab_{transposed_slab_of_rank(transform, ranks.rank(), ranks.size())},
          steps_{problem_of(transform), ranks, rank_options(backend_, options)}
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
    [[nodiscard]] Slab slab() const { return slab_; }
    [[nodiscard]] Slab transposed_slab() const { return transposed_slab_; }
    [[nodiscard]] const RankTransform& steps() const { return steps_; }

private:
    Backend backend_;
    Transform transform_;
    Slab slab_;
    Slab transposed_slab_;
    RankTransform steps_;
};

std::optional<std::string> distributed_unsupported_reason(const Transform& transform,
                                                          Backend backend)
{
    return refusal_of([&] {
        validate_for_ranks(transform, backend);
        if (backend == Backend::cuda) {
            validate_on_device(problem_of(transform));
        }
    });
}

Slab slab_of_rank(const Transform& transform, int rank, int size)
{
    return slab_from(SlabDivision{problem_of(transform), size}.slabs, rank);
}

Slab transposed_slab_of_rank(const Transform& transform, int rank, int size)
{
    return slab_from(SlabDivision{problem_of(transform), size}.columns, rank);
}

DistributedPlanOptions tuned_options(const Transform& transform, const Communicator& ranks,
                                     DistributedPlanOptions options)
{
    options.backend = options.backend ? *options.backend : default_backend();
    validate_for_ranks(transform, *options.backend);
    const RankOptions trial = rank_options(*options.backend, options);
    options.chunks = ranks.size() == 1 ? 1 : fastest_chunks(problem_of(transform), ranks, trial);
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

Slab DistributedPlan::slab() const
{
    return implementation_->slab();
}

Slab DistributedPlan::transposed_slab() const
{
    return implementation_->transposed_slab();
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
