/* Holds planetfall.h against the library: layouts, errors, checkpoints. Prints what went wrong. */
#include "planetfall.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int wrong = 0;

#define CLAIM(holds)                                                                      \
    do {                                                                                  \
        if (!(holds)) {                                                                   \
            printf("line %d: %s; last error: %s\n", __LINE__, #holds, planetfall_last_error()); \
            wrong++;                                                                      \
        }                                                                                 \
    } while (0)

#define REFUSES(call, text)                                           \
    do {                                                              \
        CLAIM((call) == PLANETFALL_WRONG_INPUT);                      \
        CLAIM(strstr(planetfall_last_error(), (text)) != NULL);       \
    } while (0)

static void layouts(void) {
    printf("layout contact %zu %zu %zu\n", sizeof(planetfall_contact),
           offsetof(planetfall_contact, gap_m), offsetof(planetfall_contact, name));
    printf("layout pose %zu %zu %zu\n", sizeof(planetfall_pose),
           offsetof(planetfall_pose, quaternion_wxyz), offsetof(planetfall_pose, rate_rad_per_s));
    printf("layout joint %zu %zu %zu\n", sizeof(planetfall_joint),
           offsetof(planetfall_joint, slides), offsetof(planetfall_joint, has_motor));
    printf("layout joint_state %zu %zu %zu\n", sizeof(planetfall_joint_state),
           offsetof(planetfall_joint_state, speed), offsetof(planetfall_joint_state, motor));
    printf("layout impulse %zu %zu %zu\n", sizeof(planetfall_impulse),
           offsetof(planetfall_impulse, friction_n_s), offsetof(planetfall_impulse, total_n_s));
    printf("layout energy %zu %zu %zu\n", sizeof(planetfall_energy),
           offsetof(planetfall_energy, joints_j), offsetof(planetfall_energy, unexplained_j));
    printf("layout solver %zu %zu %zu\n", sizeof(planetfall_solver),
           offsetof(planetfall_solver, residual), offsetof(planetfall_solver, work));
}

static void opening(void) {
    CLAIM(planetfall_open(NULL) == NULL);
    CLAIM(strcmp(planetfall_last_error(), "`scenario` is NULL") == 0);
    CLAIM(planetfall_open("no-such-thing") == NULL);
    CLAIM(strstr(planetfall_last_error(), "no such file or built-in scenario") != NULL);
    CLAIM(planetfall_open("no-such-thing.toml") == NULL);
    CLAIM(planetfall_open("\xff\xfe") == NULL);
    CLAIM(planetfall_open("curiosity-drive") == NULL);
    CLAIM(strstr(planetfall_last_error(), "`moreau_jean`") != NULL);
    CLAIM(planetfall_open_on_rigid_ground("curiosity-drive", -0.5, 0.0, 0.005) == NULL);
    CLAIM(strstr(planetfall_last_error(), "friction of the ground is -0.5") != NULL);
    CLAIM(planetfall_open_on_rigid_ground("curiosity-drive", 0.5, 0.0, NAN) == NULL);
    CLAIM(planetfall_open_on_rigid_ground("curiosity-drive", 0.5, 0.0, -1.0) == NULL);
    CLAIM(planetfall_open_on_rigid_ground("msl-sky-crane", 0.5, 0.0, 0.005) == NULL);
    CLAIM(strstr(planetfall_last_error(), "engines, cables") != NULL);
    planetfall_session *drive = planetfall_open_on_rigid_ground("curiosity-drive", 0.5, 0.0, 0.005);
    CLAIM(drive != NULL);
    CLAIM(planetfall_step_detecting(drive) == PLANETFALL_OK);
    CLAIM(planetfall_time_s(drive) == 0.005);
    planetfall_close(drive);
}

static void nothing_crashes_on_null(planetfall_session *session) {
    size_t index;
    planetfall_pose pose;
    planetfall_joint kind;
    planetfall_energy energy;
    planetfall_solver solver;
    planetfall_close(NULL);
    planetfall_forget(NULL);
    CLAIM(planetfall_link_count(NULL) == 0 && planetfall_joint_count(NULL) == 0);
    CLAIM(planetfall_contactor_count(NULL) == 0 && planetfall_impulse_count(NULL) == 0);
    CLAIM(planetfall_link_name(NULL, 0) == NULL && planetfall_joint_name(NULL, 0) == NULL);
    CLAIM(planetfall_contactor_name(NULL, 0) == NULL);
    CLAIM(isnan(planetfall_time_s(NULL)) && isnan(planetfall_step_length_s(NULL)));
    CLAIM(planetfall_save(NULL) == NULL);
    REFUSES(planetfall_find_link(NULL, "trunk", &index), "`session` is NULL");
    REFUSES(planetfall_find_joint(session, NULL, &index), "`name` is NULL");
    REFUSES(planetfall_find_contactor(session, "wheel_front_left", NULL), "`index` is NULL");
    REFUSES(planetfall_joint_kind(NULL, 0, &kind), "`session` is NULL");
    REFUSES(planetfall_joint_kind(session, 0, NULL), "`kind` is NULL");
    REFUSES(planetfall_contactor_link(session, 0, NULL), "`link` is NULL");
    REFUSES(planetfall_set_contacts(NULL, NULL, 0), "`session` is NULL");
    REFUSES(planetfall_set_contacts(session, NULL, 1), "`contacts` is NULL");
    REFUSES(planetfall_step(NULL), "`session` is NULL");
    REFUSES(planetfall_step_detecting(NULL), "`session` is NULL");
    REFUSES(planetfall_command(NULL, 0, 0, 0.0), "`session` is NULL");
    REFUSES(planetfall_pose_of(NULL, 0, &pose), "`session` is NULL");
    REFUSES(planetfall_pose_of(session, 0, NULL), "`pose` is NULL");
    REFUSES(planetfall_poses(session, NULL, planetfall_link_count(session)), "`poses` is NULL");
    REFUSES(planetfall_joint_states(session, NULL, planetfall_joint_count(session)), "is NULL");
    REFUSES(planetfall_impulses(NULL, NULL, 0), "`session` is NULL");
    REFUSES(planetfall_energy_account(NULL, &energy), "`session` is NULL");
    REFUSES(planetfall_energy_account(session, NULL), "`energy` is NULL");
    REFUSES(planetfall_solver_report(NULL, &solver), "`session` is NULL");
    REFUSES(planetfall_solver_report(session, &solver), "no step to report on");
    REFUSES(planetfall_restore(session, NULL), "`checkpoint` is NULL");
}

static void what_is_wrong_is_told(planetfall_session *session) {
    size_t index;
    planetfall_pose pose;
    planetfall_contact contacts[2];
    memset(contacts, 0, sizeof contacts);
    CLAIM(planetfall_pose_of(session, 0, &pose) == PLANETFALL_OK);
    for (int i = 0; i < 2; i++) {
        memcpy(contacts[i].point_m, pose.position_m, sizeof pose.position_m);
        contacts[i].normal[2] = 1.0;
        contacts[i].gap_m = 1.0;
    }
    CLAIM(planetfall_set_contacts(session, contacts, 2) == PLANETFALL_OK);
    contacts[1].normal[2] = NAN;
    REFUSES(planetfall_set_contacts(session, contacts, 2), "contact 1 (wheel_front_left): its normal");
    /* A call that fails changes nothing: the two contacts that were set before still hold. */
    planetfall_checkpoint *before = planetfall_save(session);
    CLAIM(planetfall_step(session) == PLANETFALL_OK);
    CLAIM(planetfall_impulse_count(session) == 2);
    REFUSES(planetfall_step(session), "no contacts were set");
    CLAIM(planetfall_restore(session, before) == PLANETFALL_OK);
    planetfall_forget(before);
    contacts[1].normal[2] = 1.0;
    contacts[1].friction = -1.0;
    REFUSES(planetfall_set_contacts(session, contacts, 2), "its friction is -1");
    contacts[1].friction = 0.0;
    contacts[1].contactor = 99;
    REFUSES(planetfall_set_contacts(session, contacts, 2), "contact 1: there is no contactor 99");
    contacts[1].contactor = 0;
    contacts[1].rests_on = PLANETFALL_CONTACTOR(3);
    REFUSES(planetfall_set_contacts(session, contacts, 2), "contactor 3, which is of the same vehicle");
    REFUSES(planetfall_find_link(session, "tronk", &index), "there is no link `tronk`");
    REFUSES(planetfall_pose_of(session, 1000, &pose), "there is no link 1000");
    REFUSES(planetfall_poses(session, &pose, 1), "`poses` has room for 1");
    CLAIM(planetfall_joint_name(session, 1000) == NULL);
    CLAIM(planetfall_find_joint(session, "steer_front_left", &index) == PLANETFALL_OK);
    REFUSES(planetfall_command(session, index, PLANETFALL_MOTOR_TORQUE, 1.0), "has no motor");
    CLAIM(planetfall_find_joint(session, "wheel_front_left", &index) == PLANETFALL_OK);
    REFUSES(planetfall_command(session, index, 9, 1.0), "no motor mode 9");
    REFUSES(planetfall_command(session, index, PLANETFALL_MOTOR_TORQUE, NAN), "must be finite");
    CLAIM(planetfall_time_s(session) == 0.0);
}

static void drive(planetfall_session *session, planetfall_pose *trunk) {
    for (int step = 0; step < 200; step++) {
        CLAIM(planetfall_step_detecting(session) == PLANETFALL_OK);
    }
    CLAIM(planetfall_pose_of(session, 0, trunk) == PLANETFALL_OK);
}

static void a_checkpoint_leads_to_the_same_bits(planetfall_session *session) {
    planetfall_pose once, again;
    planetfall_checkpoint *checkpoint = planetfall_save(session);
    CLAIM(checkpoint != NULL);
    drive(session, &once);
    CLAIM(planetfall_impulse_count(session) == 6);
    planetfall_solver solver;
    CLAIM(planetfall_solver_report(session, &solver) == PLANETFALL_OK);
    CLAIM(solver.status == PLANETFALL_SOLVER_SOLVED && solver.residual < 1e-8);
    REFUSES(planetfall_solver_report(session, NULL), "`report` is NULL");
    CLAIM(planetfall_restore(session, checkpoint) == PLANETFALL_OK);
    CLAIM(planetfall_impulse_count(session) == 0);
    drive(session, &again);
    CLAIM(memcmp(&once, &again, sizeof once) == 0);
    planetfall_forget(checkpoint);
    planetfall_energy energy;
    CLAIM(planetfall_energy_account(session, &energy) == PLANETFALL_OK);
    CLAIM(energy.potential_j > 0.0 && energy.ground_normal_j < 0.0);
    CLAIM(fabs(energy.unexplained_j) < 1.0);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        return 2;
    }
    layouts();
    CLAIM(planetfall_version() == PLANETFALL_VERSION);
    CLAIM(strcmp(planetfall_last_error(), "") == 0);
    opening();
    planetfall_session *session = planetfall_open(argv[1]);
    CLAIM(session != NULL);
    CLAIM(planetfall_contactor_count(session) == 6);
    CLAIM(strcmp(planetfall_link_name(session, 0), "trunk") == 0);
    nothing_crashes_on_null(session);
    what_is_wrong_is_told(session);
    a_checkpoint_leads_to_the_same_bits(session);
    planetfall_close(session);
    printf("wrong %d\n", wrong);
    return wrong == 0 ? 0 : 1;
}
