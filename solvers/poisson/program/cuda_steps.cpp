// SPDX-License-Identifier: BSD-3-Clause
// Solves on a CUDA device.
#include <array>
#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "kernels/dense/product_kernel.hpp"
#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/fft/choose/wisdom.hpp"
#include "kernels/fft/compiled_passes.hpp"
#include "kernels/tridiagonal/line/line_integrator.hpp"
#include "kernels/tridiagonal/line/solver.hpp"
#include "kernels/tridiagonal/tile/tile_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "runtime/device/stream.hpp"
#include "solvers/poisson/device/solve_schedule.hpp"
#include "solvers/poisson/device/tile_layout.hpp"
#include "solvers/poisson/program/dense_products.hpp"
#include "solvers/poisson/program/ready_step.hpp"

namespace tobiuo::poisson {
namespace on_cuda {
namespace {

SolveProgram plan(const Problem& problem, const SolveChoices& choices)
{
    const fft::DeviceLimits limits =
        choices.limits ? *choices.limits : fft::limits_of_current_device();
    if (!choices.lambdas.empty()) {
        return program_of(problem, choices.lambdas,
                          make_fused_schedule(problem, choices.lambdas, limits).value());
    }
    std::vector<DenseAxis> dense = dense_axes(problem, choices.on_paper);
    SolveProgram program =
        program_of(problem, make_solve_schedule(problem, limits,
                                                fft::with_known_table({.table = choices.table}),
                                                LastAxis::automatic, given_modes(dense)));
    add_products(program, problem, std::move(dense));
    return program;
}

bool fuses(const Problem& problem)
{
    if (has_dense_axes(problem)) {
        return false;
    }
    const std::array lambda{0.0};
    return make_fused_schedule(problem, lambda, fft::limits_of_current_device()).has_value();
}

template <typename T>
class ReadyPasses final : public ReadyStep {
public:
    ReadyPasses(const fft::Schedule& schedule, const StepContext& context)
        : passes_{schedule,
                  {.inner = context.address(ArrayName::inner),
                   .outer = context.address(ArrayName::outer),
                   .along = context.address(ArrayName::along),
                   .constant = static_cast<T*>(context.constant())},
                  {.values = context.load}}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        // Only the first step reads f.
        passes_.enqueue({.in = const_cast<void*>(arrays.f),  // NOLINT(*-const-cast)
                         .out = arrays.u,
                         .work = arrays.work,
                         .data = {.load = arrays.data}},
                        stream);
    }

private:
    fft::CompiledPasses<T> passes_;
};

template <typename T>
class ReadyLines final : public ReadyStep {
public:
    ReadyLines(const WholeLines& step, const StepContext& context)
        : systems_{.rows = step.rows,
                   .inner = static_cast<const double*>(context.address(ArrayName::inner)),
                   .outer = static_cast<const double*>(context.address(ArrayName::outer)),
                   .scale = 1.0 / context.program.round_trip,
                   .data = nullptr,
                   .losses = static_cast<double*>(context.address(ArrayName::losses)),
                   .constant = static_cast<T*>(context.constant()),
                   .step = step.lines.step,
                   .inner_count = step.lines.inner_count,
                   .beside_step = step.lines.beside_step,
                   .beyond_count = step.lines.beyond_count,
                   .beyond_step = step.lines.beyond_step}
    {
        systems_.rows.below = static_cast<const double*>(context.address(ArrayName::below));
        systems_.rows.above = static_cast<const double*>(context.address(ArrayName::above));
        systems_.rows.width = static_cast<const double*>(context.address(ArrayName::width));
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        tridiagonal::Systems<T> systems = systems_;
        systems.data = static_cast<T*>(arrays.between());
        solver_.enqueue(systems, stream);
    }

private:
    tridiagonal::Systems<T> systems_;
    tridiagonal::Solver<T> solver_;
};

template <typename T>
class ReadyTiles final : public ReadyStep {
public:
    ReadyTiles(const TiledLines& step, const StepContext& context)
        : systems_{systems_without_arrays<T>(step.lines, step.solved, step.square,
                                             context.program.round_trip)},
          solver_{step.solved.tiles, step.last_unbounded}
    {
        systems_.width = static_cast<const T*>(context.address(ArrayName::width));
        systems_.conductance = static_cast<const T*>(context.address(ArrayName::conductance));
        systems_.loss_before = static_cast<T*>(context.address(ArrayName::losses));
        systems_.loss_behind =
            step.last_unbounded ? systems_.loss_before + step.solved.tiles.parts() : nullptr;
        systems_.first_unbounded = step.first_unbounded;
        systems_.level = step.level;
        systems_.inner = static_cast<const double*>(context.address(ArrayName::inner));
        systems_.outer = static_cast<const double*>(context.address(ArrayName::outer));
        systems_.constant = static_cast<T*>(context.constant());
        const device::Stream stream = device::make_stream();
        solver_.find_losses(systems_, stream.get());
        device::synchronize(stream.get());
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        tridiagonal::TileSystems<T> systems = systems_;
        systems.data = static_cast<T*>(arrays.between());
        solver_.enqueue(systems, stream);
    }

private:
    tridiagonal::TileSystems<T> systems_;
    tridiagonal::TileSolver<T> solver_;
};

template <typename T>
class ReadyRecurrences final : public ReadyStep {
public:
    ReadyRecurrences(const Recurrences& step, const StepContext& context)
        : systems_{.data = nullptr,
                   .inner = static_cast<const double*>(context.address(ArrayName::inner)),
                   .inner_count = step.inner_count,
                   .outer = static_cast<const double*>(context.address(ArrayName::outer)),
                   .diffusion = step.diffusion,
                   .scale = 1.0 / context.program.round_trip,
                   .zero_mode = step.zero_mode,
                   .constant = static_cast<T*>(context.constant())},
          solver_{step.form}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        tridiagonal::ToeplitzSystems<T> systems = systems_;
        systems.data = static_cast<T*>(arrays.between());
        solver_.enqueue(systems, stream);
    }

private:
    tridiagonal::ToeplitzSystems<T> systems_;
    tridiagonal::ToeplitzSolver<T> solver_;
};

template <typename T>
class ReadyLine final : public ReadyStep {
public:
    ReadyLine(const IntegratedLine& step, const StepContext& context)
        : line_{step}, constant_{static_cast<T*>(context.constant())}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        integrator_.enqueue(
            line_.of(static_cast<const T*>(arrays.f), static_cast<T*>(arrays.u), constant_),
            stream);
    }

private:
    IntegratedLine line_;
    T* constant_;
    tridiagonal::LineIntegrator<T> integrator_;
};

