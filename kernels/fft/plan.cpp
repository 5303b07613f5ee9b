#include "kernels/fft/plan.hpp"

#include <cstdint>
#include <future>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/device/buffer.hpp"
#include "kernels/device/check.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/module.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/spelling.hpp"
#include "kernels/fft/tables.hpp"

namespace tobiuo::fft {
namespace {

using device::Kernel;

/// Tables in device memory, each kept once however many passes read it.
template <typename T>
class DeviceTables {
public:
    PassTables<T> tables_for(const PassForm& form, cudaStream_t stream)
    {
        const HostTables<T> host{form};
        PassTables<T> view;
        view.twiddles = keep({'t', form.table_entries()}, host.twiddles, stream);
        const Convolution& whole = form.convolution;
        const Key filter = whole.points > 0
                               ? Key{'v', whole.points, whole.length, whole.first, whole.second}
                               : Key{'f', form.points, form.block.length};
        view.chirp = keep({'c', form.chirp_points()}, host.chirp, stream);
        view.filter = keep(filter, host.filter, stream);
        view.turn_low = keep({'l', form.turn.length}, host.turn_low, stream);
        view.turn_high = keep({'h', form.turn.length}, host.turn_high, stream);
        device::synchronize(stream);
        return view;
    }

private:
    /// Which table, and the numbers that make it.
    using Key = std::vector<long long>;

    const Complex<T>* keep(const Key& key, const std::vector<Complex<T>>& values,
                           cudaStream_t stream)
    {
        if (values.empty()) {
            return nullptr;
        }
        auto [at, added] = buffers_.try_emplace(key);
        if (added) {
            at->second = device::DeviceBuffer<Complex<T>>{values.size()};
            device::copy_to_device<Complex<T>>(at->second.data(), values, stream);
        }
        return at->second.data();
    }

    std::map<Key, device::DeviceBuffer<Complex<T>>> buffers_;
};

/// The arrays of one execution.
struct Arrays {
    void* in;
    void* out;
    void* work;

    [[nodiscard]] void* at(Array array) const
    {
        return array == Array::input ? in : array == Array::output ? out : work;
    }
};

/// A step that is ready: kernel, launch, tables.
class ReadyStep {
public:
    ReadyStep() = default;
    ReadyStep(const ReadyStep&) = delete;
    ReadyStep& operator=(const ReadyStep&) = delete;
    virtual ~ReadyStep() = default;
    virtual void enqueue(const Arrays& arrays, unsigned* counters, cudaStream_t stream) const = 0;
};

template <typename T>
constexpr Precision precision_of = sizeof(T) == sizeof(float) ? Precision::fp32 : Precision::fp64;

template <typename T, typename Form>
Kernel kernel_of(const Form& form, device::Launch& launch, int threads, long long blocks)
{
    Kernel kernel{specialise(form, precision_of<T>)};
    launch.grid = dim3{static_cast<unsigned>(blocks)};
    launch.block = dim3{static_cast<unsigned>(threads)};
    launch.shared_bytes = static_cast<std::size_t>(form.places()) * sizeof(Complex<T>);
    if (launch.shared_bytes > 0) {
        kernel.allow_shared(launch.shared_bytes);
    }
    return kernel;
}

template <typename T>
class ReadyPass final : public ReadyStep {
public:
    ReadyPass(const PassStep& step, const PassTables<T>& tables)
        : step_{step},
          tables_{tables},
          kernel_{kernel_of<T>(step.form, launch_, step.form.block.threads(), step.form.blocks())}
    {
    }

    void enqueue(const Arrays& arrays, unsigned* /*counters*/, cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, static_cast<const void*>(arrays.at(step_.from)), arrays.at(step_.to),
                       tables_);
    }

private:
    PassStep step_;
    PassTables<T> tables_;
    device::Launch launch_;
    Kernel kernel_;
};

template <typename T>
class ReadyMerged final : public ReadyStep {
public:
    ReadyMerged(const MergedStep& step, const PassTables<T>& first, const PassTables<T>& second)
        : step_{step},
          first_{first},
          second_{second},
          kernel_{kernel_of<T>(step.form, launch_, step.form.threads(), step.form.items())}
    {
    }

    void enqueue(const Arrays& arrays, unsigned* counters, cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, static_cast<const void*>(arrays.at(step_.from)),
                       arrays.at(step_.middle), arrays.at(step_.to), first_, second_, counters);
    }

private:
    MergedStep step_;
    PassTables<T> first_;
    PassTables<T> second_;
    device::Launch launch_;
    Kernel kernel_;
};

template <typename T>
class ReadyFold final : public ReadyStep {
public:
    ReadyFold(const FoldStep& step, const PassTables<T>& tables)
        : step_{step}, tables_{tables}, kernel_{specialise(step.form, precision_of<T>)}
    {
    }

    void enqueue(const Arrays& arrays, unsigned* /*counters*/, cudaStream_t stream) const override
    {
        kernel_.launch(dim3{static_cast<unsigned>(step_.form.blocks())},
                       dim3{static_cast<unsigned>(FoldForm::threads)}, stream, arrays.at(step_.at),
                       tables_);
    }

private:
    FoldStep step_;
    PassTables<T> tables_;
    Kernel kernel_;
};

using ComingStep = std::future<std::unique_ptr<ReadyStep>>;

