/**
 * Composables and components for Vue 3.5: the session, and the steps of a sign-in and of an account in
 * the app's own pages.
 *
 * Nothing is decided here. A component draws what the server's step says, and a part of a page that
 * is hidden protects nothing: ask for the session on the server.
 *
 * @example
 * ```ts
 * import { AuthProvider, SignedIn, UserButton } from "@x/auth/vue";
 * import { createSSRApp, h } from "vue";
 * import { renderToString } from "vue/server-renderer";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
 * const page = () => h(AuthProvider, { session }, () => h(SignedIn, null, () => h(UserButton)));
 * assertStringIncludes(await renderToString(createSSRApp({ render: page })), "Ada");
 * ```
 *
 * @module
 */

import {
  type Component,
  computed,
  type ComputedRef,
  defineComponent,
  type DefineSetupFnComponent,
  h,
  inject,
  type InjectionKey,
  onMounted,
  onUnmounted,
  provide,
  type ShallowRef,
  shallowRef,
  type SlotsType,
  type VNode,
  type VNodeChild,
} from "vue";
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
export type Parts = Readonly<Record<string, Component>>;

/** Props of all components that draw elements. */
export interface PartsProps {
  /** Components of the app by the part that they replace. Default: plain elements. */
  parts?: Parts | undefined;
}

/** Slots of a part of a page that is shown to some. */
export interface ShownSlots {
  /** What is shown. */
  default: () => VNodeChild;
  /** What is shown to others. Default: nothing. */
  fallback: () => VNodeChild;
}

/** A component with slots. */
export type Shown<Props extends object> = DefineSetupFnComponent<
  Props,
  Record<never, never>,
  SlotsType<Partial<ShownSlots>>
>;

/** A component that draws elements. */
export type Drawn<Options> = DefineSetupFnComponent<Options & PartsProps>;

const defaultState = createDefaultState();
const KEY: InjectionKey<AuthState> = Symbol("auth");

function listen(begin: () => () => void): void {
  let stop = () => {};
  onMounted(() => stop = begin());
  onUnmounted(() => stop());
}

function useAuth(): AuthState {
  const given = inject(KEY, undefined);
  if (given) return given;
  const state = defaultState();
  listen(() => state.start());
  return state;
}

function useStore<State>(
  { subscribe, get }: { subscribe(listener: () => void): () => void; get(): State },
): ShallowRef<State> {
  const state = shallowRef(get()) as ShallowRef<State>;
  const update = () => void (state.value = get());
  listen(() => {
    const stop = subscribe(update);
    update();
    return stop;
  });
  return state;
}

/** Props that `<SignIn history>` sets to `true`; absent is not `false`. */
const FLAGS = ["history", "refetchOnWindowFocus", "refetchWhenOffline"];

function toProps(names: readonly PropertyKey[]): Record<string, object | null> {
  const flag = { type: Boolean, default: undefined };
  return Object.fromEntries(
    names.map((name) => [name, FLAGS.includes(String(name)) ? flag : null]),
  );
}

const AUTH = [
  ...["session", "basePath", "can"],
  ...["refetchInterval", "refetchOnWindowFocus", "refetchWhenOffline"],
];

/** Gives the components inside it the session that the server read, and keeps it up to date. */
export const AuthProvider: Shown<AuthStateOptions> = /* @__PURE__ */ defineComponent(
  (options: AuthStateOptions, { slots }) => {
    const state = createAuthState({ ...options });
    provide(KEY, state);
    listen(() => state.start());
    return () => slots.default?.();
  },
  { props: toProps(AUTH) as never },
);

/** The session of this tab. */
export function useSession(): {
  /** The session, its status, and whether it is stale. */
  state: Readonly<ShallowRef<SessionState>>;
  /** Sends `data`, if any, reads the session again, and notifies the other tabs. */
  update: SessionStore["update"];
} {
  const { session } = useAuth();
  return { state: useStore(session), update: session.update };
}

/** The user who is signed in; `null` without one, and before the session was read. */
export function useUser(): ComputedRef<User | null> {
  const state = useStore(useAuth().session);
  return computed(() => userOf(state.value));
}

/** A flow for this component, and its state, for an app that draws the steps itself. */
export function useFlow<const Options extends FlowOptions = FlowOptions>(
  path: FlowPath,
  options?: Options,
): {
  /** The flow. */
  flow: Flow<StateFor<Options>>;
  /** Its state. */
  state: Readonly<ShallowRef<StateFor<Options>>>;
} {
  const flow = createStepFlow(useAuth(), path, options);
  return { flow, state: useStore(flow) };
}

