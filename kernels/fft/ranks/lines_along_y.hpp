// SPDX-License-Identifier: BSD-3-Clause
// The lines along y of a transform in pencils, and the exchange by which ranks get whole ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include <tobiuo/stream.hpp>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/ranks/rank_layout.hpp"
#include "kernels/fft/ranks/transposition.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"

namespace tobiuo::fft {

/// Between the columns of a rank and its part of the transposed spectrum, see RankLayout. The lines
/// of a chunk are transformed while another chunk is on its way.
class LinesAlongY {
public:
    using PlanLines = std::function<Engine(const Problem& problem, Axes axes)>;

    /// `placement`: of the lines in make_columns(). Throws as the machine and plan() do.
    LinesAlongY(const Problem& problem, Placement placement, RankLayout::Shared shared,
                const runtime::Machine& machine, const PlanLines& plan,
                const TranspositionOptions& options);

    /// Collective. Brings the columns to `spectrum` and transforms there, if `transforms`.
    void take_columns(std::byte* spectrum, bool transforms, ranks::Exchange& exchange,
                      Stream stream) const;

    /// Collective. Transforms `from` to `spectrum`, which is `from` in place, if `transforms`, and
    /// brings it to the columns.
    void make_columns(std::byte* from, std::byte* spectrum, bool transforms,
                      ranks::Exchange& exchange, Stream stream) const;

    [[nodiscard]] std::size_t workspace_bytes() const;
    [[nodiscard]] std::string describe() const;

private:
    void transform(const ranks::Slice& planes, std::byte* from, std::byte* to, Stream stream) const;

    std::int64_t plane_bytes_;
    Transposition transposition_;
    std::map<std::int64_t, Engine> plans_;  ///< by the planes of a chunk
};

}  // namespace tobiuo::fft
