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
 * // <form onsubmit={() => flow.submit({ email: "ada@example.com" })}>
 * stop();
 * ```
 *
 * A flow is a store: Svelte reads `$flow`, React `useSyncExternalStore(flow.subscribe, flow.get)`,
 * Solid `from(flow, flow.get())`. The guide "Steps in your own design" has it for each framework.
 *
 * @module
 */

import { recordedStep, recordStep } from "./flow_history.ts";
import type { FlowForm, FlowState, FlowStep, StateFor } from "./flow_steps.ts";
import { leaveFor } from "./leave.ts";
import { saveFile } from "./save_file.ts";
import { announce } from "./tabs.ts";

export type * from "../../pages/account/step.ts";
export type * from "../../pages/activity/step.ts";
export type * from "../../pages/operators/step.ts";
export type * from "../../pages/address/step.ts";
export type * from "../../pages/oauth_server/developer_step.ts";
export type * from "../../pages/oauth_server/device_step.ts";
export type * from "../../pages/factor/factors_step.ts";
export type * from "../../pages/factor/step.ts";
export type * from "../../pages/keys/step.ts";
export type * from "../../pages/connections/step.ts";
export type * from "../../pages/native/step.ts";
export type * from "../../pages/oauth_server/step.ts";
export type * from "../../pages/keys/organization_step.ts";
export type * from "../../pages/organizations/step.ts";
export type * from "../../pages/parts_step.ts";
export type { PasswordProps, PasswordView } from "../../pages/password/step.ts";
export type { PageProvider } from "../../pages/provider_step.ts";
export type { AccountRow } from "../types/custom.ts";
export type { EmailPurpose, ProviderType } from "../types/entities.ts";
export type {
  CredentialInput,
  MarkPart,
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
  /**
   * `true` keeps the step in the fragment of the page's URL (`#/factor`): a reload shows the same
   * step, and the back button the one before. For one flow of a page. Default `false`: a reload
   * begins again.
   */
  history?: boolean | undefined;
  /**
   * `true` asks for the texts of each step, in the language of the visitor: `state.texts` has the
   * lines of the built-in page, with `{slots}`. Default `false`.
   */
  texts?: boolean | undefined;
  /**
   * `true` asks for the elements of each step: `state.parts`, which the components of
   * `@x/auth/react`, `vue`, `svelte` and `solid` draw. Default `false`.
   */
  parts?: boolean | undefined;
  /** Goes to a URL outside the flow. Default: the browser loads it. */
  leave?: ((url: string) => void) | undefined;
  /**
   * The service of a program that is no page of it, as `createNativeClient` of
   * `@x/auth/client/native` gives it. Default: that of the page.
   */
  service?: FlowService | undefined;
}

/** A service, for a program that is no page of it. */
export interface FlowService {
  /** Its origin. */
  readonly origin: string;
  /** Sends a request of the flow. */
  fetch(
    url: string,
    init?: { method?: string; body?: URLSearchParams; headers?: Record<string, string> },
  ): Promise<Response>;
}

/** Fields of a form. Those that are `undefined` are left out. */
export type FlowFields = Readonly<Record<string, string | undefined>>;

/** What a passkey answers, see `answerStep` of `@x/auth/client/webauthn`: fields, or why none. */
export type FlowAnswer =
  | {
    /** Fields of the form of the step. */
    fields: FlowFields;
  }
  | {
    /** There is no answer. */
    fields?: undefined;
    /** Name of the failure. */
    error?: string | undefined;
    /** Seconds after which it can be tried again. */
    retryAfter?: number | undefined;
    /** Without an `error`: URL to go to first, at which the user proves who it is. */
    url?: string | undefined;
  };

/**
 * A walk through the steps.
 *
 * @typeParam State its states
 */
export interface Flow<State = FlowState> {
  /** The state; the same object until something changes. */
  get(): State;
  /** Calls the listener now and after each change; returns a function that stops it. */
  subscribe(listener: (state: State) => void): () => void;
  /**
   * Posts the form of the step: `fields`, with the hidden ones that the step has. Does nothing while
   * the flow is busy, so that a second click sends nothing twice.
   *
   * @param fields what the user has typed, as an object or as the data of a form, whose files are sent
   * as base64, or what a passkey will answer
   * @param action another target that the step names, such as `resendAction`
   * @throws {TypeError} when the step has no form
   */
  submit(fields?: FlowFields | FormData | Promise<FlowAnswer>, action?: string): Promise<void>;
  /** Goes to a URL: a step of the service, or a page of the app. Without one, loads the step again. */
  go(url?: string): Promise<void>;
  /**
   * Asks whether the step is over, such as when the link of an email was opened in another tab, and
   * goes on if it is. Any other step stays as it is.
   *
   * @since 0.3.0
   */
  check(): Promise<void>;
}

