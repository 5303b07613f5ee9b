#include "kernels/fft/schedule/line_groups.hpp"

#include <algorithm>

namespace tobiuo::fft {

void group_lines(PassForm& form, long long width)
{
    const long long rows = form.source.count / form.pairs.row_pairs;
    const auto pairs_by = [&](long long group) {
        return width / (2 * group) * group + std::min(width % (2 * group), group);
    };
    int group = form.block.transforms_per_block;
    while (group > 1 && 16 * pairs_by(group) > 17 * pairs_by(1)) {
        group /= 2;
    }
    form.pairs.group = group;
    form.pairs.row_pairs = pairs_by(group);
    form.source.inner = form.pairs.row_pairs;
    form.source.count = rows * form.pairs.row_pairs;
    form.sink = form.source;
}

}  // namespace tobiuo::fft
