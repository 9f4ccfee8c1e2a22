/**
 * The app of the components in React: what the server renders, and what the browser hydrates.
 *
 * @module
 */

// @ts-types="@types/react"
import { createElement as h, type ReactElement } from "react";
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
import { can, LINKS, type PageData, PARTS } from "./_page.ts";

function Greeting() {
  return h("p", { id: "greeting" }, `Hello ${useUser()?.email ?? "stranger"}`);
}

const Marked = (props: Record<string, unknown>) => h("button", { ...props, "data-own": "yes" });

/** The page. */
export function App({ path, session, current }: PageData): ReactElement {
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
        h(UserButton, { accountUrl: "/account" }),
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
