#include "app/command/signals.hpp"

#include <csignal>

namespace tobiuo {
namespace {

volatile std::sig_atomic_t caught = 0;

void remember(int signal)
{
    caught = signal;
}

}  // namespace

void install_signal_handlers()
{
    struct sigaction once = {};
    once.sa_handler = remember;
    once.sa_flags = SA_RESETHAND | SA_RESTART;  // the second signal finds the default: the end
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
