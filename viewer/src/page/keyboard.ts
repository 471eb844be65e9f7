// Keys of the page, and the overlay that lists them: one list for both.

import { h, iconButton } from './dom';

export interface Binding {
  group: string;
  /** As `KeyboardEvent.key` says, or with `Shift+` before. */
  keys: string[];
  shown: string;
  does: string;
  run: (key: string) => void;
}

export class Keyboard {
  private readonly bindings: Binding[];
  private readonly dialog: HTMLDialogElement;

  constructor(bindings: Binding[]) {
    this.bindings = bindings;
    this.dialog = helpDialog(bindings);
    document.body.append(this.dialog);
    window.addEventListener('keydown', (event) => this.pressed(event));
  }

  help(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }

  private pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (takesKeys(event.target, event.key)) return;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = event.shiftKey && (letter.length > 1 || /[a-z]/.test(letter)) ? `Shift+${letter}` : letter;
    const found = this.bindings.find(({ keys }) => keys.includes(name));
    if (found === undefined) return;
    event.preventDefault();
    found.run(name);
  }
}

/** Whether the focused element needs this key itself. */
function takesKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('dialog[open]')) return key !== '?';
  if (target.matches('input[type="range"], select')) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  if (target.matches('input:not([type="checkbox"]), textarea')) return true;
  if (target.matches('[role="tab"]') && key.startsWith('Arrow')) return true;
  return target.matches('button, a, summary, input[type="checkbox"]') && (key === ' ' || key === 'Enter');
}

function helpDialog(bindings: Binding[]): HTMLDialogElement {
  const groups = [...new Set(bindings.map(({ group }) => group))];
  const dialog: HTMLDialogElement = h('dialog', { class: 'help', 'aria-label': 'Keys' },
    h('header', {}, h('h2', {}, 'Keys'), iconButton('close', 'Close', () => dialog.close())),
    h('div', { class: 'help-groups' }, ...groups.map((group) => h('section', {},
      h('h3', {}, group),
      h('dl', {}, ...bindings.filter((binding) => binding.group === group).flatMap(({ shown, does }) => [
        h('dt', {}, ...shown.split(' ').map((key) => h('kbd', {}, key))), h('dd', {}, does),
      ]))))),
    h('p', { class: 'quiet' }, 'With the mouse: drag to turn, right-drag to move, wheel to zoom. '
      + 'In plots: click to go to a time, drag to zoom, double-click to see all.'));
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
