import {
  type ApiKey,
  ApiKeys,
  type KeyFunctions,
  type KeyRefusal,
  type NewApiKey,
} from "../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

const request = new Request("https://app.example/");

const define = () =>
  defineAuth({
    providers: [],
    keys: ApiKeys({ prefix: "acme", scopes: ["project:read", "project:write"] }),
  });
declare const auth: ReturnType<typeof define>;
type Scope = "project:read" | "project:write";

Deno.test("ApiKeys(): scopes are those of the app", () => {
  expectType<Same<typeof auth.keys, KeyFunctions<Scope>>>();
  compiles(async () => {
    const made = await auth.keys.create(request, { name: "CI", scopes: ["project:read"] });
    expectType<Same<typeof made, NewApiKey<Scope> | KeyRefusal>>();
    // @ts-expect-error it may be a refusal
    made.secret;
    if (made.ok) expectType<Same<typeof made.key, ApiKey<Scope>>>();
    await auth.keys.create(request, { name: "CI", scopes: "all", expiresIn: "never" });
    // @ts-expect-error there is no such scope
    await auth.keys.create(request, { name: "CI", scopes: ["typo"] });
    // @ts-expect-error a key has scopes
    await auth.keys.create(request, { name: "CI" });
    // @ts-expect-error "always" is no time
    await auth.keys.createFor("ada", { name: "CI", scopes: "all", expiresIn: "always" });
    // @ts-expect-error these are for members
    await auth.keys.createForOrganization({ ok: true }, { name: "CI", scopes: "all" });
  });
});

Deno.test("authenticate(): the principal of a key, with the scopes of the app", () => {
  compiles(async () => {
    const who = await auth.authenticate(request, { accept: ["key"], scopes: ["project:read"] });
    if (!who.ok) return who.response();
    expectType<Same<typeof who.via, "key">>();
    expectType<Same<typeof who.kind, "organization" | "service" | "user">>();
    expectType<Same<typeof who.scopes, "all" | ReadonlySet<Scope>>>();
    who.can("project:write");
    // @ts-expect-error there is no such scope
    who.can("project:raed");
    // @ts-expect-error a key has no session
    who.session;
    // @ts-expect-error there is no such scope
    await auth.authenticate(request, { accept: ["key"], scopes: ["typo"] });
    const either = await auth.authenticate(request, { accept: ["session", "key"] });
    if (either.ok && either.via === "session") either.session.user;
  });
});

Deno.test("ApiKeys(): scopes are the permissions that the app has written, and others by name", () => {
  const access = defineAccess({
    permissions: { project: ["read"] },
    roles: { member: { project: "all", key: ["create"], service: ["read"] } },
  });
  const define = () =>
    defineAuth({
      providers: [],
      organizations: Organizations({ access }),
      keys: ApiKeys({ prefix: "acme", scopes: access, permissionsOf: () => ["project:read"] }),
    });
  compiles(async () => {
    const auth = define();
    await auth.keys.createFor("ada", { name: "CI", scopes: ["project:read"] });
    // @ts-expect-error it is one of organizations, which the app has not named for keys
    await auth.keys.createFor("ada", { name: "CI", scopes: ["member:invite"] });
    const scopes = [...access.ownPermissions, "member:invite"] as const;
    const named = defineAuth({ providers: [], keys: ApiKeys({ prefix: "acme", scopes }) });
    await named.keys.createFor("ada", { name: "CI", scopes: ["project:read", "member:invite"] });
    // @ts-expect-error there is no such scope
    await auth.keys.createFor("ada", { name: "CI", scopes: ["project:write"] });
    await auth.authenticate(request, { accept: ["key"], scopes: ["key:create"] });
  });
});

Deno.test("ApiKeys(): options that cannot be meant do not compile", () => {
  compiles(() => [
    // @ts-expect-error keys have a prefix
    ApiKeys({ scopes: ["read"] }),
    // @ts-expect-error keys have scopes
    ApiKeys({ prefix: "acme" }),
    // @ts-expect-error there is no such scope
    ApiKeys({ prefix: "acme", scopes: ["read"], permissionsOf: () => ["write"] }),
    // @ts-expect-error seconds are a number
    ApiKeys({ prefix: "acme", scopes: ["read"], maxAge: "90d" }),
    // @ts-expect-error organizations are no keys
    defineAuth({ providers: [], organizations: ApiKeys({ prefix: "acme", scopes: ["read"] }) }),
  ]);
});
