// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/fft/kernel/functions.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

#include "kernels/fft/kernel/kernel_source.hpp"
#include "kernels/fft/kernel/user_function.hpp"
#include "runtime/device/digest.hpp"

namespace tobiuo::fft {
namespace {

// The names of the generated text: a value of an array, an index, and the parameters behind it.
constexpr auto complex_type = "tobiuo::fft::Complex<Real>";
constexpr auto index_parameters = "const tobiuo::fft::ElementIndex& index, const void* data";
constexpr auto place_parameters = "long long place, const void* data";

template <typename Function>
UserFunction user_function(const Function& function, const std::string& place, bool reals,
                           bool takes_value = true)
{
    const std::string element = reals ? "Real" : "Complex";
    return {.source = function.source,
            .function = function.function,
            .place = place,
            .result = element,
            .parameters = (takes_value ? element + ", " : "") + "const Index&, const void*",
            .arguments = takes_value ? "a value, an index and data" : "an index and data"};
}

UserFunction user_function(const LoadFunction& function, const FunctionArray& array)
{
    return user_function(function, "at load", array.reals, function.takes_value);
}

UserFunction user_function(const StoreFunction& function, const FunctionArray& array)
{
    return user_function(function, "at store", array.reals);
}

UserFunction user_function(const Pointwise& function)
{
    return user_function(function, "between transforms", false);
}

std::vector<UserFunction> user_functions(const StepFunctions& functions)
{
    std::vector<UserFunction> all;
    if (functions.load) {
        all.push_back(user_function(*functions.load, functions.in));
    }
    if (functions.between) {
        all.push_back(user_function(*functions.between));
    }
    if (functions.store) {
        all.push_back(user_function(*functions.store, functions.out));
    }
    return all;
}

std::string flag(bool value)
{
    return value ? "true" : "false";
}

std::string initialiser(const ArrayShape& shape)
{
    return "{.row = " + std::to_string(shape.row) + ", .y = " + std::to_string(shape.y) +
           ", .z = " + std::to_string(shape.z) + ", .batch = " + std::to_string(shape.batch) + "}";
}

/// The text of functions around a specialisation.
class FunctionText {
public:
    explicit FunctionText(device::Specialisation what)
        : what_{std::move(what)}, real_{what_.config.front()}
    {
        what_.includes.emplace_back("kernels/fft/butterfly/complex.hpp");
        what_.includes.emplace_back("kernels/fft/pass/function_block.hpp");
    }

    void add(const PlaceFunction& values)
    {
        what_.includes.insert(what_.includes.end(), values.includes.begin(), values.includes.end());
        what_.preamble += "namespace loading {\n" + real_ + "\n" + values.source + "\n}\n";
        const std::string call = "loading::" + values.function;
        add_member(std::string{"static Real load(Real, "} + place_parameters + ") { return " +
                   call + "(place, data); }");
        add_member(std::string{"static "} + complex_type + " load(" + complex_type + ", " +
                   place_parameters + ") { " +
                   (values.pair_function.empty()
                        ? "return {" + call + "(place, data), " + call + "(place + 1, data)};"
                        : "Real values[2]; loading::" + values.pair_function +
                              "(place, values, data); return {values[0], values[1]};") +
                   " }");
    }

    void add(const LoadFunction& function, const FunctionArray& array)
    {
        const UserFunction user = user_function(function, array);
        add_source("at_load", user);
        add_elements(
            "load", array,
            call_of("at_load", user, function.takes_value ? "value, index, data" : "index, data"));
    }

    void add(const Pointwise& function)
    {
        const UserFunction user = user_function(function);
        add_source("pointwise", user);
        add_member(std::string{"static "} + complex_type + " apply(" + complex_type + " value, " +
                   index_parameters + ") {" + call_of("pointwise", user, "value, index, data") +
                   "}");
    }

    void add(const StoreFunction& function, const FunctionArray& array)
    {
        const UserFunction user = user_function(function, array);
        add_source("at_store", user);
        add_elements("store", array, call_of("at_store", user, "value, index, data"));
    }

    /// The specialisation, whose name tells the functions apart.
    device::Specialisation finished(const StepFunctions& functions)
    {
        const bool takes_value =
            !functions.values.wanted() && (!functions.load || functions.load->takes_value);
        const bool loads = functions.values.wanted() || functions.load;
        add_member("static constexpr tobiuo::fft::FunctionPlaces places = {.loads = " +
                   flag(loads) + ", .takes_value = " + flag(takes_value) + ", .loads_reals = " +
                   flag(functions.values.wanted() || (functions.load && functions.in.reals)) +
                   ", .stores = " + flag(functions.store.has_value()) +
                   ", .stores_reals = " + flag(functions.store && functions.out.reals) + "};");
        constexpr std::size_t digits = 8;
        what_.name += "-" + device::sha256(what_.preamble + added_).substr(0, digits);
        return std::move(what_);
    }

private:
    void add_member(const std::string& member)
    {
        what_.config.push_back(member);
        added_ += member + "\n";
    }

