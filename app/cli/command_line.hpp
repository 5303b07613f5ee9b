// SPDX-License-Identifier: BSD-3-Clause
// The command line: it takes the options and returns the exit code.
#pragma once

namespace tobiuo {

struct Studies;

/// The option with which the program starts itself to try the drivers of OpenCL; the number of a
/// descriptor follows.
inline constexpr const char* probe_option = "--answer-opencl-probe";

/// The option with which the program starts itself to compile a kernel.
inline constexpr const char* compile_option = "--compile-kernel";

/// Parses the arguments, runs the command, and turns every error into one sentence on stderr and an
/// exit code. The commands that rerun papers are those of `studies`.
[[nodiscard]] int command_line(int argc, const char* const* argv, const Studies& studies);

}  // namespace tobiuo
