// One case made ready to run: back end and kernel chosen, costs known. One Job class per solver.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "app/output/run_folder.hpp"
#include "app/run/ceiling.hpp"
#include "app/run/himeno_wisdom.hpp"
#include "app/run/progress.hpp"
#include "kernels/stencil/shape.hpp"

namespace tobiuo {

/// What a run will take, beside what is free, where the system tells.
struct Estimate {
    Position grid_at;              ///< where the case says how large it is
    std::int64_t host_bytes{};     ///< at the peak of all that is done before results are written
    std::int64_t writing_bytes{};  ///< of host memory, while they are written
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
[[nodiscard]] std::unique_ptr<Job> make_job(Case the_case, const WisdomOptions& wisdom = {},
                                            CeilingUse ceiling = CeilingUse::keep);

/// Throws if the estimate exceeds what is free: InputError, device::DeviceError, or OutputError
/// where only the results would not fit, into memory or on the disk.
void check_fits(const Estimate& estimate);

/// Memory that the program takes for itself, its libraries and its threads.
inline constexpr std::int64_t program_bytes = 40'000'000;

/// Memory that VTK's writer takes beside the fields, of which the largest has `field_bytes`.
[[nodiscard]] std::int64_t writer_bytes(std::int64_t field_bytes);

/// The lines of `run --dry-run` and `check`.
[[nodiscard]] std::string estimate_text(const Estimate& estimate);

}  // namespace tobiuo
