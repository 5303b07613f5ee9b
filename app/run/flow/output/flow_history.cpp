#include "app/run/flow/output/flow_history.hpp"

#include <spdlog/fmt/fmt.h>

#include <cstddef>

#include "app/case/yaml/keys.hpp"

namespace tobiuo {
namespace {

std::string face_text(int face)
{
    return fmt::format("{}_{}", casefile::axis_words.at(static_cast<std::size_t>(face / 2)),
                       face % 2 == 0 ? "lower" : "upper");
}

std::string scalar_head(const flow::Problem& problem)
{
    if (!problem.scalar) {
        return "";
    }
    std::string head = ",mean_scalar";
    for (const int face : flow::faces_with_scalar(problem)) {
        head += ",scalar_flux_" + face_text(face);
        head += flow::nusselt_number(problem, face, 0.0) ? ",nusselt_" + face_text(face) : "";
    }
    return head;
}

/// What stands in the columns of scalar_head(); they are empty without means.
std::string scalar_row(const flow::Problem& problem, const std::optional<flow::ScalarMeans>& means)
{
    if (!problem.scalar) {
        return "";
    }
    std::string row = means ? fmt::format(",{}", means->mean) : ",";
    for (const int face : flow::faces_with_scalar(problem)) {
        const double flux = means ? means->flux.at(static_cast<std::size_t>(face)) : 0.0;
        row += means ? fmt::format(",{}", flux) : ",";
        if (const auto nusselt = flow::nusselt_number(problem, face, flux)) {
            row += means ? fmt::format(",{}", *nusselt) : ",";
        }
    }
    return row;
}

}  // namespace

bool history_has_gradients(const OutputSection& output, Backend backend, std::int64_t step)
{
    const std::int64_t usual = (backend == Backend::cuda ? 10 : 1) * output.history_every;
    const std::int64_t every = output.gradients_every.value_or(usual);
    return every > 0 && step % every == 0;
}

std::string flow_history_head(const FlowSetting& setting)
{
    std::string head =
        "step,time,time_step,kinetic_energy,largest_divergence,courant,mean_u,mean_v,mean_w,"
        "dissipation,enstrophy";
    for (const auto& [face, component] : flow::sheared(setting.problem)) {
        head += fmt::format(",shear_{}_{}", face_text(face), "uvw"[component]);
    }
    return head + scalar_head(setting.problem) +
           (setting.flow.bulk_velocity ? ",force_x,force_y,force_z\n" : "\n");
}

std::string flow_history_row(const FlowRecord& record, const flow::Observed& observed,
                             const FlowSetting& setting,
                             const std::optional<flow::Gradients>& gradients)
{
    const FlowTime& at = record.now;
    const flow::Problem& problem = setting.problem;
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
    row += scalar_row(problem, gradients ? gradients->scalar : std::nullopt);
    if (setting.flow.bulk_velocity) {
        const auto& [x, y, z] = record.bulk_force.force;
        row += fmt::format(",{},{},{}", x, y, z);
    }
    return row + "\n";
}

}  // namespace tobiuo
