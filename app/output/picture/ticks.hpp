// SPDX-License-Identifier: BSD-3-Clause
// The marks of an axis or a colour bar, and their labels.
#pragma once

#include <string>
#include <vector>

namespace tobiuo {

struct Tick {
    double value{};
    std::string label;
};

/// At most `most` round values (1, 2, 2.5 or 5 times a power of ten apart) in [lower, upper]; the
/// two ends if fewer than three round values fit.
[[nodiscard]] std::vector<Tick> round_ticks(double lower, double upper, int most);

/// The round values only, however few they are.
[[nodiscard]] std::vector<double> round_values(double lower, double upper, int most);

/// `count` values at equal distances from `lower` to `upper`, both included.
[[nodiscard]] std::vector<Tick> even_ticks(double lower, double upper, int count);

/// Ticks with short labels: if labels would need many digits, they are differences from a round
/// value, which `note` names: "+ 101325".
struct NotedTicks {
    std::vector<Tick> ticks;
    std::string note;  ///< empty if the labels are the values themselves
};

/// Makes ticks as round_ticks() does, with short labels.
[[nodiscard]] NotedTicks noted_ticks(double lower, double upper, int most);

}  // namespace tobiuo
