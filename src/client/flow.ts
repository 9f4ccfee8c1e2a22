/**
 * The built-in pages as data, for an app that draws them itself: the service says which step comes
 * next, and what its form needs.
 *
 * @example
 * ```ts
 * import { createFlow } from "@x/auth/client/flow";
 *
 * const flow = createFlow();
 * // In the browser, the first listener begins the flow.
 * const stop = flow.subscribe((state) => {
 *   if (state.step === "signin") console.log("ask for the address", state.error);
 *   if (state.step === "signin:password") console.log("ask for the password");
 *   if (state.step === "factor:prove") console.log("ask for", state.factor.name);
 * });
 * // <form onsubmit={(event) => flow.submit({ email: "ada@example.com" })}>
 * stop();
 * ```
 *
 * @module
 */

import type { FlowForm, FlowState, FlowStep } from "./flow_steps.ts";
import { leaveFor } from "./leave.ts";
import { announce } from "./tabs.ts";

export type * from "../types/steps/account.ts";
export type * from "../types/steps/address.ts";
export type * from "../types/steps/factors.ts";
export type * from "../types/steps/factor.ts";
export type { PasswordProps, PasswordView } from "../types/steps/password.ts";
export type { PageProvider } from "../types/steps/provider.ts";
export type { AccountRow } from "../types/custom.ts";
export type { EmailPurpose, ProviderType } from "../types/entities.ts";
export type {
  CredentialInput,
  OAuthProviderButtonStyles,
  ProviderMark,
} from "../types/provider.ts";
export type * from "./flow_steps.ts";

/** Options of {@linkcode createFlow}. */
export interface FlowOptions {
  /** Path the service is mounted under. Default `/auth`. */
  basePath?: string | undefined;
  /** Path of the first step below it, such as `signup`, `factor` or `account`. Default `signin`. */
  path?: string | undefined;
  /** Query of the first step. Default: that of the page, which the service has led to. */
  query?: string | undefined;
  /**
   * Names of the steps that the app draws; `factor` stands for all of `factor:…`. The browser goes
   * to the built-in page of any other. Default: those of a sign-in, and the first step.
   */
  steps?: readonly string[] | undefined;
  /** Goes to a URL outside the flow. Default: the browser loads it. */
  leave?: ((url: string) => void) | undefined;
}

/** A walk through the steps. */
export interface Flow {
  /** The state; the same object until something changes. */
  get(): FlowState;
  /** Calls the listener now and after each change; returns a function that stops it. */
  subscribe(listener: (state: FlowState) => void): () => void;
  /**
   * Posts the form of the step: `fields`, with the hidden ones that the step has.
   *
   * @param action another target that the step names, such as `resendAction`
   */
  submit(fields?: Readonly<Record<string, string>>, action?: string): Promise<void>;
  /** Goes to a URL: a step of the service, or a page of the app. Without one, loads the step again. */
  go(url?: string): Promise<void>;
}

/** Steps of a sign-in. */
const STEPS = [
  ...["signin", "signup", "verify-request", "confirm", "connect"],
  ...["factor", "factors:codes", "account:pending", "password", "error"],
];

/** Answer of the service: a step, a URL to go to, or a refusal. */
interface Answer {
  step?: string;
  url?: string;
  error?: string;
  retryAfter?: number;
}

/** Makes a flow. It asks the service for nothing before it has a listener. */
export function createFlow(options: FlowOptions = {}): Flow {
  const { basePath = "/auth", path = "signin", leave = leaveFor } = options;
  const { steps = [...STEPS, path] } = options;
  const listeners = new Set<(state: FlowState) => void>();
  let state: FlowState = { step: "loading", isBusy: true };
  let current = "";
  let hasBegun = false;

  function show(next: FlowState): void {
    state = next;
    for (const listener of listeners) listener(state);
  }

  async function ask(url: string, body?: URLSearchParams): Promise<void> {
    show({ ...state, isBusy: true });
    let answer: Answer;
    try {
      const response = await fetch(url, {
        headers: { accept: "application/json" },
        ...body ? { method: "POST", body } : {},
      });
      answer = await response.json();
    } catch {
      answer = { error: "Unreachable" };
    }
    const { step, url: next, error, retryAfter } = answer;
    if (step !== undefined) return arrive(answer as FlowStep, url);
    if (next !== undefined && error === undefined) return await go(next);
    show({ ...state, error: error ?? "BadRequest", retryAfter, isBusy: false });
  }

  function arrive(step: FlowStep, url: string): void {
    const isDrawn = steps.some((name) => step.step === name || step.step.startsWith(`${name}:`));
    if (!isDrawn) return depart(url);
    current = url;
    show({ ...step, isBusy: false });
  }

  function depart(url: string): void {
    announce("getSession", options.leave === undefined);
    show({ step: "done", url, isBusy: false });
    leave(url);
  }

  async function go(url = current): Promise<void> {
    const { href, origin } = new URL(url, location.href);
    if (href.startsWith(`${origin}${basePath}/`) && origin === location.origin) {
      return await ask(href);
    }
    depart(href);
  }

  async function submit(
    fields: Readonly<Record<string, string>> = {},
    action = (state as { formAction?: string }).formAction,
  ): Promise<void> {
    if (action === undefined) throw new TypeError(`The step "${state.step}" has no form`);
    const { csrfToken, callbackUrl, fields: hidden } = state as Partial<FlowForm>;
    const body = new URLSearchParams();
    const all = { csrfToken, callbackUrl, ...hidden, ...fields };
    for (const [name, value] of Object.entries(all)) {
      if (value !== undefined) body.set(name, value);
    }
    await ask(action, body);
  }

  function begin(): void {
    hasBegun = true;
    const query = new URLSearchParams(options.query ?? location.search);
    const name = path === "confirm" ? `callback/${query.get("provider")}` : path;
    void go(`${basePath}/${name}?${query}`);
  }

  return {
    get: () => state,
    subscribe(listener) {
      // A server renders the first state, and asks for nothing.
      listeners.add(listener);
      if (!hasBegun && globalThis.location) begin();
      else listener(state);
      return () => void listeners.delete(listener);
    },
    submit,
    go,
  };
}
