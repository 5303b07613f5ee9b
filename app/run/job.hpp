// SPDX-License-Identifier: BSD-3-Clause
// One case made ready to run: back end and kernel are chosen, costs known. Each solver has a Job
// class.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/output/run_folder.hpp"
#include "app/ranks/world.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/checkpoint_file.hpp"
#include "app/run/himeno/himeno_wisdom.hpp"
#include "app/run/place.hpp"
#include "app/run/progress.hpp"
#include "app/run/run.hpp"

namespace tobiuo {

/// What a run will take, and what is free, as far as the system tells; on several ranks memory is
/// that of this one.
struct Estimate {
    Position grid_at;              ///< where the case says how large it is
    std::int64_t host_bytes{};     ///< at the peak before results are written
    std::int64_t writing_bytes{};  ///< bytes of host memory while results are written
    std::optional<std::int64_t> host_free;
    std::int64_t device_bytes{};  ///< 0 on the CPU
    std::optional<std::int64_t> device_free;
    std::int64_t output_bytes{};  ///< uncompressed fields; the written files are smaller
    std::optional<std::int64_t> output_free;
    /// Names and values, in the order of printing: "bytes per sweep", "1.84 GB".
    std::vector<std::pair<std::string, std::string>> facts;
    std::string drawing = {};  ///< lines below them
};

class Job {
public:
    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    virtual ~Job() = default;

    /// The job in one line: "himeno 512 x 256 x 256 in single precision by kernel 'blocked' on the
    /// CPU (...)".
    [[nodiscard]] virtual std::string describe() const = 0;
    [[nodiscard]] virtual Estimate estimate() const = 0;

    /// Reads everything that the run would read. Throws InputError.
    virtual void validate() const = 0;

    /// The names of results of an earlier run that are to be results of this one, too, which goes
    /// on from a checkpoint; nothing if it begins anew.
    [[nodiscard]] virtual KeptResults kept_results() const { return std::nullopt; }

    /// Goes through the stages of a run: prints the results to stdout and writes every file, the
    /// manifest last. An error before there are results leaves `folder` as it was. On several ranks
    /// all call it, and only rank 0 has a folder; the others' is null.
    [[nodiscard]] ExitCode run(RunFolder* folder, Verbosity verbosity);

private:
    /// A run that has not begun. The job outlives it.
    [[nodiscard]] virtual std::unique_ptr<Run> make_run(RunFolder* folder) = 0;
};

/// How a job is made and where it runs.
struct JobOptions {
    WisdomOptions wisdom = {};
    CeilingUse ceiling = CeilingUse::keep;
    const World* world = nullptr;   ///< the ranks, which share the job; null: this process alone
    Restart restart = Restart::no;  ///< whether it goes on from a checkpoint
};

/// The jobs of each solver, see make_job().
[[nodiscard]] std::unique_ptr<Job> make_himeno_job(Case the_case, HimenoCase himeno,
                                                   const JobOptions& options);
[[nodiscard]] std::unique_ptr<Job> make_poisson_job(Case the_case, PoissonCase poisson,
                                                    const JobOptions& options);
[[nodiscard]] std::unique_ptr<Job> make_flow_job(Case the_case, FlowCase flow,
                                                 const JobOptions& options);

/// Makes a job: chooses back end and kernel. With several ranks it is collective. Throws InputError
/// (bad kernel or parameter, unreadable coefficient file, no checkpoint) or device::DeviceError
/// (`backend: cuda` without a usable device).
[[nodiscard]] std::unique_ptr<Job> make_job(Case the_case, const JobOptions& options = {});

/// The folder of the case's results.
[[nodiscard]] std::filesystem::path results_folder(const Case& the_case);

/// An estimate with what is free for a case at its place and no numbers of its own.
[[nodiscard]] Estimate estimate_at(const Place& place, const Case& the_case, Position grid_at);

/// Adds what is measured to find the ceiling, before the run takes its arrays.
void add_probe(Estimate& estimate, const Place& place, const CeilingPlan& plan);

/// Throws if the estimate exceeds what is free: InputError, device::DeviceError, or OutputError if
/// only the results do not fit into memory or on the disk.
void check_fits(const Estimate& estimate);

/// Bytes of memory that the program takes for itself, its libraries and its threads.
inline constexpr std::int64_t program_bytes = 40'000'000;

/// Bytes that VTK's writer takes beside the fields, of which the largest has `field_bytes`.
[[nodiscard]] std::int64_t writer_bytes(std::int64_t field_bytes);

/// The text of `run --dry-run` and `check`.
[[nodiscard]] std::string estimate_text(const Estimate& estimate);

}  // namespace tobiuo
