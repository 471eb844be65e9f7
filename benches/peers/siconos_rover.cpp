// Times Siconos on its authors' own rover, on the slope of the paper's Figure 3: exomars-slope.
//
//     siconos_rover [SECONDS]
//
// Mass matrix, nonlinear effects and contact Jacobians are the authors' generated C files, linked from
// a checkout of github.com/siconos/rover (src/Rover3D_On_TriangleMesh/src), which is not part of this
// repository; benches/peers/siconos-rover builds both. Scheme, step, solver and tolerances are those
// of the authors' RoverSlope.cpp. Ground is one plane, so that each wheel has one relation and no
// triangle search is timed; theirs has a relation per wheel and triangle. Units: cm, kg, s, y up.

#include <SiconosKernel.hpp>
#include <Friction_cst.h>
#include <SolverOptions.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

extern "C" {
void Inertia(double *mass, double *q);
void NLEffects(double *effects, double *q, double *velocity);
void JacobianQNLEffects(double *jacobian, double *q, double *velocity);
void JacobianVNLEffects(double *jacobian, double *q, double *velocity);
void Tags(double *places, double *q);
void ContactJacobian1(double *jacobian, double *angles, double *q);
void ContactJacobian2(double *jacobian, double *angles, double *q);
void ContactJacobian3(double *jacobian, double *angles, double *q);
void ContactJacobian4(double *jacobian, double *angles, double *q);
void ContactJacobian5(double *jacobian, double *angles, double *q);
void ContactJacobian6(double *jacobian, double *angles, double *q);
}

namespace {

constexpr unsigned SIZE = 21;
constexpr double RADIUS = 30.0;
constexpr double STEP = 0.005;
constexpr double STEERING = 15000.0;
constexpr int STEERED[] = {7, 8, 12, 13, 17, 18};
// Which coordinate spins a wheel, and where its centre stands among the authors' tags.
constexpr int SPIN[] = {9, 10, 14, 15, 19, 20};
constexpr int TAG[] = {4, 5, 9, 10, 14, 15};
const double SLOPE = std::atan(0.02);

void mass(unsigned, double *q, double *result, unsigned, double *) {
  std::fill(result, result + SIZE * SIZE, 0.0);
  Inertia(result, q);
}

void effects(unsigned, double *q, double *v, double *result, unsigned, double *) {
  std::fill(result, result + SIZE, 0.0);
  NLEffects(result, q, v);
}

void effects_by_q(unsigned, double *q, double *v, double *result, unsigned, double *) {
  std::fill(result, result + SIZE * SIZE, 0.0);
  JacobianQNLEffects(result, q, v);
}

void effects_by_v(unsigned, double *q, double *v, double *result, unsigned, double *) {
  std::fill(result, result + SIZE * SIZE, 0.0);
  JacobianVNLEffects(result, q, v);
}

void steering(double, unsigned, double *q, double *v, double *result, unsigned, double *) {
  std::fill(result, result + SIZE, 0.0);
  for (int joint : STEERED) result[joint] = STEERING * (q[joint] + v[joint]);
}

void steering_slope(double, unsigned, double *, double *, double *result, unsigned, double *) {
  std::fill(result, result + SIZE * SIZE, 0.0);
  for (int joint : STEERED) result[joint * (SIZE + 1)] = STEERING;
}

// A wheel above the plane through the origin that falls towards +x.
class WheelOnPlane : public LagrangianScleronomousR {
public:
  explicit WheelOnPlane(int wheel) : wheel_(wheel) {}

  void computeh(const BlockVector &block, BlockVector &, SiconosVector &gap) override {
    double q[SIZE], places[69];
    copied(block, q);
    Tags(places, q);
    const double *at = places + TAG[wheel_];
    gap.setValue(0, at[0] * std::sin(SLOPE) + at[23] * std::cos(SLOPE) - RADIUS);
  }

