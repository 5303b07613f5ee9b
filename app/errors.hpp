// SPDX-License-Identifier: BSD-3-Clause
// The errors that a user can cause or meet, each with its exit code.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tobiuo {

/// The exit codes, which the README and `tobiuo --help` document.
enum class ExitCode {
    done = 0,
    internal = 1,       ///< a defect of tobiuo itself
    bad_input = 2,      ///< command line, case file or coefficient file
    diverged = 3,       ///< a result is not finite
    output_failed = 4,  ///< results could not be written, be it for lack of memory
    device_failed = 5,  ///< no usable GPU, or the GPU reported an error
    interrupted = 6,    ///< stopped by a signal, results written if there were any
    not_converged = 7   ///< not there within max_sweeps or max_steps, results written
};

/// Where the input has an error. `line` and `column` count from 1; 0 means unknown.
struct Position {
    std::string source;  ///< file as the user named it, or "--set grid.preset"
    int line{};
    int column{};

    /// The position as text: "case.yaml:14:7", or the source alone if no line is known.
    [[nodiscard]] std::string text() const;
};

/// One problem, as a sentence that says what is wrong, why, and what to do.
struct Problem {
    Position at;
    std::string sentence;
};

/// Bad input; what() has one line per problem, "case.yaml:14:7: sentence".
class InputError : public std::runtime_error {
public:
    explicit InputError(const std::vector<Problem>& problems);
    InputError(Position at, std::string sentence);

    /// The same whose sentences begin with these words.
    [[nodiscard]] InputError after(const std::string& words) const;

private:
    std::vector<Problem> problems_;
};

/// A result that could not be written; what() names the file, the reason and the cure.
class OutputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A signal has stopped a command before there was anything to keep; what() says where.
class Interrupted : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace tobiuo
