// SPDX-License-Identifier: BSD-3-Clause
// Implicit diffusion along lines that several ranks divide: what joins their slabs. For host and
// device.
#pragma once

#include "kernels/flow/elimination/elimination.hpp"
#include "kernels/flow/implicit_stage.hpp"
#include "runtime/machine/item_kind.hpp"

namespace tobiuo::flow {

/// What the rows of a slab pass on, the same for all lines of a LineSystem.
template <typename T>
struct SlabPassage {
    T risen = 0;   ///< of y before the slab in y of its last row
    T turned = 0;  ///< of y before the slab in x of its first row
    T fallen = 0;  ///< of x behind the slab in x of its first row
    T lost = 1;    ///< 1 - fallen, exact to a few roundings
};

/// The slabs of all lines: which ones tell this one what they leave, and what they pass on.
///
/// A wave decays over the rows that it passes, faster the shorter the step is; a slab is told of by
/// those whose wave is not lost in rounding when it arrives. Round a period `reach` is either less
/// than half of the slabs, or `goes_round` says that all tell all.
template <typename T>
struct ImplicitSlabs {
    long long slabs = 1;
    long long mine = 0;
    long long reach = 0;      ///< slabs that tell this one on either side
    bool is_endless = false;  ///< the last slab is joined to the first one
    bool goes_round = false;
    const SlabPassage<T>* passages[line_kinds] = {};  ///< [slab]

    [[nodiscard]] constexpr long long slab(long long offset) const
    {
        return (mine + offset + slabs) % slabs;
    }
    [[nodiscard]] constexpr bool has(long long offset) const
    {
        return is_endless || (mine + offset >= 0 && mine + offset < slabs);
    }
    /// Offsets of one slab that is counted from either side become the same.
    [[nodiscard]] constexpr long long nearest(long long offset) const
    {
        if (!goes_round) {
            return offset;
        }
        const long long above = (offset + slabs) % slabs;
        return above > slabs / 2 ? above - slabs : above;
    }
};

/// Joins one line of one quantity: finds y before the slab and x behind it from the ends of slabs
/// as if these were 0, and puts them in the place of the slab's own, see ImplicitStage::ends.
///
/// Round a period both are sums over all slabs, however often; the sum of these powers is 1 over
/// what is lost in one round.
/// Source    H. H. Wang, ACM Trans. Math. Software 7, 170 (1981).
template <typename T>
struct JoinLine {
    using Real = T;
    static constexpr runtime::ItemKind kind{.header = "kernels/flow/implicit_slabs.hpp",
                                            .type = "tobiuo::flow::JoinLine",
                                            .name = "flow-join-line",
                                            .threads = 128,
                                            .nanoseconds = 20.0};

    ImplicitSlabs<T> slabs;
    long long lines = 0;
    /// The ends of this slab, those in their last row after those in their first one, [end][quantity]
    /// [line]; those of the others lie `step` values before them or behind them for each slab.
    T* ends = nullptr;
    long long step = 0;
    long long quantities_of_stage = 0;

    constexpr void operator()(long long at) const
    {
        const auto quantity = static_cast<int>(at / lines);
        const SlabPassage<T>* const passages =
            quantity == scalar_quantity ? slabs.passages[static_cast<int>(LineKind::scalar)]
            : quantity == 2             ? slabs.passages[static_cast<int>(LineKind::along)]
                                        : slabs.passages[static_cast<int>(LineKind::across)];
        T before = 0;
        for (long long offset = slabs.goes_round ? -slabs.slabs : -slabs.reach; offset < 0;
             ++offset) {
            if (slabs.has(offset)) {
                before = last_row(at, offset) + passages[slabs.slab(offset)].risen * before;
            }
        }
        T lost = 1;
        if (slabs.goes_round) {
            lost = lost_round(passages);
            before /= lost;
        }
        T risen = last_row(at, 0) + passages[slabs.mine].risen * before;
        T behind = 0;
        T fallen = 1;
        const long long farthest = slabs.goes_round ? slabs.slabs : slabs.reach;
        for (long long offset = 1; offset <= farthest && slabs.has(offset); ++offset) {
            const SlabPassage<T>& passage = passages[slabs.slab(offset)];
            behind += fallen * (first_row(at, offset) + passage.turned * risen);
            risen = last_row(at, offset) + passage.risen * risen;
            fallen *= passage.fallen;
        }
        ends[at] = before;
        ends[quantities_of_stage * lines + at] = behind / lost;
    }

private:
    [[nodiscard]] constexpr T first_row(long long at, long long offset) const
    {
        return ends[slabs.nearest(offset) * step + at];
    }
    [[nodiscard]] constexpr T last_row(long long at, long long offset) const
    {
        return ends[slabs.nearest(offset) * step + quantities_of_stage * lines + at];
    }

    [[nodiscard]] constexpr T lost_round(const SlabPassage<T>* passages) const
    {
        T lost = 0;
        for (long long slab = 0; slab < slabs.slabs; ++slab) {
            lost += passages[slab].lost - lost * passages[slab].lost;
        }
        return lost;
    }
};

}  // namespace tobiuo::flow
