// SPDX-License-Identifier: BSD-3-Clause
// Our engine by its public class, and FFTW, in the testbed of a machine.
#include "app/bench/fft/testbeds.hpp"

#include <utility>

#include <tobiuo/fft/plan.hpp>

#include "app/bench/peers/fftw.hpp"
#include "app/bench/selection.hpp"
#include "runtime/opencl/survey.hpp"

namespace tobiuo::fft_bench {
namespace {

/// Our engine on the CPU or with OpenCL, whose addresses are those of buffers.
class Ours final : public bench::Transform {
public:
    Ours(const fft::Problem& problem, const bench::MachineKind& machine, int threads, Stream stream)
        : problem_{problem},
          by_opencl_{machine.has_buffers},
          stream_{stream},
          plan_{transform_of(problem),
                {.backend = machine.backend, .threads = machine.is_device ? 0 : threads}}
    {
    }

    void execute(void* in, void* out) override { plan_.execute_untyped(in, out, stream_); }
    [[nodiscard]] std::optional<std::int64_t> workspace_bytes() const override
    {
        return by_opencl_ ? std::optional{static_cast<std::int64_t>(plan_.workspace_bytes())}
                          : std::nullopt;
    }
    [[nodiscard]] std::string version() const override
    {
        if (!by_opencl_) {
            return {};
        }
        const opencl::DeviceInfo& device = opencl::chosen_device();
        return device.name + ", " + device.version;
    }
    /// The slowest axis comes first, as in the plans of the others.
    [[nodiscard]] std::string describe() const override
    {
        return fft::describe(problem_) +
               plan_.describe().substr(fft::describe(plan_.transform()).size());
    }

private:
    fft::Problem problem_;
    bool by_opencl_;
    Stream stream_;
    fft::Plan plan_;
};

}  // namespace

fft::Transform transform_of(const fft::Problem& problem)
{
    const std::vector<std::int64_t> lengths = bench::reversed(problem.lengths);
    const auto points = [&](std::size_t axis) {
        return axis < lengths.size() ? lengths[axis] : std::int64_t{1};
    };
    return {.extents = {points(0), points(1), points(2)},
            .kind = problem.kind,
            .direction = problem.direction,
            .precision = problem.precision,
            .placement = problem.placement,
            .batch = problem.batch};
}

std::shared_ptr<const bench::Testbed> make_testbed(const bench::MachineKind& machine, int device,
                                                   const fft::Problem& problem,
                                                   const bench::Bytes& input,
                                                   const PlanSettings& settings)
{
    const auto make = [&machine, device, problem, settings](
                          const std::string& name,
                          Stream stream) -> std::unique_ptr<bench::Transform> {
        if (machine.has_libraries) {
            return plan_on_device(name, device, problem, settings, stream);
        }
        if (name == machine.word) {
            return std::make_unique<Ours>(problem, machine, settings.host.threads, stream);
        }
        if (name == "fftw" && !machine.is_device) {
            return bench::plan_fftw(problem, settings.host);
        }
        throw bench::NotPlanned{machine.is_device ? "it does not run with OpenCL"
                                                  : "it does not run on the host"};
    };
    return std::make_shared<bench::Testbed>(
        machine.make(device),
        bench::TestbedArrays{.input = input,
                             .output_bytes = static_cast<std::size_t>(fft::output_bytes(problem)),
                             .in_place = problem.placement == fft::Placement::in_place},
        make);
}

}  // namespace tobiuo::fft_bench
