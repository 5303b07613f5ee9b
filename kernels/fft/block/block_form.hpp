// How a block of threads transforms some lines: every choice, as numbers known when compiling.
#pragma once

namespace tobiuo::fft {

/// `lines` transforms of `length` points by lines x lanes threads, in `stages` butterflies with an
/// exchange through shared memory between two of them.
///
/// A stage has length / radix butterflies a line; lane t does number t, t + lanes, ..., unless it
/// is `self_mirrored`. In stage s with radix R and the product P of the radices before it,
/// butterfly j takes the points j + r length / R and gives the points (j / P) P R + j % P + r P, r
/// = 0 ... R - 1 (Stockham's self-sorting order), so points come and go in natural order, both
/// times j + r length / R.
/// Source: C. Van Loan, Computational Frameworks for the FFT (1992), section 1.7.
struct BlockForm {
    static constexpr int most_stages = 8;

    int length = 1;
    int stages = 1;
    int radices[most_stages] = {1};
    int lanes = 1;
    int lines = 1;
    bool load_along = true;   ///< neighbouring threads load neighbouring points, else lines
    bool store_along = true;  ///< likewise for the last stage and its points
    int pad = 0;              ///< a line skips one place after each `pad` points; 0: none
    bool powers = false;      ///< twiddle factors as powers of one that is read, else all are read
    int resident_blocks = 1;  ///< that a multiprocessor must hold: bounds the registers
    /// Of the first stage's butterflies, two a lane, lane t does t and -t modulo their number, lane
    /// 0 the two that are their own mirrors: of each point j it has the mirrored one, length - j,
    /// too.
    bool self_mirrored = false;

    [[nodiscard]] constexpr bool operator==(const BlockForm&) const = default;

    [[nodiscard]] constexpr int threads() const { return lanes * lines; }
    [[nodiscard]] constexpr int butterflies(int stage) const { return length / radices[stage]; }
    [[nodiscard]] constexpr int rounds(int stage) const
    {
        return (butterflies(stage) + lanes - 1) / lanes;
    }
    /// The last round of a stage has work for every lane.
    [[nodiscard]] constexpr bool full(int stage) const
    {
        return rounds(stage) * lanes == butterflies(stage);
    }
    /// P: points of the transforms that the stages before `stage` have finished.
    [[nodiscard]] constexpr int product_before(int stage) const
    {
        int product = 1;
        for (int before = 0; before < stage; ++before) {
            product *= radices[before];
        }
        return product;
    }
    /// Whether it may be `self_mirrored`.
    [[nodiscard]] constexpr bool may_mirror() const
    {
        return stages > 1 && radices[0] % 2 == 0 && 2 * lanes == butterflies(0);
    }
    /// Butterfly of a lane in one of the rounds of a stage.
    [[nodiscard]] constexpr unsigned butterfly(int stage, unsigned lane, int round) const
    {
        if (!self_mirrored || stage > 0 || round == 0) {
            return lane + static_cast<unsigned>(round * lanes);
        }
        return static_cast<unsigned>(lanes) + (lane == 0 ? 0 : static_cast<unsigned>(lanes) - lane);
    }
    /// Complex values that a thread holds.
    [[nodiscard]] constexpr int values() const
    {
        int most = 1;
        for (int stage = 0; stage < stages; ++stage) {
            const int held = rounds(stage) * radices[stage];
            most = held > most ? held : most;
        }
        return most;
    }
    /// Whether neighbouring threads work on neighbouring butterflies of a line in this stage.
    [[nodiscard]] constexpr bool along(int stage) const
    {
        return stage == 0 ? load_along : store_along;
    }

    /// Places of shared memory between two lines, in complex values; odd, so that threads of
    /// neighbouring lines meet in different banks.
    [[nodiscard]] constexpr int pitch() const { return padded(length) | 1; }
    /// A line lies together in shared memory, else the same point of all lines does.
    [[nodiscard]] constexpr bool lies_along() const { return load_along || store_along; }
    [[nodiscard]] constexpr int padded(int point) const
    {
        return pad > 0 ? point + point / pad : point;
    }
    /// Complex values of shared memory that a block needs.
    [[nodiscard]] constexpr int places() const
    {
        return lies_along() ? lines * pitch() : lines * length;
    }
    /// What kinds 1 need besides, for sums of threads and lines: see AuxiliaryFrame.
    [[nodiscard]] constexpr int sum_places() const { return 2 * (threads() + lines); }
    /// Each line belongs to threads of one warp, so that no exchange needs the whole block.
    [[nodiscard]] constexpr bool within_warps() const
    {
        return load_along && store_along && 32 % lanes == 0;
    }

    /// The same lanes and lines with the stages in the other order: what follows directly, without
    /// an exchange, because its first stage takes the points that the last one gave.
    [[nodiscard]] constexpr BlockForm reversed() const
    {
        BlockForm other = *this;
        for (int stage = 0; stage < stages; ++stage) {
            other.radices[stage] = radices[stages - 1 - stage];
        }
        other.self_mirrored = false;
        other.load_along = store_along;
        other.store_along = load_along;
        return other;
    }
};

/// Where a point of a line lies in shared memory. Templates, so that nothing of the form is needed
/// when running, and unsigned, so that divisions by powers of two are shifts.
template <BlockForm form>
constexpr unsigned place_of(unsigned line, unsigned point)
{
    if constexpr (!form.lies_along()) {
        return point * form.lines + line;
    } else if constexpr (form.pad > 0) {
        return line * form.pitch() + point + point / form.pad;
    } else {
        return line * form.pitch() + point;
    }
}

/// The value at point base + ahead of a line in shared memory. Wherever it lies a constant behind
/// that at base, it is found so: addresses then differ by what fits into an instruction. `unit`:
/// base is a multiple of it.
template <BlockForm form, int ahead, int unit = 1, typename Value>
constexpr Value& point_ahead(Value* shared, unsigned line, unsigned base)
{
    constexpr int pad = form.pad;
    if constexpr (!form.lies_along()) {
        return (shared + place_of<form>(line, base))[ahead * form.lines];
    } else if constexpr (pad == 0) {
        return (shared + place_of<form>(line, base))[ahead];
    } else if constexpr (ahead >= 0 && (unit % pad == 0 || ahead % pad == 0 ||
                                        (pad % unit == 0 && ahead % pad < unit))) {
        return (shared + place_of<form>(line, base))[ahead + ahead / pad];
    } else {
        return shared[place_of<form>(line, base + ahead)];
    }
}

/// The value at point total - base - ahead, where base <= spread; both are multiples of `unit`.
template <BlockForm form, int total, int ahead, int spread, int unit = 1, typename Value>
constexpr Value& point_behind(Value* shared, unsigned line, unsigned base)
{
    return point_ahead<form, total - spread - ahead, unit>(shared, line, spread - base);
}

}  // namespace tobiuo::fft
