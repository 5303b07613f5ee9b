// Transforms on ranks with devices.
#include "kernels/fft/ranks/block_kernels.hpp"
#include "kernels/fft/ranks/rank_machine.hpp"

namespace tobiuo::fft {
namespace {

class DeviceMachine final : public RankMachine {
public:
    explicit DeviceMachine(int word_bytes)
        : RankMachine{runtime::make_cuda_machine()}, kernels_{word_bytes}
    {
    }
    DeviceMachine(const DeviceMachine&) = delete;
    DeviceMachine& operator=(const DeviceMachine&) = delete;
    ~DeviceMachine() override { free_arrays(); }

    void pack(const PlaneBlocks& what, Stream stream) const override
    {
        kernels_.pack(what, stream);
    }
    void unpack(const PlaneBlocks& what, Stream stream) const override
    {
        kernels_.unpack(what, stream);
    }
    [[nodiscard]] std::unique_ptr<const Engine> plan(const Problem& problem,
                                                     Axes axes) const override
    {
        return make_device_engine(problem, {}, axes);
    }
    [[nodiscard]] std::unique_ptr<const ExchangingPasses> exchanging_passes(
        const Problem& problem, const RankArray& array) const override
    {
        return make_exchanging_passes(problem, array);
    }

private:
    BlockKernels kernels_;
};

}  // namespace

std::unique_ptr<RankMachine> make_device_machine(int word_bytes)
{
    return std::make_unique<DeviceMachine>(word_bytes);
}

}  // namespace tobiuo::fft
