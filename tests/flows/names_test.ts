/**
 * The names that people see and others choose follow one rule, wherever they come from.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Auth } from "../../mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { createFor } from "../../src/capabilities/keys/functions.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { createOrganization } from "../../src/capabilities/organizations/functions.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { rename as renamePasskey } from "../../src/capabilities/passkeys/functions.ts";
import { create as createUser, rename as renameUser } from "../../src/server/users.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import { readCode } from "../unit/_changes.ts";
import { addKey, APP, createAccountApp, enter } from "./_accounts.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: new Date() };

/** What a name that was given becomes; `null` for one that is refused. */
const NAMES: readonly (readonly [what: string, given: string, kept: string | null])[] = [
  ["a zero-width space", "Ac\u200bme", "Acme"],
  ["a soft hyphen and a joiner", "Ac\u00ad\u200dme", "Acme"],
  ["a filler", "Acme\u3164", "Acme"],
  ["a change of direction", "Acme\u202e", null],
  ["a control character", "Ac\u0007me", null],
  ["a letter of another alphabet", "\u0410cme", null],
];

function createApp() {
  return createAccountApp("jwt", {
    factors: [Totp()],
    keys: ApiKeys({ prefix: "app", scopes: ["read"] }),
    oauthServer: OAuthServer({
      issuer: APP,
      resources: { [`${APP}/mcp`]: { scopes: ["read"] } },
      registration: { dynamic: "open" },
    }),
    organizations: Organizations({
      access: defineAccess({ permissions: { page: ["read"] }, roles: { member: {} } }),
    }),
  });
}

type App = ReturnType<typeof createApp>;

async function become(app: App, user: typeof ADA): Promise<void> {
  const { setCookies } = await signInAs(app.config, user, {
    origin: APP,
    proof: { methods: ["pwd"] },
  });
  app.browser.cookies.store(new URL(APP), setCookies);
}

let slugs = 0;

/** Everything that a user or an app names itself: how it gets its name, which is returned. */
const PLACES: Record<string, (app: App, name: string) => Promise<string | null>> = {
  "a user": async (app, name) => {
    await renameUser(app.config, "ada", name);
    return (await app.adapter.getUser("ada"))!.name!;
  },
  "a user whom the app creates": async (app, name) => {
    const email = `${crypto.randomUUID()}@example.com`;
    return (await createUser(app.config, { email, name })).name!;
  },
  "a passkey": async (app, name) => {
    const [key] = await app.adapter.listAuthenticatorsByUserId("ada");
    const id = key?.credentialID ?? await addKey(app);
    await renamePasskey(app.config, "ada", id, name);
    const page = await app.browser.fetch("/auth/account", {
      headers: { accept: "application/json" },
    });
    return (await page.json()).passkeys.keys[0].name;
  },
  "an API key": async (app, name) => {
    const made = await createFor(app.config, "ada", { name, scopes: ["read"] });
    assert(made.ok);
    return made.key.name;
  },
  "an organization": async (app, name) => {
    const made = await createOrganization(app.config, "ada", { name, slug: `acme-${++slugs}` });
    assert(made.ok);
    return made.organization.name;
  },
  "a client that registers itself": async (app, client_name) => {
    const answer = await Auth(
      new Request(`${APP}/auth/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name,
          redirect_uris: ["https://client.example/callback"],
          token_endpoint_auth_method: "none",
        }),
      }),
      app.config,
    );
    const body = await answer.json();
    if (answer.status !== 201) throw new Error(body.error_description);
    return body.client_name;
  },
};

for (const [place, give] of Object.entries(PLACES)) {
  Deno.test(`names: ${place} follows the one rule`, async () => {
    const app = createApp();
    await enter(app);
    for (const [what, given, kept] of NAMES) {
      const got = await give(app, given).catch((error: Error) => {
        assertStringIncludes(`${error.message}`, "visible characters", what);
        return null;
      });
      assertEquals(got, kept, `${place}, ${what}`);
    }
  });
}

Deno.test("names: that of another user is shown by the one rule, where a provider has given it", async () => {
  const app = createApp();
  const { browser } = app;
  const given = "Ada\u202e\u200b Lovelace";
  const { url } = await (async () => {
    await become(app, { ...ADA, name: given });
    const made = await createOrganization(app.config, "ada", { name: "Acme", slug: "acme" });
    assert(made.ok);
    const { csrfToken } = await (await browser.fetch("/auth/organization/acme", {
      headers: { accept: "application/json" },
    })).json();
    const body = new URLSearchParams({
      ...{ csrfToken, step: "invite", email: "bob@example.com", role: "member" },
    });
    await (await browser.fetch("/auth/organization/acme", { method: "POST", body })).body?.cancel();
    const mail = app.mails.find(({ to }) => to === "bob@example.com");
    assert(mail, "no invitation was sent");
    return { url: /https:\S+invitation\S+/.exec(mail.text)![0] };
  })();
  const members = await (await browser.fetch("/auth/organization/acme")).text();
  assertStringIncludes(members, "Ada Lovelace");
  assert(!/[\u202e\u200b]/.test(members));
  const invitation = await (await app.open().fetch(url)).text();
  assert(!/[\u202e\u200b]/.test(invitation));
  assertStringIncludes(invitation, "Ada Lovelace");
  // A name that could be that of another person is none.
  await app.adapter.updateUser({ id: "ada", name: "\u0410da" });
  const later = await (await browser.fetch("/auth/organization/acme")).text();
  assert(!later.includes("\u0410da"));
});

Deno.test("names: no other file has a rule of its own for them", async () => {
  const files = await readCode();
  const own = files.filter(({ code }) => /\\p\{Bidi_Control\}/.test(code)).map(({ path }) => path);
  assertEquals(own, ["src/base/names.ts"]);
  // A file that gets, or shows, the name of a stranger: it has a row in PLACES, or one of the same kind.
  const asking = files.filter(({ code }) =>
    /\b(?:cleanName|displayName|requireName|shortName)\(/.test(code)
  )
    .map(({ path }) => path);
  assertEquals(asking, [
    "src/accounts/create_user.ts",
    "src/accounts/import_row.ts",
    "src/accounts/profile.ts",
    "src/accounts/stored_passkeys.ts",
    "src/base/names.ts",
    "src/base/shown_address.ts",
    "src/capabilities/account/action.ts",
    "src/capabilities/account/linked_profiles.ts",
    "src/capabilities/factors/functions.ts",
    "src/capabilities/factors/manage_action.ts",
    "src/capabilities/keys/make.ts",
    "src/capabilities/oauth_server/check_client.ts",
    "src/capabilities/oauth_server/client_metadata.ts",
    "src/capabilities/oauth_server/device_page.ts",
    "src/capabilities/oauth_server/shown.ts",
    "src/capabilities/operators/check.ts",
    "src/capabilities/operators/merge_page.ts",
    "src/capabilities/operators/page_context.ts",
    "src/capabilities/operators/user_page.ts",
    "src/capabilities/organizations/organization.ts",
    "src/capabilities/organizations/page_context.ts",
    "src/capabilities/organizations/person.ts",
    "src/capabilities/passwords/action.ts",
    "src/hooks/names.ts",
    "src/tools/migrate/better_auth_organizations.ts",
  ]);
});
