// The engine of a flow on a GPU: arrays of the host are copied through one of the device.
#include <cstddef>

#include "app/run/flow/flow_engine.hpp"
#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/stream.hpp"

namespace tobiuo {
namespace {

template <typename Real>
class FlowDeviceEngine final : public FlowEngine<Real> {
public:
    FlowDeviceEngine(const flow::Problem& problem, int device)
        : device_{device::select(device)},
          solver_{problem, {.backend = Backend::cuda}},
          state_{static_cast<std::size_t>(solver_.state_values())}
    {
    }

    void start(const std::array<std::vector<Real>, 3>& velocity,
               std::span<const Real> scalar) override
    {
        device::select(device_);
        Real* to = state_.data();
        for (const std::vector<Real>& component : velocity) {
            device::copy_to_device(to, std::span{component}, stream_.get());
            to += component.size();
        }
        const std::size_t points = velocity[0].size();
        const Real* from = state_.data();
        solver_.start(from, from + points, from + 2 * points, stream_.get());
        if (!scalar.empty()) {
            device::copy_to_device(state_.data(), scalar, stream_.get());
            solver_.set_scalar(from, stream_.get());
        }
        device::synchronize(stream_.get());
    }

    void resume(std::span<const Real> state) override
    {
        device::select(device_);
        device::copy_to_device(state_.data(), state, stream_.get());
        const Real* from = state_.data();
        solver_.resume(from, stream_.get());
        device::synchronize(stream_.get());
    }

    void set_force(const std::array<double, 3>& force) override { solver_.set_force(force); }

    void step(double time_step) override
    {
        device::select(device_);
        solver_.step(time_step, stream_.get());
    }

    void set_faces(const flow::FaceValues& values) override
    {
        device::select(device_);
        solver_.set_faces(values, stream_.get());
    }

    void step(double time_step, const std::array<flow::FaceValues, 3>& ends) override
    {
        device::select(device_);
        solver_.step(time_step, ends, stream_.get());
    }

    void state_and_wait(std::span<Real> values) override
    {
        device::select(device_);
        solver_.state(state_.data(), stream_.get());
        fetch_and_wait(values);
    }

    void pressure_and_wait(std::span<Real> values) override
    {
        device::select(device_);
        solver_.pressure(state_.data(), stream_.get());
        fetch_and_wait(values);
    }

    [[nodiscard]] const flow::Solver& solver() const override { return solver_; }

private:
    void fetch_and_wait(std::span<Real> values)
    {
        const Real* from = state_.data();
        device::copy_to_host(values, from, stream_.get());
        device::synchronize(stream_.get());
    }

    int device_;
    device::Stream stream_ = device::make_stream();
    flow::Solver solver_;
    device::DeviceBuffer<Real> state_;  ///< as large as a state; also for the pressure
};

}  // namespace

template <typename Real>
std::unique_ptr<FlowEngine<Real>> make_flow_device_engine(const flow::Problem& problem, int device)
{
    return std::make_unique<FlowDeviceEngine<Real>>(problem, device);
}

template std::unique_ptr<FlowEngine<float>> make_flow_device_engine(const flow::Problem&, int);
template std::unique_ptr<FlowEngine<double>> make_flow_device_engine(const flow::Problem&, int);

}  // namespace tobiuo
