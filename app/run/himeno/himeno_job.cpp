#include "app/run/himeno/himeno_job.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "app/case/case.hpp"
#include "app/case/sections/picture_reader.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/field/encoding.hpp"
#include "app/output/report/himeno_report.hpp"
#include "app/output/run_folder.hpp"
#include "app/output/staging.hpp"
#include "app/printable.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "app/run/backend.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/himeno/himeno_checkpoint.hpp"
#include "app/run/himeno/himeno_end.hpp"
#include "app/run/himeno/himeno_input.hpp"
#include "app/run/himeno/himeno_memory.hpp"
#include "app/run/himeno/himeno_watcher.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "app/run/himeno/himeno_writer.hpp"
#include "app/run/progress.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/distributed_sweeps.hpp"
#include "solvers/himeno/history.hpp"
#include "solvers/himeno/run.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

using Clock = std::chrono::steady_clock;

class HimenoJob final : public Job {
public:
    HimenoJob(Case the_case, HimenoCase himeno, const JobOptions& options)
        : case_{std::move(the_case)},
          world_{options.world != nullptr && !options.world->is_alone() ? options.world : nullptr},
          himeno_{std::move(himeno)},
          grid_{resolve_grid(himeno_)},
          request_{.shape = shape_of(grid_),
                   .precision = himeno_.precision,
                   .omega = himeno_.omega,
                   .device = world_ == nullptr ? case_.device : device_of_rank(case_, *world_),
                   .in_parts = world_ != nullptr,
                   .parameters = himeno_.kernel_parameters},
          decision_{decide_backend(case_, himeno_, deciding_request())},
          choice_{choose_with_wisdom(himeno_, *decision_.kind, request_, wisdom_of(options))},
          ceiling_{options.ceiling}
    {
        check_picture_place();
        refuse_checkpoints_of_ranks(options.restart != Restart::no);
        for (const std::string& warning : choice_.warnings) {
            spdlog::warn("{}", warning);
        }
        decision_.kind = choice_.kind;
        request_.parameters = choice_.parameters;
        himeno_.grid = grid_;
        case_.solver = himeno_;
        if (world_ != nullptr) {
            world_->require_same("kernel", choice_.sentence);
        }
        if (options.restart != Restart::no) {
            snapshot_ = newest_himeno_checkpoint(results_folder(), identity(), options.restart);
        }
        if (options.restart == Restart::demanded) {
            refuse_protocol(himeno_.stop);
            if (results_are_whole(results_folder())) {  // else they are written from there
                refuse_finished(*snapshot_, himeno_.stop, case_.file);
            }
        }
    }

    [[nodiscard]] std::string describe() const override
    {
        return fmt::format("himeno {} x {} x {} in {} precision by kernel '{}' on {} ({})",
                           grid_.values(0), grid_.values(1), grid_.values(2),
                           word_of(himeno_.precision), decision_.kind->name, decision_.where,
                           decision_.reason);
    }

    [[nodiscard]] Estimate estimate() const override
    {
        const stencil::Footprint footprint = footprint_of_rank();
        const std::int64_t field = request_.shape.values() * bytes_per_value(himeno_.precision);
        const auto fields = static_cast<std::int64_t>(case_.output.fields.size());
        // Copies of p: those that are being written, and that from which the run goes on.
        const std::int64_t copies = (himeno_.checkpoint ? 2 : 0) + (snapshot_ ? 1 : 0);
        const std::int64_t held = program_bytes + footprint.host_bytes +
                                  source_bytes(himeno_, request_.shape) + copies * field;
        const std::int64_t probe = memory().ceiling_plan(ceiling_, footprint).probe_bytes;
        const std::int64_t checkpoints =
            himeno_.checkpoint ? (himeno_.checkpoint->keep + 1) * field : 0;
        const bool on_cpu = decision_.kind->backend == Backend::cpu;
        Estimate estimate{
            .grid_at = himeno_.grid_at,
            .host_bytes = std::max(held, program_bytes + (on_cpu ? probe : 0)),
            .writing_bytes = held + writing_bytes(field),
            .host_free = host_info().available_bytes,
            .device_bytes = std::max(footprint.device_bytes, on_cpu ? 0 : probe),
            .device_free = memory().free_device_bytes(),
            .output_bytes = fields * most_encoded_bytes(field, case_.output.encoding) + checkpoints,
            .output_free = free_bytes(case_.output.directory),
            .facts = {}};
        estimate.facts = {
            {"nominal bytes per sweep",
             bytes_text(stencil::nominal_bytes_per_sweep(request_.shape, himeno_.precision))},
            {"flop per sweep", fmt::format("{:.4g}", stencil::flops_per_sweep(request_.shape))},
            {"kernel's class", std::string{decision_.kind->label}},
            {"kernel's choice", choice_.sentence},
            {"results", results_folder().string()}};
        return estimate;
    }

