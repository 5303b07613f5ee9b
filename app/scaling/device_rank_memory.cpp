// The memory of a rank with a device.
#include <algorithm>
#include <vector>

#include "app/scaling/rank_memory.hpp"
#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/stream.hpp"

namespace tobiuo::scaling {
namespace {

class DeviceRankMemory final : public RankMemory {
public:
    std::byte* allocate(std::int64_t bytes) override
    {
        const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
        return arrays_.emplace_back(size).data();
    }
    void write_and_wait(std::byte* to, std::span<const std::byte> from) const override
    {
        device::copy_to_device(to, from, stream_.get());
        wait();
    }
    void read_and_wait(std::span<std::byte> to, const std::byte* from) const override
    {
        device::copy_to_host(to, from, stream_.get());
        wait();
    }
    [[nodiscard]] Stream stream() const override { return stream_.get(); }
    void wait() const override { device::synchronize(stream_.get()); }

private:
    device::Stream stream_ = device::make_stream();
    std::vector<device::DeviceBuffer<std::byte>> arrays_;
};

}  // namespace

std::unique_ptr<RankMemory> make_device_rank_memory()
{
    return std::make_unique<DeviceRankMemory>();
}

void select_device(int device)
{
    device::select(device);
}

}  // namespace tobiuo::scaling
