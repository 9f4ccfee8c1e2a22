/**
 * Every wrapper takes its types from the config: as a literal, from
 * `defineAuth`, and from functions.
 *
 * @module
 */

import { Hono } from "hono";
import type {
  AuthConfig,
  ProviderId,
  ProviderIdOf,
  Session,
  SessionOf,
} from "../../src/types/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { DenoAuth, type DenoAuthResult, type LazyConfig } from "../../src/frameworks/deno.ts";
import { ExpressAuth, type ExpressAuthConfig } from "../../src/frameworks/express.ts";
import * as express from "../../src/frameworks/express.ts";
import {
  FreshAuth,
  type FreshAuthResult,
  type FreshAuthState,
  type FreshContext,
} from "../../src/frameworks/fresh.ts";
import { HonoAuth, type HonoAuthResult, type HonoContext } from "../../src/frameworks/hono.ts";
import type NextAuth from "../../src/frameworks/next/mod.ts";
import type { NextAuthConfig, NextAuthResult } from "../../src/frameworks/next/mod.ts";
import type * as React from "../../src/frameworks/next/react.ts";
import {
  NodeAuth,
  type NodeAuthResult,
  type NodeResponse,
  type NodeServerRequest,
} from "../../src/frameworks/node.ts";
import type { QwikAuthResult, serverAuth$ } from "../../src/frameworks/qwik/mod.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import { SolidAuth, type SolidAuthConfig } from "../../src/frameworks/solid_start.ts";
import type { SvelteKitAuth } from "../../src/frameworks/sveltekit/mod.ts";
import type {
  AuthLocals,
  KitEvent,
  SvelteKitAuthConfig,
} from "../../src/frameworks/sveltekit/mod.ts";
import GitHub from "../../src/providers/github.ts";
import Google from "../../src/providers/google.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

/** An app with inferred types of session and ids. */
const app = defineAuth({
  providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
  callbacks: {
    jwt: ({ token }) => ({ ...token, plan: 1 }),
    session: ({ session, token }) => ({ ...session, plan: token.plan }),
  },
});
type AppSession = SessionOf<typeof app>;
type AppTypes = [session: AppSession, id: "github" | "acme"];
/** A config with the general type. */
const general: AuthConfig = { providers: [GitHub] };
type OpenTypes = [session: Session, id: ProviderId];
/** Types of session and ids in the return value of a wrapper. */
type Told<A> = [session: SessionOf<A>, id: ProviderIdOf<A>];
const request = new Request("https://app.example");

Deno.test("DenoAuth() takes its types from the config, from defineAuth() and from functions", () => {
  const literal = DenoAuth({
    providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
    callbacks: {
      jwt: ({ token }) => ({ ...token, plan: 1 }),
      session: ({ session, token }) => ({ ...session, plan: token.plan }),
    },
  });
  const lazy = DenoAuth(({ url }) => ({
    providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: url }],
    callbacks: {
      jwt: ({ token }) => ({ ...token, plan: 1 }),
      session: ({ session, token }) => ({ ...session, plan: token.plan }),
    },
  }));
  expectType<Same<Told<typeof literal>, AppTypes>>();
  expectType<Same<Told<typeof lazy>, AppTypes>>();
  const defined = [DenoAuth(app), DenoAuth(() => app), DenoAuth(() => Promise.resolve(app))];
  expectType<Same<Told<typeof defined[number]>, AppTypes>>();
  compiles(async () => {
    const session = await literal.auth(request);
    expectType<Same<typeof session, AppSession | null>>();
    const updated = await literal.updateSession(request, { plan: 2 });
    expectType<Same<typeof updated, AppSession | null>>();
    // @ts-expect-error the callback does not return this member
    session?.plane;
    await literal.signIn(request, "acme");
    await literal.signIn(request, "gitlub");
  });
});

