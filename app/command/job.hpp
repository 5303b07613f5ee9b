// One case made ready to run: back end and kernel chosen, costs known. One Job class per solver.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/command/himeno_wisdom.hpp"
#include "app/command/progress.hpp"
#include "app/errors.hpp"
#include "app/output/run_folder.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo {

/// What a run will take, beside what is free, where the system tells.
struct Estimate {
    Position grid_at;  ///< where the case says how large it is
    std::int64_t host_bytes{};
    std::optional<std::int64_t> host_free;
    std::int64_t device_bytes{};  ///< 0 on the CPU
    std::optional<std::int64_t> device_free;
    std::int64_t output_bytes{};  ///< uncompressed fields; what is written is smaller
    std::optional<std::int64_t> output_free;
    /// "bytes per sweep": "1.84 GB", in the order to print.
    std::vector<std::pair<std::string, std::string>> facts;
};

class Job {
public:
    Job() = default;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    virtual ~Job() = default;

    /// "himeno 512 x 256 x 256 in single precision by kernel 'blocked' on the CPU (...)".
    [[nodiscard]] virtual std::string describe() const = 0;
    [[nodiscard]] virtual Estimate estimate() const = 0;

    /// Reads all that the run would read. Throws InputError.
    virtual void validate() const = 0;

    /// Runs, prints the results to stdout and writes every file of the run, the manifest last.
    /// What stops it before there are results leaves `folder` as it was.
    [[nodiscard]] virtual ExitCode run(RunFolder& folder, Verbosity verbosity) = 0;
};

/// Chooses back end and kernel. Throws InputError (bad kernel or parameter, unreadable coefficient
/// file) or device::DeviceError (`backend: cuda` and no usable device).
[[nodiscard]] std::unique_ptr<Job> make_job(Case the_case, const WisdomOptions& wisdom = {});

/// Throws InputError or device::DeviceError if the estimate exceeds what is free.
void check_fits(const Estimate& estimate);

/// The lines of `run --dry-run` and `check`.
[[nodiscard]] std::string estimate_text(const Estimate& estimate);

}  // namespace tobiuo
