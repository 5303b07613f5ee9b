#include "kernels/fft/compiled_passes.hpp"

#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/kernel/exchanging.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/on_this_device.hpp"
#include "runtime/device/stream.hpp"

namespace tobiuo::fft {

/// Tables in device memory. Each table is stored once, however many passes read it.
template <typename T>
class DeviceTables {
public:
    explicit DeviceTables(const Symbol<T>& symbol) : symbol_{symbol} {}

    PassTables<T> tables_for(const PassForm& form, cudaStream_t stream)
    {
        const HostTables<T> host{form};
        PassTables<T> view;
        view.twiddles = keep({'t', form.table_entries()}, host.twiddles, stream);
        const Convolution& whole = form.convolution;
        const Key filter = whole.points > 0
                               ? Key{'v', whole.points, whole.length, whole.first, whole.second}
                               : Key{'f', form.transform_points(), form.block.length};
        view.chirp = keep({'c', form.chirp_points()}, host.chirp, stream);
        view.filter = keep(filter, host.filter, stream);
        view.twiddle_low = keep({'l', form.twiddle.length}, host.twiddle_low, stream);
        view.twiddle_high = keep({'h', form.twiddle.length}, host.twiddle_high, stream);
        view.split_twiddles =
            keep({form.pairs.alone ? 'w' : 'm', static_cast<int>(form.pairs.makhoul), form.points},
                 host.split_twiddles, stream);
        view.shift_twiddles = keep({'s', form.transform_points()}, host.shift_twiddles, stream);
        view.symbol = symbol_;
        device::synchronize(stream);
        return view;
    }

private:
    /// The kind of a table, and the parameters that it is computed from.
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

