// What the user must know: notes that can be put away, and one card in place of a scene that
// cannot be shown.

import { h, icon, iconButton } from './dom';

const PASSING_MS = 8000;

export class Messages {
  private readonly list: HTMLElement;
  private readonly scene: HTMLElement;

  constructor(scene: HTMLElement) {
    this.scene = scene;
    this.list = h('div', { class: 'messages', role: 'status', 'aria-live': 'polite' });
    scene.append(this.list);
  }

  /** Stays until it is put away. */
  warn(title: string, sentences: string[]): void {
    this.add(title, sentences, 'warning');
  }

  /** Goes by itself. */
  show(sentence: string): void {
    const note = this.add('', [sentence], 'note');
    setTimeout(() => note.remove(), PASSING_MS);
  }

  /** Takes the place of the scene. */
  card(title: string, sentences: string[]): void {
    this.scene.append(h('section', { class: 'card', role: 'alert' },
      h('h2', {}, icon('warning'), title),
      ...sentences.map((sentence) => h('p', {}, sentence))));
  }

  private add(title: string, sentences: string[], kind: string): HTMLElement {
    const note: HTMLElement = h('div', { class: `message ${kind}` },
      kind === 'warning' ? icon('warning') : null,
      h('div', {}, title === '' ? null : h('strong', {}, title),
        ...sentences.map((sentence) => h('p', {}, sentence))),
      iconButton('close', 'Put this message away', () => note.remove()));
    this.list.append(note);
    return note;
  }
}
