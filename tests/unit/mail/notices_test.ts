/**
 * Every email says what it is about, who did it where that is not the reader, and why the reader gets
 * it: without them nobody can tell an attack from an own act.
 *
 * An email that is new in `types/texts.ts` has no row here, and does not compile.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import { sendAccountNotice } from "../../../src/mail/account_notice.ts";
import { createAccountMail, type Mail } from "../../../src/mail/layout.ts";
import {
  type EmailName,
  EMAILS,
  LINK_EMAILS,
  LINKED,
  RECIPIENT,
  type SampleCaller,
} from "../../../src/tools/gallery/emails.ts";
import type { AccountMail } from "../../../src/types/factor.ts";

const SITE = "Acme";
const ORIGIN = "https://app.example";
const { organization, person } = LINKED;

/** Sentence about the account that has the address. */
const OWN = `because ${RECIPIENT} is the address of your account at ${SITE}.`;
/** The same, for a reader who may be a stranger. */
const ADDRESS = `because this address belongs or belonged to an account at ${SITE}.`;

/** What each email must say, in addition to `OWN` where it has no other reason. */
const MUST_SAY: Readonly<Record<EmailName, readonly string[]>> = {
  "mails.factorCode": ["Enter this code on Acme", "If you are not signing in now"],
  "mails.addressCode": ["to confirm this address", "If you did not ask for this"],
  "mails.addressTaken": ["add your address to another account", "If you did not ask for this"],
  "notices.account.account-linked": [LINKED.provider, OWN],
  "notices.account.account-unlinked": [LINKED.provider, OWN],
  "notices.account.app-allowed": [LINKED.app, "See your email address", "Read your projects", OWN],
  "notices.account.deleted": [ADDRESS],
  "notices.account.deletion-cancelled": [OWN],
  "notices.account.deletion-requested": ["March 18, 2030", OWN],
  "notices.account.exported": [OWN],
  "notices.account.key-created": [LINKED.key, "Read your projects", OWN],
  "notices.account.merged-away": ["ada@analytical-engine.example", ADDRESS],
  "notices.account.merged-into": ["ada.old@analytical-engine.example", OWN],
  "notices.account.new-device": ["Firefox on Linux", OWN],
  "notices.account.passkey-added": [LINKED.passkey, OWN],
  "notices.account.passkey-removed": ["without a name", OWN],
  "notices.account.passkey-renamed": [LINKED.passkey, OWN],
  "notices.account.renamed": [LINKED.name, OWN],
  "notices.account.sessions-ended": ["Firefox on Linux, Unknown browser", OWN],
  "notices.acting.began": ["Support", "March 18, 2030", OWN],
  "notices.acting.ended": ["Support", "March 18, 2030", OWN],
  "notices.address.changed": [ADDRESS],
  "notices.address.changed-for-good": [ADDRESS],
  "notices.address.changed-unproven": [ADDRESS],
  "notices.address.restored": [ADDRESS],
  "notices.address.removed": [ADDRESS],
  "notices.address.undo-requested": ["March 18, 2030", ADDRESS],
  "notices.address.undo-cancelled": [ADDRESS],
  "notices.connections.domain-lost": ["acme.example.org", organization, OWN],
  "notices.connections.secret-expires": [organization, "Days left: 7", OWN],
  "notices.connections.certificate-expires": [organization, "Days left: 7", OWN],
  "notices.connections.link-changed": [
    organization,
    "ada.lovelace@example.com",
    "Issuer: https://login.example, Client secret",
    OWN,
  ],
  "notices.connections.link-removed": [organization, "ada.lovelace@example.com", OWN],
  "notices.factors.added": [LINKED.factor, OWN],
  "notices.factors.removed": [LINKED.factor, OWN],
  "notices.factors.replaced": [LINKED.factor, OWN],
  "notices.factors.recovery-used": ["recovery code", OWN],
  "notices.factors.reset-requested": ["An administrator", OWN],
  "notices.factors.reset": ["An administrator", OWN],
  "notices.organizations.added": [organization, `Done by: ${person}`, OWN],
  "notices.organizations.deleted": [organization, `Done by: ${person}`, OWN],
  "notices.organizations.invitation": [
    `${person} invited you to join ${organization}`,
    "March 18, 2030",
    `because ${person} entered this address at ${SITE}.`,
  ],
  "notices.organizations.ownership-moved": [organization, `Done by: ${person}`, OWN],
  "notices.organizations.removed": [organization, `Done by: ${person}`, OWN],
  "notices.organizations.role-changed": [organization, `Done by: ${person}`, OWN],
  "notices.passwords.set": ["A password was set", OWN],
  "notices.passwords.changed": ["Your password was changed", OWN],
  "notices.passwords.removed": ["Your password was removed", OWN],
};

