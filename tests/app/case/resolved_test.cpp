// SPDX-License-Identifier: BSD-3-Clause
// The resolved case reads back to the same case, to the last bit of every number.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "app/case/case.hpp"
#include "app/case/study.hpp"
#include "app/run/input_files.hpp"
#include "kernels/stencil/sweep.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"
#include "tests/app/case/case_folder.hpp"
#include "tests/support/source_dir.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::test {
namespace {

void expect_same_stop(const himeno::StopRule& left, const himeno::StopRule& right)
{
    ASSERT_EQ(left.index(), right.index());
    if (const auto* tolerance = std::get_if<himeno::Tolerance>(&left)) {
        const auto& other = std::get<himeno::Tolerance>(right);
        EXPECT_EQ(tolerance->gosa, other.gosa);
        EXPECT_EQ(tolerance->max_sweeps, other.max_sweeps);
        EXPECT_EQ(tolerance->check_every, other.check_every);
    } else if (const auto* fixed = std::get_if<himeno::FixedSweeps>(&left)) {
        EXPECT_EQ(fixed->sweeps, std::get<himeno::FixedSweeps>(right).sweeps);
    } else {
        EXPECT_EQ(std::get<himeno::TargetSeconds>(left).seconds,
                  std::get<himeno::TargetSeconds>(right).seconds);
    }
}

void expect_same_grid(const std::optional<Grid>& left, const std::optional<Grid>& right)
{
    ASSERT_EQ(left.has_value(), right.has_value());
    if (!left) {
        return;
    }
    EXPECT_EQ(left->location, right->location);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(left->axes.at(axis).cells, right->axes.at(axis).cells);
        EXPECT_EQ(left->axes.at(axis).lower, right->axes.at(axis).lower);
        EXPECT_EQ(left->axes.at(axis).upper, right->axes.at(axis).upper);
        EXPECT_EQ(left->axes.at(axis).nodes, right->axes.at(axis).nodes);
    }
}

void expect_same_coefficients(const Coefficients& left, const Coefficients& right)
{
    ASSERT_EQ(left.index(), right.index());
    if (const auto* random = std::get_if<RandomCoefficients>(&left)) {
        EXPECT_EQ(random->seed, std::get<RandomCoefficients>(right).seed);
    }
    if (const auto* file = std::get_if<CoefficientFile>(&left)) {
        EXPECT_EQ(file->path, std::get<CoefficientFile>(right).path);
    }
}

void expect_same_himeno(const HimenoCase& solver, const HimenoCase& other)
{
    EXPECT_EQ(solver.preset, other.preset);
    EXPECT_EQ(solver.precision, other.precision);
    EXPECT_EQ(solver.omega, other.omega);
    EXPECT_EQ(solver.kernel, other.kernel);
    EXPECT_EQ(solver.kernel_parameters, other.kernel_parameters);
    expect_same_grid(solver.grid, other.grid);
    expect_same_coefficients(solver.coefficients, other.coefficients);
    expect_same_stop(solver.stop, other.stop);
}

void expect_same_source(const FieldSource& left, const FieldSource& right)
{
    ASSERT_EQ(left.index(), right.index());
    if (const auto* file = std::get_if<FieldFile>(&left)) {
        EXPECT_EQ(file->path, std::get<FieldFile>(right).path);
        EXPECT_EQ(file->field, std::get<FieldFile>(right).field);
    } else {
        EXPECT_EQ(std::get<FieldExpression>(left).text, std::get<FieldExpression>(right).text);
    }
}

