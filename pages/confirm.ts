/**
 * Asks before a link signs in a browser that did not ask for it.
 *
 * @module
 */

import { h, type Html } from "./html.ts";
import { hiddenFields, hostOf, logo } from "./layout.ts";
import { fill, type Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** The page with one button. */
export function confirmPage(props: PageProps, { confirm }: Messages): Html {
  const { theme, email, formAction, csrfToken, fields } = props;
  const { heading, text, textWithoutEmail, hint, submit } = confirm;
  const host = hostOf(props);
  const sentence = email ? fill(text, { host, email }) : fill(textWithoutEmail, { host });
  return h(
    "main",
    { class: "confirm" },
    h(
      "div",
      { class: "card" },
      logo(theme),
      h("h1", {}, heading),
      h("p", { class: "subtitle" }, sentence),
      h(
        "form",
        { action: formAction, method: "POST" },
        hiddenFields({ csrfToken, ...fields }),
        h("button", { id: "submitButton", class: "submit", type: "submit" }, submit),
      ),
      h("p", { class: "hint" }, hint),
    ),
  );
}
