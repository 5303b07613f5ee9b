// SPDX-License-Identifier: BSD-3-Clause
// Reads a case, then reads what the program would write as case.resolved.yaml.
#include "tests/fuzz/read_any_case.hpp"

#include <filesystem>
#include <variant>

#include "app/case/case.hpp"
#include "app/case/study.hpp"
#include "app/errors.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {
namespace {

/// The case of a file, or one of the members of its study.
Case one_of(const std::variant<Case, Study>& read)
{
    const auto* study = std::get_if<Study>(&read);
    if (study == nullptr) {
        return std::get<Case>(read);
    }
    require(!study->members.empty() && study->members.size() <= most_study_members,
            "a study has members, and not too many");
    require(study->members.back().the_case.name == study->members.back().label,
            "a member is named by its label");
    return study->members.back().the_case;
}

}  // namespace

int read_any_case(std::string_view text, const std::vector<std::string>& settings)
{
    static const test::TemporaryFolder folder;
    static const std::filesystem::path data = folder.write("data.vti", "");
    CaseOptions options;
    options.set = settings;
    std::string resolved;
    try {
        const Case given = one_of(read_case_or_study(folder.write("case.yaml", text), options));
        require(!given.name.empty(), "an accepted case has a name");
        resolved = resolved_yaml(given);
    } catch (const InputError& error) {
        require(!std::string_view{error.what()}.empty(), "a refusal says why");
        return 0;
    }
    try {
        const Case again = read_case(folder.write("case.yaml", resolved), {});
        require(resolved_yaml(again) == resolved, "a resolved case resolves to itself");
    } catch (const InputError& error) {
        require(false, "a resolved case is a case, but " + std::string{error.what()});
    }
    return 0;
}

}  // namespace tobiuo::fuzz
