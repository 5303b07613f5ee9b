// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/flow/output/flow_statistics.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "runtime/all_finite.hpp"
#include "solvers/flow/layer_means.hpp"

namespace tobiuo {
namespace {

using flow::Mean;

/// A mean of products, and the two means whose product is taken off it.
struct MeanProduct {
    Mean mean;
    Mean one;
    Mean other;
};
constexpr std::array<MeanProduct, 10> mean_products{{{Mean::uu, Mean::u, Mean::u},
                                                     {Mean::vv, Mean::v, Mean::v},
                                                     {Mean::ww, Mean::w, Mean::w},
                                                     {Mean::uv, Mean::u, Mean::v},
                                                     {Mean::uw, Mean::u, Mean::w},
                                                     {Mean::vw, Mean::v, Mean::w},
                                                     {Mean::ss, Mean::s, Mean::s},
                                                     {Mean::us, Mean::u, Mean::s},
                                                     {Mean::vs, Mean::v, Mean::s},
                                                     {Mean::ws, Mean::w, Mean::s}}};

}  // namespace

bool is_sample(const StatisticsSection& statistics, const FlowTime& at)
{
    return at.step > 0 && at.time >= statistics.from && at.step % statistics.every == 0;
}

bool is_sample(const MeansSection& means, const FlowTime& at)
{
    return at.step > 0 && at.time >= means.from && at.time <= means.to.value_or(at.time) &&
           at.step % means.every == 0;
}

flow::MeanForm mean_form(const MeansSection& means)
{
    return {.velocity = means.has("velocity"),
            .stresses = means.stresses,
            .pressure = means.has("p"),
            .scalars = means.has("scalar") ? 1 : 0};
}

FlowMeans means_to_go_on(const std::optional<MeansSection>& means, const FlowMeans& read)
{
    if (!means) {
        return {};
    }
    const FlowMeans wanted{.form = mean_form(*means), .from = means->from};
    if (read.samples > 0 && (read.form != wanted.form || read.from != wanted.from)) {
        spdlog::warn(
            "the means of the checkpoint are of other fields, or from time {:.6g} on, and not "
            "those "
            "that the case wants: they begin anew",
            read.from);
        return wanted;
    }
    return read.samples > 0 ? read : wanted;
}

MeanField field_of_mean(std::string_view shown, const flow::MeanForm& form)
{
    const bool is_square = shown.starts_with("rms_");
    const std::string_view of = shown.substr(shown.find('_') + 1);
    if (of == "p" || of == "scalar") {
        const int quantity = of == "p" || !form.pressure ? 0 : 1;
        return {.value = form.first_of(quantity) + (is_square ? 1 : 0), .is_square = is_square};
    }
    const int component = of == "u" ? 0 : of == "v" ? 1 : 2;
    return {.value = component + (is_square ? 3 : 0), .is_square = is_square};
}

bool add_sample(const std::vector<double>& means, double time, FlowMoments& moments)
{
    if (!all_finite(means)) {
        return false;
    }
    moments.sums.resize(means.size(), 0.0);
    std::ranges::transform(moments.sums, means, moments.sums.begin(), std::plus{});
    ++moments.samples;
    moments.last = time;
    return true;
}

FlowMoments moments_to_go_on(const std::optional<StatisticsSection>& statistics,
                             const FlowMoments& read)
{
    if (!statistics) {
        return {};
    }
    const FlowMoments wanted{.axis = statistics->axis, .from = statistics->from};
    if (read.samples == 0) {
        return wanted;
    }
    if (read.axis != wanted.axis || read.from != wanted.from) {
        const auto text = [](const FlowMoments& moments) {
            return fmt::format("along {} from time {:.6g}",
                               casefile::axis_words.at(static_cast<std::size_t>(moments.axis)),
                               moments.from);
        };
        spdlog::warn(
            "the statistics of the checkpoint are {}, and the case wants them {}: they begin anew",
            text(read), text(wanted));
        return wanted;
    }
    return read;
}

FlowProfiles profiles_of(const flow::Problem& problem, const FlowMoments& moments)
{
    FlowProfiles profiles;
    const std::size_t count = flow::mean_count(problem);
    const std::size_t all = flow::all_mean_count(problem);
    const std::size_t layers = moments.sums.size() / all;
    for (const flow::FurtherScalar& one : problem.further_scalars) {
        const std::string& name = one.scalar.name;
        for (const std::string& column :
             {name, name + "_" + name, "u_" + name, "v_" + name, "w_" + name}) {
            profiles.further.push_back({.name = column, .values = {}});
        }
    }
    for (std::size_t layer = 0; layer < layers; ++layer) {
        profiles.position.push_back(
            problem.grid.position(moments.axis, static_cast<std::int64_t>(layer)));
        std::array<double, flow::most_means> means{};
        for (std::size_t n = 0; n < count; ++n) {
            means.at(n) = moments.sums[layer * all + n] / static_cast<double>(moments.samples);
        }
        for (std::size_t n = count; n < all; n += flow::means_of_scalar) {
            std::array<double, flow::means_of_scalar> of_scalar{};  // s, ss, us, vs, ws
            for (std::size_t which = 0; which < of_scalar.size(); ++which) {
                of_scalar.at(which) =
                    moments.sums[layer * all + n + which] / static_cast<double>(moments.samples);
            }
            const double s = of_scalar[0];
            of_scalar[1] -= s * s;
            for (std::size_t component = 0; component < 3; ++component) {
                of_scalar.at(2 + component) -= s * means.at(component);
            }
            for (std::size_t which = 0; which < of_scalar.size(); ++which) {
                profiles.further.at(n - count + which).values.push_back(of_scalar.at(which));
            }
        }
        const auto mean = [&](Mean of) -> double& {
            return means.at(static_cast<std::size_t>(of));
        };
        for (const MeanProduct& product : mean_products) {
            mean(product.mean) -= mean(product.one) * mean(product.other);
        }
        for (std::size_t n = 0; n < count; ++n) {
            profiles.columns.at(n).push_back(means.at(n));
        }
    }
    return profiles;
}

namespace {

template <typename Sampled>
std::string text_of_samples(const Sampled& sampled)
{
    return fmt::format("{} sample{} from time {:.6g} to {:.6g}", sampled.samples,
                       sampled.samples == 1 ? "" : "s", sampled.from, sampled.last);
}

}  // namespace

std::string samples_text(const FlowMoments& moments)
{
    return text_of_samples(moments);
}

std::string samples_text(const FlowMeans& means)
{
    return text_of_samples(means);
}

}  // namespace tobiuo
