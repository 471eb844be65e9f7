// The keys, in the order in which the help lists them.

import type { App } from './app';
import type { LiveSession } from './live/session';
import type { Binding } from './page/keyboard';

const TURN = 0.12;
const ZOOM = 1.15;

export function bindings(app: App): Binding[] {
  if (app.live === null) return [...time(app), ...view(app), ...turning(app), ...page(app)];
  return [...byHand(app.live), ...liveTime(app), ...view(app), ...page(app)];
}

/** Held keys are taken before these are asked: they are listed here for the help. */
function byHand({ panel }: LiveSession): Binding[] {
  const heldKeys = (group: string, shown: string, does: string): Binding => ({ group, keys: [], shown, does, run: () => undefined });
  if (panel.fly !== null) {
    const group = 'Fly';
    return [
      heldKeys(group, '↑ ↓', 'More, less throttle'), heldKeys(group, 'W S', 'Lean forward, back'),
      heldKeys(group, 'A D', 'Lean left, right'), heldKeys(group, 'Q E', 'Turn left, right'),
      { group, keys: [' '], shown: 'Space', does: 'Engines off', run: () => panel.fly?.setThrottle(0) },
    ];
  }
  if (panel.drive === null) return [];
  const group = 'Drive';
  return [
    heldKeys(group, 'W S', 'Ahead, back (also ↑ ↓)'), heldKeys(group, 'A D', 'Left, right (also ← →)'),
    heldKeys(group, 'Q E', panel.drive.crab ? 'Sideways' : 'Turn on the spot'),
    { group, keys: [' '], shown: 'Space', does: 'Stop', run: () => panel.drive?.stop() },
    heldKeys(group, 'Click', 'Go there'),
  ];
}

function liveTime(app: App): Binding[] {
  const { clock } = app;
  const group = 'Time';
  return [
    { group, keys: ['k'], shown: 'K', does: 'Go or pause', run: () => clock.toggle() },
    { group, keys: ['.', ','], shown: '. ,', does: 'One step; one record back', run: (key) => app.step(key === '.' ? 1 : -1) },
    { group, keys: ['+', '=', '-'], shown: '+ -', does: 'Faster, slower', run: (key) => clock.shiftSpeed(key === '-' ? -1 : 1) },
    { group, keys: ['[', ']'], shown: '[ ]', does: 'Event before, after', run: (key) => app.jump(key === ']' ? 1 : -1) },
    { group, keys: ['Home', 'End'], shown: 'Home End', does: 'Start of what is kept, now',
      run: (key) => (key === 'Home' ? app.seek(clock.start) : clock.follow()) },
  ];
}

function time(app: App): Binding[] {
  const { clock } = app;
  const group = 'Time';
  return [
    { group, keys: [' ', 'k'], shown: 'Space', does: 'Play or pause', run: () => clock.toggle() },
    { group, keys: ['ArrowLeft', 'ArrowRight', ',', '.'], shown: '← →', does: 'One record back, on',
      run: (key) => app.step(key === 'ArrowRight' || key === '.' ? 1 : -1) },
    { group, keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], shown: 'Shift ← →', does: 'A hundredth of the run',
      run: (key) => app.seek(clock.time + (key.endsWith('Right') ? 0.01 : -0.01) * (clock.end - clock.start)) },
    { group, keys: ['[', ']'], shown: '[ ]', does: 'Event before, after', run: (key) => app.jump(key === ']' ? 1 : -1) },
    { group, keys: ['ArrowUp', 'ArrowDown'], shown: '↑ ↓', does: 'Faster, slower',
      run: (key) => clock.shiftSpeed(key === 'ArrowUp' ? 1 : -1) },
    { group, keys: ['Home', 'End'], shown: 'Home End', does: 'Start, end',
      run: (key) => app.seek(key === 'Home' ? clock.start : clock.end) },
  ];
}

function view(app: App): Binding[] {
  const group = 'View';
  return [
    { group, keys: ['1', '2', '3'], shown: '1 2 3', does: 'Camera: orbit, follow, wheel',
      run: (key) => app.setCamera(key === '1' ? 'orbit' : key === '2' ? 'follow' : 'wheel') },
    { group, keys: ['v'], shown: 'V', does: 'Follow the next vehicle, then all', run: () => app.nextVehicle() },
    { group, keys: ['n'], shown: 'N', does: 'Next wheel', run: () => app.nextWheel() },
    { group, keys: ['o'], shown: 'O', does: 'See all paths whole', run: () => app.overview() },
    { group, keys: ['c'], shown: 'C', does: 'Next colouring of the ground', run: () => app.nextColouring() },
    { group, keys: ['f'], shown: 'F', does: 'Contact forces on, off', run: () => app.toggleOverlay('forces') },
    { group, keys: ['u'], shown: 'U', does: 'Pressure on soil on, off', run: () => app.toggleOverlay('pressure') },
    { group, keys: ['b', 'j'], shown: 'B J', does: 'Cables, thrust on, off',
      run: (key) => app.toggleOverlay(key === 'b' ? 'cables' : 'thrust') },
    { group, keys: ['l'], shown: 'L', does: 'Names of vehicles on, off', run: () => app.toggleOverlay('labels') },
    { group, keys: ['g'], shown: 'G', does: 'Grid on, off', run: () => app.toggleOverlay('grid') },
  ];
}

/** A vehicle that is driven has these keys for itself. */
function turning(app: App): Binding[] {
  const group = 'View';
  return [
    { group, keys: ['a', 'd'], shown: 'A D', does: 'Turn left, right', run: (key) => app.turnCamera(key === 'a' ? -TURN : TURN, 0, 1) },
    { group, keys: ['w', 's'], shown: 'W S', does: 'Turn up, down', run: (key) => app.turnCamera(0, key === 'w' ? TURN : -TURN, 1) },
    { group, keys: ['q', 'e'], shown: 'Q E', does: 'Nearer, farther', run: (key) => app.turnCamera(0, 0, key === 'q' ? 1 / ZOOM : ZOOM) },
  ];
}

function page(app: App): Binding[] {
  const group = 'Page';
  return [
    { group, keys: ['z', 'Shift+z'], shown: 'Z Shift+Z', does: 'Zoom plots in, out', run: (key) => app.plots.zoomBy(key === 'z' ? 0.5 : 2) },
    { group, keys: ['x'], shown: 'X', does: 'Plots over the whole run', run: () => app.plots.zoom(null) },
    { group, keys: ['p'], shown: 'P', does: 'Panel on, off', run: () => app.togglePanel() },
    { group, keys: ['t'], shown: 'T', does: 'Light, dark, as the system', run: () => app.toggleTheme() },
    { group, keys: ['?', 'h'], shown: '?', does: 'These keys', run: () => app.help() },
  ];
}
