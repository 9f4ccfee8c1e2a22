/**
 * Asks people to look into their mail, and takes the code in it.
 *
 * @module
 */

import { h, type Html } from "./html.ts";
import { hiddenFields, logo, siteLink } from "./layout.ts";
import { fill, type Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** The page that follows a request for a link. */
export function verifyRequestPage(props: PageProps, messages: Messages): Html {
  const { theme, signinUrl, email, formAction } = props;
  const { heading, text, textWithCode, resend } = messages.verify;
  return h(
    "main",
    { class: "verify-request" },
    h(
      "div",
      { class: "card" },
      logo(theme),
      h("h1", {}, heading),
      h("p", { class: "subtitle" }, email ? fill(textWithCode, { email }) : text),
      formAction !== undefined && codeForm(props, messages),
      formAction && signinUrl && h("a", { class: "site", href: signinUrl }, resend),
      siteLink(props, messages),
    ),
  );
}

function codeForm(props: PageProps, { verify }: Messages): Html {
  const { formAction, error, csrfToken, fields, triesLeft = 0 } = props;
  const isWrong = error === "InvalidCode";
  const wrong = triesLeft === 1 ? verify.wrongLast : verify.wrong;
  return h(
    "form",
    { action: formAction, method: "POST" },
    hiddenFields({ csrfToken, ...fields }),
    isWrong && h(
      "div",
      { class: "error", id: "code-error", role: "alert" },
      h("p", {}, fill(wrong, { count: String(triesLeft) })),
    ),
    h(
      "div",
      { class: "field" },
      h("label", { class: "section-header", for: "input-code" }, verify.code),
      h("input", {
        id: "input-code",
        class: "code",
        name: "code",
        type: "text",
        inputmode: "numeric",
        autocomplete: "one-time-code",
        maxlength: 16,
        required: true,
        "aria-invalid": isWrong ? "true" : undefined,
        "aria-describedby": isWrong ? "code-error" : undefined,
      }),
    ),
    h("button", { id: "submitButton", class: "submit", type: "submit" }, verify.submit),
  );
}
