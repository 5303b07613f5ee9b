#include "kernels/fft/kernel/loading.hpp"

#include <cstddef>

#include "kernels/device/digest.hpp"
#include "kernels/fft/kernel/kernel_source.hpp"

namespace tobiuo::fft {
namespace {

device::Specialisation with_function(device::Specialisation what, const LoadFunction& function)
{
    what.includes.insert(what.includes.end(), function.includes.begin(), function.includes.end());
    what.preamble =
        "namespace loading {\n" + what.config.front() + "\n" + function.source + "\n}\n";
    what.config.push_back("static Real load(long long index, const void* data) { return loading::" +
                          function.function + "(index, data); }");
    what.config.push_back(
        "static void load_pair(long long index, Real (&values)[2], const void* data) { " +
        (function.pair_function.empty()
             ? "values[0] = load(index, data); values[1] = load(index + 1, data);"
             : "loading::" + function.pair_function + "(index, values, data);") +
        " }");
    constexpr std::size_t digits = 8;
    what.name += "-" + device::sha256(function.function + "\n" + function.source).substr(0, digits);
    return what;
}

}  // namespace

device::Specialisation specialise(const PassForm& form, Precision precision,
                                  const LoadFunction& function)
{
    device::Specialisation what = with_function(specialise(form, precision), function);
    what.source = "kernels/fft/kernel/loading_pass.cuh";
    what.kernel = "fft_loading_pass";
    return what;
}

device::Specialisation specialise(const MergedForm& form, Precision precision,
                                  const LoadFunction& function)
{
    device::Specialisation what = with_function(specialise(form, precision), function);
    what.source = "kernels/fft/kernel/loading_merged.cuh";
    what.kernel = "fft_loading_merged";
    return what;
}

}  // namespace tobiuo::fft
