// Light, dark, or as the system says; the choice is remembered where the browser allows it.

export type Theme = 'auto' | 'light' | 'dark';

const KEY = 'planetfall.theme';
const ORDER: Theme[] = ['auto', 'light', 'dark'];

export class ThemeSwitch {
  private chosen: Theme;
  private readonly system = window.matchMedia('(prefers-color-scheme: dark)');
  private readonly changed: (dark: boolean) => void;

  constructor(changed: (dark: boolean) => void) {
    this.changed = changed;
    this.chosen = remembered();
    this.system.addEventListener('change', () => this.apply());
    this.apply();
  }

  get theme(): Theme { return this.chosen; }

  get dark(): boolean {
    return this.chosen === 'dark' || (this.chosen === 'auto' && this.system.matches);
  }

  /** The next theme; from `auto` always the one that looks different. */
  next(): void {
    const order = this.system.matches ? (['auto', 'light', 'dark'] as Theme[]) : (['auto', 'dark', 'light'] as Theme[]);
    this.chosen = order[(order.indexOf(this.chosen) + 1) % order.length];
    try {
      localStorage.setItem(KEY, this.chosen);
    } catch {
      // Without storage the choice holds for this page only.
    }
    this.apply();
  }

  private apply(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
    this.changed(this.dark);
  }
}

function remembered(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return ORDER.find((theme) => theme === found) ?? 'auto';
  } catch {
    return 'auto';
  }
}
