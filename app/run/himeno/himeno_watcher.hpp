// Follows a run of sweeps: shows its progress, passes signals on, keeps checkpoints.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "app/ranks/world.hpp"
#include "app/run/duration_monitor.hpp"
#include "app/run/himeno/himeno_writer.hpp"
#include "app/run/progress.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// Forwards the solver's progress to the display and the user's signals to the solver.
class HimenoWatcher final : public himeno::Observer {
public:
    /// `world` is null on one rank.
    HimenoWatcher(Verbosity verbosity, const stencil::Shape& shape, const himeno::StopRule& rule,
                  const World* world);

    /// Has a checkpoint written every so many seconds, and asks after each batch whether the writer
    /// has failed.
    void keep_every(double seconds, HimenoWriter& writer);

    void rehearsed(const himeno::Measurement& rehearsal, std::int64_t planned) override;
    void advanced(const himeno::Progress& progress) override;
    void between_batches(const himeno::Progress& progress) override;
    [[nodiscard]] bool stop_requested() const override;
    [[nodiscard]] double agreed(double seconds) const override;

    void finish() { display_.finish(); }

private:
    void show(const himeno::Progress& progress);

    ProgressDisplay display_;
    stencil::Shape shape_;
    const World* world_;
    std::optional<DurationMonitor> duration_monitor_;
    std::optional<Decay> decay_;
    double tolerance_{};
    double every_{};
    std::chrono::steady_clock::time_point last_kept_;
    HimenoWriter* writer_ = nullptr;  ///< null without checkpoints
};

}  // namespace tobiuo
