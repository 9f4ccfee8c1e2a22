/** Closes a menu, and puts the focus back on its name. */
export function closeOnEscape(event: { key: string; currentTarget: EventTarget | null }) {
  if (event.key !== "Escape") return;
  const menu = event.currentTarget as HTMLDetailsElement;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}
