// SPDX-License-Identifier: BSD-3-Clause
/* Solves laplacian(u) = 2 on [0, 1] with u(0) = 0 and u(1) = 1, whose solution is x^2. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <tobiuo.h>

enum { cells = 64 };

static void check(int status)
{
    if (status != TOBIUO_OK) {
        fprintf(stderr, "%s\n", tobiuo_last_error());
        exit(1);
    }
}

int main(void)
{
    tobiuo_poisson_problem problem = {.axes = {{.cells = cells,
                                                .upper = 1.0,
                                                .lower_condition = TOBIUO_DIRICHLET,
                                                .upper_condition = TOBIUO_DIRICHLET},
                                               {.cells = 1, .upper = 1.0},
                                               {.cells = 1, .upper = 1.0}},
                                      .location = TOBIUO_NODE,
                                      .precision = TOBIUO_DOUBLE};
    const tobiuo_options options = {.backend = TOBIUO_CPU}; /* the arrays are in host memory */
    tobiuo_poisson_solver* solver = NULL;
    check(tobiuo_poisson_create(&problem, &options, &solver));

    int64_t unknowns[3];
    check(tobiuo_poisson_unknowns(solver, unknowns)); /* nodes on walls are known */
    double u[cells];
    for (int64_t i = 0; i < unknowns[0]; ++i) {
        u[i] = 2.0; /* f */
    }
    const tobiuo_wall walls[6] = {[1] = {.constant = 1.0}};
    check(tobiuo_poisson_solve(solver, u, u, unknowns[0], walls, NULL));

    double error = 0.0;
    for (int64_t i = 0; i < unknowns[0]; ++i) {
        double x = 0.0;
        check(tobiuo_poisson_position(solver, 0, i, &x));
        error = fmax(error, fabs(u[i] - x * x));
    }
    check(tobiuo_poisson_destroy(solver));
    printf("tobiuo %s: largest error %.1e\n", tobiuo_version(), error);
    return error < 1e-12 ? 0 : 1;
}
