// SPDX-License-Identifier: BSD-3-Clause
// The means of a flow that a run takes on its way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/case/flow/flow_case.hpp"
#include "app/output/report/flow_report.hpp"
#include "app/run/flow/output/flow_record.hpp"

namespace tobiuo {

/// Whether the velocity after a step is a sample.
[[nodiscard]] bool is_sample(const StatisticsSection& statistics, const FlowTime& at);

[[nodiscard]] bool is_sample(const MeansSection& means, const FlowTime& at);

/// Adds a sample, the layer_means() of a state. False if they are not finite; then nothing is added.
[[nodiscard]] bool add_sample(const std::vector<double>& means, double time, FlowMoments& moments);

/// The moments with which a run of the case goes on from those of a checkpoint: none, with a
/// warning, where they are along another axis or from another time on.
[[nodiscard]] FlowMoments moments_to_go_on(const std::optional<StatisticsSection>& statistics,
                                           const FlowMoments& read);

/// Which means of each cell a case with means takes.
[[nodiscard]] flow::MeanForm mean_form(const MeansSection& means);
/// The means of each cell with which a run of the case goes on from those of a checkpoint: none, with
/// a warning, where they are others or from another time on.
[[nodiscard]] FlowMeans means_to_go_on(const std::optional<MeansSection>& means,
                                       const FlowMeans& read);

/// Which value of a cell a picture such as mean_u or rms_p shows.
struct MeanField {
    int value = 0;
    bool is_square = false;  ///< a sum of squares
};
[[nodiscard]] MeanField field_of_mean(std::string_view shown, const flow::MeanForm& form);

/// The means, stresses and fluxes of the samples, of which there is at least one.
[[nodiscard]] FlowProfiles profiles_of(const flow::Problem& problem, const FlowMoments& moments);

/// "120 samples from time 10 to 20".
[[nodiscard]] std::string samples_text(const FlowMoments& moments);
[[nodiscard]] std::string samples_text(const FlowMeans& means);

}  // namespace tobiuo
