/*
 * Planetfall from C: another tool finds the contacts, Planetfall moves the vehicle.
 *
 * One step:
 *
 *     planetfall_poses(session, poses, link_count);            where the links are
 *     ... your collision detection ...
 *     planetfall_set_contacts(session, contacts, count);       what they touch there
 *     planetfall_step(session);                                one step on
 *     planetfall_impulses(session, impulses, count);           what each contact gave
 *
 * Units are SI (m, s, kg, N, rad) and stand in the names of fields. Everything is in the site frame:
 * x east, y north, z up. Quaternions are w x y z and take a link's axes to the site's; q and -q are the
 * same attitude. A contact's normal points from the ground (or the other vehicle) to the contactor,
 * and its gap is negative inside.
 *
 * Functions that return a status return PLANETFALL_OK, or another of the codes below; then
 * planetfall_last_error() says in English what is wrong, and nothing has changed. No function crashes
 * on a NULL pointer. A session may be used by one thread at a time; different sessions are
 * independent. Link with -lplanetfall_c; the static library needs -lpthread -ldl -lm besides.
 *
 * C99 and later, C++. How to couple a tool in five minutes: docs/outside-tools.md.
 */
#ifndef PLANETFALL_H
#define PLANETFALL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLANETFALL_VERSION_MAJOR 0
#define PLANETFALL_VERSION_MINOR 1
#define PLANETFALL_VERSION_PATCH 0
/* One number that grows: what planetfall_version() of the same library returns. */
#define PLANETFALL_VERSION \
    (PLANETFALL_VERSION_MAJOR * 1000000 + PLANETFALL_VERSION_MINOR * 1000 + PLANETFALL_VERSION_PATCH)

/* Status codes. */
#define PLANETFALL_OK 0
#define PLANETFALL_FAILED 1      /* the step could not be computed */
#define PLANETFALL_WRONG_INPUT 2 /* what was given is wrong */
#define PLANETFALL_DEFECT 3      /* a defect of Planetfall: close the session, and report it, please */

/* Whether the solver found the impulses of a step. */
#define PLANETFALL_SOLVER_SOLVED 0
#define PLANETFALL_SOLVER_BUDGET_SPENT 1 /* the best that its budget allowed, wrong by the residual */

/* What a contact rests on: the ground, or contactor i of another vehicle. */
#define PLANETFALL_GROUND ((size_t)0)
#define PLANETFALL_CONTACTOR(i) ((size_t)(i) + 1)

/* What a motor is told. */
#define PLANETFALL_MOTOR_OFF 0      /* nothing; the value is ignored */
#define PLANETFALL_MOTOR_TORQUE 1   /* N m, or N for a sliding joint */
#define PLANETFALL_MOTOR_SPEED 2    /* rad/s, or m/s */
#define PLANETFALL_MOTOR_POSITION 3 /* rad, or m */

/* Vehicles that are stepped from outside. */
typedef struct planetfall_session planetfall_session;

/* All that changes in a session, at one instant. */
typedef struct planetfall_checkpoint planetfall_checkpoint;

/* A contact that your tool has found. Set all bytes to zero before you fill it. */
typedef struct planetfall_contact {
    size_t contactor;   /* index of the contactor that touches */
    size_t rests_on;    /* PLANETFALL_GROUND or PLANETFALL_CONTACTOR(i) */
    double point_m[3];  /* point of the contactor's surface */
    double normal[3];   /* unit vector, from what it rests on to the contactor */
    double gap_m;       /* distance along the normal, negative inside */
    double friction;    /* Coulomb's coefficient, 0 or greater */
    double restitution; /* Newton's coefficient, 0 to 1 */
    uint32_t name;      /* the same from step to step while it is the same contact; else 0 */
} planetfall_contact;

/* Where a link is and how it moves. */
typedef struct planetfall_pose {
    double position_m[3];       /* of the link's origin */
    double quaternion_wxyz[4];  /* from the link's axes to the site's */
    double velocity_m_per_s[3]; /* of the link's origin, site axes */
    double rate_rad_per_s[3];   /* site axes */
} planetfall_pose;

/* What kind of joint it is. */
typedef struct planetfall_joint {
    size_t link;       /* index of the link that it moves */
    int32_t slides;    /* 1: its coordinate is in m; 0: in rad */
    int32_t has_motor; /* 1: it obeys planetfall_command */
} planetfall_joint;

/* How a joint is: rad, rad/s, N m; or m, m/s, N if it slides. */
typedef struct planetfall_joint_state {
    double position;
    double speed;
    double motor; /* what its motor gives */
} planetfall_joint_state;

/* What a contact gave to its contactor in the last step. */
typedef struct planetfall_impulse {
    double normal_n_s;   /* along the normal */
    double friction_n_s; /* size of the part along the surface */
    double total_n_s[3]; /* the whole, site axes */
} planetfall_impulse;

/* How the impulses of the last step were found. */
typedef struct planetfall_solver {
    int32_t status;      /* PLANETFALL_SOLVER_... */
    double residual;     /* natural-map error of the impulses, relative to their size */
    uint64_t iterations; /* of the solver, in the whole step */
    uint64_t work;       /* iterations times contacts and joint constraints */
} planetfall_solver;