void expect_same_poisson(const PoissonCase& solver, const PoissonCase& other)
{
    expect_same_grid(solver.problem.grid, other.problem.grid);
    EXPECT_EQ(solver.problem.sides, other.problem.sides);
    EXPECT_EQ(solver.problem.op, other.problem.op);
    EXPECT_EQ(solver.problem.lambda, other.problem.lambda);
    EXPECT_EQ(solver.problem.precision, other.problem.precision);
    EXPECT_EQ(solver.dimensions, other.dimensions);
    EXPECT_EQ(solver.stretching, other.stretching);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(solver.boundary.at(axis)[0].text, other.boundary.at(axis)[0].text);
        EXPECT_EQ(solver.boundary.at(axis)[1].text, other.boundary.at(axis)[1].text);
        for (std::size_t end = 0; end < 2; ++end) {
            const auto& mixed = solver.mixed.at(axis).at(end);
            const auto& other_mixed = other.mixed.at(axis).at(end);
            ASSERT_EQ(mixed.has_value(), other_mixed.has_value());
            if (mixed) {
                EXPECT_EQ(mixed->where.text, other_mixed->where.text);
                EXPECT_EQ(mixed->value.text, other_mixed->value.text);
                EXPECT_EQ(mixed->names_neumann, other_mixed->names_neumann);
            }
        }
    }
    EXPECT_EQ(solver.mixed_tolerance, other.mixed_tolerance);
    ASSERT_EQ(solver.coefficient.has_value(), other.coefficient.has_value());
    if (solver.coefficient) {
        expect_same_source(*solver.coefficient, *other.coefficient);
    }
    EXPECT_EQ(solver.coefficient_mean, other.coefficient_mean);
    EXPECT_EQ(solver.coefficient_scaling, other.coefficient_scaling);
    EXPECT_EQ(solver.coefficient_tolerance, other.coefficient_tolerance);
    EXPECT_EQ(solver.coefficient_iterations, other.coefficient_iterations);
    expect_same_source(solver.source, other.source);
    ASSERT_EQ(solver.exact.has_value(), other.exact.has_value());
    if (solver.exact) {
        expect_same_source(*solver.exact, *other.exact);
    }
    EXPECT_EQ(solver.repeat, other.repeat);
}

void expect_same_scalar(const ScalarSection& scalar, const ScalarSection& other)
{
    EXPECT_EQ(scalar.diffusivity, other.diffusivity);
    EXPECT_EQ(scalar.buoyancy, other.buoyancy);
    EXPECT_EQ(scalar.reference.text, other.reference.text);
    EXPECT_EQ(std::get<FieldExpression>(scalar.initial).text,
              std::get<FieldExpression>(other.initial).text);
    for (std::size_t face = 0; face < 6; ++face) {
        EXPECT_EQ(scalar.faces.at(face / 2).at(face % 2).kind,
                  other.faces.at(face / 2).at(face % 2).kind);
        EXPECT_EQ(scalar.faces.at(face / 2).at(face % 2).number.text,
                  other.faces.at(face / 2).at(face % 2).number.text);
    }
}

