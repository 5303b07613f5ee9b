// SPDX-License-Identifier: BSD-3-Clause
// The kernels of the flow compile for every architecture, without a device.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "kernels/flow/adjoint/adjoint_items.hpp"
#include "kernels/flow/closing_items.hpp"
#include "kernels/flow/derived_items.hpp"
#include "kernels/flow/device/flow_kernels.hpp"
#include "kernels/flow/eddy_items.hpp"
#include "kernels/flow/elimination/device_elimination.hpp"
#include "kernels/flow/expected_pressure.hpp"
#include "kernels/flow/face_items.hpp"
#include "kernels/flow/forcing_items.hpp"
#include "kernels/flow/implicit_slabs.hpp"
#include "kernels/flow/mean_items.hpp"
#include "kernels/flow/observe_items.hpp"
#include "kernels/flow/point_item.hpp"
#include "kernels/flow/source_items.hpp"
#include "kernels/flow/spectrum_items.hpp"
#include "kernels/walls/closed_cells.hpp"
#include "runtime/device/compile/module.hpp"
#include "runtime/machine/item_kernel.hpp"
#include "tests/kernels/flow/flow_example.hpp"
#include "tests/support/architectures.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::flow {
namespace {

StageProblem problem_of(const ExampleShape& shape, Precision precision)
{
    StageProblem problem{.precision = precision};
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        problem.counts[axis] = shape.counts.at(at);
        problem.periodic[axis] = shape.ends.at(at) == Ends::periodic;
        problem.has_outflow = problem.has_outflow || shape.ends.at(at) == Ends::outflow;
        problem.has_profiles =
            problem.has_profiles || (!problem.periodic[axis] && shape.counts[1] % 2 == 0);
        problem.stretched = shape.ends.at(at) == Ends::stretched_walls ? axis : problem.stretched;
        problem.buoyant[axis] = shape.counts[0] % 2 == 1;
    }
    return problem;
}

std::vector<device::Specialisation> all_kernels()
{
    std::vector<device::Specialisation> all;
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        all.push_back(specialise_elimination(precision));
        for (const ExampleShape& shape : example_shapes()) {
            const StageProblem problem = problem_of(shape, precision);
            const StageLaunch launch = choose_launch(problem, 132);
            StageProblem slab = problem;
            slab.periodic[2] = false;
            slab.joined[0] = true;
            slab.joined[1] = shape.counts[2] % 2 == 0;
            slab.varies = shape.counts[1] % 3 == 0;
            all.push_back(specialise_stage(form_of(slab, launch, stages[0], true), precision));
            for (const Stage& stage : stages) {
                all.push_back(
                    specialise_stage(form_of(problem, launch, stage, !stage.uses_old), precision));
            }
        }
        for (const int axis : {0, 1, 2}) {
            StageProblem problem = problem_of(example_shapes().at(3), precision);
            problem.varies = true;
            for (const Stage& stage : stages) {
                all.push_back(specialise_stage(
                    form_of(problem, choose_launch(problem, 132), stage, !stage.uses_old),
                    precision));
            }
            problem.eddies = {static_cast<EddyForm>(axis + 1), axis == 0, axis == 1};
            all.push_back(specialise_viscosity(problem, choose_launch(problem, 132)));
            problem.varies = false;
            problem.implicit_axis = axis;
            const StageLaunch launch = choose_launch(problem, 132);
            all.push_back(specialise_stage(form_of(problem, launch, stages[1], false), precision));
            for (const ImplicitKernel kernel : {ImplicitKernel::solve, ImplicitKernel::solve_parts,
                                                ImplicitKernel::raise_pressure}) {
                all.push_back(specialise(kernel, precision, axis));
            }
        }
        for (const ImplicitKernel kernel : {ImplicitKernel::rise, ImplicitKernel::fall}) {
            all.push_back(specialise(kernel, precision, 2));
        }
        for (const FlowKernel kernel :
             {FlowKernel::divergence, FlowKernel::project, FlowKernel::scalar}) {
            for (const long long columns : {63, 64}) {
                all.push_back(specialise(kernel, precision, columns));
            }
        }
        for (const long long columns : {63, 64}) {
            all.push_back(specialise(FlowKernel::scalar, precision, columns, true));
            all.push_back(specialise(FlowKernel::scalar, precision, columns, false, true));
            all.push_back(specialise(FlowKernel::scalar, precision, columns, true, true));
        }
        for (const runtime::ItemKind& kind : {OutflowItem<float>::kind,
                                              HeldFace<float>::kind,
                                              Scale<float>::kind,
                                              ExpectedPressure<float>::kind,
                                              ScaledSum<float>::kind,
                                              FaceBuoyancy<float>::kind,
                                              EdgeDifference<float>::kind,
                                              FaceConstant<float>::kind,
                                              GradientColumn<float>::kind,
                                              LayerLine<float>::kind,
                                              SumOfRow<float>::kind,
                                              CellOfBox<float>::kind,
                                              ChangeOfColumn<float>::kind,
                                              DerivedOfCell<float>::kind,
                                              MeansOfCell<float>::kind,
                                              CopyOfLines<float>::kind,
                                              SquaresOfModes<float>::kind,
                                              SquaresInShells<float>::kind,
                                              PointOfFlow<float>::kind,
                                              JoinLine<float>::kind,
                                              ForcePoint<float>::kind,
                                              MirrorScalar<float>::kind,
                                              SumForced<float>::kind,
                                              FindShear<float>::kind,
                                              AddShear<float>::kind,
                                              AddSource<float>::kind,
                                              PadForAdjoint<float>::kind,
                                              AdjointMomentum<float>::kind,
                                              AdjointForce<float>::kind,
                                              AdjointScalar<float>::kind,
                                              AdjointFace<float>::kind,
                                              AddBesideFace<float>::kind,
                                              WeighByVolume<float>::kind,
                                              EmptyCell<float>::kind,
                                              CloseFace<float>::kind,
                                              walls::LoadCells<float>::kind,
                                              walls::MeasureCells<float>::kind,
                                              walls::MoveCells<float>::kind,
                                              walls::KeepCells<float>::kind,
                                              walls::FillCell<float>::kind,
                                              walls::AddConstant<float>::kind}) {
            all.push_back(runtime::item_kernel(kind, precision));
        }
    }
    return all;
}

