// SPDX-License-Identifier: BSD-3-Clause
// Every kernel of the table is compared with the twin, by one suite for the CPU and for devices.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/device.hpp"
#include "tests/support/opencl.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::stencil {
namespace {

using test::kind_called;
using test::same_bits;
using test::text_of;

constexpr std::uint64_t seed = 20080817;

/// A kernel of the table in one precision.
struct Subject {
    const SweepKind* kind;
    Precision precision;
};

std::string name_of(const Subject& subject)
{
    std::string name{subject.kind->name};
    std::ranges::replace_if(
        name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
    return name + (subject.precision == Precision::fp32 ? "_single" : "_double");
}

void PrintTo(const Subject& subject, std::ostream* out)  // NOLINT: GoogleTest's name
{
    *out << name_of(subject);
}

/// Why nothing can be tested on the back end; empty if it can.
std::string why_not(Backend backend)
{
    switch (backend) {
        case Backend::cuda:
            return test::why_no_device();
        case Backend::opencl:
            return test::why_no_opencl();
        case Backend::cpu:
            break;
    }
    return "";
}

/// p is always read as double, which keeps every bit of a float.
using Swept = test::Swept<double>;

/// Shapes that a kernel declines are left out; a test without any shape left is skipped.
class EveryKernel : public ::testing::TestWithParam<Subject> {
protected:
    void SetUp() override
    {
        const std::string why = why_not(kind().backend);
        if (!why.empty()) {
            GTEST_SKIP() << why;
        }
    }

    void TearDown() override
    {
        if (served_ == 0 && !declined_.empty()) {
            GTEST_SKIP() << "declined" << declined_;
        }
    }

    [[nodiscard]] static const SweepKind& kind() { return *GetParam().kind; }

    [[nodiscard]] static SweepRequest request_for(const Shape& shape)
    {
        return {.shape = shape, .precision = GetParam().precision, .parameters = {}};
    }

    /// Whether the kernel serves `request`; if it does not, its reason is kept.
    bool serves(const SweepRequest& request)
    {
        const std::optional<std::string> unsupported_reason = kind().unsupported_reason(request);
        if (unsupported_reason) {
            declined_ += "\n  " + text_of(request.shape) + ": " + *unsupported_reason;
            RecordProperty("declined", declined_);
            return false;
        }
        ++served_;
        return true;
    }

    /// Calls `check(source, request)` for the shapes that the kernel serves.
    template <typename Check>
    void for_shapes(const std::vector<Shape>& shapes, const Check& check)
    {
        for (const Shape& shape : shapes) {
            if (serves(request_for(shape))) {
                SCOPED_TRACE(::testing::Message() << text_of(shape) << ", seed " << seed);
                check(*himeno::random_source(shape, seed), request_for(shape));
            }
        }
    }

    static Swept by_the_twin(const ArraySource& source, const Shape& shape, std::size_t sweeps)
    {
        return test::swept<double>(kind_called("twin"), request_for(shape), source, sweeps);
    }

    static void expect_gosa(std::span<const double> gosa, std::span<const double> twin,
                            const Shape& shape)
    {
        ASSERT_LE(gosa.size(), twin.size());
        for (std::size_t sweep = 0; sweep < gosa.size(); ++sweep) {
            EXPECT_NEAR(gosa[sweep], twin[sweep],
                        twin[sweep] * test::reordered_sum(shape.interior()))
                << "sweep " << sweep;
        }
    }

private:
    int served_ = 0;
    std::string declined_;
};

TEST_P(EveryKernel, has_the_bits_of_the_twin_at_awkward_sizes)
{
    for_shapes(test::awkward_shapes, [](const ArraySource& source, const SweepRequest& request) {
        const Swept twin = by_the_twin(source, request.shape, 9);
        const Swept got = test::swept<double>(kind(), request, source, 9);
        EXPECT_TRUE(same_bits(got.p, twin.p));
        expect_gosa(got.gosa, twin.gosa, request.shape);
    });
}

// On a device every value is a kernel to compile, so fewer shapes are tested there.
TEST_P(EveryKernel, has_the_bits_of_the_twin_for_every_value_of_every_parameter)
{
    if (kind().parameters.empty()) {
        return;
    }
    std::vector<Shape> shapes{{37, 19, 131}, {7, 5, 18}};
    if (kind().backend == Backend::cpu) {
        shapes.insert(shapes.end(), test::awkward_shapes.begin(), test::awkward_shapes.end());
    }
    for_shapes(shapes, [this](const ArraySource& source, const SweepRequest& request) {
        const Swept twin = by_the_twin(source, request.shape, 4);
        for (const Parameter& parameter : kind().parameters) {
            for (const std::string_view choice : parameter.choices) {
                SCOPED_TRACE(::testing::Message() << parameter.name << " = " << choice);
                SweepRequest wish = request;
                wish.parameters[std::string{parameter.name}] = choice;
                if (serves(wish)) {
                    const Swept got = test::swept<double>(kind(), wish, source, 4);
                    EXPECT_TRUE(same_bits(got.p, twin.p));
                    expect_gosa(got.gosa, twin.gosa, request.shape);
                }
            }
        }
    });
}

// p is read after every call, so that every number of sweeps occurs, and for kernels with several
// sweeps in a pass every remainder.
TEST_P(EveryKernel, any_division_of_the_sweeps_among_calls_gives_the_bits_of_the_twin)
{
    constexpr std::size_t most = 7;
    const std::vector<std::vector<std::size_t>> divisions{
        {1, 1, 1, 1, 1, 1, 1}, {2, 2, 2, 1}, {3, 3, 1}, {4, 3}, {5, 2}, {7}, {1, 2, 3}, {0, 6, 0}};
    for_shapes({{3, 4, 5}, {13, 17, 67}, {33, 6, 65}, {5, 9, 258}},
               [&](const ArraySource& source, const SweepRequest& request) {
                   const auto plan = kind().make(request);
                   const auto twin = kind_called("twin").make(request);
                   for (const std::vector<std::size_t>& division : divisions) {
                       SCOPED_TRACE(::testing::PrintToString(division));
                       plan->load(source);
                       twin->load(source);
                       for (const std::size_t sweeps : division) {
                           ASSERT_LE(sweeps, most);
                           std::vector<double> gosa(sweeps);
                           std::vector<double> expected(sweeps);
                           plan->sweep_and_wait(gosa);
                           twin->sweep_and_wait(expected);
                           expect_gosa(gosa, expected, request.shape);
                           EXPECT_TRUE(same_bits(test::pressure_of<double>(*plan, request.shape),
                                                 test::pressure_of<double>(*twin, request.shape)));
                       }
                   }
               });
}

// The program's batches depend on the clock, so the sum must not depend on the batches.
TEST_P(EveryKernel, gosa_has_the_same_bits_in_every_run)
{
    for_shapes({{67, 66, 130}}, [](const ArraySource& source, const SweepRequest& request) {
        const Swept first = test::swept<double>(kind(), request, source, 40, 40);
        for (const std::size_t batch : {40, 7, 3, 2, 1}) {
            const Swept again = test::swept<double>(kind(), request, source, 40, batch);
            EXPECT_TRUE(same_bits(again.gosa, first.gosa)) << "in calls of " << batch;
            EXPECT_TRUE(same_bits(again.p, first.p)) << "in calls of " << batch;
        }
    });
}

TEST_P(EveryKernel, loading_again_starts_again)
{
    for_shapes({{9, 10, 70}}, [](const ArraySource& source, const SweepRequest& request) {
        const auto other = himeno::random_source(request.shape, seed + 1);
        const Swept fresh = test::swept<double>(kind(), request, source, 5, 5);
        const auto plan = kind().make(request);
        std::vector<double> gosa(5);
        for (const bool same : {true, true, false, true}) {
            plan->load(same ? source : *other);
            plan->sweep_and_wait(gosa);
        }
        EXPECT_TRUE(same_bits(gosa, fresh.gosa));
        EXPECT_TRUE(same_bits(test::pressure_of<double>(*plan, request.shape), fresh.p));
    });
}

TEST_P(EveryKernel, reads_planes_of_p_in_the_other_precision)
{
    for_shapes({{5, 6, 21}}, [](const ArraySource& source, const SweepRequest& request) {
        const auto plan = kind().make(request);
        plan->load(source);
        std::vector<double> gosa(3);
        for (const std::size_t sweeps : {0, 1, 3}) {
            plan->sweep_and_wait(std::span{gosa}.first(sweeps));
            const auto whole = test::pressure_of<double>(*plan, request.shape);
            std::vector<float> single(static_cast<std::size_t>(2 * request.shape.plane()));
            std::vector<double> twice(single.size());
            plan->read_pressure(3, 2, std::span<float>{single});
            plan->read_pressure(3, 2, std::span<double>{twice});
            const std::vector part(whole.end() - static_cast<std::ptrdiff_t>(twice.size()),
                                   whole.end());
            EXPECT_TRUE(same_bits(twice, part));
            EXPECT_TRUE(same_bits(single, std::vector<float>(part.begin(), part.end())));
        }
    });
}

TEST_P(EveryKernel, boundary_keeps_its_values)
{
    for_shapes({{6, 7, 21}}, [](const ArraySource& source, const SweepRequest& request) {
        const Shape& shape = request.shape;
        const auto plan = kind().make(request);
        plan->load(source);
        const auto before = test::pressure_of<double>(*plan, shape);
        std::vector<double> gosa(5);
        plan->sweep_and_wait(gosa);
        const auto after = test::pressure_of<double>(*plan, shape);
        for (std::int64_t n = 0; n < shape.values(); ++n) {
            const bool inside = n / shape.plane() % (shape.ni - 1) != 0 &&
                                n / shape.nk % shape.nj % (shape.nj - 1) != 0 &&
                                n % shape.nk % (shape.nk - 1) != 0;
            const auto at = static_cast<std::size_t>(n);
            EXPECT_TRUE(inside || after[at] == before[at]) << "value " << n;
        }
    });
}

// With the official data p depends on i alone, so the first residual is 1 / (3 (ni - 1)^2) at
// every interior point: gosa = interior / (9 (ni - 1)^4) exactly.
TEST_P(EveryKernel, first_gosa_is_the_closed_form)
{
    const SweepRequest request = request_for({16, 12, 40});
    if (serves(request)) {
        const Shape& shape = request.shape;
        const auto source = himeno::official_source(shape);
        const Swept once = test::swept<double>(kind(), request, *source, 1);
        const auto square = static_cast<double>((shape.ni - 1) * (shape.ni - 1));
        const double expected = static_cast<double>(shape.interior()) / (9.0 * square * square);
        EXPECT_NEAR(once.gosa[0], expected,
                    expected * test::official_first_gosa(shape.ni, request.precision));
    }
}

std::vector<Subject> rows_of(Backend backend)
{
    std::vector<Subject> subjects;
    for (const SweepKind& kind : sweep_kinds()) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            if (kind.backend == backend) {
                subjects.push_back({.kind = &kind, .precision = precision});
            }
        }
    }
    return subjects;
}

const auto subject_name = [](const auto& info) { return name_of(info.param); };

INSTANTIATE_TEST_SUITE_P(OnCpu, EveryKernel, ::testing::ValuesIn(rows_of(Backend::cpu)),
                         subject_name);
INSTANTIATE_TEST_SUITE_P(OnOpenCL, EveryKernel, ::testing::ValuesIn(rows_of(Backend::opencl)),
                         subject_name);
INSTANTIATE_TEST_SUITE_P(OnDevice, EveryKernel, ::testing::ValuesIn(rows_of(Backend::cuda)),
                         subject_name);

}  // namespace
}  // namespace tobiuo::stencil
