// What a transform on several ranks needs of a back end: work arrays, packed blocks, transforms.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <tobiuo/backend.hpp>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/ranks/exchanging_passes.hpp"
#include "kernels/fft/ranks/plane_blocks.hpp"
#include "runtime/machine/machine.hpp"

namespace tobiuo::fft {

class RankMachine {
public:
    explicit RankMachine(std::unique_ptr<const runtime::Machine> memory)
        : memory_{std::move(memory)}
    {
    }
    RankMachine(const RankMachine&) = delete;
    RankMachine& operator=(const RankMachine&) = delete;
    virtual ~RankMachine() = default;

    [[nodiscard]] const runtime::Machine& memory() const { return *memory_; }
    /// An array that this object owns, of at least one byte. Throws std::bad_alloc or DeviceError.
    [[nodiscard]] std::byte* allocate(std::size_t bytes)
    {
        return arrays_.emplace_back(memory_->allocate(std::max<std::size_t>(bytes, 1)))
            .as<std::byte>();
    }

    /// Copy the planes to their blocks, or the blocks to their planes; a device enqueues.
    virtual void pack(const PlaneBlocks& what, Stream stream) const = 0;
    virtual void unpack(const PlaneBlocks& what, Stream stream) const = 0;

    /// A plan of a valid problem. Throws as make_host_engine() and make_device_engine() do.
    [[nodiscard]] virtual std::unique_ptr<const Engine> plan(const Problem& problem,
                                                             Axes axes) const = 0;

    /// Passes that exchange for a rank of a problem that may, see make_exchanging_passes(); null if
    /// this back end has none. Throws DeviceError.
    [[nodiscard]] virtual std::unique_ptr<const ExchangingPasses> exchanging_passes(
        const Problem& /*problem*/, const RankArray& /*array*/) const
    {
        return nullptr;
    }

protected:
    /// Waits for kernels that use the arrays, which then may go.
    void free_arrays() { arrays_.clear(); }

private:
    std::unique_ptr<const runtime::Machine> memory_;
    std::vector<runtime::Array> arrays_;
};

/// Makes the machine of a back end. `threads`: see PlanOptions; `word_bytes`: word_bytes_of() the
/// planes that are copied. Throws DeviceError.
[[nodiscard]] std::unique_ptr<RankMachine> make_machine(Backend backend, int threads,
                                                        int word_bytes);

[[nodiscard]] std::unique_ptr<RankMachine> make_host_machine(int threads);
/// For the current device. Throws DeviceError.
[[nodiscard]] std::unique_ptr<RankMachine> make_device_machine(int word_bytes);

}  // namespace tobiuo::fft
