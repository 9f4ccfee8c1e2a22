/**
 * The behavior of a step that an app has drawn: its forms and links walk on, and what the scripts of
 * the built-in pages do is done here too. All listeners are at the element around the step, so an
 * app can replace any of its elements.
 *
 * @module
 */

import type { WebAuthnAction } from "../types/webauthn.ts";
import { answerStep } from "./answer_step.ts";
import { createBackoff } from "./backoff.ts";
import { isAutofillSupported, isSupported } from "./ceremony.ts";
import { postWholeCodes } from "./code.ts";
import { setUpCopies } from "./copy.ts";
import type { Flow, FlowAnswer, FlowFields } from "./flow.ts";
import { setUpPasswords } from "./show_password.ts";
import { syncAt } from "./signals.ts";

/** What the behavior needs of a flow. */
type Walk = Pick<Flow<WalkState>, keyof Flow>;

interface WalkState {
  step: string;
  isBusy: boolean;
  error?: string | undefined;
  retryAfter?: number | undefined;
}

/** Ends the offers of passkeys: browsers open one dialog at a time. */
type Offers = Set<() => void>;

/** Milliseconds between two questions of a step that waits for an email, and their number. */
const EVERY_MS = 5000;
const QUESTIONS = 120;

/** Milliseconds for which a challenge of a passkey is offered. */
const OFFER_MS = 10 * 60 * 1000;

/**
 * Adds the behavior to the element around a step.
 *
 * @param options.followsLinks `false` lets the browser load the steps that links lead to
 * @returns a function that stops it
 */
export function behave(
  root: HTMLElement,
  flow: Walk,
  { basePath, followsLinks = true }: { basePath: string; followsLinks?: boolean },
): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const offers: Offers = new Set();
  const isOurs = (url: string) => {
    const { origin, pathname } = new URL(url, location.href);
    return origin === location.origin && pathname.startsWith(`${basePath}/`);
  };

  root.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const submitter = event.submitter as HTMLButtonElement | null;
    const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
    if (event.defaultPrevented || !isOurs(action)) return;
    event.preventDefault();
    if (flow.get().isBusy) return;
    for (const end of offers) end();
    if (form.enctype === "multipart/form-data") {
      return void flow.submit(new FormData(form, submitter), action);
    }
    const data = readFields(form, submitter);
    const answer = hasCeremony(form) ? runCeremony(form, data) : undefined;
    if (answer !== null) void flow.submit(answer ?? data, action);
  }, { signal });

  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    const isPlain = event.button === 0 && !event.defaultPrevented && !event.metaKey &&
      !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!followsLinks || !link || !isPlain || link.target || link.hasAttribute("download")) return;
    const url = link.getAttribute("href")!;
    if (url.startsWith("#") || !isOurs(url)) return;
    event.preventDefault();
    void flow.go(url);
  }, { signal });

  let shown: Element | null = null;
  let step: AbortController | undefined;
  /** The first step of a page does not take the focus from what a person does there. */
  let isFirst = true;
  const draw = () => {
    const next = root.firstElementChild as HTMLElement | null;
    if (next === shown) return;
    shown = next;
    step?.abort();
    step = new AbortController();
    if (!next?.firstElementChild) return;
    setUp(next, flow, offers, step.signal);
    if (!isFirst) takeFocus(next);
    isFirst = false;
  };
  const observer = new MutationObserver(draw);
  observer.observe(root, { childList: true });
  draw();

  let again: ReturnType<typeof setTimeout> | undefined;
  const backoff = createBackoff();
  const stop = flow.subscribe(({ step, error, retryAfter, isBusy }) => {
    clearTimeout(again);
    if (isBusy) return;
    for (const form of root.querySelectorAll("form")) form.inert = false;
    // The first step is asked for again.
    if (step !== "loading") backoff.reset();
    else if (error) again = setTimeout(() => void flow.go(), backoff.next(retryAfter));
  });
  return () => {
    stop();
    clearTimeout(again);
    observer.disconnect();
    step?.abort();
    ends.abort();
  };
}

