// SPDX-License-Identifier: BSD-3-Clause
// What the resident kernel decides on the host, and its exchange of rows, simulated on the host.
#include "kernels/stencil/resident/resident.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kernels/stencil/resident/resident_blocks.hpp"

namespace tobiuo::stencil {
namespace {

constexpr ChipRoom h200{.multiprocessors = 132, .shared_bytes = 232'448};

const std::vector<ResidentBlocks> divisions{{1, 1, 1, 1},     {1, 7, 1, 7},    {7, 1, 7, 1},
                                            {5, 4, 2, 2},     {62, 62, 8, 16}, {30, 30, 8, 15},
                                            {1, 9, 1, 4},     {11, 13, 3, 5},  {11, 13, 11, 13},
                                            {129, 1, 129, 1}, {18, 17, 6, 17}, {3, 50, 2, 7}};

std::string text_of(const ResidentBlocks& blocks)
{
    return std::to_string(blocks.rows_i) + "x" + std::to_string(blocks.rows_j) + " rows in " +
           std::to_string(blocks.along_i) + "x" + std::to_string(blocks.along_j);
}

TEST(ResidentBlocks, every_row_has_one_owner)
{
    for (const ResidentBlocks& blocks : divisions) {
        SCOPED_TRACE(text_of(blocks));
        std::set<std::pair<int, int>> rows;
        for (int block = 0; block < blocks.count(); ++block) {
            const OwnedRows own = blocks.owned(block);
            EXPECT_GE(own.count_i, 1);
            EXPECT_LE(own.count_i, blocks.most_i());
            EXPECT_GE(own.count_j, 1);
            EXPECT_LE(own.count_j, blocks.most_j());
            for (int i = own.first_i; i < own.first_i + own.count_i; ++i) {
                for (int j = own.first_j; j < own.first_j + own.count_j; ++j) {
                    EXPECT_TRUE(rows.insert({i, j}).second) << i << ", " << j;
                    EXPECT_EQ(blocks.owner(i, j), block);
                }
            }
        }
        EXPECT_EQ(rows.size(), static_cast<std::size_t>(blocks.rows_i) *
                                   static_cast<std::size_t>(blocks.rows_j));
        EXPECT_EQ(rows.empty() ? 0 : rows.begin()->first, 1);
        EXPECT_EQ(rows.empty() ? 0 : rows.rbegin()->second, blocks.rows_j);
    }
}

TEST(ResidentBlocks, a_block_receives_exactly_the_rows_around_it_that_others_own)
{
    for (const ResidentBlocks& blocks : divisions) {
        SCOPED_TRACE(text_of(blocks));
        for (int block = 0; block < blocks.count(); ++block) {
            const OwnedRows own = blocks.owned(block);
            std::set<std::pair<int, int>> around;
            for (int i = -1; i <= own.count_i; ++i) {
                for (int j = -1; j <= own.count_j; ++j) {
                    const int there_i = own.first_i + i;
                    const int there_j = own.first_j + j;
                    const bool inside = there_i >= 1 && there_i <= blocks.rows_i && there_j >= 1 &&
                                        there_j <= blocks.rows_j;
                    if (inside && blocks.owner(there_i, there_j) != block) {
                        around.insert({i, j});
                    }
                }
            }
            std::set<std::pair<int, int>> received;
            for (int n = 0; n < blocks.received(block, own); ++n) {
                const LocalRow row = blocks.received_row(block, own, n);
                EXPECT_TRUE(received.insert({row.i, row.j}).second);
            }
            EXPECT_EQ(received, around) << "block " << block;
            EXPECT_LE(blocks.received(block, own), blocks.most_received());
        }
    }
}

TEST(ResidentBlocks, rows_that_are_read_have_a_place_of_their_own_and_no_others_are_sent)
{
    for (const ResidentBlocks& blocks : divisions) {
        SCOPED_TRACE(text_of(blocks));
        std::set<std::pair<int, int>> read;
        for (int block = 0; block < blocks.count(); ++block) {
            const OwnedRows own = blocks.owned(block);
            for (int n = 0; n < blocks.received(block, own); ++n) {
                const LocalRow row = blocks.received_row(block, own, n);
                read.insert({own.first_i + row.i, own.first_j + row.j});
            }
        }
        for (int block = 0; block < blocks.count(); ++block) {
            const OwnedRows own = blocks.owned(block);
            std::set<int> places;
            for (int i = 0; i < own.count_i; ++i) {
                for (int j = 0; j < own.count_j; ++j) {
                    const bool sent = blocks.is_read_elsewhere(block, own, {i, j});
                    EXPECT_EQ(sent, read.contains({own.first_i + i, own.first_j + j}));
                    if (sent) {
                        const int place = ResidentBlocks::place(own, {i, j});
                        EXPECT_TRUE(places.insert(place).second) << i << ", " << j;
                        EXPECT_GE(place, 0);
                        EXPECT_LT(place, blocks.most_sent());
                    }
                }
            }
        }
    }
}

TEST(ResidentTiles, every_row_of_a_block_belongs_to_one_team)
{
    for (const auto& [rows_i, rows_j] : {std::pair{1, 1}, {8, 4}, {7, 3}, {3, 9}, {1, 13}}) {
        for (const auto& [tile_i, tile_j] : {std::pair{1, 1}, {1, 4}, {2, 2}, {2, 3}}) {
            const ResidentTiles tiles{tile_i, tile_j, (rows_i + tile_i - 1) / tile_i,
                                      (rows_j + tile_j - 1) / tile_j};
            std::multiset<std::pair<int, int>> rows;
            for (int team = 0; team < tiles.teams(); ++team) {
                const LocalRow first = tiles.first_row(team);
                for (int r = 0; r < tiles.rows(); ++r) {
                    rows.insert({first.i + r / tile_j, first.j + r % tile_j});
                }
            }
            for (int i = 0; i < rows_i; ++i) {
                for (int j = 0; j < rows_j; ++j) {
                    EXPECT_EQ(rows.count({i, j}), 1U);
                }
            }
        }
    }
}

/// The exchange with one number for each row: blocks take turns in any order, as far as their
/// packets have arrived. A new number mixes the nine around it, so that a wrong or stale row shows.
class Exchange {
public:
    Exchange(const ResidentBlocks& blocks, unsigned first_tag)
        : blocks_{blocks},
          first_tag_{first_tag},
          done_(static_cast<std::size_t>(blocks.count())),
          mail_(static_cast<std::size_t>(2 * blocks.count() * blocks.most_sent())),
          copies_(static_cast<std::size_t>(blocks.count()), start())
    {
    }

    [[nodiscard]] std::vector<std::uint64_t> start() const
    {
        std::vector<std::uint64_t> field(static_cast<std::size_t>((blocks_.rows_i + 2) * pitch()));
        for (std::size_t n = 0; n < field.size(); ++n) {
            field[n] = 7 * n + 1;
        }
        return field;
    }

    /// Computes and sends a sweep of `block` if it has received the one before.
    bool advance(int block, unsigned sweeps)
    {
        unsigned& done = done_[static_cast<std::size_t>(block)];
        if (done == 2 * sweeps) {
            return false;
        }
        const bool moved = done % 2 == 0 || receive(block, first_tag_ + done / 2);
        if (moved && done % 2 == 0) {
            compute(block, first_tag_ + done / 2);
        }
        done += moved ? 1 : 0;
        return moved;
    }

    [[nodiscard]] std::uint64_t at(int i, int j) const
    {
        return copies_[static_cast<std::size_t>(blocks_.owner(i, j))][index(i, j)];
    }

    /// The field after one sweep.
    [[nodiscard]] std::vector<std::uint64_t> swept(const std::vector<std::uint64_t>& field) const
    {
        std::vector<std::uint64_t> next = field;
        for (int i = 1; i <= blocks_.rows_i; ++i) {
            for (int j = 1; j <= blocks_.rows_j; ++j) {
                next[index(i, j)] = mixed(field, i, j);
            }
        }
        return next;
    }

    [[nodiscard]] std::size_t index(int i, int j) const
    {
        return static_cast<std::size_t>(i) * static_cast<std::size_t>(pitch()) +
               static_cast<std::size_t>(j);
    }

private:
    struct Packet {
        std::uint64_t value = 0;
        unsigned tag = 0;
    };
    using Block = std::vector<std::uint64_t>;

    [[nodiscard]] int pitch() const { return blocks_.rows_j + 2; }

    [[nodiscard]] std::uint64_t mixed(const Block& field, int i, int j) const
    {
        std::uint64_t sum = 0;
        for (int n = 0; n < 9; ++n) {
            sum = sum * 31 + field[index(i + n / 3 - 1, j + n % 3 - 1)];
        }
        return sum;
    }

    Packet& packet(unsigned tag, int block, const OwnedRows& own, LocalRow row)
    {
        const int slot = static_cast<int>(tag % 2) * blocks_.count() + block;
        const int place = slot * blocks_.most_sent() + ResidentBlocks::place(own, row);
        return mail_[static_cast<std::size_t>(place)];
    }

    void compute(int block, unsigned tag)
    {
        const OwnedRows own = blocks_.owned(block);
        Block& field = copies_[static_cast<std::size_t>(block)];
        Block next = field;
        for (int i = 0; i < own.count_i; ++i) {
            for (int j = 0; j < own.count_j; ++j) {
                const std::uint64_t value = mixed(field, own.first_i + i, own.first_j + j);
                next[index(own.first_i + i, own.first_j + j)] = value;
                if (blocks_.is_read_elsewhere(block, own, {i, j})) {
                    packet(tag, block, own, {i, j}) = {.value = value, .tag = tag};
                }
            }
        }
        field = next;
    }

    bool receive(int block, unsigned tag)
    {
        const OwnedRows own = blocks_.owned(block);
        Block& field = copies_[static_cast<std::size_t>(block)];
        Block next = field;
        for (int n = 0; n < blocks_.received(block, own); ++n) {
            const LocalRow row = blocks_.received_row(block, own, n);
            const int i = own.first_i + row.i;
            const int j = own.first_j + row.j;
            const int sender = blocks_.owner(i, j);
            const OwnedRows theirs = blocks_.owned(sender);
            const Packet& found =
                packet(tag, sender, theirs, {i - theirs.first_i, j - theirs.first_j});
            if (found.tag != tag) {
                return false;
            }
            next[index(i, j)] = found.value;
        }
        field = next;
        return true;
    }

    ResidentBlocks blocks_;
    unsigned first_tag_;
    std::vector<unsigned> done_;  ///< number of half sweeps: computing, then receiving
    std::vector<Packet> mail_;
    std::vector<Block> copies_;
};

TEST(ResidentExchange, gives_the_plain_sweeps_in_any_order_of_the_blocks)
{
    constexpr unsigned sweeps = 12;
    constexpr unsigned seed = 20081117;
    for (const unsigned first_tag : {1U, 0xfffffffaU}) {  // the second one wraps around
        for (const ResidentBlocks& blocks : divisions) {
            SCOPED_TRACE(text_of(blocks) + ", first tag " + std::to_string(first_tag));
            Exchange exchange{blocks, first_tag};
            std::mt19937 random{seed};
            std::vector<int> order(static_cast<std::size_t>(blocks.count()));
            for (std::size_t n = 0; n < order.size(); ++n) {
                order[n] = static_cast<int>(n);
            }
            bool moved = true;
            while (moved) {
                moved = false;
                std::shuffle(order.begin(), order.end(), random);
                for (const int block : order) {
                    for (auto steps = random() % 4; steps > 0; --steps) {
                        moved = exchange.advance(block, sweeps) || moved;
                    }
                }
                for (const int block : order) {
                    moved = exchange.advance(block, sweeps) || moved;
                }
            }
            std::vector<std::uint64_t> expected = exchange.start();
            for (unsigned sweep = 0; sweep < sweeps; ++sweep) {
                expected = exchange.swept(expected);
            }
            for (int i = 1; i <= blocks.rows_i; ++i) {
                for (int j = 1; j <= blocks.rows_j; ++j) {
                    ASSERT_EQ(exchange.at(i, j), expected[exchange.index(i, j)]) << i << ", " << j;
                }
            }
        }
    }
}

TEST(ResidentForm, the_official_small_sizes_fit_an_h200)
{
    const auto s = resident_form({64, 64, 128}, Precision::fp32, h200, "auto");
    ASSERT_TRUE(s.has_value());
    EXPECT_EQ(s->tile.name, "2x2");
    EXPECT_EQ(s->blocks.most_i() * s->blocks.most_j(), 32);
    EXPECT_EQ(s->threads, 256);
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        EXPECT_TRUE(resident_form({32, 32, 64}, precision, h200, "auto").has_value());
    }
    EXPECT_FALSE(resident_form({64, 64, 128}, Precision::fp64, h200, "auto").has_value());
    EXPECT_FALSE(resident_form({128, 128, 256}, Precision::fp32, h200, "auto").has_value());
}

TEST(ResidentForm, every_form_can_be_launched)
{
    for (const std::int64_t ni : {3, 4, 9, 33, 64}) {
        for (const std::int64_t nj : {3, 5, 20, 131}) {
            for (const std::int64_t nk : {3, 4, 17, 64, 67, 128, 258}) {
                for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                    const auto form = resident_form({ni, nj, nk}, precision, h200, "auto");
                    if (form) {
                        EXPECT_LE(form->blocks.count(), h200.multiprocessors);
                        EXPECT_LE(form->threads, form->tile.most_threads);
                        EXPECT_EQ(form->threads % 32, 0);
                        EXPECT_LE(shared_bytes_of(*form, nk, precision), h200.shared_bytes);
                    }
                }
            }
        }
    }
}

TEST(ResidentKind, says_how_many_bytes_are_missing)
{
    const SweepRequest request{.shape = {128, 128, 256}, .parameters = {}};
    const std::string reason = resident_kind().unsupported_reason(request).value_or("");
    EXPECT_NE(reason.find("need 227.6 MB"), std::string::npos) << reason;
    EXPECT_NE(reason.find("multiprocessors hold"), std::string::npos) << reason;
    constexpr std::int64_t huge = 3'000'000'000;
    EXPECT_TRUE(
        resident_kind().unsupported_reason({.shape = {3, huge, 3}, .parameters = {}}).has_value());
}

}  // namespace
}  // namespace tobiuo::stencil
