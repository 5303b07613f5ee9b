// The blocked row for processors with AVX-512.
#include "kernels/stencil/blocked_row_body.hpp"

namespace tobiuo::stencil {
namespace {

struct InstructionSet {};

}  // namespace

RowFunctions avx512_row_functions()
{
    return row_functions<InstructionSet>("AVX-512");
}

}  // namespace tobiuo::stencil
