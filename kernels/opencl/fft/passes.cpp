#include "kernels/opencl/fft/passes.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <variant>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/kernel/tables.hpp"
#include "kernels/opencl/fft/kernel_text.hpp"
#include "runtime/opencl/buffer.hpp"
#include "runtime/opencl/kernel.hpp"

namespace tobiuo::opencl {
namespace {

using fft::Complex;

Launch launch_of(long long groups, int items, cl_command_queue queue)
{
    return {.groups = {static_cast<std::size_t>(groups), 1, 1},
            .items = {static_cast<std::size_t>(items), 1, 1},
            .queue = queue};
}

template <typename T, typename Form>
Kernel compiled(const Form& form, const char* name, const Context& where)
{
    return Kernel{
        {.name = short_name(form), .source = kernel_text(form, precision_of<T>)}, name, where};
}

template <typename T>
class CompiledPass final : public CompiledStep {
public:
    CompiledPass(const fft::PassStep& step, const SymbolArrays& symbol, const Context& where)
        : CompiledPass{step, fft::HostTables<T>{step.form}, symbol, where}
    {
    }

    void enqueue(const PassArrays& arrays, cl_command_queue queue) const override
    {
        kernel_.launch(launch_of(step_.form.blocks(), step_.form.block.threads(), queue),
                       arrays.at(step_.from), arrays.at(step_.to), twiddles_, chirp_, filter_,
                       twiddle_low_, twiddle_high_, split_twiddles_, shift_twiddles_, symbol_.inner,
                       symbol_.outer, symbol_.along, symbol_.constant);
    }

private:
    CompiledPass(const fft::PassStep& step, const fft::HostTables<T>& tables,
                 const SymbolArrays& symbol, const Context& where)
        : step_{step},
          kernel_{compiled<T>(step.form, "fft_pass", where)},
          symbol_{symbol},
          twiddles_{uploaded<Complex<T>>(tables.twiddles, where)},
          chirp_{uploaded<Complex<T>>(tables.chirp, where)},
          filter_{uploaded<Complex<T>>(tables.filter, where)},
          twiddle_low_{uploaded<Complex<T>>(tables.twiddle_low, where)},
          twiddle_high_{uploaded<Complex<T>>(tables.twiddle_high, where)},
          split_twiddles_{uploaded<Complex<T>>(tables.split_twiddles, where)},
          shift_twiddles_{uploaded<Complex<T>>(tables.shift_twiddles, where)}
    {
    }

    fft::PassStep step_;
    Kernel kernel_;
    SymbolArrays symbol_;
    Buffer twiddles_;
    Buffer chirp_;
    Buffer filter_;
    Buffer twiddle_low_;
    Buffer twiddle_high_;
    Buffer split_twiddles_;
    Buffer shift_twiddles_;
};

template <typename T>
class CompiledFold final : public CompiledStep {
public:
    CompiledFold(const fft::FoldStep& step, const Context& where)
        : CompiledFold{step, fft::HostTwiddles<T>{step.form.twiddle().length}, where}
    {
    }

    void enqueue(const PassArrays& arrays, cl_command_queue queue) const override
    {
        kernel_.launch(launch_of(step_.form.blocks(), fft::FoldForm::threads, queue),
                       arrays.at(step_.at), twiddle_low_, twiddle_high_);
    }

private:
    CompiledFold(const fft::FoldStep& step, const fft::HostTwiddles<T>& tables,
                 const Context& where)
        : step_{step},
          kernel_{compiled<T>(step.form, "fft_fold", where)},
          twiddle_low_{uploaded<Complex<T>>(tables.low, where)},
          twiddle_high_{uploaded<Complex<T>>(tables.high, where)}
    {
    }

    fft::FoldStep step_;
    Kernel kernel_;
    Buffer twiddle_low_;
    Buffer twiddle_high_;
};

/// Compiles one step of a schedule.
template <typename T>
struct Compiler {
    using Made = std::unique_ptr<const CompiledStep>;

    const SymbolArrays& symbol;
    const Context& where;

    Made operator()(const fft::PassStep& step) const
    {
        return std::make_unique<CompiledPass<T>>(step, symbol, where);
    }
    Made operator()(const fft::FoldStep& step) const
    {
        return std::make_unique<CompiledFold<T>>(step, where);
    }
    Made operator()(const fft::MergedStep& /*step*/) const
    {
        throw std::logic_error{"merged passes were planned for OpenCL: plan with Merging::never"};
    }
};

}  // namespace

Passes::Passes(const fft::Schedule& schedule, Precision precision, const SymbolArrays& symbol,
               const Context& where)
{
    for (const fft::Step& step : schedule.steps) {
        steps_.push_back(precision == Precision::fp32
                             ? std::visit(Compiler<float>{symbol, where}, step)
                             : std::visit(Compiler<double>{symbol, where}, step));
    }
}

void Passes::enqueue(const PassArrays& arrays, cl_command_queue queue) const
{
    for (const auto& step : steps_) {
        step->enqueue(arrays, queue);
    }
}

}  // namespace tobiuo::opencl
