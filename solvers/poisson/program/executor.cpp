// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/poisson/program/executor.hpp"

#include <future>
#include <span>
#include <utility>
#include <variant>

#include "runtime/precision.hpp"

namespace tobiuo::poisson {
namespace {

class ReadyCopy final : public ReadyStep {
public:
    ReadyCopy(const runtime::Machine& machine, std::size_t bytes) : machine_{machine}, bytes_{bytes}
    {
    }

    void enqueue(const SolveArrays& arrays, Stream stream) const override
    {
        if (arrays.f != arrays.u) {
            machine_.copy(arrays.u, arrays.f, bytes_, stream);
        }
    }

private:
    const runtime::Machine& machine_;
    std::size_t bytes_;
};

MachineArrays allocated(const runtime::Machine& machine, const ProgramArrays& wanted)
{
    const runtime::OwnStream stream = machine.make_stream();
    MachineArrays arrays;
    for (std::size_t n = 0; n < arrays.size(); ++n) {
        const ProgramArray& one = wanted.at(n);
        arrays.at(n) = one.values.empty() ? machine.zeros_and_wait(one.bytes)
                                          : machine.copied_and_wait(one.values, stream.get());
    }
    return arrays;
}

template <typename T>
std::vector<double> read_and_wait(const runtime::Machine& machine, const void* from,
                                  std::int64_t count, Stream stream)
{
    std::vector<T> values(static_cast<std::size_t>(count));
    machine.read_and_wait(std::as_writable_bytes(std::span{values}), from, stream);
    return {values.begin(), values.end()};
}

std::vector<double> values_and_wait(const runtime::Machine& machine, Precision precision,
                                    const void* from, std::int64_t count, Stream stream)
{
    return precision == Precision::fp32 ? read_and_wait<float>(machine, from, count, stream)
                                        : read_and_wait<double>(machine, from, count, stream);
}

}  // namespace

double value_and_wait(const runtime::Machine& machine, Precision precision, const void* from,
                      Stream stream)
{
    return values_and_wait(machine, precision, from, 1, stream).front();
}

Executor::Executor(const runtime::Machine& machine, const SolveBackEnd& back_end,
                   const SolveProgram& program, const fft::PlaceFunction& load)
    : machine_{&machine},
      precision_{program.precision},
      round_trip_{program.round_trip},
      problems_{program.problems},
      arrays_{allocated(machine, program.arrays)},
      between_products_{program.between_products}
{
    using Made = std::unique_ptr<const ReadyStep>;
    const std::size_t bytes =
        static_cast<std::size_t>(program.points * bytes_per_value(program.precision));
    const fft::PlaceFunction none;
    const auto make = [&](std::size_t n) -> Made {
        const SolveStep& step = program.steps.at(n);
        if (std::holds_alternative<CopyOfF>(step)) {
            return std::make_unique<ReadyCopy>(machine, bytes);
        }
        return back_end.prepare(
            step, {.program = program, .arrays = arrays_, .load = n == 0 ? load : none});
    };
    // The first error in the order of the steps is the one that is reported.
    std::vector<std::future<Made>> coming;
    for (std::size_t n = 1; back_end.prepares_side_by_side && n < program.steps.size(); ++n) {
        coming.push_back(std::async(std::launch::async, [&machine, &make, n] {
            machine.select();
            Made made = make(n);
            runtime::wait_for_kernels();
            return made;
        }));
    }
    for (std::size_t n = 0; n < program.steps.size(); ++n) {
        is_product_.push_back(std::holds_alternative<ProductOfLines>(program.steps[n]));
        steps_.push_back(n > 0 && !coming.empty() ? coming.at(n - 1).get() : make(n));
    }
}

void Executor::enqueue(SolveArrays arrays, Stream stream) const
{
    if (arrays.work == nullptr) {
        arrays.work = array(ArrayName::work).data();
    }
    arrays.field = array(ArrayName::field).data();
    SolveArrays inside = arrays;
    if (between_products_) {
        inside.u = arrays.place(*between_products_);
        inside.f = inside.u;
    }
    for (std::size_t n = 0; n < steps_.size(); ++n) {
        steps_[n]->enqueue(is_product_[n] ? arrays : inside, stream);
    }
}

double Executor::removed_mean_and_wait(Stream stream) const
{
    // The mode is a sum over the box.
    return value_and_wait(*machine_, precision_, constant(), stream) / round_trip_;
}

std::vector<double> Executor::removed_means_and_wait(Stream stream, const void* from,
                                                     std::int64_t count) const
{
    std::vector<double> means =
        values_and_wait(*machine_, precision_, from != nullptr ? from : constant(),
                        from != nullptr ? count : problems_, stream);
    for (double& mean : means) {
        mean /= round_trip_;  // the mode is a sum over the box
    }
    return means;
}

void Executor::keep_removed(void* to, Stream stream) const
{
    machine_->copy(to, constant(), static_cast<std::size_t>(bytes_per_value(precision_)), stream);
}

std::size_t Executor::bytes() const
{
    std::size_t sum = 0;
    for (const runtime::Array& array : arrays_) {
        sum += array.bytes();
    }
    for (const auto& step : steps_) {
        sum += step->bytes_of_call();
    }
    return sum;
}

}  // namespace tobiuo::poisson
