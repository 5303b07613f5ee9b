#include "app/command/signals.hpp"

#include <csignal>

namespace tobiuo {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): all a handler may write to
volatile std::sig_atomic_t caught = 0;

/// Notes the first signal; the next one of either kind finds the default action: the end.
void remember(int signal)
{
    caught = signal;
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

void install_signal_handlers()
{
    struct sigaction once = {};
    once.sa_handler = remember;
    once.sa_flags = SA_RESTART;
    sigaddset(&once.sa_mask, SIGINT);  // neither interrupts the handler of the other
    sigaddset(&once.sa_mask, SIGTERM);
    sigaction(SIGINT, &once, nullptr);
    sigaction(SIGTERM, &once, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
}

bool stop_requested()
{
    return caught != 0;
}

const char* stop_signal_name()
{
    switch (caught) {
        case SIGINT:
            return "SIGINT";
        case SIGTERM:
            return "SIGTERM";
        default:
            return "";
    }
}

}  // namespace tobiuo
