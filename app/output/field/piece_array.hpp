// An array whose values are in one file or in several.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/output/field/vti_pieces.hpp"
#include "app/output/field/vti_storage.hpp"
#include "kernels/ranks/slice.hpp"

namespace tobiuo::vti {

/// The values of an array, fastest in order. All files stay open: ones that take their names later
/// change nothing.
class PieceArray {
public:
    /// `array`: one of `pieces.whole`; the components of a vector are values one after the other.
    /// Throws as ValueStream does, or std::runtime_error if a piece has no such array.
    PieceArray(const Pieces& pieces, const ArrayInfo& array);

    /// Reads the values from number `first` on, of the array's own type. Throws std::runtime_error
    /// with one sentence if a file is damaged there.
    template <typename Real>
    void read(std::int64_t first, std::span<Real> to);

private:
    struct Part {
        std::string piece;    ///< its name in an index
        ranks::Slice values;  ///< counted in the whole array
        ValueStream stream;
        std::int64_t next;  ///< the number of the stream's next value
    };

    template <typename Real>
    static void take(Part& part, std::int64_t first, std::span<Real> to);

    std::vector<Part> parts_;  ///< in the order of their first values
};

}  // namespace tobiuo::vti
