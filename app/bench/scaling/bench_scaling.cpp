// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/scaling/bench_scaling.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/bench/peers/cufft_xt.hpp"
#include "app/bench/scaling/jobs.hpp"
#include "app/bench/scaling/rows.hpp"
#include "app/json_text.hpp"
#include "app/machine/version.hpp"
#include "app/output/html/bench_file.hpp"
#include "app/printable.hpp"
#include "app/ranks/launch.hpp"
#include "app/ranks/ranks_report.hpp"
#include "app/ranks/world.hpp"
#include "app/run/backend.hpp"
#include "app/run/signals.hpp"
#include "app/wording.hpp"
#include "runtime/device/survey.hpp"
#include "runtime/ranks/messages.hpp"
#include "runtime/ranks/one_rank.hpp"

namespace tobiuo {
namespace {

using namespace scaling_bench;
using bench::MachineKind;
using bench::Results;

/// All that goes into the file.
struct Record {
    Results results = {};
    Surroundings surroundings = {};
};

/// The link between the ranks that are measured, and the one that curves are predicted for.
struct Links {
    std::optional<scaling::Link> measured = {};
    std::optional<scaling::Link> of_curves = {};
};

class Bench {
public:
    Bench(const BenchScalingOptions& options, const World& world, int device)
        : options_{options},
          world_{world},
          device_{device},
          pace_{.repetitions = options.repetitions, .seconds = options.seconds}
    {
    }

    /// Measures the link between ranks that compute on this machine. Collective.
    [[nodiscard]] Links links_of(const MachineKind& machine) const
    {
        Links links;
        if (!world_.is_alone()) {
            links.measured = measured_link(world_.ranks(), machine, device_);
        }
        links.of_curves = links.measured;
        if (options_.link_gbps) {
            links.of_curves = {.bytes_per_second = *options_.link_gbps * 1e9,
                               .latency_seconds = options_.latency_us * 1e-6,
                               .overlaps = machine.is_device};
        }
        return links;
    }

    /// Adds the rows of a job on one rank and on all, and its curves. Collective.
    void add_rows(ScalingJob& job, const MachineKind& machine, const Links& links,
                  Record& record) const
    {
        std::optional<double> one_rank;
        if (fits(job, machine, 1)) {
            one_rank = add_alone(job, machine, record.results);
        }
        if (one_rank && links.of_curves) {
            for (Json& curve : curves_of(job, *one_rank, *links.of_curves)) {
                record.surroundings.curves.push_back(std::move(curve));
            }
        }
        if (world_.is_alone() || !fits(job, machine, world_.size())) {
            return;
        }
        spdlog::info("{} on {} ranks", job.text(world_.size()), world_.size());
        Measured measured = measure_on_ranks(job, machine);
        measured.one_rank_seconds = one_rank;
        if (one_rank) {
            measured.predicted_seconds =
                job.predicted(job.methods().front(), world_.size(), *one_rank, *links.measured)
                    .seconds;
        }
        measured.cufftxt_seconds = peer_seconds(job, machine, record.results);
        add(job, measured, record.results);
    }

private:
    /// The median on rank 0, while the others wait.
    double add_alone(ScalingJob& job, const MachineKind& kind, Results& results) const
    {
        double seconds = 0;
        if (world_.is_first()) {
            spdlog::info("{} on one rank", job.text(1));
            const ranks::OneRank one;
            const auto machine = kind.make(device_);
            const auto trial = job.alone(*machine);
            Measured measured{.ranks = 1};
            measured.error = trial->error_and_wait();
            measured.timing = time_executions(one, *trial, pace_);
            measured.keys = trial->keys();
            seconds = measured.timing.times().median;
            measured.one_rank_seconds = seconds;
            add(job, measured, results);
        }
        return world_.from_first(seconds);
    }

    [[nodiscard]] Measured measure_on_ranks(ScalingJob& job, const MachineKind& kind) const
    {
        const auto machine = kind.make(device_);
        const auto trial = job.on_ranks(world_.ranks(), *machine);
        Measured measured{.ranks = world_.size()};
        const std::optional<double> error = trial->error_and_wait();
        if (error) {
            measured.error = std::ranges::max(ranks::gathered(world_.ranks(), *error));
        }
        static_cast<void>(trial->take_exchange_use_and_wait());
        measured.timing = time_executions(world_.ranks(), *trial, pace_);
        measured.uses = ranks::gathered(world_.ranks(), trial->take_exchange_use_and_wait());
        measured.exchange_seconds =
            time_exchanges(world_.ranks(), *trial, measured.timing).times().median;
        measured.keys = trial->keys();
        return measured;
    }

