#include "kernels/fft/compiled_passes.hpp"

#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

#include "kernels/device/check.hpp"
#include "kernels/device/copy.hpp"
#include "kernels/device/module.hpp"
#include "kernels/device/nvrtc.hpp"
#include "kernels/device/on_this_device.hpp"
#include "kernels/device/stream.hpp"
#include "kernels/fft/kernel/exchanging.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/kernel/tables.hpp"

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
        view.split_twiddles = keep({'m', static_cast<int>(form.pairs.makhoul), form.points},
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

template <typename T>
class CompiledPlainPass final : public CompiledPass {
public:
    CompiledPlainPass(const PassStep& step, const PassTables<T>& tables)
        : step_{step},
          tables_{tables},
          kernel_{kernel_of<T>(specialise(step.form, precision_of<T>), step.form, launch_,
                               step.form.block.threads(), step.form.blocks())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
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

/// A pass with a user's function between its transforms.
template <typename T>
class CompiledPointwisePass final : public CompiledPass {
public:
    CompiledPointwisePass(const PassStep& step, const Pointwise& function,
                          const PassTables<T>& tables)
        : step_{step}, tables_{tables}, kernel_{compiled(step.form, function, launch_)}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, static_cast<const void*>(arrays.at(step_.from)), arrays.at(step_.to),
                       tables_, arrays.data);
    }

private:
    static Kernel compiled(const PassForm& form, const Pointwise& function, device::Launch& launch)
    {
        try {
            return kernel_of<T>(specialise(form, precision_of<T>, function), form, launch,
                                form.block.threads(), form.blocks());
        } catch (const device::CompileError& error) {
            refuse(function, error.log());
        }
    }

    PassStep step_;
    PassTables<T> tables_;
    device::Launch launch_;
    Kernel kernel_;
};

template <typename T>
class CompiledMergedPass final : public CompiledPass {
public:
    CompiledMergedPass(const MergedStep& step, const PassTables<T>& first,
                       const PassTables<T>& second)
        : step_{step},
          first_{first},
          second_{second},
          kernel_{kernel_of<T>(specialise(step.form, precision_of<T>), step.form, launch_,
                               step.form.threads(), step.form.items())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* counters, cudaStream_t stream) const override
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

/// A first pass that reads what a function gives.
template <typename T>
class CompiledLoadingPass final : public CompiledPass {
public:
    CompiledLoadingPass(const PassStep& step, const LoadFunction& load, const PassTables<T>& tables)
        : step_{step},
          tables_{tables},
          kernel_{kernel_of<T>(specialise(step.form, precision_of<T>, load), step.form, launch_,
                               step.form.block.threads(), step.form.blocks())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, arrays.at(step_.to), tables_, arrays.data);
    }

private:
    PassStep step_;
    PassTables<T> tables_;
    device::Launch launch_;
    Kernel kernel_;
};

/// Two first passes, of which the first one reads what a function gives.
template <typename T>
class CompiledLoadingMergedPass final : public CompiledPass {
public:
    CompiledLoadingMergedPass(const MergedStep& step, const LoadFunction& load,
                              const PassTables<T>& first, const PassTables<T>& second)
        : step_{step},
          first_{first},
          second_{second},
          kernel_{kernel_of<T>(specialise(step.form, precision_of<T>, load), step.form, launch_,
                               step.form.threads(), step.form.items())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* counters, cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, arrays.at(step_.middle), arrays.at(step_.to), first_, second_,
                       counters, arrays.data);
    }

private:
    MergedStep step_;
    PassTables<T> first_;
    PassTables<T> second_;
    device::Launch launch_;
    Kernel kernel_;
};

/// A pass with an exchange.
template <typename T>
class CompiledExchangingPass final : public CompiledPass {
public:
    CompiledExchangingPass(const PassStep& step, const PassExchange& exchange,
                           const PassTables<T>& tables)
        : step_{step},
          tables_{tables},
          kernel_{kernel_of<T>(specialise(step.form, precision_of<T>, exchange), step.form, launch_,
                               step.form.block.threads(), step.form.blocks())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, static_cast<const void*>(arrays.at(step_.from)), arrays.at(step_.to),
                       tables_, arrays.ranks);
    }

private:
    PassStep step_;
    PassTables<T> tables_;
    device::Launch launch_;
    Kernel kernel_;
};

/// Two passes of which one has an exchange.
template <typename T>
class CompiledExchangingMergedPass final : public CompiledPass {
public:
    CompiledExchangingMergedPass(const MergedStep& step, const PassExchange& exchange,
                                 const PassTables<T>& first, const PassTables<T>& second)
        : step_{step},
          first_{first},
          second_{second},
          kernel_{kernel_of<T>(specialise(step.form, precision_of<T>, exchange), step.form, launch_,
                               step.form.threads(), step.form.items())}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* counters, cudaStream_t stream) const override
    {
        device::Launch launch = launch_;
        launch.stream = stream;
        kernel_.launch(launch, static_cast<const void*>(arrays.at(step_.from)),
                       arrays.at(step_.middle), arrays.at(step_.to), first_, second_, counters,
                       arrays.ranks);
    }

