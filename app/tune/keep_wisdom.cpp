#include "app/tune/keep_wisdom.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <stdexcept>
#include <string>

#include "app/errors.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "kernels/seconds_since.hpp"
#include "kernels/tuning/wisdom_file.hpp"

namespace tobiuo {
namespace {

/// Says once what is waited for, and ends the wait after a signal.
class LockWait {
public:
    void operator()(const std::filesystem::path& lock)
    {
        if (!told_) {
            spdlog::warn("waiting for another process that holds the lock {}",
                         in_quotes(lock.string()));
            told_ = true;
        }
        constexpr double patience = 1.0;  // for what was found before the signal
        if (stop_requested() && seconds_since(start_) >= patience) {
            throw Interrupted{"stopped by " + std::string{stop_signal_name()} +
                              " while another process held the lock " + in_quotes(lock.string()) +
                              ": nothing was kept there"};
        }
    }

private:
    bool told_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

void keep_wisdom(const std::filesystem::path& file, const tuning::Wisdom& news)
{
    try {
        LockWait waits;
        for (const std::string& warning :
             tuning::merge_wisdom(file, news, [&](const auto& lock) { waits(lock); })) {
            spdlog::warn("{}", warning);
        }
    } catch (const Interrupted&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw OutputError{error.what()};
    }
}

}  // namespace tobiuo
