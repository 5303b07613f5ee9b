// The column that a thread of a kernel over slabs works on.
#pragma once

namespace tobiuo::tridiagonal {

/// Calls work(column) with the column of this thread, unless it is beyond the last of `columns`.
template <typename Work>
__device__ void for_my_column(long long columns, const Work& work)
{
    const long long column = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (column < columns) {
        work(column);
    }
}

}  // namespace tobiuo::tridiagonal
