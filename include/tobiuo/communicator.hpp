// SPDX-License-Identifier: BSD-3-Clause
// The ranks of a parallel program, and messages between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tobiuo {

/// Bytes for another rank.
struct Outgoing {
    int to{};
    const void* data{};
    std::size_t bytes{};
};

/// The place for bytes that another rank sends.
struct Incoming {
    int from{};
    void* data{};
    std::size_t bytes{};
};

/// What the exchanges of one rank with the others have taken.
struct ExchangeUse {
    std::int64_t exchanges{};
    std::int64_t bytes{};     ///< sent to other ranks
    double seconds{};         ///< in which messages were on their way, or other ranks awaited
    double waited_seconds{};  ///< the part of these that no work of this rank has hidden
};

/// What solvers on several ranks need of the library that connects these. The ranks of an MPI
/// communicator are one: see MpiCommunicator in <tobiuo/mpi.hpp>.
///
/// One thread of a rank calls it at a time.
class Communicator {
public:
    Communicator() = default;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    virtual ~Communicator() = default;

    /// The number of this rank, from 0 to less than size().
    [[nodiscard]] virtual int rank() const = 0;
    [[nodiscard]] virtual int size() const = 0;

    /// Sends and receives all of these messages between arrays in host memory, and returns when all
    /// have arrived and been sent. Messages from one rank to another arrive in the order in which
    /// they are named, and each must find as many bytes as it has. A rank may send to itself. Throws
    /// std::runtime_error if a message cannot be sent.
    virtual void exchange(std::span<const Outgoing> sends,
                          std::span<const Incoming> receives) const = 0;
};

}  // namespace tobiuo
