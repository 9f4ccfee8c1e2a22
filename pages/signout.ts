/**
 * Asks before signing out.
 *
 * @module
 */

import { h, type Html } from "./html.ts";
import { formFields, hostOf, logo } from "./layout.ts";
import { fill, type Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** The sign-out page. */
export function signoutPage(props: PageProps, { signOut }: Messages): Html {
  return h(
    "main",
    { class: "signout" },
    h(
      "div",
      { class: "card" },
      logo(props.theme),
      h("h1", {}, signOut.heading),
      h("p", { class: "subtitle" }, fill(signOut.question, { host: hostOf(props) })),
      h(
        "form",
        { action: props.formAction, method: "POST" },
        formFields(props),
        h("button", { id: "submitButton", class: "submit", type: "submit" }, signOut.submit),
      ),
    ),
  );
}