    void add_source(std::string_view name, const UserFunction& user)
    {
        what_.preamble += in_namespace(name,
                                       real_ + "\nusing Complex = " + complex_type +
                                           ";\nusing Index = tobiuo::fft::ElementIndex;",
                                       user);
    }

    /// The member `name`(value, place, data), which makes the call for the elements at a place: see
    /// with_index().
    void add_elements(const std::string& name, const FunctionArray& array, const std::string& call)
    {
        const std::string type = array.reals ? "Real" : complex_type;
        const std::string shape = name + "_shape";
        add_member("static constexpr tobiuo::fft::ArrayShape " + shape + " = " +
                   initialiser(array.shape) + ";");
        add_member("template <typename Value> static Value " + name + "(Value there, " +
                   place_parameters + ") { return tobiuo::fft::with_index<" + shape + ", " +
                   flag(array.reals) + ">(there, place, [&](" + type +
                   " value, const tobiuo::fft::ElementIndex& index) -> " + type + " {" + call +
                   "}); }");
    }

    device::Specialisation what_;
    std::string real_;
    std::string added_;
};

/// The specialisation of a step with its functions, as an entry of another source.
device::Specialisation with_functions(device::Specialisation what, const StepFunctions& functions,
                                      std::string_view source, std::string_view kernel)
{
    what.source = source;
    what.kernel = kernel;
    FunctionText text{std::move(what)};
    if (functions.values.wanted()) {
        text.add(functions.values);
    } else if (functions.load) {
        text.add(*functions.load, functions.in);
    }
    if (functions.between) {
        text.add(*functions.between);
    }
    if (functions.store) {
        text.add(*functions.store, functions.out);
    }
    return text.finished(functions);
}

/// The elements of the complex side of a problem, or of its real side in rows of `row` values.
ArrayShape shape_of(const Problem& problem, std::int64_t row)
{
    ArrayShape shape{.row = row, .batch = problem.batch};
    const std::size_t axes = problem.lengths.size();
    shape.y = axes > 1 ? problem.lengths[axes - 2] : 1;
    shape.z = axes > 2 ? problem.lengths[axes - 3] : 1;
    return shape;
}

FunctionArray complex_side(const Problem& problem)
{
    return {.shape = shape_of(problem, spectrum_row(problem))};
}

FunctionArray real_side(const Problem& problem, bool padded)
{
    return {.shape = shape_of(problem, padded ? 2 * spectrum_row(problem) : problem.lengths.back()),
            .reals = true};
}

}  // namespace

StepFunctions StepFunctions::of_step(bool is_first, bool has_modes, bool is_last) const
{
    StepFunctions some = *this;
    if (!is_first) {
        some.values = {};
        some.load.reset();
    }
    if (!has_modes) {
        some.between.reset();
    }
    if (!is_last) {
        some.store.reset();
    }
    return some;
}

StepFunctions functions_for(const Problem& problem, const std::optional<LoadFunction>& load,
                            const std::optional<Pointwise>& between,
                            const std::optional<StoreFunction>& store)
{
    const bool padded = problem.placement == Placement::in_place;
    StepFunctions functions{.load = load, .between = between, .store = store};
    functions.in = problem.kind == Kind::r2c ? real_side(problem, padded) : complex_side(problem);
    functions.out = problem.kind == Kind::c2r              ? real_side(problem, padded)
                    : problem.kind == Kind::r2c && between ? real_side(problem, true)
                                                           : complex_side(problem);
    for (const UserFunction& function : user_functions(functions)) {
        validate(function);
    }
    return functions;
}

device::Specialisation specialise(const PassForm& form, Precision precision,
                                  const StepFunctions& functions)
{
    return with_functions(specialise(form, precision), functions,
                          "kernels/fft/kernel/function_pass.cuh", "fft_function_pass");
}

device::Specialisation specialise(const MergedForm& form, Precision precision,
                                  const StepFunctions& functions)
{
    return with_functions(specialise(form, precision), functions,
                          "kernels/fft/kernel/function_merged.cuh", "fft_function_merged");
}

device::Specialisation specialise(const FoldForm& form, Precision precision,
                                  const StepFunctions& functions)
{
    return with_functions(specialise(form, precision), functions,
                          "kernels/fft/kernel/function_fold.cuh", "fft_function_fold");
}

void refuse_user_function(const StepFunctions& functions, const std::string& log)
{
    const std::vector<UserFunction> all = user_functions(functions);
    for (const UserFunction& function : all) {
        if (is_blamed(function, log)) {
            refuse(function, log);
        }
    }
    if (!all.empty()) {
        refuse(all.front(), log);
    }
}

}  // namespace tobiuo::fft
