// Pieces of the panel of a running simulation: sections, sliders, buttons that ask twice.

import { h } from '../page/dom';

export function section(title: string, ...children: (Node | string | null)[]): HTMLElement {
  return h('section', { class: 'live-section' }, h('h3', {}, title), ...children);
}

export function button(text: string, title: string, action: () => void): HTMLButtonElement {
  return h('button', { type: 'button', title, onclick: action }, text);
}

export interface Slider {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Shows a value without an order, unless the user holds the slider. */
  show(value: number): void;
}

export interface SliderOptions {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  text: (value: number) => string;
  changed: (value: number) => void;
}

export function slider({ label, min, max, step, value, text, changed }: SliderOptions): Slider {
  const output = h('output', { class: 'number' }, text(value));
  const input = h('input', { type: 'range', min, max, step, value, 'aria-label': label });
  const display = (shown: number): void => {
    output.textContent = text(shown);
    input.setAttribute('aria-valuetext', text(shown));
  };
  let held = false;
  input.addEventListener('pointerdown', () => { held = true; });
  for (const end of ['pointerup', 'pointercancel', 'blur']) input.addEventListener(end, () => { held = false; });
  input.addEventListener('input', () => {
    display(Number(input.value));
    changed(Number(input.value));
  });
  return {
    element: h('label', { class: 'slider-row' }, h('span', { title: label }, label), input, output),
    input,
    show: (shown) => {
      if (held) return;
      input.value = String(shown);
      display(shown);
    },
  };
}

const SURE_MS = 10_000;

/** A button for what cannot be undone: the first press asks, the second does it. */
export function carefulButton(text: string, title: string, action: () => void): HTMLButtonElement {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const made = h('button', { type: 'button', title });
  const calm = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    made.textContent = text;
    made.classList.remove('danger');
  };
  made.addEventListener('click', () => {
    if (timer !== null) {
      calm();
      action();
      return;
    }
    made.textContent = `${text}: sure?`;
    made.classList.add('danger');
    timer = setTimeout(calm, SURE_MS);
  });
  made.addEventListener('blur', calm);
  calm();
  return made;
}

/** Lets at most one call through in a while, and always the last one. */
export function throttled<T>(pause_ms: number, action: (value: T) => void): (value: T) => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last: { value: T } | null = null;
  const turn = (): void => {
    timer = null;
    if (last === null) return;
    const { value } = last;
    last = null;
    timer = setTimeout(turn, pause_ms);
    action(value);
  };
  return (value) => {
    last = { value };
    if (timer === null) turn();
  };
}
