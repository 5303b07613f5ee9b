#include "app/run/flow/flow_history.hpp"

#include <spdlog/fmt/fmt.h>

namespace tobiuo {

std::string flow_history_row(const FlowTime& at, const flow::Observed& observed)
{
    const auto& [u, v, w] = observed.mean_velocity;
    return fmt::format("{},{},{},{},{},{},{},{},{}\n", at.step, at.time, at.time_step,
                       observed.kinetic_energy, observed.largest_divergence,
                       observed.largest_rate * at.time_step, u, v, w);
}

}  // namespace tobiuo