/** Steps of a sign-in. */
const STEPS = [
  ...["signin", "signup", "verify-request", "confirm", "connect"],
  ...["factor", "factors:codes", "account:pending", "password", "error"],
];

/** Media types of steps with more than their data. */
const TEXTS = "application/json;with=texts";
const PARTS = "application/json;with=parts";

/** Answer of the service: a step, a URL to go to, or a refusal. */
interface Answer {
  step?: string;
  csrfToken?: string;
  url?: string | undefined;
  error?: string | undefined;
  retryAfter?: number | undefined;
  /** A file that the browser keeps. */
  file?: File;
}

/**
 * Makes a flow. It asks the service for nothing before it has a listener.
 *
 * @typeParam Options `{ texts: true }` gives each step its texts, and `{ parts: true }` its elements
 */
export function createFlow<const Options extends FlowOptions = FlowOptions>(
  options?: Options,
): Flow<StateFor<Options>> {
  // What the service brings along is what it was asked for.
  return makeFlow(options) as Flow<unknown> as Flow<StateFor<Options>>;
}

function makeFlow(options: FlowOptions = {}): Flow {
  const { basePath = "/auth", path = "signin", service } = options;
  const { leave = service ? () => {} : leaveFor } = options;
  const type = options.parts ? PARTS : options.texts ? TEXTS : undefined;
  const here = () => service ? service.origin : location.href;
  const { steps = [...STEPS, path] } = options;
  const listeners = new Set<(state: FlowState) => void>();
  let state: FlowState = { step: "loading", isBusy: true };
  /** URL of the first step, and of the present one. */
  let first = "";
  let current = "";
  /** Number of the latest request; answers to older requests are dropped. */
  let question = 0;

  function show(next: FlowState): void {
    state = next;
    for (const listener of [...listeners]) listener(state);
  }

  async function ask(url: string, form?: () => URLSearchParams): Promise<void> {
    const mine = ++question;
    show({ ...state, isBusy: true });
    let answer = await send(url, form?.());
    const { error: refused } = answer;
    if (form && (refused === "MissingCSRF" || refused === "VisitorChanged")) {
      // The browser has lost the cookie of the form, or another user is signed in: the step has a
      // new token. Only the same user may go on without a second look.
      const { step, csrfToken } = state as { step: string; csrfToken?: string };
      const again = await send(current);
      if (mine !== question) return;
      const isSame = visitorIn(again.csrfToken) === visitorIn(csrfToken);
      if (refused === "VisitorChanged" || !isSame || again.step !== step) {
        const error = again.step && (again.step === step && !isSame ? "VisitorChanged" : refused);
        return await conclude({ ...again, error: again.error ?? error }, current);
      }
      show({ ...again as FlowStep, isBusy: true });
      answer = await send(url, form());
    }
    if (mine === question) await conclude(answer, url);
  }

  async function conclude(answer: Answer, url: string): Promise<void> {
    const { step, url: next, error, retryAfter, file } = answer;
    if (file) {
      saveFile(file);
      return show({ ...state, error: undefined, retryAfter: undefined, isBusy: false });
    }
    if (step !== undefined) return arrive(answer as FlowStep, url);
    if (next !== undefined && error === undefined) return await go(next);
    show({ ...state, error: error ?? "BadRequest", retryAfter, isBusy: false });
  }

  function arrive(step: FlowStep, url: string): void {
    const isDrawn = steps.some((name) => step.step === name || step.step.startsWith(`${name}:`));
    if (!isDrawn) return depart(url);
    current = url;
    if (options.history) {
      const { pathname, search } = new URL(url);
      const isNext = state.step !== "loading" && state.step !== step.step;
      recordStep(url === first ? "" : pathname.slice(basePath.length) + search, isNext);
    }
    show({ ...step, isBusy: false });
  }

  function depart(url: string): void {
    if (!service) announce("getSession", options.leave === undefined);
    show({ step: "done", url, isBusy: false });
    leave(url);
  }

  async function go(url = current): Promise<void> {
    const { href, origin } = new URL(url, here());
    if (href.startsWith(`${origin}${basePath}/`) && origin === new URL(here()).origin) {
      return await ask(href);
    }
    depart(href);
  }

  async function submit(
    fields: FlowFields | FormData | Promise<FlowAnswer> = {},
    action = (state as { formAction?: string }).formAction,
  ): Promise<void> {
    if (action === undefined) throw new TypeError(`The step "${state.step}" has no form`);
    if (state.isBusy) return;
    const sent = fields instanceof FormData ? readForm(fields) : fields;
    let own = sent as FlowFields;
    if (sent instanceof Promise) {
      const mine = ++question;
      show({ ...state, error: undefined, isBusy: true });
      const answer = await sent;
      if (mine !== question) return;
      if (!answer.fields) return await conclude(answer, current);
      own = answer.fields;
    }
    await ask(new URL(action, here()).href, () => {
      const { csrfToken, callbackUrl, fields: hidden } = state as Partial<FlowForm>;
      // A form among the elements of a step has all of its fields itself.
      const given = options.parts ? { csrfToken } : { csrfToken, callbackUrl, ...hidden };
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...given, ...own })) {
        if (value !== undefined) body.set(name, value);
      }
      return body;
    });
  }

  async function check(): Promise<void> {
    const { step, isBusy } = state;
    if (isBusy || step === "loading" || step === "done") return;
    const mine = question;
    const answer = await send(current);
    const isOver = answer.step === undefined
      ? answer.url !== undefined && answer.error === undefined
      : answer.step !== step;
    if (isOver && mine === question) await conclude(answer, current);
  }

  /** Asks the service. */
  async function send(url: string, body?: URLSearchParams): Promise<Answer> {
    const headers = type && { accept: type };
    const init = { ...body ? { method: "POST", body } : {}, ...headers ? { headers } : {} };
    try {
      return await read(
        service
          ? await service.fetch(url, init)
          : await fetch(url, { headers: { accept: "application/json" }, ...init }),
      );
    } catch {
      return { error: "Unreachable" };
    }
  }

  /** Goes to the step of the URL. */
  async function resume(): Promise<void> {
    const step = options.history && recordedStep();
    await go(step ? basePath + step : first);
  }

  function begin(): void {
    const query = new URLSearchParams(options.query ?? (service ? "" : location.search));
    const name = path === "confirm" ? `callback/${query.get("provider")}` : path;
    first = current = new URL(`${basePath}/${name}?${query}`, here()).href;
    void resume();
  }

  const onBack = () => void resume();
  /** A page that comes back as it was left: its step may be over. */
  const onShow = (event: Event & { persisted?: boolean }) => void (event.persisted && go());

  function listen(): void {
    if (options.history) addEventListener("popstate", onBack);
    if (!service) addEventListener("pageshow", onShow as EventListener);
    // Also a flow that has ended, on a page that the app shows again.
    if (!first || state.step === "done") begin();
  }

  function deafen(): void {
    if (service) return;
    removeEventListener("popstate", onBack);
    removeEventListener("pageshow", onShow as EventListener);
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      // A server renders the first state, and asks for nothing.
      if ((service || globalThis.location) && listeners.size === 1) listen();
      listener(state);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) deafen();
      };
    },
    submit,
    go,
    check,
  };
}

