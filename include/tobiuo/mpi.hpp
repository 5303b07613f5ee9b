// SPDX-License-Identifier: BSD-3-Clause
// The ranks of an MPI communicator. This header is compiled with the caller's MPI, which the
// library itself does not know.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <tobiuo/communicator.hpp>

namespace tobiuo {

/// A Communicator over MPI: the solvers of a program that has called MPI_Init.
///
///     const MpiCommunicator ranks{MPI_COMM_WORLD};
///     const poisson::DistributedSolver solver{problem, ranks};
///
/// It sends over a duplicate of the communicator, so that its messages never meet those of the
/// caller, and must be destroyed before MPI_Finalize. MPI needs MPI_THREAD_SERIALIZED if other
/// threads of the rank call it, too.
class MpiCommunicator final : public Communicator {
public:
    /// Collective: all ranks of `parent` call it. Throws std::runtime_error if MPI refuses.
    explicit MpiCommunicator(MPI_Comm parent)
    {
        check(MPI_Comm_dup(parent, &duplicate_), "duplicate the communicator");
        check(MPI_Comm_set_errhandler(duplicate_, MPI_ERRORS_RETURN), "handle errors");
        check(MPI_Comm_rank(duplicate_, &rank_), "ask for the rank");
        check(MPI_Comm_size(duplicate_, &size_), "ask for the number of ranks");
    }
    ~MpiCommunicator() override
    {
        int finalized = 0;
        MPI_Finalized(&finalized);
        if (finalized == 0) {
            MPI_Comm_free(&duplicate_);
        }
    }

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }

    void exchange(std::span<const Outgoing> sends,
                  std::span<const Incoming> receives) const override
    {
        std::vector<MPI_Request> requests;
        for (const Incoming& message : receives) {
            for_each_piece(message.bytes, [&](std::size_t at, int bytes) {
                check(MPI_Irecv(static_cast<char*>(message.data) + at, bytes, MPI_BYTE,
                                message.from, tag, duplicate_, &requests.emplace_back()),
                      "receive a message");
            });
        }
        for (const Outgoing& message : sends) {
            for_each_piece(message.bytes, [&](std::size_t at, int bytes) {
                check(MPI_Isend(static_cast<const char*>(message.data) + at, bytes, MPI_BYTE,
                                message.to, tag, duplicate_, &requests.emplace_back()),
                      "send a message");
            });
        }
        check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
              "exchange messages");
    }

private:
    static constexpr int tag = 0;

    /// MPI counts bytes in an int: longer messages go in pieces.
    template <typename Work>
    static void for_each_piece(std::size_t bytes, const Work& work)
    {
        constexpr std::size_t most = std::size_t{1} << 30U;
        std::size_t at = 0;
        do {
            const std::size_t piece = std::min(most, bytes - at);
            work(at, static_cast<int>(piece));
            at += piece;
        } while (at < bytes);
    }

    static void check(int status, const char* doing)
    {
        if (status == MPI_SUCCESS) {
            return;
        }
        std::array<char, MPI_MAX_ERROR_STRING> text{};
        int length = 0;
        MPI_Error_string(status, text.data(), &length);
        throw std::runtime_error{std::string{"MPI could not "} + doing + " (" +
                                 std::string{text.data(), static_cast<std::size_t>(length)} +
                                 "): look for the first rank that ended"};
    }

    MPI_Comm duplicate_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
};

}  // namespace tobiuo
