// Choosing what a plot shows: a list of all channels with a search box.

import { h, iconButton } from '../page/dom';
import { entityOf, words } from '../page/text';
import { search, type Channel } from './channels';

export class Chooser {
  private readonly dialog: HTMLDialogElement;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly count: HTMLElement;
  private channels: Channel[] = [];
  private chosen = new Set<string>();
  private apply: (channels: Channel[]) => void = () => undefined;

  constructor() {
    this.input = h('input', {
      type: 'search', placeholder: 'Search, e.g. front force', 'aria-label': 'Search columns',
      oninput: () => this.fill(),
    });
    this.list = h('div', { class: 'choices' });
    this.count = h('span', { class: 'quiet', role: 'status' });
    const button = (text: string, action: () => void): HTMLElement =>
      h('button', { type: 'button', onclick: action }, text);
    this.dialog = h('dialog', { class: 'chooser', 'aria-label': 'Columns of the plot' },
      h('header', {}, h('h2', {}, 'Columns'), iconButton('close', 'Close', () => this.dialog.close())),
      this.input, this.list,
      h('footer', {}, this.count,
        button('Choose all found', () => this.choose(this.found(), true)),
        button('None', () => this.choose(this.channels, false)),
        button('Done', () => this.dialog.close())));
    this.dialog.addEventListener('click', (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
    this.dialog.addEventListener('close', () => {
      this.apply(this.channels.filter(({ name }) => this.chosen.has(name)));
    });
    document.body.append(this.dialog);
  }

  open(channels: Channel[], chosen: Channel[], apply: (channels: Channel[]) => void): void {
    this.channels = channels;
    this.chosen = new Set(chosen.map(({ name }) => name));
    this.apply = apply;
    this.input.value = '';
    this.fill();
    this.dialog.showModal();
    this.input.focus();
  }

  private found(): Channel[] {
    return search(this.channels, this.input.value);
  }

  private choose(channels: Channel[], on: boolean): void {
    for (const { name } of channels) {
      if (on) this.chosen.add(name);
      else this.chosen.delete(name);
    }
    this.fill();
  }

  private fill(): void {
    const found = this.found();
    const entities = [...new Set(found.map(({ name }) => entityOf(name)))];
    this.list.replaceChildren(...entities.map((entity) => h('fieldset', {},
      h('legend', {}, entity === '' ? 'run' : words(entity)),
      ...found.filter(({ name }) => entityOf(name) === entity).map((channel) => this.choice(channel)))));
    if (found.length === 0) this.list.append(h('p', { class: 'quiet' }, 'No column is called so.'));
    this.showCount();
  }

  private choice(channel: Channel): HTMLElement {
    const box = h('input', { type: 'checkbox', checked: this.chosen.has(channel.name) });
    box.addEventListener('change', () => {
      if (box.checked) this.chosen.add(channel.name);
      else this.chosen.delete(channel.name);
      this.showCount();
    });
    const last = channel.name.slice(channel.name.lastIndexOf('.') + 1);
    return h('label', { title: channel.description || channel.name }, box, h('span', {}, last),
      h('span', { class: 'quiet' }, channel.derived ? 'derived' : channel.unit));
  }

  private showCount(): void {
    this.count.textContent = `${this.chosen.size} of ${this.channels.length} chosen`;
  }
}
