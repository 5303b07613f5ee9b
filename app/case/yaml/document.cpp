// SPDX-License-Identifier: BSD-3-Clause
// A YAML text as a tree of nodes, built from the events of yaml-cpp.
#include "app/case/yaml/document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

#include "app/case/yaml/scalars.hpp"
#include "app/case/yaml/text.hpp"
#include "app/wording.hpp"

namespace tobiuo::casefile {
namespace {

/// Is thrown through the parser when the tree cannot be finished; the problem has been recorded.
struct GiveUp {};

/// Is thrown when the tree is complete and something follows it; the problem has been recorded.
struct SecondDocument {};

/// A collection that is still open.
struct Level {
    Node node;
    bool expects_key{};
    bool keeps_value{};  ///< false after a key that was rejected
    std::string key;
    Position key_at;
};

std::string unsupported(std::string_view tag)
{
    return "the tag " + in_quotes(tag) + " is not supported (a key's type is fixed): remove it";
}

class Builder final : public YAML::EventHandler {
public:
    Builder(const std::string& text, const std::string& source, Problems& problems)
        : text_{text}, source_{source}, problems_{problems}
    {
    }

    Node take() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark& mark) override
    {
        if (!std::exchange(started_, true)) {
            return;
        }
        problems_.add(at(mark),
                      "a second document starts here (after '---' or '...', or by a key with less "
                      "indentation than the first one): one case a file");
        throw SecondDocument{};
    }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override
    {
        deliver(node(NodeKind::null, mark));
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override
    {
        if (!std::exchange(alias_reported_, true)) {
            problems_.add(at(mark), std::string{alias_sentence});
        }
        deliver(node(NodeKind::broken, mark));
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                  const std::string& value) override
    {
        Node scalar = node(NodeKind::scalar, mark);
        const std::size_t start = content_start(text_, static_cast<std::size_t>(mark.pos));
        const Style style = style_at(text_, start);
        const bool quoted = style == Style::quoted;
        scalar.text = quoted ? value : in_one_line(value);
        scalar.plain = style == Style::plain;
        if (quoted && lacks_closing_quote(text_, start)) {
            problems_.add(scalar.at, "the quote that opens here is not closed: close it");
            scalar.kind = NodeKind::broken;
        }
        take_tag(tag, scalar);
        scalar.text_column = text_column(scalar, static_cast<std::size_t>(mark.pos), start);
        deliver(std::move(scalar));
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                         YAML::EmitterStyle::value /*style*/) override
    {
        open(accepted(tag, "seq", mark) ? NodeKind::sequence : NodeKind::broken, mark, false);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t /*anchor*/,
                    YAML::EmitterStyle::value /*style*/) override
    {
        open(accepted(tag, "map", mark) ? NodeKind::map : NodeKind::broken, mark, true);
    }
    void OnMapEnd() override { close(); }

private:
    /// The position of a mark. yaml-cpp counts bytes from 0, and a column here counts characters
    /// from 1. Marks mostly go forward, so counting continues from the last mark of the line.
    Position at(const YAML::Mark& mark)
    {
        const auto offset = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
        if (mark.line != seen_.line || offset < seen_.offset) {
            const auto bytes = std::min(static_cast<std::size_t>(std::max(mark.column, 0)), offset);
            seen_ = {.line = mark.line, .offset = offset - bytes, .column = 1};
        }
        const std::string_view passed{text_.data() + seen_.offset, offset - seen_.offset};
        seen_.column += characters_in(passed);
        seen_.offset = offset;
        return {.source = source_, .line = mark.line + 1, .column = seen_.column};
    }

    /// The column of the text of `scalar`, which has its mark at `offset` and starts, after anchors
    /// and tags, at `start`; 0 if the text has several lines or is written with escapes ("\t",
    /// 'it''s').
    [[nodiscard]] int text_column(const Node& scalar, std::size_t offset, std::size_t start) const
    {
        const std::size_t quote = style_at(text_, start) == Style::quoted ? 1 : 0;
        const std::string_view all{text_};
        const std::string_view raw = all.substr(std::min(start + quote, all.size()));
        const std::string_view before = all.substr(offset, start - offset);
        const bool verbatim = raw.starts_with(scalar.text) &&
                              scalar.text.find('\n') == std::string::npos &&
                              before.find('\n') == std::string_view::npos;
        return verbatim ? scalar.at.column + characters_in(before) + static_cast<int>(quote) : 0;
    }

    Node node(NodeKind kind, const YAML::Mark& mark)
    {
        if (++nodes_ > most_nodes) {
            problems_.add(at(mark), "more than " + std::to_string(most_nodes) +
                                        " values (a case has a few dozen): is it a case file?");
            throw GiveUp{};
        }
        Node made;
        made.kind = kind;
        made.at = at(mark);
        return made;
    }

    /// Whether a collection may have `tag`, of which the core schema has `own`.
    bool accepted(const std::string& tag, std::string_view own, const YAML::Mark& mark)
    {
        const bool is_own = tag.starts_with(core_tags) && tag.substr(core_tags.size()) == own;
        if (is_own || tag.empty() || tag == "?" || tag == "!") {
            return true;
        }
        problems_.add(at(mark), unsupported(tag));
        return false;
    }

    /// Makes `scalar` what its tag says, if it has one that goes with its text.
    void take_tag(std::string_view tag, Node& scalar)
    {
        if (tag.empty() || tag == "?" || tag == "!") {
            return;
        }
        if (!tag.starts_with(core_tags)) {
            problems_.add(scalar.at, unsupported(tag));
            scalar.kind = NodeKind::broken;
        } else if (!has_core_tag(tag, scalar.text)) {
            problems_.add(scalar.at, "the tag " + in_quotes(tag) + " does not fit " +
                                         in_quotes(scalar.text) + ": remove it");
            scalar.kind = NodeKind::broken;
        } else {
            scalar.plain = !tag.ends_with(":str");
            scalar.kind = tag.ends_with(":null") ? NodeKind::null : NodeKind::scalar;
        }
    }

    void open(NodeKind kind, const YAML::Mark& mark, bool is_map)
    {
        Node made = node(kind, mark);
        if (static_cast<int>(levels_.size()) >= deepest_level) {
            problems_.add(made.at, "nested deeper than " + std::to_string(deepest_level) +
                                       " levels (a case has four): is it a case file?");
            throw GiveUp{};
        }
        Level level;
        level.node = std::move(made);
        level.expects_key = is_map;
        levels_.push_back(std::move(level));
    }

    void close()
    {
        Node done = std::move(levels_.back().node);
        levels_.pop_back();
        deliver(std::move(done));
    }

    void deliver(Node done)
    {
        if (levels_.empty()) {
            root_ = std::move(done);
            return;
        }
        Level& parent = levels_.back();
        if (parent.node.kind == NodeKind::sequence) {
            parent.node.items.push_back(std::move(done));
        } else if (parent.node.kind == NodeKind::map && parent.expects_key) {
            parent.keeps_value = accept_key(parent.node, done);
            parent.key = std::move(done.text);
            parent.key_at = std::move(done.at);
            parent.expects_key = false;
        } else if (parent.node.kind == NodeKind::map) {
            if (parent.keeps_value) {
                parent.node.entries.push_back(
                    {std::move(parent.key), std::move(parent.key_at), std::move(done)});
            }
            parent.expects_key = true;
        }
    }

    bool accept_key(const Node& map, const Node& key)
    {
        if (key.kind == NodeKind::broken) {
            return false;
        }
        if (key.kind != NodeKind::scalar) {
            problems_.add(key.at,
                          "a key must be a single word (this one is a list, a map or "
                          "empty): write key: value");
            return false;
        }
        if (key.text == "<<" && key.plain) {
            problems_.add(key.at, "the merge key '<<' is not supported: write the keys out");
            return false;
        }
        if (const Entry* first = map.find(key.text)) {
            problems_.add(key.at, "duplicate key " + in_quotes(key.text) +
                                      " (first given in line " + std::to_string(first->at.line) +
                                      "): keep one of them");
            return false;
        }
        return true;
    }

    const std::string& text_;
    const std::string& source_;
    Problems& problems_;
    struct {
        int line = -1;
        std::size_t offset = 0;
        int column = 1;
    } seen_;  ///< position of the last mark
    std::vector<Level> levels_;
    Node root_;
    int nodes_{};
    bool started_{};
    bool alias_reported_{};
};

}  // namespace

const Entry* Node::find(std::string_view key) const
{
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? nullptr : &*found;
}

Entry* Node::find(std::string_view key)
{
    const auto found = std::ranges::find(entries, key, &Entry::key);
    return found == entries.end() ? nullptr : &*found;
}

bool is_broken(const Node& node)
{
    return node.kind == NodeKind::broken || std::ranges::any_of(node.items, is_broken);
}

Node parse_document(const std::string& text, const std::string& source, Problems& problems)
{
    Builder builder{text, source, problems};
    try {
        std::istringstream stream{text};
        YAML::Parser parser{stream};
        while (parser.HandleNextDocument(builder)) {
        }
    } catch (const YAML::Exception& error) {
        const bool at_end = error.mark.pos >= static_cast<int>(text.size());
        const int line = at_end ? -1 : error.mark.line;  // yaml-cpp resets the column at the end
        problems.add(syntax_position(text, line, error.mark.column, source),
                     syntax_sentence(text, line, error.msg));
        problems.throw_if_any();
    } catch (const GiveUp&) {
        problems.throw_if_any();
    } catch (const SecondDocument&) {
        return builder.take();
    }
    return builder.take();
}

}  // namespace tobiuo::casefile
