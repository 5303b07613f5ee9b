// SPDX-License-Identifier: BSD-3-Clause
// The operator div(a grad u) + lambda u on a box, in the memory of a machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tobiuo/poisson/coefficient_solver.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/poisson/coefficient_items.hpp"
#include "runtime/machine/for_each.hpp"
#include "runtime/machine/machine.hpp"
#include "solvers/poisson/problem.hpp"

namespace tobiuo::poisson {

/// The tolerance that a solve in this precision comes to: in single precision not below 1e-6.
[[nodiscard]] double attained_tolerance(const CoefficientOptions& options, Precision precision);

/// What is known of a coefficient.
struct CoefficientFacts {
    double mean = 1.0;
    double mean_inverse = 1.0;
    double contrast = 1.0;  ///< the greatest value by the least
    double curvature =
        0.0;                ///< the mean of q = laplacian(a^1/2) / a^1/2 inside the box, at least 0
    double steepest = 1.0;  ///< the greatest ratio of neighbours
};

/// Items on arrays of unknowns with the coefficient a, and their sums, which have the same bits for any
/// number of threads.
template <typename T>
class CoefficientOperator {
public:
    /// Keeps the roots of `a`, which the machine can copy from. It has items and outlives this object.
    /// Waits.
    /// Throws std::invalid_argument if a value is not above 0 and finite, or DeviceError.
    CoefficientOperator(const Problem& problem, FaceMean mean, const T* a,
                        const runtime::Machine& machine, Stream stream = nullptr);

    [[nodiscard]] const CoefficientFacts& facts() const { return facts_; }
    /// Solves for u, or for w = a^1/2 u, from now on.
    void scale(bool scaled) { box_.scaled = scaled; }

    /// Subtracts from f what walls with these values contribute, without what scales.
    void subtract_walls(const walls::GivenFaces<T>& given, T* f, Stream stream) const;
    /// Multiplies the values of a wall by its coefficient, for other operators.
    void multiply_wall(int axis, int end, std::vector<double>& values) const;

    struct Sum {
        double values = 0.0;
        double squares = 0.0;
    };
    /// The means over the volume of the values and of their squares; unscales them first if wanted.
    [[nodiscard]] Sum mean_and_wait(T* values, bool unscales, Stream stream) const;
    /// r = (r - mean) / scale - A x. Returns the mean square of the unscaled residual.
    [[nodiscard]] double residual_and_wait(const T* x, double mean, T* r, Stream stream) const;

    struct Products {
        double with_residual = 0.0;  ///< of r and z
        double with_image = 0.0;     ///< of z and A z
    };
    [[nodiscard]] Products products_and_wait(const T* r, const T* z, Stream stream) const;

    struct Step {
        const T* z = nullptr;
        const T* before = nullptr;
        double beta = 0.0;
        double alpha = 0.0;
        T* direction = nullptr;
        T* x = nullptr;
        T* r = nullptr;
    };
    /// Returns the mean square of the unscaled residual.
    [[nodiscard]] double step_and_wait(const Step& step, Stream stream) const;

    [[nodiscard]] std::size_t bytes() const;
    /// Bytes that the sums take for a problem on a machine; the roots are an array besides.
    [[nodiscard]] static std::int64_t sum_bytes(const Problem& problem, bool on_host);

private:
    template <typename Item>
    [[nodiscard]] LaneSums summed_and_wait(const runtime::ForEach<Item>& run, Item item,
                                           Stream stream) const;
    [[nodiscard]] LaneSums folded_and_wait(Stream stream) const;
    [[nodiscard]] CoefficientWall<T> wall_item(int axis, int end) const;
    void find_facts_and_wait(const T* a, Stream stream);

    const Problem problem_;
    const runtime::Machine& machine_;
    std::vector<runtime::Array> arrays_;
    CoefficientBox<T> box_;
    CoefficientFacts facts_;
    double volume_ = 1.0;
    double wall_[3][2] = {};  ///< as ThreePoint::wall
    LaneSums* sums_ = nullptr;
    LaneSums* folded_ = nullptr;
    runtime::ForEach<FoldLaneSums<T>> fold_;
    runtime::ForEach<CoefficientRoot<T>> root_;
    runtime::ForEach<MeasureCoefficient<T>> measure_;
    runtime::ForEach<CoefficientWall<T>> wall_values_;
    runtime::ForEach<SumOfUnknowns<T>> sum_;
    runtime::ForEach<CoefficientResidual<T>> residual_;
    runtime::ForEach<MeasureDirection<T>> products_;
    runtime::ForEach<MoveUnknowns<T>> move_;
};

extern template class CoefficientOperator<float>;
extern template class CoefficientOperator<double>;

}  // namespace tobiuo::poisson
