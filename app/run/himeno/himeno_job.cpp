// SPDX-License-Identifier: BSD-3-Clause
// A case of `solver: himeno` made ready to run.
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "app/case/case.hpp"
#include "app/case/sections/picture_section.hpp"
#include "app/errors.hpp"
#include "app/machine/host.hpp"
#include "app/output/field/encoding.hpp"
#include "app/output/staging.hpp"
#include "app/ranks/world.hpp"
#include "app/run/backend.hpp"
#include "app/run/himeno/himeno_checkpoint.hpp"
#include "app/run/himeno/himeno_input.hpp"
#include "app/run/himeno/himeno_run.hpp"
#include "app/run/job.hpp"
#include "app/wording.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/poisson/planes.hpp"

namespace tobiuo {
namespace {

/// The request of the largest slab, by which the back end is decided; that of all planes on one
/// rank.
stencil::SweepRequest deciding_request(stencil::SweepRequest request, const World* world)
{
    if (world != nullptr) {
        const std::int64_t interior = request.shape.interior_planes().count();
        request.shape.ni = 2 + stencil::ceil_div(interior, world->size());
    }
    return request;
}

/// What is known is about whole problems, not about slabs of several ranks.
WisdomOptions wisdom_for(const World* world, WisdomOptions wisdom)
{
    if (wisdom.use && world != nullptr) {
        wisdom.use = false;
        wisdom.why_not = "it is for one rank";
    }
    return wisdom;
}

/// Chooses where and by which kernel the case runs, and fills in what it leaves open.
HimenoSetting setting_of(Case the_case, HimenoCase himeno, const JobOptions& options)
{
    HimenoSetting setting{.the_case = std::move(the_case),
                          .himeno = std::move(himeno),
                          .grid = {},
                          .request = {},
                          .decided = {},
                          .choice = {}};
    setting.world =
        options.world != nullptr && !options.world->is_alone() ? options.world : nullptr;
    setting.grid = resolve_grid(setting.himeno);
    const World* world = setting.world;
    setting.request = {.shape = shape_of(setting.grid),
                       .precision = setting.himeno.precision,
                       .omega = setting.himeno.omega,
                       .device = world == nullptr ? setting.the_case.device
                                                  : device_of_rank(setting.the_case, *world),
                       .in_parts = world != nullptr,
                       .parameters = setting.himeno.kernel_parameters};
    setting.decided =
        decide_backend(setting.the_case, setting.himeno, deciding_request(setting.request, world));
    setting.choice = choose_with_wisdom(setting.himeno, *setting.decided.kind, setting.request,
                                        wisdom_for(world, options.wisdom));
    return setting;
}

/// Checks the slice of a case whose grid comes from a file, which was unknown when the case was
/// read.
void check_picture_place(const Case& the_case, const Grid& grid)
{
    const auto& picture = the_case.output.picture;
    if (!picture || !picture->plane || !picture->at) {
        return;
    }
    const std::string reason = casefile::place_objection(grid, *picture->plane, *picture->at);
    if (!reason.empty()) {
        throw InputError{picture->at_key, "output.picture.at: " + reason};
    }
}

class HimenoJob final : public Job {
public:
    HimenoJob(Case the_case, HimenoCase himeno, const JobOptions& options)
        : setting_{setting_of(std::move(the_case), std::move(himeno), options)},
          ceiling_{options.ceiling}
    {
        check_picture_place(setting_.the_case, setting_.grid);
        refuse_checkpoints_of_ranks(options.restart != Restart::no);
        for (const std::string& warning : setting_.choice.warnings) {
            spdlog::warn("{}", warning);
        }
        setting_.decided.kind = setting_.choice.kind;
        setting_.request.parameters = setting_.choice.parameters;
        setting_.himeno.grid = setting_.grid;
        setting_.the_case.solver = setting_.himeno;
        if (setting_.world != nullptr) {
            setting_.world->require_same("kernel", setting_.choice.sentence);
        }
        find_snapshot(options.restart);
    }

    [[nodiscard]] std::string describe() const override
    {
        const Grid& grid = setting_.grid;
        return fmt::format("himeno {} x {} x {} in {} precision by kernel '{}' on {} ({})",
                           grid.values(0), grid.values(1), grid.values(2),
                           word_of(setting_.himeno.precision), setting_.decided.kind->name,
                           setting_.decided.place.where, setting_.decided.place.reason);
    }

