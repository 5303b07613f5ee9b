#include "app/run/flow/flow_history.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>
#include <string_view>

#include "app/case/yaml/keys.hpp"

namespace tobiuo {
namespace {

/// Calls `call(face, component)` for the columns of shear: no-slip faces 2 axis + end, and the
/// components along them.
template <typename Call>
void for_each_shear(const flow::Problem& problem, const Call& call)
{
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const flow::Faces& faces = problem.faces.at(axis);
        for (std::size_t end = 0; end < 2; ++end) {
            for (std::size_t component = 0; component < 3; ++component) {
                if ((end == 0 ? faces.lower : faces.upper).kind == flow::FaceKind::no_slip &&
                    component != axis) {
                    call(2 * axis + end, component);
                }
            }
        }
    }
}

}  // namespace

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
    for_each_shear(problem, [&](std::size_t face, std::size_t component) {
        head += fmt::format(",shear_{}_{}_{}", casefile::axis_words.at(face / 2),
                            face % 2 == 0 ? "lower" : "upper", "uvw"[component]);
    });
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
    for_each_shear(problem, [&](std::size_t face, std::size_t component) {
        row += gradients ? fmt::format(",{}", gradients->shear.at(face).at(component)) : ",";
    });
    return row + "\n";
}

}  // namespace tobiuo
