// SPDX-License-Identifier: BSD-3-Clause
// What the classic kernel decides on the host: index maps, layouts, reasons for declining.
#include "kernels/stencil/classic/classic.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/stencil/classic/classic_form.hpp"
#include "kernels/stencil/classic/classic_layout.hpp"
#include "kernels/stencil/march/march.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "tests/support/device.hpp"
#include "tests/support/sweeps.hpp"
#include "tests/support/tolerance.hpp"

namespace tobiuo::stencil {
namespace {

ClassicForm form_of(int bytes, int k, int j, ClassicLoads loads)
{
    return {.value_bytes = bytes,
            .block_k = k,
            .block_j = j,
            .p = PlanesOnChip::three,
            .loads = loads,
            .pacing = true};
}

std::vector<ClassicForm> forms()
{
    std::vector<ClassicForm> all;
    for (const int bytes : {4, 8}) {
        for (const ClassicLoads loads :
             {ClassicLoads::scalar, ClassicLoads::wide, ClassicLoads::async}) {
            all.push_back(form_of(bytes, 64, 4, loads));
            all.push_back(form_of(bytes, 16, 16, loads));
            all.push_back(form_of(bytes, 128, 2, loads));
        }
    }
    return all;
}

SweepRequest request_with(const Shape& shape, const decltype(SweepRequest::parameters)& parameters,
                          Precision precision = Precision::fp32)
{
    return {.shape = shape, .precision = precision, .parameters = parameters};
}

std::string unsupported_reason_of(const Shape& shape,
                                  const decltype(SweepRequest::parameters)& parameters)
{
    return classic_kind().unsupported_reason(request_with(shape, parameters)).value_or("");
}

TEST(Classic, the_threads_of_all_blocks_own_each_interior_point_once)
{
    for (const Shape& shape :
         {Shape{3, 3, 3}, Shape{7, 5, 18}, Shape{13, 17, 67}, Shape{5, 9, 258}, Shape{33, 6, 65}}) {
        for (const ClassicForm& form : forms()) {
            const MarchTiles tiles =
                tiles_of(shape, shape.interior_planes(), {form.tile_k(), form.block_j}, 4);
            std::vector<int> owners(static_cast<std::size_t>(shape.values()));
            const std::int64_t blocks =
                blocks_of(shape, shape.interior_planes(), {form.tile_k(), form.block_j}, 4);
            for (std::int64_t n = 0; n < blocks * form.threads(); ++n) {
                const int thread = static_cast<int>(n % form.threads());
                const MarchColumn first =
                    tiles.column(static_cast<unsigned>(n / form.threads()),
                                 static_cast<unsigned>(thread % form.block_k * form.points()),
                                 static_cast<unsigned>(thread / form.block_k));
                for (int point = 0; point < form.points(); ++point) {
                    const long long k = first.k + point;
                    const bool works = first.j < shape.nj - 1 && k > 0 && k < shape.nk - 1;
                    for (long long i = first.first; works && i < first.end; ++i) {
                        ++owners.at(
                            static_cast<std::size_t>((i * shape.nj + first.j) * shape.nk + k));
                    }
                }
            }
            std::int64_t owned = 0;
            for (const int count : owners) {
                ASSERT_LE(count, 1);
                owned += count;
            }
            EXPECT_EQ(owned, shape.interior()) << test::text_of(shape) << " " << form.tile_k();
        }
    }
}

TEST(Classic, the_pieces_of_a_plane_fill_the_tile_once)
{
    for (const ClassicForm& form : forms()) {
        std::vector<int> filled(static_cast<std::size_t>(form.plane()));
        for (int number = 0; number < form.pieces(); ++number) {
            const ClassicPiece piece = form.piece_at(number);
            EXPECT_EQ(piece.column % form.piece(), 0);
            for (int value = 0; value < form.piece(); ++value) {
                const int at = piece.row * form.row() + piece.column + value;
                ++filled.at(static_cast<std::size_t>(at));
            }
        }
        EXPECT_EQ(filled, std::vector<int>(filled.size(), 1));
        EXPECT_EQ(form.row() * form.value_bytes % (form.piece() == 1 ? 1 : 16), 0);
    }
}

TEST(Classic, shared_memory_is_that_of_the_paper)
{
    ClassicForm form = form_of(4, 16, 16, ClassicLoads::scalar);
    form.p = PlanesOnChip::all;
    EXPECT_EQ(form.shared_bytes(8), 12960);  // see sections 5.1 and 5.2.3
    form.block_k = 64;
    form.block_j = 4;
    EXPECT_EQ(form.shared_bytes(8), 15840);
    form.p = PlanesOnChip::three;
    EXPECT_EQ(form.shared_bytes(128), 4752);
}

TEST(Classic, both_layouts_give_each_coefficient_of_each_point_its_own_place)
{
    const std::int64_t ni = 3;
    const std::int64_t nj = 4;
    const std::int64_t pitch = 8;
    for (const std::int64_t padding : {0, 32}) {
        for (const bool interleaved : {false, true}) {
            const ClassicLayout layout = classic_layout(ni, nj, pitch, padding, interleaved);
            std::vector<int> used(static_cast<std::size_t>(classic_values(ni, nj, pitch, padding)));
            for (int m = 0; m < 12; ++m) {
                for (std::int64_t n = 0; n < ni * nj * pitch; ++n) {
                    ++used.at(static_cast<std::size_t>(
                        layout.at(m, n / pitch / nj, n / pitch % nj, n % pitch)));
                }
            }
            for (std::size_t at = 0; at < used.size(); ++at) {
                const bool pad =
                    static_cast<std::int64_t>(at) % (nj * pitch + padding) >= nj * pitch;
                EXPECT_EQ(used[at], pad ? 0 : 1) << at;
            }
            EXPECT_EQ(layout.between_planes == nj * pitch + padding, !interleaved);
        }
    }
}

TEST(Classic, switches_that_do_not_go_together_are_declined_in_one_sentence)
{
    const Shape shape{128, 128, 256};
    EXPECT_EQ(unsupported_reason_of(shape, {}), "");
    EXPECT_EQ(unsupported_reason_of(shape, {{"p", "none"}, {"loads", "async"}}),
              "asynchronous copies bring p on chip, so loads=async needs p=three or p=all");
    EXPECT_EQ(unsupported_reason_of(shape, {{"p", "three"}, {"pacing", "off"}}),
              "three planes on chip need a barrier at every plane, so p=three has pacing=on");
    EXPECT_EQ(unsupported_reason_of(shape, {{"p", "all"}, {"pacing", "off"}}), "");
    EXPECT_TRUE(unsupported_reason_of({512, 512, 1024}, {{"p", "all"}, {"depth", "all"}})
                    .starts_with("p=all with a block of 64x4 and 510 planes needs "));
    EXPECT_TRUE(
        unsupported_reason_of(shape, {{"padding", "3"}}).starts_with("parameter 'padding'"));
}

TEST(Classic, rows_begin_at_16_bytes_in_any_shape)
{
    EXPECT_EQ(classic_pitch({3, 3, 256}, Precision::fp32), 256);
    EXPECT_EQ(classic_pitch({3, 3, 257}, Precision::fp32), 260);
    EXPECT_EQ(classic_pitch({3, 3, 257}, Precision::fp64), 258);
}

TEST(Classic, the_forms_that_tests_compile_are_few)
{
    EXPECT_LE(classic_specialisations().size(), 40U);
    EXPECT_EQ(classic_specialisation(form_of(8, 16, 16, ClassicLoads::async)).identifier(),
              "himeno-classic-fp64-16x16-p-three-async-paced");
}

class ClassicOnDevice : public test::OnDevice {};

TEST_F(ClassicOnDevice, every_combination_of_switches_has_the_bits_of_the_twin)
{
    int served = 0;
    for (const Shape& shape : {Shape{37, 19, 131}, Shape{7, 5, 18}, Shape{3, 40, 3}}) {
        const auto source = himeno::random_source(shape, 20080817);
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const auto twin = test::swept<double>(test::kind_called("twin"),
                                                  request_with(shape, {}, precision), *source, 3);
            std::vector<decltype(SweepRequest::parameters)> all{{}};
            for (const Parameter& parameter : classic_kind().parameters) {
                std::vector<decltype(SweepRequest::parameters)> more;
                for (const auto& one : all) {
                    for (const std::string_view choice : parameter.choices) {
                        // Every block shape compiles anew, and other depths differ in numbers only.
                        const bool skipped =
                            (parameter.name == "block" && choice != "64x4" && choice != "16x16") ||
                            (parameter.name == "depth" && choice != "8" && choice != "all") ||
                            (parameter.name == "padding" && choice != "0" && choice != "12800");
                        if (!skipped) {
                            more.push_back(one);
                            more.back()[std::string{parameter.name}] = choice;
                        }
                    }
                }
                all = more;
            }
            for (const auto& switches : all) {
                const SweepRequest request = request_with(shape, switches, precision);
                if (!classic_kind().unsupported_reason(request)) {
                    ++served;
                    SCOPED_TRACE(::testing::PrintToString(switches) + test::text_of(shape));
                    const auto got = test::swept<double>(classic_kind(), request, *source, 3);
                    EXPECT_TRUE(test::same_bits(got.p, twin.p));
                    EXPECT_NEAR(got.gosa[2], twin.gosa[2],
                                twin.gosa[2] * test::reordered_sum(shape.interior()));
                }
            }
        }
    }
    EXPECT_GT(served, 0);
}

}  // namespace
}  // namespace tobiuo::stencil
