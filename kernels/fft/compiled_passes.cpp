// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/compiled_passes.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "runtime/device/check.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
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

/// A kernel and its launch, without the stream.
struct ReadyKernel {
    Kernel kernel;
    device::Launch how = {};

    /// Launches with these arguments and those of the execution.
    template <typename... Arguments>
    void enqueue(ExtraArguments extra, const StepArrays& arrays, cudaStream_t stream,
                 const Arguments&... arguments) const
    {
        device::Launch launch = how;
        launch.stream = stream;
        if (extra == ExtraArguments::function_data) {
            kernel.launch(launch, arguments..., arrays.data.load, arrays.data.between,
                          arrays.data.store);
        } else if (extra == ExtraArguments::rank_addresses) {
            kernel.launch(launch, arguments..., arrays.ranks);
        } else {
            kernel.launch(launch, arguments...);
        }
    }
};

/// Begins with the kernel of a step.
template <typename T>
ReadyKernel ready(const device::Specialisation& what, const FoldStep& step)
{
    return {.kernel = Kernel{what},
            .how = {.grid = dim3{static_cast<unsigned>(step.form.blocks())},
                    .block = dim3{static_cast<unsigned>(FoldForm::threads)}}};
}

/// With shared memory; it may begin while the one before it ends.
template <typename T, typename Form>
ReadyKernel ready(const device::Specialisation& what, const Form& form, long long blocks,
                  int threads)
{
    const std::size_t shared =
        static_cast<std::size_t>(form.shared_elements()) * sizeof(Complex<T>);
    return {.kernel = Kernel{what, shared},
            .how = {.grid = dim3{static_cast<unsigned>(blocks)},
                    .block = dim3{static_cast<unsigned>(threads)},
                    .shared_bytes = shared,
                    .overlapping = true}};
}
template <typename T>
ReadyKernel ready(const device::Specialisation& what, const PassStep& step)
{
    return ready<T>(what, step.form, step.form.blocks(), step.form.block.threads());
}
template <typename T>
ReadyKernel ready(const device::Specialisation& what, const MergedStep& step)
{
    return ready<T>(what, step.form, step.form.items(), step.form.threads());
}

/// The tables that a step reads.
template <typename T>
PassTables<T> tables_of(const PassStep& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    return tables.tables_for(step.form, stream);
}
template <typename T>
std::pair<PassTables<T>, PassTables<T>> tables_of(const MergedStep& step, DeviceTables<T>& tables,
                                                  cudaStream_t stream)
{
    const PassTables<T> first = tables.tables_for(step.form.first, stream);
    return {first, tables.tables_for(step.form.second, stream)};
}
template <typename T>
PassTables<T> tables_of(const FoldStep& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    PassForm turning;
    turning.twiddle = step.form.twiddle();
    return tables.tables_for(turning, stream);
}

/// Enqueues a step.
template <typename T>
CompiledPass pass_of(ReadyKernel kernel, const PassStep& step, const PassTables<T>& tables,
                     ExtraArguments extra)
{
    return [=, kernel = std::move(kernel), from = step.from, to = step.to](
               const StepArrays& arrays, unsigned* /*counters*/, cudaStream_t stream) {
        kernel.enqueue(extra, arrays, stream, static_cast<const void*>(arrays.at(from)),
                       arrays.at(to), tables);
    };
}

template <typename T>
CompiledPass pass_of(ReadyKernel kernel, const MergedStep& step,
                     const std::pair<PassTables<T>, PassTables<T>>& tables, ExtraArguments extra)
{
    return [=, kernel = std::move(kernel), from = step.from, middle = step.middle, to = step.to](
               const StepArrays& arrays, unsigned* counters, cudaStream_t stream) {
        kernel.enqueue(extra, arrays, stream, static_cast<const void*>(arrays.at(from)),
                       arrays.at(middle), arrays.at(to), tables.first, tables.second, counters);
    };
}

template <typename T>
CompiledPass pass_of(ReadyKernel kernel, const FoldStep& step, const PassTables<T>& tables,
                     ExtraArguments extra)
{
    return [=, kernel = std::move(kernel), at = step.at](
               const StepArrays& arrays, unsigned* /*counters*/, cudaStream_t stream) {
        kernel.enqueue(extra, arrays, stream, arrays.at(at), tables);
    };
}

/// A step whose kernel may still be compiled.
struct BegunStep {
    CompiledPass pass;
    Kernel kernel;
    StepFunctions functions;