Deno.test("DenoAuth(): takes functions with promises, and with different configs", () => {
  const later = DenoAuth(async ({ url }) => ({
    providers: await Promise.resolve([GitHub]),
    basePath: new URL(url).pathname,
    callbacks: {
      jwt: ({ token }) => ({ ...token, plan: 1 }),
      session: ({ session, token }) => ({ ...session, plan: token.plan }),
    },
  }));
  expectType<Same<SessionOf<typeof later>, AppSession>>();
  expectType<Same<ProviderIdOf<typeof later>, "github">>();
  const either = DenoAuth(({ url }) =>
    url.startsWith("https:")
      ? { providers: [GitHub], secret: ["new", "old"] }
      : { providers: [Google], callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) } }
  );
  expectType<Same<ProviderIdOf<typeof either>, "github" | "google">>();
  expectType<Same<SessionOf<typeof either>, Session | AppSession>>();
});

Deno.test("DenoAuth(): returns general types for a config with the general type", () => {
  const lazy: LazyConfig<Request> = () => general;
  const open = [
    DenoAuth(general),
    DenoAuth(() => general),
    DenoAuth(() => Promise.resolve(general)),
    DenoAuth(({ url }) => url ? general : Promise.resolve(general)),
    DenoAuth(lazy as LazyConfig<Request>),
  ];
  expectType<Same<typeof open, DenoAuthResult[]>>();
  expectType<Same<Told<DenoAuthResult>, OpenTypes>>();
  const named: DenoAuthResult = DenoAuth(app);
  compiles(() => named.signIn(request, "an id of the app's own"));
});

