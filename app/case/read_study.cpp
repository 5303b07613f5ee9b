// SPDX-License-Identifier: BSD-3-Clause
// Reads a case file that may be a study, and the cases of its members.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/case/case_document.hpp"
#include "app/case/sections/study_section.hpp"
#include "app/case/study.hpp"
#include "app/case/study_labels.hpp"
#include "app/case/yaml/overrides.hpp"
#include "app/case/yaml/problems.hpp"

namespace tobiuo::casefile {
namespace {

/// Every combination of values, the last key's changing first; nothing if there are too many.
std::vector<std::vector<std::size_t>> combinations(const std::vector<VariedKey>& keys)
{
    std::vector<std::vector<std::size_t>> all{{}};
    for (const VariedKey& key : keys) {
        std::vector<std::vector<std::size_t>> longer;
        for (const std::vector<std::size_t>& begun : all) {
            for (std::size_t value = 0; value < key.values.size(); ++value) {
                longer.push_back(begun);
                longer.back().push_back(value);
            }
            if (longer.size() > most_study_members) {
                return {};
            }
        }
        all = std::move(longer);
    }
    return all;
}

bool has_key(const Node& root, const std::string& path)
{
    const Node* node = &root;
    for (const std::string& part : parts_of_path(path)) {
        const Entry* entry = node->find(part);
        if (entry == nullptr) {
            return false;
        }
        node = &entry->value;
    }
    return true;
}

/// The document of one member. Reports keys that other keys have removed.
Node document_of(const Node& common, const Table& table, const StudySection& section,
                 const std::vector<std::size_t>& values, Problems& problems)
{
    Node document = common;
    for (std::size_t n = 0; n < section.keys.size(); ++n) {
        const VariedKey& key = section.keys[n];
        set_key(document, table, parts_of_path(key.path), key.at, key.values.at(values[n]),
                problems);
    }
    for (const VariedKey& key : section.keys) {
        if (!has_key(document, key.path)) {
            problems.add(key.at, "study: '" + key.path +
                                     "' and another key of the study exclude each other (a case "
                                     "has one of them): keep one");
        }
    }
    return document;
}

/// The problems of all members, each once, with the members that have it.
class MemberProblems {
public:
    void add(const std::string& label, const Problems& problems)
    {
        ++members_;
        for (const Problem& problem : problems.all()) {
            auto& labels = found_[{problem.at.text(), problem.sentence}];
            if (labels.empty()) {
                order_.push_back(problem);
            }
            if (labels.empty() || labels.back() != label) {
                labels.push_back(label);
            }
        }
    }

    void report_to(Problems& problems) const
    {
        for (const Problem& problem : order_) {
            const auto& labels = found_.at({problem.at.text(), problem.sentence});
            problems.add(problem.at, problem.sentence + whose(labels));
        }
    }

private:
    [[nodiscard]] std::string whose(const std::vector<std::string>& labels) const
    {
        if (labels.size() == members_) {
            return {};
        }
        return labels.size() == 1 ? " (of the member " + labels.front() + ")"
                                  : " (of the member " + labels.front() + " and " +
                                        std::to_string(labels.size() - 1) + " more)";
    }

    std::size_t members_ = 0;
    std::vector<Problem> order_;
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> found_;
};

Study read_study(const Node& common, const StudySection& section, const std::filesystem::path& file,
                 const CaseOptions& options, Problems& problems)
{
    const auto members = combinations(section.keys);
    if (members.empty()) {
        problems.add(section.at, "study: more than " + std::to_string(most_study_members) +
                                     " members (every combination of the values is one): leave "
                                     "out some values, or divide it into several studies");
        problems.throw_if_any();
    }
    Study study{.file = source_of(file),
                .name = {},
                .directory = {},
                .at = section.at,
                .keys = {},
                .members = {}};
    for (const VariedKey& key : section.keys) {
        study.keys.push_back({.path = key.path, .values = study_values(key.values, key.is_text)});
    }
    const std::vector<std::string> labels = study_labels(study.keys, members);
    MemberProblems found;
    for (std::size_t n = 0; n < members.size(); ++n) {
        Problems of_member;
        const Node document = document_of(common, table_of(common), section, members[n], of_member);
        study.members.push_back(
            {.label = labels[n],
             .values = members[n],
             .the_case = read_case_of(document, file, options, of_member, labels[n])});
        found.add(labels[n], of_member);
    }
    found.report_to(problems);
    problems.throw_if_any();
    const std::filesystem::path folder = study.members.front().the_case.output.directory;
    study.name = folder.filename().string();
    study.directory = folder.parent_path();
    return study;
}

}  // namespace
}  // namespace tobiuo::casefile

namespace tobiuo {

std::variant<Case, Study> read_case_or_study(const std::filesystem::path& file,
                                             const CaseOptions& options)
{
    casefile::Problems problems;
    casefile::Node document = casefile::read_document(file, options, problems);
    std::optional<casefile::StudySection> section;
    if (document.kind == casefile::NodeKind::map) {
        section =
            casefile::take_study(document, casefile::table_of(document), options.set, problems);
    }
    if (section) {
        problems.throw_if_any();
        return casefile::read_study(document, *section, file, options, problems);
    }
    Case the_case = casefile::read_case_of(document, file, options, problems);
    problems.throw_if_any();
    return the_case;
}

}  // namespace tobiuo
