// How the numbers and coefficients of two real lines come from memory and go there: one code for
// device and host.
#pragma once

#include "kernels/fft/complex.hpp"
#include "kernels/fft/pass_arguments.hpp"
#include "kernels/fft/pass_form.hpp"

namespace tobiuo::fft {

/// Where a pair of lines begins, and whether it has its second line.
struct PairPlace {
    long long offset;
    bool second;
};

/// Which number of a line a place of the transform holds.
struct PlacedNumber {
    int index;
    bool negated;
};

/// One thread's view of the two ends of its pair of lines. `spread`: base is below it, so that most
/// of what follows is known when compiling.
template <PassForm pass, typename T, typename Block>
class PairPoints {
public:
    using Value = Complex<T>;

    PairPoints(const Block& block, const void* in, void* out, const PassTables<T>& tables)
        : block_{block}, in_{in}, out_{out}, tables_{tables}
    {
    }

    static PairPlace source(long long line) { return place<pass.source>(line); }
    static PairPlace sink(long long line) { return place<pass.sink>(line); }

    /// The number at place base + ahead of the transform.
    template <int ahead, int spread>
    Value load_number(const PairPlace& from, unsigned base) const
    {
        const PlacedNumber number = number_at<ahead, spread>(base);
        const Value value = signed_as(number, read(from, number.index));
        if constexpr (pairs.folding == Folding::halfway) {
            return value * block_.fetch(tables_.shift_turns + base + ahead);
        } else {
            return value;
        }
    }

    template <int ahead, int spread>
    void store_number(const PairPlace& to, unsigned base, Value value) const
    {
        const PlacedNumber number = number_at<ahead, spread>(base);
        if constexpr (pairs.folding == Folding::halfway) {
            value = value * conjugate(block_.fetch(tables_.shift_turns + base + ahead));
        }
        write(to, number.index, signed_as(number, value));
    }

    template <int ahead>
    Value load_coefficient(const PairPlace& from, unsigned base) const
    {
        return read(from, coefficient_at<ahead>(base));
    }
    template <int ahead>
    void store_coefficient(const PairPlace& to, unsigned base, Value value) const
    {
        write(to, coefficient_at<ahead>(base), value);
    }

    /// Number or coefficient `index` of both lines.
    Value read(const PairPlace& from, int index) const
    {
        const long long at = from.offset + index * pass.source.step;
        if constexpr (pairs.apart) {
            const T* const first = static_cast<const T*>(in_) + at;
            return {block_.template load<pass.load>(first),
                    from.second ? block_.template load<pass.load>(first + pairs.partner) : T{0}};
        } else {
            return block_.template load<pass.load>(static_cast<const Value*>(in_) + at);
        }
    }

    void write(const PairPlace& to, int index, Value value) const
    {
        const long long at = to.offset + index * pass.sink.step;
        if constexpr (pairs.apart) {
            T* const first = static_cast<T*>(out_) + at;
            block_.template store<pass.store>(first, value.x);
            if (to.second) {
                block_.template store<pass.store>(first + pairs.partner, value.y);
            }
        } else {
            block_.template store<pass.store>(static_cast<Value*>(out_) + at, value);
        }
    }

private:
    static constexpr PairForm pairs = pass.pairs;

    template <Lines lines>
    static PairPlace place(long long line)
    {
        bool second = true;
        if constexpr (pairs.apart && pairs.row_lines % 2 != 0) {
            second = line % pairs.row_pairs * 2 + 1 < pairs.row_lines;
        }
        return {offset_of<lines>(line), second};
    }

    template <int ahead>
    static constexpr int coefficient_at(unsigned base)
    {
        const int k = static_cast<int>(base) + ahead;
        return pairs.reversed ? pass.points - 1 - k : k;
    }

    template <int ahead, int spread>
    static constexpr PlacedNumber number_at(unsigned base)
    {
        const int place = static_cast<int>(base) + ahead;
        if constexpr (pairs.folding == Folding::none) {
            return {place, false};
        } else {
            constexpr int front = (pass.points + 1) / 2;
            constexpr bool turned = pairs.sine != (pairs.folding == Folding::halfway);
            if constexpr (ahead + spread <= front) {
                return {2 * place, false};
            } else if constexpr (ahead >= front) {
                return {2 * (pass.points - 1 - place) + 1, turned};
            } else {
                const bool back = place >= front;
                return {back ? 2 * (pass.points - 1 - place) + 1 : 2 * place, back && turned};
            }
        }
    }

    static Value signed_as(const PlacedNumber& number, Value value)
    {
        return number.negated ? Value{-value.x, -value.y} : value;
    }

    const Block& block_;
    const void* in_;
    void* out_;
    const PassTables<T>& tables_;
};

}  // namespace tobiuo::fft
