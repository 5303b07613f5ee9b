#include "kernels/fft/out_of_card/engine.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/device/survey.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/out_of_card/chunk_kernels.hpp"
#include "kernels/fft/out_of_card/division.hpp"
#include "kernels/fft/out_of_card/rounds.hpp"
#include "kernels/memory/copy_rows.hpp"
#include "kernels/memory/staged_copies.hpp"

namespace tobiuo::fft {
namespace {

/// Device memory for a chunk, and what has happened there.
struct Slot {
    explicit Slot(std::int64_t bytes) : memory{static_cast<std::size_t>(bytes)} {}

    device::DeviceBuffer<std::byte> memory;
    device::Event filled = device::make_event();  ///< a chunk or a result lies there
    device::Event free = device::make_event();    ///< and is not needed there any more
};

/// Whether copy engines reach the memory at the address directly.
bool is_page_locked(const std::byte* address)
{
    cudaPointerAttributes attributes{};
    device::check(cudaPointerGetAttributes(&attributes, address), "look at an array");
    return attributes.type != cudaMemoryTypeUnregistered;
}

/// An array in host memory during an execution.
struct HostSide {
    std::byte* data = nullptr;
    bool direct = true;  ///< whether copy engines reach all of it

    HostSide(std::byte* array, std::int64_t bytes)
        : data{array},
          direct{bytes == 0 || (is_page_locked(array) && is_page_locked(array + bytes - 1))}
    {
    }
};

/// All rounds in the precision T: compiled, with their memory.
template <typename T>
class ReadyRounds {
public:
    explicit ReadyRounds(Division division)
        : division_{std::move(division)}, work_{static_cast<std::size_t>(division_.work_bytes)}
    {
        for (const std::vector<Schedule>& schedules : division_.schedules) {
            std::vector<CompiledPasses<T>>& passes = passes_.emplace_back();
            for (const Schedule& schedule : schedules) {
                passes.emplace_back(schedule);
            }
        }
        if (rounds().factored > 0) {
            transpose_.emplace(rounds().factored);
        }
        if (rounds().folded > 0) {
            fold_.emplace(rounds().folded);
        }
        for (int slot = 0; slot < rounds().slots; ++slot) {
            slots_.emplace_back(rounds().chunk_bytes);
        }
        if (rounds().host_work_bytes > 0) {
            host_work_.emplace(static_cast<std::size_t>(rounds().host_work_bytes));
        }
    }

    void execute_and_wait(const HostSide& in, const HostSide& out)
    {
        const std::array<HostSide, 3> arrays{in, out,
                                             HostSide{work_array(), rounds().host_work_bytes}};
        Run run{*this, arrays};
        try {
            run_rounds(rounds(), run);
            device::synchronize(streams_.out.get());
        } catch (...) {
            streams_.finish();
            staged_.abandon();
            throw;
        }
    }

    [[nodiscard]] const Division& division() const { return division_; }

private:
    /// One execution: the Machine of run_rounds(). It enqueues on one stream for each direction of
    /// the link, and on one for the work.
    class Run {
    public:
        Run(ReadyRounds& ready, const std::array<HostSide, 3>& arrays)
            : ready_{ready}, arrays_{arrays}
        {
        }

        void load(const Round& round, const Chunk& chunk)
        {
            slot_ = take();
            device::wait_for(slot_->free, ready_.streams_.in.get());
            const HostSide& array = side(round.from);
            if (array.direct) {
                memory::copy_to_device(chunk.loads, array.data, slot_->memory.data(),
                                       ready_.streams_.in.get());
            } else {
                ready_.staged_.to_device(chunk.loads, array.data, slot_->memory.data(),
                                         ready_.streams_.in.get());
            }
            device::record(slot_->filled, ready_.streams_.in.get());
            device::wait_for(slot_->filled, ready_.streams_.compute.get());
        }

        void compute(const Round& round, const Chunk& chunk)
        {
            Slot* const result = round.tasks[chunk.task].in_place() ? slot_ : take();
            if (result != slot_) {
                device::wait_for(result->free, ready_.streams_.compute.get());
            }
            ready_.enqueue(round, chunk, slot_->memory.data(), result->memory.data());
            if (result != slot_) {
                device::record(slot_->free, ready_.streams_.compute.get());
            }
            device::record(result->filled, ready_.streams_.compute.get());
            slot_ = result;
        }

        void store(const Round& round, const Chunk& chunk)
        {
            device::wait_for(slot_->filled, ready_.streams_.out.get());
            const HostSide& array = side(round.to);
            if (array.direct) {
                memory::copy_to_host(chunk.stores, slot_->memory.data(), array.data,
                                     ready_.streams_.out.get());
            } else {
                ready_.staged_.to_host(chunk.stores, slot_->memory.data(), array.data,
                                       ready_.streams_.out.get());
            }
            device::record(slot_->free, ready_.streams_.out.get());
        }

        void finish(const Round& /*round*/)
        {
            ready_.staged_.finish();
            device::record(ready_.round_stored_, ready_.streams_.out.get());
            device::wait_for(ready_.round_stored_, ready_.streams_.in.get());
        }

    private:
        [[nodiscard]] const HostSide& side(HostArray which) const
        {
            return arrays_[static_cast<std::size_t>(which)];
        }
        [[nodiscard]] Slot* take() { return &ready_.slots_[next_++ % ready_.slots_.size()]; }

        ReadyRounds& ready_;
        const std::array<HostSide, 3>& arrays_;  ///< as HostArray counts them
        std::size_t next_ = 0;
        Slot* slot_ = nullptr;  ///< where the chunk is
    };

