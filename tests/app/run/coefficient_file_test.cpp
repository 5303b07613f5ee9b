// SPDX-License-Identifier: BSD-3-Clause
// Coefficients of a user: read from a .vti, checked, swept, and refused if they are bad.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "kernels/stencil/arrays.hpp"
#include "kernels/stencil/shape.hpp"
#include "runtime/ranks/slice.hpp"
#include "solvers/grid.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

constexpr std::uint64_t seed = 11;

class CoefficientFileRun : public ::testing::Test {
protected:
    /// Writes the random arrays of `grid` after `change`, also in pieces with an index.
    template <typename Change>
    void write_coefficients(const Grid& grid, const Change& change)
    {
        const stencil::Shape shape = shape_of(grid);
        const auto source = himeno::random_source(shape, seed);
        std::vector<std::vector<float>> values(13);
        for (std::size_t m = 0; m < values.size(); ++m) {
            values[m].resize(static_cast<std::size_t>(shape.values()));
            source->planes(static_cast<stencil::Array>(m), 0, shape.ni,
                           std::span<float>{values[m]});
        }
        change(values);
        std::vector<Field> fields;
        for (std::size_t m = 0; m < values.size(); ++m) {
            if (!values[m].empty()) {
                fields.push_back({.name = std::string{stencil::array_names.at(m)},
                                  .values = std::span<const float>{values[m]}});
            }
        }
        write_vti(temporary_.path() / "metric.vti", {.grid = grid, .metadata = {}}, fields);
        const auto index = temporary_.path() / "metric.pvti";
        const auto slices = ranks::slices_of(grid.values(2), 3);
        write_fields_index(index, {.grid = grid}, fields, slices);
        for (std::size_t rank = 0; rank < slices.size(); ++rank) {
            write_vti(piece_path(index, static_cast<int>(rank)),
                      {.grid = grid, .piece = slices[rank]}, fields);
        }
    }

    test::Outcome run(const std::string& more = "", const std::string& file = "metric.vti")
    {
        const auto path = temporary_.path() / "case.yaml";
        test::write_file(path,
                         "name: t\nsolver: himeno\nbackend: cpu\nrun: { sweeps: 6 }\n"
                         "coefficients: { file: " +
                             file + " }\n" + more);
        return test::run_program({"run", path});
    }

    test::TemporaryFolder temporary_;
    Grid grid_ = grid_of_cells({17, 6, 5}, Location::cell);
};

TEST_F(CoefficientFileRun, gives_the_field_of_the_twin_on_the_files_own_grid)
{
    for (const Location location : {Location::cell, Location::node}) {
        grid_.location = location;
        write_coefficients(grid_, [](auto&) {});
        const auto source = himeno::random_source(shape_of(grid_), seed);
        const auto twin = test::swept<float>(
            test::kind_called("twin"), {.shape = shape_of(grid_), .parameters = {}}, *source, 6);
        for (const std::string file : {"metric.vti", "metric.pvti"}) {
            SCOPED_TRACE(file);
            const auto outcome = run("", file);
            ASSERT_EQ(outcome.code, 0) << outcome.err;
            const auto field = temporary_.path() / "out" / "t" / "p.vti";
            const auto read = read_vti_arrays(field, std::vector<std::string>{"p"});
            EXPECT_TRUE(test::same_bits(std::get<std::vector<float>>(read.front()), twin.p));
            EXPECT_EQ(read_vti_header(field).grid.location, location);
            std::filesystem::remove_all(temporary_.path() / "out");
        }
    }
}

TEST_F(CoefficientFileRun, missing_arrays_are_named_at_the_key)
{
    write_coefficients(grid_, [](auto& values) {
        values[4].clear();
        values[11].clear();
    });
    const auto outcome = run();
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("case.yaml:5:23: coefficients: 'metric.vti' lacks b0, bnd "
                               "(it needs a0..a3, b0..b2, c0..c2, wrk1, bnd and p)"),
              std::string::npos)
        << outcome.err;
}

TEST_F(CoefficientFileRun, value_that_is_not_finite_is_located)
{
    write_coefficients(grid_, [](auto& values) { values[2][17 * 6 * 2 + 17 * 3 + 4] = NAN; });
    const auto outcome = run();
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("case.yaml:5:23: "), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("'a2'"), std::string::npos) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(temporary_.path() / "out"));
    EXPECT_EQ(test::run_program({"check", temporary_.path() / "case.yaml"}).code, 2);
}

TEST_F(CoefficientFileRun, another_size_than_the_grid_is_refused)
{
    write_coefficients(grid_, [](auto&) {});
    const auto outcome = run("grid: { cells: [17, 6, 6] }\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("'metric.vti' has 17 x 6 x 5 cell values, but the case's grid has "
                               "17 x 6 x 6 cell values"),
              std::string::npos)
        << outcome.err;
}

TEST_F(CoefficientFileRun, truncated_file_is_refused)
{
    write_coefficients(grid_, [](auto&) {});
    const auto file = temporary_.path() / "metric.vti";
    std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
    const auto outcome = run();
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("could not use 'metric.vti'"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace tobiuo
