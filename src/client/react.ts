/**
 * Hooks and components for React 19: the session, and the steps of a sign-in and of an account in
 * the app's own pages.
 *
 * Nothing is decided here. A component draws what the server's step says, and a part of a page that
 * is hidden protects nothing: ask for the session on the server.
 *
 * @example
 * ```ts
 * import { AuthProvider, SignedIn, SignedOut, SignIn, UserButton } from "@x/auth/react";
 * import { createElement as h } from "react";
 * import { renderToString } from "react-dom/server";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const page = h(
 *   AuthProvider,
 *   { session: { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" } },
 *   h(SignedIn, null, h(UserButton)),
 *   h(SignedOut, null, h(SignIn)),
 * );
 * assertStringIncludes(renderToString(page), "Ada");
 * ```
 *
 * @module
 */

"use client";

// @ts-types="@types/react"
import {
  createContext,
  createElement,
  type ElementType,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import {
  type AuthState,
  type AuthStateOptions,
  createAuthState,
  createDefaultState,
  isShown,
  userOf,
} from "./auth_state.ts";
import type { FlowOptions, StepNode } from "./flow.ts";
import {
  createOrganizationMenu,
  createUserMenu,
  type OrganizationMenuOptions,
  type UserMenuOptions,
} from "./menu.ts";
import { createOrganizations, type OrganizationsState } from "./organizations_state.ts";
import { createPasskey, type PasskeyState, type PasskeyStore } from "./passkey_state.ts";
import {
  createStepFlow,
  createSteps,
  type Drawing,
  type FlowPath,
  type FlowResult,
  type StepsOptions,
  type View,
} from "./view.ts";
import type { Session, User } from "../types/entities.ts";
import type { UseSessionResult } from "./use_session.ts";

export type * from "./component_types.ts";

/** Components of the app in place of the elements of a part, such as `button` or `link`. */
export type Parts = Readonly<Record<string, ElementType>>;

/** Props of all components that draw elements. */
export interface PartsProps {
  /** Components of the app by the part that they replace. Default: plain elements. */
  parts?: Parts | undefined;
}

const defaultState = createDefaultState();
const Context = createContext<AuthState | undefined>(undefined);

function useAuth(): AuthState {
  const given = useContext(Context);
  const [state] = useState(() => given ?? defaultState());
  useEffect(() => given ? undefined : state.start(), [given, state]);
  return given ?? state;
}

/** Gives the components inside it the session that the server read, and keeps it up to date. */
export function AuthProvider(
  { children, ...options }: AuthStateOptions & { children?: ReactNode },
): ReactElement {
  const [state] = useState(() => createAuthState(options));
  useEffect(() => state.start(), [state]);
  return createElement(Context.Provider, { value: state }, children);
}

function useStore<State>(
  { subscribe, get }: { subscribe(listener: () => void): () => void; get(): State },
): State {
  return useSyncExternalStore(subscribe, get, get);
}

/** The session of this tab. */
export function useSession<S = Session>(): UseSessionResult<S> {
  const { session } = useAuth();
  return { ...useStore(session), update: session.update } as UseSessionResult<S>;
}

/** The user who is signed in; `null` without one, and before the session was read. */
export function useUser(): User | null {
  return userOf(useStore(useAuth().session));
}

/** A flow for this component, and its state, for an app that draws the steps itself. */
export function useFlow<const Options extends FlowOptions = FlowOptions>(
  path: FlowPath,
  options?: Options,
): FlowResult<Options> {
  const auth = useAuth();
  const [flow] = useState(() => createStepFlow(auth, path, options));
  return { flow, state: useStore(flow) };
}

/** The organizations of the user. */
export function useOrganizations(): OrganizationsState & { refresh(): Promise<void> } {
  const auth = useAuth();
  const [store] = useState(() => createOrganizations(auth));
  return { ...useStore(store), refresh: store.refresh };
}

/** Signs in with a passkey, or adds one; `provider` is its id, `passkey` by default. */
export function usePasskey(
  provider?: string,
): PasskeyState & Pick<PasskeyStore, "isSupported" | "signIn" | "add"> {
  const auth = useAuth();
  const [store] = useState(() => createPasskey(auth, provider));
  return { ...store, ...useStore(store) };
}

/** Props of a part of a page that is shown to some. */
export interface ShownProps {
  /** What is shown. */
  children?: ReactNode | undefined;
  /** What is shown to others. Default: nothing. */
  fallback?: ReactNode | undefined;
}

/** Shows a part of the page to a user who is signed in. It protects nothing. */
export function SignedIn({ children, fallback = null }: ShownProps): ReactNode {
  const auth = useAuth();
  return isShown(useStore(auth.session), { signed: "in" }, auth) ? children : fallback;
}

/** Shows a part of the page to a visitor who is not signed in. */
export function SignedOut({ children, fallback = null }: ShownProps): ReactNode {
  const auth = useAuth();
  return isShown(useStore(auth.session), { signed: "out" }, auth) ? children : fallback;
}

/**
 * Shows a part of the page to a user with a permission, which `can` of {@linkcode AuthProvider}
 * decides. It protects nothing: the server asks for the permission too.
 */
export function Protect(
  { permission, children, fallback = null }: ShownProps & {
    /** Permission of the app. */
    permission: string;
  },
): ReactNode {
  const auth = useAuth();
  const demand = { signed: "in", permission } as const;
  return isShown(useStore(auth.session), demand, auth) ? children : fallback;
}

/** Names of attributes that React spells differently from HTML. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ class: "className", for: "htmlFor", maxlength: "maxLength", minlength: "minLength" },
  ...{ autocomplete: "autoComplete", autocapitalize: "autoCapitalize", inputmode: "inputMode" },
  ...{
    enctype: "encType",
    readonly: "readOnly",
    formaction: "formAction",
    formnovalidate: "formNoValidate",
  },
  ...{ spellcheck: "spellCheck", referrerpolicy: "referrerPolicy", srcset: "srcSet" },
  // A box is the person's once it is drawn: React would take each change of `checked` back.
  checked: "defaultChecked",
};

/**
 * The attributes of an element of a step as React spells them.
 *
 * @since 0.3.0
 */
export function propsOf(
  attributes: Readonly<Record<string, string | true>>,
): Record<string, string | true> {
  const entries = Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value]);
  return Object.fromEntries(entries);
}

