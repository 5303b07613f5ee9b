// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/host/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "kernels/fft/host/fftw_memory.hpp"
#include "kernels/fft/host/fftw_plan.hpp"
#include "kernels/fft/host/fftw_planner.hpp"
#include "runtime/forks.hpp"
#include "runtime/memory/host_array.hpp"
#include "runtime/thread_choice.hpp"
#include "runtime/threads.hpp"

namespace tobiuo::fft {

class HostPlan::Implementation {
public:
    Implementation() = default;
    Implementation(const Implementation&) = delete;
    Implementation& operator=(const Implementation&) = delete;
    virtual ~Implementation() = default;
    virtual void execute(void* in, void* out) const = 0;
    [[nodiscard]] virtual std::string_view version() const = 0;

    template <typename T>
    class Of;
};

/// The plan for arrays of T. FFTW uses vector instructions for aligned arrays only, so arrays that
/// are less aligned than those planned for get a second plan when the first of them is executed.
template <typename T>
class HostPlan::Implementation::Of final : public HostPlan::Implementation {
public:
    Of(Problem problem, Effort effort, int threads, double alone, Axes axes)
        : problem_{std::move(problem)},
          axes_{axes},
          threads_{threads},
          choice_{threads, alone},
          aligned_{plan(effort == Effort::measure ? FFTW_MEASURE : FFTW_ESTIMATE)}
    {
    }

    void execute(void* in, void* out) const override
    {
        auto* from = static_cast<T*>(in);
        auto* to = static_cast<T*>(out);
        const FftwPlan<T>& plan = plan_for(from, to);  // perhaps makes it, which is not to be timed
        choice_.run([&](int threads) {
            const FftwThreads limit{threads};
            plan.execute(from, to);
        });
    }

    [[nodiscard]] std::string_view version() const override { return Fftw<T>::version; }

private:
    [[nodiscard]] FftwPlan<T> plan(unsigned flags) const
    {
        const bool measured = (flags & FFTW_ESTIMATE) == 0;
        const PlanningArray in{input_bytes(problem_), measured};
        std::optional<PlanningArray> out;
        if (problem_.placement == Placement::out_of_place) {
            out.emplace(output_bytes(problem_), measured);
        }
        return {problem_,
                static_cast<T*>(in.data()),
                static_cast<T*>(out ? out->data() : in.data()),
                threads_,
                flags,
                axes_};
    }

    [[nodiscard]] const FftwPlan<T>& plan_for(T* in, T* out) const
    {
        if (Fftw<T>::alignment_of(in) == 0 && Fftw<T>::alignment_of(out) == 0) {
            return aligned_;
        }
        if (const FftwPlan<T>* made = unaligned()) {
            return *made;
        }
        // Planning takes long, and a fork waits for the mutex: of plans that several threads make at
        // the same time the first one is kept.
        FftwPlan<T> made = plan(FFTW_ESTIMATE | FFTW_UNALIGNED);
        const std::lock_guard lock{mutex_};
        if (!unaligned_) {
            unaligned_.emplace(std::move(made));
        }
        return *unaligned_;
    }

    [[nodiscard]] const FftwPlan<T>* unaligned() const
    {
        const std::lock_guard lock{mutex_};
        return unaligned_ ? &*unaligned_ : nullptr;
    }

    Problem problem_;
    Axes axes_;
    int threads_;
    mutable ThreadChoice choice_;
    FftwPlan<T> aligned_;
    mutable ForkMutex mutex_;
    mutable std::optional<FftwPlan<T>> unaligned_;
};

namespace {

const Problem& validated(const Problem& problem)
{
    validate(problem);
    return problem;
}

/// What a point takes one thread, about.
constexpr double nanoseconds_a_point = 4.0;

int validated_threads(int threads, const Problem& problem)
{
    validate_threads(threads, "a transform");
    return threads > 0 ? threads
                       : threads_for(problem.batch * points(problem), nanoseconds_a_point);
}

/// The number "3.3.10" of the version "fftw-3.3.10-sse2-avx".
std::string number_of(std::string_view version)
{
    version.remove_prefix(std::min(version.find('-') + 1, version.size()));
    return std::string{version.substr(0, version.find('-'))};
}

std::string planner_text(int threads, Effort effort)
{
    return threads_text(threads) + ", " + (effort == Effort::measure ? "measure" : "estimate");
}

}  // namespace

HostPlan::HostPlan(const Problem& problem, Effort effort, int threads, Axes axes)
    : problem_{validated(problem)}, effort_{effort}, threads_{validated_threads(threads, problem)}
{
    const double alone = ThreadChoice::alone_unless_asked(threads, problem.batch * points(problem),
                                                          nanoseconds_a_point);
    if (problem.precision == Precision::fp32) {
        implementation_ =
            std::make_unique<Implementation::Of<float>>(problem, effort, threads_, alone, axes);
    } else {
        implementation_ =
            std::make_unique<Implementation::Of<double>>(problem, effort, threads_, alone, axes);
    }
}

HostPlan::HostPlan(HostPlan&&) noexcept = default;
HostPlan& HostPlan::operator=(HostPlan&&) noexcept = default;
HostPlan::~HostPlan() = default;

void HostPlan::execute(void* in, void* out) const
{
    validate_arrays(problem_, in, out);
    implementation_->execute(in, out);
}

void HostPlan::execute(const void* in, void* out) const
{
    validate_arrays(problem_, in, out);
    if (problem_.kind != Kind::c2r || in == out) {
        // NOLINTNEXTLINE(*-const-cast): FFTW takes no other pointer, but keeps what is there
        return implementation_->execute(const_cast<void*>(in), out);
    }
    memory::HostArray<std::byte> copy{static_cast<std::size_t>(input_bytes(problem_))};
    std::memcpy(copy.data(), in, copy.size());
    implementation_->execute(copy.data(), out);
}

std::string HostPlan::describe() const
{
    return "FFTW " + number_of(implementation_->version()) + " " + fft::describe(problem_) + ", " +
           planner_text(threads_, effort_);
}

std::string HostPlan::describe_planner() const
{
    return "FFTW " + number_of(implementation_->version()) + ", " + planner_text(threads_, effort_);
}

}  // namespace tobiuo::fft
