// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/out_of_card/engine.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/out_of_card/chunk_kernels.hpp"
#include "kernels/fft/out_of_card/division.hpp"
#include "kernels/fft/out_of_card/fold_ends.hpp"
#include "kernels/fft/out_of_card/rounds.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/memory/link_slots.hpp"

namespace tobiuo::fft {
namespace {

using memory::HostSide;

/// All rounds in the precision T: compiled, with their memory.
template <typename T>
class ReadyRounds {
public:
    ReadyRounds(Division division, Watch watch)
        : division_{std::move(division)},
          watch_{std::move(watch)},
          work_{static_cast<std::size_t>(division_.work_bytes)},
          slots_{rounds().slots, rounds().chunk_bytes}
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
            fold_.emplace(*runtime::make_cuda_machine());
            fold_twiddles_.emplace(2 * rounds().folded);
        }
        if (rounds().host_work_bytes > 0) {
            host_work_.emplace(static_cast<std::size_t>(rounds().host_work_bytes));
        }
        device::Kernel::wait_for_begun();
    }

    void execute_and_wait(const HostSide& in, const HostSide& out)
    {
        const std::array<HostSide, 3> arrays{in, out,
                                             HostSide{work_array(), rounds().host_work_bytes}};
        Run run{*this, arrays};
        try {
            slots_.begin(chunks(), watch_);
            run_rounds(rounds(), run);
            slots_.finish_and_wait();
        } catch (...) {
            slots_.abandon();
            throw;
        }
    }

private:
    /// One execution: the Machine of run_rounds().
    class Run {
    public:
        Run(ReadyRounds& ready, const std::array<HostSide, 3>& arrays)
            : ready_{ready}, arrays_{arrays}
        {
        }

        void load(const Round& round, const Chunk& chunk)
        {
            slot_ = take();
            slots().load(chunk.loads, side(round.from), slot_);
        }

        void compute(const Round& round, const Chunk& chunk)
        {
            const int result = round.tasks[chunk.task].in_place() ? slot_ : take();
            if (result != slot_) {
                slots().claim(result);
            }
            ready_.enqueue(round, chunk, slots().data(slot_), slots().data(result));
            if (result != slot_) {
                slots().release(slot_);
            }
            slot_ = result;
        }

        void store(const Round& round, const Chunk& chunk)
        {
            slots().store(chunk.stores, slot_, side(round.to));
        }

        void finish(const Round& /*round*/) { slots().finish_round(); }

    private:
        [[nodiscard]] memory::LinkSlots& slots() const { return ready_.slots_; }
        [[nodiscard]] const HostSide& side(HostArray which) const
        {
            return arrays_[static_cast<std::size_t>(which)];
        }
        [[nodiscard]] int take() { return next_++ % slots().count(); }

        ReadyRounds& ready_;
        const std::array<HostSide, 3>& arrays_;  ///< as HostArray counts them
        int next_ = 0;
        int slot_ = 0;  ///< where the chunk is
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
                    slots_.compute());
                break;
            case Task::first_factor:
                passes.enqueue(
                    {.in = from, .out = from, .work = work_array(number, chunk, from, to)},
                    slots_.compute());
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
                                        slots_.compute());
                }
                break;
            case Task::fold: {
                const std::int64_t count = task.problem.lengths.front();
                (*fold_)({.near = values,
                          .far = values + count,
                          .count = count,
                          .first = chunk.first,
                          .pairs = rounds().folded,
                          .twiddles = fold_twiddles_->view(),
                          .inverse = task.problem.direction == Direction::inverse},
                         count, slots_.compute());
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

    [[nodiscard]] std::size_t chunks() const
    {
        std::size_t all = 0;
        for (const Round& round : rounds().rounds) {
            all += round.chunks.size();
        }
        return all;
    }

    Division division_;
    Watch watch_;
    std::vector<std::vector<CompiledPasses<T>>> passes_;  ///< of the tasks of each round
    std::optional<TwiddleTransposeKernel<T>> transpose_;
    std::optional<runtime::ForEach<FoldEnds<T>>> fold_;
    std::optional<DeviceTwiddles<T>> fold_twiddles_;
    device::DeviceBuffer<std::byte> work_;
    memory::LinkSlots slots_;
    std::optional<device::PinnedBuffer<std::byte>> host_work_;
};

Division division_of(const Problem& problem, const OutOfCardOptions& options,
                     const TunedTable* table = nullptr)
{
    return divided(problem, device::device_bytes_within(options.device_bytes),
                   limits_of_current_device(), with_known_table({.table = table}));
}

/// Makes rounds ready in the precision T.
template <typename T>
std::function<void(void* in, void* out)> ready_rounds(const Problem& problem, Division division,
                                                      const Watch& watch)
{
    return
        [ready = std::make_shared<ReadyRounds<T>>(std::move(division), watch),
         in_bytes = input_bytes(problem), out_bytes = output_bytes(problem)](void* in, void* out) {
            ready->execute_and_wait({static_cast<std::byte*>(in), in_bytes},
                                    {static_cast<std::byte*>(out), out_bytes});
        };
}

OutOfCardEngine::Needs needs_of(const Division& division)
{
    OutOfCardEngine::Needs needs{.device_bytes = division.device_bytes(),
                                 .host_work_bytes = division.rounds.host_work_bytes};
    for (const Round& round : division.rounds.rounds) {
        needs.bytes_to_device += round.loaded_bytes();
        needs.bytes_from_device += round.stored_bytes();
    }
    return needs;
}

std::string words_of(const Division& division)
{
    std::string text = describe(division.rounds);
    for (const std::vector<Schedule>& schedules : division.schedules) {
        if (!schedules.front().steps.empty()) {
            text += "; " + describe(schedules.front());
        }
    }
    return text;
}

}  // namespace

OutOfCardEngine::OutOfCardEngine(const Problem& problem, const OutOfCardOptions& options,
                                 const TunedTable* table)
    : problem_{problem}
{
    Division division = division_of(problem, options, table);
    needs_ = needs_of(division);
    words_ = words_of(division);
    run_and_wait_ = problem.precision == Precision::fp32
                        ? ready_rounds<float>(problem, std::move(division), options.watch)
                        : ready_rounds<double>(problem, std::move(division), options.watch);
}

void validate_out_of_card(const Problem& problem, const OutOfCardOptions& options)
{
    static_cast<void>(division_of(problem, options));
}

}  // namespace tobiuo::fft
