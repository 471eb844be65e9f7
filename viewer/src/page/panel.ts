// The side panel (a sheet below the scene on a phone): plots, events and results behind tabs.

import { h } from './dom';

export class Panel {
  private readonly root: HTMLElement;
  private readonly tabs: { button: HTMLButtonElement; page: HTMLElement }[];

  constructor(root: HTMLElement, pages: { name: string; page: HTMLElement }[]) {
    this.root = root;
    this.tabs = pages.map(({ name, page }, i) => {
      const id = `tab-${name.toLowerCase()}`;
      const button = h('button', {
        type: 'button', role: 'tab', id, 'aria-controls': `${id}-page`, onclick: () => this.show(i),
      }, name);
      page.id = `${id}-page`;
      page.classList.add('page');
      page.setAttribute('role', 'tabpanel');
      page.setAttribute('aria-labelledby', id);
      return { button, page };
    });
    const bar = h('div', { class: 'tabs', role: 'tablist' }, ...this.tabs.map(({ button }) => button));
    bar.addEventListener('keydown', (event) => this.arrow(event));
    root.append(bar, ...this.tabs.map(({ page }) => page));
    this.show(0);
  }

  /** Shows or hides the whole panel. */
  toggle(): void {
    const app = this.root.parentElement;
    app?.classList.toggle('without-panel');
  }

  private show(index: number): void {
    this.tabs.forEach(({ button, page }, i) => {
      const chosen = i === index;
      button.setAttribute('aria-selected', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      page.hidden = !chosen;
    });
  }

  private arrow(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const now = this.tabs.findIndex(({ button }) => button === document.activeElement);
    if (now < 0) return;
    event.preventDefault();
    const next = (now + by + this.tabs.length) % this.tabs.length;
    this.show(next);
    this.tabs[next].button.focus();
  }
}
