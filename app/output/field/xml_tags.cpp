// SPDX-License-Identifier: BSD-3-Clause
// Builds the tree in the handlers of expat, which stop the parser at the first excess.
#include "app/output/field/xml_tags.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <ios>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace tobiuo {
namespace {

constexpr std::size_t bytes_at_a_time = most_xml_tag_bytes;
constexpr std::string_view space_characters = " \t\r\n";

class TagReader {
public:
    /// `wanted`: the content of the element whose text is kept; 0 for none.
    explicit TagReader(std::string_view last, std::int64_t wanted = 0)
        : last_{last}, wanted_{wanted}, parser_{XML_ParserCreate(nullptr)}
    {
        if (!parser_) {
            throw std::bad_alloc{};
        }
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), on_start, on_end);
        XML_SetStartDoctypeDeclHandler(parser_.get(), on_doctype);
        XML_SetCharacterDataHandler(parser_.get(), on_text);
        XML_SetCommentHandler(parser_.get(), on_comment);
        XML_SetProcessingInstructionHandler(parser_.get(), on_instruction);
        XML_SetCdataSectionHandler(parser_.get(), on_cdata, on_cdata_end);
    }

    XmlElement read(const std::filesystem::path& path)
    {
        std::ifstream file{path, std::ios::binary};
        std::string bytes(bytes_at_a_time, '\0');
        for (bool more = true; more && !finished_;) {
            file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
            more = !!file;
            feed({bytes.data(), static_cast<std::size_t>(file.gcount())}, !more);
        }
        while (open_.size() > 1) {
            close();
        }
        if (open_.empty()) {
            throw std::runtime_error{"it has no tags"};
        }
        return std::move(open_.front().element);
    }

    [[nodiscard]] std::string take_text() { return std::move(text_); }