const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** An app that keeps its emails, and a request to it. */
function createCaller(): { caller: SampleCaller; sent: AccountMail[] } {
  const sent: AccountMail[] = [];
  const config = resolveConfig({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    theme: { name: SITE },
    account: AccountPage(),
    session: { strategy: "jwt", revocation: {} },
    sendMail: (mail) => void sent.push(mail),
  });
  const request = new Request(ORIGIN, { headers: { "user-agent": AGENT } });
  return {
    caller: { config, request: { origin: ORIGIN, request } } as SampleCaller,
    sent,
  };
}

Deno.test("notices: every email names its object, who acted, and why the reader gets it", async () => {
  for (const [name, parts] of Object.entries(MUST_SAY)) {
    const { caller, sent } = createCaller();
    await EMAILS[name as EmailName](caller);
    assertEquals(sent.length, 1, name);
    const text = sent[0]!.text.replaceAll(/\s+/g, " ");
    for (const part of parts) assertStringIncludes(text, part, name);
  }
});

/** What the list of an inbox shows below the subject line; it is hidden in the email. */
function preheaderOf(html: string): string {
  const [, hidden = ""] = /<body[^>]*>\n<div style="display:none[^>]*>(.*?)<\/div>\n/.exec(html) ??
    [];
  // What fills the rest of the line.
  assert(hidden.endsWith("&#847;&zwnj;&nbsp;"), html);
  return hidden.replaceAll(/&#847;&zwnj;&nbsp;/g, "").replaceAll("&#8288;", "");
}

Deno.test("notices: every email has a preheader that says more than its title, and no secret", async () => {
  const made: [string, Mail][] = [];
  for (const name of Object.keys(EMAILS) as EmailName[]) {
    const { caller, sent } = createCaller();
    await EMAILS[name](caller);
    made.push([name, createAccountMail(sent[0]!)]);
  }
  for (const [name, make] of Object.entries(LINK_EMAILS)) {
    made.push([name, make(createCaller().caller)]);
  }
  for (const [name, { subject, html }] of made) {
    const preheader = preheaderOf(html);
    const [, heading] = /<h1[^>]*>(.*?)<\/h1>/.exec(html)!;
    assert(preheader.length > 15, `${name}: ${preheader}`);
    for (const other of [subject, heading!.replaceAll("&#8288;", "")]) {
      assert(!preheader.includes(other), `${name}: ${preheader}`);
    }
    assertEquals(/:\/\/|12345678|1234 5678|hY0lzm3k|7hd0bPq2/.test(preheader), false, preheader);
  }
});

Deno.test("notices: facts are lines of the text, and a table of two columns", async () => {
  const { caller, sent } = createCaller();
  await EMAILS["notices.account.key-created"](caller);
  const [mail] = sent as [AccountMail];
  const facts = mail.facts!.map(({ name, value }) => [name, value]);
  assertEquals(facts.map(([name]) => name), ["API key", "Device", "Time"]);
  const list = facts.map(([name, value]) => `${name}: ${value}`).join("\n");
  assertStringIncludes(mail.text, `\n\n${list}\n\n`);
  const { html } = createAccountMail(mail);
  const rows = [...html.matchAll(/<tr><th scope="row"[^>]*>(.*?)<\/th><td[^>]*>(.*?)<\/td><\/tr>/g)]
    .map(([, name, value]) => [name, value!.replaceAll("&#8288;", "")]);
  assertEquals(rows, facts);
  // A text of the app without the list keeps what it says.
  assertEquals(createAccountMail({ ...mail, text: "Own text" }).html.includes("<th"), false);
});

Deno.test("notices: an email with a link says that the address was entered", () => {
  const { caller } = createCaller();
  for (const [name, make] of Object.entries(LINK_EMAILS)) {
    const text = make(caller).text.replaceAll(/\s+/g, " ");
    assertStringIncludes(text, `because this address was entered at ${SITE}.`, name);
  }
});

Deno.test("notices: a call of the app says that the site did it", async () => {
  const { caller: { config }, sent } = createCaller();
  await sendAccountNotice({ config, site: ORIGIN }, RECIPIENT, "renamed", { name: "Ada" });
  assertStringIncludes(sent[0]!.text, `\n\nName: Ada\nDone by: ${SITE}\nTime: `);
});

Deno.test("notices: of many devices, five are named, and the others counted", async () => {
  const { caller, sent } = createCaller();
  await sendAccountNotice(caller, RECIPIENT, "sessions-ended", {
    devices: Array.from({ length: 100 }, () => AGENT),
  });
  const line = sent[0]!.text.split("\n").find((line) => line.startsWith("Signed out: "));
  assert(line!.endsWith("Firefox on Linux, +95"), line);
  assertEquals(line!.split(", ").length, 6);
});