    /// The median by cuFFTXt on rank 0, which has the devices of all ranks for itself meanwhile.
    std::optional<double> peer_seconds(const ScalingJob& job, const MachineKind& machine,
                                       Results& results) const
    {
        const auto transform = job.transform();
        double seconds = 0;
        if (world_.is_first() && transform && machine.has_libraries && options_.peer) {
            try {
                const bench::CufftXtTimes times = bench::time_cufft_xt(
                    *transform, devices_of_ranks(), options_.repetitions, options_.seconds);
                seconds = bench::times_of(times.seconds).median;
                results.versions["cufft"] = times.version;
            } catch (const bench::NotPlanned& error) {
                spdlog::warn("cuFFTXt {}: skipped ({})", job.text(world_.size()), error.what());
            }
        }
        seconds = world_.from_first(seconds);
        return seconds > 0 ? std::optional{seconds} : std::nullopt;
    }

    /// The devices of all ranks. Throws NotPlanned if they are on several machines or shared.
    [[nodiscard]] std::vector<int> devices_of_ranks() const
    {
        const auto devices = static_cast<int>(device::survey().devices.size());
        if (world_.ranks_on_machine() < world_.size()) {
            throw bench::NotPlanned{"the ranks are on several machines, and it serves one process"};
        }
        if (devices < world_.size()) {
            throw bench::NotPlanned{
                fmt::format("rank 0 sees {} devices for {} ranks", devices, world_.size())};
        }
        std::vector<int> chosen;
        for (int rank = 0; rank < world_.size(); ++rank) {
            chosen.push_back((options_.device + rank) % devices);
        }
        return chosen;
    }

    /// Whether the part of each rank fits into what is free; the same on all ranks.
    [[nodiscard]] bool fits(const ScalingJob& job, const MachineKind& machine, int size) const
    {
        const std::int64_t free = free_bytes_of_rank(machine, size);
        const std::int64_t least = std::ranges::min(ranks::gathered(world_.ranks(), free));
        return bench::fits(job.text(size), machine.where, job.bytes_of_rank(size), least);
    }

    /// What this rank may take: where several share a memory, its part.
    [[nodiscard]] std::int64_t free_bytes_of_rank(const MachineKind& machine, int size) const
    {
        const std::int64_t on_machine = size == 1 ? 1 : world_.ranks_on_machine();
        const std::int64_t memories =
            machine.is_device ? std::ssize(device::survey().devices) : std::int64_t{1};
        return machine.free_bytes(device_) / ((on_machine + memories - 1) / memories);
    }

    void add(const ScalingJob& job, const Measured& measured, Results& results) const
    {
        if (!world_.is_first()) {
            return;
        }
        results.rows.push_back(row_of(job, measured));
        print(line_of(columns(), results.rows.back()));
        if (results.rows.back()["accurate"] == false) {
            spdlog::warn("{} on {} ranks: its error {:.2e} is more than rounding explains",
                         job.text(measured.ranks), measured.ranks, *measured.error);
        }
    }

