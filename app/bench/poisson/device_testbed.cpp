// Our solver and its peers in the testbed of a device.
#include <cuda_runtime_api.h>

#include "app/bench/poisson/library_peer.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "app/run/fft_wisdom.hpp"
#include "kernels/device/check.hpp"
#include "solvers/poisson/device/device_solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using poisson::Problem;

class Ours final : public bench::Transform {
public:
    Ours(const Problem& problem, cudaStream_t stream)
        : stream_{stream}, precision_{problem.precision}, solver_{problem}
    {
        warn_of_unused(solver_.choices());
    }

    void execute(void* in, void* out) override
    {
        if (precision_ == Precision::fp32) {
            solver_.solve(static_cast<const float*>(in), static_cast<float*>(out), stream_);
        } else {
            solver_.solve(static_cast<const double*>(in), static_cast<double*>(out), stream_);
        }
    }

    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return static_cast<std::int64_t>(solver_.workspace_bytes());
    }
    [[nodiscard]] std::string version() const override { return ""; }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    cudaStream_t stream_;
    Precision precision_;
    poisson::DeviceSolver solver_;
};

}  // namespace

std::unique_ptr<bench::Testbed> make_device_testbed(int device, const Problem& problem,
                                                    const Bytes& f)
{
    device::select(device);
    return std::make_unique<bench::Testbed>(
        runtime::make_cuda_machine(),
        bench::TestbedArrays{.input = f, .output_bytes = f.size(), .keeps_input = true},
        [device, problem](const std::string& name,
                          cudaStream_t stream) -> std::unique_ptr<bench::Transform> {
            if (name == "ours") {
                return std::make_unique<Ours>(problem, stream);
            }
            return make_library_peer(name, problem, device, stream);
        });
}

}  // namespace tobiuo::poisson_bench
