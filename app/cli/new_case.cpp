// SPDX-License-Identifier: BSD-3-Clause
// `tobiuo new`.

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

#include "app/case/yaml/keys.hpp"
#include "app/cli/commands.hpp"
#include "app/errors.hpp"
#include "app/output/atomic_file.hpp"
#include "app/pattern.hpp"
#include "app/printable.hpp"
#include "app/start/kinds.hpp"
#include "app/wording.hpp"

namespace tobiuo {
namespace {

std::string list_text()
{
    std::string made;
    std::string shipped;
    for (const start::EmbeddedCase& embedded : start::embedded_cases()) {
        (start::is_made_for_it(embedded) ? made : shipped) +=
            fmt::format("  {:<26}{}\n", start::kind_of(embedded), start::summary_of(embedded));
    }
    return "To begin from, with other choices in comments:\n" + made +
           "Examples of one thing each:\n" + shipped;
}

const start::EmbeddedCase& kind_called(const std::string& name)
{
    const auto all = start::embedded_cases();
    const auto found = std::ranges::find(all, name, start::kind_of);
    if (found == all.end()) {
        std::vector<std::string> known;
        for (const start::EmbeddedCase& one : all) {
            known.emplace_back(start::kind_of(one));
        }
        throw InputError{{.source = "--kind", .line = 0, .column = 0},
                         "there is no kind " + in_quotes(name) +
                             suggestion(name, known, "`tobiuo new --list` lists them")};
    }
    return *found;
}

/// The file that the user names, whose name without ".yaml" is that of a case. Throws InputError.
std::filesystem::path file_called(std::filesystem::path file)
{
    if (file.extension() != ".yaml" && file.extension() != ".yml") {
        file += ".yaml";
    }
    const std::string name = file.stem().string();
    const casefile::Key& key = *casefile::case_table("flow").find("name");
    if (!matches(name, key.pattern.expression)) {
        throw InputError{{.source = "NAME", .line = 0, .column = 0},
                         in_quotes(name) + " is no name of a case (it is made of " +
                             key.pattern.words + "): choose another"};
    }
    return file;
}

void refuse_to_replace(const std::filesystem::path& file)
{
    std::error_code unknown;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, unknown))) {
        throw InputError{
            {.source = file.string(), .line = 0, .column = 0},
            "is there already and is not replaced unasked: choose another name, or add --force"};
    }
}

}  // namespace

ExitCode new_command(const NewOptions& options)
{
    if (options.list) {
        print(list_text());
        return ExitCode::done;
    }
    const start::EmbeddedCase& embedded = kind_called(options.kind);
    const std::filesystem::path file = file_called(options.file);
    if (!options.force) {
        refuse_to_replace(file);
    }
    const std::string name = file.stem().string();
    write_text(file, start::named_text(embedded, name));
    const std::string results = (file.parent_path() / "out" / name).string();
    print(
        fmt::format("wrote {0}: {1}\n"
                    "  tobiuo check {0}   what it would take; keys with mistakes\n"
                    "  tobiuo run {0}     results in {2}\n",
                    file.string(), start::summary_of(embedded), results));
    return ExitCode::done;
}

}  // namespace tobiuo