    Symbol<T> symbol_;
    std::map<Key, device::DeviceBuffer<Complex<T>>> buffers_;
};

namespace {

using device::Kernel;

/// What the kernel of a step is launched with behind the arguments of every step of its kind.
enum class ExtraArguments { none, function_data, rank_addresses };

/// Launches with these arguments, from those of the execution.
template <ExtraArguments extra, typename... Arguments>
void launch(const Kernel& kernel, const device::Launch& launch, const StepArrays& arrays,
            const Arguments&... arguments)
{
    if constexpr (extra == ExtraArguments::function_data) {
        kernel.launch(launch, arguments..., arrays.data.load, arrays.data.between,
                      arrays.data.store);
    } else if constexpr (extra == ExtraArguments::rank_addresses) {
        kernel.launch(launch, arguments..., arrays.ranks);
    } else {
        kernel.launch(launch, arguments...);
    }
}

template <typename T, typename Form>
Kernel kernel_of(const device::Specialisation& what, const Form& form, device::Launch& launch,
                 int threads, long long blocks)
{
    Kernel kernel{what};
    launch.grid = dim3{static_cast<unsigned>(blocks)};
    launch.block = dim3{static_cast<unsigned>(threads)};
    launch.overlapping = true;
    launch.shared_bytes = static_cast<std::size_t>(form.shared_elements()) * sizeof(Complex<T>);
    if (launch.shared_bytes > 0) {
        kernel.allow_shared(launch.shared_bytes);
    }
    return kernel;
}

device::Launch on(cudaStream_t stream, device::Launch launch)
{
    launch.stream = stream;
    return launch;
}

template <typename T, ExtraArguments extra>
class CompiledSinglePass final : public CompiledPass {
public:
    CompiledSinglePass(const device::Specialisation& what, const PassStep& step,
                       const PassTables<T>& tables)
        : step_{step},
          tables_{tables},
          kernel_{
              kernel_of<T>(what, step.form, launch_, step.form.block.threads(), step.form.blocks())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
    {
        launch<extra>(kernel_, on(stream, launch_), arrays,
                      static_cast<const void*>(arrays.at(step_.from)), arrays.at(step_.to),
                      tables_);
    }

private:
    PassStep step_;
    PassTables<T> tables_;
    device::Launch launch_;
    Kernel kernel_;
};

template <typename T, ExtraArguments extra>
class CompiledMergedPass final : public CompiledPass {
public:
    CompiledMergedPass(const device::Specialisation& what, const MergedStep& step,
                       const PassTables<T>& first, const PassTables<T>& second)
        : step_{step},
          first_{first},
          second_{second},
          kernel_{kernel_of<T>(what, step.form, launch_, step.form.threads(), step.form.items())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* counters, cudaStream_t stream) const override
    {
        launch<extra>(kernel_, on(stream, launch_), arrays,
                      static_cast<const void*>(arrays.at(step_.from)), arrays.at(step_.middle),
                      arrays.at(step_.to), first_, second_, counters);
    }

private:
    MergedStep step_;
    PassTables<T> first_;
    PassTables<T> second_;
    device::Launch launch_;
    Kernel kernel_;
};

template <typename T, ExtraArguments extra>
class CompiledFold final : public CompiledPass {
public:
    CompiledFold(const device::Specialisation& what, const FoldStep& step,
                 const PassTables<T>& tables)
        : step_{step}, tables_{tables}, kernel_{what}
    {
        launch_.grid = dim3{static_cast<unsigned>(step.form.blocks())};
        launch_.block = dim3{static_cast<unsigned>(FoldForm::threads)};
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
    {
        launch<extra>(kernel_, on(stream, launch_), arrays, arrays.at(step_.at), tables_);
    }

private:
    FoldStep step_;
    PassTables<T> tables_;
    device::Launch launch_;
    Kernel kernel_;
};

using PendingStep = std::future<std::unique_ptr<CompiledPass>>;

/// A step that another thread compiles. What does not compile of a user's functions is refused.
template <typename Ready, typename... Arguments>
PendingStep pending_step(const StepFunctions& functions, const Arguments&... arguments)
{
    return device::on_this_device([functions, arguments...] {
        try {
            return std::unique_ptr<CompiledPass>{std::make_unique<Ready>(arguments...)};
        } catch (const device::CompileError& error) {
            refuse_user_function(functions, error.log());
            throw;
        }
    });
}

/// A pending step of each kind, with the tables that it reads.
template <typename T, ExtraArguments extra>
PendingStep pending(const device::Specialisation& what, const PassStep& step,
                    const StepFunctions& functions, DeviceTables<T>& tables, cudaStream_t stream)
{
    return pending_step<CompiledSinglePass<T, extra>>(functions, what, step,
                                                      tables.tables_for(step.form, stream));
}

template <typename T, ExtraArguments extra>
PendingStep pending(const device::Specialisation& what, const MergedStep& step,
                    const StepFunctions& functions, DeviceTables<T>& tables, cudaStream_t stream)
{
    return pending_step<CompiledMergedPass<T, extra>>(functions, what, step,
                                                      tables.tables_for(step.form.first, stream),
                                                      tables.tables_for(step.form.second, stream));
}

template <typename T, ExtraArguments extra>
PendingStep pending(const device::Specialisation& what, const FoldStep& step,
                    const StepFunctions& functions, DeviceTables<T>& tables, cudaStream_t stream)
{
    PassForm turning;
    turning.twiddle = step.form.twiddle();
    return pending_step<CompiledFold<T, extra>>(functions, what, step,
                                                tables.tables_for(turning, stream));
}

template <typename T, typename Step>
PendingStep pending_plain(const Step& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    return pending<T, ExtraArguments::none>(specialise(step.form, precision_of<T>), step, {},
                                            tables, stream);
}

template <typename T, typename Step>
PendingStep pending_exchanging(const Step& step, const PassExchange& exchange,
                               DeviceTables<T>& tables, cudaStream_t stream)
{
    return pending<T, ExtraArguments::rank_addresses>(
        specialise(step.form, precision_of<T>, exchange), step, {}, tables, stream);
}

template <typename T>
PendingStep pending_exchanging(const FoldStep& /*step*/, const PassExchange& /*exchange*/,
                               DeviceTables<T>& /*tables*/, cudaStream_t /*stream*/)
{
    throw std::logic_error{"a fold does not exchange"};
}

bool has_modes(const PassStep& step)
{
    return step.form.modes.wanted();
}
template <typename Step>
bool has_modes(const Step& /*step*/)
{
    return false;
}

}  // namespace

template <typename T>
CompiledPasses<T>::CompiledPasses(const Schedule& schedule, const Symbol<T>& symbol,
                                  const StepFunctions& functions)
    : tables_{std::make_unique<DeviceTables<T>>(symbol)}
{
    const std::size_t last = schedule.steps.size() - 1;
    make_steps(schedule, [&](const auto& step, std::size_t number, cudaStream_t stream) {
        const StepFunctions its = functions.of_step(number == 0, has_modes(step), number == last);
        return its.wanted()
                   ? pending<T, ExtraArguments::function_data>(
                         specialise(step.form, precision_of<T>, its), step, its, *tables_, stream)
                   : pending_plain(step, *tables_, stream);
    });
}

template <typename T>
CompiledPasses<T>::CompiledPasses(const Schedule& schedule, const PassExchange& exchange)
    : tables_{std::make_unique<DeviceTables<T>>(Symbol<T>{})}
{
    const std::size_t exchanging = exchange.loads ? 0 : schedule.steps.size() - 1;
    make_steps(schedule, [&](const auto& step, std::size_t number, cudaStream_t stream) {
        return number == exchanging ? pending_exchanging(step, exchange, *tables_, stream)
                                    : pending_plain(step, *tables_, stream);
    });
}

template <typename T>
template <typename Make>
void CompiledPasses<T>::make_steps(const Schedule& schedule, const Make& make)
{
    const device::Stream stream = device::make_stream();
    std::vector<PendingStep> all;
    for (const Step& step : schedule.steps) {
        all.push_back(
            std::visit([&](const auto& one) { return make(one, all.size(), stream.get()); }, step));
    }
    for (auto& step : all) {
        steps_.push_back(step.get());
    }
    if (const auto count = static_cast<std::size_t>(schedule.counters()); count > 0) {
        counters_ = device::DeviceBuffer<unsigned>{count};
        device::clear(counters_, "clear the counters of a plan", stream.get());
    }
    device::synchronize(stream.get());
}

template <typename T>
CompiledPasses<T>::CompiledPasses(CompiledPasses&&) noexcept = default;
template <typename T>
CompiledPasses<T>& CompiledPasses<T>::operator=(CompiledPasses&&) noexcept = default;
template <typename T>
CompiledPasses<T>::~CompiledPasses() = default;

template <typename T>
void CompiledPasses<T>::enqueue(const StepArrays& arrays, cudaStream_t stream) const
{
    for (const auto& step : steps_) {
        step->enqueue(arrays, counters_.data(), stream);
    }
}

template class CompiledPasses<float>;
template class CompiledPasses<double>;

}  // namespace tobiuo::fft
