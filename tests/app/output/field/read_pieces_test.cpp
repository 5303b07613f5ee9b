// SPDX-License-Identifier: BSD-3-Clause
// Reading a field in pieces by its index: as one file, and one sentence for each kind of bad index.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/output/field/vti.hpp"
#include "app/output/field/write_fields.hpp"
#include "solvers/grid.hpp"
#include "tests/app/output/field/pieces.hpp"
#include "tests/app/output/field/sample.hpp"
#include "tests/app/output/folder_content.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo {
namespace {

using test::field;
using test::Slices;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> both{"q", "p"};
const Slices three{{.first = 0, .count = 1}, {.first = 1, .count = 4}, {.first = 5, .count = 2}};

class ReadPieces : public ::testing::Test {
protected:
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
    [[nodiscard]] std::filesystem::path index() const { return folder() / "p.pvti"; }

    /// Writes p and q in three pieces on seven planes of cells.
    void write(const Slices& slices = three) const
    {
        test::write_pieces(index(), {.grid = grid_, .time = 12.0}, p_, q_, slices);
    }
    void replace(const std::filesystem::path& path, const std::string& from,
                 const std::string& to) const
    {
        std::string text = test::text_of(path);
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        test::put(path, text.replace(at, from.size(), to));
    }
    [[nodiscard]] std::string error() const
    {
        return test::message_of<std::runtime_error>(
            [&] { static_cast<void>(read_vti_arrays(index(), both)); });
    }

    const Grid grid_ = test::seven_planes(Location::cell);
    const std::vector<float> p_ = test::sample_values<float>(grid_);
    const std::vector<float> q_ = test::sample_values<float>(grid_, 100);

private:
    test::TemporaryFolder folder_;
};

void expect_same(const VtiHeader& read, const VtiHeader& expected)
{
    EXPECT_EQ(read.counts, expected.counts);
    EXPECT_EQ(read.arrays, expected.arrays);
    EXPECT_EQ(read.grid.location, expected.grid.location);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(read.grid.axes[axis].cells, expected.grid.axes[axis].cells);
        EXPECT_EQ(read.grid.axes[axis].lower, expected.grid.axes[axis].lower);
        EXPECT_EQ(read.grid.axes[axis].upper, expected.grid.axes[axis].upper);
        EXPECT_EQ(read.grid.axes[axis].nodes, expected.grid.axes[axis].nodes);
    }
}

/// Reads an array some planes at a time, forwards and then again from the start.
std::vector<double> by_planes(const std::filesystem::path& path, std::int64_t planes)
{
    VtiArray array{path, "q"};
    const auto& [nx, ny, nz] = array.header().counts;
    std::vector<double> values(static_cast<std::size_t>(nx * ny * nz));
    for (int pass = 0; pass < 2; ++pass) {
        std::ranges::fill(values, 0.0);
        for (std::int64_t first = 0; first < nz; first += planes) {
            const std::int64_t count = std::min(planes, nz - first);
            array.read(first * nx * ny,
                       std::span{values}.subspan(static_cast<std::size_t>(first * nx * ny),
                                                 static_cast<std::size_t>(count * nx * ny)));
        }
    }
    return values;
}

TEST_F(ReadPieces, a_field_in_pieces_is_read_as_one_file)
{
    for (const Location location : {Location::cell, Location::node}) {
        for (const Grid& whole :
             {test::seven_planes(location), test::seven_unequal_planes(location)}) {
            const auto u = test::sample_values<double>(whole);
            const auto v = test::sample_values<double>(whole, 100);
            const auto file = folder() / ("one" + std::string{fields_extension(whole)});
            write_fields(file, {.grid = whole, .time = 12.0},
                         std::array{field("p", u), field("q", v)});
            const auto path = folder() / ("u" + index_extension(whole));
            for (const Slices& slices : test::divisions_of_seven()) {
                SCOPED_TRACE(::testing::Message()
                             << path << ", " << slices.size() << " ranks, first has "
                             << slices.front().count << " planes");
                test::write_pieces(path, {.grid = whole, .time = 12.0}, u, v, slices);
                expect_same(read_vti_header(path), read_vti_header(file));
                EXPECT_EQ(read_vti_time(path), 12.0);
                EXPECT_THAT(read_vti_arrays(path, both), ElementsAre(Values{v}, Values{u}));
                for (const std::int64_t planes : {1, 2, 3, 7}) {
                    EXPECT_EQ(by_planes(path, planes), v) << planes << " planes at a time";
                }
            }
        }
    }
}

