/**
 * A demand whose value got lost never becomes none: every option that narrows access, without a value,
 * in every wrapper and in every function.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { keyFor, signInAs, tokenFor } from "../../src/tools/testing/mod.ts";
import { demanding, ORIGIN } from "./_demands.ts";

const RESOURCE = `${ORIGIN}/mcp`;

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { member: { project: ["read"] } },
});

function appOf() {
  return defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    sendMail: () => {},
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    native: NativeClients(),
    oauthServer: OAuthServer({
      issuer: ORIGIN,
      resources: { [RESOURCE]: { scopes: ["project:read"] } },
    }),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
}

type App = ReturnType<typeof appOf>;

/** A member of `acme` with a session; the organization of others is `other`. */
async function signedIn(auth: App) {
  const eve = { id: "eve", email: "eve@app.example" };
  const others = { organization: "other", role: "owner" } as const;
  await signInAs(auth, eve, { origin: ORIGIN, membership: others });
  const ada = { id: "ada", email: "ada@app.example", emailVerified: new Date() };
  const membership = { organization: "acme", role: "member" } as const;
  const { headers } = await signInAs(auth, ada, { origin: ORIGIN, membership });
  return headers.get("cookie")!;
}

/** Values that are none. */
const NOTHING: readonly [name: string, value: () => unknown][] = [
  ["undefined", () => undefined],
  ["null", () => null],
  ["empty", () => ""],
  ["a promise", () => Promise.resolve("acme")],
];

/** Options of a guard, each with a value by which the member passes. */
const GUARD = {
  accept: ["session"],
  scopes: ["project:read"],
  organization: "acme",
  resource: RESOURCE,
  dpop: "if-bound",
};

/** Conditions for a proof. */
const PROOF = { maxAge: 600, methods: ["pwd"], acrValues: ["urn:a"], allowSilentSignIn: true };

for (const make of demanding) {
  const { name } = make(appOf().config, "");

  Deno.test(`${name}: an option that narrows is absent, or has a value`, async () => {
    const auth = appOf();
    const at = make(auth.config, await signedIn(auth));
    assertEquals(await at.protect(), 200);
    assertEquals(await at.protect({ organization: "other" }), 404, "not this member's");
    assertEquals(await at.authenticate({ organization: "other" }), false);
    assertEquals(await at.protect({ organization: "acme", scopes: ["project:write"] }), 403);
    for (const [option, value] of Object.entries(GUARD)) {
      assertEquals(await at.protect({ [option]: value }), 200, option);
      assertEquals(await at.authenticate({ [option]: value }), true, option);
      for (const [word, nothing] of NOTHING) {
        const sentence = `\`${option}\` is ${word}`;
        const wrong = () => ({ [option]: nothing() });
        assertThrows(() => at.makeGuard(wrong()), TypeError, sentence);
        await assertRejects(() => at.authenticate(wrong()), TypeError, sentence);
      }
    }
    for (const [option, value] of Object.entries(PROOF)) {
      assertEquals(await at.requireProof({ [option]: value }), true, option);
      for (const [word, nothing] of NOTHING) {
        const wrong = { [option]: nothing() } as object;
        await assertRejects(() => at.requireProof(wrong), TypeError, `\`${option}\` is ${word}`);
      }
    }
  });

  Deno.test(`${name}: options are an object, and the organization can come from the request`, async () => {
    const auth = appOf();
    const at = make(auth.config, await signedIn(auth));
    for (const options of [Promise.resolve(GUARD), "acme", ["acme"]] as never[]) {
      assertThrows(() => at.makeGuard(options), TypeError, "the options are");
      await assertRejects(() => at.authenticate(options), TypeError, "the options are");
      await assertRejects(() => at.requireProof(options), TypeError, "Cannot");
    }
    assertEquals(await at.protect({ organization: () => "acme" }), 200);
    assertEquals(await at.protect({ organization: () => Promise.resolve("other") }), 404);
  });
}

