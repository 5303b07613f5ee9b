// Chooses the blocked row by what this x86-64 processor can do.
#include "kernels/stencil/blocked_row.hpp"

namespace tobiuo::stencil {
namespace {

RowFunctions choose()
{
    if (__builtin_cpu_supports("avx512f")) {
        return avx512_row_functions();
    }
    if (__builtin_cpu_supports("avx2")) {
        return avx2_row_functions();
    }
    return baseline_row_functions();
}

}  // namespace

const RowFunctions& best_row_functions()
{
    static const RowFunctions functions = choose();
    return functions;
}

}  // namespace tobiuo::stencil
