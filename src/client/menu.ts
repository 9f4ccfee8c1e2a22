/**
 * The menus of a page: the user who is signed in, and the organizations of the user. They ask the
 * service for nothing before they are opened, and have their words from it.
 *
 * @module
 */

import type { StepElement, StepNode } from "../../pages/parts_step.ts";
import type { PageTexts } from "../types/texts.ts";
import type { AuthState } from "./auth_state.ts";
import { behave } from "./behavior.ts";
import { createFlow, type Flow, type FlowState, type WithTexts } from "./flow.ts";
import { createPersonFlow } from "./person_flow.ts";
import type { SessionState } from "./session_store.ts";
import type { Drawing, View } from "./view.ts";

/** Options of the menu of the user. */
export interface UserMenuOptions {
  /** URL of the account page, such as `/auth/account`. Default: the menu has no link to it. */
  accountUrl?: string | undefined;
  /** Goes to a URL after the sign-out. Default: the browser loads it. */
  leave?: ((url: string) => void) | undefined;
}

/** An organization, as a menu names it. */
export interface MenuOrganization {
  /** Name. */
  name: string;
  /** Name in URLs. */
  slug: string;
  /** URL of the logo. Default: its place has the first letter of the name. */
  logo?: string | undefined;
}

/** Options of the menu of organizations. */
export interface OrganizationMenuOptions {
  /**
   * The organization of this page; it is the name of the menu. It can change while the menu is shown: a
   * getter in Svelte and Solid, a prop elsewhere. Default: the menu has a general name.
   */
  current?: MenuOrganization | null | undefined;
  /** Makes the URL of an organization. Default: its built-in page. */
  urlOf?: ((organization: MenuOrganization) => string) | undefined;
}

type State = WithTexts<FlowState>;
type Step<Name extends State["step"]> = State & { step: Name };
type SignOut = {
  texts: PageTexts;
  formAction?: string | undefined;
  error?: string | undefined;
};

/** Makes the menu of the user: the account, and the way out. */
export function createUserMenu(
  auth: AuthState,
  { accountUrl, leave }: UserMenuOptions = {},
): View {
  const draw = ({ data }: SessionState, state: State | undefined): StepNode[] => {
    if (!data) return [];
    const name = data.user?.name ?? data.user?.email ?? "";
    const initial = makeEmblem({ name });
    const label = element("text", "span", { class: "auth-name" }, [name]);
    return [menu([initial, label], state?.step === "signout" ? listOf(state) : [])];
  };
  const listOf = ({ texts, formAction, error }: SignOut): StepNode[] => [
    ...accountUrl === undefined ? [] : [
      element("link", "a", { class: "auth-entry", href: accountUrl }, [texts.menu.account]),
    ],
    ...formAction === undefined ? [] : [
      element("form", "form", { action: formAction, method: "POST" }, [
        ...error === undefined ? [] : [
          element("error", "div", { class: "auth-error", role: "alert" }, [
            element("text", "p", {}, [findSentence(error, texts)]),
          ]),
        ],
        element("button", "button", { class: "auth-entry", type: "submit" }, [
          texts.signOut.submit,
        ]),
      ]),
    ],
  ];
  return createMenu(auth, { path: "signout", draw, leave, isOpen: () => false });
}

/** The sentence about a sign-out that failed: the person is still signed in. */
function findSentence(
  error: string,
  { unreachable, signInErrors, passkey: { errors } }: PageTexts,
): string {
  if (error === "Unreachable") return unreachable;
  return error === "MissingCSRF" ? signInErrors.MissingCSRF : errors.failed;
}

/** Makes the menu of organizations. */
export function createOrganizationMenu(
  auth: AuthState,
  /** Read at each drawing: a page of another organization can take the place of this one. */
  options: OrganizationMenuOptions = {},
): View {
  const draw = ({ data }: SessionState, state: State | undefined): StepNode[] => {
    const { current } = options;
    const list = state?.step === "organizations:list" ? state : undefined;
    const name = current?.name ?? list?.texts.others;
    if (!data || name === undefined) return [];
    const label = element("text", "span", { class: "auth-name" }, [name]);
    const summary = current ? [makeEmblem(current), label] : [label];
    return [menu(summary, list ? listOf(list) : [])];
  };
  const listOf = (
    { organizations, texts, formAction }: Step<"organizations:list">,
  ): StepNode[] => [
    element(
      "list",
      "ul",
      { "aria-label": texts.title },
      organizations.map(({ name, slug, logo, url }) => {
        const attributes = {
          class: "auth-entry",
          href: options.urlOf?.({ name, slug, logo }) ?? url,
          ...slug === options.current?.slug ? { "aria-current": "true" } : {},
        };
        const label = element("text", "span", {}, [name]);
        const content = [makeEmblem({ name, logo }), label];
        return element("item", "li", {}, [element("link", "a", attributes, content)]);
      }),
    ),
    element("link", "a", { class: "auth-entry", href: formAction }, [texts.title]),
  ];
  // Who has left stays on this page; the menu is empty then.
  const leave = () => {};
  return createMenu(auth, {
    path: "organizations",
    steps: ["organizations"],
    draw,
    leave,
    isOpen: () => !options.current,
    readFacts: () => {
      const { name, slug, logo } = options.current ?? {};
      return [name, slug, logo];
    },
  });
}

