// Search for the fastest blocks of a plan's passes on the GPU at hand.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/choose/tuned_table.hpp"
#include "kernels/fft/kernel/pointwise.hpp"
#include "kernels/fft/problem.hpp"

/// What cudaStream_t points to, so that builds without CUDA know the type.
struct CUstream_st;

namespace tobiuo::fft {

/// Seconds that tuning spent on each task; the classes of A. Nukada et al., NukadaFFT (2012).
struct TuneSeconds {
    double build = 0;     ///< generation, compilation and loading; several plans side by side
    double transfer = 0;  ///< input to the device, results back
    double execute = 0;   ///< timed and checked runs
    double check = 0;     ///< comparing with the reference
};

/// One candidate that was measured, or why it was not.
struct TuneTrial {
    std::string what;      ///< the request and the configuration
    double seconds = 0;    ///< of one execution of the whole plan; 0 if it was rejected
    std::string rejected;  ///< empty, or the reason
};

/// What a tuning sees and may stop.
class TuneObserver {
public:
    TuneObserver() = default;
    TuneObserver(const TuneObserver&) = delete;
    TuneObserver& operator=(const TuneObserver&) = delete;
    virtual ~TuneObserver() = default;
    virtual void tried(const TuneTrial& trial) = 0;
    [[nodiscard]] virtual bool stop_requested() const = 0;
};

/// What is tuned: a transform, a transform with a function, a solve. Its plans are made of passes
/// whose blocks come from a table.
class TuneSubject {
public:
    TuneSubject() = default;
    TuneSubject(const TuneSubject&) = delete;
    TuneSubject& operator=(const TuneSubject&) = delete;
    virtual ~TuneSubject() = default;

    /// Arrays in device memory; in place `in_bytes` are those of both.
    struct Arrays {
        std::size_t in_bytes = 0;
        std::size_t out_bytes = 0;
        bool in_place = false;
        Precision precision = Precision::fp32;
        double points = 1;  ///< that rounding errors grow with
    };
    [[nodiscard]] virtual Arrays arrays() const = 0;

    /// A compiled plan: what its passes asked for, and how it is run.
    struct Plan {
        std::vector<Chosen> chosen;
        std::function<void(void* in, void* out, CUstream_st* stream)> run;
    };
    /// The plan with the blocks of the table, of the model where that is silent. May be called by
    /// several threads at a time. Throws what making the plan throws.
    [[nodiscard]] virtual Plan prepare(const TunedTable& table) const = 0;

    /// Relative 2-norm of `out`'s difference from what the host makes of `in`, both in host memory;
    /// negative where that would take too long.
    [[nodiscard]] virtual double error(const void* in, const void* out) const = 0;
};

/// A transform, and one with a function between there and back. Throw std::invalid_argument.
[[nodiscard]] std::unique_ptr<TuneSubject> tune_subject(const Problem& problem,
                                                        bool allows_workspace = false);
[[nodiscard]] std::unique_ptr<TuneSubject> tune_subject(const Problem& problem,
                                                        const Pointwise& function);

struct TuneSettings {
    double budget_seconds = 30;
    int candidates = 12;  ///< blocks tried for each request, the fastest with other widths
    int device = 0;       ///< CUDA device index
};

struct Tuned {
    TunedTable found;           ///< every request of the fastest plan, with its configuration
    double seconds = 0;         ///< of one execution so
    double before_seconds = 0;  ///< of one execution by the table that tuning started from
    double model_seconds = 0;   ///< of one execution by the cost model alone
    int tried = 0;
    int rejected = 0;
    bool complete = false;  ///< the search ended before the budget or the user ended it
    TuneSeconds spent;
};

/// Tunes on a device, which is the current one afterwards. For each request of the plan in turn it
/// replaces the block by every candidate (radices and their order, threads, lines, blocks a
/// multiprocessor; of two passes over planes also whether they are merged, and their distance) and
/// keeps what makes the whole plan faster. Every candidate is compared with the plan that `start`
/// gives, which is compared with the host, before it is timed. Throws std::invalid_argument or
/// DeviceError.
[[nodiscard]] Tuned tune(const TuneSubject& subject, const TunedTable& start,
                         const TuneSettings& settings, TuneObserver& observer);

}  // namespace tobiuo::fft
