// The command line: options in, exit code out.
#pragma once

namespace tobiuo {

/// Parses, runs the command, turns every error into one sentence on stderr and an exit code.
[[nodiscard]] int command_line(int argc, const char* const* argv);

}  // namespace tobiuo
