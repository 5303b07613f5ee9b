// SPDX-License-Identifier: BSD-3-Clause
// The target report.
#include <filesystem>
#include <vector>

#include "app/output/html/report_page.hpp"
#include "tests/fuzz/any_page.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int report(Bytes bytes)
{
    static const test::TemporaryFolder folder;
    static const auto history = folder.write("history.csv", "sweep,gosa\n1,0.5\n2,0.25\n");
    folder.write("report.json", text_of(bytes));
    return make_any_page([&] {
        const std::vector sources{folder.path()};
        return report_page(sources);
    });
}

}  // namespace tobiuo::fuzz
