// SPDX-License-Identifier: BSD-3-Clause
#include "app/ranks/mpi_module.hpp"

#include <array>
#include <cstddef>
#include <memory>

#include <tobiuo/mpi.hpp>

namespace tobiuo {
namespace {

class World final : public MpiRanks {
public:
    World() : world_{MPI_COMM_WORLD} {}

    [[nodiscard]] const Communicator& world() const override { return world_; }
    void abort(int code) const override { MPI_Abort(MPI_COMM_WORLD, code); }
    [[nodiscard]] std::string library() const override
    {
        std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
        int length = 0;
        MPI_Get_library_version(text.data(), &length);
        const std::string all{text.data(), static_cast<std::size_t>(length)};
        return all.substr(0, all.find(','));
    }

private:
    MpiCommunicator world_;
};

}  // namespace
}  // namespace tobiuo

tobiuo::MpiRanks* tobiuo_mpi_begin()
{
    int provided = 0;
    if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) {
        return nullptr;
    }
    return std::make_unique<tobiuo::World>().release();
}

void tobiuo_mpi_end(tobiuo::MpiRanks* ranks)
{
    std::unique_ptr<tobiuo::MpiRanks>{ranks}.reset();  // before MPI ends
    MPI_Finalize();
}
