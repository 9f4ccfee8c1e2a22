/**
 * Forms with a passkey ceremony, as the scripts of the built-in pages use them: the
 * sentence about a failure, and the submission of the answer.
 *
 * @module
 */

/// <reference lib="dom" />

/** Submits the form with more members; a field named `submit` does not get in the way. */
export function post(form: HTMLFormElement, members: Record<string, string>): void {
  for (const [name, value] of Object.entries(members)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  HTMLFormElement.prototype.submit.call(form);
}

/** Shows the sentence for an error's name or code. */
export function explain(form: HTMLFormElement, error: unknown): void {
  const texts: Record<string, string> = JSON.parse(form.dataset.texts!);
  const name = nameOf(error) ?? "";
  say(form, Object.hasOwn(texts, name) ? texts[name]! : texts.failed!);
}

/** Name of an error, or code of a refusal. */
export function nameOf(error: unknown): string | undefined {
  return (error as { name?: string }).name;
}

/** Shows a sentence; hides the box when it is empty. */
export function say(form: HTMLFormElement, sentence: string): void {
  const box = form.querySelector<HTMLElement>("[role=alert]")!;
  box.firstElementChild!.textContent = sentence;
  box.hidden = !sentence;
}

/** Shows that a ceremony runs, during which the buttons do nothing. */
export function setBusy(form: HTMLFormElement, isBusy: boolean): void {
  form.ariaBusy = isBusy ? "true" : null;
  for (const button of form.querySelectorAll("button")) button.ariaDisabled = form.ariaBusy;
}

/** Shows the note beside the form of a browser without passkeys. */
export function showNote(form: HTMLFormElement): void {
  (form.nextElementSibling as HTMLElement).hidden = false;
}
