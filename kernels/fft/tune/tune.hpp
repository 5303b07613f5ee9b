// Search for the fastest schedule of a transform on the GPU at hand.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/fft/choose/choices.hpp"
#include "kernels/fft/problem.hpp"

namespace tobiuo::fft {

/// Seconds that tuning spent on each task; the classes of A. Nukada et al., NukadaFFT (2012).
struct TuneSeconds {
    double build = 0;     ///< generation, compilation and loading; several kernels side by side
    double transfer = 0;  ///< input to the device, results back
    double execute = 0;   ///< timed and checked runs
    double check = 0;     ///< comparing with the reference
};

/// One candidate that was measured, or why it was not.
struct TuneTrial {
    std::string what;      ///< pass and block
    double seconds = 0;    ///< of one execution; 0 if it was rejected
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

struct TuneSettings {
    double budget_seconds = 30;
    int candidates = 12;  ///< block forms tried for each pass, the fastest with several widths
    int device = 0;       ///< CUDA device index
    bool allow_workspace = false;  ///< see Choices::allow_workspace
};

struct Tuned {
    Choices choices;     ///< the fastest found; of nothing but silence: the heuristic ones
    double seconds = 0;  ///< of one execution so
    double heuristic_seconds = 0;  ///< of one execution without tuning
    int tried = 0;
    int rejected = 0;
    bool complete = false;  ///< the search ended before the budget or the user ended it
    TuneSeconds spent;
};

/// Tunes on a device, which is the current one afterwards: first each pass alone over
/// factorisations and their order, threads, lines and resident blocks, then the merged step over
/// pairs of the best and its lag, then whole transforms. Every candidate is checked against the
/// heuristic schedule, which is checked against the host, before it is timed. Throws
/// std::invalid_argument or DeviceError.
[[nodiscard]] Tuned tune(const Problem& problem, const TuneSettings& settings,
                         TuneObserver& observer);

}  // namespace tobiuo::fft