Deno.test("NextAuth() takes its types from the config, from defineAuth() and from functions", () => {
  const bind = {} as { NextAuth: typeof NextAuth };
  compiles(async () => {
    const literal = bind.NextAuth({
      providers: [
        GitHub,
        { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" },
      ],
      callbacks: {
        jwt: ({ token }) => ({ ...token, plan: 1 }),
        session: ({ session, token }) => ({ ...session, plan: token.plan }),
        authorized({ auth, request }) {
          expectType<Same<typeof auth, AppSession | null>>();
          return request.nextUrl.pathname === "/" || auth?.plan === 1;
        },
      },
    });
    expectType<Same<Told<typeof literal>, AppTypes>>();
    const defined = [bind.NextAuth(app), bind.NextAuth(() => app)];
    expectType<Same<Told<typeof defined[number]>, AppTypes>>();
    const lazy = bind.NextAuth((request) => ({
      providers: [GitHub],
      basePath: request?.nextUrl.basePath,
      callbacks: {
        jwt: ({ token }) => ({ ...token, plan: 1 }),
        session: ({ session, token }) => ({ ...session, plan: token.plan }),
        authorized: ({ auth }) => Boolean(auth?.user),
      },
    }));
    expectType<Same<SessionOf<typeof lazy>, AppSession>>();
    const open = [
      bind.NextAuth({} as NextAuthConfig),
      bind.NextAuth(() => Promise.resolve({} as NextAuthConfig)),
    ];
    expectType<Same<typeof open, NextAuthResult[]>>();

    const { auth, signIn, unstable_update } = literal;
    expectType<Same<SessionOf<typeof auth>, AppSession>>();
    expectType<Same<ReturnType<typeof auth>, Promise<AppSession | null>>>();
    expectType<Same<Awaited<ReturnType<typeof unstable_update>>, AppSession | null>>();
    auth((request) => Response.json(request.auth?.plan));
    await unstable_update({ plan: 2, user: { name: "Ada" } });
    await signIn("acme");
    await signIn("gitlub");
    // The component of Auth.js's example for Next takes the id as a property.
    const submit = (provider?: string) => async () => await signIn(provider);
    submit();
    // @ts-expect-error the callback does not return this member
    (await auth())?.plane;
    // @ts-expect-error a number
    await unstable_update({ plan: "2" });
    // @ts-expect-error unknown callback
    bind.NextAuth({ providers: [], callbacks: { authorised: () => true } });
  });
});

Deno.test("next useSession(): takes the type of the server's session", () => {
  compiles(() => {
    const { useSession } = {} as typeof React;
    const some = useSession<AppSession>();
    expectType<Same<NonNullable<typeof some.data>["plan"], number>>();
    expectType<Same<ReturnType<typeof some.update>, Promise<AppSession | null>>>();
    const sure = useSession<AppSession>({ required: true });
    if (sure.status === "authenticated") expectType<Same<typeof sure.data, AppSession>>();
    expectType<Same<typeof sure.status, "authenticated" | "loading">>();
    // @ts-expect-error the callback does not return this member
    some.data?.plane;
    // @ts-expect-error `expires` is missing
    useSession<{ plan: number }>();
  });
});

Deno.test("SvelteKitAuth() takes its types from the config, from defineAuth() and from functions", () => {
  const bind = {} as { SvelteKitAuth: typeof SvelteKitAuth };
  compiles(async () => {
    const literal = bind.SvelteKitAuth({
      providers: [
        GitHub,
        { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" },
      ],
      callbacks: {
        jwt: ({ token }) => ({ ...token, plan: 1 }),
        session: ({ session, token }) => ({ ...session, plan: token.plan }),
      },
    });
    expectType<Same<Told<typeof literal>, AppTypes>>();
    const defined = [bind.SvelteKitAuth(app), bind.SvelteKitAuth(() => Promise.resolve(app))];
    expectType<Same<Told<typeof defined[number]>, AppTypes>>();
    const open = [
      bind.SvelteKitAuth({} as SvelteKitAuthConfig),
      bind.SvelteKitAuth((event) => Promise.resolve({ ...general, basePath: event.url.pathname })),
    ];
    expectType<Same<Told<typeof open[number]>, OpenTypes>>();
    const { auth } = literal;
    expectType<Same<SessionOf<typeof auth>, AppSession>>();
    expectType<Same<Awaited<ReturnType<AuthLocals<AppSession>["auth"]>>, AppSession | null>>();
    // @ts-expect-error the callback does not return this member
    (await auth({} as KitEvent))?.plane;
    // @ts-expect-error unknown callback
    bind.SvelteKitAuth({ providers: [], callbacks: { token: () => ({}) } });
  });
});

Deno.test("HonoAuth() takes its types from the config, from defineAuth() and from functions", () => {
  const literal = HonoAuth({
    providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  });
  const defined = [HonoAuth(app), HonoAuth((_c: HonoContext) => app)];
  expectType<Same<Told<typeof literal>, AppTypes>>();
  expectType<Same<Told<typeof defined[number]>, AppTypes>>();
  const open: HonoAuthResult = HonoAuth(general);
  expectType<Same<Told<typeof open>, OpenTypes>>();
  compiles(() => {
    const server = new Hono<{ Variables: { theme: string } }>().use(literal);
    server.get("/", async (c) => {
      const session = await literal.getSession(c);
      expectType<Same<typeof session, AppSession | null>>();
      if (!session) return await literal.signIn(c, "gitlub", { redirectTo: "/" });
      // @ts-expect-error the callback does not return this member
      return c.text(`${c.get("theme")} ${session.plane}`);
    });
    server.post("/out", (c) => literal.signOut(c, { redirectTo: "/" }));
    server.post("/plan", async (c) => c.json((await literal.updateSession(c, {}))?.plan));
  });
});

Deno.test("getSession() and signIn() of Express take their types from the config they are given", () => {
  const written = {
    providers: [GitHub],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  } satisfies ExpressAuthConfig;
  compiles(async () => {
    const req = {} as express.ExpressRequest;
    const session = await express.getSession(req, app);
    expectType<Same<typeof session, AppSession | null>>();
    const updated = await express.updateSession(req, app, { plan: 2 });
    expectType<Same<typeof updated, AppSession | null>>();
    const plan: number | undefined = (await express.getSession(req, written))?.plan;
    const plain = await express.getSession(req, { providers: [GitHub] });
    expectType<Same<typeof plain, Session | null>>();
    await express.signIn(req, {} as ExpressAuthConfig, "an id of the app's own");
    await express.signIn(req, app, "acme");
    await express.signIn(req, app, "gitlub");
    await express.signIn(req, written, "gitlub");
    // @ts-expect-error the callback does not return this member
    session?.plane;
    // @ts-expect-error the callback does not return this member
    (await express.getSession(req, written))?.plane;
    return [ExpressAuth(app), plan];
  });
});

Deno.test("FreshAuth() takes its types from the config, from defineAuth() and from functions", () => {
  const literal = FreshAuth({
    providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  });
  const defined = [FreshAuth(app), FreshAuth(({ req }) => req.url ? app : app)];
  expectType<Same<Told<typeof literal>, AppTypes>>();
  expectType<Same<Told<typeof defined[number]>, AppTypes>>();
  const open: FreshAuthResult = FreshAuth(general);
  expectType<Same<Told<typeof open>, OpenTypes>>();
  compiles(async () => {
    const ctx = {} as FreshContext & { state: FreshAuthState<typeof literal> };
    expectType<Same<typeof ctx.state.auth, AppSession | null>>();
    await literal.signIn(ctx, "acme");
    await literal.signIn(ctx, "gitlub");
    // @ts-expect-error the callback does not return this member
    ctx.state.auth?.plane;
  });
});

Deno.test("NodeAuth() takes its types from the config, from defineAuth() and from functions", () => {
  const literal = NodeAuth({
    providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  });
  const defined = [NodeAuth(app), NodeAuth(({ url }) => url ? app : app)];
  expectType<Same<Told<typeof literal>, AppTypes>>();
  expectType<Same<Told<typeof defined[number]>, AppTypes>>();
  const open: NodeAuthResult = NodeAuth(general);
  expectType<Same<Told<typeof open>, OpenTypes>>();
  compiles(async () => {
    const [req, res] = [{} as NodeServerRequest, {} as NodeResponse];
    expectType<Same<Awaited<ReturnType<typeof literal.auth>>, AppSession | null>>();
    await literal.signIn(req, res, "acme");
    await literal.signIn(req, res, "gitlub");
    // @ts-expect-error the callback does not return this member
    (await literal.auth(req))?.plane;
  });
});

Deno.test("getSession() and signIn() of SolidStart take their types from the config they are given", () => {
  compiles(async () => {
    const written = {
      providers: [GitHub],
      callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
      prefix: "/auth",
    } satisfies SolidAuthConfig;
    const session = await solid.getSession(request, app);
    expectType<Same<typeof session, AppSession | null>>();
    const updated = await solid.updateSession({ request }, app, { plan: 2 });
    expectType<Same<typeof updated, AppSession | null>>();
    const plan: number | undefined = (await solid.getSession(request, written))?.plan;
    await solid.signIn(request, {} as SolidAuthConfig, "an id of the app's own");
    await solid.signIn(request, app, "acme");
    await solid.signIn(request, app, "gitlub");
    await solid.signIn(request, written, "gitlub");
    // @ts-expect-error the callback does not return this member
    session?.plane;
    return [SolidAuth(app), plan];
  });
});

Deno.test("serverAuth$() takes its types from what the function returns", () => {
  const bind = {} as { serverAuth$: typeof serverAuth$ };
  compiles(() => {
    const literal = bind.serverAuth$((event) => ({
      providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: event.url.origin }],
      callbacks: {
        jwt: ({ token }) => ({ ...token, plan: 1 }),
        session: ({ session, token }) => ({ ...session, plan: token.plan }),
      },
    }));
    const defined = [bind.serverAuth$(() => app), bind.serverAuth$(() => Promise.resolve(app))];
    expectType<Same<Told<typeof literal>, AppTypes>>();
    expectType<Same<Told<typeof defined[number]>, AppTypes>>();
    const open: QwikAuthResult = bind.serverAuth$(() => general);
    expectType<Same<Told<typeof open>, OpenTypes>>();
    expectType<Same<ReturnType<typeof literal.useSession>["value"], AppSession | null>>();
    const { submit } = literal.useSignIn();
    submit({ providerId: "acme" });
    submit({ providerId: "gitlub" });
  });
});
