// What a pass divides the coefficients of a pair of lines by. One code for device and host.
#pragma once

#include "kernels/fft/butterfly/complex.hpp"
#include "kernels/fft/pass/pass_arguments.hpp"
#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// The symbol of one pair of lines: see Symbol.
template <PassForm pass, typename T, typename Block>
class PairSymbol {
public:
    using Value = Complex<T>;

    PairSymbol(const Block& block, const PassTables<T>& tables, long long pair)
        : block_{block}, tables_{tables}
    {
        const auto row = static_cast<unsigned>(pair / pass.pairs.row_pairs);
        const auto column = static_cast<unsigned>(pair % pass.pairs.row_pairs);
        const T outer = block.fetch(tables.symbol.outer + row);
        const T* const first = tables.symbol.inner + pass.pairs.first_line(column);
        others_ = {block.fetch(first) + outer, block.fetch(first + pass.pairs.group) + outer};
    }

    /// Leaves coefficient 0 of the first line in Symbol::constant if it has no quotient.
    void keep_constant(Value first) const
    {
        if (tables_.symbol.constant != nullptr &&
            others_.x + block_.fetch(tables_.symbol.along) == T{0}) {
            *tables_.symbol.constant = first.x;
        }
    }

    /// Eigenvalues by coefficients of a line.
    const T* along() const { return tables_.symbol.along; }

    /// A coefficient of both lines, each over its own sum of eigenvalues; `from`: in along().
    Value divided(Value value, const T* from) const
    {
        const T along = block_.fetch(from);
        return {value.x * quotient(others_.x + along), value.y * quotient(others_.y + along)};
    }

    /// The same for lines that have one sum.
    Value divided_alike(Value value, const T* from) const
    {
        const T factor = quotient(others_.x + block_.fetch(from));
        return {value.x * factor, value.y * factor};
    }

private:
    T quotient(T sum) const { return sum == T{0} ? T{0} : block_.reciprocal(sum); }

    const Block& block_;
    const PassTables<T>& tables_;
    Value others_;
};

}  // namespace tobiuo::fft
