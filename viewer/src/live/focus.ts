// Whoever drives wants the keys to go to the vehicle: what was pressed with the mouse does not keep the
// focus. The way by the Tab key is as ever.

export function keepKeysFree(): void {
  let pointer = false;
  document.addEventListener('mousedown', (event) => {
    if (event.target instanceof Element && event.target.closest('button, summary, a') !== null) event.preventDefault();
  });
  document.addEventListener('pointerdown', () => { pointer = true; }, true);
  document.addEventListener('keydown', () => { pointer = false; }, true);
  const leave = ({ target }: Event): void => {
    if (pointer && target instanceof HTMLElement && target.matches('select, input[type="range"], input[type="checkbox"]')) target.blur();
  };
  document.addEventListener('change', leave);
}