    [[nodiscard]] Estimate estimate() const override
    {
        const auto& [the_case, himeno, grid, request, decided, choice, world] = setting_;
        const stencil::Footprint footprint = footprint_of_rank();
        const std::int64_t field = request.shape.values() * bytes_per_value(himeno.precision);
        const std::int64_t written =
            request.shape.values() * bytes_per_value(written_precision(the_case));
        const auto fields = static_cast<std::int64_t>(the_case.output.fields.size());
        // Copies of p: those that are being written, and that from which the run goes on.
        const std::int64_t copies = (himeno.checkpoint ? 2 : 0) + (snapshot_ ? 1 : 0);
        Estimate estimate = estimate_at(decided.place, the_case, himeno.grid_at);
        estimate.host_bytes = program_bytes + footprint.host_bytes +
                              source_bytes(himeno, request.shape) + copies * field;
        estimate.writing_bytes = estimate.host_bytes + writing_bytes(field);
        estimate.device_bytes = footprint.device_bytes;
        estimate.output_bytes = fields * most_encoded_bytes(written, the_case.output.encoding) +
                                (himeno.checkpoint ? (himeno.checkpoint->keep + 1) * field : 0);
        if (world == nullptr) {
            add_probe(estimate, decided.place, setting_.ceiling_plan(ceiling_));
        }
        estimate.facts = {
            {"nominal bytes per sweep",
             bytes_text(stencil::nominal_bytes_per_sweep(request.shape, himeno.precision))},
            {"flop per sweep", fmt::format("{:.4g}", stencil::flops_per_sweep(request.shape))},
            {"kernel's class", std::string{decided.kind->label}},
            {"kernel's choice", choice.sentence},
            {"results", results_folder(the_case).string()}};
        return estimate;
    }

    void validate() const override
    {
        static_cast<void>(make_source(setting_.himeno, setting_.request.shape));
    }

    [[nodiscard]] KeptResults kept_results() const override
    {
        return snapshot_ ? KeptResults{std::in_place} : std::nullopt;
    }

    [[nodiscard]] std::unique_ptr<Run> make_run(RunFolder* folder) override
    {
        return make_himeno_run(setting_, std::move(snapshot_), ceiling_, folder);
    }

private:
    void refuse_checkpoints_of_ranks(bool restart) const
    {
        if (setting_.world != nullptr && (setting_.himeno.checkpoint || restart)) {
            throw InputError{{.source = setting_.the_case.file.string(), .line = 0, .column = 0},
                             fmt::format("a checkpoint holds p of one rank, and there are {}: "
                                         "start the case without mpirun, or without checkpoint "
                                         "and --restart",
                                         setting_.world->size())};
        }
    }

    void find_snapshot(Restart restart)
    {
        if (restart == Restart::no) {
            return;
        }
        const std::filesystem::path folder = results_folder(setting_.the_case);
        snapshot_ = newest_himeno_checkpoint(folder, setting_.identity(), restart);
        if (restart == Restart::demanded) {
            refuse_protocol(setting_.himeno.stop);
            if (results_are_whole(folder)) {  // else they are written from there
                refuse_finished(*snapshot_, setting_.himeno.stop, setting_.the_case.file);
            }
        }
    }

    /// Bytes while results are written: one rank holds the fields, of `field` bytes each, and several
    /// read some planes at a time.
    [[nodiscard]] std::int64_t writing_bytes(std::int64_t field) const
    {
        if (setting_.world == nullptr) {
            return static_cast<std::int64_t>(setting_.the_case.output.fields.size()) * field +
                   writer_bytes(field);
        }
        return writer_bytes(poisson::blocks_of(setting_.grid).largest() *
                            static_cast<std::int64_t>(sizeof(double)));
    }

    [[nodiscard]] stencil::Footprint footprint_of_rank() const
    {
        if (setting_.world == nullptr) {
            return setting_.decided.kind->footprint(setting_.request);
        }
        const himeno::Slabs slabs = setting_.slabs();
        return slabs.request ? setting_.decided.kind->footprint(*slabs.request)
                             : stencil::Footprint{};
    }

    HimenoSetting setting_;
    CeilingUse ceiling_;
    std::optional<HimenoSnapshot> snapshot_;  ///< from which the run goes on
};

}  // namespace

std::unique_ptr<Job> make_himeno_job(Case the_case, HimenoCase himeno, const JobOptions& options)
{
    return std::make_unique<HimenoJob>(std::move(the_case), std::move(himeno), options);
}

}  // namespace tobiuo