private:
    MergedStep step_;
    PassTables<T> first_;
    PassTables<T> second_;
    device::Launch launch_;
    Kernel kernel_;
};

template <typename T>
class CompiledFold final : public CompiledPass {
public:
    CompiledFold(const FoldStep& step, const PassTables<T>& tables)
        : step_{step}, tables_{tables}, kernel_{specialise(step.form, precision_of<T>)}
    {
    }

    void enqueue(const StepArrays& arrays, unsigned* /*counters*/,
                 cudaStream_t stream) const override
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

using ComingStep = std::future<std::unique_ptr<CompiledPass>>;

/// A step that another thread compiles.
template <typename Ready, typename... Arguments>
ComingStep coming_step(const Arguments&... arguments)
{
    return device::on_this_device([arguments...] {
        return std::unique_ptr<CompiledPass>{std::make_unique<Ready>(arguments...)};
    });
}

template <typename T>
ComingStep coming(const PassStep& step, const Pointwise& function, DeviceTables<T>& tables,
                  cudaStream_t stream)
{
    if (step.form.modes.wanted()) {
        return coming_step<CompiledPointwisePass<T>>(step, function,
                                                     tables.tables_for(step.form, stream));
    }
    return coming_step<CompiledPlainPass<T>>(step, tables.tables_for(step.form, stream));
}

template <typename T>
ComingStep coming(const MergedStep& step, const Pointwise& /*function*/, DeviceTables<T>& tables,
                  cudaStream_t stream)
{
    return coming_step<CompiledMergedPass<T>>(step, tables.tables_for(step.form.first, stream),
                                              tables.tables_for(step.form.second, stream));
}

template <typename T>
ComingStep coming(const FoldStep& step, const Pointwise& /*function*/, DeviceTables<T>& tables,
                  cudaStream_t stream)
{
    PassForm turning;
    turning.twiddle = step.form.twiddle();
    return coming_step<CompiledFold<T>>(step, tables.tables_for(turning, stream));
}

template <typename T>
ComingStep coming_loading(const PassStep& step, const LoadFunction& load, DeviceTables<T>& tables,
                          cudaStream_t stream)
{
    return coming_step<CompiledLoadingPass<T>>(step, load, tables.tables_for(step.form, stream));
}

template <typename T>
ComingStep coming_loading(const MergedStep& step, const LoadFunction& load, DeviceTables<T>& tables,
                          cudaStream_t stream)
{
    return coming_step<CompiledLoadingMergedPass<T>>(step, load,
                                                     tables.tables_for(step.form.first, stream),
                                                     tables.tables_for(step.form.second, stream));
}

template <typename T>
ComingStep coming_loading(const FoldStep& /*step*/, const LoadFunction& /*load*/,
                          DeviceTables<T>& /*tables*/, cudaStream_t /*stream*/)
{
    throw std::logic_error{"a fold is never the first step of a plan"};
}

template <typename T>
ComingStep coming_exchanging(const PassStep& step, const PassExchange& exchange,
                             DeviceTables<T>& tables, cudaStream_t stream)
{
    return coming_step<CompiledExchangingPass<T>>(step, exchange,
                                                  tables.tables_for(step.form, stream));
}

template <typename T>
ComingStep coming_exchanging(const MergedStep& step, const PassExchange& exchange,
                             DeviceTables<T>& tables, cudaStream_t stream)
{
    return coming_step<CompiledExchangingMergedPass<T>>(
        step, exchange, tables.tables_for(step.form.first, stream),
        tables.tables_for(step.form.second, stream));
}

template <typename T>
ComingStep coming_exchanging(const FoldStep& /*step*/, const PassExchange& /*exchange*/,
                             DeviceTables<T>& /*tables*/, cudaStream_t /*stream*/)
{
    throw std::logic_error{"a fold does not exchange"};
}

}  // namespace

template <typename T>
CompiledPasses<T>::CompiledPasses(const Schedule& schedule, const Symbol<T>& symbol,
                                  const Pointwise& function, const LoadFunction& load)
    : tables_{std::make_unique<DeviceTables<T>>(symbol)}
{
    make_steps(schedule, [&](const auto& step, std::size_t number, cudaStream_t stream) {
        return load.wanted() && number == 0 ? coming_loading(step, load, *tables_, stream)
                                            : coming(step, function, *tables_, stream);
    });
}

template <typename T>
CompiledPasses<T>::CompiledPasses(const Schedule& schedule, const PassExchange& exchange)
    : tables_{std::make_unique<DeviceTables<T>>(Symbol<T>{})}
{
    const std::size_t exchanging = exchange.loads ? 0 : schedule.steps.size() - 1;
    make_steps(schedule, [&](const auto& step, std::size_t number, cudaStream_t stream) {
        return number == exchanging ? coming_exchanging(step, exchange, *tables_, stream)
                                    : coming(step, Pointwise{}, *tables_, stream);
    });
}

template <typename T>
template <typename Make>
void CompiledPasses<T>::make_steps(const Schedule& schedule, const Make& make)
{
    const device::Stream stream = device::make_stream();
    std::vector<ComingStep> all;
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
