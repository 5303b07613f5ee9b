// SPDX-License-Identifier: BSD-3-Clause
/* Vortices that decay: u = sin x cos y exp(-2 viscosity t), v = -cos x sin y exp(-2 viscosity t). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tobiuo.h>

enum { cells = 32, points = cells * cells };

static void check(int status)
{
    if (status != TOBIUO_OK) {
        fprintf(stderr, "%s\n", tobiuo_last_error());
        exit(1);
    }
}

static double position(const tobiuo_flow_solver* solver, int component, int axis, int64_t index)
{
    double found = 0.0;
    check(tobiuo_flow_position(solver, component, axis, index, &found));
    return found;
}

int main(void)
{
    const double length = 2.0 * acos(-1.0);
    const double viscosity = 0.05;
    /* all faces are periodic; an axis of one cell is absent */
    tobiuo_flow_problem problem = {.axes = {{.cells = cells, .upper = length},
                                            {.cells = cells, .upper = length},
                                            {.cells = 1, .upper = 1.0}},
                                   .viscosity = viscosity,
                                   .precision = TOBIUO_DOUBLE};
    const tobiuo_options options = {.backend = TOBIUO_CPU}; /* the arrays are in host memory */
    tobiuo_flow_solver* solver = NULL;
    check(tobiuo_flow_create(&problem, &options, &solver));

    static double u[points], v[points], w[points], exact[points];
    for (int j = 0; j < cells; ++j) {
        for (int i = 0; i < cells; ++i) {
            const int at = j * cells + i;
            u[at] = exact[at] = sin(position(solver, 0, 0, i)) * cos(position(solver, 0, 1, j));
            v[at] = -cos(position(solver, 1, 0, i)) * sin(position(solver, 1, 1, j));
        }
    }
    check(tobiuo_flow_start(solver, u, v, w, points, NULL));

    tobiuo_flow_observed found;
    check(tobiuo_flow_observed_and_wait(solver, &found));
    double longest = 0.0;
    check(tobiuo_flow_step_limit(solver, found.largest_rate, 1.0, &longest, NULL));
    const double until = 1.0;
    const int steps = (int)ceil(until / longest);
    check(tobiuo_flow_step(solver, until / steps, steps, NULL));
    check(tobiuo_flow_velocity(solver, u, v, w, points, NULL));

    double error = 0.0;
    for (int at = 0; at < points; ++at) {
        error = fmax(error, fabs(u[at] - exact[at] * exp(-2.0 * viscosity * until)));
    }
    check(tobiuo_flow_destroy(solver));
    printf("%d steps: largest error %.1e\n", steps, error);
    return error < 1e-3 ? 0 : 1;
}
