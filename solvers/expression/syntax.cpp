// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/expression/syntax.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

#include "solvers/expression.hpp"
#include "solvers/expression/functions.hpp"
#include "solvers/expression/tokens.hpp"
#include "solvers/nearest_word.hpp"

namespace tobiuo::expression {
namespace {

constexpr std::array<Constant, 2> all_constants{{{"pi", std::numbers::pi}, {"e", std::numbers::e}}};

/// Names from other languages that are ambiguous or are spelt otherwise here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> foreign_names{
    {{"log", "write ln for the natural logarithm, log10 for the decimal one"},
     {"pow", "write a^b"},
     {"if", "write condition ? a : b"}}};

/// The text between two parentheses, or the whole formula.
struct Level {
    const Function* function = nullptr;  ///< the function whose arguments these are
    Token name{};                        ///< the name of that function
    int arguments = 1;
    int open_choices = 0;   ///< number of '?' whose ':' has not come yet
    bool compared = false;  ///< a comparison stands in the part before the next && or || or ? or :
};

/// A walk along the tokens, in which values and operators alternate.
class Syntax {
public:
    Syntax(std::string_view text, std::span<const std::string> variables)
        : text_{text}, variables_{variables}, tokens_{tokens_of(text)}, levels_(1)
    {
    }

    Formula parse()
    {
        for (; at_ < tokens_.size(); ++at_) {
            if (wants_value_) {
                take_value();
            } else {
                take_operator();
            }
        }
        formula_.tree = builder_.take();
        return std::move(formula_);
    }

private:
    [[nodiscard]] const Token& here() const { return tokens_[at_]; }
    [[noreturn]] void refuse_here(const std::string& what, const std::string& cure) const
    {
        refuse(text_, here(), what, cure);
    }

    void take_value()
    {
        switch (here().kind) {
            case TokenKind::number:
                builder_.number(here().number);
                wants_value_ = false;
                break;
            case TokenKind::name:
                take_name();
                break;
            case TokenKind::open:
                levels_.emplace_back();
                builder_.open();
                break;
            case TokenKind::sign:
                take_sign();
                break;
            default:
                refuse_missing_value();
        }
    }

    /// Accepts a sign in front of a value.
    void take_sign()
    {
        if (sign_at_ + 1 == at_) {
            refuse_here("a second sign", ": write one, or put parentheses around the inner one");
        }
        sign_at_ = at_;
        if (here().text == "-") {
            builder_.negate();
        }
    }

    void take_name()
    {
        const std::string_view name = here().text;
        const Function* function = find_function(name);
        if (function != nullptr) {
            if (tokens_[at_ + 1].kind != TokenKind::open) {
                refuse_here(quoted(name) + " without its parentheses",
                            ": write " + std::string{name} + "(...)");
            }
            levels_.push_back({.function = function, .name = here()});
            builder_.open(*function);
            ++at_;
            return;
        }
        const auto variable = std::ranges::find(variables_, name);
        const auto constant = std::ranges::find(all_constants, name, &Constant::first);
        if (variable != variables_.end()) {
            formula_.uses.emplace(name);
            builder_.variable(static_cast<int>(variable - variables_.begin()));
        } else if (constant != all_constants.end()) {
            builder_.number(constant->second);
        } else {
            refuse_name();
        }
        wants_value_ = false;
    }

    [[noreturn]] void refuse_name() const
    {
        const std::string name{here().text};
        std::vector<std::string> known{variables_.begin(), variables_.end()};
        for (const auto& [constant, value] : all_constants) {
            known.emplace_back(constant);
        }
        std::string list;
        for (const Function& function : functions()) {
            known.emplace_back(function.name);
        }
        for (const std::string& one : known) {
            list += (list.empty() ? "" : ", ") + one;
        }
        const auto foreign =
            std::ranges::find(foreign_names, name, [](const auto& row) { return row.first; });
        const std::string meant = nearest(name, known);
        refuse_here("unknown name " + quoted(name),
                    foreign != foreign_names.end() ? " (" + std::string{foreign->second} + ")"
                    : meant.empty()                ? " (known: " + list + ")"
                                                   : " (did you mean '" + meant + "'?)");
    }