TEST_F(ReadPieces, single_precision_stays_single)
{
    write();
    EXPECT_THAT(read_vti_arrays(index(), both), ElementsAre(Values{q_}, Values{p_}));
    EXPECT_EQ(VtiArray(index(), "p").precision(), Precision::fp32);
}

TEST_F(ReadPieces, pieces_may_overlap_lie_in_a_folder_and_come_in_any_order)
{
    const auto path = folder() / "in" / "any.vti";
    std::filesystem::create_directory(path.parent_path());
    write_vti(path, {.grid = grid_, .piece = ranks::Slice{.first = 3, .count = 4}},
              std::array{field("p", p_), field("q", q_)});
    write({{.first = 0, .count = 5}, {.first = 5, .count = 2}});
    replace(index(), "<Piece Extent=\"0 5 0 4 0 5\" Source=\"p_0.vti\"/>",
            "<Piece Extent=\"0 5 0 4 3 7\" Source=\"in/any.vti\"/>"
            "<Piece Extent=\"0 5 0 4 0 5\" Source=\"p_0.vti\"/>");
    EXPECT_THAT(read_vti_arrays(index(), both), ElementsAre(Values{q_}, Values{p_}));
}

// Some programs write the extent of the whole grid into each piece.
TEST_F(ReadPieces, a_piece_may_know_the_whole_grid)
{
    write();
    replace(folder() / "p_1.vti", "WholeExtent=\"0 5 0 4 1 5\"", "WholeExtent=\"0 5 0 4 0 7\"");
    EXPECT_THAT(read_vti_arrays(index(), both), ElementsAre(Values{q_}, Values{p_}));
}

TEST_F(ReadPieces, a_missing_piece_is_named)
{
    write();
    std::filesystem::remove(folder() / "p_1.vti");
    EXPECT_EQ(error(),
              "its piece 'p_1.vti': it is missing: copy it to the place that the index "
              "says, or write the field again, or read it from one file");
}

TEST_F(ReadPieces, damage_in_a_piece_is_named_with_it)
{
    write();
    std::filesystem::resize_file(folder() / "p_2.vti", 700);
    EXPECT_EQ(error(),
              "its piece 'p_2.vti': the file is cut short (it does not end with </VTKFile>): copy "
              "or write it again");
    write();
    const std::string whole = test::text_of(folder() / "p_1.vti");
    const auto array = whole.find("Name=\"q\"");
    const auto data = whole.find('\n', array) + 60;
    std::string damaged = whole;
    test::put(folder() / "p_1.vti", damaged.replace(data, 4, "!!!!"));
    VtiArray values{index(), "q"};
    std::vector<double> plane(20);
    values.read(0, plane);
    EXPECT_THAT(test::message_of<std::runtime_error>([&] { values.read(20, plane); }),
                AllOf(HasSubstr("its piece 'p_1.vti': array 'q' cannot be read")));
}

TEST_F(ReadPieces, values_that_are_not_finite_are_located_in_the_whole_grid)
{
    auto bad = q_;
    bad[(4 * 4 + 1) * 5 + 3] = std::numeric_limits<float>::quiet_NaN();
    test::write_pieces(index(), {.grid = grid_}, p_, bad, three);
    EXPECT_EQ(error(), "array 'q' holds nan at x, y, z index 3, 1, 4: every value must be finite");
}

