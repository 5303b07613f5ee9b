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

class TagReader {
public:
    explicit TagReader(std::string_view last) : last_{last}, parser_{XML_ParserCreate(nullptr)}
    {
        if (!parser_) {
            throw std::bad_alloc{};
        }
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), on_start, on_end);
        XML_SetStartDoctypeDeclHandler(parser_.get(), on_doctype);
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
        return std::move(open_.front());
    }

private:
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
        open_.push_back(std::move(element));
        if (open_.back().name == last_) {
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
        XmlElement done = std::move(open_.back());
        open_.pop_back();
        open_.back().children.push_back(std::move(done));
    }

    std::string_view last_;
    Parser parser_;
    std::vector<XmlElement> open_;  ///< from the root to the innermost element
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

}  // namespace tobiuo
