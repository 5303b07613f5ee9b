// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/array_filler.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "kernels/formula_item.hpp"
#include "runtime/threads.hpp"
#include "solvers/expression/rows.hpp"
#include "solvers/expression/text.hpp"

namespace tobiuo::expression {
namespace {

/// The different formulas of the arrays, and the number of each array's among them.
struct Formulas {
    std::vector<Expression> all;
    std::vector<int> number_of;
};

Formulas formulas_of(std::span<const FormulaArray> arrays)
{
    Formulas formulas;
    for (const FormulaArray& array : arrays) {
        auto found = std::ranges::find(formulas.all, array.formula.text(), &Expression::text);
        if (found == formulas.all.end()) {
            found = formulas.all.insert(found, array.formula);
        }
        formulas.number_of.push_back(static_cast<int>(found - formulas.all.begin()));
    }
    return formulas;
}

/// Fills `to` with some rows of x of an array.
void compute_rows(const FormulaArray& array, std::int64_t first, std::int64_t count, double time,
                  double* to)
{
    constexpr double nanoseconds = 5.0;  // about those of a value
    const std::vector<double>& x = array.positions[0];
    const std::vector<double>& y = array.positions[1];
    const std::vector<double>& z = array.positions[2];
    const Rows rows{array.formula, 0, x};
    [[maybe_unused]] const int threads = threads_for(count * std::ssize(x), nanoseconds);
#pragma omp parallel num_threads(threads)
    {
        Rows::Scratch scratch;
#pragma omp for schedule(static)
        for (std::int64_t n = 0; n < count; ++n) {
            const auto row = static_cast<std::size_t>(first + n);
            rows.compute({0.0, y[row % y.size()], z[row / y.size()], time}, scratch,
                         {to + n * std::ssize(x), x.size()});
        }
    }
}

}  // namespace

std::string text_of(std::span<const Expression> formulas)
{
    std::string text =
        "double tobiuo::formula_value(int number, double x, double y, double z, double t)\n"
        "{\nswitch (number) {\n";
    for (std::size_t n = 0; n < formulas.size(); ++n) {
        text += "case " + std::to_string(n) + ": {\n" + body_of(formulas[n].tree()) + "}\n";
    }
    return text + "}\nreturn 0.0;\n}\n";
}

ArrayFiller::ArrayFiller(const runtime::Machine& machine, std::vector<FormulaArray> arrays)
    : arrays_{std::move(arrays)}
{
    for (const FormulaArray& array : arrays_) {
        firsts_.push_back(values_);
        values_ += array.count();
    }
    if (machine.is_host()) {
        return;
    }
    const Formulas formulas = formulas_of(arrays_);
    kernel_ = machine.prepare(FillArrays<double>::kind, Precision::fp64, text_of(formulas.all));
    std::vector<double> positions;
    for (const FormulaArray& array : arrays_) {
        for (const std::vector<double>& along : array.positions) {
            positions.insert(positions.end(), along.begin(), along.end());
        }
    }
    positions_ = machine.copied_and_wait(std::as_bytes(std::span{positions}));
    std::vector<FormulaPoints> points;
    const double* next = positions_.as<double>();
    for (std::size_t n = 0; n < arrays_.size(); ++n) {
        FormulaPoints& added = points.emplace_back();
        added.formula = formulas.number_of[n];
        for (std::size_t axis = 0; axis < 3; ++axis) {
            added.positions[axis] = next;
            added.counts[axis] = std::ssize(arrays_[n].positions.at(axis));
            next += added.counts[axis];
        }
    }
    points_ = machine.copied_and_wait(std::as_bytes(std::span{points}));
}

ArrayFiller::~ArrayFiller() = default;

void ArrayFiller::fill(std::span<const double> times, double* to, Stream stream) const
{
    if (times.size() > most_times) {
        throw std::invalid_argument{"formulas were asked for at " + std::to_string(times.size()) +
                                    " times at once: give " + std::to_string(most_times) +
                                    " or fewer"};
    }
    if (kernel_ != nullptr) {
        enqueue(times, 0, values_ * std::ssize(times), to, stream);
        return;
    }
    for (const double time : times) {
        for (const FormulaArray& array : arrays_) {
            compute_rows(array, 0, array.count() / std::ssize(array.positions[0]), time, to);
            to += array.count();
        }
    }
}

void ArrayFiller::fill_rows(std::int64_t first, std::int64_t rows, double* to, Stream stream) const
{
    const FormulaArray& array = arrays_.front();
    const std::int64_t length = std::ssize(array.positions[0]);
    if (kernel_ != nullptr) {
        enqueue({}, first * length, rows * length, to, stream);
    } else {
        compute_rows(array, first, rows, 0.0, to);
    }
}

void ArrayFiller::enqueue(std::span<const double> times, std::int64_t first, std::int64_t count,
                          double* to, Stream stream) const
{
    FillArrays<double> item{.arrays = points_.as<FormulaPoints>(),
                            .values = values_,
                            .to = to,
                            .times = {},
                            .first = first};
    std::ranges::copy(times, item.times);
    kernel_->launch(&item, sizeof(item), count, stream);
}

}  // namespace tobiuo::expression
