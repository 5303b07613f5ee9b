// The on-chip CUDA kernel: what fits, how it is divided, and its row in the table.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/device/specialisation.hpp"
#include "kernels/stencil/resident/resident_blocks.hpp"
#include "kernels/stencil/sweep.hpp"

namespace tobiuo::stencil {

/// Where values can stay: multiprocessors, and the shared memory that a block on each may have.
struct ChipRoom {
    int multiprocessors;
    std::int64_t shared_bytes;
};

/// The rows of one thread, and what its registers then allow.
struct ResidentTile {
    std::string_view name;  ///< "2x2": rows along i and j
    int i;
    int j;
    int most_threads;  ///< of a block, so that each has the registers that follow
    int kept_single;   ///< coefficient vectors of 16 bytes in registers, the most without spills
    int kept_double;
    double row_cycles;  ///< of a multiprocessor, for a row of 32 vectors

    [[nodiscard]] constexpr int rows() const { return i * j; }
    [[nodiscard]] constexpr int kept(Precision precision) const
    {
        return precision == Precision::fp32 ? kept_single : kept_double;
    }
};

/// How a shape is divided: one block a multiprocessor, one vector of `tile` rows a thread.
struct ResidentForm {
    ResidentBlocks blocks;
    ResidentTile tile;
    int threads;      ///< of a block
    bool asks_early;  ///< for packets, see Inbox in resident.cuh
};

/// Vectors of 16 bytes in a row of nk values.
[[nodiscard]] std::int64_t vectors_of_row(std::int64_t nk, Precision precision);

/// The fastest form of `shape` that fits in `room`, by a model of its time; with tiles called `tile`
/// only, unless that is "auto".
[[nodiscard]] std::optional<ResidentForm> resident_form(const Shape& shape, Precision precision,
                                                        const ChipRoom& room,
                                                        std::string_view tile);

/// Dynamic shared memory of a block.
[[nodiscard]] std::int64_t shared_bytes_of(const ResidentForm& form, std::int64_t nk,
                                           Precision precision);

/// Bytes of the packets of two sweeps.
[[nodiscard]] std::int64_t mail_bytes_of(const ResidentForm& form, std::int64_t nk,
                                         Precision precision);

[[nodiscard]] device::Specialisation resident_specialisation(Precision precision, std::int64_t nk,
                                                             const ResidentForm& form);

/// One for every tile and precision, and sizes that meet each path; a user's shape makes others.
[[nodiscard]] std::vector<device::Specialisation> resident_specialisations();

/// What the request's device offers; an H200's room where there is no such device to ask.
[[nodiscard]] ChipRoom room_of(int device);

[[nodiscard]] const SweepKind& resident_kind();

}  // namespace tobiuo::stencil
