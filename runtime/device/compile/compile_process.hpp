// SPDX-License-Identifier: BSD-3-Clause
// Compiles in processes of their own: the run-time compiler of one process compiles one kernel at a
// time, however many threads ask it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tobiuo::device {

/// What the run-time compiler receives: a text under a name, and its options.
struct CompileRequest {
    std::string library;  ///< the path of the compiler
    std::string name;
    std::string text;
    std::string architecture;  ///< "sm_90", or "compute_90" for PTX
    std::vector<std::string> options;
};

/// Machine code (ELF) for a `sm_` architecture, PTX for a `compute_` one.
struct CompiledKernel {
    std::string image;
    std::string log;  ///< NVRTC's remarks
};

/// Lets kernels compile side by side: while one is compiled in this process, compile() starts
/// `program` with `option` for another, which is to call answer_compilation(). To be called before
/// the first Kernel is made.
void compile_by(std::string program, std::string option);

/// Compiles in a process of compile_by(); nothing without one, or if it does not answer with a
/// kernel, so that the caller compiles by itself and meets the error.
[[nodiscard]] std::optional<CompiledKernel> compile_elsewhere(const CompileRequest& request);

/// Compiles the request that its standard input holds and writes the kernel to its standard output.
/// Returns the exit status of the process.
[[nodiscard]] int answer_compilation();

}  // namespace tobiuo::device