interface MenuOptions {
  path: string;
  steps?: readonly string[] | undefined;
  draw: (session: SessionState, state: State | undefined) => StepNode[];
  leave: ((url: string) => void) | undefined;
  /** `true` asks the service at once, for the name of the menu. */
  isOpen: () => boolean;
  /** What else is drawn. Default: nothing. */
  readFacts?: (() => readonly unknown[]) | undefined;
}

function createMenu(auth: AuthState, options: MenuOptions): View {
  const { session, basePath } = auth;
  const { draw, isOpen, readFacts = () => [], ...walk } = options;
  const flow = createPersonFlow<State>(auth, () => {
    const query = `${new URLSearchParams({ callbackUrl: location.href })}`;
    return createFlow({ basePath, ...walk, query, texts: true });
  });
  let last: { of: readonly unknown[]; drawing: Drawing } | undefined;
  let begin = () => {};

  function get(): Drawing {
    const of = [session.get(), flow.get(), flow.count(), ...readFacts()] as const;
    // The name of the menu was an option until now.
    if (last && isOpen() && !of[1]) queueMicrotask(() => begin());
    if (last && of.every((one, index) => one === last!.of[index])) return last.drawing;
    const isBusy = of[1]?.isBusy ?? false;
    const attributes = {
      "class": "auth auth-inline",
      "data-part": "root",
      ...isBusy ? { "aria-busy": "true" } : {},
    };
    // The menu of another person is closed.
    last = { of, drawing: { key: of[2], attributes, nodes: draw(of[0], of[1]) } };
    return last.drawing;
  }

  return {
    get,
    subscribe: flow.subscribe,
    attach(root) {
      const ends = new AbortController();
      const { signal } = ends;
      const attach = (own: Flow<State>) => behave(root, own, { basePath, followsLinks: false });
      begin = () => flow.begin({ attach });
      // Also once the session is known, and for each further person.
      const follow = () => isOpen() ? begin() : flow.forget();
      const close = () => root.querySelector("details")?.removeAttribute("open");
      const onToggle = ({ target }: Event) => {
        if ((target as HTMLDetailsElement).open) flow.begin({ attach, isAsked: true });
      };
      root.addEventListener("toggle", onToggle, { signal, capture: true });
      root.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        close();
        root.querySelector("summary")?.focus();
      }, { signal });
      document.addEventListener("click", ({ target }) => {
        if (!root.contains(target as Node)) close();
      }, { signal });
      // A person can open the menu that the server has drawn before its script is there.
      const wasOpened = root.querySelector("details[open]") !== null;
      if (wasOpened || isOpen()) begin();
      const stop = session.subscribe(follow);
      return () => {
        ends.abort();
        begin = () => {};
        stop();
        flow.stop();
      };
    },
  };
}

/** A logo, or the first letter of a name. The name stands beside it. */
function makeEmblem({ name, logo }: Pick<MenuOrganization, "name" | "logo">): StepElement {
  if (logo) return element("picture", "img", { class: "auth-initial", src: logo, alt: "" }, []);
  return element("group", "span", { class: "auth-initial", "aria-hidden": "true" }, [
    [...name.trim()][0]?.toUpperCase() ?? "",
  ]);
}

function menu(summary: readonly StepNode[], list: readonly StepNode[]): StepElement {
  return element("menu", "details", { class: "auth-menu" }, [
    element("summary", "summary", {}, summary),
    element("group", "div", { class: "auth-entries" }, list),
  ]);
}

function element(
  part: string,
  tag: string,
  attributes: StepElement["attributes"],
  children: readonly StepNode[],
): StepElement {
  return { part, tag, attributes, children };
}
