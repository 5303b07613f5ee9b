// SPDX-License-Identifier: BSD-3-Clause
// An array whose values are in one file or in several.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/output/field/vti_pieces.hpp"
#include "app/output/field/vti_storage.hpp"
#include "runtime/ranks/slice.hpp"

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
    /// A piece as runs of values that also follow each other in the whole array.
    struct Part {
        std::string piece;  ///< its name in an index
        std::int64_t run;   ///< values of a run
        std::int64_t runs;
        std::int64_t rows;  ///< runs in a plane; 1 where a run has whole planes
        std::int64_t first;
        std::int64_t from_row;    ///< from the start of a run to that of the next one in its plane
        std::int64_t from_plane;  ///< and from its first run to that of the next plane
        ValueStream stream;
        std::int64_t next = 0;  ///< the number of the stream's next value

        /// The number of the run's first value in the whole array.
        [[nodiscard]] std::int64_t begin(std::int64_t run) const
        {
            return first + run / rows * from_plane + run % rows * from_row;
        }
    };

    template <typename Real>
    static void take(Part& part, std::int64_t first, std::span<Real> to);
    template <typename Real>
    static void take_runs(Part& part, std::int64_t first, std::span<Real> to);

    std::vector<Part> parts_;  ///< the last one first, so that the first one has the last word
};

}  // namespace tobiuo::vti
