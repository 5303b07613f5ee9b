// The memory of a rank on a CPU.
#include <algorithm>
#include <vector>

#include "app/scaling/rank_memory.hpp"
#include "kernels/memory/host_array.hpp"

namespace tobiuo::scaling {
namespace {

class HostRankMemory final : public RankMemory {
public:
    std::byte* allocate(std::int64_t bytes) override
    {
        const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
        return arrays_.emplace_back(memory::zeros<std::byte>(size)).data();
    }
    void write_and_wait(std::byte* to, std::span<const std::byte> from) const override
    {
        std::ranges::copy(from, to);
    }
    void read_and_wait(std::span<std::byte> to, const std::byte* from) const override
    {
        std::copy_n(from, to.size(), to.begin());
    }
    [[nodiscard]] Stream stream() const override { return nullptr; }
    void wait() const override {}

private:
    std::vector<memory::HostArray<std::byte>> arrays_;
};

}  // namespace

std::unique_ptr<RankMemory> make_host_rank_memory()
{
    return std::make_unique<HostRankMemory>();
}

std::unique_ptr<RankMemory> make_rank_memory(Backend backend)
{
    return backend == Backend::cpu ? make_host_rank_memory() : make_device_rank_memory();
}

}  // namespace tobiuo::scaling
