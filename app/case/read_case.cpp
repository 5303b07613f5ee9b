// Reads, checks and resolves a case file.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/case/case.hpp"
#include "app/case/document.hpp"
#include "app/case/himeno_reader.hpp"
#include "app/case/keys.hpp"
#include "app/case/overrides.hpp"
#include "app/case/paths.hpp"
#include "app/case/problems.hpp"
#include "app/case/section.hpp"
#include "app/case/text_file.hpp"
#include "app/words/spelling.hpp"

namespace tobiuo {
namespace {

using namespace casefile;

BackendChoice read_backend(const Section& root)
{
    const auto word = std::ranges::find(backend_words, root.value<std::string>("backend"));
    return static_cast<BackendChoice>(word - backend_words.begin());
}

/// False for a solver of which nothing is known: then its keys are not judged. A missing or
/// misspelt solver counts as the only one there is.
bool solver_is_known(const Section& root)
{
    const bool good = root.given<std::string>("solver").has_value();
    const Node* node = root.node_of("solver");
    return good || node == nullptr || node->kind != NodeKind::scalar ||
           !nearest(node->text, case_table().key("solver").choices).empty();
}

/// output.directory under the case's folder. The folder `name` of the run in it may be a symbolic
/// link by now: it must not lead out either.
std::filesystem::path resolve_directory(const Section& section, const CaseFolder& folder,
                                        const std::string& text, const std::string& name)
{
    const auto directory = folder.resolve(section, "directory", text);
    if (directory && !name.empty()) {
        static_cast<void>(
            folder.resolve(section, "directory", (std::filesystem::path{text} / name).string()));
    }
    return directory.value_or("");
}

OutputSection read_output(const Section& root, const CaseFolder& folder, const CaseOptions& options,
                          const std::string& name)
{
    const Section section = root.section("output");
    OutputSection output;
    const auto directory = section.value<std::string>("directory");
    output.directory =
        options.output ? *options.output : resolve_directory(section, folder, directory, name);
    output.fields = section.value<std::vector<std::string>>("fields");
    output.format = section.value<std::string>("format");
    output.picture = section.value<bool>("picture");
    output.history_rows = section.value<std::int64_t>("history_rows");
    section.finish();
    return output;
}

/// The document of the file with all overrides applied, which is a map.
Node read_document(const std::filesystem::path& file, const CaseOptions& options,
                   Problems& problems)
{
    const std::string source = file.string();
    Node root = parse_document(read_text_file(file), source, problems);
    if (root.kind == NodeKind::null) {
        problems.add({.source = source, .line = 0, .column = 0},
                     "has no case in it (empty, or comments only): a case needs at least name, "
                     "solver and grid");
        problems.throw_if_any();
    }
    if (root.kind == NodeKind::map) {
        apply_overrides(root, case_table(), options.set, problems);
    }
    return root;
}

}  // namespace

Case read_case(const std::filesystem::path& file, const CaseOptions& options)
{
    Problems problems;
    const Node document = read_document(file, options, problems);
    const Section root{case_table(), &document, document.at, problems};
    const CaseFolder folder = folder_of(file, options.allow_outside);
    if (options.output && options.output->empty()) {
        problems.add({.source = "--output", .line = 0, .column = 0}, "is empty: name a folder");
    }

    Case the_case;
    if (document.kind == NodeKind::map) {
        the_case.file = file;
        the_case.name = root.value<std::string>("name");
        the_case.backend = read_backend(root);
        the_case.device = static_cast<int>(root.value<std::int64_t>("device"));
        the_case.output = read_output(root, folder, options, the_case.name);
        if (solver_is_known(root)) {
            the_case.solver = read_himeno(root, folder, the_case.backend);
            root.finish();
        }
    }
    problems.throw_if_any();
    return the_case;
}

}  // namespace tobiuo
