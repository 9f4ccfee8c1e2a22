/**
 * The app of the components in React: what the server renders, and what the browser hydrates.
 *
 * @module
 */

// @ts-types="@types/react"
import { createElement as h, type ReactElement, type ReactNode, useEffect, useState } from "react";
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
} from "../../../src/client/react.ts";
import { can, followTeam, LINKS, type PageData, PARTS } from "./_page.ts";

function Greeting() {
  return h("p", { id: "greeting" }, `Hello ${useUser()?.email ?? "stranger"}`);
}

const Marked = (props: Record<string, unknown>) => h("button", { ...props, "data-own": "yes" });

const Formed = ({ children, ...props }: { children?: ReactNode }) =>
  h("form", props, children, h("small", { "data-own": "form" }, "Own"));

const Grouped = (props: Record<string, unknown>) => h("div", { ...props, "data-own": "group" });

/** The page. */
export function App({ path, session, ...data }: PageData): ReactElement {
  const [current, setCurrent] = useState(data.current);
  useEffect(() => followTeam(setCurrent), []);
  return h(
    AuthProvider,
    { session, can },
    h(
      "header",
      null,
      h(Greeting),
      h(Protect, { permission: "page:write" }, h("p", { id: "editor" }, "You can edit")),
      h(
        SignedIn,
        null,
        h(UserButton, { accountUrl: "/account", parts: { form: Formed, group: Grouped } }),
        h(OrganizationSwitcher, { current, urlOf: ({ slug }) => `/teams/${slug}` }),
      ),
    ),
    h(
      "main",
      null,
      ...LINKS.map(({ href, text }) => h("a", { key: href, href }, text)),
      path.startsWith("/teams/")
        ? h("h1", null, "Team")
        : path === "/account"
        ? h(SignedIn, null, h(Account))
        : h(SignedOut, null, path === "/signup" ? h(SignUp) : h(SignIn, { parts: PARTS(Marked) })),
    ),
  );
}
