#include "kernels/fft/ranks/host_blocks.hpp"

#include <cstddef>
#include <cstring>

namespace tobiuo::fft {
namespace {

/// Calls copy(in plane, in block, bytes) for the columns of all ranks in all rows.
template <typename Copy>
void for_each_piece(const PlaneBlocks& what, [[maybe_unused]] int threads, const Copy& copy)
{
#pragma omp parallel for schedule(static) num_threads(threads)
    for (long long row = 0; row < what.rows; ++row) {
        for (int of = 0; of < what.size; ++of) {
            if (what.columns(of) > 0) {
                copy(what.in_plane(of, row), what.in_block(of, row),
                     static_cast<std::size_t>(what.columns(of)));
            }
        }
    }
}

}  // namespace

void pack_on_host(const PlaneBlocks& what, int threads)
{
    for_each_piece(what, threads, [](const Byte* plane, Byte* block, std::size_t bytes) {
        std::memcpy(block, plane, bytes);
    });
}

void unpack_on_host(const PlaneBlocks& what, int threads)
{
    for_each_piece(what, threads, [](Byte* plane, const Byte* block, std::size_t bytes) {
        std::memcpy(plane, block, bytes);
    });
}

}  // namespace tobiuo::fft
