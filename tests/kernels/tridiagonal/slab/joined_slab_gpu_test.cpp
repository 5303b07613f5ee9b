// SPDX-License-Identifier: BSD-3-Clause
// Slabs of two devices, which are the same one here, fulfil the equations of the whole columns;
// their kernels compile everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "kernels/fft/choose/device_limits.hpp"
#include "kernels/tridiagonal/slab/joined_slab_solver.hpp"
#include "kernels/tridiagonal/toeplitz/toeplitz_solver.hpp"
#include "runtime/device/buffer.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/device/copy.hpp"
#include "runtime/device/stream.hpp"
#include "tests/kernels/tridiagonal/slab/slab_example.hpp"
#include "tests/support/architectures.hpp"
#include "tests/support/device.hpp"

namespace tobiuo::tridiagonal {
namespace {

using test::SlabExample;

/// Solves without the column of the zero mode.
template <typename T>
class TwoDevices {
public:
    static constexpr std::size_t columns = SlabExample<T>::columns;

    TwoDevices(const SlabExample<T>& example, const std::array<long long, 2>& rows, bool reversed)
        : example_{example}, rows_{rows}, reversed_{reversed}
    {
        device::clear(line_, "clear a line", stream_.get());
        device::clear(told_, "clear numbers", stream_.get());  // some edges need two of the four
        for (const std::size_t device : {0, 1}) {
            solvers_.push_back(JoinedSlabSolver<T>{{.first = example.edges().first,
                                                    .last = example.edges().last,
                                                    .columns = example.columns,
                                                    .rows = rows.at(device),
                                                    .reversed = reversed},
                                                   fft::limits_of_current_device()});
        }
    }

    typename SlabExample<T>::Solved solved()
    {
        for (const std::size_t device : {0, 1}) {
            solvers_[device].begin(systems_of(device), sums_of(device), told_of(device),
                                   data_of(device), stream_.get());
        }
        const auto gathered =
            device::uploaded(device::fetch_and_wait(told_, stream_.get()), stream_.get());
        for (const std::size_t device : {0, 1}) {
            solvers_[device].join(systems_of(device), sums_of(device),
                                  {.forwards = gathered.data(),
                                   .backwards = gathered.data() + 2 * columns,
                                   .first = gathered.data() + 4 * columns,
                                   .last = gathered.data() + 7 * columns,
                                   .rows = counts_.data(),
                                   .devices = 2,
                                   .mine = static_cast<long long>(device)},
                                  stream_.get());
            solvers_[device].end(systems_of(device), sums_of(device), data_of(device),
                                 stream_.get());
        }
        return {.u = device::fetch_and_wait(data_, stream_.get())};
    }

private:
    [[nodiscard]] SlabSystems systems_of(std::size_t device) const
    {
        SlabSystems systems = example_.systems(inner_.data(), outer_.data());
        systems.rows = rows_.at(device);
        return systems;
    }
    [[nodiscard]] SlabSums sums_of(std::size_t device) const
    {
        double* const mine = sums_.data() + device * columns;
        return {.forwards = mine,
                .again = mine + 2 * columns,
                .first = mine + 4 * columns,
                .last = mine + 6 * columns,
                .line = line_.data() + (device == 0 ? 0 : rows_[0]),
                .constant = nullptr};
    }
    [[nodiscard]] ToldSums<T> told_of(std::size_t device) const
    {
        T* const mine = told_.data() + device * columns;
        return {.forwards = mine,
                .again = mine + 2 * columns,
                .first = mine + 4 * columns,
                .last = mine + 6 * columns};
    }
    [[nodiscard]] T* data_of(std::size_t device) const
    {
        const long long before = (device == 1) != reversed_ ? rows_.at(1 - device) : 0;
        return data_.data() + before * example_.columns;
    }

    const SlabExample<T>& example_;
    std::array<long long, 2> rows_;
    bool reversed_;
    device::Stream stream_ = device::make_stream();
    device::DeviceBuffer<T> data_ = device::uploaded(example_.right_side(), stream_.get());
    device::DeviceBuffer<double> inner_ = device::uploaded(example_.inner(), stream_.get());
    device::DeviceBuffer<double> outer_ = device::uploaded(example_.outer(), stream_.get());
    device::DeviceBuffer<long long> counts_ =
        device::uploaded(std::vector<long long>{rows_.begin(), rows_.end()}, stream_.get());
    device::DeviceBuffer<double> line_{static_cast<std::size_t>(rows_[0] + rows_[1])};
    device::DeviceBuffer<double> sums_{4 * 2 * columns};
    device::DeviceBuffer<T> told_{4 * 2 * columns};
    std::vector<JoinedSlabSolver<T>> solvers_;
};

template <typename T>
class JoinedSlabsOnDevice : public test::OnDevice {
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(JoinedSlabsOnDevice, Reals);

/// The largest error of a row between all edges, in both directions, beside the column of the zero
/// mode.
template <typename T>
double largest_error(const std::array<long long, 2>& rows)
{
    double largest = 0.0;
    for (const test::Edges& edges : test::all_edges) {
        for (const bool reversed : {false, true}) {
            const SlabExample<T> example{edges, rows[0] + rows[1]};
            const auto found = TwoDevices<T>{example, rows, reversed}.solved();
            for (long long column = 1; column < example.columns; ++column) {
                largest = std::max(largest, example.backward_error(found, column, reversed));
            }
        }
    }
    return largest;
}

TYPED_TEST(JoinedSlabsOnDevice, fulfil_every_row)
{
    EXPECT_LE(largest_error<TypeParam>({101, 102}), test::most_slab_errors);
    EXPECT_LE(largest_error<TypeParam>({512, 3}), test::most_slab_errors);
}

TYPED_TEST(JoinedSlabsOnDevice, of_too_many_rows_for_one_pass_fulfil_every_row)
{
    // The sums over the rows of a slab round once a row, in the worst of these columns with as much
    // as the largest u.
    constexpr double most_errors_of_thousands = 4.0 * test::most_slab_errors;
    EXPECT_LE(largest_error<TypeParam>({most_toeplitz_rows + 1, 50}), most_errors_of_thousands);
}

TEST(JoinedSlabKernels, compile_without_a_gpu)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const bool reversed : {false, true}) {
            auto form = choose_toeplitz({.rows = 512,
                                         .step = 1024 * 1024,
                                         .columns = 1024 * 1024,
                                         .first = Edge::open,
                                         .last = Edge::open},
                                        precision, fft::DeviceLimits{});
            ASSERT_TRUE(form);
            form->reversed = reversed;
            const device::Specialisation what = specialise(*form, precision);
            const device::CompiledKernel compiled = device::compile(what, "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << what.identifier();
            EXPECT_EQ(compiled.log, "") << what.identifier();
        }
    }
}

}  // namespace
}  // namespace tobiuo::tridiagonal
