import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Hono } from "hono";
import type { AuthConfig, Session } from "../../mod.ts";
import { raw } from "../../mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { DenoAuth, type DenoAuthResult } from "../../src/frameworks/deno.ts";
import { ExpressAuth, type ExpressAuthConfig } from "../../src/frameworks/express.ts";
import * as express from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshAuthState, type FreshContext } from "../../src/frameworks/fresh.ts";
import * as hono from "../../src/frameworks/hono.ts";
import { HonoAuth } from "../../src/frameworks/hono.ts";
import { NodeAuth, type NodeAuthResult } from "../../src/frameworks/node.ts";
import type {
  ActionResult,
  AuthOptions,
  default as NextAuth,
  getServerSession,
  NextAuthConfig,
  NextAuthOptions,
  NextAuthRequest,
  NextAuthResult,
  NextHandler,
  NodeContext,
  NodeRequest,
  SessionStrategy,
} from "../../src/frameworks/next/mod.ts";
import type * as React from "../../src/frameworks/next/react.ts";
import type * as KitClient from "../../src/frameworks/sveltekit/client.ts";
import type {
  AuthLocals,
  KitEvent,
  SvelteKitAuthResult,
} from "../../src/frameworks/sveltekit/mod.ts";
import type * as nextPasskeys from "../../src/frameworks/next/webauthn.ts";
import type * as kitPasskeys from "../../src/frameworks/sveltekit/webauthn.ts";
import type * as qwik from "../../src/frameworks/qwik/mod.ts";
import type {
  QwikAuth$,
  QwikAuthConfigFunction,
  QwikAuthResult,
  serverAuth$,
} from "../../src/frameworks/qwik/mod.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import { SolidAuth, type SolidAuthConfig } from "../../src/frameworks/solid_start.ts";
import type * as solidClient from "../../src/frameworks/solid_start_client.ts";
import GitHub from "../../src/providers/github.ts";
import { getSession, signIn, signOut } from "../../src/frameworks/server.ts";
import type { AuthClient } from "../../src/client/mod.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

Deno.test("server functions: take request and config, return a session or a redirect", () => {
  const config: AuthConfig = { providers: [GitHub] };
  const request = new Request("https://app.example");
  expectType<Same<ReturnType<typeof getSession>, Promise<Session | null>>>();
  expectType<Same<ReturnType<typeof signIn>, Promise<Response>>>();
  expectType<Same<ReturnType<typeof signOut>, Promise<Response>>>();
  compiles(() => [
    signIn(request, config, "github", { redirectTo: "/", anything: 1 }, new URLSearchParams()),
    signIn(request, config, "an id of the app's own"),
    signOut(request, config, { redirectTo: "/" }),
    // @ts-expect-error a sign-out has no fields
    signOut(request, config, { password: "" }),
    // @ts-expect-error the config is missing
    getSession(request),
  ]);
});

Deno.test("requireProof(): every wrapper has it", () => {
  type Result = Promise<string | null>;
  const options = { maxAge: 600 };
  compiles(async (): Promise<(string | null)[]> => [
    await DenoAuth({ providers: [] }).requireProof(new Request(""), options),
    await express.requireProof({ headers: {} }, { providers: [] }, options),
    await FreshAuth({ providers: [] }).requireProof({} as FreshContext, options),
    await HonoAuth({ providers: [] }).requireProof({} as never, options),
    await hono.requireProof({} as never, options),
    await ({} as NextAuthResult).requireProof({ ...options, redirectTo: "/transfer" }),
    // @ts-expect-error Next does not say which page it renders
    await ({} as NextAuthResult).requireProof(options),
    await NodeAuth({ providers: [] }).requireProof({ headers: {} }, options),
    await ({} as QwikAuthResult).requireProof({} as never, options),
    await solid.requireProof(new Request(""), { providers: [] }, options),
    await ({} as SvelteKitAuthResult).requireProof({} as KitEvent, options),
  ]);
  expectType<Same<ReturnType<DenoAuthResult["requireProof"]>, Result>>();
});

