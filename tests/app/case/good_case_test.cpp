// SPDX-License-Identifier: BSD-3-Clause
// The meaning of a good case: every key, every default, every config of the repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <variant>

#include "app/case/case.hpp"
#include "app/case/study.hpp"
#include "kernels/stencil/shape.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/run.hpp"
#include "tests/app/case/case_folder.hpp"
#include "tests/support/source_dir.hpp"

namespace tobiuo::test {
namespace {

const HimenoCase& himeno(const Case& the_case)
{
    return std::get<HimenoCase>(the_case.solver);
}

TEST(GoodCase, defaults_are_those_of_the_benchmark)
{
    const CaseFolder folder{smallest_case};
    const Case the_case = folder.read();
    const HimenoCase& solver = himeno(the_case);

    EXPECT_EQ(the_case.name, "a");
    EXPECT_EQ(the_case.file, folder.path() / "case.yaml");
    EXPECT_EQ(the_case.backend, BackendChoice::automatic);
    EXPECT_EQ(the_case.device, 0);
    EXPECT_EQ(the_case.output.directory, folder.path() / "out");
    EXPECT_EQ(the_case.output.fields, Lines{"p"});
    EXPECT_EQ(the_case.output.encoding, Encoding::inlined);
    EXPECT_EQ(the_case.output.precision, std::nullopt);
    EXPECT_EQ(written_precision(the_case), Precision::fp32);
    ASSERT_TRUE(the_case.output.picture);
    EXPECT_EQ(the_case.output.picture->plane, 1);
    EXPECT_EQ(the_case.output.picture->at, 0.25) << "the middle of y";
    EXPECT_EQ(the_case.output.picture->field, "p");
    EXPECT_FALSE(the_case.output.picture->look.range);
    EXPECT_EQ(the_case.output.picture->look.isolines, 0);
    EXPECT_EQ(the_case.output.picture->look.map, ColourMap::sequential);
    EXPECT_EQ(the_case.output.history_rows, 8192);
    EXPECT_TRUE(std::holds_alternative<OfficialCoefficients>(solver.coefficients));
    EXPECT_EQ(solver.precision, Precision::fp32);
    EXPECT_EQ(solver.omega, 0.8);
    EXPECT_EQ(std::get<himeno::TargetSeconds>(solver.stop).seconds, 60.0);
    EXPECT_EQ(solver.kernel, "auto");
    EXPECT_TRUE(solver.kernel_parameters.empty());
}

TEST(GoodCase, preset_l_has_the_official_shape_with_k_along_x)
{
    const Case the_case = CaseFolder{"name: a\nsolver: himeno\ngrid: { preset: L }\n"}.read();
    const Grid grid = himeno(the_case).grid.value();

    EXPECT_EQ(himeno(the_case).preset, "L");
    EXPECT_EQ(shape_of(grid), (stencil::Shape{256, 256, 512}));
    EXPECT_EQ(grid.axes[0].cells, 512);
    EXPECT_EQ(grid.axes[0].upper, 1.0);
    EXPECT_EQ(grid.axes[2].upper, 0.5);
}

TEST(GoodCase, every_key_is_read)
{
    const CaseFolder folder{
        "name: all.keys_1-a\n"
        "solver: himeno\n"
        "grid:\n"
        "  cells: [5, 6, 7]\n"
        "  extent: { x: [-1, 1.5], y: [0, 1e-3], z: [2, 3] }\n"
        "  location: node\n"
        "coefficients: { random: { seed: 9223372036854775807 } }\n"
        "method: { precision: double, omega: 1.25 }\n"
        "run: { tolerance: 1e-6, max_sweeps: 7, check_every: 3 }\n"
        "backend: cpu\n"
        "device: 3\n"
        "output: { directory: sub/dir, fields: [a0, p], format: vti, encoding: appended, "
        "precision: single, picture: false, history_rows: 2 }\n"};
    const Case the_case = folder.read();
    const HimenoCase& solver = himeno(the_case);
    const auto& rule = std::get<himeno::Tolerance>(solver.stop);

    EXPECT_EQ(the_case.name, "all.keys_1-a");
    EXPECT_EQ(shape_of(*solver.grid), (stencil::Shape{8, 7, 6}));
    EXPECT_EQ(solver.grid->axes[0].lower, -1.0);
    EXPECT_EQ(solver.grid->axes[0].upper, 1.5);
    EXPECT_EQ(solver.grid->axes[1].upper, 1e-3);
    EXPECT_EQ(std::get<RandomCoefficients>(solver.coefficients).seed, 9223372036854775807U);
    EXPECT_EQ(solver.precision, Precision::fp64);
    EXPECT_EQ(solver.omega, 1.25);
    EXPECT_EQ(rule.gosa, 1e-6);
    EXPECT_EQ(rule.max_sweeps, 7);
    EXPECT_EQ(rule.check_every, 3);
    EXPECT_EQ(the_case.backend, BackendChoice::cpu);
    EXPECT_EQ(the_case.device, 3);
    EXPECT_EQ(the_case.output.directory, folder.path() / "sub/dir");
    EXPECT_EQ(the_case.output.fields, (Lines{"a0", "p"}));
    EXPECT_EQ(the_case.output.encoding, Encoding::appended);
    EXPECT_EQ(the_case.output.precision, Precision::fp32);
    EXPECT_EQ(computed_precision(the_case), Precision::fp64);
    EXPECT_EQ(written_precision(the_case), Precision::fp32);
    EXPECT_FALSE(the_case.output.picture);
    EXPECT_EQ(the_case.output.history_rows, 2);
}

TEST(GoodCase, a_tolerance_has_default_limits)
{
    const Case the_case =
        CaseFolder{std::string{smallest_case} + "run: { tolerance: 0.5 }\n"}.read();
    const auto& rule = std::get<himeno::Tolerance>(himeno(the_case).stop);

    EXPECT_EQ(rule.max_sweeps, 100'000);
    EXPECT_EQ(rule.check_every, 10);
}

TEST(GoodCase, a_coefficient_file_may_bring_the_grid)
{
    const CaseFolder folder{"name: a\nsolver: himeno\ncoefficients:\n  file: data/metrics.vti\n"};
    static_cast<void>(folder.folder().write("data/metrics.vti", "x"));
    const Case the_case = folder.read();
    const auto& file = std::get<CoefficientFile>(himeno(the_case).coefficients);

    EXPECT_FALSE(himeno(the_case).grid);
    EXPECT_EQ(file.path, folder.path() / "data/metrics.vti");
    EXPECT_EQ(file.at.line, 4);
    EXPECT_EQ(file.at.column, 9);
}

TEST(GoodCase, a_byte_order_mark_and_windows_lines_are_accepted)
{
    EXPECT_EQ(problems_of("\xEF\xBB\xBFname: a\r\nsolver: himeno\r\ngrid: { preset: S }\r\n"),
              Lines{});
}

TEST(GoodCase, every_config_of_the_repository_reads)
{
    int configs = 0;
    for (const auto& entry : std::filesystem::directory_iterator{source_dir() / "configs"}) {
        if (entry.path().extension() != ".yaml") {
            continue;
        }
        SCOPED_TRACE(entry.path());
        ++configs;
        EXPECT_NO_THROW({
            const auto read = read_case_or_study(entry.path(), {});
            EXPECT_EQ(std::visit([](const auto& one) { return one.name; }, read),
                      entry.path().stem());
        });
    }
    EXPECT_GE(configs, 8);
}

}  // namespace
}  // namespace tobiuo::test