void expect_same_flow(const FlowCase& flow, const FlowCase& other)
{
    ASSERT_EQ(flow.scalar.has_value(), other.scalar.has_value());
    if (flow.scalar) {
        expect_same_scalar(*flow.scalar, *other.scalar);
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t end = 0; end < 2; ++end) {
            const FlowFace& face = flow.faces.at(axis).at(end);
            const FlowFace& again = other.faces.at(axis).at(end);
            EXPECT_EQ(face.kind, again.kind);
            for (std::size_t component = 0; component < 3; ++component) {
                EXPECT_EQ(face.velocity.at(component).text, again.velocity.at(component).text);
            }
            ASSERT_EQ(face.table.has_value(), again.table.has_value());
            if (face.table) {
                EXPECT_EQ(face.table->file.path.filename(), again.table->file.path.filename());
                EXPECT_EQ(face.table->columns, again.table->columns);
                EXPECT_EQ(face.table->outside, again.table->outside);
                EXPECT_EQ(face.table->interpolation, again.table->interpolation);
            }
            EXPECT_EQ(face.recycled_from, again.recycled_from);
            ASSERT_EQ(face.turbulence.has_value(), again.turbulence.has_value());
            if (face.turbulence) {
                EXPECT_EQ(face.turbulence->intensity.text, again.turbulence->intensity.text);
                EXPECT_EQ(face.turbulence->length, again.turbulence->length);
                EXPECT_EQ(face.turbulence->seed, again.turbulence->seed);
                EXPECT_EQ(face.turbulence->speed, again.turbulence->speed);
            }
        }
        EXPECT_EQ(std::get<FieldExpression>(flow.initial.at(axis)).text,
                  std::get<FieldExpression>(other.initial.at(axis)).text);
    }
    expect_same_grid(flow.box.grid, other.box.grid);
    EXPECT_EQ(flow.box.dimensions, other.box.dimensions);
    EXPECT_EQ(flow.box.stretching, other.box.stretching);
    EXPECT_EQ(flow.viscosity, other.viscosity);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(flow.force.at(axis).text, other.force.at(axis).text);
    }
    EXPECT_EQ(flow.bulk_velocity, other.bulk_velocity);
    EXPECT_EQ(flow.noise.amplitude, other.noise.amplitude);
    EXPECT_EQ(flow.noise.seed, other.noise.seed);
    EXPECT_EQ(flow.precision, other.precision);
    EXPECT_EQ(flow.run.until, other.run.until);
    EXPECT_EQ(flow.run.max_steps, other.run.max_steps);
    EXPECT_EQ(flow.run.cfl, other.run.cfl);
    EXPECT_EQ(flow.run.time_step, other.run.time_step);
    ASSERT_EQ(flow.checkpoint.has_value(), other.checkpoint.has_value());
    if (flow.checkpoint) {
        EXPECT_EQ(flow.checkpoint->every.seconds, other.checkpoint->every.seconds);
        EXPECT_EQ(flow.checkpoint->keep, other.checkpoint->keep);
    }
    ASSERT_EQ(flow.statistics.has_value(), other.statistics.has_value());
    if (flow.statistics) {
        EXPECT_EQ(flow.statistics->axis, other.statistics->axis);
        EXPECT_EQ(flow.statistics->from, other.statistics->from);
        EXPECT_EQ(flow.statistics->every, other.statistics->every);
    }
    ASSERT_EQ(flow.probes.has_value(), other.probes.has_value());
    if (flow.probes) {
        EXPECT_EQ(flow.probes->every, other.probes->every);
        ASSERT_EQ(flow.probes->points.size(), other.probes->points.size());
        for (std::size_t n = 0; n < flow.probes->points.size(); ++n) {
            EXPECT_EQ(flow.probes->points[n].name, other.probes->points[n].name);
            EXPECT_EQ(flow.probes->points[n].at, other.probes->points[n].at);
        }
    }
}

void expect_same_picture(const PictureSection& left, const PictureSection& right)
{
    EXPECT_EQ(left.plane, right.plane);
    EXPECT_EQ(left.at, right.at);
    EXPECT_EQ(left.field, right.field);
    EXPECT_EQ(left.look.range, right.look.range);
    EXPECT_EQ(left.look.isolines, right.look.isolines);
    EXPECT_EQ(left.look.map, right.look.map);
}

