#include "kernels/fft/out_of_card/engine.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/fft/out_of_card/chunk_kernels.hpp"
#include "kernels/fft/out_of_card/division.hpp"
#include "kernels/fft/out_of_card/rounds.hpp"
#include "kernels/memory/copy_rows.hpp"
#include "kernels/memory/host_rows.hpp"

namespace tobiuo::fft {
namespace {

void wait_for(const device::Event& event, cudaStream_t stream)
{
    device::check(cudaStreamWaitEvent(stream, event.get(), 0), "order the work on chunks");
}

void record(const device::Event& event, cudaStream_t stream)
{
    device::check(cudaEventRecord(event.get(), stream), "order the work on chunks");
}

/// Device memory for a chunk, and what has happened there.
struct Slot {
    explicit Slot(std::int64_t bytes) : memory{static_cast<std::size_t>(bytes)} {}

    device::DeviceBuffer<std::byte> memory;
    device::Event filled = device::make_event();  ///< a chunk or a result lies there
    device::Event free = device::make_event();    ///< and is not needed there any more
};

/// Blocks of page-locked memory on the way of chunks to or from arrays that are not.
struct Blocks {
    explicit Blocks(std::int64_t bytes)
        : memory{device::PinnedBuffer<std::byte>{static_cast<std::size_t>(bytes)},
                 device::PinnedBuffer<std::byte>{static_cast<std::size_t>(bytes)}}
    {
    }

    device::PinnedBuffer<std::byte> memory[2];
    device::Event copied[2] = {device::make_event(), device::make_event()};
};

/// Whether copy engines reach the memory at the address directly.
bool is_page_locked(const void* address)
{
    cudaPointerAttributes attributes{};
    device::check(cudaPointerGetAttributes(&attributes, address), "look at an array");
    return attributes.type != cudaMemoryTypeUnregistered;
}

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
            deal_.emplace(rounds().factored);
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

    void execute_and_wait(void* in, void* out)
    {
        Run run{*this, static_cast<std::byte*>(in), static_cast<std::byte*>(out)};
        try {
            run_rounds(rounds(), run);
            run.finish_stores();
            device::synchronize(out_.get());
        } catch (...) {
            finish_copies();
            throw;
        }
    }

    [[nodiscard]] const Division& division() const { return division_; }

private:
    /// One execution: the Machine of run_rounds(). It enqueues on one stream for each direction of
    /// the link, and on one for the work.
    class Run {
    public:
        Run(ReadyRounds& ready, std::byte* in, std::byte* out)
            : ready_{ready}, arrays_{in, out, ready.work_array()}
        {
            for (std::size_t array = 0; array < 3; ++array) {
                direct_[array] = arrays_[array] == nullptr || is_page_locked(arrays_[array]);
            }
        }

        void load(const Round& round, const Chunk& chunk)
        {
            slot_ = take();
            wait_for(slot_->free, ready_.in_.get());
            if (is_direct(round.from)) {
                memory::copy_to_device(chunk.loads, array(round.from), slot_->memory.data(),
                                       ready_.in_.get());
            } else {
                const Blocks& blocks = ready_.blocks(ready_.up_);
                const std::size_t side = loaded_++ % 2;
                device::check(cudaEventSynchronize(blocks.copied[side].get()), "copy a chunk");
                std::byte* const block = blocks.memory[side].span().data();
                memory::gather(chunk.loads, array(round.from), block);
                device::copy_to_device<std::byte>(
                    slot_->memory.data(), {block, static_cast<std::size_t>(chunk.loaded_bytes())},
                    ready_.in_.get());
                record(blocks.copied[side], ready_.in_.get());
            }
            record(slot_->filled, ready_.in_.get());
            wait_for(slot_->filled, ready_.compute_.get());
        }

        void compute(const Round& round, const Chunk& chunk)
        {
            const ChunkTask& task = round.tasks[chunk.task];
            Slot* const result = task.in_place() ? slot_ : take();
            if (result != slot_) {
                wait_for(result->free, ready_.compute_.get());
            }
            ready_.enqueue(round, chunk, slot_->memory.data(), result->memory.data());
            if (result != slot_) {
                record(slot_->free, ready_.compute_.get());
            }
            record(result->filled, ready_.compute_.get());
            slot_ = result;
        }

        void store(const Round& round, const Chunk& chunk)
        {
            wait_for(slot_->filled, ready_.out_.get());
            if (is_direct(round.to)) {
                memory::copy_to_host(chunk.stores, slot_->memory.data(), array(round.to),
                                     ready_.out_.get());
            } else {
                const Blocks& blocks = ready_.blocks(ready_.down_);
                const std::size_t side = stored_++ % 2;
                const auto bytes = static_cast<std::size_t>(chunk.stored_bytes());
                device::copy_to_host<std::byte>(blocks.memory[side].span().first(bytes),
                                                slot_->memory.data(), ready_.out_.get());
                record(blocks.copied[side], ready_.out_.get());
                // While this chunk is on its way, threads empty the block of the one before.
                finish_stores();
                pending_ = Pending{&chunk, array(round.to), side};
            }
            record(slot_->free, ready_.out_.get());
        }

