// Our flow solver on the CPU.
#include <chrono>

#include "app/bench/flow/flow_example.hpp"
#include "runtime/seconds_since.hpp"

namespace tobiuo::flow_bench {
namespace {

template <typename T>
class HostStepper final : public Stepper {
public:
    explicit HostStepper(const Example& example)
        : example_{example}, solver_{example.problem, {.backend = Backend::cpu}}
    {
        for (auto& component : velocity_) {
            component.resize(static_cast<std::size_t>(flow::points(example.problem)));
        }
    }

    void start_and_wait(const Fields& velocity) override
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            velocity_.at(axis).assign(velocity.at(axis).begin(), velocity.at(axis).end());
        }
        solver_.start(velocity_[0].data(), velocity_[1].data(), velocity_[2].data());
    }

    [[nodiscard]] double time_and_wait(double time_step, std::int64_t steps) override
    {
        const auto start = std::chrono::steady_clock::now();
        for (std::int64_t step = 0; step < steps; ++step) {
            solver_.step(example_.length_of(step, time_step));
        }
        return seconds_since(start);
    }

    [[nodiscard]] Fields velocity_and_wait() override
    {
        solver_.velocity(velocity_[0].data(), velocity_[1].data(), velocity_[2].data());
        Fields fields;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            fields.at(axis).assign(velocity_.at(axis).begin(), velocity_.at(axis).end());
        }
        return fields;
    }

    [[nodiscard]] std::size_t memory_bytes() const override { return solver_.memory_bytes(); }
    [[nodiscard]] std::string describe() const override { return solver_.describe(); }

private:
    Example example_;
    flow::Solver solver_;
    std::array<std::vector<T>, 3> velocity_;
};

}  // namespace

std::unique_ptr<Stepper> make_host_stepper(const Example& example)
{
    if (example.problem.precision == Precision::fp32) {
        return std::make_unique<HostStepper<float>>(example);
    }
    return std::make_unique<HostStepper<double>>(example);
}

}  // namespace tobiuo::flow_bench