for (const make of demanding) {
  const { name } = make(appOf().config, "");

  Deno.test(`${name}: a name that the config does not have is an error, which says what was meant`, async () => {
    const auth = appOf();
    const at = make(auth.config, await signedIn(auth));
    const token = { accept: ["token"], resource: RESOURCE } as const;
    const cells: [options: object, sentence: string][] = [
      [{ scopes: ["project:raed"] }, 'no scope "project:raed"; did you mean "project:read"?'],
      [{ ...token, resource: `${ORIGIN}/mpc` }, `did you mean "${RESOURCE}"?`],
      [{ ...token, resource: `${RESOURCE}/` }, `did you mean "${RESOURCE}"?`],
      [{ ...token, scopes: ["project:write"] }, '"token" cannot have the scope "project:write"'],
      [{ accept: ["token"] }, "name the `resource` that the token must be for"],
      [{ accept: ["keys"] }, 'no kind of credential "keys"; did you mean "key"?'],
      [{ accept: ["basic"] }, '`accept` can name "session", "bearer", "key", "token"'],
      [{ resource: "/mcp" }, 'the resource "/mcp" is no URL'],
      [{ dpop: "required" }, 'accept "token" or "bearer"'],
      [{ organisation: "acme" }, 'no option "organisation"; did you mean "organization"?'],
    ];
    for (const [options, sentence] of cells) {
      await assertRejects(() => at.authenticate(options), TypeError, sentence);
      await assertRejects(() => at.protect(options), TypeError, sentence);
      // The config of Qwik depends on the request, so only its guards wait for one.
      if (name !== "Qwik") assertThrows(() => at.makeGuard(options), TypeError, sentence);
    }
  });

  Deno.test(`${name}: a demand that nothing of the config would check is an error`, async () => {
    const { config } = defineAuth({
      providers: [],
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
    });
    const at = make(config, "");
    const cells: [options: object, sentence: string][] = [
      [{ organization: "acme" }, "add `organizations: Organizations({ … })`"],
      [{ organization: () => "acme" }, "add `organizations: Organizations({ … })`"],
      [{ scopes: ["admin"] }, 'there is no scope "admin", since the config has no'],
      [{ accept: ["bearer"] }, "add `native: NativeClients()`"],
      [{ accept: ["key"] }, "add `keys: ApiKeys({ … })`"],
      [{ accept: ["token"], resource: RESOURCE }, "add `oauthServer: OAuthServer({ … })`"],
    ];
    for (const [options, sentence] of cells) {
      await assertRejects(() => at.protect(options), TypeError, sentence);
      if (name !== "Qwik") assertThrows(() => at.makeGuard(options), TypeError, sentence);
    }
  });
}

Deno.test("protect(): a function for the organization that returns nothing is an error", async () => {
  const auth = appOf();
  const headers = { cookie: await signedIn(auth) };
  for (const [word, nothing] of NOTHING.filter(([word]) => word !== "a promise")) {
    for (const value of [nothing, () => Promise.resolve(nothing())] as (() => never)[]) {
      const guard = auth.protect(() => new Response(), { organization: value });
      await assertRejects(
        () => guard(new Request(`${ORIGIN}/acme`, { headers })),
        TypeError,
        `\`organization\` is ${word}`,
      );
    }
  }
});

Deno.test("every function: an option that narrows is absent, or has a value", async () => {
  const auth = appOf();
  const cookie = await signedIn(auth);
  const { organizations, keys, oauthServer } = auth;
  const request = () => new Request(`${ORIGIN}/acme`, { headers: { cookie } });
  const member = await organizations.readMembership(request(), "acme");
  assert(member.ok);
  const who = await auth.authenticate(request());
  assert(who.ok);
  const token = "eyJhbGciOiJFUzI1NiJ9.e30.AA";
  const user = { id: "ada", email: "ada@app.example" };
  const key = { name: "CI", scopes: ["project:read"] };
  /** A call with the value in the place of one option. */
  const calls: [option: string, call: (value: never) => unknown][] = [
    ["organization", (value) => organizations.readMembership(request(), value)],
    ["organization", (value) => organizations.asSystem(value)],
    ["permission", (value) => organizations.can(member, value)],
    ["permission", (value) => organizations.allows("member", value)],
    ["scope", (value) => who.can(value)],
    ...["scopes", "expiresIn", "organization"].flatMap((
      option,
    ): [string, (value: never) => unknown][] => [
      [option, (value) => keys.create(request(), { ...key, [option]: value } as never)],
      [option, (value) => keys.createFor("ada", { ...key, [option]: value } as never)],
    ]),
    ...["scopes", "expiresIn", "service"].map((option): [string, (value: never) => unknown] => [
      option,
      (value) => keys.createForOrganization(member, { ...key, [option]: value } as never),
    ]),
    ...["resource", "scopes"].map((option): [string, (value: never) => unknown] => [
      option,
      (value) => oauthServer.issueToken(request(), { resource: RESOURCE, [option]: value }),
    ]),
    ...["resource", "scopes", "issuer", "jwksUri"].map((
      option,
    ): [string, (value: never) => unknown] => [
      option,
      (value) => oauthServer.verifyToken(token, { resource: RESOURCE, [option]: value }),
    ]),
    ...["methods", "proofMaxAge", "providers", "domains", "sessionMaxAge"].map((
      option,
    ): [string, (value: never) => unknown] => [
      `policy.${option}`,
      (value) => organizations.updateOrganization(member, { policy: { [option]: value } }),
    ]),
    ...["dryRun", "removeMissing"].map((option): [string, (value: never) => unknown] => [
      option,
      (value) => organizations.importMembers(member.organization.id, [], { [option]: value }),
    ]),
    ...["scopes", "organization"].map((option): [string, (value: never) => unknown] => [
      option,
      (value) => keyFor(auth, user, { scopes: ["project:read"], [option]: value }),
    ]),
    ...["resource", "scopes", "organization", "dpop"].map((
      option,
    ): [string, (value: never) => unknown] => [
      option,
      (value) => tokenFor(auth, user, { resource: RESOURCE, scopes: "all", [option]: value }),
    ]),
  ];
  for (const [option, call] of calls) {
    for (const [word, nothing] of NOTHING) {
      const error = await assertRejects(
        async () => await call(nothing() as never),
        TypeError,
        "Cannot",
      );
      assertStringIncludes(error.message, `\`${option}\` is ${word}`, call.toString());
    }
  }
});
