// The blocked row for processors with AVX2.
#include "kernels/stencil/blocked_row_body.hpp"

namespace tobiuo::stencil {
namespace {

struct InstructionSet {};

}  // namespace

RowFunctions avx2_row_functions()
{
    return row_functions<InstructionSet>("AVX2");
}

}  // namespace tobiuo::stencil
