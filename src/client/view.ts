/**
 * What a component draws: a store of elements, which a framework maps to its own, and the behavior
 * of what was drawn.
 *
 * @module
 */

import type { StepElement, StepNode, StepParts } from "../../pages/parts_step.ts";
import { type AuthState, personOf } from "./auth_state.ts";
import { behave } from "./behavior.ts";
import { createFlow, type Flow, type FlowOptions, type FlowState, type StateFor } from "./flow.ts";

/** What is drawn at present. */
export interface Drawing {
  /** Attributes of the element around it. */
  readonly attributes: Readonly<Record<string, string | true>>;
  /** Another number for another step: its elements are made anew. */
  readonly key: number;
  /** The elements. */
  readonly nodes: readonly StepNode[];
}

/** A component without a framework. */
export interface View {
  /** The drawing; the same object until something changes. */
  get(): Drawing;
  /** Calls the listener after each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Adds the behavior to the element around the drawing; returns a function that stops it. */
  attach(root: HTMLElement): () => void;
}

/** Options of components that walk through steps. */
export interface StepsOptions extends Pick<FlowOptions, "history" | "leave" | "query"> {
  /** Path of the first step below the base path. Default: that of the component. */
  path?: FlowPath | undefined;
}

/** Paths of steps. */
export type FlowPath =
  | ("signin" | "signup" | "signout" | "verify-request" | "confirm" | "connect" | "error")
  | ("factor" | "factors" | "password" | "address" | "account" | "keys" | "apps" | "device")
  | ("organizations" | "invitation" | `organization/${string}`);

/** Steps of a sign-in. */
const SIGN_IN = [
  ...["signin", "signup", "verify-request", "confirm", "connect", "visitor", "error"],
  ...["factor", "factors:codes", "account:pending", "password"],
];

/** Steps of the account of a user. Questions of other apps and devices stay built-in pages. */
const ACCOUNT = [
  ...["account", "address", "factors", "password", "keys", "signout"],
  ...["organizations", "organization", "organization-settings", "organization-keys"],
  ...["invitation", "connections"],
];

/** A flow of the app, with the elements of its steps. */
export type PartsFlow = Flow<FlowState & Partial<StepParts>>;

/** A flow of a hook, and its state. */
export interface FlowResult<Options> {
  /** The flow. */
  flow: Flow<StateFor<Options>>;
  /** Its state. */
  state: StateFor<Options>;
}

/** Makes the flow of a hook. */
export function createStepFlow<Options extends FlowOptions>(
  { basePath }: AuthState,
  path: FlowPath,
  options?: Options,
): Flow<StateFor<Options>> {
  return createFlow<FlowOptions>({ basePath, path, ...options }) as Flow<unknown> as Flow<
    StateFor<Options>
  >;
}

/**
 * Makes a component that walks through the steps of a sign-in, or of an account.
 *
 * @param path first step: `signin`, `signup` or `account`
 */
export function createSteps(
  auth: AuthState,
  path: FlowPath,
  { path: begins = path, ...options }: StepsOptions = {},
): View {
  const { basePath } = auth;
  const isAccount = path !== "signin" && path !== "signup";
  const steps = isAccount ? [...SIGN_IN, ...ACCOUNT] : SIGN_IN;
  const flow: PartsFlow = createFlow({ basePath, path: begins, ...options, steps, parts: true });
  const draw = createDrawing();
  return {
    get: () => draw(flow.get()),
    subscribe: (listener) => flow.subscribe(listener),
    attach(root) {
      const stops = [
        behave(root, flow, { basePath }),
        isAccount ? followPerson(auth, flow) : holdSession(auth, flow),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Steps of a sign-in whose session exists already. */
const WITH_SESSION = /^(factors|account|password)\b/;

/** Keeps the part of the page in which the sign-in is, until its last step is done. */
function holdSession({ hold }: AuthState, flow: PartsFlow): () => void {
  let release: (() => void) | undefined;
  const end = () => {
    release?.();
    release = undefined;
  };
  const stop = flow.subscribe(({ step }) => {
    if (WITH_SESSION.test(step)) release ??= hold();
    else end();
  });
  return () => {
    stop();
    end();
  };
}

/** Loads the step again for another person, and when its person is signed out. */
function followPerson({ session }: AuthState, flow: PartsFlow): () => void {
  let person = personOf(session.get());
  return session.subscribe(() => {
    const last = person;
    person = personOf(session.get());
    const { step } = flow.get();
    if (last === null || last === person || step === "loading" || step === "done") return;
    void flow.go();
  });
}

/** Makes a function that draws states of a flow: the same object for the same state. */
function createDrawing(): (state: FlowState & Partial<StepParts>) => Drawing {
  let last: { state: FlowState; drawing: Drawing } | undefined;
  let parts: readonly StepNode[] | undefined;
  /** The failure that the elements name themselves. */
  let named: string | undefined;
  let key = 0;
  return (state) => {
    if (last?.state === state) return last.drawing;
    if (state.parts !== parts) {
      key++;
      named = state.error;
    }
    parts = state.parts;
    const isBusy = state.isBusy || state.step === "loading" || state.step === "done";
    const drawing = {
      key,
      attributes: {
        "class": "auth",
        "data-part": "root",
        "data-page": state.step.split(":")[0]!,
        ...isBusy ? { "aria-busy": "true" } : {},
      },
      nodes: parts && state.step !== "done" ? withSentence(parts, findSentence(state, named)) : [],
    };
    last = { state, drawing };
    return drawing;
  };
}

/** Failures that come with new elements, which do not name them: the browser has found them. */
const OWN = /^(BadRequest|MissingCSRF|TooManyRequests|Unreachable|VisitorChanged|Passkey\w+)$/;

function findSentence(
  { step, error, failures }: FlowState & Partial<StepParts>,
  named: string | undefined,
): string {
  if (error === undefined || !failures || step === "error") return "";
  // A refusal that keeps the step came without elements.
  if (error === named && !OWN.test(error)) return "";
  return Object.hasOwn(failures, error) ? failures[error]! : failures.default;
}

/**
 * Adds the place of a sentence: above the forms, in the card that has them. It is always there, so that
 * its appearance moves no other element.
 */
function withSentence(nodes: readonly StepNode[], text: string): StepNode[] {
  const alert: StepElement = {
    part: "error",
    tag: "div",
    attributes: {
      class: "auth-error auth-failure",
      role: "alert",
      ...text === "" ? { hidden: true } : {},
    },
    children: [{ part: "text", tag: "p", attributes: {}, children: [text] }],
  };
  const at = nodes.findIndex((node) => hasPart(node, "form"));
  const node = nodes[at];
  if (node === undefined) return [alert, ...nodes];
  // A page is around its card, and the card around its forms.
  const isAround = typeof node !== "string" &&
    (node.part === "card" || node.children.some((child) => hasPart(child, "card")));
  const placed = isAround
    ? [{ ...node, children: withSentence(node.children, text) }]
    : [alert, node];
  return [...nodes.slice(0, at), ...placed, ...nodes.slice(at + 1)];
}

function hasPart(node: StepNode, part: string): boolean {
  if (typeof node === "string") return false;
  return node.part === part || node.children.some((child) => hasPart(child, part));
}
