#include "app/bench/poisson/device_testbed.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "app/bench/poisson/library_peer.hpp"
#include "kernels/device/buffer.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/memory/event_timer.hpp"
#include "solvers/poisson/solver.hpp"

namespace tobiuo::poisson_bench {
namespace {

using fft_bench::Bytes;
using fft_bench::Transform;
using poisson::Problem;

class Ours final : public Transform {
public:
    Ours(const Problem& problem, cudaStream_t stream)
        : stream_{stream}, precision_{problem.precision}, solver_{problem}
    {
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
    poisson::Solver solver_;
};

class DeviceTestbed final : public fft_bench::Testbed {
public:
    DeviceTestbed(int device, Problem problem, const Bytes& f)
        : device_{device::select(device)}, problem_{std::move(problem)}, f_{f.size()}, u_{f.size()}
    {
        device::copy_to_device(f_.data(), std::span{f.data(), f.size()}, stream_.get());
        device::synchronize(stream_.get());
    }

    std::unique_ptr<Transform> plan(const std::string& library) override
    {
        device::select(device_);
        if (library == "ours") {
            return std::make_unique<Ours>(problem_, stream_.get());
        }
        return make_library_peer(library, problem_, device_, stream_.get());
    }

    /// u is cleared while the first launch is on its way: what a solve leaves out shows.
    double time_and_wait(Transform& solve, int executions) override
    {
        device::select(device_);
        device::clear(u_, "clear the solution", stream_.get());
        return timer_.time_and_wait(stream_.get(), [&] {
            for (int n = 0; n < executions; ++n) {
                solve.execute(f_.data(), u_.data());
            }
        });
    }

    Bytes output_and_wait(Transform& solve) override
    {
        static_cast<void>(time_and_wait(solve, 1));
        Bytes result{u_.size()};
        device::copy_to_host(result.span(), static_cast<const std::byte*>(u_.data()),
                             stream_.get());
        device::synchronize(stream_.get());
        return result;
    }

private:
    int device_;
    Problem problem_;
    device::Stream stream_ = device::make_stream();
    memory::EventTimer timer_;
    device::DeviceBuffer<std::byte> f_;
    device::DeviceBuffer<std::byte> u_;
};

}  // namespace

std::unique_ptr<fft_bench::Testbed> make_device_testbed(int device, const Problem& problem,
                                                        const Bytes& f)
{
    return std::make_unique<DeviceTestbed>(device, problem, f);
}

}  // namespace tobiuo::poisson_bench
