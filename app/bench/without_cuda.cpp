// The device's part of the benchmarks in a build without a CUDA toolkit.
#include "app/bench/fft/bench_fft.hpp"
#include "app/bench/fft/testbeds.hpp"
#include "app/bench/fft/transfers.hpp"
#include "app/bench/out_of_card.hpp"
#include "app/bench/peers/cufft_xt.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "runtime/device/error.hpp"
#include "runtime/device/survey.hpp"

namespace tobiuo {
namespace {

[[noreturn]] void refuse(const char* purpose)
{
    throw device::DeviceError{"no device to " + std::string{purpose} + ": " +
                              device::survey().reason};
}

}  // namespace

ExitCode bench_fft_out_of_card_command(const BenchFftOptions& options)
{
    bench::check_out_of_card_contestants(options.implementations);
    bench::require_device(options.device);
    refuse("transform on");
}

namespace bench {

std::optional<std::string> library_unsupported_reason(const std::string& /*library*/)
{
    return device::survey().reason;
}

CufftXtTimes time_cufft_xt(const fft::Problem& /*problem*/, std::span<const int> /*devices*/,
                           int /*repetitions*/, double /*pace_seconds*/)
{
    throw NotPlanned{device::survey().reason};
}

}  // namespace bench

namespace fft_bench {

std::unique_ptr<bench::Testbed> make_device_testbed(int /*device*/, const fft::Problem& /*problem*/,
                                                    const bench::Bytes& /*input*/,
                                                    const fft::Choices& /*choices*/,
                                                    const NamedSchedules& /*schedules*/)
{
    refuse("transform on");
}

TransferTimes time_transfers_and_wait(int /*device*/, std::size_t /*bytes*/, int /*repetitions*/,
                                      const std::function<bool()>& /*stop*/)
{
    refuse("copy to");
}

}  // namespace fft_bench

namespace poisson_bench {

std::unique_ptr<bench::Transform> make_library_peer(const std::string& /*library*/,
                                                    const poisson::Problem& /*problem*/,
                                                    int /*device*/, Stream /*stream*/)
{
    throw bench::NotPlanned{device::survey().reason};
}

}  // namespace poisson_bench
}  // namespace tobiuo
