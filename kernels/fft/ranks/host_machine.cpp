// Transforms on ranks without devices.
#include <vector>

#include "kernels/fft/ranks/host_blocks.hpp"
#include "kernels/fft/ranks/rank_machine.hpp"
#include "kernels/memory/host_array.hpp"
#include "kernels/threads.hpp"

namespace tobiuo::fft {
namespace {

class HostMachine final : public RankMachine {
public:
    explicit HostMachine(int threads) : threads_{threads} {}

    [[nodiscard]] std::byte* allocate(std::size_t bytes) override
    {
        return arrays_.emplace_back(bytes).data();
    }
    void pack(const PlaneBlocks& what, Stream /*stream*/) const override
    {
        pack_on_host(what, threads_for_copies(what));
    }
    void unpack(const PlaneBlocks& what, Stream /*stream*/) const override
    {
        unpack_on_host(what, threads_for_copies(what));
    }
    [[nodiscard]] std::unique_ptr<const Engine> plan(const Problem& problem,
                                                     Axes axes) const override
    {
        return make_host_engine(problem, threads_, axes);
    }
    void wait(Stream /*stream*/) const override {}

private:
    [[nodiscard]] int threads_for_copies(const PlaneBlocks& what) const
    {
        constexpr double nanoseconds = 0.125;  // time of a byte that is read and written
        return threads_ > 0 ? threads_
                            : threads_for(what.rows * what.second * what.inner, nanoseconds);
    }

    int threads_;
    std::vector<memory::HostArray<std::byte>> arrays_;
};

}  // namespace

std::unique_ptr<RankMachine> make_machine(Backend backend, int threads, int word_bytes)
{
    return backend == Backend::cuda ? make_device_machine(word_bytes) : make_host_machine(threads);
}

std::unique_ptr<RankMachine> make_host_machine(int threads)
{
    return std::make_unique<HostMachine>(threads);
}

}  // namespace tobiuo::fft
