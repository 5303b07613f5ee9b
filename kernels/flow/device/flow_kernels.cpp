// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/flow/device/flow_kernels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "runtime/device/compile/constant.hpp"

namespace tobiuo::flow {
namespace {

const char* flag(bool value)
{
    return value ? "true" : "false";
}

std::string text_of(const StageForm& form)
{
    return "static constexpr tobiuo::flow::StageForm form{" + std::to_string(form.piece) + ", " +
           std::to_string(form.width) + ", " + std::to_string(form.rows) + ", " +
           flag(form.aligned) + ", {" + flag(form.periodic[0]) + ", " + flag(form.periodic[1]) +
           ", " + flag(form.periodic[2]) + "}, {" + flag(form.joined[0]) + ", " +
           flag(form.joined[1]) + "}, " + std::to_string(form.stretched) + ", " +
           flag(form.has_outflow) + ", " + flag(form.has_profiles) + ", {" + flag(form.buoyant[0]) +
           ", " + flag(form.buoyant[1]) + ", " + flag(form.buoyant[2]) + "}, " +
           flag(form.uses_old) + ", " + flag(form.keeps) + ", " + flag(form.observes) + ", " +
           std::to_string(form.implicit_axis) + ", " + flag(form.varies) + ", " +
           flag(form.copies) + "};";
}

/// "-implicit-z", or nothing.
std::string implicit_text(int axis)
{
    return axis < 3 ? std::string{"-implicit-"} + "xyz"[axis] : "";
}

std::string name_of(const StageForm& form, Precision precision)
{
    std::string name = "flow-stage-" + std::to_string(form.width) + "x" +
                       std::to_string(form.rows) + (form.aligned ? "" : "-ragged") + "-";
    for (int axis = 0; axis < 3; ++axis) {
        name += form.periodic[axis] ? 'p' : form.stretched == axis ? 's' : 'w';
    }
    name += std::string{form.joined[0] ? "-below" : ""} + (form.joined[1] ? "-above" : "");
    name +=
        std::string{form.has_outflow ? "-outflow" : ""} + (form.has_profiles ? "-profiles" : "");
    for (int axis = 0; axis < 3; ++axis) {
        name += form.buoyant[axis] ? std::string{"-buoyant-"} + "xyz"[axis] : "";
    }
    name += std::string{form.uses_old ? "-old" : ""} + (form.keeps ? "-keeps" : "") +
            (form.observes ? "-observes" : "") + implicit_text(form.implicit_axis) +
            (form.varies ? "-varies" : "") + (form.copies ? "-copies" : "");
    return name + (precision == Precision::fp32 ? "-fp32" : "-fp64");
}

}  // namespace

StageForm form_of(const StageProblem& problem, const StageLaunch& launch, const Stage& stage,
                  bool observes)
{
    StageForm form = tile_form(problem, launch);
    form.aligned = problem.counts[0] % form.piece == 0;
    std::copy_n(problem.periodic, 3, form.periodic);
    std::copy_n(problem.joined, 2, form.joined);
    form.stretched = problem.stretched;
    form.has_outflow = problem.has_outflow;
    form.has_profiles = problem.has_profiles;
    std::copy_n(problem.buoyant, 3, form.buoyant);
    form.uses_old = stage.uses_old;
    form.keeps = stage.keeps;
    form.observes = observes;
    form.implicit_axis = problem.implicit_axis;
    // Where the others need more registers than a thread has, for a viscosity or the spacings.
    form.copies = problem.varies || (problem.precision == Precision::fp64 && problem.stretched < 3);
    return form;
}

device::Specialisation specialise_stage(const StageForm& form, Precision precision)
{
    device::Specialisation what;
    what.source = "kernels/flow/stage/stage.cuh";
    what.kernel = "flow_stage";
    what.includes = {"kernels/flow/stage_form.hpp"};
    what.config = {device::real(precision), text_of(form),
                   device::constant("int blocks", blocks_per_multiprocessor(form))};
    what.name = name_of(form, precision);
    return what;
}

StageForm viscosity_form(const StageProblem& problem, const StageLaunch& launch)
{
    StageProblem plain = problem;
    plain.varies = false;
    plain.implicit_axis = 3;
    std::fill_n(plain.buoyant, 3, false);
    StageForm form = form_of(plain, launch, Stage{}, false);
    form.copies = true;
    return form;
}

device::Specialisation specialise_viscosity(const StageProblem& problem, const StageLaunch& launch)
{
    constexpr std::array models{"none", "smagorinsky", "wale", "vreman"};
    const auto& [eddies, layered, added] = problem.eddies;
    const std::string model = models.at(static_cast<std::size_t>(eddies));
    const StageForm form = viscosity_form(problem, launch);
    device::Specialisation what;
    what.source = "kernels/flow/stage/viscosity.cuh";
    what.kernel = "flow_viscosity";
    what.includes = {"kernels/flow/stage_form.hpp"};
    what.config = {device::real(problem.precision), text_of(form),
                   "static constexpr tobiuo::flow::EddyShape eddies{tobiuo::flow::EddyForm::" +
                       model + ", " + flag(layered) + ", " + flag(added) + "};",
                   device::constant("int blocks", blocks_per_multiprocessor(form))};
    what.name = name_of(form, problem.precision) + "-" + model + (layered ? "-layered" : "") +
                (added ? "-added" : "");
    return what;
}

device::Specialisation specialise(FlowKernel kernel, Precision precision, long long columns,
                                  bool varies, bool bounded)
{
    constexpr std::array entries{"flow_divergence", "flow_project", "flow_scalar"};
    constexpr std::array names{"flow-divergence", "flow-project", "flow-scalar"};
    const auto index = static_cast<std::size_t>(kernel);
    const int piece = piece_of(precision);
    const bool aligned = columns % piece == 0;
    device::Specialisation what;
    what.source =
        kernel == FlowKernel::scalar ? "kernels/flow/scalar.cuh" : "kernels/flow/divergence.cuh";
    what.kernel = entries.at(index);
    what.config = {device::real(precision), device::constant("int piece", piece),
                   std::string{"static constexpr bool aligned = "} + flag(aligned) + ";",
                   std::string{"static constexpr bool varies = "} + flag(varies) + ";",
                   std::string{"static constexpr bool bounded = "} + flag(bounded) + ";"};
    what.name = std::string{names.at(index)} + (aligned ? "" : "-ragged") +
                (varies ? "-varies" : "") + (bounded ? "-bounded" : "") +
                (precision == Precision::fp32 ? "-fp32" : "-fp64");
    return what;
}

device::Specialisation specialise(ImplicitKernel kernel, Precision precision, int axis)
{
    constexpr std::array entries{"flow_implicit", "flow_implicit_parts", "flow_raise_pressure",
                                 "flow_implicit_rise", "flow_implicit_fall"};
    constexpr std::array names{"flow-solve", "flow-solve-parts", "flow-raise-pressure", "flow-rise",
                               "flow-fall"};
    const auto index = static_cast<std::size_t>(kernel);
    const bool is_of_slab = kernel == ImplicitKernel::rise || kernel == ImplicitKernel::fall;
    device::Specialisation what;
    what.source = is_of_slab ? "kernels/flow/implicit_slab.cuh" : "kernels/flow/implicit.cuh";
    what.kernel = entries.at(index);
    what.config = {device::real(precision), device::constant("int axis", axis)};
    what.name = std::string{names.at(index)} + implicit_text(axis) +
                (precision == Precision::fp32 ? "-fp32" : "-fp64");
    return what;
}

fft::PlaceFunction divergence_function(const StageProblem& problem)
{
    std::string form = "{{";
    for (const long long count : problem.counts) {
        form += std::to_string(count) + ", ";
    }
    form += "}, {";
    for (const bool periodic : problem.periodic) {
        form += std::string{flag(periodic)} + ", ";
    }
    form += "}, " + std::to_string(problem.stretched) + ", " + flag(problem.joined[0]) + "}";
    return {.source = "constexpr tobiuo::flow::DivergenceForm form" + form +
                      ";\nReal divergence(long long index, const void* data)\n{\n"
                      "    using namespace tobiuo::flow;\n"
                      "    return DivergenceAt<form, Real>{"
                      "*static_cast<const DivergenceArguments<Real>*>(data)}(index);\n}\n"
                      "void divergence_pair(long long index, Real (&values)[2], const void* data)\n"
                      "{\n"
                      "    using namespace tobiuo::flow;\n"
                      "    DivergenceAt<form, Real>{"
                      "*static_cast<const DivergenceArguments<Real>*>(data)}.pair(index, values);\n"
                      "}\n",
            .function = "divergence",
            .pair_function = "divergence_pair",
            .includes = {"kernels/flow/divergence_at.hpp"}};
}

}  // namespace tobiuo::flow
