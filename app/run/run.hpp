// SPDX-License-Identifier: BSD-3-Clause
// The stages of a run, the same for all solvers: begin, advance, keep, write.
#pragma once

#include "app/errors.hpp"
#include "app/run/progress.hpp"

namespace tobiuo {

/// What the answer to a signal says in each stage. The texts must live as long as the program.
struct SignalAnswers {
    const char* advancing;
    const char* keeping;  ///< null if there is nothing to keep
    const char* writing;
};

/// A run of a case, of which it is known where it takes place. Job::run() calls its functions in
/// this order. On several ranks they are collective.
class Run {
public:
    Run() = default;
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    virtual ~Run() = default;

    [[nodiscard]] virtual SignalAnswers answers() const = 0;

    /// Plans the solver, and gives it the input of the case or the state of a checkpoint.
    virtual void begin() = 0;
    /// Logs that the run is ready, which took so long.
    virtual void note_ready(double seconds) = 0;
    /// Computes until the case or a signal ends it. Between two steps it shows its progress, notes
    /// what the case observes, and has checkpoints and fields written when they are due.
    virtual void advance(ProgressDisplay& display) = 0;
    /// Keeps the state at the end.
    virtual void keep() {}
    /// Logs how the run has ended, prints its summary to stdout and writes every other file, the
    /// manifest last.
    [[nodiscard]] virtual ExitCode write() = 0;
};

}  // namespace tobiuo
