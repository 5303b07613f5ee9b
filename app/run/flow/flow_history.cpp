#include "app/run/flow/flow_history.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>

#include "app/case/yaml/keys.hpp"

namespace tobiuo {
bool history_has_gradients(const OutputSection& output, Backend backend, std::int64_t step)
{
    const std::int64_t usual = (backend == Backend::cuda ? 10 : 1) * output.history_every;
    const std::int64_t every = output.gradients_every.value_or(usual);
    return every > 0 && step % every == 0;
}

std::string flow_history_head(const flow::Problem& problem)
{
    std::string head =
        "step,time,time_step,kinetic_energy,largest_divergence,courant,mean_u,mean_v,mean_w,"
        "dissipation,enstrophy";
    for (const auto& [face, component] : flow::sheared(problem)) {
        head += fmt::format(",shear_{}_{}_{}",
                            casefile::axis_words.at(static_cast<std::size_t>(face / 2)),
                            face % 2 == 0 ? "lower" : "upper", "uvw"[component]);
    }
    return head + "\n";
}

std::string flow_history_row(const FlowTime& at, const flow::Observed& observed,
                             const flow::Problem& problem,
                             const std::optional<flow::Gradients>& gradients)
{
    const auto& [u, v, w] = observed.mean_velocity;
    std::string row = fmt::format("{},{},{},{},{},{},{},{},{}", at.step, at.time, at.time_step,
                                  observed.kinetic_energy, observed.largest_divergence,
                                  observed.largest_rate * at.time_step, u, v, w);
    row += gradients ? fmt::format(",{},{}", gradients->dissipation, gradients->enstrophy) : ",,";
    for (const auto& [face, component] : flow::sheared(problem)) {
        const auto of_face = static_cast<std::size_t>(face);
        const auto of_component = static_cast<std::size_t>(component);
        row += gradients ? fmt::format(",{}", gradients->shear.at(of_face).at(of_component)) : ",";
    }
    return row + "\n";
}

}  // namespace tobiuo
