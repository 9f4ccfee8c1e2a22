/**
 * Primitives and components for Solid 1.9: the session, and the steps of a sign-in and of an account
 * in the app's own pages.
 *
 * Nothing is decided here. A component draws what the server's step says, and a part of a page that
 * is hidden protects nothing: ask for the session on the server.
 *
 * @example
 * ```ts
 * import { AuthProvider, SignedIn, UserButton } from "@x/auth/solid";
 * import { createComponent, renderToString } from "solid-js/web";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
 * const html = renderToString(() =>
 *   createComponent(AuthProvider, {
 *     session,
 *     get children() {
 *       return createComponent(SignedIn, {
 *         get children() {
 *           return createComponent(UserButton, {});
 *         },
 *       });
 *     },
 *   })
 * );
 * assertStringIncludes(html, "Ada");
 * ```
 *
 * @module
 */

import {
  type Accessor,
  type Component,
  type Context,
  createComponent,
  createContext,
  createMemo,
  createSignal,
  Index,
  type JSX,
  mergeProps,
  onCleanup,
  onMount,
  Show,
  untrack,
  useContext,
} from "solid-js";
import { Dynamic } from "solid-js/web";
import {
  type AuthState,
  type AuthStateOptions,
  createAuthState,
  createDefaultState,
  type Demand,
  isShown,
  userOf,
} from "./auth_state.ts";
import type { Flow, FlowOptions, StateFor, StepNode } from "./flow.ts";
import {
  createOrganizationMenu,
  createUserMenu,
  type OrganizationMenuOptions,
  type UserMenuOptions,
} from "./menu.ts";
import {
  createOrganizations,
  type OrganizationsState,
  type OrganizationsStore,
} from "./organizations_state.ts";
import { createPasskey, type PasskeyState, type PasskeyStore } from "./passkey_state.ts";
import type { SessionState, SessionStore } from "./session_store.ts";
import {
  createStepFlow,
  createSteps,
  type Drawing,
  type FlowPath,
  type StepsOptions,
  type View,
} from "./view.ts";
import type { User } from "../types/entities.ts";

export type * from "./component_types.ts";

/** Components of the app in place of the elements of a part, such as `button` or `link`. */
export type Parts = Readonly<Record<string, Component<Record<string, unknown>>>>;

/** Props of all components that draw elements. */
export interface PartsProps {
  /** Components of the app by the part that they replace. Default: plain elements. */
  parts?: Parts | undefined;
}

const defaultState = createDefaultState();
const AuthContext: Context<AuthState | undefined> = createContext<AuthState>();

function listen(begin: () => () => void): void {
  onMount(() => onCleanup(begin()));
}

function useAuth(): AuthState {
  const given = useContext(AuthContext);
  if (given) return given;
  const state = defaultState();
  listen(() => state.start());
  return state;
}

function useStore<State>(
  { subscribe, get }: { subscribe(listener: () => void): () => void; get(): State },
): Accessor<State> {
  const [state, set] = createSignal(get());
  const update = () => void set(() => get());
  listen(() => {
    const stop = subscribe(update);
    update();
    return stop;
  });
  return state;
}

/** Gives the components inside it the session that the server read, and keeps it up to date. */
export function AuthProvider(props: AuthStateOptions & { children?: JSX.Element }): JSX.Element {
  const { basePath, can, session, refetchInterval, refetchOnWindowFocus, refetchWhenOffline } =
    props;
  const schedule = { refetchInterval, refetchOnWindowFocus, refetchWhenOffline };
  const value = createAuthState({ basePath, can, session, ...schedule });
  listen(() => value.start());
  return createComponent(AuthContext.Provider, {
    value,
    get children() {
      return props.children;
    },
  });
}

/** The session of this tab. */
export function useSession(): {
  /** The session, its status, and whether it is stale. */
  state: Accessor<SessionState>;
  /** Sends `data`, if any, reads the session again, and notifies the other tabs. */
  update: SessionStore["update"];
} {
  const { session } = useAuth();
  return { state: useStore(session), update: session.update };
}

/** The user who is signed in; `null` without one, and before the session was read. */
export function useUser(): Accessor<User | null> {
  const state = useStore(useAuth().session);
  return () => userOf(state());
}

/** A flow for this component, and its state, for an app that draws the steps itself. */
export function useFlow<const Options extends FlowOptions = FlowOptions>(
  path: FlowPath,
  options?: Options,
): {
  /** The flow. */
  flow: Flow<StateFor<Options>>;
  /** Its state. */
  state: Accessor<StateFor<Options>>;
} {
  const flow = createStepFlow(useAuth(), path, options);
  return { flow, state: useStore(flow) };
}

/** The organizations of the user. */
export function useOrganizations(): {
  /** The organizations. */
  state: Accessor<OrganizationsState>;
  /** Reads them again. */
  refresh: OrganizationsStore["refresh"];
} {
  const store = createOrganizations(useAuth());
  return { state: useStore(store), refresh: store.refresh };
}

/** Signs in with a passkey, or adds one; `provider` is its id, `passkey` by default. */
export function usePasskey(
  provider?: string,
): Pick<PasskeyStore, "isSupported" | "signIn" | "add"> & {
  /** Whether a dialog is open, and the last failure. */
  state: Accessor<PasskeyState>;
} {
  const store = createPasskey(useAuth(), provider);
  return { ...store, state: useStore(store) };
}

