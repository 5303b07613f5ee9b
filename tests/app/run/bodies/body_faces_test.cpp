// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of bodies: they are closed, hold what the bodies do, and VTK reads them.
#include "app/run/bodies/body_faces.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPolyData.h>
#include <vtkXMLPolyDataReader.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

const InsideFunction ball = [](double x, double y, double z) {
    return std::hypot(x - 0.5, y - 0.45, z - 0.55) < 0.3;
};
const InsideFunction block = [](double x, double /*y*/, double z) { return x < 0.25 && z > 0.5; };

/// The faces of bodies in the unit cube of 24^3 cells, of which the first counts.
BodyFaces faces_of(const std::vector<InsideFunction>& bodies, const std::vector<bool>& rounds,
                   const std::array<bool, 3>& is_periodic = {})
{
    const Grid grid = box({24, 24, 24}, {1.0, 1.0, 1.0});
    const auto numbers = [&](std::int64_t first, std::span<double> planes) {
        for (std::size_t at = 0; at < planes.size(); ++at) {
            const auto n = static_cast<std::int64_t>(at);
            const auto found = std::ranges::find_if(bodies, [&](const InsideFunction& inside) {
                return inside(grid.axes[0].centre(n % 24), grid.axes[1].centre(n / 24 % 24),
                              grid.axes[2].centre(first + n / 576));
            });
            planes[at] =
                found == bodies.end() ? 0.0 : 1.0 + static_cast<double>(found - bodies.begin());
        }
    };
    std::vector<InsideFunction> rounded;
    for (std::size_t body = 0; body < bodies.size(); ++body) {
        rounded.push_back(rounds.at(body) ? bodies[body] : InsideFunction{});
    }
    return find_body_faces(grid, 3, is_periodic, numbers, rounded).value();
}

/// How often each edge belongs to a face that runs along it one way, less the other way.
bool is_closed(const BodyFaces& faces)
{
    std::map<std::pair<std::int64_t, std::int64_t>, int> edges;
    for (const auto& face : faces.faces) {
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const std::int64_t from = face.at(corner);
            const std::int64_t to = face.at((corner + 1) % 4);
            edges[std::minmax(from, to)] += from < to ? 1 : -1;
        }
    }
    return std::ranges::all_of(edges, [](const auto& edge) { return edge.second == 0; });
}

/// The volume that faces have inside, by their two triangles.
double volume_of(const BodyFaces& faces)
{
    double volume = 0.0;
    for (const auto& face : faces.faces) {
        const auto point = [&](std::size_t corner) {
            return faces.points.at(static_cast<std::size_t>(face.at(corner)));
        };
        for (const std::size_t second : {1U, 2U}) {
            const auto a = point(0);
            const auto b = point(second);
            const auto c = point(second + 1);
            volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                       a[2] * (b[0] * c[1] - b[1] * c[0])) /
                      6.0;
        }
    }
    return volume;
}

TEST(BodyFaces, of_closed_bodies_are_those_of_their_cells)
{
    const BodyFaces faces = faces_of({block}, {false});
    EXPECT_TRUE(is_closed(faces));
    EXPECT_NEAR(volume_of(faces), 0.125, 1e-12);
    EXPECT_EQ(std::ssize(faces.faces), 2 * (6 * 24 + 24 * 12 + 6 * 12));
    for (const auto& point : faces.points) {
        EXPECT_NEAR(std::remainder(point[0] * 24.0, 1.0), 0.0, 1e-9);
    }
}

TEST(BodyFaces, of_round_bodies_are_round)
{
    const BodyFaces faces = faces_of({ball}, {true});
    EXPECT_TRUE(is_closed(faces));
    EXPECT_NEAR(volume_of(faces), 4.0 / 3.0 * std::numbers::pi * 0.027, 0.02 * 0.113);
    for (const auto& point : faces.points) {
        EXPECT_NEAR(std::hypot(point[0] - 0.5, point[1] - 0.45, point[2] - 0.55), 0.3, 0.3 / 24.0);
    }
}

TEST(BodyFaces, lie_between_bodies_and_what_is_outside_only)
{
    const BodyFaces both = faces_of({block, ball}, {false, true});
    EXPECT_TRUE(is_closed(both));
    EXPECT_EQ(std::ranges::count(both.body, 1) + std::ranges::count(both.body, 2),
              std::ssize(both.faces));
    EXPECT_GT(std::ranges::count(both.body, 2), 0);
    // Round a period a bar has no ends: only the four faces along it are left.
    const InsideFunction bar = [](double /*x*/, double y, double z) {
        return y < 0.25 && z < 0.25;
    };
    EXPECT_EQ(std::ssize(faces_of({bar}, {false}).faces), 4 * 24 * 6 + 2 * 36);
    EXPECT_EQ(std::ssize(faces_of({bar}, {false}, {true, false, false}).faces), 4 * 24 * 6);
}

TEST(BodyFaces, are_in_a_file_that_vtk_reads)
{
    const test::TemporaryFolder temporary;
    const std::filesystem::path path = temporary.path() / "bodies.vtp";
    const BodyFaces faces = faces_of({block, ball}, {false, true});
    test::write_file(path, vtp_text(faces, {{"case", "t"}}));
    const vtkNew<vtkXMLPolyDataReader> reader;
    reader->SetFileName(path.c_str());
    reader->Update();
    vtkPolyData* const read = reader->GetOutput();
    EXPECT_EQ(read->GetNumberOfPoints(), std::ssize(faces.points));
    ASSERT_EQ(read->GetNumberOfPolys(), std::ssize(faces.faces));
    vtkDataArray* const body = read->GetCellData()->GetArray("body");
    ASSERT_NE(body, nullptr);
    for (std::size_t n = 0; n < faces.body.size(); ++n) {
        ASSERT_EQ(body->GetTuple1(static_cast<vtkIdType>(n)), faces.body[n]);
    }
}

}  // namespace
}  // namespace tobiuo