function draw(node: StepNode, parts: Parts): ReactNode {
  if (typeof node === "string") return node;
  const { part, tag, attributes, children } = node;
  // A person can open a menu before it is hydrated.
  const hydration = tag === "details" ? { suppressHydrationWarning: true } : {};
  const props = { "data-part": part, ...hydration, ...propsOf(attributes) };
  const as = parts[part] ?? tag;
  if (attributes.type === "password") return createElement(Password, { as: as as "input", props });
  return createElement(as, props, ...children.map((child) => draw(child, parts)));
}

/** React sets the type of a field again with each key, so it has to know that of the document. */
function Password({ as, props }: { as: "input"; props: Record<string, unknown> }): ReactNode {
  const [type, setType] = useState("password");
  const id = props.id as string;
  useEffect(() => {
    const field = document.getElementById(id) as HTMLInputElement | null;
    if (!field) return;
    const observer = new MutationObserver(() => setType(field.type));
    observer.observe(field, { attributeFilter: ["type"] });
    return () => observer.disconnect();
  }, [id]);
  return createElement(as, { ...props, type });
}

/** What {@linkcode useSteps} draws, and the element around it. */
export interface StepsResult extends Drawing {
  /** For the element around the drawing, which has `attributes`. */
  root: RefObject<HTMLDivElement | null>;
}

function useDrawing(make: (auth: AuthState) => View): StepsResult {
  const auth = useAuth();
  const [view] = useState(() => make(auth));
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => view.attach(root.current!), [view]);
  return { ...useStore(view), root };
}

/**
 * The elements of the steps of a sign-in, or of an account, for an app that draws them itself:
 * `<div ref={root} {...propsOf(attributes)}><div key={key}>…</div></div>`. Forms, links and passkeys in
 * them work.
 *
 * @since 0.3.0
 */
export function useSteps(path: FlowPath, options?: StepsOptions): StepsResult {
  return useDrawing((auth) => createSteps(auth, path, options));
}

function useView(make: (auth: AuthState) => View, parts: Parts = {}): ReactElement {
  const { root, attributes, key, nodes } = useDrawing(make);
  const step = createElement("div", { key }, ...nodes.map((node) => draw(node, parts)));
  return createElement("div", { ref: root, ...propsOf(attributes) }, step);
}

/** The sign-in, step by step, with the second factor. */
export function SignIn({ parts, ...options }: StepsOptions & PartsProps): ReactElement {
  return useView((auth) => createSteps(auth, "signin", options), parts);
}

/** The sign-up, step by step. */
export function SignUp({ parts, ...options }: StepsOptions & PartsProps): ReactElement {
  return useView((auth) => createSteps(auth, "signup", options), parts);
}

/** The account of the user, with all that can be changed; `path` begins elsewhere in it. */
export function Account({ parts, ...options }: StepsOptions & PartsProps): ReactElement {
  return useView((auth) => createSteps(auth, "account", options), parts);
}

/** The menu of the user who is signed in. */
export function UserButton({ parts, ...options }: UserMenuOptions & PartsProps): ReactElement {
  return useView((auth) => createUserMenu(auth, options), parts);
}

/** The menu of the user's organizations. */
export function OrganizationSwitcher(
  { parts, ...options }: OrganizationMenuOptions & PartsProps,
): ReactElement {
  // The same object for the menu, with the options of each drawing.
  const [live] = useState<OrganizationMenuOptions>(() => ({}));
  Object.assign(live, { current: undefined, urlOf: undefined }, options);
  return useView((auth) => createOrganizationMenu(auth, live), parts);
}