        void finish(const Round& /*round*/)
        {
            finish_stores();
            record(ready_.round_stored_, ready_.out_.get());
            wait_for(ready_.round_stored_, ready_.in_.get());
            if (!direct_[0] || !direct_[1]) {
                device::synchronize(ready_.out_.get());  // threads of the host read what it stored
            }
        }

        /// Empties the block that holds a chunk, if there is one.
        void finish_stores()
        {
            if (!pending_) {
                return;
            }
            const Blocks& blocks = ready_.blocks(ready_.down_);
            device::check(cudaEventSynchronize(blocks.copied[pending_->side].get()),
                          "copy a chunk");
            memory::scatter(pending_->chunk->stores, blocks.memory[pending_->side].span().data(),
                            pending_->array);
            pending_.reset();
        }

    private:
        struct Pending {
            const Chunk* chunk;
            std::byte* array;
            std::size_t side;
        };

        [[nodiscard]] std::byte* array(HostArray which) const
        {
            return arrays_[static_cast<std::size_t>(which)];
        }
        [[nodiscard]] bool is_direct(HostArray which) const
        {
            return direct_[static_cast<std::size_t>(which)];
        }
        [[nodiscard]] Slot* take() { return &ready_.slots_[next_++ % ready_.slots_.size()]; }

        ReadyRounds& ready_;
        std::byte* arrays_[3];  ///< as HostArray counts them
        bool direct_[3] = {};
        std::size_t next_ = 0;
        std::size_t loaded_ = 0;
        std::size_t stored_ = 0;
        Slot* slot_ = nullptr;  ///< where the chunk is
        std::optional<Pending> pending_;
    };

    [[nodiscard]] const Rounds& rounds() const { return division_.rounds; }
    [[nodiscard]] std::byte* work_array() const
    {
        return host_work_ ? host_work_->span().data() : nullptr;
    }

    /// The blocks of a direction, made when they are first needed.
    [[nodiscard]] const Blocks& blocks(std::optional<Blocks>& direction) const
    {
        if (!direction) {
            direction.emplace(rounds().chunk_bytes);
        }
        return *direction;
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
                    compute_.get());
                break;
            case Task::first_factor:
                passes.enqueue(
                    {.in = from, .out = from, .work = work_array(number, chunk, from, to)},
                    compute_.get());
                for (const HostRows& rows : chunk.stores) {
                    const std::int64_t columns = columns_of(task.problem);
                    const std::int64_t column =
                        columns * static_cast<std::int64_t>(sizeof(*values));
                    deal_->enqueue({.in = values + rows.in_block / column * columns,
                                    .out = reinterpret_cast<Complex<T>*>(to + rows.in_block),
                                    .rows = rows.bytes() / column,
                                    .first_row = rows.in_block / column,
                                    .columns = columns,
                                    .first = chunk.first,
                                    .inverse = task.problem.direction == Direction::inverse},
                                   compute_.get());
                }
                break;
            case Task::fold: {
                const std::int64_t count = task.problem.lengths.front();
                fold_->enqueue({.near = values,
                                .far = values + count,
                                .count = count,
                                .first = chunk.first,
                                .inverse = task.problem.direction == Direction::inverse},
                               compute_.get());
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

    /// Waits until no copy is under way. Errors have been reported before.
    void finish_copies() const noexcept
    {
        static_cast<void>(cudaStreamSynchronize(in_.get()));
        static_cast<void>(cudaStreamSynchronize(compute_.get()));
        static_cast<void>(cudaStreamSynchronize(out_.get()));
    }

    Division division_;
    device::Stream in_ = device::make_stream();
    device::Stream compute_ = device::make_stream();
    device::Stream out_ = device::make_stream();
    device::Event round_stored_ = device::make_event();
    std::vector<std::vector<CompiledPasses<T>>> passes_;  ///< of the tasks of each round
    std::optional<DealKernel<T>> deal_;
    std::optional<FoldEndsKernel<T>> fold_;
    device::DeviceBuffer<std::byte> work_;
    std::vector<Slot> slots_;
    std::optional<device::PinnedBuffer<std::byte>> host_work_;
    std::optional<Blocks> up_;
    std::optional<Blocks> down_;
};

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
    return divided(problem, device_limit(options), limits_of_current_device(),
                   with_known_table({}));
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
        ready_.execute_and_wait(in, out);
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
