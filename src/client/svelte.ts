/**
 * Stores and snippets for Svelte 5: the session, and the steps of a sign-in and of an account in the
 * app's own pages. A component is a function that makes a snippet, so nothing has to be compiled:
 *
 * ```svelte ignore
 * <script>
 *   import { setAuth, SignIn, UserButton, useUser } from "@x/auth/svelte";
 *
 *   let { data } = $props();
 *   setAuth({ session: data.session });
 *   const user = useUser();
 *   const signIn = SignIn();
 *   const userButton = UserButton({ accountUrl: "/account" });
 * </script>
 *
 * {#if $user}{@render userButton()}{:else}{@render signIn()}{/if}
 * ```
 *
 * Nothing is decided here. A component draws what the server's step says, and a part of a page that
 * is hidden protects nothing: ask for the session on the server.
 *
 * @example
 * ```ts
 * import { createAuth, useUser } from "@x/auth/svelte";
 * import { get } from "svelte/store";
 * import { assertEquals } from "@std/assert";
 *
 * const session = { user: { name: "Ada" }, expires: "2099-01-01T00:00:00.000Z" };
 * assertEquals(get(useUser(createAuth({ session })))?.name, "Ada");
 * ```
 *
 * @module
 */

import {
  type Component,
  createRawSnippet,
  getContext,
  mount,
  onMount,
  setContext,
  type Snippet,
  unmount,
} from "svelte";
import { type Readable, toStore } from "svelte/store";
import {
  type AuthState,
  type AuthStateOptions,
  createAuthState,
  createDefaultState,
  type Demand,
  isShown,
  userOf,
} from "./auth_state.ts";
import { drawInto, type Mount, toHtml } from "./draw_dom.ts";
import type { Flow, FlowOptions, StateFor } from "./flow.ts";
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
// deno-lint-ignore no-explicit-any -- each component has its own props
export type Parts = Readonly<Record<string, Component<any>>>;

/** Options of all components that draw elements. */
export interface PartsOptions {
  /** Components of the app by the part that they replace. Default: plain elements. */
  parts?: Parts | undefined;
}

const defaultState = createDefaultState();
const KEY = Symbol("auth");

/** Makes what all components share, for an app that passes it itself. */
export function createAuth(options?: AuthStateOptions): AuthState {
  return createAuthState(options);
}

/**
 * Gives the components inside this one the session that the server read, and keeps it up to date.
 * Call it while a component is made.
 */
export function setAuth(options?: AuthStateOptions): AuthState {
  const state = setContext(KEY, createAuthState(options));
  onMount(() => state.start());
  return state;
}

function useAuth(): AuthState {
  const given = getContext<AuthState | undefined>(KEY);
  if (given) return given;
  const state = defaultState();
  onMount(() => state.start());
  return state;
}

function toReadable<State, Shown = State>(
  { subscribe, get }: { subscribe(listener: () => void): () => void; get(): State },
  pick: (state: State) => Shown = (state) => state as unknown as Shown,
): Readable<Shown> {
  return {
    subscribe(run) {
      run(pick(get()));
      return subscribe(() => run(pick(get())));
    },
  };
}

/** The session of this tab, as a store. */
export function useSession(auth: AuthState = useAuth()): Readable<SessionState> & {
  /** Sends `data`, if any, reads the session again, and notifies the other tabs. */
  update: SessionStore["update"];
} {
  return { ...toReadable(auth.session), update: auth.session.update };
}

/** The user who is signed in; `null` without one, and before the session was read. */
export function useUser(auth: AuthState = useAuth()): Readable<User | null> {
  return toReadable(auth.session, userOf);
}

/** A flow for this component, which is a store of its state, for an app that draws the steps itself. */
export function useFlow<const Options extends FlowOptions = FlowOptions>(
  path: FlowPath,
  options?: Options,
  auth: AuthState = useAuth(),
): Flow<StateFor<Options>> {
  return createStepFlow(auth, path, options);
}

/** The organizations of the user, as a store. */
export function useOrganizations(
  auth: AuthState = useAuth(),
): Readable<OrganizationsState> & Pick<OrganizationsStore, "refresh"> {
  const store = createOrganizations(auth);
  return { ...toReadable(store), refresh: store.refresh };
}

