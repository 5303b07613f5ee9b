// SPDX-License-Identifier: BSD-3-Clause
// The public solver of free space: pads, transforms, multiplies, transforms back, takes the box.
#include <tobiuo/poisson/free_space_solver.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include <omp.h>

#include <tobiuo/fft/plan.hpp>

#include "kernels/poisson/free_space_items.hpp"
#include "runtime/device/backend.hpp"
#include "runtime/forks.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/threads.hpp"
#include "solvers/in_precision.hpp"
#include "solvers/poisson/arrays.hpp"
#include "solvers/poisson/free_space/free_space_kernel.hpp"
#include "solvers/poisson/free_space/padded_axis.hpp"
#include "solvers/poisson/problem.hpp"
#include "solvers/poisson/unit_of_length.hpp"

namespace tobiuo::poisson {
namespace {

/// The problem with walls in place of open ends, for the checks of its grid.
Problem with_walls(Problem problem)
{
    for (Sides& sides : problem.sides) {
        for (Condition* end : {&sides.lower, &sides.upper}) {
            *end = *end == Condition::open ? Condition::neumann : *end;
        }
    }
    problem.op = Operator::spectral;
    return problem;
}

bool is_closed(const Problem& problem, std::size_t axis)
{
    return problem.sides.at(axis).lower != Condition::open &&
           problem.sides.at(axis).upper != Condition::open;
}

std::optional<std::string> kernel_fault(const Problem& problem, const FreeSpaceOptions& options)
{
    if (options.kernel != FreeSpaceKernel::hockney) {
        return std::nullopt;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (is_closed(problem, axis) && !is_absent(problem, static_cast<int>(axis))) {
            return "the hockney kernel is asked for beside a periodic axis or walls at both ends "
                   "(it is "
                   "an average of the kernel of free space): open all axes, or take the truncated "
                   "kernel";
        }
    }
    if (problem.lambda != 0.0 || options.derivatives) {
        return "the hockney kernel is asked for with a lambda or with derivatives (it is an "
               "average of "
               "the potential of a charge): take the truncated kernel";
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> unsupported_reason(const Problem& problem,
                                              const FreeSpaceOptions& options)
{
    const auto open = open_axis(problem);
    if (!open) {
        return "no axis has an open end (a convolution is a solve in free space): open one, or "
               "make a "
               "Solver";
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (has_own_rows(problem, axis)) {
            return "an axis of a problem in free space is stretched, has a Robin end or a "
                   "coefficient "
                   "(it is transformed, which needs equal cells between walls): leave this out, or "
                   "make a Solver, which takes it beside one open axis";
        }
    }
    try {
        validate(with_walls(problem));
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    if (problem.lambda > 0.0) {
        return "lambda is positive in free space (waves leave it, and u is complex): use a lambda "
               "that "
               "is not, or walls";
    }
    if (chosen_backend(options.backend) == Backend::opencl) {
        return "a convolution is asked for with OpenCL (its kernels run on the CPU and by CUDA): "
               "use "
               "one of these";
    }
    for (int axis = 0; axis < 3; ++axis) {
        if (unknowns(problem, axis).count > std::numeric_limits<int>::max() / 4) {
            return "an axis in free space has 2^29 values or more (tables of images count in 32 "
                   "bits): "
                   "give it fewer";
        }
    }
    if (!unit_of_length(problem).is_one()) {
        return "a box in free space has lengths far from one (their squares leave the range of the "
               "precision): give lengths in another unit";
    }
    return kernel_fault(problem, options);
}

class FreeSpaceSolver::Implementation {
public:
    Implementation(const Problem& problem, const FreeSpaceOptions& options)
        : problem_{problem},
          options_{options},
          backend_{chosen_backend(options.backend)},
          machine_{runtime::make_machine(backend_, options.threads)},
          axes_{padded_axis(problem, 0), padded_axis(problem, 1), padded_axis(problem, 2)}
    {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            counts_.at(axis) = axes_.at(axis).length;
            box_.at(axis) = axes_.at(axis).count;
            images_.at(axis) =
                machine_->copied_and_wait(std::as_bytes(std::span{axes_.at(axis).images}));
        }
        if (problem.precision == Precision::fp32) {
            make_parts<float>();
        } else {
            make_parts<double>();
        }
        runtime::wait_for_kernels();
    }

    template <typename T>
    void solve(const T* f, T* u, Stream stream) const
    {
        const Parts<T>& parts = parts_of<T>();
        validate_arrays(f, u, points(problem_), alignment<T>());
        const std::lock_guard lock{solving_};
        forward(parts, f, stream);
        multiply(parts, {.from = spectrum_, .to = spectrum_}, stream);
        inverse(parts, spectrum_, u, stream);
    }

    template <typename T>
    void gradient(const T* f, const std::array<T*, 3>& derivatives, Stream stream) const
    {
        const Parts<T>& parts = parts_with_derivatives<T>();
        for (int axis = 0; axis < 3; ++axis) {
            if (!is_absent(problem_, axis)) {
                validate_arrays(f, derivatives.at(static_cast<std::size_t>(axis)), points(problem_),
                                alignment<T>());
            }
        }
        require_apart(derivatives);
        const std::lock_guard lock{solving_};
        forward(parts, f, stream);
        for (int axis = 0; axis < 3; ++axis) {
            if (!is_absent(problem_, axis)) {
                multiply(parts, {.from = spectrum_, .to = product_, .axis = axis}, stream);
                inverse(parts, product_, derivatives.at(static_cast<std::size_t>(axis)), stream);
            }
        }
    }

    template <typename T>
    void curl(const std::array<const T*, 3>& f, const std::array<T*, 3>& curl, Stream stream) const
    {
        const Parts<T>& parts = parts_with_derivatives<T>();
        for (const T* from : f) {
            for (const T* to : curl) {
                validate_arrays(from, to, points(problem_), alignment<T>());
                if (from == to) {
                    throw std::invalid_argument{
                        "a component of the curl is an array of the source (each is computed of "
                        "two of "
                        "them, which are read later): give other arrays"};
                }
            }
        }
        require_apart(curl);
        const std::lock_guard lock{solving_};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t next = (axis + 1) % 3;
            const std::size_t last = (axis + 2) % 3;
            bool adds = false;
            const auto add = [&](std::size_t along, const T* of, double sign) {
                if (is_absent(problem_, static_cast<int>(along))) {
                    return;
                }
                forward(parts, of, stream);
                multiply(parts,
                         {.from = spectrum_,
                          .to = product_,
                          .axis = static_cast<int>(along),
                          .factor = sign,
                          .adds = adds},
                         stream);
                adds = true;
            };
            add(next, f.at(last), 1.0);
            add(last, f.at(next), -1.0);
            if (adds) {
                inverse(parts, product_, curl.at(axis), stream);
            } else {
                machine_->clear(curl.at(axis),
                                static_cast<std::size_t>(points(problem_)) * sizeof(T), stream);
            }
        }
    }

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] Backend backend() const { return backend_; }

    [[nodiscard]] std::size_t workspace_bytes() const
    {
        std::size_t bytes = spectrum_.bytes() + product_.bytes();
        for (std::size_t axis = 0; axis < 3; ++axis) {
            bytes +=
                images_.at(axis).bytes() + derivatives_.at(axis).bytes() + waves_.at(axis).bytes();
        }
        return bytes + kernel_.bytes() + transform_bytes_;
    }

    [[nodiscard]] std::string describe() const
    {
        return std::string{options_.kernel == FreeSpaceKernel::hockney ? "hockney" : "truncated"} +
               " kernel, padded to " + std::to_string(counts_[0]) + "x" +
               std::to_string(counts_[1]) + "x" + std::to_string(counts_[2]);
    }

private:
    template <typename T>
    struct Parts {
        fft::Plan forward;
        fft::Plan inverse;
        runtime::ForEach<PadWithImages<T>> pad;
        runtime::ForEach<MultiplySpectrum<T>> multiply;
        runtime::ForEach<TakeBox<T>> take;
    };

    /// A product with the kernel, or with its derivative along an axis.
    struct Product {
        const runtime::Array& from;
        const runtime::Array& to;
        int axis = -1;
        double factor = 1.0;
        bool adds = false;
    };

    template <typename T>
    void make_parts()
    {
        const fft::Transform transform{.extents = {counts_[0], counts_[1], counts_[2]},
                                       .kind = fft::Kind::r2c,
                                       .precision = precision_of<T>};
        fft::Transform back = transform;
        back.kind = fft::Kind::c2r;
        const fft::PlanOptions plan{.backend = backend_, .threads = options_.threads};
        parts_.template emplace<std::unique_ptr<const Parts<T>>>(
            new Parts<T>{.forward = fft::Plan{transform, plan},
                         .inverse = fft::Plan{back, plan},
                         .pad = runtime::ForEach<PadWithImages<T>>{*machine_},
                         .multiply = runtime::ForEach<MultiplySpectrum<T>>{*machine_},
                         .take = runtime::ForEach<TakeBox<T>>{*machine_}});
        const Parts<T>& parts = parts_of<T>();
        transform_bytes_ = parts.forward.workspace_bytes() + parts.inverse.workspace_bytes();
        const auto bytes = static_cast<std::size_t>(fft::output_bytes(transform));
        spectrum_ = machine_->allocate(bytes);
        kernel_ = table_of<T>(std::nullopt);
        if (!options_.derivatives) {
            return;
        }
        product_ = machine_->allocate(bytes);
        for (int axis = 0; axis < 3; ++axis) {
            const PaddedAxis& one = axes_.at(static_cast<std::size_t>(axis));
            if (is_absent(problem_, axis)) {
                continue;
            }
            if (one.is_open) {
                derivatives_.at(static_cast<std::size_t>(axis)) = table_of<T>(axis);
                continue;
            }
            std::vector<double> waves(static_cast<std::size_t>(one.half_count()));
            for (std::size_t k = 0; k < waves.size(); ++k) {
                waves[k] = one.wave_number(static_cast<std::int64_t>(k));
            }
            waves_.at(static_cast<std::size_t>(axis)) = copied<T>(waves);
        }
    }

    template <typename T>
    [[nodiscard]] runtime::Array table_of(std::optional<int> derivative) const
    {
        const int threads = options_.threads > 0 ? options_.threads : omp_get_max_threads();
        return copied<T>(
            free_space_spectrum(axes_, options_.kernel, problem_.lambda, derivative, threads));
    }

    template <typename T>
    [[nodiscard]] runtime::Array copied(const std::vector<double>& values) const
    {
        const std::vector<T> rounded(values.begin(), values.end());
        return machine_->copied_and_wait(std::as_bytes(std::span{rounded}));
    }

    template <typename T>
    [[nodiscard]] const Parts<T>& parts_of() const
    {
        require_not_lost_by_fork(backend_);
        return *in_precision<std::unique_ptr<const Parts<T>>>(parts_);
    }

    template <typename T>
    [[nodiscard]] const Parts<T>& parts_with_derivatives() const
    {
        if (!options_.derivatives) {
            throw std::invalid_argument{
                "derivatives are asked of a solver that was made without their kernels: make it "
                "with "
                "the option derivatives"};
        }
        return parts_of<T>();
    }

    template <typename T>
    [[nodiscard]] std::size_t alignment() const
    {
        return machine_->is_host() ? alignof(T) : 16;
    }

    /// Throws std::invalid_argument if two arrays that are written share memory.
    template <typename T>
    void require_apart(const std::array<T*, 3>& written) const
    {
        for (std::size_t one = 0; one < 3; ++one) {
            for (std::size_t other = one + 1; other < 3; ++other) {
                const T* const a = written.at(one);
                const T* const b = written.at(other);
                if (a != nullptr && b != nullptr &&
                    overlap(a, points(problem_), b, points(problem_))) {
                    throw std::invalid_argument{
                        "two components share memory (one would overwrite the other): give arrays "
                        "that do not"};
                }
            }
        }
    }

    template <typename T>
    void forward(const Parts<T>& parts, const T* f, Stream stream) const
    {
        PadWithImages<T> pad{.f = f, .padded = spectrum_.as<T>()};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            pad.images[axis] = images_.at(axis).as<const int>();
            pad.counts[axis] = counts_.at(axis);
            pad.box[axis] = box_.at(axis);
        }
        parts.pad(pad, counts_[0] * counts_[1] * counts_[2], stream);
        parts.forward.execute(spectrum_.as<T>(), stream);
    }