private:
    /// An element whose end was not read.
    struct Open {
        XmlElement element;
        bool interrupted = false;  ///< whether something stands behind the last part of its text
    };

    struct Free {
        void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
    };
    using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, Free>;

    static TagReader& self(void* data) { return *static_cast<TagReader*>(data); }
    static void on_start(void* data, const char* name, const char** attributes)
    {
        self(data).guarded([&] { self(data).open(name, attributes); });
    }
    static void on_end(void* data, const char* /*name*/)
    {
        self(data).guarded([&] { self(data).close(); });
    }
    static void on_doctype(void* data, const char*, const char*, const char*, int)
    {
        self(data).guarded([] { throw std::runtime_error{"it has a document type"}; });
    }
    static void on_text(void* data, const char* text, int length)
    {
        const std::string_view part{text, static_cast<std::size_t>(length)};
        self(data).guarded([&] { self(data).add_text(part); });
    }
    static void on_comment(void* data, const char* /*text*/) { self(data).interrupt(); }
    static void on_instruction(void* data, const char* /*target*/, const char* /*text*/)
    {
        self(data).interrupt();
    }
    static void on_cdata(void* data)
    {
        self(data).interrupt();
        self(data).in_cdata_ = true;
    }
    static void on_cdata_end(void* data) { self(data).in_cdata_ = false; }

    /// Keeps an exception of `act` from passing through expat, which is C; feed() rethrows it.
    template <typename Act>
    void guarded(const Act& act)
    {
        if (failure_ || finished_) {
            return;
        }
        try {
            act();
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    void feed(std::string_view bytes, bool is_last)
    {
        const auto status = XML_Parse(parser_.get(), bytes.data(), static_cast<int>(bytes.size()),
                                      is_last ? XML_TRUE : XML_FALSE);
        if (failure_) {
            std::rethrow_exception(failure_);
        }
        if (finished_) {
            return;
        }
        if (status != XML_STATUS_OK) {
            throw std::runtime_error{
                std::string{XML_ErrorString(XML_GetErrorCode(parser_.get()))} + " in line " +
                std::to_string(XML_GetCurrentLineNumber(parser_.get())) + ", column " +
                std::to_string(XML_GetCurrentColumnNumber(parser_.get()) + 1)};
        }
        fed_ += static_cast<std::int64_t>(bytes.size());
        // Expat keeps incomplete input and parses it again whenever more comes.
        if (fed_ - XML_GetCurrentByteIndex(parser_.get()) > most_xml_tag_bytes) {
            throw std::runtime_error{too_long()};
        }
    }

    static std::string too_long()
    {
        return "a tag is longer than " + std::to_string(most_xml_tag_bytes) + " bytes";
    }

    void open(const char* name, const char** attributes)
    {
        const std::int64_t bytes = XML_GetCurrentByteCount(parser_.get());
        tags_bytes_ += bytes;
        if (bytes > most_xml_tag_bytes) {
            throw std::runtime_error{too_long()};
        }
        if (tags_bytes_ > most_xml_tags_bytes) {
            throw std::runtime_error{"its tags have more than " +
                                     std::to_string(most_xml_tags_bytes) + " bytes"};
        }
        if (open_.size() == most_xml_levels) {
            throw std::runtime_error{"its tags are nested deeper than " +
                                     std::to_string(most_xml_levels) + " levels"};
        }
        XmlElement element{.name = name,
                           .attributes = {},
                           .children = {},
                           .content = XML_GetCurrentByteIndex(parser_.get()) + bytes};
        for (; *attributes != nullptr; attributes += 2) {
            if (element.attributes.size() == most_xml_attributes) {
                throw std::runtime_error{"a tag has more than " +
                                         std::to_string(most_xml_attributes) + " attributes"};
            }
            element.attributes.emplace_back(attributes[0], attributes[1]);
        }
        interrupt();
        open_.push_back({.element = std::move(element)});
        if (open_.back().element.name == last_) {
            finished_ = true;
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    /// Closes the innermost element. The root stays open, because it is the result.
    void close()
    {
        if (open_.size() < 2) {
            return;
        }
        XmlElement done = std::move(open_.back().element);
        open_.pop_back();
        open_.back().element.children.push_back(std::move(done));
    }

    void interrupt()
    {
        if (!open_.empty()) {
            open_.back().interrupted = true;
        }
    }

    /// Notes a part of the innermost element's text. A part that differs in size from its bytes in
    /// the file is a reference, or in another encoding.
    void add_text(std::string_view part)
    {
        if (open_.empty()) {
            return;
        }
        auto& [element, interrupted] = open_.back();
        if (element.content == wanted_) {
            text_ += part;
        }
        const std::size_t first = part.find_first_not_of(space_characters);
        const auto bytes = static_cast<std::size_t>(XML_GetCurrentByteCount(parser_.get()));
        const bool line_end = part == "\n" && bytes == 2;
        const bool as_it_is = (bytes == part.size() || line_end) && !in_cdata_;
        if (first == std::string_view::npos) {
            element.plain = element.plain && (as_it_is || element.text == 0);
            return;
        }
        if (element.text == 0) {
            element.text =
                XML_GetCurrentByteIndex(parser_.get()) + static_cast<std::int64_t>(first);
        } else if (interrupted) {
            element.plain = false;
        }
        element.plain = element.plain && as_it_is;
        interrupted = false;
    }

    std::string_view last_;
    std::int64_t wanted_;
    std::string text_;  ///< of the element that is wanted
    Parser parser_;
    std::vector<Open> open_;  ///< from the root to the innermost element
    bool in_cdata_ = false;
    std::int64_t fed_{};
    std::int64_t tags_bytes_{};
    bool finished_ = false;  ///< whether the start tag `last_` was found
    std::exception_ptr failure_;
};

}  // namespace

std::string XmlElement::attribute(std::string_view key) const
{
    const auto found =
        std::ranges::find(attributes, key, &std::pair<std::string, std::string>::first);
    return found == attributes.end() ? std::string{} : found->second;
}

XmlElement read_xml_tags(const std::filesystem::path& path, std::string_view last)
{
    return TagReader{last}.read(path);
}

std::string read_xml_text(const std::filesystem::path& path, std::string_view last,
                          std::int64_t content)
{
    TagReader reader{last, content};
    static_cast<void>(reader.read(path));
    return reader.take_text();
}

}  // namespace tobiuo
