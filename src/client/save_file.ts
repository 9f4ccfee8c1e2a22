/**
 * Lets the browser keep a file.
 *
 * @module
 */

/** Milliseconds for which the browser can read the file. */
const KEPT_MS = 60_000;

/** Lets the browser keep a file, as after a click on a link to it. */
export function saveFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