/** Props of a part of a page that is shown to some. */
export interface ShownProps {
  /** What is shown. */
  children?: JSX.Element | undefined;
  /** What is shown to others. Default: nothing. */
  fallback?: JSX.Element | undefined;
}

function show(props: ShownProps, demand: () => Demand): JSX.Element {
  const auth = useAuth();
  const state = useStore(auth.session);
  const isWanted = createMemo(() => isShown(state(), demand(), auth));
  return (() => isWanted() ? props.children : props.fallback) as unknown as JSX.Element;
}

/** Shows a part of the page to a user who is signed in. It protects nothing. */
export function SignedIn(props: ShownProps): JSX.Element {
  return show(props, () => ({ signed: "in" }));
}

/** Shows a part of the page to a visitor who is not signed in. */
export function SignedOut(props: ShownProps): JSX.Element {
  return show(props, () => ({ signed: "out" }));
}

/**
 * Shows a part of the page to a user with a permission, which `can` of {@linkcode AuthProvider}
 * decides. It protects nothing: the server asks for the permission too.
 */
export function Protect(
  props: ShownProps & {
    /** Permission of the app. */
    permission: string;
  },
): JSX.Element {
  return show(props, () => ({ signed: "in", permission: props.permission }));
}

function draw(node: Accessor<StepNode>, parts: Parts): JSX.Element {
  // Another element can take the place of one, as a sentence that of a button that moves on.
  const kind = createMemo(() => {
    const now = node();
    return typeof now === "string" ? "" : `${now.part} ${now.tag}`;
  });
  const drawn = createMemo(() => (kind(), untrack(() => drawOne(node, parts))));
  return drawn as unknown as JSX.Element;
}

function drawOne(node: Accessor<StepNode>, parts: Parts): JSX.Element {
  const first = untrack(node);
  if (typeof first === "string") return (() => String(node())) as unknown as JSX.Element;
  const element = () => node() as typeof first;
  const { part, tag } = first;
  return createComponent(
    Dynamic,
    mergeProps({ component: parts[part] ?? tag, "data-part": part }, () => element().attributes, {
      get children() {
        return createComponent(Index, {
          get each() {
            return element().children;
          },
          children: (child: Accessor<StepNode>) => draw(child, parts),
        });
      },
    }) as never,
  );
}

/** What {@linkcode useSteps} draws, and the element around it. */
export interface StepsResult {
  /** What is drawn at present. */
  drawing: Accessor<Drawing>;
  /** For the element around the drawing, which has its `attributes`. */
  root: (element: HTMLElement) => void;
}

function useDrawing(view: View): StepsResult {
  let root: HTMLElement | undefined;
  const changes = useStore(view);
  // Also a change of a prop draws again.
  const drawing = createMemo(() => (changes(), view.get()));
  listen(() => view.attach(root!));
  return { drawing, root: (element) => void (root = element) };
}

/**
 * The elements of the steps of a sign-in, or of an account, for an app that draws them itself:
 * `<div ref={root} {...drawing().attributes}>` with one `<div>` in it, another one for each `key`. Forms,
 * links and passkeys in them work.
 *
 * @since 0.3.0
 */
export function useSteps(path: FlowPath, options?: StepsOptions): StepsResult {
  return useDrawing(createSteps(useAuth(), path, options));
}

function view(make: (auth: AuthState) => View, parts: Parts = {}): JSX.Element {
  const { drawing, root } = useDrawing(make(useAuth()));
  const key = createMemo(() => drawing().key + 1);
  const nodes = () =>
    createComponent(Index, {
      get each() {
        return drawing().nodes;
      },
      children: (node: Accessor<StepNode>) => draw(node, parts),
    });
  return createComponent(
    Dynamic,
    mergeProps(
      { component: "div", ref: root },
      () => drawing().attributes,
      {
        get children() {
          return createComponent(Show, {
            get when() {
              return key();
            },
            keyed: true,
            children: (_: unknown) =>
              createComponent(Dynamic, {
                component: "div",
                get children() {
                  return nodes();
                },
              } as never),
          });
        },
      },
    ) as never,
  );
}

/** The sign-in, step by step, with the second factor. */
export function SignIn(props: StepsOptions & PartsProps): JSX.Element {
  return view((auth) => createSteps(auth, "signin", { ...props }), props.parts);
}

/** The sign-up, step by step. */
export function SignUp(props: StepsOptions & PartsProps): JSX.Element {
  return view((auth) => createSteps(auth, "signup", { ...props }), props.parts);
}

/** The account of the user, with all that can be changed; `path` begins elsewhere in it. */
export function Account(props: StepsOptions & PartsProps): JSX.Element {
  return view((auth) => createSteps(auth, "account", { ...props }), props.parts);
}

/** The menu of the user who is signed in. */
export function UserButton(props: UserMenuOptions & PartsProps): JSX.Element {
  return view((auth) => createUserMenu(auth, { ...props }), props.parts);
}

/** The menu of the user's organizations. */
export function OrganizationSwitcher(props: OrganizationMenuOptions & PartsProps): JSX.Element {
  return view((auth) => createOrganizationMenu(auth, props), props.parts);
}