    [[noreturn]] void refuse_missing_value() const
    {
        if (tokens_.size() == 1) {
            throw ExpressionError{
                "the expression is empty: give a number or a formula such as 'sin(pi*x)'", 0};
        }
        const bool power = here().text == "*" && at_ > 0 && tokens_[at_ - 1].text == "*";
        const std::string before = here().text.empty() ? "" : " before " + quoted(here().text);
        refuse_here("missing value" + before,
                    power ? ": write ^ for a power" : ": write a number, a variable or a formula");
    }

    void take_operator()
    {
        switch (here().kind) {
            case TokenKind::number:
            case TokenKind::name:
            case TokenKind::open:
                refuse_here("missing operator before " + quoted(here().text),
                            ": put one between them, * for a product");
            case TokenKind::close:
                close();
                return;
            case TokenKind::end:
                finish();
                return;
            case TokenKind::comparison:
                compare();
                break;
            case TokenKind::comma:
                separate();
                break;
            case TokenKind::condition:
                ++levels_.back().open_choices;
                builder_.condition();
                break;
            case TokenKind::otherwise:
                choose();
                builder_.otherwise();
                break;
            case TokenKind::sign:
            case TokenKind::times:
            case TokenKind::logic:
                builder_.join(std::string{here().text});
                break;
        }
        const bool ends_comparison = here().kind == TokenKind::logic ||
                                     here().kind == TokenKind::condition ||
                                     here().kind == TokenKind::otherwise;
        levels_.back().compared = levels_.back().compared && !ends_comparison;
        wants_value_ = true;
    }

    void compare()
    {
        if (levels_.back().compared) {
            refuse_here("a second comparison " + quoted(here().text),
                        " (the first one is only 0 or 1): join them as in 'a < b && b < c'");
        }
        levels_.back().compared = true;
        builder_.join(std::string{here().text});
    }

    void choose()
    {
        if (levels_.back().open_choices == 0) {
            refuse_here("':' without '?'", ": write condition ? a : b");
        }
        --levels_.back().open_choices;
    }

    void separate()
    {
        if (levels_.back().function == nullptr) {
            refuse_here("',' outside the arguments of a function",
                        ": write the decimal point as '.', and one formula only");
        }
        check_choices();
        builder_.separate();
        ++levels_.back().arguments;
        levels_.back().compared = false;
    }

    void check_choices() const
    {
        if (levels_.back().open_choices > 0) {
            refuse_here("missing ':'", ": write condition ? a : b");
        }
    }

    void close()
    {
        if (levels_.size() == 1) {
            refuse_here("')' without '('", ": remove it or open it before");
        }
        check_choices();
        const Level& level = levels_.back();
        if (level.function != nullptr && !level.function->takes(level.arguments)) {
            refuse(text_, level.name, quoted(level.name.text),
                   " takes " + std::string{level.function->arity_text()} + ", not " +
                       std::to_string(level.arguments) + ": give it what it takes");
        }
        builder_.close();
        levels_.pop_back();
    }

    void finish() const
    {
        if (levels_.size() > 1) {
            refuse_here("missing ')'", ": close each '('");
        }
        check_choices();
    }

    std::string_view text_;
    std::span<const std::string> variables_;
    std::vector<Token> tokens_;
    std::vector<Level> levels_;
    TreeBuilder builder_;
    Formula formula_;
    std::size_t at_ = 0;
    static constexpr std::size_t nowhere = std::string_view::npos - 1;
    std::size_t sign_at_ = nowhere;  ///< position of the last sign in front of a value
    bool wants_value_ = true;
};

}  // namespace

std::span<const Constant> constants()
{
    return all_constants;
}

Formula parse(std::string_view text, std::span<const std::string> variables)
{
    if (text.size() > most_characters) {
        throw ExpressionError{quoted(text) + " has " + std::to_string(text.size()) +
                                  " characters, more than the " + std::to_string(most_characters) +
                                  " of an expression: make it shorter",
                              0};
    }
    return Syntax{text, variables}.parse();
}

}  // namespace tobiuo::expression
