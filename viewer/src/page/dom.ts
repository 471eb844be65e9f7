// Elements of the page, made in one line each.

type Child = Node | string | null;
type Properties = Record<string, string | number | boolean | ((event: Event) => void)>;

/** An element with attributes (`aria-label`), listeners (`onclick`) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const PATHS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  stepBack: 'M17 5v14L8 12zM5.5 5H8v14H5.5z',
  stepOn: 'M7 5v14l9-7zM16 5h2.5v14H16z',
  eventBack: 'M12 5v14l-8-7zM20 5v14l-8-7z',
  eventOn: 'M12 5v14l8-7zM4 5v14l8-7z',
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM11 1h2v4h-2zM11 19h2v4h-2zM1 11h4v2H1zM19 11h4v2h-4zM4 5.4 5.4 4l2.8 2.8-1.4 1.4zM15.8 17.2l1.4-1.4L20 18.6 18.6 20zM4 18.6l2.8-2.8 1.4 1.4L5.4 20zM15.8 6.8 18.6 4 20 5.4l-2.8 2.8z',
  help: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm1 15h-2v-2h2zm1.6-6.2c-1 .8-1.6 1.2-1.6 2.2h-2c0-2 1-2.7 2-3.5.7-.5 1-.8 1-1.5a2 2 0 0 0-4 0H8a4 4 0 0 1 8 0c0 1.500-.6 2.100-1.400 2.800z',
  panel: 'M3 4h18v16H3zm2 2v12h8V6zm10 0v12h4V6z',
  camera: 'M9 4 7.500 6H3v14h18V6h-4.500L15 4zm3 4.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9z',
  sliders: 'M4 6h8v2H4zM16 6h4v2h-4zM12 4h3v6h-3zM4 16h3v2H4zM11 16h9v2h-9zM7 14h3v6H7z',
  close: 'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  plus: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  list: 'M4 6h2v2H4zM8 6h12v2H8zM4 11h2v2H4zM8 11h12v2H8zM4 16h2v2H4zM8 16h12v2H8z',
  save: 'M11 3h2v9l3-3 1.400 1.400L12 15.800 6.600 10.400 8 9l3 3zM4 18h16v2H4z',
  up: 'm12 5 7 8h-4.500v6h-5v-6H5z',
  down: 'm12 19 7-8h-4.500V5h-5v6H5z',
  crabLeft: 'm5 12 8-7v4.500h6v5h-6V19z',
  crabRight: 'm19 12-8-7v4.500H5v5h6V19z',
  turnLeft: 'M9 4 3 9.500 9 15v-3.500h4.500a3.500 3.500 0 0 1 0 7H9v3h4.500a6.500 6.500 0 0 0 0-13H9z',
  turnRight: 'm15 4 6 5.500-6 5.500v-3.500h-4.500a3.500 3.500 0 0 0 0 7H15v3h-4.500a6.500 6.500 0 0 1 0-13H15z',
  warning: 'M12 3 1.500 21h21zm-1 7h2v5h-2zm0 6.500h2v2h-2z',
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name]);
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}

/** A button with an icon, named for those who do not see it. */
export function iconButton(name: IconName, label: string, action: () => void): HTMLButtonElement {
  return h('button', {
    type: 'button', class: 'icon-button', title: label, 'aria-label': label, onclick: action,
  }, icon(name));
}

/** The page's own address with another word in its question, or without it. */
export function addressWith(name: string, value: string | null): string {
  const words = new URLSearchParams(window.location.search);
  if (value === null) words.delete(name);
  else words.set(name, value);
  const question = words.toString();
  return question === '' ? window.location.pathname : `?${question}`;
}

/** Offers a file to the user. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  // The browser has taken the file over once the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
