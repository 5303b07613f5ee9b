// Shows how far a run is: a bar on a terminal, a log line now and then otherwise.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

enum class Verbosity { quiet, normal, verbose };

class ProgressDisplay {
public:
    /// `flops_per_sweep` turns sweeps and seconds into a rate.
    ProgressDisplay(Verbosity verbosity, double flops_per_sweep);
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;
    ~ProgressDisplay();

    void show(const himeno::Progress& progress);
    /// Ends the bar's line, if there is one.
    void finish();

private:
    using Clock = std::chrono::steady_clock;

    bool terminal_;
    bool silent_;
    bool drawn_ = false;
    double flops_per_sweep_;
    Clock::time_point last_;
};

/// " 50 % 1003/2006 sweeps, 45.1 GFLOPS, gosa 1.2e-03, 0:30 left".
[[nodiscard]] std::string progress_text(const himeno::Progress& progress, double flops_per_sweep);

/// The text behind a bar, "[#####.....]  50 % ...", in less than `columns` columns, so that the
/// cursor stays in its line: the bar shrinks, then goes, then the text is cut.
[[nodiscard]] std::string progress_line(const himeno::Progress& progress, double flops_per_sweep,
                                        std::size_t columns);

}  // namespace tobiuo
