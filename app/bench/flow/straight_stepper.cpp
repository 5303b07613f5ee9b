// SPDX-License-Identifier: BSD-3-Clause
// The steps of a periodic box written straight: separate kernels, and cuFFT for the projection.
#include <utility>

#include "app/bench/flow/flow_example.hpp"
#include "app/bench/peers/libraries.hpp"
#include "app/bench/poisson/testbeds.hpp"
#include "kernels/flow/flow_box.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/constant.hpp"
#include "runtime/device/compile/module.hpp"
#include "solvers/flow/problem.hpp"

namespace tobiuo::flow_bench {
namespace {

constexpr int threads = 256;

/// The arguments of the kernels, laid out as FlowArguments of kernels/peers/flow.cuh.
template <typename T>
struct Arguments {
    const T* velocity[3];
    T* next[3];
    T* rates[3];
    const T* impulse;
    T* divergence;
    T per_width[3];
    T viscosity;
    T new_part;
    T old_part;
    int uses_old;
};

device::Specialisation specialised(const Example& example, const std::string& kernel)
{
    const bool single = example.problem.precision == Precision::fp32;
    return {.source = "kernels/peers/flow.cuh",
            .kernel = kernel,
            .config = {single ? "using Real = float;" : "using Real = double;",
                       device::constant("int threads", threads),
                       device::constant("int nx", example.cells[0]),
                       device::constant("int ny", example.cells[1]),
                       device::constant("int nz", example.cells[2])},
            .options = {},
            .name = kernel + "-" + std::to_string(example.cells[0]) + "x" +
                    std::to_string(example.cells[1]) + "x" + std::to_string(example.cells[2]) +
                    (single ? "-fp32" : "-fp64")};
}

template <typename T>
class StraightStepper final : public Stepper {
public:
    StraightStepper(const Example& example, int device)
        : example_{example},
          points_{static_cast<std::size_t>(flow::points(example.problem))},
          machine_{bench::gpu_kind().make(device)},
          stream_{machine_->make_stream()},
          advance_{specialised(example, "peer_flow_advance")},
          divergence_of_{specialised(example, "peer_flow_divergence")},
          project_{specialised(example, "peer_flow_project")},
          solve_{poisson_bench::make_library_peer("cufft", flow::projection_of(example.problem),
                                                  device, stream_.get())}
    {
        for (auto* arrays : {&velocity_, &next_, &rates_}) {
            for (auto& array : *arrays) {
                array = bench::make_workspace(device, bytes());
            }
        }
        impulse_ = bench::make_workspace(device, bytes());
        divergence_ = bench::make_workspace(device, bytes());
    }

    void start_and_wait(const Fields& velocity) override
    {
        write_and_wait(velocity, reals(next_), *machine_, stream_.get());
        project(arguments({}, 0.0));
        std::swap(velocity_, next_);
        machine_->wait(stream_.get());
    }

    [[nodiscard]] double time_and_wait(double time_step, std::int64_t steps) override
    {
        return machine_->time_and_wait(stream_.get(), [&] {
            for (std::int64_t step = 0; step < steps; ++step) {
                for (const flow::Stage& stage : flow::stages) {
                    const Arguments<T> of_stage = arguments(stage, time_step);
                    launch(advance_, of_stage);
                    project(of_stage);
                    std::swap(velocity_, next_);
                }
            }
        });
    }

    [[nodiscard]] Fields velocity_and_wait() override
    {
        return read_and_wait(reals(velocity_), points_, *machine_, stream_.get());
    }

    [[nodiscard]] std::size_t memory_bytes() const override
    {
        return 11 * bytes() + static_cast<std::size_t>(solve_->workspace_bytes().value_or(0));
    }
    [[nodiscard]] std::string describe() const override
    {
        return "rates, divergence, " + solve_->describe() + ", projection";
    }
    [[nodiscard]] std::string version() const override { return solve_->version(); }

private:
    using Buffer = device::DeviceBuffer<std::byte>;

    [[nodiscard]] std::size_t bytes() const { return points_ * sizeof(T); }
    [[nodiscard]] static T* reals(const Buffer& buffer)
    {
        return reinterpret_cast<T*>(buffer.data());
    }
    [[nodiscard]] static std::array<T*, 3> reals(const std::array<Buffer, 3>& buffers)
    {
        return {reals(buffers[0]), reals(buffers[1]), reals(buffers[2])};
    }

    [[nodiscard]] Arguments<T> arguments(const flow::Stage& stage, double time_step) const
    {
        Arguments<T> all{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            all.velocity[axis] = reals(velocity_.at(axis));
            all.next[axis] = reals(next_.at(axis));
            all.rates[axis] = reals(rates_.at(axis));
            all.per_width[axis] =
                static_cast<T>(1.0 / example_.problem.grid.axes.at(axis).spacing());
        }
        all.impulse = reals(impulse_);
        all.divergence = reals(divergence_);
        all.viscosity = static_cast<T>(example_.problem.viscosity);
        all.new_part = static_cast<T>(stage.gamma * time_step);
        all.old_part = static_cast<T>(stage.zeta * time_step);
        all.uses_old = stage.uses_old ? 1 : 0;
        return all;
    }

    void launch(const device::Kernel& kernel, const Arguments<T>& arguments) const
    {
        kernel.launch(dim3{static_cast<unsigned>((points_ + threads - 1) / threads)}, dim3{threads},
                      stream_.get(), arguments);
    }

    void project(const Arguments<T>& arguments) const
    {
        launch(divergence_of_, arguments);
        solve_->execute(divergence_.data(), impulse_.data());
        launch(project_, arguments);
    }

    Example example_;
    std::size_t points_;
    std::unique_ptr<const runtime::Machine> machine_;
    runtime::OwnStream stream_;
    device::Kernel advance_;
    device::Kernel divergence_of_;
    device::Kernel project_;
    std::unique_ptr<bench::Transform> solve_;
    std::array<Buffer, 3> velocity_;
    std::array<Buffer, 3> next_;
    std::array<Buffer, 3> rates_;
    Buffer impulse_;
    Buffer divergence_;
};

}  // namespace

std::vector<device::Specialisation> straight_specialisations(const Example& example)
{
    return {specialised(example, "peer_flow_advance"), specialised(example, "peer_flow_divergence"),
            specialised(example, "peer_flow_project")};
}

std::unique_ptr<Stepper> make_straight_stepper(const Example& example, int device)
{
    if (example.name != "box") {
        throw bench::NotPlanned{"it is written for a periodic box"};
    }
    if (example.problem.precision == Precision::fp32) {
        return std::make_unique<StraightStepper<float>>(example, device);
    }
    return std::make_unique<StraightStepper<double>>(example, device);
}

}  // namespace tobiuo::flow_bench
