// SPDX-License-Identifier: BSD-3-Clause
// Outflows into which a part of the flow comes back.
#include "kernels/flow/backflow_item.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <tobiuo/flow.hpp>

#include "kernels/flow/face_items.hpp"
#include "runtime/device/compile/nvrtc.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "solvers/flow/problem.hpp"
#include "tests/solvers/flow/flows.hpp"

namespace tobiuo::flow {
namespace {

/// A stream of speed 1 through a box to the face, which is an outflow, with a vortex seven times as fast
/// in the middle, about an axis along the face.
struct LeavingVortex {
    int face;
    Problem problem;
    Field velocity;
};

LeavingVortex leaving_vortex(int face)
{
    const int axis = face / 2;
    const int other = axis == 0 ? 1 : 0;  // across which the vortex turns, too
    const auto along = static_cast<std::size_t>(axis);
    Extents cells{4, 4, 4};
    (axis == 0 ? cells.x : axis == 1 ? cells.y : cells.z) = 32;
    (other == 0 ? cells.x : cells.y) = 32;
    Problem problem{.grid = box(cells, {4.0, 4.0, 4.0}), .viscosity = 1.0e-4};
    const double into = face % 2 == 1 ? 1.0 : -1.0;
    Face inlet{.kind = FaceKind::inflow};
    inlet.velocity.at(along) = into;
    problem.faces.at(along) = {.lower = inlet, .upper = {.kind = FaceKind::outflow}};
    if (face % 2 == 0) {
        std::swap(problem.faces.at(along).lower, problem.faces.at(along).upper);
    }
    problem.faces.at(static_cast<std::size_t>(other)) = both(FaceKind::free_slip);
    const auto component = [=](int which) -> Component {
        return [=](double x, double y, double z) {
            const double place[3] = {x - 2.0, y - 2.0, z - 2.0};
            const double swirl =
                32.0 * std::exp(-4.0 * (place[axis] * place[axis] + place[other] * place[other]));
            return which == axis    ? into - swirl * place[other]
                   : which == other ? swirl * place[axis]
                                    : 0.0;
        };
    };
    return {face, problem, {component(0), component(1), component(2)}};
}

/// The largest kinetic energy until the vortex is away, in that at the start.
double largest_energy(const LeavingVortex& vortex)
{
    Solver solver = started(vortex.problem, vortex.velocity);
    const double first = solver.observed_and_wait().kinetic_energy;
    double largest = 0.0;
    for (int step = 0; step < 400 && largest < 2.0; ++step) {
        const Observed observed = solver.observed_and_wait();
        solver.step(step_limit(vortex.problem, observed.largest_rate, 0.9).seconds);
        largest = std::max(largest, solver.observed_and_wait().kinetic_energy / first);
    }
    EXPECT_LT(solver.observed_and_wait().kinetic_energy, 0.8 * first) << "it has left";
    return largest;
}

TEST(FlowBackflow, brings_no_energy_with_a_vortex_that_leaves)
{
    constexpr double of_the_stream = 0.02;  // work of the pressure at the inlet
    for (int face = 0; face < 6; ++face) {
        SCOPED_TRACE(face);
        EXPECT_LT(largest_energy(leaving_vortex(face)), 1.0 + of_the_stream);
    }
}

TEST(FlowBackflow, is_borne_with_one_projection_and_with_implicit_diffusion)
{
    LeavingVortex vortex = leaving_vortex(1);
    vortex.problem.projections = 1;
    EXPECT_LT(largest_energy(vortex), 1.02);
    vortex = leaving_vortex(1);
    vortex.problem.implicit_diffusion = 1;
    EXPECT_LT(largest_energy(vortex), 1.02);
}

/// A box of 3 x 2 x 2 cells of width 1 with an outflow, and its velocities.
struct SmallBox {
    explicit SmallBox(double through)
    {
        box.counts[0] = 3;
        box.counts[1] = box.counts[2] = 2;
        box.periodic[0] = false;
        for (Spacings<double>& axis : box.axes) {
            axis = {.per_width = ones + 1, .per_gap = ones + 1, .share = {ones + 1, ones + 1}};
        }
        box.faces[1].pressure_factor = -1.0;
        u.assign(12, through);
        arrays.velocity[0] = u.data();
        arrays.velocity[1] = v.data();
        arrays.velocity[2] = v.data();
        arrays.impulse = zeros.data();
        for (int c = 0; c < 3; ++c) {
            arrays.next[c] = next.data();
            arrays.rates[c] = rates.data();
        }
    }
    void run()
    {
        StopBackflow<double> item{.box = box,
                                  .arrays = arrays,
                                  .face = 1,
                                  .component = 1,
                                  .new_part = 0.5,
                                  .keeps = true};
        for (long long n = 0; n < 4; ++n) {
            item(n);
        }
    }

    static constexpr double ones[6] = {1, 1, 1, 1, 1, 1};
    Box<double> box;
    StageArrays<double> arrays;
    std::vector<double> u;
    std::vector<double> v = std::vector<double>(12, 3.0);
    std::vector<double> zeros = std::vector<double>(12, 0.0);
    std::vector<double> next = std::vector<double>(12, 7.0);
    std::vector<double> rates = std::vector<double>(12, -1.0);
};

TEST(FlowBackflow, is_all_that_is_changed)
{
    SmallBox leaving{2.0};
    leaving.run();
    EXPECT_EQ(leaving.next, std::vector<double>(12, 7.0));
    EXPECT_EQ(leaving.rates, std::vector<double>(12, -1.0));
    SmallBox entering{-2.0};
    entering.run();
    for (std::size_t n = 0; n < 12; ++n) {
        const double rate = n % 3 == 2 ? -2.0 * 3.0 / 2.0 : 0.0;  // |u| v / 2 beside the face
        EXPECT_DOUBLE_EQ(entering.rates[n], -1.0 + rate) << n;
        EXPECT_DOUBLE_EQ(entering.next[n], 7.0 + 0.5 * rate) << n;
    }
}

TEST(FlowBackflowNvrtc, compiles_without_a_remark)
{
    for (const Precision precision : {Precision::fp64, Precision::fp32}) {
        for (const runtime::ItemKind& kind :
             {StopBackflow<double>::kind, OutflowItem<double>::kind}) {
            const device::CompiledKernel compiled =
                device::compile(runtime::item_kernel(kind, precision), "sm_90");
            EXPECT_TRUE(compiled.image.starts_with("\177ELF")) << kind.name;
            EXPECT_EQ(compiled.log, "") << kind.name;
        }
    }
}

}  // namespace
}  // namespace tobiuo::flow