void expect_to_compile(test::KernelChoice is_chosen)
{
    const test::TemporaryFolder folder;
    const std::vector<device::Specialisation> kernels = all_kernels();
    for (const char* architecture : {"sm_80", "sm_90", "sm_100"}) {
        for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
            if (is_chosen(architecture, kernel)) {
                EXPECT_FALSE(device::build_image(kernels[kernel], architecture,
                                                 device::ModuleCache{folder.path()})
                                 .image.empty())
                    << kernels[kernel].name;
            }
        }
    }
}

TEST(FlowKernels, compile)
{
    expect_to_compile(test::is_sampled);
}

TEST(FlowKernelsNightly, all_compile)
{
    expect_to_compile(test::is_compiled_at_night);
}

TEST(FlowLaunch, keeps_every_multiprocessor_at_work)
{
    for (const long long n : {64, 128, 256}) {
        const StageProblem problem{.counts = {n, n, n}, .precision = Precision::fp32};
        const StageLaunch launch = choose_launch(problem, 132);
        const long long blocks = ((n + launch.width - 1) / launch.width) *
                                 ((n + launch.rows - 1) / launch.rows) *
                                 ((n + launch.planes - 1) / launch.planes);
        EXPECT_GE(blocks, 120) << n;
        EXPECT_LE(launch.width, n) << n;
    }
}

TEST(FlowLaunch, is_that_of_a_periodic_box_at_walls)
{
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        for (const long long n : {64, 128, 200, 512}) {
            const StageProblem box{.counts = {n, n, n}, .precision = precision};
            StageProblem cavity = box;
            std::fill_n(cavity.periodic, 3, false);
            const StageLaunch expected = choose_launch(box, 132);
            const StageLaunch found = choose_launch(cavity, 132);
            EXPECT_EQ(found.width, expected.width) << n;
            EXPECT_EQ(found.rows, expected.rows) << n;
            EXPECT_EQ(found.planes, expected.planes) << n;
        }
    }
}

TEST(FlowLaunch, divides_lines_among_threads_where_they_are_few_and_not_too_long)
{
    const auto parts = [](long long x, long long y, long long z, int axis) {
        return parts_of_line({.counts = {x, y, z}, .implicit_axis = axis}, 132);
    };
    EXPECT_EQ(parts(128, 256, 1, 1), 32);
    EXPECT_EQ(parts(256, 128, 1, 0), 32);
    EXPECT_EQ(parts(64, 64, 64, 2), 8);
    EXPECT_EQ(parts(7, 1, 9, 2), 2);
    EXPECT_EQ(parts(16, 512, 1, 1), most_parts);
    EXPECT_EQ(parts(16, 513, 1, 1), 0);
    EXPECT_EQ(parts(128, 128, 128, 2), 0);
}

TEST(FlowLaunch, divides_planes_into_blocks_of_equal_depth)
{
    for (const long long planes : {96, 130, 192, 384}) {
        const StageProblem problem{.counts = {256, 256, planes}, .precision = Precision::fp64};
        const StageLaunch launch = choose_launch(problem, 132);
        const long long layers = (planes + launch.planes - 1) / launch.planes;
        EXPECT_LT(layers * launch.planes - planes, layers) << planes;
    }
}

}  // namespace
}  // namespace tobiuo::flow