    template <typename T>
    void multiply(const Parts<T>& parts, const Product& product, Stream stream) const
    {
        MultiplySpectrum<T> item{.spectrum = product.from.as<const T>(),
                                 .product = product.to.as<T>(),
                                 .table = kernel_.as<const T>(),
                                 .axis = product.axis,
                                 .factor = static_cast<T>(product.factor),
                                 .adds = product.adds};
        if (product.axis >= 0) {
            const auto axis = static_cast<std::size_t>(product.axis);
            if (axes_.at(axis).is_open) {
                item.table = derivatives_.at(axis).as<const T>();
            } else {
                item.wave = waves_.at(axis).as<const T>();
            }
        }
        std::copy_n(counts_.begin(), 3, item.counts);
        parts.multiply(item, (counts_[0] / 2 + 1) * counts_[1] * counts_[2], stream);
    }

    template <typename T>
    void inverse(const Parts<T>& parts, const runtime::Array& padded, T* u, Stream stream) const
    {
        parts.inverse.execute(padded.as<T>(), stream);
        TakeBox<T> take{.padded = padded.as<const T>(), .u = u};
        std::copy_n(box_.begin(), 3, take.box);
        std::copy_n(counts_.begin(), 3, take.padded_counts);
        parts.take(take, points(problem_), stream);
    }

