/**
 * A link of a stranger opens a page as its person sees it, and fills in none of its forms: neither the
 * address that is invited, nor a redirect URI, a provider, a new address or a new owner's text.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { createOrganization } from "../../src/capabilities/organizations/functions.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { type Element, parseHtml } from "../unit/pages/_html.ts";
import { APP, createAccountApp } from "./_accounts.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com" };

/** Parameters that say what a page is about. Those of a search are answered, and change nothing. */
const OF_LINKS = [
  "callbackUrl",
  "step",
  "id",
  "kind",
  "query",
  "sort",
  "after",
  "csrfToken",
  "once",
];

/** Values that a stranger chooses: text of every form, and values of boxes and lists. */
const CHOSEN = ["https://eve.example", "eve@eve.example", "eve", "1", "owner", "none", "saml"];

/** What every form of a page has: values, texts, and what is chosen and checked. */
function formsIn(html: string): string[] {
  const elements = parseHtml(html);
  const isIn = ({ parent }: Element): boolean =>
    parent !== undefined && (parent.tag === "form" || isIn(parent));
  return elements.filter((one) =>
    ["input", "textarea", "option"].includes(one.tag) && isIn(one) &&
    !["csrfToken", "once"].includes(one.attributes.get("name") ?? "")
  ).map(({ tag, attributes, text }) =>
    [
      tag,
      attributes.get("name"),
      attributes.get("value"),
      text,
      attributes.has("checked") && "checked",
      attributes.has("selected") && "selected",
    ].join("|")
  );
}

function namesIn(html: string): string[] {
  return parseHtml(html).filter(({ tag }) => ["input", "textarea", "select"].includes(tag))
    .map(({ attributes }) => attributes.get("name") ?? "").filter(Boolean);
}

Deno.test("linked forms: whatever a link says, no form is filled in", async () => {
  const app = createAccountApp("jwt", {
    factors: [Totp(), RecoveryCodes()],
    keys: ApiKeys({ prefix: "app", scopes: ["read", "write"] }),
    oauthServer: OAuthServer({
      issuer: APP,
      resources: { [`${APP}/mcp`]: { scopes: ["read"] } },
      clients: { cli: { redirectUris: ["http://127.0.0.1/callback"], grants: ["code", "device"] } },
      developerApps: {},
    }),
    organizations: Organizations({
      access: defineAccess({ permissions: { page: ["read"] }, roles: { admin: {}, member: {} } }),
    }),
    connections: Connections({ kinds: ["oidc"], resolveTxt: () => [], join: "member" }),
    audit: AuditLog(),
  });
  const { browser, config } = app;
  const { setCookies } = await signInAs(config, { ...ADA, emailVerified: new Date() }, {
    origin: APP,
    proof: { methods: ["pwd", "otp"] },
  });
  browser.cookies.store(new URL(APP), setCookies);
  const made = await createOrganization(config, "ada", { name: "Acme", slug: "acme" });
  assert(made.ok);
  const { user: bob } = await signInAs(config, { id: "bob", email: "bob@example.com" });
  const given = { role: "member", by: null, isManaged: false, externalId: null };
  const org = made.organization.id;
  const records = config.records ?? config.adapter!.records!;
  assertEquals(await addMember(records, bob.id!, { org, ...given }, Infinity), true);

  const settings = ["name", "slug", "policy", "transfer", "delete"].map((step) =>
    `organization/acme/settings?step=${step}`
  );
  const pages = [
    "account",
    ...["name", "delete", "export", "sessions"].map((step) => `account?step=${step}`),
    "address",
    "factors",
    "keys",
    "organizations",
    "organization/acme",
    "organization/acme?step=member&id=bob",
    "organization/acme?step=leave",
    ...settings,
    "organization/acme/activity",
    "organization/acme/apps",
    "organization/acme/keys",
    "organization/acme/keys?step=service",
    "organization/acme/sign-in",
    "activity",
    "apps",
  ];
  const read = async (path: string) => {
    const response = await browser.fetch(`/auth/${path}`);
    assertEquals(response.status, 200, path);
    return await response.text();
  };
  const plain = new Map<string, string>();
  for (const page of pages) plain.set(page, await read(page));
  const found = [...plain.values()].flatMap(namesIn);
  // Names that pages use in JSON alone, and those of other versions.
  const more = ["email", "confirm", "scopes", "days", "lost", "typed", "redirect_uri", "domain"];
  const names = [...new Set([...found, ...more])].filter((name) => !OF_LINKS.includes(name));
  for (const name of ["email", "redirectUris", "issuer", "name", "domains", "confirm", "becomes"]) {
    assert(names.includes(name), `a page has a field ${name}`);
  }
  for (const [page, html] of plain) {
    const before = formsIn(html);
    for (const value of CHOSEN) {
      const query = new URLSearchParams(names.map((name) => [name, value]));
      const linked = await read(`${page}${page.includes("?") ? "&" : "?"}${query}`);
      assertEquals(formsIn(linked), before, `${page} with ${value}`);
    }
  }
});
