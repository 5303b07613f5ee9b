// The passes of a rank on a GPU.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/out_of_card/chunk_passes.hpp"
#include "solvers/poisson/out_of_card/padded_rows.hpp"
#include "solvers/poisson/program/executor.hpp"
#include "solvers/poisson/ranks/rank_passes.hpp"

namespace tobiuo::poisson {
namespace {

SolveSchedule schedule_for(const Problem& problem, const SolveChunk& chunk, const ChunkCuts& cuts)
{
    return make_chunk_schedule(problem, chunk, cuts, fft::limits_of_current_device(),
                               fft::with_known_table({}));
}

SolveSchedule schedule_of_planes(const Problem& problem, std::int64_t planes)
{
    return schedule_for(problem, {.is_middle = false, .first = 0, .count = planes},
                        cuts_of_ranks(problem));
}

/// As few columns as a rank may have.
SolveChunk least_columns(const Problem& problem)
{
    const bool cuts_rows = cuts_of_ranks(problem).middle == row_axis(problem);
    return {.is_middle = true, .first = 0, .count = cuts_rows ? 2 : 1};
}

template <typename T>
class DeviceRankPasses final : public RankPasses<T> {
public:
    DeviceRankPasses(const Problem& problem, const RankPart& part)
        : DeviceRankPasses{problem, part, schedule_of_planes(problem, 1), device::make_stream()}
    {
    }

    T* forward(const T* f, T* u, std::int64_t planes, Stream stream) const override
    {
        if (planes > 0) {
            // Only the first pass reads f.
            passes_.at(planes).forward.enqueue(
                {.in = const_cast<T*>(f), .out = u, .work = work_.data()},  // NOLINT(*-const-cast)
                stream);
        }
        return modes(u);
    }

    [[nodiscard]] T* modes(T* u) const override { return work_.modes(u); }

    void inverse(T* u, std::int64_t planes, Stream stream) const override
    {
        if (planes > 0) {
            passes_.at(planes).inverse.enqueue({.in = u, .out = u, .work = work_.data()}, stream);
        }
    }

    void solve(T* columns, Stream stream) const override
    {
        if (columns_) {
            columns_->enqueue({.f = columns,
                               .u = columns,
                               .work = middle_->forward.work_values > 0 ? columns : nullptr},
                              stream);
        }
    }

    [[nodiscard]] std::int64_t constant_mode() const override { return 0; }
    [[nodiscard]] std::span<const std::byte> removed() const override
    {
        const T* const constant =
            columns_ ? columns_->array(ArrayName::constant).as<T>() : told_.data();
        return std::as_bytes(std::span{constant, 1});
    }
    [[nodiscard]] std::span<std::byte> told() const override
    {
        return std::as_writable_bytes(std::span{told_.data(), 1});
    }
    [[nodiscard]] double removed_mean(Stream stream) const override
    {
        T constant{};
        device::copy_to_host<T>({&constant, 1}, told_.data(), stream);
        device::synchronize(stream);
        return static_cast<double>(constant) / round_trip_;  // the mode is a sum over the box
    }

    [[nodiscard]] std::size_t bytes() const override
    {
        return work_.bytes() + sizeof(T) + (columns_ ? columns_->bytes() : 0);
    }

    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(of_a_plane_.forward) + "; " +
               (middle_ ? poisson::describe(*middle_) : std::string{"no columns"}) + "; " +
               fft::describe(of_a_plane_.inverse);
    }

private:
    DeviceRankPasses(const Problem& problem, const RankPart& part, const SolveSchedule& of_a_plane,
                     const device::Stream& stream)
        : of_a_plane_{of_a_plane},
          work_{padded_rows(problem, part), unknowns(problem, 0).count,
                rows_of_schedule(problem, of_a_plane).pitch, stream.get()},
          told_{1}
    {
        for (const std::int64_t planes : part.chunks) {
            passes_.try_emplace(planes, schedule_of_planes(problem, planes));
        }
        if (part.columns) {
            middle_ = schedule_for(problem, *part.columns, part.cuts);
            round_trip_ = middle_->round_trip;
            columns_.emplace(*machine_, solve_on_cuda(),
                             program_of(problem, *middle_).without_work());
        } else {  // the round trip does not depend on the columns
            round_trip_ = schedule_for(problem, least_columns(problem), part.cuts).round_trip;
        }
        device::clear(told_, "clear the mean of a solve", stream.get());
        device::synchronize(stream.get());
    }

    /// The rows of x of the largest chunk in the work array, where x has an odd number of unknowns.
    [[nodiscard]] std::int64_t padded_rows(const Problem& problem, const RankPart& part) const
    {
        const std::int64_t planes = part.chunks.empty() ? 0 : std::ranges::max(part.chunks);
        return of_a_plane_.forward.work_values > 0 ? planes * rows_of_plane(problem) : 0;
    }

    SolveSchedule of_a_plane_;
    PaddedRows<T> work_;
    device::DeviceBuffer<T> told_;
    std::map<std::int64_t, ChunkPasses<T>> passes_;  ///< by the planes of a chunk
    std::optional<SolveSchedule> middle_;
    double round_trip_ = 1.0;
    std::unique_ptr<const runtime::Machine> machine_ = runtime::make_cuda_machine();
    std::optional<Executor> columns_;
};

}  // namespace

ModeRows device_mode_rows(const Problem& problem)
{
    return rows_of_schedule(problem, schedule_of_planes(problem, 1));
}

template <typename T>
std::unique_ptr<const RankPasses<T>> make_device_passes(const Problem& problem,
                                                        const RankPart& part)
{
    return std::make_unique<DeviceRankPasses<T>>(problem, part);
}

std::optional<std::string> device_passes_unsupported_reason(const Problem& problem)
{
    try {
        static_cast<void>(schedule_of_planes(problem, 1));
        static_cast<void>(schedule_for(problem, least_columns(problem), cuts_of_ranks(problem)));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return std::nullopt;
}

template std::unique_ptr<const RankPasses<float>> make_device_passes(const Problem&,
                                                                     const RankPart&);
template std::unique_ptr<const RankPasses<double>> make_device_passes(const Problem&,
                                                                      const RankPart&);

}  // namespace tobiuo::poisson
