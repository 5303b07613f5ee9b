// The blocked row for the instruction set that the compiler assumes.
#include "kernels/stencil/blocked_row_body.hpp"

namespace tobiuo::stencil {
namespace {

struct InstructionSet {};

}  // namespace

RowFunctions baseline_row_functions()
{
    return row_functions<InstructionSet>("baseline");
}

}  // namespace tobiuo::stencil
