/**
 * Names of an app in every wrapper: a scope, a resource or a role that is misspelt does not compile,
 * whether the wrapper takes the result of `defineAuth`, a config, or a function.
 *
 * @module
 */

import { Hono } from "hono";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import {
  defineAccess,
  type Membership,
  Organizations,
} from "../../src/capabilities/organizations/mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import * as express from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshAuthState } from "../../src/frameworks/fresh.ts";
import { HonoAuth, type HonoAuthVariables } from "../../src/frameworks/hono.ts";
import type NextAuth from "../../src/frameworks/next/mod.ts";
import { NodeAuth } from "../../src/frameworks/node.ts";
import type { serverAuth$ } from "../../src/frameworks/qwik/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import type { SvelteKitAuth } from "../../src/frameworks/sveltekit/mod.ts";
import { bearerFor, keyFor, signInAs, tokenFor } from "../../src/tools/testing/mod.ts";
import type { AuthConfig, NamesIn } from "../../src/types/mod.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { member: { project: "all" } },
});
const resource = "https://app.example/mcp";

const config = () => ({
  providers: [],
  organizations: Organizations({ access }),
  keys: ApiKeys({ prefix: "acme", scopes: ["report:read"] }),
  oauthServer: OAuthServer({
    issuer: "https://app.example",
    resources: { [resource]: { scopes: ["file:read"] } },
  }),
});

type Permission = (typeof access)["permissions"][number];
interface Names {
  readonly scope: Permission | "report:read" | "file:read";
  readonly resource: "https://app.example/mcp";
  readonly role: "member" | "owner";
  readonly membership: Membership<"member" | "owner">;
}
type Resolved<A> = { [Name in keyof NamesIn<A>]: NamesIn<A>[Name] };

const app = defineAuth(config());
const bind = {} as {
  NextAuth: typeof NextAuth;
  SvelteKitAuth: typeof SvelteKitAuth;
  serverAuth$: typeof serverAuth$;
};
const run = () => new Response();
const GOOD = { scopes: ["project:read"], accept: ["token"], resource } as const;

Deno.test("NamesIn: every wrapper has the names of the config, however it gets it", () => {
  expectType<Same<Resolved<typeof app>, Names>>();
  compiles(() => {
    const made = [
      [DenoAuth(app), DenoAuth(config()), DenoAuth(() => app), DenoAuth(() => config())],
      [FreshAuth(app), FreshAuth(config()), FreshAuth(() => app), FreshAuth(() => config())],
      [HonoAuth(app), HonoAuth(config()), HonoAuth(() => app), HonoAuth(() => config())],
      [NodeAuth(app), NodeAuth(config()), NodeAuth(() => app), NodeAuth(() => config())],
    ] as const;
    expectType<Same<Resolved<typeof made[0][number]>, Names>>();
    expectType<Same<Resolved<typeof made[1][number]>, Names>>();
    expectType<Same<Resolved<typeof made[2][number]>, Names>>();
    expectType<Same<Resolved<typeof made[3][number]>, Names>>();
    const next = [bind.NextAuth(app), bind.NextAuth(config()), bind.NextAuth(() => config())];
    expectType<Same<Resolved<typeof next[number]>, Names>>();
    const kit = [bind.SvelteKitAuth(app), bind.SvelteKitAuth(config())];
    expectType<Same<Resolved<typeof kit[number]>, Names>>();
    const qwik = [bind.serverAuth$(() => app), bind.serverAuth$(() => config())];
    expectType<Same<Resolved<typeof qwik[number]>, Names>>();
    // A config of the general type has any names.
    const general = DenoAuth({} as AuthConfig);
    expectType<Same<NamesIn<typeof general>["scope"], string>>();
    general.protect(run, { scopes: ["anything"] });
  });
});

