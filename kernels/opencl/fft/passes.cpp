// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/opencl/fft/passes.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
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

/// A kernel of a step and the tables that it reads.
struct ReadyStep {
    Kernel kernel;
    std::vector<Buffer> tables = {};
};

template <typename T, typename Form>
std::shared_ptr<const ReadyStep> ready(const Form& form, const char* name,
                                       std::initializer_list<std::span<const Complex<T>>> tables,
                                       const Context& where)
{
    ReadyStep step{
        .kernel = Kernel{
            {.name = short_name(form), .source = kernel_text(form, precision_of<T>)}, name, where}};
    for (const std::span<const Complex<T>> table : tables) {
        step.tables.push_back(uploaded<Complex<T>>(table, where));
    }
    return std::make_shared<const ReadyStep>(std::move(step));
}

/// Compiles one step of a schedule.
template <typename T>
struct Compiler {
    const SymbolArrays& symbol;
    const Context& where;

    CompiledStep operator()(const fft::PassStep& step) const
    {
        const fft::PassForm& form = step.form;
        const fft::HostTables<T> host{form};
        return [its_symbol = symbol, from = step.from, to = step.to, groups = form.blocks(),
                items = form.block.threads(),
                made = ready<T>(form, "fft_pass",
                                {host.twiddles, host.chirp, host.filter, host.twiddle_low,
                                 host.twiddle_high, host.split_twiddles, host.shift_twiddles},
                                where)](const PassArrays& arrays, cl_command_queue queue) {
            const std::vector<Buffer>& tables = made->tables;
            made->kernel.launch(launch_of(groups, items, queue), arrays.at(from), arrays.at(to),
                                tables[0], tables[1], tables[2], tables[3], tables[4], tables[5],
                                tables[6], its_symbol.inner, its_symbol.outer, its_symbol.along,
                                its_symbol.constant);
        };
    }
    CompiledStep operator()(const fft::FoldStep& step) const
    {
        const fft::HostTwiddles<T> host{step.form.twiddle().length};
        return [at = step.at, groups = step.form.blocks(),
                made = ready<T>(step.form, "fft_fold", {host.low, host.high}, where)](
                   const PassArrays& arrays, cl_command_queue queue) {
            made->kernel.launch(launch_of(groups, fft::FoldForm::threads, queue), arrays.at(at),
                                made->tables[0], made->tables[1]);
        };
    }
    CompiledStep operator()(const fft::MergedStep& /*step*/) const
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
    for (const CompiledStep& step : steps_) {
        step(arrays, queue);
    }
}

}  // namespace tobiuo::opencl
