// Ctrl-C, SIGTERM and a lost terminal ask the run to stop behind the sweep or solve in hand.
#pragma once

namespace tobiuo {

/// From now on SIGXFSZ and SIGPIPE are ignored, so that a full disk or a closed pipe is an error to
/// report and not the end of the process.
void ignore_lost_outputs();

/// From now on the first SIGINT, SIGTERM or SIGHUP raises a flag and says on stderr what follows. A
/// second SIGINT or SIGTERM ends the program at once; SIGHUP never does, because a session that
/// ends sends it more than once and beside SIGTERM. SIGHUP stays ignored where nohup ignores it.
void install_signal_handlers();

/// What the answer to a signal promises from now on, as in "stopping after the sweep in hand". The
/// text must live as long as the program.
void promise_on_signal(const char* text);

[[nodiscard]] bool stop_requested();

/// "SIGINT", "SIGTERM" or "SIGHUP"; empty before any came.
[[nodiscard]] const char* stop_signal_name();

}  // namespace tobiuo