/// Makes a step on another thread, on the device that is current here: kernels compile together.
template <typename Ready, typename... Arguments>
ComingStep on_this_device(const Arguments&... arguments)
{
    int current = 0;
    device::check(cudaGetDevice(&current), "ask for the current device");
    return std::async(std::launch::async, [current, arguments...] {
        device::select(current);
        return std::unique_ptr<ReadyStep>{std::make_unique<Ready>(arguments...)};
    });
}

template <typename T>
ComingStep coming(const PassStep& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    return on_this_device<ReadyPass<T>>(step, tables.tables_for(step.form, stream));
}

template <typename T>
ComingStep coming(const MergedStep& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    return on_this_device<ReadyMerged<T>>(step, tables.tables_for(step.form.first, stream),
                                          tables.tables_for(step.form.second, stream));
}

template <typename T>
ComingStep coming(const FoldStep& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    PassForm turning;
    turning.turn = step.form.turn();
    return on_this_device<ReadyFold<T>>(step, tables.tables_for(turning, stream));
}

}  // namespace

class Plan::Implementation {
public:
    Implementation(const Problem& problem, const PlanOptions& options)
        : problem_{problem},
          schedule_{options.schedule
                        ? *options.schedule
                        : make_schedule(problem, limits_of_current_device(), options.choices)}
    {
        validate(problem);
        const device::Stream stream = device::make_stream();
        if (problem.precision == Precision::fp32) {
            make_ready<float>(single_, stream.get());
        } else {
            make_ready<double>(double_, stream.get());
        }
        if (const auto count = static_cast<std::size_t>(schedule_.counters()); count > 0) {
            counters_ = device::DeviceBuffer<unsigned>{count};
            device::clear(counters_, "clear the counters of a plan", stream.get());
        }
        if (options.workspace == Workspace::owned && workspace_bytes() > 0) {
            work_ = device::DeviceBuffer<std::byte>{workspace_bytes()};
        }
        device::synchronize(stream.get());
    }

    void execute(void* in, void* out, cudaStream_t stream, const Lent& lent) const
    {
        validate_arrays(problem_, in, out);
        const Arrays arrays{.in = in, .out = out, .work = work_array(lent)};
        for (const auto& step : steps_) {
            step->enqueue(arrays, counters_.data(), stream);
        }
    }

    [[nodiscard]] std::size_t workspace_bytes() const
    {
        return static_cast<std::size_t>(schedule_.work_values * 2 *
                                        bytes_per_value(problem_.precision));
    }
    [[nodiscard]] const Schedule& schedule() const { return schedule_; }
    [[nodiscard]] const Problem& problem() const { return problem_; }

private:
    template <typename T>
    void make_ready(DeviceTables<T>& tables, cudaStream_t stream)
    {
        std::vector<ComingStep> all;
        for (const Step& step : schedule_.steps) {
            all.push_back(
                std::visit([&](const auto& one) { return coming(one, tables, stream); }, step));
        }
        for (auto& step : all) {
            steps_.push_back(step.get());
        }
    }

    [[nodiscard]] void* work_array(const Lent& lent) const
    {
        const std::size_t needed = workspace_bytes();
        if (needed == 0) {
            return nullptr;
        }
        if (lent.data == nullptr && work_.data() != nullptr) {
            return work_.data();
        }
        if (lent.data == nullptr) {
            throw std::invalid_argument{
                "the transform has no workspace (this plan does not own "
                "one): lend " +
                std::to_string(needed) + " bytes of device memory"};
        }
        if (lent.bytes < needed) {
            throw std::invalid_argument{"the workspace of a transform is too small (" +
                                        std::to_string(lent.bytes) + " bytes for " +
                                        std::to_string(needed) +
                                        "): lend workspace_bytes() of device memory"};
        }
        if (reinterpret_cast<std::uintptr_t>(lent.data) % 16 != 0) {
            throw std::invalid_argument{
                "the workspace of a transform is not aligned to 16 bytes: lend memory as "
                "cudaMalloc "
                "gives it"};
        }
        return lent.data;
    }

    Problem problem_;
    Schedule schedule_;
    DeviceTables<float> single_;
    DeviceTables<double> double_;
    std::vector<std::unique_ptr<ReadyStep>> steps_;
    device::DeviceBuffer<unsigned> counters_;
    device::DeviceBuffer<std::byte> work_;
};

Plan::Plan(const Problem& problem, const PlanOptions& options)
    : implementation_{std::make_unique<Implementation>(problem, options)}
{
}
Plan::Plan(Plan&&) noexcept = default;
Plan& Plan::operator=(Plan&&) noexcept = default;
Plan::~Plan() = default;

void Plan::execute(void* in, void* out, cudaStream_t stream, Lent workspace) const
{
    implementation_->execute(in, out, stream, workspace);
}

std::size_t Plan::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

const Schedule& Plan::schedule() const
{
    return implementation_->schedule();
}

std::string Plan::describe() const
{
    const int count = passes(schedule());
    const std::size_t work = workspace_bytes();
    return fft::describe(implementation_->problem()) + ": " + std::to_string(count) +
           (count == 1 ? " pass: " : " passes: ") + fft::describe(schedule()) + ", " +
           (work == 0 ? "no work array" : "work array of " + std::to_string(work) + " bytes");
}

}  // namespace tobiuo::fft
