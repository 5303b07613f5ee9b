// SPDX-License-Identifier: BSD-3-Clause
// The part of one rank in a transform of an array that is divided among ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <tobiuo/communicator.hpp>
#include <tobiuo/stream.hpp>

#include "kernels/fft/engine.hpp"
#include "kernels/fft/problem.hpp"
#include "kernels/fft/ranks/exchanging_passes.hpp"
#include "kernels/fft/ranks/lines_along_y.hpp"
#include "kernels/fft/ranks/rank_layout.hpp"
#include "kernels/fft/ranks/slab_division.hpp"
#include "kernels/fft/ranks/transposition.hpp"
#include "runtime/machine/machine.hpp"
#include "runtime/ranks/exchange.hpp"

namespace tobiuo::fft {

struct RankOptions {
    Backend backend{};
    int threads = 0;
    std::optional<RankGrid> grid = {};  ///< of pencils, of three axes; slabs if empty
    bool transposed = false;            ///< whether the spectrum stays so, see RankLayout
    int chunks = 0;                     ///< see usual_chunks(); 0 allows exchanging passes
    ranks::Transport transport = ranks::Transport::automatic;
};

/// Planes are transformed without their slowest axis, and sent, so that each rank has some columns
/// of all planes (Transposition); of these it transforms the slowest axis. In pencils planes are
/// transformed along x only, and those of y come last (LinesAlongY). Backward all goes the other
/// way. Where kernels reach the devices of other ranks, and a transposed spectrum is wanted in no
/// certain number of chunks, ExchangingPasses do all this without messages.
///
/// Memory    that of a Transposition; of exchanging passes an outbox of a quarter of the columns,
///           on more than two ranks up to half of them; where neither array of the caller has room
///           for planes of the spectrum, a chunk of these; of pencils blocks of a second Transposition, and the
///           transposed spectrum where no array of the caller has room for it.
class RankTransform {
public:
    /// Collective. The problem is valid, of two or three axes and a batch of 1; the communicator
    /// must live longer. Throws as runtime::Machine, Engines and make_exchange() do.
    RankTransform(const Problem& problem, const Communicator& ranks, const RankOptions& options);

    /// Collective. Throws std::invalid_argument if the arrays do not fit array_bytes(),
    /// std::runtime_error or DeviceError.
    void execute(void* in, void* out, Stream stream) const;

    /// The exchanges of an execution, without its transforms, which leave any values in the arrays.
    /// Collective; throws as execute() does.
    void exchange_alone(void* in, void* out, Stream stream) const;

    /// What the exchanges since the last call have taken; nothing on one rank.
    [[nodiscard]] ExchangeUse take_exchange_use_and_wait() const
    {
        return exchange_ ? exchange_->take_use_and_wait() : ExchangeUse{};
    }

    [[nodiscard]] const PartBytes& array_bytes() const { return bytes_; }
    /// Whether passes load and store the arrays of other ranks, instead of messages.
    [[nodiscard]] bool exchanges_in_passes() const { return exchanging_.has_value(); }
    [[nodiscard]] std::size_t workspace_bytes() const;

    /// The passes of this rank, and how its messages travel.
    [[nodiscard]] std::string describe() const;

private:
    /// The planes of this rank.
    struct Planes {
        std::byte* samples;  ///< the side that is not the spectrum; null: it is not transformed
        std::byte* spectra;
        std::int64_t
            step;  ///< bytes of a plane of spectra; 0: each chunk lies where the first does
    };
    [[nodiscard]] const ranks::Slice& own_planes() const
    {
        return shared_.division.slab_of(shared_.group.own);
    }
    [[nodiscard]] bool inverse() const { return problem_.direction == Direction::inverse; }
    [[nodiscard]] bool in_place() const { return problem_.placement == Placement::in_place; }
    [[nodiscard]] Engine plan(const Problem& problem, Axes axes) const;
    [[nodiscard]] Problem plane_problem(std::int64_t planes) const;
    [[nodiscard]] std::int64_t sample_plane_bytes() const;
    [[nodiscard]] PartBytes part_bytes() const;
    [[nodiscard]] bool make_exchanging(const Communicator& ranks, const RankOptions& options);
    void make_addresses();
    void make_plans();
    void make_lines(const RankOptions& options);
    void run(std::byte* in, std::byte* out, bool transforms, Stream stream) const;
    void run_exchanging(std::byte* in, std::byte* out, Stream stream) const;
    [[nodiscard]] Planes planes_of_spectrum(std::byte* in, std::byte* out) const;
    void transform_planes(const ranks::Slice& slice, const Planes& planes, Stream stream) const;
    void transform_columns(std::byte* from, std::byte* to, Stream stream) const;
    void transform_columns_and_lines(std::byte* in, std::byte* out, bool transforms,
                                     Stream stream) const;
    void planes_to_columns(const Planes& planes, Stream stream) const;
    void columns_to_planes(const Planes& planes, Stream stream) const;

    Problem problem_;
    std::optional<RankGrid> grid_;
    bool transposed_;
    int size_;
    RankLayout layout_;
    RankLayout::Shared shared_;
    std::int64_t value_bytes_;
    std::int64_t sample_plane_;  ///< bytes of a plane of the side that is not the spectrum
    PartBytes bytes_;
    const Engines* engines_;
    int threads_;
    std::unique_ptr<const runtime::Machine> machine_;
    std::optional<Engine> whole_;                 ///< of all axes, if there is one rank
    std::optional<ExchangingPasses> exchanging_;  ///< instead of the plans below
    RankAddresses addresses_{};                   ///< of these passes
    std::int64_t sent_bytes_ = 0;                 ///< by these passes
    std::map<std::int64_t, Engine> plane_plans_;  ///< by the planes of a chunk
    std::optional<Engine> column_plan_;           ///< empty on a rank without columns
    std::optional<Transposition> transposition_;  ///< if there are several ranks
    std::optional<LinesAlongY> lines_;            ///< of pencils
    runtime::Array outbox_;                       ///< of passes that exchange
    runtime::Array chunk_spectra_;
    runtime::Array transposed_spectrum_;  ///< if it does not fit in an array of the caller
    std::unique_ptr<ranks::Exchange> exchange_;
};

}  // namespace tobiuo::fft
