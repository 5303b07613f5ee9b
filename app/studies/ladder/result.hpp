// What a step of the ladder came to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/studies/ladder/steps.hpp"

namespace tobiuo::ladder {

/// Medians over the repetitions, the ceiling measured between them.
struct Measured {
    double seconds{};  ///< of one sweep
    double least{};
    double most{};
    double gflops{};
    double bytes_per_second{};  ///< if each array moves once
    double ceiling{};           ///< bytes per second that the mix of 13 reads and 1 write reaches
    std::int64_t repetitions{};
    std::int64_t sweeps{};  ///< of one repetition
    double gosa{};          ///< of the last sweep
    std::string plan;

    [[nodiscard]] double percent() const { return 100.0 * bytes_per_second / ceiling; }
};

struct Result {
    Step step;
    std::optional<Measured> measured;
    std::string reason;  ///< why there is none
};

/// The steps of one size of the benchmark, in order.
struct Climbed {
    std::string size;
    std::vector<Result> results;
};

}  // namespace tobiuo::ladder