void expect_same(const Case& left, const Case& right)
{
    EXPECT_EQ(left.name, right.name);
    EXPECT_EQ(left.backend, right.backend);
    EXPECT_EQ(left.device, right.device);
    EXPECT_EQ(left.output.directory, right.output.directory);
    EXPECT_EQ(left.output.fields, right.output.fields);
    EXPECT_EQ(left.output.format, right.output.format);
    EXPECT_EQ(left.output.encoding, right.output.encoding);
    EXPECT_EQ(left.output.precision, right.output.precision);
    ASSERT_EQ(left.output.picture.has_value(), right.output.picture.has_value());
    if (left.output.picture) {
        expect_same_picture(*left.output.picture, *right.output.picture);
    }
    ASSERT_EQ(left.output.pictures.size(), right.output.pictures.size());
    for (std::size_t n = 0; n < left.output.pictures.size(); ++n) {
        EXPECT_EQ(left.output.pictures[n].name, right.output.pictures[n].name);
        expect_same_picture(left.output.pictures[n].picture, right.output.pictures[n].picture);
    }
    ASSERT_EQ(left.output.series.size(), right.output.series.size());
    for (std::size_t n = 0; n < left.output.series.size(); ++n) {
        const SeriesSection& one = left.output.series[n];
        const SeriesSection& other = right.output.series[n];
        EXPECT_EQ(one.name, other.name);
        EXPECT_EQ(one.plane, other.plane);
        EXPECT_EQ(one.at, other.at);
        EXPECT_EQ(one.box, other.box);
        EXPECT_EQ(one.every, other.every);
        EXPECT_EQ(one.fields, other.fields);
    }
    EXPECT_EQ(left.output.history_rows, right.output.history_rows);
    EXPECT_EQ(left.output.every, right.output.every);
    EXPECT_EQ(left.output.history_every, right.output.history_every);
    EXPECT_EQ(left.output.gradients_every, right.output.gradients_every);
    ASSERT_EQ(left.solver.index(), right.solver.index());
    if (const auto* poisson = std::get_if<PoissonCase>(&left.solver)) {
        expect_same_poisson(*poisson, std::get<PoissonCase>(right.solver));
    } else if (const auto* flow = std::get_if<FlowCase>(&left.solver)) {
        expect_same_flow(*flow, std::get<FlowCase>(right.solver));
    } else {
        expect_same_himeno(std::get<HimenoCase>(left.solver), std::get<HimenoCase>(right.solver));
    }
}

/// Reads `text`, resolves it, and reads that from the same folder.
void expect_round_trip(const std::string& text)
{
    SCOPED_TRACE(text);
    const CaseFolder folder{text};
    static_cast<void>(folder.folder().write("my data/a \"b\".vti", "x"));
    static_cast<void>(folder.folder().write("my data/a.csv", "x"));
    const Case original = folder.read();
    const std::string resolved = resolved_yaml(original);
    SCOPED_TRACE(resolved);
    const auto again = folder.folder().write("case.resolved.yaml", resolved);
    expect_same(original, read_case(again, {}));
}

TEST(Resolved, reads_back_to_the_same_case)
{
    const std::string start = "solver: himeno\nname: ";
    expect_round_trip(start + "a\ngrid: { preset: S }\n");
    expect_round_trip(start + "'null'\ngrid: { cells: [3, 4, 5], location: node }\n");
    expect_round_trip(start +
                      "1e5\ngrid: { cells: [3, 4, 5], extent: { x: [-0.1, 0.30000000000000004], "
                      "y: [0, 1e-300], z: [1e5, 123456789.123] } }\n"
                      "run: { tolerance: 5e-324, max_sweeps: 3, check_every: 7 }\n"
                      "method: { omega: 0.1, precision: double }\n");
    expect_round_trip(start +
                      "a\ngrid: { preset: XL }\ncoefficients: { random: { seed: 12 } }\n"
                      "run: { target_seconds: 0.1 }\nbackend: cuda\ndevice: 2\n");
    expect_round_trip(start +
                      "a\ncoefficients: { file: 'my data/a \"b\".vti' }\n"
                      "run: { sweeps: 1000000000000 }\n"
                      "output: { directory: \"r\xC3\xA9sultats '1'\", fields: [p, a0], "
                      "picture: false, encoding: appended, precision: single }\n");
}

TEST(Resolved, pictures_read_back)
{
    const std::string himeno = "name: a\nsolver: himeno\n";
    expect_round_trip(himeno +
                      "grid: { preset: S }\noutput: { fields: [a0, bnd], picture: { plane: z, at: "
                      "0.1, range: [-1e-3, 7], isolines: 12, map: diverging } }\n");
    expect_round_trip(himeno +
                      "coefficients: { file: 'my data/a \"b\".vti' }\n"
                      "output: { picture: { at: 0.3 } }\n");
    const std::string poisson = "name: a\nsolver: poisson\nsource: 0\n";
    expect_round_trip(poisson +
                      "grid: { cells: [4, 4] }\noutput: { picture: { plane: x, at: 1 } }\n");
    expect_round_trip(poisson + "grid: { cells: [4, 4, 1] }\noutput: { picture: true }\n");
    const CaseFolder given{himeno + "grid: { preset: S }\noutput: { picture: { isolines: 3 } }\n"};
    EXPECT_NE(resolved_yaml(given.read())
                  .find("  picture: { plane: \"y\", at: 0.25, field: \"p\", isolines: 3, map: "
                        "sequential }\n"),
              std::string::npos)
        << resolved_yaml(given.read());
}