    Problem problem_;
    FreeSpaceOptions options_;
    Backend backend_;
    mutable std::mutex solving_;  ///< one call at a time
    std::unique_ptr<const runtime::Machine> machine_;
    std::array<PaddedAxis, 3> axes_;
    std::array<long long, 3> counts_{};
    std::array<long long, 3> box_{};
    std::array<runtime::Array, 3> images_;
    std::size_t transform_bytes_ = 0;
    runtime::Array spectrum_;
    runtime::Array product_;
    runtime::Array kernel_;
    std::array<runtime::Array, 3> derivatives_;  ///< kernels along open axes
    std::array<runtime::Array, 3> waves_;        ///< wave numbers of closed axes
    std::variant<std::monostate, std::unique_ptr<const Parts<float>>,
                 std::unique_ptr<const Parts<double>>>
        parts_;
};

FreeSpaceSolver::FreeSpaceSolver(const Problem& problem, const FreeSpaceOptions& options)
{
    if (const auto reason = unsupported_reason(problem, options)) {
        throw std::invalid_argument{*reason};
    }
    validate_threads(options.threads, "a solve");
    require(chosen_backend(options.backend), "solve");
    implementation_ = std::make_unique<const Implementation>(problem, options);
}

FreeSpaceSolver::FreeSpaceSolver(FreeSpaceSolver&&) noexcept = default;
FreeSpaceSolver& FreeSpaceSolver::operator=(FreeSpaceSolver&&) noexcept = default;
FreeSpaceSolver::~FreeSpaceSolver() = default;

void FreeSpaceSolver::solve(const double* f, double* u, Stream stream) const
{
    implementation_->solve(f, u, stream);
}

void FreeSpaceSolver::solve(const float* f, float* u, Stream stream) const
{
    implementation_->solve(f, u, stream);
}

void FreeSpaceSolver::gradient(const double* f, const std::array<double*, 3>& derivatives,
                               Stream stream) const
{
    implementation_->gradient(f, derivatives, stream);
}

void FreeSpaceSolver::gradient(const float* f, const std::array<float*, 3>& derivatives,
                               Stream stream) const
{
    implementation_->gradient(f, derivatives, stream);
}

void FreeSpaceSolver::curl(const std::array<const double*, 3>& f,
                           const std::array<double*, 3>& curl, Stream stream) const
{
    implementation_->curl(f, curl, stream);
}

void FreeSpaceSolver::curl(const std::array<const float*, 3>& f, const std::array<float*, 3>& curl,
                           Stream stream) const
{
    implementation_->curl(f, curl, stream);
}

const Problem& FreeSpaceSolver::problem() const
{
    return implementation_->problem();
}

Backend FreeSpaceSolver::backend() const
{
    return implementation_->backend();
}

std::size_t FreeSpaceSolver::workspace_bytes() const
{
    return implementation_->workspace_bytes();
}

std::string FreeSpaceSolver::describe() const
{
    return implementation_->describe();
}

}  // namespace tobiuo::poisson
