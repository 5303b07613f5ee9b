// What a pass divides the coefficients of a pair of lines by. One code for device and host.
#pragma once

#include "kernels/fft/complex.hpp"
#include "kernels/fft/pass_arguments.hpp"
#include "kernels/fft/pass_form.hpp"

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
        const T beyond = block.fetch(tables.symbol.beyond + row);
        others_ = {block.fetch(tables.symbol.beside + 2 * column) + beyond,
                   block.fetch(tables.symbol.beside + 2 * column + 1) + beyond};
    }

    /// The coefficients k of both lines, each over its own sum of eigenvalues.
    Value divided(Value value, unsigned k) const
    {
        const T along = block_.fetch(tables_.symbol.along + k);
        const T sum = others_.x + along;
        if (sum == T{0} && tables_.symbol.constant != nullptr) {
            *tables_.symbol.constant = value.x;
        }
        return {value.x * quotient(sum), value.y * quotient(others_.y + along)};
    }

    /// The same for lines that have one sum.
    Value divided_alike(Value value, unsigned k) const
    {
        const T factor = quotient(others_.x + block_.fetch(tables_.symbol.along + k));
        return {value.x * factor, value.y * factor};
    }

private:
    T quotient(T sum) const { return sum == T{0} ? T{0} : block_.reciprocal(sum); }

    const Block& block_;
    const PassTables<T>& tables_;
    Value others_;
};

}  // namespace tobiuo::fft
