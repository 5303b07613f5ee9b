// Our flow solver on a GPU.
#include <cuda_runtime_api.h>

#include <span>

#include "app/bench/flow/flow_example.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/memory/event_timer.hpp"

namespace tobiuo::flow_bench {
namespace {

template <typename T>
class DeviceStepper final : public Stepper {
public:
    DeviceStepper(const Example& example, int device, bool graphs)
        : device_{device::select(device)},
          example_{example},
          solver_{example.problem, {.backend = Backend::cuda, .graphs = graphs}}
    {
        for (auto& component : velocity_) {
            component =
                device::DeviceBuffer<T>{static_cast<std::size_t>(flow::points(example.problem))};
        }
    }

    void start_and_wait(const Fields& velocity) override
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::vector<T> values(velocity.at(axis).begin(), velocity.at(axis).end());
            device::copy_to_device(velocity_.at(axis).data(), std::span{values}, stream_.get());
            device::synchronize(stream_.get());
        }
        solver_.start(velocity_[0].data(), velocity_[1].data(), velocity_[2].data(), stream_.get());
        device::synchronize(stream_.get());
    }

    [[nodiscard]] double time_and_wait(double time_step, std::int64_t steps) override
    {
        return timer_.time_and_wait(stream_.get(), [&] {
            for (std::int64_t step = 0; step < steps; ++step) {
                solver_.step(example_.length_of(step, time_step), stream_.get());
            }
        });
    }

    [[nodiscard]] Fields velocity_and_wait() override
    {
        solver_.velocity(velocity_[0].data(), velocity_[1].data(), velocity_[2].data(),
                         stream_.get());
        Fields fields;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::vector<T> values = device::fetch_and_wait(velocity_.at(axis), stream_.get());
            fields.at(axis).assign(values.begin(), values.end());
        }
        return fields;
    }

    [[nodiscard]] std::size_t memory_bytes() const override { return solver_.memory_bytes(); }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    int device_;
    device::Stream stream_ = device::make_stream();
    memory::EventTimer timer_;
    Example example_;
    flow::Solver solver_;
    std::array<device::DeviceBuffer<T>, 3> velocity_;
};

}  // namespace

std::unique_ptr<Stepper> make_device_stepper(const Example& example, int device, bool graphs)
{
    if (example.problem.precision == Precision::fp32) {
        return std::make_unique<DeviceStepper<float>>(example, device, graphs);
    }
    return std::make_unique<DeviceStepper<double>>(example, device, graphs);
}

}  // namespace tobiuo::flow_bench