/* The energy account since the session was opened, J. */
typedef struct planetfall_energy {
    double kinetic_j;
    double potential_j;
    double ground_normal_j;   /* work of normal impulses */
    double ground_friction_j; /* work of friction */
    double joints_j;          /* work of springs, dampers, stops and friction of joints */
    double motors_j;          /* work of motors */
    double restitution_j;     /* what Newton's impact law with friction gave */
    double correction_j;      /* lifting out of the ground */
    double unexplained_j;     /* numerical error */
} planetfall_energy;

/* ---- about the library ---- */

/* PLANETFALL_VERSION of the library that is linked. */
uint32_t planetfall_version(void);

/* What the last call on this thread that failed says; "" if none did. Valid until the next call that
 * fails on this thread. */
const char *planetfall_last_error(void);

/* ---- sessions ---- */

/* Opens a scenario, the path of its file or the name of a built-in one, whose first phase is stepped by
 * `moreau_jean` on ground of the kind `nonsmooth`. Phases, triggers and controllers of the scenario are
 * not run: you are in their place. NULL if it cannot be opened. */
planetfall_session *planetfall_open(const char *scenario);

/* Opens any scenario without engines, cables and carried parts, whatever its ground and method: all
 * contactors stand on rigid ground, stepped by step_s. Friction and restitution hold only for
 * planetfall_step_detecting; contacts from outside bring their own. NULL if it cannot be opened. */
planetfall_session *planetfall_open_on_rigid_ground(const char *scenario, double friction,
                                                    double restitution, double step_s);

/* Frees a session; NULL is nothing to free. */
void planetfall_close(planetfall_session *session);

/* ---- what there is; indices count from 0 ---- */

/* Numbers of links, joints (those of one coordinate) and contactors; 0 for NULL. */
size_t planetfall_link_count(const planetfall_session *session);
size_t planetfall_joint_count(const planetfall_session *session);
size_t planetfall_contactor_count(const planetfall_session *session);

/* Their names, valid until the session is closed; NULL for an index that does not exist. Names of a
 * second vehicle and of all after it begin with the vehicle's: "lander.foot". */
const char *planetfall_link_name(const planetfall_session *session, size_t link);
const char *planetfall_joint_name(const planetfall_session *session, size_t joint);
const char *planetfall_contactor_name(const planetfall_session *session, size_t contactor);

/* Their indices by name. */
int planetfall_find_link(const planetfall_session *session, const char *name, size_t *link);
int planetfall_find_joint(const planetfall_session *session, const char *name, size_t *joint);
int planetfall_find_contactor(const planetfall_session *session, const char *name, size_t *contactor);

/* What kind a joint is. */
int planetfall_joint_kind(const planetfall_session *session, size_t joint, planetfall_joint *kind);

/* The link that a contactor belongs to. */
int planetfall_contactor_link(const planetfall_session *session, size_t contactor, size_t *link);

/* ---- one step ---- */

/* Gives the contacts of the next step, and of that step alone. Give those that are still open too, if
 * they could close within it. `contacts` may be NULL if `count` is 0. */
int planetfall_set_contacts(planetfall_session *session, const planetfall_contact *contacts,
                            size_t count);

/* One step with the contacts that were set since the last one. */
int planetfall_step(planetfall_session *session);

/* One step with the contacts that Planetfall finds itself on the scenario's terrain; contacts that were
 * set are forgotten. */
int planetfall_step_detecting(planetfall_session *session);

/* Tells a motor what to do (PLANETFALL_MOTOR_...), until it is told something else. */
int planetfall_command(planetfall_session *session, size_t joint, int mode, double value);

/* Sets an external wrench ([[external_wrench]] of the scenario) by its name, until it is set again: three
 * numbers of force, N, and of moment, N m, beside what the scenario schedules, in the wrench's axes. */
int planetfall_set_wrench(planetfall_session *session, const char *name, const double *force,
                          const double *moment);

/* ---- what came out ---- */

/* Simulation time and length of a step, s; NaN for NULL. */
double planetfall_time_s(const planetfall_session *session);
double planetfall_step_length_s(const planetfall_session *session);

/* Pose of one link. */
int planetfall_pose_of(const planetfall_session *session, size_t link, planetfall_pose *pose);

/* Poses of all links, states of all joints; `count` must be their number. */
int planetfall_poses(const planetfall_session *session, planetfall_pose *poses, size_t count);
int planetfall_joint_states(const planetfall_session *session, planetfall_joint_state *states,
                            size_t count);

/* Number of contacts of the last step, and the impulse of each in the order in which they were given;
 * `count` must be that number. */
size_t planetfall_impulse_count(const planetfall_session *session);
int planetfall_impulses(const planetfall_session *session, planetfall_impulse *impulses,
                        size_t count);

/* How the impulses of the last step were found. A step takes no more iterations than its budget: where
 * contacts contradict each other it ends with PLANETFALL_SOLVER_BUDGET_SPENT and is taken nevertheless. */
int planetfall_solver_report(const planetfall_session *session, planetfall_solver *report);

/* The energy account. */
int planetfall_energy_account(const planetfall_session *session, planetfall_energy *energy);

/* ---- going back ---- */

/* Keeps the state of a session; NULL if it cannot. */
planetfall_checkpoint *planetfall_save(const planetfall_session *session);

/* Goes back to a kept state, of this session or of another one of the same scenario. What follows is
 * the same, bit for bit. */
int planetfall_restore(planetfall_session *session, const planetfall_checkpoint *checkpoint);

/* Frees a checkpoint; NULL is nothing to free. */
void planetfall_forget(planetfall_checkpoint *checkpoint);

#ifdef __cplusplus
}
#endif

#endif
