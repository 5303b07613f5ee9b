#include "app/run/flow/flow_engine.hpp"

namespace tobiuo {
namespace {

template <typename Real>
class FlowHostEngine final : public FlowEngine<Real> {
public:
    explicit FlowHostEngine(const flow::Problem& problem)
        : solver_{problem, {.backend = Backend::cpu}}
    {
    }

    void start(const std::array<std::vector<Real>, 3>& velocity,
               std::span<const Real> scalar) override
    {
        solver_.start(velocity[0].data(), velocity[1].data(), velocity[2].data());
        if (!scalar.empty()) {
            solver_.set_scalar(scalar.data());
        }
    }
    void resume(std::span<const Real> state) override { solver_.resume(state.data()); }
    void set_force(const std::array<double, 3>& force) override { solver_.set_force(force); }
    void set_faces(const flow::FaceValues& values) override { solver_.set_faces(values); }
    void step(double time_step) override { solver_.step(time_step); }
    void step(double time_step, const std::array<flow::FaceValues, 3>& ends) override
    {
        solver_.step(time_step, ends);
    }
    void state_and_wait(std::span<Real> values) override { solver_.state(values.data()); }
    void pressure_and_wait(std::span<Real> values) override { solver_.pressure(values.data()); }
    [[nodiscard]] const flow::Solver& solver() const override { return solver_; }

private:
    flow::Solver solver_;
};

}  // namespace

template <typename Real>
std::unique_ptr<FlowEngine<Real>> make_flow_engine(const flow::Problem& problem,
                                                   const FlowPlace& place)
{
    if (place.backend == Backend::cuda) {
        return make_flow_device_engine<Real>(problem, place.device);
    }
    return std::make_unique<FlowHostEngine<Real>>(problem);
}

template std::unique_ptr<FlowEngine<float>> make_flow_engine(const flow::Problem&,
                                                             const FlowPlace&);
template std::unique_ptr<FlowEngine<double>> make_flow_engine(const flow::Problem&,
                                                              const FlowPlace&);

}  // namespace tobiuo
