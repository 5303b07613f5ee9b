#include "app/case/values/expression_reader.hpp"

#include <cstddef>
#include <string>

#include "app/case/grid/box_grid_reader.hpp"
#include "app/case/yaml/keys.hpp"
#include "solvers/expression.hpp"

namespace tobiuo::casefile {

void check_variables(const Section& section, std::string_view name, const FieldExpression& value,
                     int dimensions)
{
    const Expression expression{value.text, space_and_time};
    for (auto axis = static_cast<std::size_t>(dimensions); axis < axis_words.size(); ++axis) {
        const std::string_view variable = axis_words.at(axis);
        if (expression.depends_on(variable)) {
            section.report_at(
                value.at, name,
                "uses " + std::string{variable} + ", but " + absent_sentence(variable, dimensions));
        }
    }
}

FieldExpression read_expression(const Section& section, std::string_view name, int dimensions)
{
    FieldExpression value{.text = section.given<std::string>(name).value_or(FieldExpression{}.text),
                          .at = section.position_of(name)};
    check_variables(section, name, value, dimensions);
    return value;
}

}  // namespace tobiuo::casefile
