// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/ranks/block_copies.hpp"

#include <cstddef>
#include <cstring>

#include "runtime/threads.hpp"

namespace tobiuo::fft {

BlockCopies::BlockCopies(const runtime::Machine& machine, long long inner)
    : way_{way(machine, inner)}
{
}

BlockCopies::Way BlockCopies::way(const runtime::Machine& machine, long long inner)
{
    if (machine.is_host()) {
        return OnHost{machine.threads()};
    }
    if (inner % static_cast<long long>(sizeof(double)) == 0) {
        return Words<double>{machine};
    }
    return Words<float>{machine};
}

void BlockCopies::copy(const PlaneBlocks& what, bool unpacks, Stream stream) const
{
    if (const auto* on_host = std::get_if<OnHost>(&way_)) {
        (*on_host)(what, unpacks);
    } else if (const auto* wide = std::get_if<Words<double>>(&way_)) {
        const CopyWords<double> words{what, unpacks};
        (*wide)(words, words.items(), stream);
    } else {
        const CopyWords<float> words{what, unpacks};
        std::get<Words<float>>(way_)(words, words.items(), stream);
    }
}

void BlockCopies::OnHost::operator()(const PlaneBlocks& what, bool unpacks) const
{
    constexpr double nanoseconds = 0.125;  // time of a byte that is read and written
    [[maybe_unused]] const int threads =
        most_threads > 0 ? most_threads : threads_for(what.rows * what.row_step(), nanoseconds);
#pragma omp parallel for schedule(static) num_threads(threads)
    for (long long row = 0; row < what.rows; ++row) {
        for (int of = 0; of < what.size; ++of) {
            const auto bytes = static_cast<std::size_t>(what.columns(of));
            Byte* const plane = what.in_plane(of, row);
            Byte* const block = what.in_block(of, row);
            if (bytes > 0) {
                std::memcpy(unpacks ? plane : block, unpacks ? block : plane, bytes);
            }
        }
    }
}

}  // namespace tobiuo::fft
