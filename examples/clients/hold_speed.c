/* Drives a rover straight ahead by torques, as hold_speed.py does, and with the same bits:
 *
 *     cc -std=c99 -ffp-contract=off hold_speed.c -o hold_speed
 *     planetfall run SCENARIO --set 'operator.command=["./hold_speed"]'
 */
#define _POSIX_C_SOURCE 200112L
#include "planetfall_client.h"

#define WHEELS 6
#define STEERS 4

static const char *const readings[WHEELS] = {
    "encoder.wheel_front_left_position_rad",  "encoder.wheel_front_right_position_rad",
    "encoder.wheel_middle_left_position_rad", "encoder.wheel_middle_right_position_rad",
    "encoder.wheel_rear_left_position_rad",   "encoder.wheel_rear_right_position_rad",
};
static const char *const levers[WHEELS + STEERS] = {
    "wheel_front_left.torque_n_m",  "wheel_front_right.torque_n_m", "wheel_middle_left.torque_n_m",
    "wheel_middle_right.torque_n_m", "wheel_rear_left.torque_n_m",  "wheel_rear_right.torque_n_m",
    "steer_front_left.angle_rad",   "steer_front_right.angle_rad",  "steer_rear_left.angle_rad",
    "steer_rear_right.angle_rad",
};

int main(int count, char **words) {
    const double wanted = count > 1 ? atof(words[1]) : 0.3; /* rad/s */
    const double seconds = count > 2 ? atof(words[2]) : 1e9; /* after which it ends the run */
    double angles[WHEELS], before[WHEELS], behind[WHEELS] = {0.0}, orders[WHEELS + STEERS] = {0.0};
    int place, said, first = 1;
    pf_client run;
    double period;
    if (pf_connect(&run, NULL, NULL, readings, WHEELS, levers, WHEELS + STEERS) != 0) {
        fprintf(stderr, "%s\n", run.error);
        return 1;
    }
    period = (double)run.period_ns * 1e-9;
    while ((said = pf_next(&run, angles)) == 1) {
        if ((double)run.time_ns * 1e-9 >= seconds) {
            pf_finish(&run);
            continue;
        }
        for (place = 0; place < WHEELS; place++) {
            const double rate = first ? 0.0 : (angles[place] - before[place]) / period;
            const double error = wanted - rate;
            behind[place] += error * period;
            orders[place] = 2.0 * error + 5.0 * behind[place];
            before[place] = angles[place];
        }
        first = 0;
        if (pf_command(&run, orders) != 0) break;
    }
    fprintf(stderr, "%s\n", run.error);
    pf_close(&run);
    return said == 0 ? 0 : 1;
}
