// SPDX-License-Identifier: BSD-3-Clause
// Ctrl-C, SIGTERM, SIGUSR1 and a lost terminal stop a command with exit code 6: at once, or a run
// after the current sweep or solve.
#pragma once

namespace tobiuo {

/// Makes the program ignore SIGXFSZ and SIGPIPE, so that a full disk or a closed pipe becomes an
/// error that is reported and does not end the process.
void ignore_lost_outputs();

/// Holds these signals back until end_at_once_on_signals(), also while the program replaces itself.
void hold_signals();

/// Lets the signals end the program at once with exit code 6 and a line on stderr, as long as there
/// is nothing to keep. SIGHUP stays ignored if nohup ignores it.
void end_at_once_on_signals();

/// Installs the handlers of commands that have something to keep. The first SIGINT, SIGTERM, SIGHUP or SIGUSR1 (which mpirun and batch
/// systems pass on to ranks) raises a flag and prints to stderr what follows. A second SIGINT or
/// SIGTERM ends the program at once; the others never do, because a session that ends sends SIGHUP
/// more than once and together with SIGTERM. SIGHUP stays ignored if nohup ignores it.
void install_signal_handlers();

/// Lets signals raise the flag only, on ranks beside the one that speaks to the user, and on that
/// one when it has said all.
void keep_silent_on_signals();

/// Sets what the answer to a signal says, as in "stopping after the sweep in hand". The text must
/// live as long as the program.
void promise_on_signal(const char* text);

[[nodiscard]] bool stop_requested();

/// The name of the first signal, as "SIGINT"; "a signal to another rank" if none came here.
[[nodiscard]] const char* stop_signal_name();

}  // namespace tobiuo
