// The only build of the blocked row on processors that are not x86-64.
#include "kernels/stencil/blocked_row.hpp"

namespace tobiuo::stencil {

const RowFunctions& best_row_functions()
{
    static const RowFunctions functions = baseline_row_functions();
    return functions;
}

}  // namespace tobiuo::stencil
