// SPDX-License-Identifier: BSD-3-Clause
// FFTW by the plan that our engine has of it.
#include "app/bench/peers/fftw.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include "kernels/fft/host/plan.hpp"

namespace tobiuo::bench {
namespace {

/// The second word of "FFTW 3.3.10 r2c ...".
std::string version_in(const std::string& description)
{
    const auto start = description.find(' ') + 1;
    return description.substr(start, description.find(' ', start) - start);
}

class Fftw final : public Transform {
public:
    explicit Fftw(fft::HostPlan plan) : plan_{std::move(plan)} {}

    void execute(void* in, void* out) override { plan_.execute(in, out); }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override { return {}; }
    [[nodiscard]] std::string version() const override { return version_in(describe()); }
    [[nodiscard]] std::string describe() const override { return plan_.describe(); }

private:
    fft::HostPlan plan_;
};

}  // namespace

std::unique_ptr<Transform> plan_fftw(const fft::Problem& problem, const HostSettings& settings)
{
    return std::make_unique<Fftw>(fft::HostPlan{problem, settings.effort, settings.threads});
}

std::string fftw_version()
{
    return version_in(fft::HostPlan{{.lengths = {2}}}.describe());
}

}  // namespace tobiuo::bench
