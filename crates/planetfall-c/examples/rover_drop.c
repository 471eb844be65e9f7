/*
 * A rover falls on a plane that this program knows of, stands, and drives off.
 *
 *     cargo build --release -p planetfall-c
 *     cc -std=c99 -Icrates/planetfall-c/include crates/planetfall-c/examples/rover_drop.c \
 *         target/release/libplanetfall_c.a -lpthread -ldl -lm -o rover_drop
 *     ./rover_drop crates/planetfall-c/tests/rover.toml
 */
#include "planetfall.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RADIUS_M 0.30

static void check(int status) {
    if (status != PLANETFALL_OK) {
        fprintf(stderr, "%s\n", planetfall_last_error());
        exit(status);
    }
}

/* The contact of a disc about the link's y axis with the plane z = 0. */
static planetfall_contact detect(size_t wheel, const planetfall_pose *pose) {
    const double *q = pose->quaternion_wxyz;
    /* The axle, y of the link, in site axes; down is the part of -z across it. */
    const double axle[3] = {2.0 * (q[1] * q[2] - q[0] * q[3]),
                            1.0 - 2.0 * (q[1] * q[1] + q[3] * q[3]),
                            2.0 * (q[2] * q[3] + q[0] * q[1])};
    const double down[3] = {axle[0] * axle[2], axle[1] * axle[2], axle[2] * axle[2] - 1.0};
    const double lean = sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
    planetfall_contact contact;
    memset(&contact, 0, sizeof contact);
    contact.contactor = wheel;
    contact.rests_on = PLANETFALL_GROUND;
    for (int i = 0; i < 3; i++) {
        contact.point_m[i] = pose->position_m[i] + RADIUS_M / lean * down[i];
    }
    contact.normal[2] = 1.0;
    contact.gap_m = contact.point_m[2];
    contact.friction = 0.7;
    return contact;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: rover_drop SCENARIO\n");
        return PLANETFALL_WRONG_INPUT;
    }
    planetfall_session *session = planetfall_open(argv[1]);
    if (session == NULL) {
        fprintf(stderr, "%s\n", planetfall_last_error());
        return PLANETFALL_WRONG_INPUT;
    }
    const size_t links = planetfall_link_count(session);
    const size_t wheels = planetfall_contactor_count(session);
    planetfall_pose *poses = malloc(links * sizeof *poses);
    planetfall_contact *contacts = malloc(wheels * sizeof *contacts);
    planetfall_impulse *impulses = malloc(wheels * sizeof *impulses);
    size_t *link_of = malloc(wheels * sizeof *link_of);
    size_t trunk;
    check(planetfall_find_link(session, "trunk", &trunk));
    for (size_t wheel = 0; wheel < wheels; wheel++) {
        check(planetfall_contactor_link(session, wheel, &link_of[wheel]));
    }

    const double step_s = planetfall_step_length_s(session);
    for (int step = 1; step * step_s <= 6.0; step++) {
        check(planetfall_poses(session, poses, links));
        for (size_t wheel = 0; wheel < wheels; wheel++) {
            contacts[wheel] = detect(wheel, &poses[link_of[wheel]]);
        }
        check(planetfall_set_contacts(session, contacts, wheels));
        check(planetfall_step(session));
        if (step * step_s == 3.0) {
            for (size_t joint = 0; joint < planetfall_joint_count(session); joint++) {
                planetfall_joint kind;
                check(planetfall_joint_kind(session, joint, &kind));
                if (kind.has_motor) {
                    check(planetfall_command(session, joint, PLANETFALL_MOTOR_TORQUE, 20.0));
                }
            }
        }
        if (fmod(step * step_s, 1.0) == 0.0) {
            double load_n = 0.0;
            check(planetfall_impulses(session, impulses, wheels));
            for (size_t wheel = 0; wheel < wheels; wheel++) {
                load_n += impulses[wheel].normal_n_s / step_s;
            }
            check(planetfall_pose_of(session, trunk, &poses[trunk]));
            const double *at = poses[trunk].position_m;
            printf("t %.3f s  trunk %.6f %.6f %.6f m  load %.3f N\n", planetfall_time_s(session),
                   at[0], at[1], at[2], load_n);
        }
    }
    free(link_of);
    free(impulses);
    free(contacts);
    free(poses);
    planetfall_close(session);
    return PLANETFALL_OK;
}
