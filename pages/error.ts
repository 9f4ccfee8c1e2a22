/**
 * Says what went wrong, as far as a browser may know, and what to do next.
 *
 * @module
 */

import { h, type Html } from "./html.ts";
import { logo, siteLink } from "./layout.ts";
import type { Messages } from "./messages.ts";
import type { PageProps } from "./props.ts";

/** Statuses by `error`; any other page is an ordinary one. */
const STATUSES: Readonly<Record<string, number>> = {
  Configuration: 500,
  InvalidCheck: 400,
  AccessDenied: 403,
  Verification: 403,
  WebAuthnVerificationError: 403,
};

/** What the query stands for: a `code` that has a text of its own says more. */
function keyOf({ error, code }: PageProps): string {
  if (error === "Configuration" && code === "InvalidCheck") return code;
  return error !== undefined && Object.hasOwn(STATUSES, error) ? error : "default";
}

/** Status of the answer that carries the page. */
export function errorStatus(props: PageProps): number {
  return STATUSES[keyOf(props)] ?? 200;
}

/** The error page. */
export function errorPage(props: PageProps, messages: Messages): Html {
  const { theme, signinUrl } = props;
  const { heading, text, again } = messages.errors[keyOf(props)]!;
  return h(
    "main",
    { class: "error" },
    h(
      "div",
      { class: "card" },
      logo(theme),
      h("h1", {}, heading),
      h("div", { class: "message" }, h("p", {}, text)),
      again && signinUrl && h("a", { class: "submit", href: signinUrl }, messages.again),
      siteLink(props, messages),
    ),
  );
}