Deno.test("DenoAuth(): returns a handler for Deno.serve that takes the server's info", () => {
  expectType<Same<ReturnType<DenoAuthResult["auth"]>, Promise<Session | null>>>();
  const { handler } = DenoAuth({ providers: [GitHub] });
  compiles(() => [
    Deno.serve(handler()),
    Deno.serve(
      handler((_request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) =>
        new Response(info.remoteAddr.hostname)
      ),
    ),
    Deno.serve(defineAuth({ providers: [] }).handler),
    // @ts-expect-error apps return responses
    handler(() => "text"),
    // @ts-expect-error configs are objects
    DenoAuth("github"),
    // @ts-expect-error unknown option
    DenoAuth({ providers: [], sesion: {} }),
    // @ts-expect-error unknown strategy
    DenoAuth(() => ({ providers: [], session: { strategy: "token" } })),
  ]);
});

Deno.test("NextAuth(): every form of `auth` has its own type", () => {
  compiles(async () => {
    const { auth, handlers, signIn, signOut, unstable_update } = {} as NextAuthResult;
    const session = await auth();
    expectType<Same<typeof session, Session | null>>();
    const wrapped = auth((request) => {
      expectType<Same<typeof request, NextAuthRequest>>();
      expectType<Same<typeof request.auth, Session | null>>();
      return Response.json(request.auth?.user?.name);
    });
    expectType<Same<typeof wrapped, NextHandler>>();
    const context = await auth({} as NodeContext);
    expectType<Same<typeof context, Session | null>>();
    expectType<Same<keyof typeof handlers, "GET" | "POST">>();
    const url = await signIn("github", { redirect: false });
    expectType<Same<typeof url, string>>();
    const acted = await signOut({ redirect: false });
    expectType<Same<typeof acted, ActionResult>>();
    const never = async () => await signIn("github", new FormData());
    expectType<Same<ReturnType<typeof never>, Promise<never>>>();
    const updated = await unstable_update({ user: { name: "Ada" } });
    expectType<Same<typeof updated, Session | null>>();
    // @ts-expect-error an update is a part of a session
    await unstable_update("Ada");
  });
  const config: NextAuthConfig = {
    providers: [GitHub],
    callbacks: { authorized: ({ auth }) => auth !== null },
  };
  expectType<Same<typeof config.providers, AuthConfig["providers"]>>();
});

Deno.test("next useSession(): with `required`, a session or the status loading", () => {
  compiles(() => {
    const { useSession, signIn, signOut } = {} as typeof React;
    const some = useSession();
    if (some.status === "authenticated") expectType<Same<typeof some.data, Session>>();
    else expectType<Same<typeof some.data, null>>();
    expectType<Same<typeof some.status, "authenticated" | "unauthenticated" | "loading">>();
    const sure = useSession({ required: true });
    expectType<Same<typeof sure.status, "authenticated" | "loading">>();
    const staying = signIn("credentials", { redirect: false });
    expectType<Same<typeof staying, Promise<React.SignInResponse | undefined>>>();
    const leaving = signOut();
    expectType<Same<typeof leaving, Promise<void>>>();
    // @ts-expect-error a boolean
    useSession({ required: "yes" });
    const variable = useSession({ required: Boolean(some.data) });
    expectType<Same<typeof variable.status, typeof some.status>>();
    const named = useSession<true>({ required: true });
    expectType<Same<typeof named, typeof sure>>();
  });
});

Deno.test("SvelteKitAuth(): types handle, form actions and locals", () => {
  expectType<Same<ReturnType<SvelteKitAuthResult["signOut"]>, Promise<void>>>();
  expectType<Same<ReturnType<AuthLocals["auth"]>, Promise<Session | null>>>();
  compiles(async () => {
    const { handle, signIn } = {} as SvelteKitAuthResult;
    // SvelteKit passes more members than `handle` uses.
    const event = {} as KitEvent & { params: Record<string, string> };
    const response = await handle({
      event,
      resolve: ({ params }) => new Response(params.id),
    });
    expectType<Same<typeof response, Response>>();
    // @ts-expect-error an event, not a request
    await signIn(new Request("https://app.example"));
  });
  expectType<Same<typeof KitClient.signIn, AuthClient["signIn"]>>();
  expectType<Same<typeof KitClient.signOut, AuthClient["signOut"]>>();
});