/** Bytes of a file beyond which the service refuses it unread. */
const MOST_FILE = 500_000;

/** The fields of a form; a file is its base64, which takes a moment. */
function readForm(form: FormData): FlowFields | Promise<FlowAnswer> {
  const entries = [...form];
  if (!entries.some(([, value]) => typeof value !== "string")) {
    return Object.fromEntries(entries) as FlowFields;
  }
  const encode = async (file: File) => {
    let binary = "";
    if (file.size > MOST_FILE) return "too large";
    for (const byte of new Uint8Array(await file.arrayBuffer())) {
      binary += String.fromCharCode(byte);
    }
    return btoa(binary);
  };
  const texts = entries.map(async ([name, value]) =>
    [name, typeof value === "string" ? value : await encode(value)] as const
  );
  return Promise.all(texts).then((all) => ({ fields: Object.fromEntries(all) }));
}

/** The visitor that a token names. */
function visitorIn(token = ""): string | undefined {
  return token.split(".")[1];
}

/** Reads an answer: a step, a file, or a page that is no step. */
async function read(response: Response): Promise<Answer> {
  const { headers } = response;
  const [, name] = /^attachment; filename="([\w.-]+)"/.exec(
    headers.get("content-disposition") ?? "",
  ) ?? [];
  if (name !== undefined) return { file: new File([await response.blob()], name) };
  if (headers.get("content-type")?.startsWith("text/html")) {
    // Refusals of the service are data: this one is from something before it.
    if (!response.ok) return { error: "Unreachable" };
    // Pages of the app's own capabilities are elements, and no data.
    return { step: "page" };
  }
  return await response.json();
}
