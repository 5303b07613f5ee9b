// The memory of a rank that is measured: arrays on its device or on the host, and a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <tobiuo/backend.hpp>
#include <tobiuo/stream.hpp>

namespace tobiuo::scaling {

class RankMemory {
public:
    RankMemory() = default;
    RankMemory(const RankMemory&) = delete;
    RankMemory& operator=(const RankMemory&) = delete;
    virtual ~RankMemory() = default;

    /// An array that this object owns, of at least one byte. Throws std::bad_alloc or DeviceError.
    [[nodiscard]] virtual std::byte* allocate(std::int64_t bytes) = 0;

    /// Copy between host memory and an array.
    virtual void write_and_wait(std::byte* to, std::span<const std::byte> from) const = 0;
    virtual void read_and_wait(std::span<std::byte> to, const std::byte* from) const = 0;

    /// The stream of the work; null on a CPU.
    [[nodiscard]] virtual Stream stream() const = 0;
    virtual void wait() const = 0;
};

[[nodiscard]] std::unique_ptr<RankMemory> make_host_rank_memory();
/// The memory of the device that is current. Throws DeviceError.
[[nodiscard]] std::unique_ptr<RankMemory> make_device_rank_memory();

/// The memory of a back end.
[[nodiscard]] std::unique_ptr<RankMemory> make_rank_memory(Backend backend);

/// Makes `device` the current one of this rank. Throws DeviceError.
void select_device(int device);

}  // namespace tobiuo::scaling
