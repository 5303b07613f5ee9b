// Reads a case, then reads what the program would write as case.resolved.yaml.
#include "tests/fuzz/read_any_case.hpp"

#include <filesystem>

#include "app/case/case.hpp"
#include "app/errors.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tobiuo::fuzz {

int read_any_case(std::string_view text, const std::vector<std::string>& settings)
{
    static const test::TemporaryFolder folder;
    static const std::filesystem::path data = folder.write("data.vti", "");
    CaseOptions options;
    options.set = settings;
    std::string resolved;
    try {
        const Case given = read_case(folder.write("case.yaml", text), options);
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
