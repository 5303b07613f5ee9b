// Runs three Himeno sweeps on the CPU through the installed library and checks the residual.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "kernels/stencil/sweep.hpp"
#include "solvers/himeno/coefficients.hpp"
#include "solvers/himeno/presets.hpp"

int main()
{
    using namespace tobiuo;

    const stencil::SweepRequest request{.shape = himeno::find_preset("XS")->shape};
    const auto& kind = stencil::choose_kind(Backend::cpu, "auto", request);
    const std::unique_ptr<stencil::SweepPlan> plan = kind.make(request);
    plan->load(*himeno::official_source(request.shape));

    std::array<double, 3> gosa{};
    plan->sweep_and_wait(gosa);
    std::printf("%s: gosa %.6e after %zu sweeps\n", plan->describe().c_str(), gosa.back(),
                gosa.size());

    // The reference has seven digits.
    constexpr double reference = 6.229796e-03;
    constexpr double tolerance = 1e-6;
    const bool right = std::abs(gosa.back() - reference) <= tolerance * reference;
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
