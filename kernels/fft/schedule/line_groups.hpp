// Which lines of a row a pass takes as pairs.
#pragma once

#include "kernels/fft/pass/pass_form.hpp"

namespace tobiuo::fft {

/// Makes pairs of lines of reals whose distance is the number of transforms in a block, so that its
/// threads access neighbours, unless too many pairs at the ends of rows would then lack their second
/// line. A row has `width` lines.
void group_lines(PassForm& form, long long width);

}  // namespace tobiuo::fft
