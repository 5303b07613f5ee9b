// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "solvers/expression.hpp"

namespace tobiuo::expression {
namespace {

/// An operator and its text. The list is tried in order, so longer texts stand first.
struct Spelling {
    std::string_view text;
    TokenKind kind;
};
constexpr std::array<Spelling, 18> spellings{{{"<=", TokenKind::comparison},
                                              {">=", TokenKind::comparison},
                                              {"==", TokenKind::comparison},
                                              {"!=", TokenKind::comparison},
                                              {"&&", TokenKind::logic},
                                              {"||", TokenKind::logic},
                                              {"<", TokenKind::comparison},
                                              {">", TokenKind::comparison},
                                              {"+", TokenKind::sign},
                                              {"-", TokenKind::sign},
                                              {"*", TokenKind::times},
                                              {"/", TokenKind::times},
                                              {"^", TokenKind::times},
                                              {"(", TokenKind::open},
                                              {")", TokenKind::close},
                                              {",", TokenKind::comma},
                                              {"?", TokenKind::condition},
                                              {":", TokenKind::otherwise}}};

/// A character that people write or paste, and how formulas spell it.
struct Habit {
    std::string_view text;
    std::string_view cure;
};
constexpr std::array<Habit, 12> habits{{{"=", "an expression sets nothing; write == to compare"},
                                        {"&", "write && for 'and'"},
                                        {"|", "write || for 'or', abs(...) for a magnitude"},
                                        {"!", "write != for 'differs', or compare with == 0"},
                                        {"\u03c0", "write pi"},
                                        {"\u00b2", "write ^2"},
                                        {"\u00b3", "write ^3"},
                                        {"\u00b7", "write *"},
                                        {"\u00d7", "write *"},
                                        {"\u00f7", "write /"},
                                        {"\u2212", "write the - of the keyboard"},
                                        {"\u2013", "write the - of the keyboard"}}};

// Character classes without the functions of <cctype>, which depend on the locale.
bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_of_name(char c)
{
    return is_letter(c) || is_digit(c);
}

bool continues_a_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The number of characters at the start of `rest` that `belongs` accepts.
template <typename Belongs>
std::size_t run(std::string_view rest, Belongs belongs)
{
    return static_cast<std::size_t>(std::ranges::find_if_not(rest, belongs) - rest.begin());
}

/// The length of a number ("1", "1.", ".5", "1.5e-3") at the start of `rest`; 0 if there is none.
std::size_t number_length(std::string_view rest)
{
    std::size_t length = run(rest, is_digit);
    std::size_t digits = length;
    if (length < rest.size() && rest[length] == '.') {
        const std::size_t decimals = run(rest.substr(length + 1), is_digit);
        length += 1 + decimals;
        digits += decimals;
    }
    if (digits == 0) {
        return 0;
    }
    std::size_t exponent = length;
    if (exponent < rest.size() && (rest[exponent] == 'e' || rest[exponent] == 'E')) {
        ++exponent;
        exponent += exponent < rest.size() && (rest[exponent] == '+' || rest[exponent] == '-');
        const std::size_t power = run(rest.substr(exponent), is_digit);
        length = power == 0 ? length : exponent + power;
    }
    return length;
}

[[noreturn]] void refuse_character(std::string_view text, std::size_t at)
{
    std::size_t length = 1;
    while (at + length < text.size() && continues_a_character(text[at + length])) {
        ++length;
    }
    const Token token{TokenKind::end, text.substr(at, length), at};
    const auto habit = std::ranges::find(habits, token.text, &Habit::text);
    refuse(text, token, quoted(token.text) + " has no meaning",
           ": " + std::string{habit == habits.end() ? "remove it" : habit->cure});
}

Token token_at(std::string_view text, std::size_t at)
{
    const std::string_view rest = text.substr(at);
    if (const std::size_t length = number_length(rest); length > 0) {
        return {TokenKind::number, rest.substr(0, length), at};
    }
    if (is_letter(rest.front())) {
        return {TokenKind::name, rest.substr(0, run(rest, is_of_name)), at};
    }
    for (const Spelling& spelling : spellings) {
        if (rest.starts_with(spelling.text)) {
            return {spelling.kind, rest.substr(0, spelling.text.size()), at};
        }
    }
    refuse_character(text, at);
}

/// The value of a number. Throws ExpressionError if double precision has none.
double value_of(std::string_view text, const Token& number)
{
    double value{};
    const auto [end, error] =
        std::from_chars(number.text.data(), number.text.data() + number.text.size(), value);
    if (error == std::errc::result_out_of_range) {
        refuse(text, number, quoted(number.text) + " is beyond the range of numbers",
               " (1e-307 to 1e308 in double precision): scale the formula");
    }
    return value;
}

}  // namespace

std::vector<Token> tokens_of(std::string_view text)
{
    std::vector<Token> tokens;
    std::size_t at = run(text, is_blank);
    while (at < text.size()) {
        tokens.push_back(token_at(text, at));
        if (tokens.back().kind == TokenKind::number) {
            tokens.back().number = value_of(text, tokens.back());
        }
        at += tokens.back().text.size();
        at += run(text.substr(at), is_blank);
    }
    tokens.push_back({TokenKind::end, {}, text.size()});
    return tokens;
}

bool is_name(std::string_view text)
{
    return !text.empty() && is_letter(text.front()) && run(text, is_of_name) == text.size();
}

std::string quoted(std::string_view text)
{
    constexpr std::size_t most_bytes = 60;
    std::size_t bytes = std::min(text.size(), most_bytes);
    while (bytes > 0 && bytes < text.size() && continues_a_character(text[bytes])) {
        --bytes;
    }
    std::string shown{text.substr(0, bytes)};
    std::ranges::replace_if(
        shown, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, ' ');
    return "'" + shown + (bytes < text.size() ? "...'" : "'");
}

void refuse(std::string_view text, const Token& token, const std::string& what,
            const std::string& cure)
{
    const std::string place =
        token.text.empty() ? " at the end" : " at character " + std::to_string(token.at + 1);
    throw ExpressionError{what + place + " of " + quoted(text) + cure, static_cast<int>(token.at)};
}

}  // namespace tobiuo::expression