  void computeJachq(const BlockVector &block, BlockVector &) override {
    static void (*const jacobians[])(double *, double *, double *) = {
        ContactJacobian1, ContactJacobian2, ContactJacobian3, ContactJacobian4, ContactJacobian5, ContactJacobian6};
    double q[SIZE], values[3 * SIZE], angles[3] = {0.0, 0.0, -SLOPE};
    copied(block, q);
    jacobians[wheel_](values, angles, q);
    values[3 * SPIN[wheel_] + 1] += RADIUS;
    for (unsigned i = 0; i < 3 * SIZE; ++i) _jachq->setValue(i % 3, i / 3, values[i]);
  }

private:
  static void copied(const BlockVector &block, double *q) {
    for (unsigned i = 0; i < SIZE; ++i) q[i] = block.getValue(i);
  }
  int wheel_;
};

// The torque of the paper's six phases.
double torque(double time) {
  if (time <= 50.0) return 0.0;
  if (time <= 100.0) return 885.0;
  if (time < 138.365) return 50.0 + 16.0 * time;
  if (time <= 180.0) return 885.0;
  if (time < 200.0) return 46.0 + 16.0 * time;
  return 10000.0;
}

SP::LagrangianDS rover() {
  SP::SiconosVector q0(new SiconosVector(SIZE)), v0(new SiconosVector(SIZE));
  q0->zero();
  v0->zero();
  q0->setValue(0, 55.0 * std::sin(SLOPE));
  q0->setValue(1, 55.0 * std::cos(SLOPE));
  q0->setValue(5, -SLOPE);
  SP::LagrangianDS system(new LagrangianDS(q0, v0));
  system->setComputeMassFunction(mass);
  system->setComputeFGyrFunction(effects);
  system->setComputeJacobianFGyrqFunction(effects_by_q);
  system->setComputeJacobianFGyrqDotFunction(effects_by_v);
  system->setComputeFIntFunction(steering);
  system->setComputeJacobianFIntqFunction(steering_slope);
  system->setComputeJacobianFIntqDotFunction(steering_slope);
  return system;
}

SP::TimeStepping simulation(SP::NonSmoothDynamicalSystem world) {
  SP::OneStepNSProblem problem(new FrictionContact(3, SICONOS_FRICTION_3D_NSGS));
  problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
  problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-10;
  SP::TimeDiscretisation times(new TimeDiscretisation(0.0, STEP));
  SP::OneStepIntegrator scheme(new MoreauJeanOSI(0.50000001));
  return SP::TimeStepping(new TimeStepping(world, times, scheme, problem));
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

} // namespace

int main(int count, char **words) {
  const double until = count > 1 ? std::atof(words[1]) : 250.0;
  SP::NonSmoothDynamicalSystem world(new NonSmoothDynamicalSystem(0.0, until));
  SP::LagrangianDS system = rover();
  world->insertDynamicalSystem(system);
  SP::SiconosVector force(new SiconosVector(SIZE));
  force->zero();
  system->setFExtPtr(force);
  SP::NonSmoothLaw law(new NewtonImpactFrictionNSL(0.1, 0.0, 0.3, 3));
  for (int wheel = 0; wheel < 6; ++wheel)
    world->link(SP::Interaction(new Interaction(law, SP::Relation(new WheelOnPlane(wheel)))), system);
  SP::TimeStepping stepper = simulation(world);
  long steps = 0;
  const double begun = cpu_seconds();
  while (stepper->hasNextEvent()) {
    for (int joint : SPIN) force->setValue(joint, torque(stepper->nextTime()));
    stepper->computeOneStep();
    ++steps;
    for (double mark : {50.0, 100.0, 138.36, 180.0, 250.0})
      if (std::abs(stepper->nextTime() - mark) < STEP / 2)
        std::fprintf(stderr, "v_x(%g s) = %.5f cm/s\n", mark, system->velocity()->getValue(0));
    stepper->nextStep();
  }
  std::printf("%.1f\n", (cpu_seconds() - begun) / steps * 1e6);
}
