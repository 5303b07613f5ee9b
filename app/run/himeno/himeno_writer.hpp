// Writes the checkpoints of a Himeno run while it sweeps on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "app/output/writer_thread.hpp"
#include "app/run/checkpoint_file.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"

namespace tobiuo {

/// Copies p between two sweeps and has the copy written by a thread of its own. What is copied
/// while a checkpoint is being written goes into a second buffer, which is allocated then; a third
/// one waits.
class HimenoWriter {
public:
    /// Keeps the plan and the history, whose sweeps the checkpoints in `folder` are of. The `keep`
    /// newest stay.
    HimenoWriter(std::filesystem::path folder, CheckpointIdentity identity,
                 const stencil::SweepPlan& plan, const stencil::Shape& shape,
                 const himeno::History& history, std::int64_t keep);

    /// Has p of the plan written, which has done `measured` sweeps. Throws OutputError if an
    /// earlier checkpoint could not be written.
    void submit(const himeno::Measurement& measured);

    /// What writes. Until it has been waited for, nothing else uses the checkpoints of the folder.
    [[nodiscard]] WriterThread& thread() { return thread_; }

private:
    struct Buffer {
        std::vector<std::byte> p;
        std::int64_t job = 0;  ///< the last one that reads it; 0 for none
    };

    std::filesystem::path folder_;
    CheckpointIdentity identity_;
    const stencil::SweepPlan& plan_;
    stencil::Shape shape_;
    const himeno::History& history_;
    std::int64_t keep_;
    std::array<Buffer, 2> buffers_;
    std::size_t current_ = 0;
    WriterThread thread_;  ///< ends before what its jobs use goes
};

}  // namespace tobiuo
