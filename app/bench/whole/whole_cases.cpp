// SPDX-License-Identifier: BSD-3-Clause
#include "app/bench/whole/whole_cases.hpp"

namespace tobiuo::whole_bench {
namespace {

/// A dipole between four walls, with a row of the history and its gradients after every step (H. J.
/// H. Clercx and C.-H. Bruneau, Comput. Fluids 35, 245, 2006).
constexpr const char* dipole = R"yaml(name: dipole
solver: flow
grid: { cells: [1024, 1024], extent: { x: [-1, 1], y: [-1, 1] } }
fluid: { viscosity: 1/625 }
faces: { x: no-slip, y: no-slip }
initial:
  u: "149.8*(-(y - 0.1)*exp(-100*(x^2 + (y - 0.1)^2)) + (y + 0.1)*exp(-100*(x^2 + (y + 0.1)^2)))"
  v: "149.8*(x*exp(-100*(x^2 + (y - 0.1)^2)) - x*exp(-100*(x^2 + (y + 0.1)^2)))"
run: { max_steps: 1171 }
output: { history_every: 1, gradients_every: 1 }
)yaml";

/// A box all of whose walls move, each by its own formula.
constexpr const char* moving_walls = R"yaml(name: moving-walls
solver: flow
grid: { cells: [64, 64, 64] }
fluid: { viscosity: 0.01 }
faces:
  x:
    lower: { kind: no-slip, velocity: [0, "sin(pi*y)*sin(4*t)", 0] }
    upper: { kind: no-slip, velocity: [0, "-sin(pi*y)*sin(4*t)", 0] }
  y:
    lower: { kind: no-slip, velocity: [0, 0, "sin(pi*z)*cos(3*t)"] }
    upper: { kind: no-slip, velocity: [0, 0, "-sin(pi*z)*cos(3*t)"] }
  z:
    lower: { kind: no-slip, velocity: ["sin(pi*x)*exp(-t)", 0, 0] }
    upper: { kind: no-slip, velocity: ["-sin(pi*x)*exp(-t)", 0, 0] }
run: { max_steps: 300 }
)yaml";

std::string text_of(std::span<const unsigned char> bytes)
{
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<WholeCase> all_cases()
{
    return {{.name = "taylor-green",
             .summary = "six fields of 256^3",
             .yaml = text_of(flow_taylor_green_yaml()),
             .gpu = {"grid.cells=[256,256,256]"},
             .small = {"run.until=1", "output.every=0.2"}},
            {.name = "taylor-green-ends",
             .summary = "the same, the first and the last field",
             .yaml = text_of(flow_taylor_green_yaml()),
             .gpu = {"grid.cells=[256,256,256]", "output.every=10"},
             .small = {"run.until=1", "output.every=1"}},
            {.name = "rayleigh-benard",
             .summary = "gradients, statistics and scalar of 512x256",
             .yaml = text_of(flow_rayleigh_benard_yaml()),
             .gpu = {"grid.cells=[512,256]"},
             .small = {"grid.cells=[48,24]", "run.until=4", "output.every=1", "statistics.from=1"}},
            {.name = "dipole",
             .summary = "gradients of 1024x1024 after every step",
             .yaml = dipole,
             .gpu = {},
             .small = {"grid.cells=[64,64]", "run.max_steps=100"}},
            {.name = "moving-walls",
             .summary = "expressions in t on the six faces of 64^3",
             .yaml = moving_walls,
             .gpu = {},
             .small = {"grid.cells=[16,16,16]", "run.max_steps=40"}},
            {.name = "poisson",
             .summary = "formulas for the source and the solution of 1024x1024x512, three fields",
             .yaml = text_of(poisson_vortices_yaml()),
             .gpu = {"grid.cells=[1024,1024,512]", "method.precision=single",
                     "output.fields=[p,f,error]"},
             .small = {"grid.cells=[48,48,24]", "method.precision=single",
                       "output.fields=[p,f,error]"}}};
}

}  // namespace tobiuo::whole_bench