TEST(Resolved, poisson_reads_back_to_the_same_case)
{
    const std::string start = "name: a\nsolver: poisson\n";
    expect_round_trip(start + "grid: { cells: [7] }\nsource: 1\n");
    expect_round_trip(start +
                      "grid: { cells: [5, 4, 3], location: node, extent: { x: [-0.1, "
                      "0.30000000000000004], y: [0, 1e-14], z: [1e5, 123456789.123] } }\n"
                      "boundary: { x: { lower: { dirichlet: 'x < 1 ? 1e-3 : y' }, upper: neumann "
                      "}, y: periodic, z: { lower: { neumann: -2 }, upper: dirichlet } }\n"
                      "source: \"sin(pi*x) * exp(-y^2)\"\nexact: 0\n"
                      "method: { operator: spectral, precision: single, lambda: -0.1 }\n"
                      "run: { repeat: 12 }\noutput: { fields: [error, p], picture: false }\n");
    expect_round_trip(start +
                      "grid: { cells: [2, 3], coordinates: { y: [-1e-3, 0.1, "
                      "0.30000000000000004, 7] } }\nboundary: { y: neumann }\n"
                      "source: { file: 'my data/a \"b\".vti', field: 'f \"1\"' }\n");
    expect_round_trip(start +
                      "grid: { cells: [6, 4] }\nsource: x\ncoefficient: \"1 + x^2\"\n"
                      "method: { coefficient_mean: geometric, coefficient_scaling: root, "
                      "coefficient_tolerance: 1e-7, coefficient_iterations: 70 }\n");
    expect_round_trip(start +
                      "grid: { cells: [6, 4] }\nsource: x\nboundary: { x: { lower: { dirichlet: "
                      "1, where: 'y < 0.3' }, upper: { neumann: x, where: 'y > 0.2 ? 1 : 0', "
                      "elsewhere: y } } }\nmethod: { mixed_tolerance: 1e-6 }\n");
    expect_round_trip(start +
                      "grid: { cells: [100], coordinates: { x: tanh(2*(2*s-1))/tanh(2) } }\n"
                      "boundary: { x: dirichlet }\nsource: x\n"
                      "exact: { file: 'my data/a \"b\".vti', field: u }\n");
}

TEST(Resolved, flow_reads_back_to_the_same_case)
{
    const std::string start = "name: a\nsolver: flow\n";
    expect_round_trip(start +
                      "grid: { cells: [7] }\nfluid: { viscosity: 0 }\nrun: { max_steps: 3 }\n");
    expect_round_trip(start +
                      "grid: { cells: [7] }\nfluid: { viscosity: 0, bulk_velocity: [1/3, 0, -2] }\n"
                      "run: { max_steps: 3 }\n");
    expect_round_trip(
        start +
        "grid: { cells: [5, 4, 3], coordinates: { z: \"s^2\" } }\n"
        "fluid: { viscosity: 1/3, force: [1e-7, 0, 2] }\n"
        "faces: { x: { lower: { kind: inflow, velocity: ['y > 0 ? 1 : 0', 1, z], table: { "
        "file: my data/a.csv, columns: [a, 'b c', d], outside: held, interpolation: linear }, "
        "turbulence: { intensity: '0.1*y', length: 1/3, seed: 7, speed: 2 } }, upper: outflow }, "
        "z: { lower: free-slip, upper: { kind: no-slip, velocity: "
        "[0.1, 0, 0] } } }\n"
        "scalar: { diffusivity: 1/3, buoyancy: [0, -1e-3, 2], reference: 5, faces: { x: { lower: "
        "{ value: 'y + 1', table: { file: my data/a.csv, columns: [a] } } }, z: { lower: { flux: "
        "-1/3 }, upper: { value: 2 } } }, initial: "
        "'x*y' }\n"
        "initial: { v: 'sin(x)', noise: { amplitude: 1e-3, seed: 9 } }\n"
        "method: { precision: single }\n"
        "run: { until: 0.30000000000000004, max_steps: 10, time_step: 1e-3 }\n"
        "output: { every: 0.1, history_every: 2, gradients_every: 0, picture: { field: u }, "
        "pictures: { a: { plane: x, at: 1/3, range: [0, 1] }, no: { field: p } }, series: { y: { "
        "plane: y, every: 1/3 }, 1: { box: { x: [0.25, 1] }, every: 0.1, fields: [p, scalar] }, "
        "all: { box: {}, every: 1 } } }\n"
        "checkpoint: { every: 90 s, keep: 1 }\n"
        "statistics: { axis: x, from: 1/3, every: 7 }\n"
        "probes: { points: { on: [0.5, 1/3, 0.25], 1: [0, 0, 0] } }\n");
}

