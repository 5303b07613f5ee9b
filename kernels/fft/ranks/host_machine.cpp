// Transforms on ranks without devices.
#include "kernels/fft/ranks/host_blocks.hpp"
#include "kernels/fft/ranks/rank_machine.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {
namespace {

class HostMachine final : public RankMachine {
public:
    explicit HostMachine(int threads)
        : RankMachine{runtime::make_host_machine(threads)}, threads_{threads}
    {
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

private:
    [[nodiscard]] int threads_for_copies(const PlaneBlocks& what) const
    {
        constexpr double nanoseconds = 0.125;  // time of a byte that is read and written
        return threads_ > 0 ? threads_
                            : threads_for(what.rows * what.second * what.inner, nanoseconds);
    }

    int threads_;
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
