#include "app/run/himeno/himeno_writer.hpp"

#include <spdlog/spdlog.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "app/run/himeno/himeno_checkpoint.hpp"

namespace tobiuo {

HimenoWriter::HimenoWriter(std::filesystem::path folder, CheckpointIdentity identity,
                           const stencil::SweepPlan& plan, const stencil::Shape& shape,
                           const himeno::History& history, std::int64_t keep)
    : folder_{std::move(folder)},
      identity_{std::move(identity)},
      plan_{plan},
      shape_{shape},
      history_{history},
      keep_{keep}
{
}

void HimenoWriter::submit(const himeno::Measurement& measured)
{
    if (!thread_.is_done(buffers_.at(current_).job)) {
        current_ = 1 - current_;
        thread_.wait_for(buffers_.at(current_).job);
    }
    Buffer& buffer = buffers_.at(current_);
    copy_pressure(plan_, shape_, identity_.precision, buffer.p);
    buffer.job = thread_.submit([this, &p = buffer.p, sweeps = measured.sweeps,
                                 record = himeno_record(measured, history_)] {
        write_checkpoint(folder_, identity_, sweeps, record, p, keep_);
        spdlog::debug("wrote a checkpoint after {} sweeps", sweeps);
    });
}

}  // namespace tobiuo
