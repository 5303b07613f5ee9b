// Where an axis or a colour bar has its marks and what stands beside them.
#pragma once

#include <string>
#include <vector>

namespace tobiuo {

struct Tick {
    double value{};
    std::string label;
};

/// Round values (1, 2, 2.5 or 5 times a power of ten apart) in [lower, upper], at most `most` of
/// them; the two ends where fewer than three round ones would fit.
[[nodiscard]] std::vector<Tick> round_ticks(double lower, double upper, int most);

/// The round values alone, as few as they are.
[[nodiscard]] std::vector<double> round_values(double lower, double upper, int most);

/// `count` values evenly from `lower` to `upper`, both included.
[[nodiscard]] std::vector<Tick> even_ticks(double lower, double upper, int count);

/// Ticks whose labels are short: where they would need many digits, they are differences to a round
/// value, and `note` names it, "+ 101325".
struct NotedTicks {
    std::vector<Tick> ticks;
    std::string note;  ///< empty where the labels are the values themselves
};

/// As round_ticks().
[[nodiscard]] NotedTicks noted_ticks(double lower, double upper, int most);

}  // namespace tobiuo
