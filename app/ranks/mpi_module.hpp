// SPDX-License-Identifier: BSD-3-Clause
// What the program's MPI module offers: the module is opened only where ranks were started by MPI,
// so that the program runs where no MPI is installed.
#pragma once

#include <string>

#include <tobiuo/communicator.hpp>

namespace tobiuo {

/// MPI between its beginning and its end in this process.
class MpiRanks {
public:
    MpiRanks() = default;
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;
    virtual ~MpiRanks() = default;

    [[nodiscard]] virtual const Communicator& world() const = 0;
    /// Ends the processes of all ranks with this exit code.
    virtual void abort(int code) const = 0;
    /// "Open MPI v4.1.4, ..."
    [[nodiscard]] virtual std::string library() const = 0;
};

}  // namespace tobiuo

extern "C" {
/// Initialises MPI; null if that fails.
tobiuo::MpiRanks* tobiuo_mpi_begin();
/// Ends MPI, once all ranks have come here.
void tobiuo_mpi_end(tobiuo::MpiRanks* ranks);
}
