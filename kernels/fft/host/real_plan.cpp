// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/real_plan.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/fft/host/fftw_memory.hpp"
#include "kernels/fft/host/fftw_planner.hpp"

namespace tobiuo::fft {
namespace {

struct KindFacts {
    std::string_view name;
    fftw_r2r_kind code;
};

/// The names and FFTW kinds, in the order of RealKind.
constexpr std::array<KindFacts, 10> facts{{{"dft", FFTW_R2HC},
                                           {"inverse dft", FFTW_HC2R},
                                           {"dct-1", FFTW_REDFT00},
                                           {"dct-2", FFTW_REDFT10},
                                           {"dct-3", FFTW_REDFT01},
                                           {"dct-4", FFTW_REDFT11},
                                           {"dst-1", FFTW_RODFT00},
                                           {"dst-2", FFTW_RODFT10},
                                           {"dst-3", FFTW_RODFT01},
                                           {"dst-4", FFTW_RODFT11}}};

const KindFacts& facts_of(RealKind kind)
{
    return facts.at(static_cast<std::size_t>(kind));
}

/// The number of values from the first to the last one of an array, both included.
std::int64_t extent(const std::vector<RealAxis>& axes, RealBatch batch)
{
    std::int64_t last = (batch.count - 1) * batch.stride;
    for (const RealAxis& axis : axes) {
        last += (axis.length - 1) * axis.stride;
    }
    return last + 1;
}

}  // namespace

std::string_view name_of(RealKind kind)
{
    return facts_of(kind).name;
}

double round_trip(RealKind kind, std::int64_t n)
{
    switch (kind) {
        case RealKind::halfcomplex:
        case RealKind::real:
            return static_cast<double>(n);
        case RealKind::cosine_1:
            return 2.0 * static_cast<double>(n - 1);
        case RealKind::sine_1:
            return 2.0 * static_cast<double>(n + 1);
        default:
            return 2.0 * static_cast<double>(n);
    }
}

template <typename T>
struct HostRealPlan<T>::Implementation {
    FftwMemory memory;
    UniqueFftwPlan<T> plan;
};

template <typename T>
HostRealPlan<T>::HostRealPlan(HostRealPlan&&) noexcept = default;
template <typename T>
HostRealPlan<T>& HostRealPlan<T>::operator=(HostRealPlan&&) noexcept = default;
template <typename T>
HostRealPlan<T>::~HostRealPlan() = default;

template <typename T>
HostRealPlan<T>::HostRealPlan(const std::vector<RealAxis>& axes, RealBatch batch,
                              Placement placement, Effort effort, int threads)
{
    if (threads < 1) {
        throw std::invalid_argument{"a real transform on " + std::to_string(threads) +
                                    " threads was asked for (somebody must do the work): give 1 "
                                    "or more"};
    }
    std::vector<fftw_iodim64> dimensions;
    std::vector<fftw_r2r_kind> kinds;
    for (const RealAxis& axis : axes) {
        dimensions.push_back({.n = axis.length, .is = axis.stride, .os = axis.stride});
        kinds.push_back(facts_of(axis.kind).code);
    }
    const fftw_iodim64 many{.n = batch.count, .is = batch.stride, .os = batch.stride};
    const bool measured = effort == Effort::measure;
    const std::int64_t bytes = extent(axes, batch) * static_cast<std::int64_t>(sizeof(T));
    const PlanningArray in{bytes, measured};
    std::optional<PlanningArray> out;
    if (placement == Placement::out_of_place) {
        out.emplace(bytes, measured);
    }
    // Planes and lines start at any value of an array, so no alignment is promised.
    const unsigned flags = (measured ? FFTW_MEASURE : FFTW_ESTIMATE) | FFTW_UNALIGNED |
                           (out ? FFTW_PRESERVE_INPUT : 0U);
    std::vector<std::int64_t> lengths;
    for (const RealAxis& axis : axes) {
        lengths.push_back(axis.length);
    }
    auto made = std::make_unique<Implementation>();
    made->memory = fftw_r2r_memory(lengths, threads);
    const FftwPlanner<T> planner{threads, made->memory};
    made->plan.reset(Fftw<T>::plan_r2r(static_cast<int>(dimensions.size()), dimensions.data(), 1,
                                       &many, static_cast<T*>(in.data()),
                                       static_cast<T*>(out ? out->data() : in.data()), kinds.data(),
                                       flags));
    if (made->plan == nullptr) {
        throw std::runtime_error{
            "FFTW made no plan of a real transform (out of memory?): free some memory"};
    }
    implementation_ = std::move(made);
}

template <typename T>
void HostRealPlan<T>::execute(const T* in, T* out) const
{
    require_memory_to_execute(implementation_->memory, static_cast<std::int64_t>(2 * sizeof(T)));
    // NOLINTNEXTLINE(*-const-cast): FFTW takes no other pointer, but keeps what is there
    Fftw<T>::execute_r2r(implementation_->plan.get(), const_cast<T*>(in), out);
}

template class HostRealPlan<float>;
template class HostRealPlan<double>;

}  // namespace tobiuo::fft