/** Fills in the fields of a step that was drawn, and begins what it waits for. */
function setUp(root: HTMLElement, flow: Walk, offers: Offers, signal: AbortSignal): void {
  for (const field of root.querySelectorAll<HTMLInputElement>("[data-value]")) {
    field.value = field.dataset.value!;
  }
  setUpCopies(root);
  setUpPasswords(root);
  postWholeCodes(root, signal);
  for (const form of root.querySelectorAll("form")) {
    if (!hasCeremony(form)) continue;
    if (!isSupported()) {
      const note = form.nextElementSibling as HTMLElement | null;
      if (note) note.hidden = false;
      continue;
    }
    form.hidden = false;
    // Only a new passkey needs the fields; a saved one knows its user.
    form.noValidate = true;
    if (form.dataset.autofill !== undefined) offerPasskeys(form, flow, offers, signal);
    if (form.dataset.sync !== undefined) void syncAt(form.dataset.passkey!, signal);
  }
  if (flow.get().step === "verify-request") waitForEmail(flow, signal);
}

/** Moves the focus to the field that asks, or to the heading of the step. */
function takeFocus(root: HTMLElement): void {
  const heading = root.querySelector<HTMLElement>("h1,h2");
  heading?.setAttribute("tabindex", "-1");
  (root.querySelector<HTMLElement>("[data-autofocus]") ?? heading)?.focus();
}

/** What a form has, with the name of the button that was pressed. */
function readFields(form: HTMLFormElement, submitter: HTMLButtonElement | null): FlowFields {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) fields[name] = String(value);
  if (submitter?.name) fields[submitter.name] = submitter.value;
  return fields;
}

function hasCeremony({ dataset }: HTMLFormElement): boolean {
  return dataset.passkey !== undefined || dataset.ceremony !== undefined;
}

/** The answer of a passkey to a form; `null` while its fields are not valid. */
function runCeremony(form: HTMLFormElement, fields: FlowFields): Promise<FlowAnswer> | null {
  const { ceremony, passkey: optionsUrl, identifier = "", action } = form.dataset;
  if (ceremony !== undefined) {
    const { action, options } = JSON.parse(ceremony);
    const step = action === "register" ? "factor:confirm" : "factor:prove";
    return withFields(fields, answerStep({ step, options }));
  }
  if (action !== "register") {
    return withFields(fields, answerStep({ optionsUrl }, { action: action as WebAuthnAction }));
  }
  const field = document.getElementById(identifier) as HTMLInputElement | null;
  if (!(field ?? form).reportValidity()) return null;
  const { callbackUrl: _, ...own } = fields as Record<string, string>;
  const user = field ? { ...own, [field.name]: field.value } : own;
  return withFields(fields, answerStep({ optionsUrl }, { action, fields: user }));
}

async function withFields(fields: FlowFields, answer: Promise<FlowAnswer>): Promise<FlowAnswer> {
  const given = await answer;
  if (!given.fields) return given;
  const { callbackUrl = fields.callbackUrl, ...rest } = given.fields;
  return { fields: { ...fields, ...rest, callbackUrl } };
}

/** Lets the browser offer its passkeys in a field. Failures wait for the next focus. */
function offerPasskeys(
  form: HTMLFormElement,
  flow: Walk,
  offers: Offers,
  signal: AbortSignal,
): void {
  let waiting = false;
  const offer = async () => {
    if (waiting || signal.aborted || document.hidden || flow.get().isBusy) return;
    if (!await isAutofillSupported().catch(() => false)) return;
    waiting = true;
    const ends = new AbortController();
    const end = () => ends.abort();
    offers.add(end);
    const renewal = setTimeout(end, OFFER_MS);
    signal.addEventListener("abort", end, { once: true });
    const task = { optionsUrl: form.dataset.passkey };
    const answer = answerStep(task, { autofill: true, signal: ends.signal });
    const fields = await withFields(readFields(form, null), answer);
    waiting = false;
    clearTimeout(renewal);
    offers.delete(end);
    if (fields.fields && !signal.aborted) {
      await flow.submit(fields.fields, form.getAttribute("action")!);
    }
  };
  const field = document.getElementById(form.dataset.identifier ?? "") ?? form;
  field.addEventListener("focusin", offer, { signal });
  document.addEventListener("visibilitychange", offer, { signal });
  void offer();
}

/** Asks whether the step leads on by now: when the person comes back to it, and while it is seen. */
function waitForEmail(flow: Walk, signal: AbortSignal): void {
  const ask = () => {
    if (!document.hidden) void flow.check();
  };
  document.addEventListener("visibilitychange", ask, { signal });
  addEventListener("focus", ask, { signal });
  let left = QUESTIONS;
  const timer = setInterval(() => left-- > 0 ? ask() : clearInterval(timer), EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
