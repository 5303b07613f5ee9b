#include "app/bench/fft/host_testbed.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace tobiuo::fft_bench {
namespace {

/// All threads copy, so that pages lie near the threads that will transform them.
void copy_bytes(std::byte* to, const std::byte* from, std::size_t bytes)
{
    constexpr std::size_t chunk = 1U << 20U;
    const auto chunks = static_cast<std::int64_t>((bytes + chunk - 1) / chunk);
#pragma omp parallel for schedule(static)
    for (std::int64_t n = 0; n < chunks; ++n) {
        const std::size_t start = static_cast<std::size_t>(n) * chunk;
        std::memcpy(to + start, from + start, std::min(chunk, bytes - start));
    }
}

class Fftw final : public Transform {
public:
    explicit Fftw(fft::HostPlan plan) : plan_{std::move(plan)} {}

    void execute(void* in, void* out) override { plan_.execute(in, out); }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return {}; }
    /// The second word of "FFTW 3.3.10 r2c ...".
    [[nodiscard]] std::string version() const override
    {
        const std::string text = describe();
        const auto start = text.find(' ') + 1;
        return text.substr(start, text.find(' ', start) - start);
    }
    [[nodiscard]] std::string describe() const override { return plan_.describe(); }

private:
    fft::HostPlan plan_;
};

class HostTestbed final : public Testbed {
public:
    HostTestbed(fft::Problem problem, const Bytes& input, const HostSettings& settings)
        : problem_{std::move(problem)},
          settings_{settings},
          input_{input},
          in_{input.size()},
          out_{in_place() ? Bytes{} : Bytes{static_cast<std::size_t>(output_bytes(problem_))}}
    {
    }

    std::unique_ptr<Transform> plan(const std::string& library) override
    {
        if (library != "fftw") {
            throw NotPlanned{"it does not run on the host"};
        }
        return std::make_unique<Fftw>(fft::HostPlan{problem_, settings_.effort, settings_.threads});
    }

    double time_and_wait(Transform& transform, int executions) override
    {
        copy_bytes(in_.data(), input_.data(), in_.size());
        const auto start = std::chrono::steady_clock::now();
        for (int n = 0; n < executions; ++n) {
            transform.execute(in_.data(), out());
        }
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        return taken.count();
    }

    Bytes output_and_wait(Transform& transform) override
    {
        static_cast<void>(time_and_wait(transform, 1));
        Bytes result{static_cast<std::size_t>(output_bytes(problem_))};
        copy_bytes(result.data(), out(), result.size());
        return result;
    }

private:
    [[nodiscard]] bool in_place() const { return problem_.placement == fft::Placement::in_place; }
    [[nodiscard]] std::byte* out() { return in_place() ? in_.data() : out_.data(); }

    fft::Problem problem_;
    HostSettings settings_;
    const Bytes& input_;
    Bytes in_;
    Bytes out_;
};

}  // namespace

std::unique_ptr<Testbed> make_host_testbed(const fft::Problem& problem, const Bytes& input,
                                           const HostSettings& settings)
{
    return std::make_unique<HostTestbed>(problem, input, settings);
}

}  // namespace tobiuo::fft_bench
