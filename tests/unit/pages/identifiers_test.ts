/**
 * No page and no email shows an identifier: roles, permissions and methods are words. Every state of
 * the gallery and every email is read, in English and in German.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { groupScopes, readableId, scopeInWords } from "../../../pages/permissions.ts";
import { roleInWords } from "../../../pages/organizations/roles.ts";
import type { RenderedPage } from "../../../pages/mod.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { defineAccess } from "../../../src/capabilities/organizations/mod.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import { de } from "../../../src/languages/de.ts";
import { EMAILS, LINK_EMAILS, type SampleCaller } from "../../../src/tools/gallery/emails.ts";
import { ORIGIN, PAGES } from "../../../src/tools/gallery/pages.ts";

/** `member:invite`; a URL and a time are none. */
const IDENTIFIER = /[A-Za-z][\w-]*:[A-Za-z][\w-]*/;

/** A role or method that is shown as it is stored, on a line or in a cell of its own, or after a colon. */
const STORED = /(^|[:,] )(owner|admin|member|guest|billing|fed|hwk|mfa|otp|pwd|swk)([.,]|$)/m;

/** What people read of a page: each text and label on a line; code is code. */
function readable(html: string): string {
  const labels = [...html.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)];
  const text = html.replaceAll(/<(style|script|code|svg)\b[^]*?<\/\1>/g, "")
    .replaceAll(/<[^>]*>/g, "\n");
  return [...labels.map(([, label]) => label), text].join("\n").replaceAll(/\n\s+/g, "\n");
}

function assertWords(what: string, text: string): void {
  const [found] = IDENTIFIER.exec(text) ?? STORED.exec(text) ?? [];
  assertEquals(found, undefined, what);
}

for (const translation of [undefined, de]) {
  const { language, texts } = translation ?? { language: "en", texts: undefined };
  const wording = { language, texts };

  Deno.test(`identifiers: none is on a page (${language})`, () => {
    let count = 0;
    for (const [name, show] of Object.values(PAGES).flatMap((states) => Object.entries(states))) {
      const frame = {
        nonce: "n",
        theme: { name: "Acme" },
        siteUrl: ORIGIN,
        signinUrl: `${ORIGIN}/auth/signin`,
        wording,
      };
      const page: RenderedPage | undefined = show(frame, "");
      assertWords(name, readable(page!.html));
      count++;
    }
    assert(count > 100, "every state is read");
  });

  Deno.test(`identifiers: none is in an email (${language})`, async () => {
    const sent: string[] = [];
    const config = resolveConfig({
      providers: [],
      secret: "a-secret-of-at-least-32-characters",
      theme: { name: "Acme" },
      account: AccountPage(),
      session: { strategy: "jwt", revocation: {} },
      languages: translation ? [translation] : [],
      language,
      sendMail: ({ subject, text }) => void sent.push(`${subject}\n${text}`),
    });
    const caller = {
      config,
      request: { origin: ORIGIN, request: new Request(ORIGIN) },
    } as SampleCaller;
    for (const [name, send] of Object.entries(EMAILS)) {
      await send(caller);
      assertWords(name, sent.at(-1)!);
    }
    for (const [name, make] of Object.entries(LINK_EMAILS)) {
      const { subject, text } = make(caller);
      assertWords(name, `${subject}\n${text}`);
    }
  });
}

Deno.test("identifiers: every permission of organizations has words in every language", () => {
  const { permissions } = defineAccess({ permissions: {}, roles: {} });
  for (const wording of [{ language: "en" }, { language: "de", texts: de.texts }]) {
    for (const permission of permissions) {
      assert(!scopeInWords(wording, permission).includes(":"), permission);
    }
  }
});

Deno.test("scopeInWords() and roleInWords() have the words of the app, else of the library, else the name as words", () => {
  const texts = {
    scopes: { "project:read": "Lire vos projets", "member:invite": "Inviter" },
    roles: { billing: { name: "Facturation", text: "Paie." }, admin: { name: "Chef" } },
  };
  const own = { language: "fr", texts };
  assertEquals(scopeInWords(own, "project:read"), "Lire vos projets");
  assertEquals(scopeInWords(own, "member:invite"), "Inviter");
  assertEquals(scopeInWords(own, "member:role"), "Change roles of members");
  assertEquals(scopeInWords(own, "toString"), "ToString");
  assertEquals(scopeInWords({ language: "fr" }, "project:read_all"), "Project: read all");
  assertEquals(
    scopeInWords({ language: "fr" }, "https://api.example/read"),
    "https://api.example/read",
  );
  assertEquals(roleInWords(own, "billing"), { name: "Facturation", text: "Paie." });
  assertEquals(roleInWords(own, "admin").name, "Chef");
  assertEquals(roleInWords(own, "owner").name, "Owner");
  assertEquals(roleInWords(own, "constructor"), { name: "Constructor", text: undefined });
  assertEquals(readableId("billing-admin"), "Billing admin");
  assertEquals(readableId(`${"a".repeat(65)}:b`), `${"a".repeat(65)}:b`);
});

Deno.test("groupScopes() groups permissions by what they are about", () => {
  const scopes = ["project:read", "key:read", "email", "project:write", "key:create"];
  assertEquals(
    groupScopes({ language: "en" }, scopes).map(({ name, scopes }) => [name, scopes]),
    [
      ["Project", ["project:read", "project:write"]],
      ["API keys", ["key:read", "key:create"]],
      ["Other", ["email"]],
    ],
  );
});