TEST(Resolved, constant_expressions_become_their_values)
{
    const std::string start = "name: a\nsolver: poisson\n";
    expect_round_trip(start +
                      "grid: { cells: [2*64, 9], extent: { x: [0, 2*pi], y: [-1/3, "
                      "\"sqrt(2)\"] } }\nsource: 1\nmethod: { lambda: -(2*pi)^2 }\n");
    const CaseFolder folder{start +
                            "grid: { cells: [8], extent: { x: [1/3, 1e-7*pi + 2] } }\n"
                            "source: 1\nmethod: { lambda: 1e-5 }\n"};
    const std::string resolved = resolved_yaml(folder.read());
    EXPECT_NE(resolved.find("lambda: 1.0e-05\n"), std::string::npos)
        << "without the point it is a text in YAML 1.1\n"
        << resolved;
}

TEST(Resolved, keeps_every_switch_of_every_kernel)
{
    for (const stencil::SweepKind& kind : stencil::sweep_kinds()) {
        std::string text =
            std::string{smallest_case} + "kernel:\n  name: " + std::string{kind.name} + "\n";
        for (const stencil::Parameter& parameter : kind.parameters) {
            const auto value = parameter.choices.empty() ? "7" : parameter.choices.back();
            text += "  " + std::string{parameter.name} + ": " + std::string{value} + "\n";
        }
        expect_round_trip(text);
    }
}

TEST(Resolved, says_where_paths_start_and_is_relative_to_it)
{
    const CaseFolder folder{smallest_case};
    const std::string yaml = resolved_yaml(folder.read());
    EXPECT_TRUE(
        yaml.starts_with("# \"case.yaml\" with every default filled in. Paths are relative "
                         "to the folder of that file.\n"))
        << yaml;
    EXPECT_NE(yaml.find("directory: \"out\"\n"), std::string::npos) << yaml;
    EXPECT_EQ(yaml.find(folder.path().string()), std::string::npos) << yaml;
}

TEST(Resolved, configs_read_back)
{
    for (const auto& entry : std::filesystem::directory_iterator{source_dir() / "configs"}) {
        if (entry.path().extension() == ".yaml") {
            const TemporaryFolder folder;
            const auto read = read_case_or_study(entry.path(), {});
            const auto* study = std::get_if<Study>(&read);
            const Case original =
                study == nullptr ? std::get<Case>(read) : study->members.back().the_case;
            for (const std::filesystem::path& file : input_files(original)) {
                std::filesystem::copy_file(file, folder.path() / file.filename());
            }
            Case again = read_case(folder.write("r.yaml", resolved_yaml(original)), {});
            again.output.directory = original.output.directory;  // the other folder's
            expect_same(original, again);
        }
    }
}

}  // namespace
}  // namespace tobiuo::test