    /// Waits for a kernel with functions of a user: what does not compile of them is refused.
    void check_functions() const
    {
        if (!functions.wanted()) {
            return;
        }
        try {
            kernel.wait();
        } catch (const device::CompileError& error) {
            refuse_user_function(functions, error.log());
            throw;
        }
    }
};

template <typename T, typename Step>
BegunStep begun(const device::Specialisation& what, const Step& step, ExtraArguments extra,
                DeviceTables<T>& tables, cudaStream_t stream, const StepFunctions& functions = {})
{
    const ReadyKernel kernel = ready<T>(what, step);
    return {.pass = pass_of(kernel, step, tables_of(step, tables, stream), extra),
            .kernel = kernel.kernel,
            .functions = functions};
}

template <typename T, typename Step>
BegunStep begun_plain(const Step& step, DeviceTables<T>& tables, cudaStream_t stream)
{
    return begun(specialise(step.form, precision_of<T>), step, ExtraArguments::none, tables,
                 stream);
}

template <typename T, typename Step>
BegunStep begun_exchanging(const Step& step, const PassExchange& exchange, DeviceTables<T>& tables,
                           cudaStream_t stream)
{
    return begun(specialise(step.form, precision_of<T>, exchange), step,
                 ExtraArguments::rank_addresses, tables, stream);
}

template <typename T>
BegunStep begun_exchanging(const FoldStep& /*step*/, const PassExchange& /*exchange*/,
                           DeviceTables<T>& /*tables*/, cudaStream_t /*stream*/)
{
    throw std::logic_error{"a fold does not exchange"};
}

template <typename T>
std::function<void(long long, const T*, T*, cudaStream_t)> fused_launch(
    ReadyKernel kernel, const FusedTables<T>& tables)
{
    return [tables, kernel = std::move(kernel)](long long arrays, const T* in, T* out,
                                                cudaStream_t stream) {
        device::Launch launch = kernel.how;
        launch.grid = dim3{static_cast<unsigned>(arrays)};
        launch.stream = stream;
        kernel.kernel.launch(launch, in, out, tables);
    };
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
        return its.wanted() ? begun(specialise(step.form, precision_of<T>, its), step,
                                    ExtraArguments::function_data, *tables_, stream, its)
                            : begun_plain(step, *tables_, stream);
    });
}

template <typename T>
CompiledPasses<T>::CompiledPasses(const Schedule& schedule, const PassExchange& exchange)
    : tables_{std::make_unique<DeviceTables<T>>(Symbol<T>{})}
{
    const std::size_t exchanging = exchange.loads ? 0 : schedule.steps.size() - 1;
    make_steps(schedule, [&](const auto& step, std::size_t number, cudaStream_t stream) {
        return number == exchanging ? begun_exchanging(step, exchange, *tables_, stream)
                                    : begun_plain(step, *tables_, stream);
    });
}

template <typename T>
template <typename Make>
void CompiledPasses<T>::make_steps(const Schedule& schedule, const Make& make)
{
    const device::Stream stream = device::make_stream();
    std::vector<BegunStep> all;
    for (const Step& step : schedule.steps) {
        const std::size_t number = all.size();
        all.push_back(
            std::visit([&](const auto& one) { return make(one, number, stream.get()); }, step));
    }
    for (BegunStep& step : all) {
        step.check_functions();
        steps_.push_back(std::move(step.pass));
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
    for (const CompiledPass& step : steps_) {
        step(arrays, counters_.data(), stream);
    }
}

template <typename T>
CompiledFused<T>::CompiledFused(const FusedForm& form, const Symbol<T>& symbol)
    : tables_{std::make_unique<DeviceTables<T>>(symbol)}
{
    const device::Stream stream = device::make_stream();
    FusedTables<T> tables;
    for (int pass = 0; pass < form.count; ++pass) {
        tables.of[pass] = tables_->tables_for(form.passes[pass], stream.get());
    }
    launch_ = fused_launch<T>(ready<T>(specialise(form, precision_of<T>), form, 1, form.threads()),
                              tables);
}

template <typename T>
CompiledFused<T>::CompiledFused(CompiledFused&&) noexcept = default;
template <typename T>
CompiledFused<T>& CompiledFused<T>::operator=(CompiledFused&&) noexcept = default;
template <typename T>
CompiledFused<T>::~CompiledFused() = default;

template <typename T>
void CompiledFused<T>::enqueue(long long arrays, const T* in, T* out, cudaStream_t stream) const
{
    launch_(arrays, in, out, stream);
}

template class CompiledFused<float>;
template class CompiledFused<double>;
template class CompiledPasses<float>;
template class CompiledPasses<double>;

}  // namespace tobiuo::fft