    void validate() const override { static_cast<void>(make_source(himeno_, request_.shape)); }

    [[nodiscard]] KeptResults kept_results() const override
    {
        return snapshot_ ? KeptResults{std::in_place} : std::nullopt;
    }

    [[nodiscard]] ExitCode run(RunFolder* folder, Verbosity verbosity) override
    {
        HimenoReport report = begin_report();
        spdlog::info("{}", choice_.sentence);
        const auto setup = Clock::now();
        const himeno::Measurement before = snapshot_ ? snapshot_->measured : himeno::Measurement{};
        himeno::History history = begun_history(report);
        const auto source = begun_source();
        find_ceiling(report);
        const auto [plan, on_ranks] = make_plan();
        plan->load(*source);
        report.setup_seconds = std::chrono::duration<double>(Clock::now() - setup).count();
        report.plan = plan->describe();
        log_ready(report);

        promise_on_signal("stopping after the sweeps in hand; what is there is written");
        HimenoWatcher watcher{verbosity, request_.shape, himeno_.stop, world_};
        std::optional<HimenoWriter> writer;  // a run with checkpoints has a folder
        if (himeno_.checkpoint) {
            writer.emplace(folder->path(), identity(), *plan, request_.shape, history,
                           himeno_.checkpoint->keep);
            watcher.keep_every(himeno_.checkpoint->every.seconds, *writer);
        }
        report.result = himeno::run(*plan, himeno_.stop, watcher, history, before);
        watcher.finish();
        if (writer) {
            promise_on_signal(
                "the last checkpoint and the results are being written; the run ends "
                "after that");
            end_checkpoints(*writer, report);
        }
        promise_on_signal("the results are being written; the run ends after that");
        tell_end(report.result, himeno_.stop);
        put_uses(report.ranks, world_, use_of(report.result, on_ranks));
        print(summary_text(report));

        const ExitCode code = exit_code_of(report.result.status);
        report.exit_code = static_cast<int>(code);
        const ranks::Slice own =
            world_ == nullptr ? ranks::Slice{} : slabs().readable(request_.shape.ni);
        write_himeno_results(folder, world_, {*plan, *source, history, report, own});
        return code;
    }

private:
    [[nodiscard]] std::filesystem::path results_folder() const
    {
        return case_.output.directory / case_.name;
    }

    [[nodiscard]] CheckpointIdentity identity() const
    {
        return himeno_identity(case_, himeno_, request_.shape);
    }

    void refuse_checkpoints_of_ranks(bool restart) const
    {
        if (world_ != nullptr && (himeno_.checkpoint || restart)) {
            throw InputError{{.source = case_.file.string(), .line = 0, .column = 0},
                             fmt::format("a checkpoint holds p of one rank, and there are {}: "
                                         "start the case without mpirun, or without checkpoint "
                                         "and --restart",
                                         world_->size())};
        }
    }

    /// The history of the sweeps before the run.
    [[nodiscard]] himeno::History begun_history(HimenoReport& report)
    {
        if (!snapshot_) {
            return himeno::History{case_.output.history_rows};
        }
        report.restarted_from = snapshot_->name;
        spdlog::info("going on from {}: {} sweeps, gosa {:.6e}", snapshot_->name,
                     snapshot_->measured.sweeps, snapshot_->measured.gosa);
        return himeno::History{case_.output.history_rows, std::move(snapshot_->history)};
    }

    /// Keeps p as it is at the end, and waits until all checkpoints are written.
    static void end_checkpoints(HimenoWriter& writer, HimenoReport& report)
    {
        if (report.result.status != himeno::Status::diverged) {
            writer.submit(report.result.run);
        }
        writer.thread().drain();
        report.waited_seconds = writer.thread().waited_seconds();
    }

    /// The arrays of the case, with p of the checkpoint if the run goes on from one.
    [[nodiscard]] std::unique_ptr<stencil::ArraySource> begun_source()
    {
        auto source = make_source(himeno_, request_.shape);
        return snapshot_ ? resumed_source(std::move(source), request_.shape, himeno_.precision,
                                          std::move(snapshot_->p))
                         : std::move(source);
    }

    /// The request of the largest slab, by which the back end is decided; that of all planes on one
    /// rank.
    [[nodiscard]] stencil::SweepRequest deciding_request() const
    {
        stencil::SweepRequest request = request_;
        if (world_ != nullptr) {
            const std::int64_t interior = request.shape.interior_planes().count();
            request.shape.ni = 2 + stencil::ceil_div(interior, world_->size());
        }
        return request;
    }

    /// Bytes while results are written: one rank holds the fields, of `field` bytes each, and several
    /// read some planes at a time.
    [[nodiscard]] std::int64_t writing_bytes(std::int64_t field) const
    {
        if (world_ == nullptr) {
            return static_cast<std::int64_t>(case_.output.fields.size()) * field +
                   writer_bytes(field);
        }
        return writer_bytes(poisson::blocks_of(grid_).largest() *
                            static_cast<std::int64_t>(sizeof(double)));
    }