/** Signs in with a passkey, or adds one; `provider` is its id, `passkey` by default. */
export function usePasskey(
  provider?: string,
  auth: AuthState = useAuth(),
): Readable<PasskeyState> & Pick<PasskeyStore, "isSupported" | "signIn" | "add"> {
  const store = createPasskey(auth, provider);
  return { ...store, ...toReadable(store) };
}

function show(demand: Demand, auth: AuthState): Readable<boolean> {
  return toReadable(auth.session, (state) => isShown(state, demand, auth));
}

/** `true` for a user who is signed in, for `{#if $signedIn}`. It protects nothing. */
export function useSignedIn(auth: AuthState = useAuth()): Readable<boolean> {
  return show({ signed: "in" }, auth);
}

/** `true` for a visitor who is not signed in; `false` while the session is read. */
export function useSignedOut(auth: AuthState = useAuth()): Readable<boolean> {
  return show({ signed: "out" }, auth);
}

/**
 * `true` for a user with a permission, which `can` of {@linkcode setAuth} decides. It protects
 * nothing: the server asks for the permission too.
 */
export function usePermission(permission: string, auth: AuthState = useAuth()): Readable<boolean> {
  return show({ signed: "in", permission }, auth);
}

function toMount(component: Component): Mount {
  return (before, { part, attributes }, inner) => {
    const children = createRawSnippet(() => ({
      render: () => '<span class="auth-contents"></span>',
      setup: (place) => place.append(inner),
    }));
    const props = { "data-part": part, ...attributes, children };
    const target = before.parentNode as Element;
    const mounted = mount(component, { target, anchor: before, props });
    return () => void unmount(mounted);
  };
}

function view(view: View, parts: Parts = {}): Snippet {
  return createRawSnippet(() => ({
    render: () => toHtml(view.get()),
    setup(root) {
      const element = root as HTMLElement;
      // Not while the page is hydrated: components of the app are not in what the server has drawn.
      onMount(() => {
        const stops = [
          drawInto(element, view, (part) => parts[part] && toMount(parts[part])),
          view.attach(element),
        ];
        return () => stops.forEach((stop) => stop());
      });
    },
  }));
}

/**
 * The elements of the steps of a sign-in, or of an account, as a store, for an app that draws them
 * itself: `<div {@attach steps.attach} {...$steps.attributes}>{#key $steps.key}<div>…</div>{/key}</div>`.
 * Forms, links and passkeys in them work.
 *
 * @since 0.3.0
 */
export function useSteps(
  path: FlowPath,
  options?: StepsOptions,
  auth: AuthState = useAuth(),
): Readable<Drawing> & {
  /** Adds the behavior to the element around the drawing; returns a function that stops it. */
  attach(root: HTMLElement): () => void;
} {
  const view = createSteps(auth, path, options);
  return { ...toReadable(view), attach: view.attach };
}

/** The sign-in, step by step, with the second factor. */
export function SignIn({ parts, ...options }: StepsOptions & PartsOptions = {}): Snippet {
  return view(createSteps(useAuth(), "signin", options), parts);
}

/** The sign-up, step by step. */
export function SignUp({ parts, ...options }: StepsOptions & PartsOptions = {}): Snippet {
  return view(createSteps(useAuth(), "signup", options), parts);
}

/** The account of the user, with all that can be changed; `path` begins elsewhere in it. */
export function Account({ parts, ...options }: StepsOptions & PartsOptions = {}): Snippet {
  return view(createSteps(useAuth(), "account", options), parts);
}

/** The menu of the user who is signed in. */
export function UserButton({ parts, ...options }: UserMenuOptions & PartsOptions = {}): Snippet {
  return view(createUserMenu(useAuth(), options), parts);
}

/** The menu of the user's organizations. */
export function OrganizationSwitcher(
  options: OrganizationMenuOptions & PartsOptions = {},
): Snippet {
  const menu = createOrganizationMenu(useAuth(), options);
  // A getter such as `get current() { return data.organization; }` draws again when it changes.
  const changes = toStore(() => {
    const { name, slug, logo } = options.current ?? {};
    return [name, slug, logo];
  });
  return view({
    ...menu,
    subscribe(listener) {
      const stops = [menu.subscribe(listener), changes.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
  }, options.parts);
}