/** The organizations of the user. */
export function useOrganizations(): {
  /** The organizations. */
  state: Readonly<ShallowRef<OrganizationsState>>;
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
  state: Readonly<ShallowRef<PasskeyState>>;
} {
  const store = createPasskey(useAuth(), provider);
  return { ...store, state: useStore(store) };
}

function show<Props extends object>(
  demand: (props: Props) => Demand,
  names: (keyof Props)[],
): Shown<Props> {
  return defineComponent((props: Props, { slots }) => {
    const auth = useAuth();
    const state = useStore(auth.session);
    return () => (isShown(state.value, demand(props), auth) ? slots.default : slots.fallback)?.();
  }, { props: toProps(names) as never }) as Shown<Props>;
}

/** Shows a part of the page to a user who is signed in. It protects nothing. */
export const SignedIn: Shown<Record<never, never>> = /* @__PURE__ */ show(
  () => ({ signed: "in" }),
  [],
);

/** Shows a part of the page to a visitor who is not signed in. */
export const SignedOut: Shown<Record<never, never>> = /* @__PURE__ */ show(
  () => ({ signed: "out" }),
  [],
);

/**
 * Shows a part of the page to a user with a permission, which `can` of {@linkcode AuthProvider}
 * decides. It protects nothing: the server asks for the permission too.
 */
export const Protect: Shown<{
  /** Permission of the app. */
  permission: string;
}> = /* @__PURE__ */ show(({ permission }) => ({ signed: "in", permission }), ["permission"]);

function draw(node: StepNode, parts: Parts): VNodeChild {
  if (typeof node === "string") return node;
  const { part, tag, attributes, children } = node;
  const props = { "data-part": part, ...attributes };
  const drawn = () => children.map((child) => draw(child, parts));
  return parts[part] ? h(parts[part], props, drawn) : h(tag, props, drawn());
}

/** What {@linkcode useSteps} draws, and the element around it. */
export interface StepsResult {
  /** What is drawn at present. */
  drawing: Readonly<ShallowRef<Drawing>>;
  /** The element around the drawing, which has its `attributes`. */
  root: ShallowRef<HTMLElement | undefined>;
}

function useDrawing(view: View): StepsResult {
  const drawing = useStore(view);
  const root = shallowRef<HTMLElement>();
  listen(() => view.attach(root.value!));
  return { drawing, root };
}

/**
 * The elements of the steps of a sign-in, or of an account, for an app that draws them itself:
 * `<div ref="root" v-bind="drawing.attributes"><div :key="drawing.key">…</div></div>`. Forms, links and
 * passkeys in them work.
 *
 * @since 0.3.0
 */
export function useSteps(path: FlowPath, options?: StepsOptions): StepsResult {
  return useDrawing(createSteps(useAuth(), path, options));
}

function view<Options extends object>(
  make: (auth: AuthState, options: Options) => View,
  names: (keyof Options)[],
): Drawn<Options> {
  return defineComponent((props: Options & PartsProps) => {
    const view = make(useAuth(), props);
    const { drawing, root } = useDrawing(view);
    return () => {
      // Also a change of a prop draws again.
      const { attributes, key, nodes } = (drawing.value, view.get());
      const step = h("div", { key }, nodes.map((node) => draw(node, props.parts ?? {})) as VNode[]);
      return h("div", { ref: root, ...attributes }, [step]);
    };
  }, { props: toProps([...names, "parts"]) as never }) as Drawn<Options>;
}

const STEPS: (keyof StepsOptions)[] = ["path", "query", "history", "leave"];

/** The sign-in, step by step, with the second factor. */
export const SignIn: Drawn<StepsOptions> = /* @__PURE__ */ view(
  (auth, options) => createSteps(auth, "signin", options),
  STEPS,
);

/** The sign-up, step by step. */
export const SignUp: Drawn<StepsOptions> = /* @__PURE__ */ view(
  (auth, options) => createSteps(auth, "signup", options),
  STEPS,
);

/** The account of the user, with all that can be changed; `path` begins elsewhere in it. */
export const Account: Drawn<StepsOptions> = /* @__PURE__ */ view(
  (auth, options) => createSteps(auth, "account", options),
  STEPS,
);

/** The menu of the user who is signed in. */
export const UserButton: Drawn<UserMenuOptions> = /* @__PURE__ */ view<UserMenuOptions>(
  createUserMenu,
  [
    "accountUrl",
    "leave",
  ],
);

/** The menu of the user's organizations. */
export const OrganizationSwitcher: Drawn<OrganizationMenuOptions> = /* @__PURE__ */ view<
  OrganizationMenuOptions
>(
  createOrganizationMenu,
  [
    "current",
    "urlOf",
  ],
);
