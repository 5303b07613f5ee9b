// SPDX-License-Identifier: BSD-3-Clause
// Expressions at all points of arrays, filled where a machine has its memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <tobiuo/stream.hpp>

#include "runtime/machine/machine.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::expression {

/// The values of an expression of x, y, z and t at the points of a grid, [z][y][x].
struct FormulaArray {
    Expression formula;
    std::array<std::vector<double>, 3> positions;  ///< along x, y and z

    [[nodiscard]] std::int64_t count() const
    {
        return std::ssize(positions[0]) * std::ssize(positions[1]) * std::ssize(positions[2]);
    }
};

/// The text that defines formula_value() of kernels/formula_item.hpp, by number.
[[nodiscard]] std::string text_of(std::span<const Expression> formulas);

/// Fills several arrays at several times. Time and positions are arguments of the one kernel that a
/// GPU has for all of them: it is compiled once.
///
/// Values    on the host those of Expression::at(); on a GPU near these as body_of() says, and the
///           same for the same formulas.
/// Twin      on the host Rows.
class ArrayFiller {
public:
    /// Throws DeviceError.
    ArrayFiller(const runtime::Machine& machine, std::vector<FormulaArray> arrays);
    ArrayFiller(const ArrayFiller&) = delete;
    ArrayFiller& operator=(const ArrayFiller&) = delete;
    ~ArrayFiller();

    /// The number of values of all arrays at one time.
    [[nodiscard]] std::int64_t values() const { return values_; }
    /// Where the values of an array begin among these.
    [[nodiscard]] std::int64_t first(std::size_t array) const { return firsts_.at(array); }

    static constexpr std::size_t most_times = 8;

    /// Fills `to`, memory of the machine, with the arrays one after the other, at one time after the
    /// other. Enqueues on a GPU, has done it on the host. Throws std::invalid_argument for more than
    /// most_times.
    void fill(std::span<const double> times, double* to, Stream stream) const;

    /// Fills `to`, as fill() does, with so many rows of x of the first array from row `first` on, at
    /// time 0.
    void fill_rows(std::int64_t first, std::int64_t rows, double* to, Stream stream) const;

private:
    /// On a GPU: `count` values from value `first` on.
    void enqueue(std::span<const double> times, std::int64_t first, std::int64_t count, double* to,
                 Stream stream) const;

    std::vector<FormulaArray> arrays_;
    std::vector<std::int64_t> firsts_;
    std::int64_t values_ = 0;
    std::shared_ptr<const runtime::ItemKernel> kernel_;  ///< null on the host
    runtime::Array positions_;                           ///< of all arrays
    runtime::Array points_;                              ///< FormulaPoints of the arrays
};

}  // namespace tobiuo::expression