Deno.test("HonoAuth(): returns a middleware of Hono, and functions of its context", () => {
  expectType<Same<ReturnType<typeof hono.getSession>, Promise<Session | null>>>();
  compiles(() => {
    const app = new Hono<{ Variables: { theme: string } }>();
    app.use(HonoAuth({ providers: [GitHub] }));
    app.use(
      "/admin/*",
      HonoAuth((c) => ({ providers: [], basePath: new URL(c.req.raw.url).pathname })),
    );
    app.get("/", async (c) => {
      const session = await hono.getSession(c);
      expectType<Same<typeof session, Session | null>>();
      if (!session) return await hono.signIn(c, "github", { redirectTo: "/" });
      return c.text(c.get("theme"));
    });
    app.post("/out", (c) => hono.signOut(c, { redirectTo: "/" }));
    // @ts-expect-error configs have providers
    HonoAuth({});
    // @ts-expect-error the context, not its request
    app.get("/wrong", (c) => hono.getSession(c.req.raw));
  });
});

Deno.test("ExpressAuth(): returns a middleware; getSession() takes the same config", () => {
  const config: ExpressAuthConfig = { providers: [GitHub] };
  expectType<Same<ReturnType<typeof ExpressAuth>, express.ExpressMiddleware>>();
  expectType<Same<express.GetSessionResult, Promise<Session | null>>>();
  compiles(() => {
    // The suite of frameworks checks it with the types of Express 4 and 5.
    const sessions = [
      express.getSession({} as express.ExpressRequest, config),
      express.getSession({ headers: { cookie: "" } }, config),
    ];
    expectType<Same<typeof sessions, Promise<Session | null>[]>>();
    const targets = [
      express.signIn({} as express.ExpressRequest, config, "github", { redirectTo: "/" }),
      express.signOut({} as express.ExpressRequest, config, { redirectTo: "/" }),
    ];
    expectType<Same<typeof targets, Promise<string>[]>>();
    // @ts-expect-error what acts needs a whole request
    express.signOut({ headers: { cookie: "" } }, config);
    // @ts-expect-error requests have headers
    express.getSession({}, config);
    // @ts-expect-error the config cannot be a function
    ExpressAuth(() => config);
    // @ts-expect-error `raw` returns an answer that Express cannot send
    ExpressAuth({ ...config, raw });
  });
});

Deno.test("NodeAuth(): a handler of real servers, and functions of their requests", () => {
  expectType<Same<ReturnType<NodeAuthResult["auth"]>, Promise<Session | null>>>();
  compiles(async () => {
    const { handler, handle, auth, signIn, signOut, updateSession } = NodeAuth({
      providers: [GitHub],
    });
    createServer(handler());
    createServer(handler(async (req, res) => {
      const session = await auth(req, res);
      expectType<Same<typeof session, Session | null>>();
      res.statusCode = 303;
      res.setHeader("location", await signIn(req, res, "github", { redirectTo: "/" }));
      res.end("Hello");
    }));
    createServer(handler((_req: IncomingMessage, res: ServerResponse) => {
      res.writeHead(200).end("Members of Node's own, where they are named");
    }));
    createServer(async (req, res) => {
      if (await handle(req, res)) return;
      await updateSession(req, res, { name: "Ada" });
      res.setHeader("location", await signOut(req, res, { redirectTo: "/" }));
    });
    await auth({ headers: { cookie: "" } });
    // @ts-expect-error requests have headers
    await auth({});
    // @ts-expect-error acts need a response
    await signOut({ headers: {} });
    NodeAuth((req) => ({ providers: [], basePath: req.url }));
  });
});

Deno.test("FreshAuth(): returns a middleware with helpers, for both versions of Fresh", () => {
  compiles(async () => {
    const fresh = FreshAuth({ providers: [GitHub] });
    const ctx = {} as FreshContext & { state: FreshAuthState };
    const response = await fresh(ctx);
    expectType<Same<typeof response, Response>>();
    expectType<Same<typeof ctx.state.auth, Session | null>>();
    expectType<Same<typeof fresh.plugin.name, string>>();
    // @ts-expect-error a context, not a request
    await fresh(new Request("https://app.example"));
  });
});