    const BenchScalingOptions& options_;
    const World& world_;
    int device_;
    bench::Pace pace_;
};

/// The device of this rank.
int device_of(const BenchScalingOptions& options, const World& world)
{
    const auto devices = static_cast<int>(device::survey().devices.size());
    return world.is_alone() || devices == 0 ? options.device
                                            : (options.device + world.rank_on_machine()) % devices;
}

bool uses_gpu(const std::vector<MachineJobs>& chosen)
{
    return std::ranges::any_of(chosen,
                               [](const MachineJobs& some) { return some.machine->is_device; });
}

/// The machine of rank 0.
bench::Machine machine_of(const std::vector<MachineJobs>& chosen, int device, const World& world)
{
    return world.is_first()
               ? bench::machine_of(uses_gpu(chosen) ? std::optional{device} : std::nullopt)
               : bench::Machine{};
}

/// Where each rank computes.
RanksReport places_of_ranks(const std::vector<MachineJobs>& chosen, int device, const World& world)
{
    return ranks_report(world.is_alone() ? nullptr : &world,
                        uses_gpu(chosen) ? gpu_text(device, device::survey()) : cpu_text());
}

Json links_json(const MachineKind& machine, const Links& links)
{
    return {{"backend", machine.word},
            {"measured", links.measured ? link_json(*links.measured) : Json(nullptr)},
            {"of_curves", links.of_curves ? link_json(*links.of_curves) : Json(nullptr)}};
}

ExitCode measure(const BenchScalingOptions& options, const World& world)
{
    const int device = device_of(options, world);
    std::vector<MachineJobs> chosen;
    std::optional<BenchFile> json;
    world.together([&] {
        chosen = chosen_jobs(options, device);
        if (world.is_first()) {
            json = bench_file(options.json);
        }
    });
    const bench::Machine machine = machine_of(chosen, device, world);
    const Bench bench{options, world, device};
    Record record;
    record.surroundings.ranks = places_of_ranks(chosen, device, world);
    print(heading_line(columns()));
    const auto keep = [&] {
        if (json) {
            const bench::Origin origin = bench::origin_of(!machine.device.empty());
            json->write(
                json_text(scaling_json(machine, record.results, origin, record.surroundings)) +
                "\n");
        }
    };
    const auto measure_all = [&] {
        for (const MachineJobs& some : chosen) {
            const MachineKind& kind = *some.machine;
            const Links links = bench.links_of(kind);
            record.surroundings.links.push_back(links_json(kind, links));
            for (const auto& job : some.jobs) {
                if (world.any(stop_requested())) {
                    return;
                }
                bench.add_rows(*job, kind, links, record);
                keep();
            }
        }
    };
    return bench::measure_and_keep("rows", measure_all, keep);
}

}  // namespace

BenchScalingOptions::BenchScalingOptions()
    : jobs{.option = "--jobs",
           .help =
               "poisson, fft and flow (its steps): one size on more ranks; weak: Poisson with as "
               "many planes for each rank; himeno; default: all but flow",
           .known = {"poisson", "weak", "fft", "flow", "himeno"},
           .given = {"poisson", "weak", "fft", "himeno"}},
      boundaries{bench::axis_of("--boundaries",
                                "of poisson: periodic, dirichlet, neumann, mixed, duct",
                                poisson_bench::boundaries(), poisson_bench::in_words)},
      spectra{bench::axis_of(
          "--spectra",
          "of fft: transposed (one exchange), slabs (as the samples lie, two exchanges)",
          std::array{fft::SpectrumLayout::transposed, fft::SpectrumLayout::same},
          [](auto layout) {
              return layout == fft::SpectrumLayout::same ? "slabs" : "transposed";
          })},
      divisions{bench::axis_of(
          "--divisions", "of fft: slabs, pencils (twice the exchanges, among fewer ranks)",
          std::array{fft::RankDivision::slabs, fft::RankDivision::pencils},
          [](auto one) { return one == fft::RankDivision::slabs ? "slabs" : "pencils"; })},
      flows{.option = "--flows",
            .help =
                "of flow: box (periodic), channel (walls across z, which is stretched), "
                "channel-y (the same across y), cavity",
            .known = {"box", "channel", "channel-y", "cavity"},
            .given = {"box", "channel-y"}}
{
    repetitions = 5;
    backends = bench::backend_words("cuda where there is a device, else cpu");
    boundaries.given = {"periodic", "mixed"};
    spectra.given = {"transposed"};
    divisions.given = {"slabs"};
}

ExitCode bench_scaling_command(const BenchScalingOptions& options)
{
    if (asks_to_launch(options.gpus)) {
        return static_cast<ExitCode>(launch_ranks(*options.gpus));
    }
    const World world;
    require_ranks(options.gpus, world);
    if (!world.is_first()) {
        keep_silent_on_signals();
    }
    install_signal_handlers();
    world.together([&] {
        if (!world.is_alone()) {
            world.require_same("version", std::string{version().revision});
        }
    });
    return world.or_end_all([&] { return measure(options, world); });
}

}  // namespace tobiuo