template <typename T>
class ReadyFused final : public ReadyStep {
public:
    ReadyFused(const FusedProblems& step, const StepContext& context)
        : problems_{step.problems},
          passes_{step.form,
                  {.inner = context.address(ArrayName::inner),
                   .outer = context.address(ArrayName::outer),
                   .along = context.address(ArrayName::along),
                   .constant = static_cast<T*>(context.constant())}}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        passes_.enqueue(problems_, static_cast<const T*>(arrays.f), static_cast<T*>(arrays.u),
                        stream);
    }

private:
    long long problems_;
    fft::CompiledFused<T> passes_;
};

template <typename T>
class ReadyProduct final : public ReadyStep {
public:
    ReadyProduct(const ProductOfLines& step, const StepContext& context)
        : product_{.matrix = static_cast<const T*>(context.address(step.matrix)),
                   .in = nullptr,
                   .out = nullptr,
                   .count = step.count,
                   .columns = step.columns,
                   .planes = step.planes},
          from_{step.from},
          to_{step.to},
          kernel_{step.count, step.columns}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        dense::Product<T> product = product_;
        product.in = static_cast<const T*>(arrays.place(from_));
        product.out = static_cast<T*>(arrays.place(to_));
        kernel_.enqueue(product, stream);
    }

private:
    dense::Product<T> product_;
    ProductPlace from_;
    ProductPlace to_;
    dense::ProductKernel<T> kernel_;
};

/// The class of a step in the precision T.
template <typename T>
struct Prepare {
    using Made = std::unique_ptr<const ReadyStep>;

    Made operator()(const fft::Schedule& step) const
    {
        return std::make_unique<ReadyPasses<T>>(step, context);
    }
    Made operator()(const WholeLines& step) const
    {
        return std::make_unique<ReadyLines<T>>(step, context);
    }
    Made operator()(const TiledLines& step) const
    {
        return std::make_unique<ReadyTiles<T>>(step, context);
    }
    Made operator()(const Recurrences& step) const
    {
        return std::make_unique<ReadyRecurrences<T>>(step, context);
    }
    Made operator()(const ProductOfLines& step) const
    {
        return std::make_unique<ReadyProduct<T>>(step, context);
    }
    Made operator()(const IntegratedLine& step) const
    {
        return std::make_unique<ReadyLine<T>>(step, context);
    }
    Made operator()(const FusedProblems& step) const
    {
        return std::make_unique<ReadyFused<T>>(step, context);
    }
    template <typename Other>
    Made operator()(const Other& /*step*/) const
    {
        throw std::logic_error{"a step that no CUDA device takes is in a program for one"};
    }

    const StepContext& context;
};

std::unique_ptr<const ReadyStep> prepare(const SolveStep& step, const StepContext& context)
{
    return context.program.precision == Precision::fp32
               ? std::visit(Prepare<float>{context}, step)
               : std::visit(Prepare<double>{context}, step);
}

}  // namespace
}  // namespace on_cuda

const SolveBackEnd& solve_on_cuda()
{
    static constexpr SolveBackEnd back_end{.plan = on_cuda::plan,
                                           .prepare = on_cuda::prepare,
                                           .alignment = 16,
                                           .host_arrays = HostArrays::visiting,
                                           .prepares_side_by_side = true,
                                           .fuses = on_cuda::fuses};
    return back_end;
}

}  // namespace tobiuo::poisson
