#include "app/bench/fft/measurement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tobiuo::fft_bench {

std::vector<Implementation> plan_all(
    Testbed& testbed, const std::vector<std::string>& libraries,
    const std::function<void(const std::string& library, const char* reason)>& declined)
{
    std::vector<Implementation> all;
    for (const std::string& library : libraries) {
        try {
            const auto start = std::chrono::steady_clock::now();
            auto transform = testbed.plan(library);
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
            all.push_back({.library = library,
                           .transform = std::move(transform),
                           .planning_seconds = taken.count(),
                           .seconds = {}});
        } catch (const NotPlanned& error) {
            declined(library, error.what());
        } catch (const std::invalid_argument& error) {
            declined(library, error.what());
        }
    }
    return all;
}

int executions_for(double seconds_of_one)
{
    constexpr double enough_seconds = 200e-6;
    constexpr double most = 8;
    const double wanted = std::ceil(enough_seconds / std::max(seconds_of_one, 1e-9));
    return static_cast<int>(std::clamp(wanted, 1.0, most));
}

void prepare(Implementation& one, Testbed& testbed)
{
    constexpr double warm_seconds = 0.02;  // clocks are up after some milliseconds
    constexpr int most_trials = 200;
    static_cast<void>(testbed.time_and_wait(*one.transform, 1));  // loads what is loaded lazily
    double total = 0.0;
    double fastest = 0.0;
    for (int trial = 0; trial < 2 || (total < warm_seconds && trial < most_trials); ++trial) {
        const double seconds = testbed.time_and_wait(*one.transform, 1);
        fastest = trial == 0 ? seconds : std::min(fastest, seconds);
        total += seconds;
    }
    one.executions = executions_for(fastest);
}

void measure(std::vector<Implementation>& all, Testbed& testbed, int repetitions,
             const std::function<bool()>& stop)
{
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t n = 0; n < all.size(); ++n) {
            if (stop()) {
                return;
            }
            Implementation& one = all[(n + static_cast<std::size_t>(repetition)) % all.size()];
            one.seconds.push_back(testbed.time_and_wait(*one.transform, one.executions) /
                                  one.executions);
        }
    }
}

}  // namespace tobiuo::fft_bench