Deno.test("SolidAuth(): returns route handlers, and functions of the event or request", () => {
  const config: SolidAuthConfig = { providers: [GitHub], prefix: "/auth" };
  compiles(async () => {
    const { GET, POST } = SolidAuth(config);
    const request = new Request("https://app.example");
    const answers = await Promise.all([GET({ request }), POST({ request, clientAddress: "::1" })]);
    expectType<Same<typeof answers, [Response | undefined, Response | undefined]>>();
    const sessions = [solid.getSession(request, config), solid.getSession({ request }, config)];
    expectType<Same<typeof sessions, Promise<Session | null>[]>>();
    const response = await solid.signIn(request, config, "github", { redirectTo: "/" });
    expectType<Same<typeof response, Response>>();
    // @ts-expect-error a path
    SolidAuth({ ...config, prefix: 1 });
  });
  expectType<Same<typeof solidClient.signIn, AuthClient["signIn"]>>();
  expectType<Same<typeof solidClient.signOut, AuthClient["signOut"]>>();
});

Deno.test("serverAuth$(): returns a loader, and actions with typed failures", () => {
  expectType<Same<typeof QwikAuth$, typeof serverAuth$>>();
  expectType<
    Same<Parameters<QwikAuthConfigFunction>[0], Parameters<QwikAuthResult["onRequest"]>[0]>
  >();
  expectType<
    Same<Awaited<qwik.GetSessionResult>, { data: Session | null; cookie: string | null }>
  >();
  type Answer = qwik.QwikAuthAnswer<"providerId">;
  compiles(() => {
    const answer = {} as Answer;
    if (answer.failed) {
      expectType<Same<typeof answer.formErrors, string[]>>();
      return answer.fieldErrors.providerId;
    }
    expectType<Same<typeof answer.formErrors, undefined>>();
    const bind = {} as typeof serverAuth$;
    bind(() => ({ providers: [GitHub] }));
    // @ts-expect-error a function, so that the config stays out of the browser's bundle
    bind({ providers: [GitHub] });
  });
});

Deno.test("next, sveltekit: passkey functions have the types of the client's", () => {
  type SignIn = typeof import("../../src/client/webauthn.ts").signIn;
  type Answer = Awaited<ReturnType<SignIn>>;
  expectType<Same<Awaited<ReturnType<typeof nextPasskeys.signIn>>, Answer>>();
  expectType<Same<Awaited<ReturnType<typeof kitPasskeys.signIn>>, Answer>>();
});

/** Request and response of an API route, with `@types/node` of Node 16. */
interface OldCall {
  req: { headers: NodeRequest["headers"]; url?: string; query: object };
  res: {
    statusCode: number;
    headersSent: boolean;
    getHeader(name: string): number | string | string[] | undefined;
    setHeader(name: string, value: number | string | readonly string[]): OldCall["res"];
    removeHeader(name: string): void;
    end(chunk?: unknown): OldCall["res"];
    json(body: unknown): void;
  };
}

Deno.test("next: names of next-auth 4 are aliases", () => {
  expectType<Same<NextAuthOptions, NextAuthConfig>>();
  expectType<Same<AuthOptions, NextAuthConfig>>();
  expectType<Same<SessionStrategy, "jwt" | "database">>();
  expectType<Same<ReturnType<typeof getServerSession>, Promise<Session | null>>>();
  compiles(async () => {
    const [bind, read] = [{} as typeof NextAuth, {} as typeof getServerSession];
    const { getSession } = {} as typeof React;
    const { req, res } = {} as OldCall;
    const authOptions: NextAuthOptions = { providers: [], session: { strategy: "jwt" } };
    const { auth, getToken } = bind(authOptions);
    const reads = [read(authOptions), read(req, res, authOptions), auth(req), auth({ req })];
    expectType<Same<typeof reads, Promise<Session | null>[]>>();
    const token = await getToken({ req });
    expectType<Same<typeof token, Awaited<ReturnType<typeof getToken>>>>();
    await auth(req, res);
    // @ts-expect-error the options are missing
    read(req, res);
    // @ts-expect-error the session of a request is read by `auth`
    getSession({ req });
    // @ts-expect-error the request belongs to a function that returns the options
    bind(req, res, authOptions);
  });
});

Deno.test("NextAuth(): its result is a handler of both routers", () => {
  type Route = (request: Parameters<NextHandler>[0]) => Promise<Response>;
  compiles(() => {
    const handler = {} as NextAuthResult;
    const routes: Record<"GET" | "POST", Route> = { GET: handler, POST: handler };
    // deno-lint-ignore no-explicit-any -- as Next declares API routes
    const page: (req: any, res: any) => unknown = handler;
    return [routes, page];
  });
});