TEST_F(ReadPieces, pieces_must_cover_the_grid_without_a_gap)
{
    write();
    replace(index(), "<Piece Extent=\"0 5 0 4 1 5\" Source=\"p_1.vti\"/>", "");
    EXPECT_EQ(
        error(),
        "no piece has what is above node 0 0 1 along x, y, z (the pieces must cover 0 5 0 4 0 "
        "7): write the field again, or read it from one file");
    write();
    replace(index(), "<Piece Extent=\"0 5 0 4 5 7\" Source=\"p_2.vti\"/>", "");
    EXPECT_THAT(error(), HasSubstr("no piece has what is above node 0 0 5"));
    write();
    replace(index(), "<Piece Extent=\"0 5 0 4 0 1\" Source=\"p_0.vti\"/>", "");
    EXPECT_THAT(error(), HasSubstr("no piece has what is above node 0 0 0"));
    write({{.first = 0, .count = 7}});
    replace(index(), "<Piece Extent=\"0 5 0 4 0 7\" Source=\"p_0.vti\"/>", "");
    EXPECT_THAT(error(), HasSubstr("no piece has what is above node 0 0 0"));
}

TEST_F(ReadPieces, another_extent_than_the_index_says_is_refused)
{
    write();
    replace(index(), "0 5 0 4 1 5", "0 5 0 4 1 4");
    EXPECT_EQ(error(),
              "its piece 'p_1.vti': its extent is 0 5 0 4 1 5, where the index says 0 5 0 "
              "4 1 4: write the field again, or read it from one file");
    write();
    replace(index(), "0 5 0 4 1 5", "0 5 0 3 1 5");
    EXPECT_THAT(error(), HasSubstr("its piece 'p_1.vti': its extent is 0 5 0 4 1 5, where the "
                                   "index says 0 5 0 3 1 5"));
    for (const char* extent : {"0 5 0 4 5 1", "0 5 0 4 -1 5", "0 5 0 4 1 8"}) {
        write();
        replace(index(), "0 5 0 4 1 5", extent);
        EXPECT_THAT(error(), HasSubstr("is not within the grid (0 5 0 4 0 7)")) << extent;
    }
    write();
    replace(index(), "Extent=\"0 5 0 4 1 5\" ", "");
    EXPECT_THAT(error(), HasSubstr("it has no Extent"));
}

TEST_F(ReadPieces, another_place_than_the_index_says_is_refused)
{
    write();
    replace(folder() / "p_1.vti", "Origin=\"-1 2 0.25\"", "Origin=\"-1 2 0.75\"");
    EXPECT_EQ(error(),
              "its piece 'p_1.vti': its nodes along z do not lie where those of the index "
              "do: write the field again, or read it from one file");

    const Grid unequal = test::seven_unequal_planes(Location::cell);
    const auto path = folder() / "u.pvtr";
    test::write_pieces(path, {.grid = unequal}, p_, q_, three);
    Grid other = unequal;
    other.axes[0].upper += 1.0;
    write_vtr(folder() / "u_1.vtr", {.grid = other, .piece = three[1]},
              std::array{field("p", p_), field("q", q_)});
    EXPECT_THAT(
        test::message_of<std::runtime_error>([&] { static_cast<void>(read_vti_header(path)); }),
        HasSubstr("its piece 'u_1.vtr': its nodes along x do not lie where"));
}

