/**
 * Where the cursor is, and what the document is called, in every state of the pages for passwords
 * and addresses, and of the page that asks before a link signs in.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { addressPart } from "../../../pages/address/mod.ts";
import type { AddressProps, AddressView } from "../../../pages/address/step.ts";
import { renderPage, renderPart } from "../../../pages/mod.ts";
import { passwordPart } from "../../../pages/password/mod.ts";
import type { PasswordProps, PasswordView } from "../../../pages/password/step.ts";
import { TRANSLATIONS } from "../languages/_texts.ts";
import { parseHtml, select } from "./_html.ts";
import { props } from "./_props.ts";

const URLS = { formAction: "/form", callbackUrl: "/after" };
const WORDINGS = [{ language: "en" }, ...TRANSLATIONS];
const ADA = "ada@example.com";

const password = (view: PasswordView, error?: string) => (language = WORDINGS[0]!) => {
  const all: PasswordProps = { ...URLS, mailAction: "/mail", mailFields: {}, ...view, error };
  return renderPart(passwordPart, all, { ...props, wording: language });
};
const address = (view: AddressView, error?: string) => (language = WORDINGS[0]!) => {
  const all: AddressProps = { ...URLS, ...view, error };
  return renderPart(addressPart, all, { ...props, wording: language });
};

const set = { step: "set", email: ADA, minLength: 15, maxLength: 256 } as const;
const change = { ...set, step: "change" } as const;
const request = { step: "request", email: ADA, isProven: true } as const;
const contested = { due: "17 March 2030", proofUrl: undefined };

/** A state: its page, the field with the cursor, and those that a screen reader calls wrong. */
const STATES: readonly [
  name: string,
  render: (language?: typeof WORDINGS[number]) => { html: string; title: string },
  focus: string | undefined,
  invalid?: readonly string[],
][] = [
  ["password: ask", password({ step: "ask" }), "input-email"],
  ["password: set", password(set), "input-password"],
  ["password: set, refused", password(set, "common"), "input-password", ["input-password"]],
  ["password: change", password(change), "input-current"],
  [
    "password: change, wrong",
    password(change, "wrong-password"),
    "input-current",
    ["input-current"],
  ],
  ["password: change, refused", password(change, "common"), "input-password", ["input-password"]],
  ["password: done", password({ step: "done" }), undefined],
  ["address: request", address(request), "input-email"],
  ["address: request, refused", address(request, "taken"), "input-email", ["input-email"]],
  ["address: request, stale", address({ ...request, proofUrl: "/proof" }), undefined],
  // Two questions: whether to keep the new address, and which one to change to.
  ["address: request, contested", address({ ...request, contested }), undefined],
  ["address: code", address({ step: "code", email: ADA, isNew: true }), "input-code"],
  [
    "address: code, wrong",
    address({ step: "code", email: ADA, isNew: true }, "wrong-code"),
    "input-code",
    ["input-code"],
  ],
  ["address: done", address({ step: "done", email: ADA }), undefined],
  ["address: undo", address({ step: "undo", email: ADA, token: "token-1" }), undefined],
  ["address: kept", address({ step: "kept", email: ADA }), undefined],
  ["address: waiting", address({ step: "waiting", due: "17 March 2030" }), undefined],
  ["address: lost", address({ step: "lost", lifetime: 60, signInUrl: "/auth/signin" }), undefined],
  ["address: undone", address({ step: "undone", signInUrl: "/signin" }), undefined],
  [
    "confirm",
    (wording = WORDINGS[0]!) => renderPage("confirm", { ...props, email: ADA, wording }),
    undefined,
  ],
];

for (const [name, render, focus, invalid = []] of STATES) {
  Deno.test(`${name}: the cursor is in ${focus ?? "no field"}`, () => {
    const elements = parseHtml(render().html);
    const idsOf = (attribute: Record<string, string>) =>
      select(elements, "input", attribute).map(({ attributes }) => attributes.get("id"));
    assertEquals(idsOf({ autofocus: "" }), focus === undefined ? [] : [focus]);
    assertEquals(idsOf({ "aria-invalid": "true" }), [...invalid]);
  });
}

for (const wording of WORDINGS) {
  Deno.test(`titles: each purpose has one of its own, with the site (${wording.language})`, () => {
    const signin = renderPage("signin", { ...props, wording });
    const titles = STATES.filter(([name]) => !name.includes(","))
      .map(([, render]) => render(wording).title);
    assertEquals(new Set([signin.title, ...titles]).size, titles.length + 1, titles.join("\n"));
    for (const title of titles) assertEquals(title.endsWith(" – app.example"), true, title);
  });
}
