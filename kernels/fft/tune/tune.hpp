// SPDX-License-Identifier: BSD-3-Clause
// The search for the fastest configurations of a plan's passes on a device.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <tobiuo/fft/functions.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/choose/pass_blocks.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Seconds that tuning spent on each task, as A. Nukada et al., NukadaFFT (2012), divide them.
struct TuneSeconds {
    double build = 0;     ///< generation, compilation and loading; several plans side by side
    double transfer = 0;  ///< input to the device, results back
    double execute = 0;   ///< timed and checked runs
    double check = 0;     ///< comparing with the reference
};

/// The time of one candidate, or why it was not measured.
struct TuneTrial {
    std::string what;      ///< the request and the configuration
    double seconds = 0;    ///< seconds of one execution of the whole plan; 0 if it was rejected
    std::string rejected;  ///< why it was rejected, else empty
};

/// Is told what a tuning does, and may stop it.
class TuneObserver {
public:
    TuneObserver() = default;
    TuneObserver(const TuneObserver&) = delete;
    TuneObserver& operator=(const TuneObserver&) = delete;
    virtual ~TuneObserver() = default;
    virtual void tried(const TuneTrial& trial) = 0;
    [[nodiscard]] virtual bool stop_requested() const = 0;
};

/// What is tuned: a transform, a transform with a function, or a solve. Its plans are made of
/// passes whose configurations come from a table, and run on devices of one back end.
struct TuneSubject {
    /// The arrays in device memory; in place, `in_bytes` is the size of the array that both share.
    struct Arrays {
        std::size_t in_bytes = 0;
        std::size_t out_bytes = 0;
        bool in_place = false;
        Precision precision = Precision::fp32;
        double points = 1;  ///< the number that rounding errors grow with
    };

    /// A compiled plan: what its passes asked for, and how it is run. With OpenCL the arrays are
    /// buffers (cl_mem), and the stream is a queue (cl_command_queue).
    struct Plan {
        std::vector<Chosen> chosen;
        std::function<void(void* in, void* out, Stream stream)> run;
    };

    Arrays arrays;
    /// Makes the plan with the configurations of the table, and those of the model for requests
    /// without an entry. May be called by several threads at a time. Throws what making the plan
    /// throws.
    std::function<Plan(const TunedTable& table)> prepare;
    /// The relative difference of `out`, in the 2-norm, from the host's result for `in`, both in
    /// host memory; negative if the host has none or would take too long.
    std::function<double(const void* in, const void* out)> error;
};

/// A transform by the plans that `prepare` makes; the host's result has a higher precision. Throws
/// std::invalid_argument.
[[nodiscard]] TuneSubject transform_subject(
    const Problem& problem, std::function<TuneSubject::Plan(const TunedTable&)> prepare);

struct TuneSettings {
    double budget_seconds = 30;
    int candidates = 12;  ///< tried for each request; the fastest also with other widths
};

struct TuneDevice;

struct Tuned {
    TunedTable found;  ///< every request of the fastest plan, with its configuration
    /// How the configurations of the plan that tuning started from were chosen.
    std::vector<Chosen> start;
    double seconds = 0;         ///< of one execution with these configurations
    double before_seconds = 0;  ///< of one execution with the table that tuning started from
    double model_seconds = 0;   ///< of one execution with the model's choices only
    int tried = 0;
    int rejected = 0;
    bool complete = false;  ///< whether the search ended by itself, not by budget or observer
    TuneSeconds spent;
};

/// Tunes a subject on a device of its back end. For each request of the plan in turn it replaces
/// the configuration by every candidate (radices and their order, threads, lines, where the kernels
/// depend on them blocks per multiprocessor; for two passes over planes also whether they are
/// merged, and their distance) and keeps what makes the whole plan faster. Before it is timed,
/// every candidate is compared with the plan that `start` gives, which is compared with the host.
/// Throws std::invalid_argument or DeviceError.
[[nodiscard]] Tuned tune(const TuneSubject& subject, const TuneDevice& device,
                         const TunedTable& start, const TuneSettings& settings,
                         TuneObserver& observer);

/// The arrays of a transform as a subject has them.
[[nodiscard]] TuneSubject::Arrays arrays_of(const Problem& problem);

}  // namespace tobiuo::fft