TEST_F(ReadPieces, another_type_than_the_index_says_is_refused)
{
    write();
    const auto wide = test::sample_values<double>(grid_);
    write_vti(folder() / "p_1.vti", {.grid = grid_, .piece = three[1]},
              std::array{field("p", wide), field("q", q_)});
    EXPECT_EQ(error(),
              "its piece 'p_1.vti': its array 'p' has 1 component of type Float64, where "
              "the index says 1 component of type Float32: write the field again, or read "
              "it from one file");

    write_vti(folder() / "p_1.vti", {.grid = grid_, .piece = three[1]}, std::array{field("q", q_)});
    EXPECT_EQ(error(),
              "its piece 'p_1.vti': it lacks the array 'p' that the index has in its cell "
              "data: write the field again, or read it from one file");

    write_vtr(folder() / "p_1.vti", {.grid = grid_, .piece = three[1]},
              std::array{field("p", p_), field("q", q_)});
    EXPECT_THAT(error(), HasSubstr("its piece 'p_1.vti': it is of type RectilinearGrid, where the "
                                   "index is of PImageData"));

    const Grid nodes = test::seven_planes(Location::node);
    const auto at_nodes = test::sample_values<float>(nodes);
    write_vti(folder() / "p_1.vti", {.grid = nodes, .piece = three[1]},
              std::array{field("p", at_nodes), field("q", at_nodes)});
    EXPECT_THAT(error(), HasSubstr("its piece 'p_1.vti': "));
}

TEST_F(ReadPieces, what_lies_outside_or_is_an_index_is_refused)
{
    write();
    const auto outside = folder().parent_path() / (folder().filename().string() + "_p_1.vti");
    std::filesystem::copy_file(folder() / "p_1.vti", outside);
    std::filesystem::remove(folder() / "p_1.vti");
    std::filesystem::create_symlink(outside, folder() / "p_1.vti");
    const std::string wanted =
        "it lies outside the folder of the index: put both into one folder, and name the piece "
        "relative to it";
    EXPECT_EQ(error(), "its piece 'p_1.vti': " + wanted) << "a symbolic link";
    for (const std::string& source : {outside.string(), "../" + outside.filename().string()}) {
        replace(index(), "Source=\"p_1.vti\"", "Source=\"" + source + "\"");
        EXPECT_EQ(error(), "its piece '" + source + "': " + wanted);
        replace(index(), "Source=\"" + source + "\"", "Source=\"p_1.vti\"");
    }
    std::filesystem::remove(outside);

    write();
    replace(index(), "Source=\"p_1.vti\"", "Source=\"p.pvti\"");
    EXPECT_EQ(error(),
              "its piece 'p.pvti': it is an index itself: name the files that have the "
              "values");
    write();
    replace(index(), "Source=\"p_1.vti\"", "");
    EXPECT_THAT(error(), HasSubstr("a piece has no Source"));
}

TEST_F(ReadPieces, an_index_of_very_many_pieces_is_refused)
{
    write();
    std::string many;
    for (int n = 0; n < 300; ++n) {
        many += "<Piece Extent=\"0 5 0 4 0 1\" Source=\"p_0.vti\"/>";
    }
    replace(index(), "<Piece Extent=\"0 5 0 4 0 1\" Source=\"p_0.vti\"/>", many);
    EXPECT_EQ(error(), "the grid is in 302 pieces (at most 256 can be read): write fewer");
}

TEST_F(ReadPieces, every_byte_of_an_index_may_be_any_other)
{
    write({{.first = 0, .count = 4}, {.first = 4, .count = 3}});
    const std::string whole = test::text_of(index());
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char value : {'"', '9', '-', '\xff'}) {
            std::string damaged = whole;
            damaged[at] = value;
            std::filesystem::remove(index());  // truncating it takes ext4 ten times as long
            test::put(index(), damaged);
            try {
                EXPECT_EQ(read_vti_header(index()).grid.values(2), 7) << damaged;
            } catch (const std::runtime_error& refusal) {
                EXPECT_STRNE(refusal.what(), "");
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, 1000);
}

TEST_F(ReadPieces, a_piece_that_is_replaced_while_it_is_read_changes_nothing)
{
    write();
    VtiArray values{index(), "q"};
    write_vti(folder() / "p_2.vti", {.grid = grid_, .piece = three[2]},
              std::array{field("p", p_), field("q", p_)});
    std::vector<double> read(q_.size());
    values.read(0, read);
    EXPECT_EQ(read, std::vector<double>(q_.begin(), q_.end()));
}

}  // namespace
}  // namespace tobiuo
