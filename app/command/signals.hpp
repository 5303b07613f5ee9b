// Ctrl-C and SIGTERM ask the run to stop behind the sweep or solve in hand.
#pragma once

namespace tobiuo {

/// From now on the first SIGINT or SIGTERM only raises a flag; a second one, of either kind, ends
/// the program at once. SIGXFSZ and SIGPIPE are ignored, so that a full disk or a closed pipe is an error to
/// report and not the end of the process.
void install_signal_handlers();

[[nodiscard]] bool stop_requested();

/// "SIGINT" or "SIGTERM"; empty before either came.
[[nodiscard]] const char* stop_signal_name();

}  // namespace tobiuo
