// SPDX-License-Identifier: BSD-3-Clause
#include "app/run/signals.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "app/errors.hpp"

namespace tobiuo {
namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): all a handler may write to
volatile std::sig_atomic_t caught = 0;

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): all a handler may read
std::atomic<const char*> promise{"stopping at the next chance; what is there is kept"};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): the same
std::atomic<bool> silent{false};
static_assert(std::atomic<const char*>::is_always_lock_free, "a signal handler reads it");

const char* name_of(int signal)
{
    switch (signal) {
        case SIGINT:
            return "SIGINT";
        case SIGTERM:
            return "SIGTERM";
        case SIGHUP:
            return "SIGHUP";
        case SIGUSR1:
            return "SIGUSR1";
        default:
            return "a signal to another rank";
    }
}

/// Writes by write(2), which a signal handler may call; if stderr is closed, nobody can read the
/// text.
void say(const char* text)
{
    static_cast<void>(!::write(STDERR_FILENO, text, std::strlen(text)));
}

/// Notes the first signal and answers it. After a SIGINT or SIGTERM both have their default action,
/// which ends the program; after the others they are handled one more time.
void remember(int signal)
{
    const int error_number = errno;
    const bool may_end = signal == SIGINT || signal == SIGTERM;
    if (may_end) {
        std::signal(SIGINT, SIG_DFL);
        std::signal(SIGTERM, SIG_DFL);
    }
    if (caught == 0) {
        caught = signal;
        if (!silent) {
            say("\n");
            say(name_of(signal));
            say(": ");
            say(promise.load());
            say(may_end ? " (a second signal ends the program at once)\n" : "\n");
        }
    }
    errno = error_number;
}

/// Ends the program, which has nothing to keep.
[[noreturn]] void leave(int signal)
{
    say("\n");
    say(name_of(signal));
    say(": stopped, and nothing was written\n");
    ::_exit(static_cast<int>(ExitCode::interrupted));
}

bool is_ignored(int signal)
{
    struct sigaction now = {};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// The signals that ask a command to stop.
sigset_t stop_signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) {
        sigaddset(&set, signal);
    }
    return set;
}

void handle_by(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    action.sa_mask = stop_signals();  // no signal interrupts the handler of another
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    sigaction(SIGUSR1, &action, nullptr);
    if (!is_ignored(SIGHUP)) {
        sigaction(SIGHUP, &action, nullptr);
    }
    ignore_lost_outputs();
}

}  // namespace

void ignore_lost_outputs()
{
    std::signal(SIGXFSZ, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
}

void hold_signals()
{
    const sigset_t all = stop_signals();
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

void end_at_once_on_signals()
{
    handle_by(leave);
    const sigset_t all = stop_signals();
    ::pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
}

void install_signal_handlers()
{
    if (caught == 0) {  // a case before this one may have been stopped
        handle_by(remember);
    }
}

void keep_silent_on_signals()
{
    silent = true;
}

void promise_on_signal(const char* text)
{
    promise.store(text);
}

bool stop_requested()
{
    return caught != 0;
}

const char* stop_signal_name()
{
    return name_of(caught);
}

}  // namespace tobiuo