Deno.test("protect() and authenticate(): a misspelt scope or resource does not compile", () => {
  compiles(async () => {
    const deno = DenoAuth(app);
    deno.protect((_request, who) => {
      expectType<Same<typeof who.membership, Membership<"member" | "owner"> | undefined>>();
      who.can("report:read");
      // @ts-expect-error there is no such scope
      who.can("report:raed");
      return run();
    }, { scopes: ["project:read"], organization: (request) => request.url });
    deno.protect(run, GOOD);
    // @ts-expect-error there is no such scope
    deno.protect(run, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such resource
    deno.protect(run, { accept: ["token"], resource: "https://app.example/mpc" });
    // @ts-expect-error there is no such scope
    await deno.authenticate({} as never, { scopes: ["project:raed"] });

    app.protect(run, GOOD);
    // @ts-expect-error there is no such resource
    app.protect(run, { accept: ["token"], resource: "https://app.example/mpc" });

    const node = NodeAuth(app);
    node.protect(run, { ...GOOD, organization: ({ url }) => url ?? "" });
    // @ts-expect-error there is no such scope
    node.protect(run, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    await node.authenticate({} as never, {} as never, { scopes: ["project:raed"] });

    const hono = HonoAuth(app);
    new Hono<{ Variables: HonoAuthVariables<typeof hono> }>().use(hono).get(
      "/",
      hono.protect({ ...GOOD, organization: (c) => c.req.raw.url }),
      (c) => {
        // @ts-expect-error there is no such scope
        c.get("principal")?.can("project:raed");
        return c.text("");
      },
    );
    // @ts-expect-error there is no such scope
    hono.protect({ scopes: ["project:raed"] });

    const fresh = FreshAuth(app);
    fresh.protect({ ...GOOD, organization: ({ req }) => req.url });
    // @ts-expect-error there is no such scope
    fresh.protect({ scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    ({} as FreshAuthState<typeof fresh>).principal?.can("project:raed");

    express.protect(app, { ...GOOD, organization: ({ originalUrl }) => originalUrl });
    // @ts-expect-error there is no such scope
    express.protect(app, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    await express.authenticate({} as never, app, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    ({} as express.ExpressAuthLocals<typeof app>).principal.can("project:raed");

    solid.protect(app, run, { ...GOOD, organization: ({ request }) => request.url });
    // @ts-expect-error there is no such scope
    solid.protect(app, run, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    await solid.authenticate({} as never, app, { scopes: ["project:raed"] });

    const next = bind.NextAuth(app);
    next.protect(run, { ...GOOD, organization: async ({ params }) => (await params).slug });
    // @ts-expect-error there is no such scope
    next.protect(run, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    await next.authenticate({ scopes: ["project:raed"] });

    const at = await next.readMembership("acme", { redirectTo: "/" });
    expectType<Same<typeof at, Membership<"member" | "owner">>>();
    // @ts-expect-error Next does not say which page it renders
    await next.readMembership("acme");

    const kit = bind.SvelteKitAuth(app);
    kit.protect(run, { ...GOOD, organization: ({ url }) => url.pathname });
    // @ts-expect-error there is no such scope
    kit.protect(run, { scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    await kit.authenticate({} as never, { scopes: ["project:raed"] });

    const qwik = bind.serverAuth$(() => app);
    qwik.protect({ ...GOOD, organization: ({ url }) => url.pathname });
    // @ts-expect-error there is no such scope
    qwik.protect({ scopes: ["project:raed"] });
    // @ts-expect-error there is no such scope
    await qwik.authenticate({} as never, { scopes: ["project:raed"] });
  });
});

Deno.test("signInAs() and its siblings: a misspelt role or scope does not compile", () => {
  const ada = { email: "ada@app.example" };
  compiles(async () => {
    await signInAs(app, ada, { membership: { organization: "acme", role: "member" } });
    // @ts-expect-error there is no such role
    await signInAs(app, ada, { membership: { organization: "acme", role: "mebmer" } });
    // @ts-expect-error there is no such role
    await bearerFor(app, ada, { membership: { organization: "acme", role: "mebmer" } });
    await keyFor(app, ada, { scopes: ["report:read"] });
    // @ts-expect-error there is no such scope
    await keyFor(app, ada, { scopes: ["report:raed"] });
    const wanted = { resource, scopes: "all" } as const;
    // @ts-expect-error there is no such role
    await tokenFor(app, ada, { ...wanted, membership: { organization: "acme", role: "mebmer" } });
    // @ts-expect-error there is no such resource
    await app.oauthServer.issueToken({} as Request, { resource: "https://app.example/mpc" });
  });
});
