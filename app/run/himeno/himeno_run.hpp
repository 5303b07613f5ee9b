// SPDX-License-Identifier: BSD-3-Clause
// A run of sweeps: what it observes, its checkpoints, and how it ends.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/writer_thread.hpp"
#include "app/ranks/world.hpp"
#include "app/run/backend.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/checkpoint_writer.hpp"
#include "app/run/himeno/himeno_checkpoint.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "app/run/progress.hpp"
#include "app/run/run.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/distributed_sweeps.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// Watches a run. Its number of sweeps is planned from the rehearsal and stays, so that the run
/// follows the protocol; if the machine becomes slower after the rehearsal, the run takes longer
/// than asked.
class DurationMonitor {
public:
    explicit DurationMonitor(double target_seconds) : target_{target_seconds}, told_{target_seconds}
    {
    }

    /// A sentence if the run will take half as long again as asked, or as the last sentence said.
    [[nodiscard]] std::optional<std::string> warning(const himeno::Progress& progress);

    /// A sentence about a finished run that took far more or less time than asked; else empty.
    [[nodiscard]] static std::string verdict(double target_seconds, double seconds);

private:
    double target_;
    double told_;
};

/// What a run is about, all of which outlives it.
struct HimenoSetting {
    Case the_case;
    HimenoCase himeno;
    Grid grid;
    stencil::SweepRequest request;
    KernelPlace decided;
    KernelChoice choice;
    const World* world = nullptr;  ///< null on one rank

    [[nodiscard]] CheckpointIdentity identity() const
    {
        return himeno_identity(the_case, himeno, request.shape);
    }
    /// The slab of this one of several ranks.
    [[nodiscard]] himeno::Slabs slabs() const;
    /// The ceiling of one rank, and what is done about it.
    [[nodiscard]] CeilingSource ceiling_source() const;
    [[nodiscard]] CeilingPlan ceiling_plan(CeilingUse use) const;
};

/// A run from the state of the snapshot, or anew. `folder` is null on ranks but the first one.
[[nodiscard]] std::unique_ptr<Run> make_himeno_run(const HimenoSetting& setting,
                                                   std::optional<HimenoSnapshot> snapshot,
                                                   CeilingUse ceiling, RunFolder* folder);

/// Copies p between two sweeps and has the copy written while the next sweeps are done.
class HimenoCheckpoints {
public:
    /// Keeps the plan and the history, whose sweeps the checkpoints in `folder` are of.
    HimenoCheckpoints(const std::filesystem::path& folder, const CheckpointIdentity& identity,
                      const CheckpointSection& section, const stencil::SweepPlan& plan,
                      const stencil::Shape& shape, const himeno::History& history);

    [[nodiscard]] bool is_due() const { return checkpoints_.is_due(); }
    /// Has p of the plan written, which has done `measured` sweeps. Throws OutputError if an
    /// earlier checkpoint could not be written.
    void submit(const himeno::Measurement& measured);

    /// What writes. Until it has been waited for, nothing else uses the checkpoints of the folder.
    [[nodiscard]] WriterThread& thread() { return thread_; }

private:
    const stencil::SweepPlan& plan_;
    stencil::Shape shape_;
    Precision precision_;
    const himeno::History& history_;
    HeldBuffers<std::vector<std::byte>> copies_{thread_};
    CheckpointWriter checkpoints_;
    WriterThread thread_;  ///< ends before what its jobs use goes
};

/// Forwards the solver's progress to the display and the user's signals to the solver, and has
/// checkpoints written when they are due.
class HimenoWatcher final : public himeno::Observer {
public:
    /// Keeps the display, the ranks, null for one, and the checkpoints, null without any.
    HimenoWatcher(ProgressDisplay& display, const stencil::Shape& shape,
                  const himeno::StopRule& rule, const World* world,
                  HimenoCheckpoints* checkpoints = nullptr);

    void rehearsed(const himeno::Measurement& rehearsal, std::int64_t planned) override;
    void advanced(const himeno::Progress& progress) override;
    void between_batches(const himeno::Progress& progress) override;
    [[nodiscard]] bool stop_requested() const override;
    [[nodiscard]] double agreed(double seconds) const override;

private:
    void show(const himeno::Progress& progress);

    ProgressDisplay& display_;
    stencil::Shape shape_;
    const World* world_;
    HimenoCheckpoints* checkpoints_;
    std::optional<DurationMonitor> duration_monitor_;
    std::optional<Decay> decay_;
    double tolerance_{};
};

}  // namespace tobiuo
