/**
 * The app of the components in Solid: what the server renders, and what the browser hydrates.
 *
 * @module
 */

import { createComponent, createSignal, type JSX, mergeProps, onCleanup, onMount } from "solid-js";
import { Dynamic } from "solid-js/web";
import {
  Account,
  AuthProvider,
  OrganizationSwitcher,
  Protect,
  SignedIn,
  SignedOut,
  SignIn,
  SignUp,
  UserButton,
  useUser,
} from "../../../src/client/solid.ts";
import { can, followTeam, LINKS, type PageData, PARTS } from "./_page.ts";

/** An element, as the compiler of Solid makes it for an app. */
function element(tag: string, attributes: object, children?: () => unknown): JSX.Element {
  return createComponent(
    Dynamic,
    mergeProps({ component: tag }, attributes, {
      get children() {
        return children?.();
      },
    }) as never,
  );
}

function inside<Props>(
  component: (props: Props) => JSX.Element,
  props: object,
  children: () => unknown,
) {
  return createComponent(
    component,
    mergeProps(props, {
      get children() {
        return children();
      },
    }) as never,
  );
}

const Marked = (props: Record<string, unknown>) =>
  element("button", mergeProps(props, { "data-own": "yes" }), () => props.children);

const Formed = (props: Record<string, unknown>) =>
  element(
    "form",
    props,
    () => [props.children, element("small", { "data-own": "form" }, () => "Own")],
  );

const Grouped = (props: Record<string, unknown>) =>
  element("div", mergeProps(props, { "data-own": "group" }), () => props.children);

function Greeting() {
  const user = useUser();
  return element("p", { id: "greeting" }, () => () => `Hello ${user()?.email ?? "stranger"}`);
}

/** The page. */
export function App({ path, session, ...data }: PageData): JSX.Element {
  const [current, setCurrent] = createSignal(data.current);
  onMount(() => onCleanup(followTeam((next) => setCurrent(next))));
  const main = () => {
    if (path.startsWith("/teams/")) return element("h1", {}, () => "Team");
    if (path === "/account") return inside(SignedIn, {}, () => createComponent(Account, {}));
    return inside(
      SignedOut,
      {},
      () =>
        path === "/signup"
          ? createComponent(SignUp, {})
          : createComponent(SignIn, { parts: PARTS(Marked) }),
    );
  };
  return inside(AuthProvider, { session, can }, () => [
    element("header", {}, () => [
      createComponent(Greeting, {}),
      inside(
        Protect,
        { permission: "page:write" },
        () => element("p", { id: "editor" }, () => "You can edit"),
      ),
      inside(SignedIn, {}, () => [
        createComponent(UserButton, {
          accountUrl: "/account",
          parts: { form: Formed, group: Grouped },
        }),
        createComponent(OrganizationSwitcher, {
          get current() {
            return current();
          },
          urlOf: ({ slug }) => `/teams/${slug}`,
        }),
      ]),
    ]),
    element("main", {}, () => [
      ...LINKS.map(({ href, text }) => element("a", { href }, () => text)),
      main(),
    ]),
  ]);
}