    [[nodiscard]] const Rounds& rounds() const { return division_.rounds; }
    [[nodiscard]] std::byte* work_array() const
    {
        return host_work_ ? host_work_->span().data() : nullptr;
    }

    void enqueue(const Round& round, const Chunk& chunk, std::byte* from, std::byte* to) const
    {
        const auto number = static_cast<std::size_t>(&round - rounds().rounds.data());
        const ChunkTask& task = round.tasks[chunk.task];
        const CompiledPasses<T>& passes = passes_[number][chunk.task];
        auto* const values = reinterpret_cast<Complex<T>*>(from);
        switch (task.task) {
            case Task::all_axes:
            case Task::slowest_axis:
                passes.enqueue(
                    {.in = from, .out = to, .work = work_array(number, chunk, from, from)},
                    streams_.compute.get());
                break;
            case Task::first_factor:
                passes.enqueue(
                    {.in = from, .out = from, .work = work_array(number, chunk, from, to)},
                    streams_.compute.get());
                for (const HostRows& rows : chunk.stores) {
                    const std::int64_t columns = columns_of(task.problem);
                    const std::int64_t column =
                        columns * static_cast<std::int64_t>(sizeof(*values));
                    transpose_->enqueue({.in = values + rows.in_block / column * columns,
                                         .out = reinterpret_cast<Complex<T>*>(to + rows.in_block),
                                         .rows = rows.bytes() / column,
                                         .first_row = rows.in_block / column,
                                         .columns = columns,
                                         .first = chunk.first,
                                         .inverse = task.problem.direction == Direction::inverse},
                                        streams_.compute.get());
                }
                break;
            case Task::fold: {
                const std::int64_t count = task.problem.lengths.front();
                fold_->enqueue({.near = values,
                                .far = values + count,
                                .count = count,
                                .first = chunk.first,
                                .inverse = task.problem.direction == Direction::inverse},
                               streams_.compute.get());
                break;
            }
        }
    }

    /// The work array of the passes of a chunk in the slot `from`; `left`: the slot that the passes
    /// of columns leave for the other one.
    [[nodiscard]] std::byte* work_array(std::size_t round, const Chunk& chunk, std::byte* from,
                                        std::byte* left) const
    {
        const ChunkTask& task = rounds().rounds[round].tasks[chunk.task];
        const std::int64_t bytes = division_.schedules[round][chunk.task].work_values *
                                   static_cast<std::int64_t>(sizeof(Complex<T>));
        switch (work_place(task, bytes, rounds().chunk_bytes)) {
            case WorkPlace::other_slot:
                return left;
            case WorkPlace::behind:
                return from + behind_chunk(task);
            case WorkPlace::own:
                break;
        }
        return work_.data();
    }

    static std::int64_t columns_of(const Problem& problem)
    {
        return problem.lengths.size() > 1 ? problem.lengths.back() : 1;
    }

    Division division_;
    device::LinkStreams streams_;
    device::Event round_stored_ = device::make_event();
    std::vector<std::vector<CompiledPasses<T>>> passes_;  ///< of the tasks of each round
    std::optional<TwiddleTransposeKernel<T>> transpose_;
    std::optional<FoldEndsKernel<T>> fold_;
    device::DeviceBuffer<std::byte> work_;
    std::vector<Slot> slots_;
    std::optional<device::PinnedBuffer<std::byte>> host_work_;
    memory::StagedCopies staged_;
};

Division division_of(const Problem& problem, const OutOfCardOptions& options)
{
    return divided(problem, device::device_bytes_within(options.device_bytes),
                   limits_of_current_device(), with_known_table({}));
}

template <typename T>
class RoundsEngine final : public OutOfCardEngine {
public:
    RoundsEngine(const Problem& problem, const OutOfCardOptions& options)
        : problem_{problem}, ready_{division_of(problem, options)}
    {
    }

    void execute_and_wait(void* in, void* out) const override
    {
        validate_arrays(problem_, in, out);
        ready_.execute_and_wait({static_cast<std::byte*>(in), input_bytes(problem_)},
                                {static_cast<std::byte*>(out), output_bytes(problem_)});
    }

    [[nodiscard]] Needs needs() const override
    {
        const Division& division = ready_.division();
        Needs needs{.device_bytes = division.device_bytes(),
                    .host_work_bytes = division.rounds.host_work_bytes};
        for (const Round& round : division.rounds.rounds) {
            needs.bytes_to_device += round.loaded_bytes();
            needs.bytes_from_device += round.stored_bytes();
        }
        return needs;
    }

    [[nodiscard]] std::string describe() const override
    {
        std::string text = fft::describe(ready_.division().rounds);
        for (const std::vector<Schedule>& schedules : ready_.division().schedules) {
            if (!schedules.front().steps.empty()) {
                text += "; " + fft::describe(schedules.front());
            }
        }
        return text;
    }

private:
    Problem problem_;
    mutable ReadyRounds<T> ready_;  ///< one execution at a time
};

}  // namespace

std::unique_ptr<const OutOfCardEngine> make_out_of_card_engine(const Problem& problem,
                                                               const OutOfCardOptions& options)
{
    if (problem.precision == Precision::fp32) {
        return std::make_unique<const RoundsEngine<float>>(problem, options);
    }
    return std::make_unique<const RoundsEngine<double>>(problem, options);
}

void validate_out_of_card(const Problem& problem, const OutOfCardOptions& options)
{
    static_cast<void>(division_of(problem, options));
}

}  // namespace tobiuo::fft
