// SPDX-License-Identifier: BSD-3-Clause
// The target study.
#include <filesystem>
#include <string_view>
#include <vector>

#include "app/output/html/report_page.hpp"
#include "tests/fuzz/any_page.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {
namespace {

/// A folder with members a and b, and one of a damaged report, and beside it a run that is no member.
class FolderWithMembers : public test::TemporaryFolder {
public:
    FolderWithMembers()
    {
        constexpr std::string_view report =
            R"({"schema":"tobiuo-report-1","name":"secret","solver":"himeno","run":{"sweeps":3}})";
        write("study/a/report.json", report);
        write("study/b/report.json", report);
        write("study/damaged/report.json", "{");
        write("elsewhere/report.json", report);
        std::filesystem::create_directory_symlink(path() / "elsewhere", path() / "study" / "link");
    }
};

}  // namespace

int study(Bytes bytes)
{
    static const FolderWithMembers folder;
    const auto file = folder.write("study/study.json", text_of(bytes));
    return make_any_page([&] {
        const std::vector sources{file.parent_path()};
        return report_page(sources);
    });
}

}  // namespace tobiuo::fuzz