    /// What is known is about whole problems, not about slabs of several ranks.
    [[nodiscard]] WisdomOptions wisdom_of(const JobOptions& options) const
    {
        WisdomOptions wisdom = options.wisdom;
        if (wisdom.use && world_ != nullptr) {
            wisdom.use = false;
            wisdom.why_not = "it is for one rank";
        }
        return wisdom;
    }

    [[nodiscard]] himeno::Slabs slabs() const
    {
        return himeno::slabs_of(request_, *decision_.kind, world_->rank(), world_->size());
    }

    [[nodiscard]] stencil::Footprint footprint_of_rank() const
    {
        if (world_ == nullptr) {
            return decision_.kind->footprint(request_);
        }
        const himeno::Slabs slabs = this->slabs();
        return slabs.request ? decision_.kind->footprint(*slabs.request) : stencil::Footprint{};
    }

    struct Planned {
        std::unique_ptr<stencil::SweepPlan> plan;
        himeno::DistributedSweeps* on_ranks = nullptr;  ///< the plan, on several ranks
    };
    [[nodiscard]] Planned make_plan() const
    {
        if (world_ == nullptr) {
            return {.plan = decision_.kind->make(request_)};
        }
        auto plan =
            std::make_unique<himeno::DistributedSweeps>(request_, *decision_.kind, world_->ranks());
        himeno::DistributedSweeps* const on_ranks = plan.get();
        return {.plan = std::move(plan), .on_ranks = on_ranks};
    }

    /// What this rank has done in the sweeps of the result, a rehearsal included.
    static RankUse use_of(const himeno::Result& result, himeno::DistributedSweeps* on_ranks)
    {
        return {.seconds = result.rehearsal.seconds + result.run.seconds,
                .exchange =
                    on_ranks == nullptr ? ExchangeUse{} : on_ranks->take_exchange_use_and_wait()};
    }

    /// Checks the slice of a case whose grid comes from a file, which was unknown when the case was
    /// read.
    void check_picture_place() const
    {
        const auto& picture = case_.output.picture;
        if (!picture || !picture->plane || !picture->at) {
            return;
        }
        const std::string unsupported_reason =
            casefile::place_objection(grid_, *picture->plane, *picture->at);
        if (!unsupported_reason.empty()) {
            throw InputError{picture->at_key, "output.picture.at: " + unsupported_reason};
        }
    }

    void log_ready(const HimenoReport& report) const
    {
        const double bytes = stencil::nominal_bytes_per_sweep(request_.shape, himeno_.precision);
        spdlog::debug("plan: {}", report.plan);
        spdlog::info("ready after {:.2f} s: {} of arrays for every sweep", report.setup_seconds,
                     bytes_text(bytes));
        if (report.earlier_sweeps > 0) {
            spdlog::info(
                "p of the coefficient file has seen {} sweeps: the count goes on from there",
                report.earlier_sweeps);
        }
    }

    [[nodiscard]] HimenoReport begin_report() const
    {
        return {.the_case = case_,
                .himeno = himeno_,
                .grid = grid_,
                .kind = *decision_.kind,
                .request = request_,
                .where = decision_.where,
                .reason = decision_.reason,
                .started = utc_now(),
                .plan = {},
                .choice = choice_.sentence,
                .wisdom = choice_.wisdom,
                .ceiling = {},
                .result = {},
                .exit_code = {},
                .earlier_sweeps = earlier_sweeps(himeno_),
                .ranks = ranks_report(world_, decision_.where)};
    }

    [[nodiscard]] HimenoMemory memory() const
    {
        return {.backend = decision_.kind->backend, .cuda_device = request_.device};
    }

    void find_ceiling(HimenoReport& report) const
    {
        if (world_ != nullptr) {
            return;  // the ceilings of several ranks are not measured
        }
        const CeilingPlan plan =
            memory().ceiling_plan(ceiling_, decision_.kind->footprint(request_));
        if (const auto ceiling = ceiling_of_run(plan, memory().ceiling_source())) {
            report.ceiling = ceiling->figure.measured;
            report.ceiling_date = ceiling->figure.date;
            report.ceiling_kept = ceiling->kept;
        }
    }

    Case case_;
    const World* world_;  ///< null on one rank
    HimenoCase himeno_;
    Grid grid_;
    stencil::SweepRequest request_;
    BackendDecision decision_;
    KernelChoice choice_;
    CeilingUse ceiling_;
    std::optional<HimenoSnapshot> snapshot_;  ///< from which the run goes on
};

}  // namespace

std::unique_ptr<Job> make_himeno_job(Case the_case, HimenoCase himeno, const JobOptions& options)
{
    return std::make_unique<HimenoJob>(std::move(the_case), std::move(himeno), options);
}

}  // namespace tobiuo
