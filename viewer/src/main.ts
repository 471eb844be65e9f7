// Planetfall's viewer: loads the runs that the local server offers and shows them.

import 'uplot/dist/uPlot.min.css';
import './style.css';
import { Client, messageOf } from './api/client';
import type { Live } from './api/live';
import { App, byId } from './app';
import { LiveSession } from './live/session';
import { addressWith, h } from './page/dom';
import { Messages } from './page/messages';
import { Run } from './run';

async function main(): Promise<void> {
  const scene = byId('scene');
  const messages = new Messages(scene);
  const waiting = h('p', { class: 'waiting', role: 'status' }, 'Reading the run …');
  scene.append(waiting);
  // For tests: no smoothing and no shadows, which software renderers are slow at.
  const query = new URLSearchParams(window.location.search);
  const plain = query.has('test');
  try {
    const server = new Client();
    const only = query.get('run');
    const found = await server.live();
    if (found !== null && !query.has('token')) {
      waiting.remove();
      bare();
      messages.card('This address lacks the token of the simulation', ['Open the address that `planetfall live` printed.']);
      return;
    }
    const live = found === null || only !== null ? null : new LiveSession(found, messages);
    if (found !== null && only !== null) backTo(found);
    const client = live?.client ?? server;
    const entries = (await client.runs()).filter(({ id }) => only === null || String(id) === only);
    const runs = entries.map((entry, index) => new Run(entry, index));
    await Promise.all(runs.map((run) => run.load(client)));
    waiting.remove();
    if (!runs.some((run) => run.readable)) {
      nothing(runs, messages);
      return;
    }
    document.title = `${runs.map((run) => run.label).join(', ')} · Planetfall`;
    const app = new App(client, runs, scene, messages, plain, live);
    showProblems(runs, messages);
    await app.start();
  } catch (cause) {
    waiting.remove();
    bare();
    messages.card('The page could not start', [messageOf(cause)]);
  }
}

/** No run can be read: say why for each, and show nothing else. */
function nothing(runs: Run[], messages: Messages): void {
  bare();
  if (runs.length === 0) {
    messages.card('No runs', ['Give folders of runs: `planetfall view RUN_DIR`.']);
    return;
  }
  for (const run of runs) messages.card(`“${run.label}” cannot be shown`, run.problems);
}

/** What is broken or missing beside what is shown. A run without a scene has its card already. */
function showProblems(runs: Run[], messages: Messages): void {
  const anyScene = runs.some((run) => run.scene !== null && run.track !== null);
  for (const run of runs) {
    if (run.problems.length === 0 || (!anyScene && run.readable)) continue;
    messages.warn(run.readable ? run.label : `“${run.label}” cannot be shown`, run.problems);
  }
}

/** From a run that was kept back to the session that goes on. */
function backTo(live: Live): void {
  byId('header').append(h('a', { class: 'back', href: addressWith('run', null), title: `The session of ${live.description.scenario}` }, 'Live session'));
}

function bare(): void {
  byId('app').classList.add('bare');
}

void main();
