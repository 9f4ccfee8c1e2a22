import type { Account, AuthConfig, Awaitable, JWT, ResponseInternal, Session } from "../../mod.ts";
import { Auth, defineAuth, raw } from "../../mod.ts";
import { DenoAuth, type DenoAuthResult, type LazyConfig } from "../../src/frameworks/deno.ts";
import type NextAuth from "../../src/frameworks/next/mod.ts";
import type {
  Acted,
  NextAuthConfig,
  NextAuthRequest,
  NextAuthResult,
  NextHandler,
  NodeContext,
} from "../../src/frameworks/next/mod.ts";
import type * as React from "../../src/frameworks/next/react.ts";
import type * as KitClient from "../../src/frameworks/sveltekit/client.ts";
import type { SvelteKitAuth } from "../../src/frameworks/sveltekit/mod.ts";
import type {
  AuthLocals,
  KitEvent,
  SvelteKitAuthConfig,
} from "../../src/frameworks/sveltekit/mod.ts";
import GitHub from "../../src/providers/github.ts";
import { getSession, signIn, signOut } from "../../src/server/mod.ts";
import type { AuthClient } from "../../src/client/mod.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

Deno.test("Auth(): a Response, or the internal answer with `raw`", () => {
  const config: AuthConfig = { providers: [GitHub] };
  const request = new Request("https://app.example");
  compiles(async () => {
    const response = await Auth(request, config);
    expectType<Same<typeof response, Response>>();
    const internal = await Auth(request, { ...config, raw });
    expectType<Same<typeof internal, ResponseInternal | Response>>();
    // @ts-expect-error a request first
    await Auth(config, request);
  });
  const callbacks: AuthConfig["callbacks"] = {
    jwt: ({ token, account }) => {
      expectType<Same<typeof token, JWT>>();
      expectType<Same<typeof account, Account | null | undefined>>();
      return token;
    },
    redirect: ({ url, baseUrl }) => baseUrl + url,
  };
  expectType<
    Same<
      Awaited<ReturnType<NonNullable<NonNullable<typeof callbacks>["signIn"]>>>,
      string | boolean
    >
  >();
});

Deno.test("server functions: request and config in, session or redirect out", () => {
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

Deno.test("DenoAuth(): a handler for Deno.serve, with what the server knows", () => {
  expectType<Same<Parameters<typeof DenoAuth>, [config: LazyConfig<Request>]>>();
  expectType<Same<ReturnType<typeof DenoAuth>, DenoAuthResult>>();
  expectType<Same<ReturnType<DenoAuthResult["auth"]>, Promise<Session | null>>>();
  const { handler } = DenoAuth(defineAuth({ providers: [GitHub] }).config);
  compiles(() => [
    Deno.serve(handler()),
    Deno.serve(
      handler((_request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) =>
        new Response(info.remoteAddr.hostname)
      ),
    ),
    Deno.serve(defineAuth({ providers: [] }).handler),
    DenoAuth((request) => ({ providers: [], basePath: new URL(request.url).pathname })),
    DenoAuth(() => Promise.resolve({ providers: [] })),
    // @ts-expect-error apps answer responses
    handler(() => "text"),
    // @ts-expect-error configs are objects
    DenoAuth("github"),
  ]);
});

Deno.test("NextAuth(): every form of `auth` has its own type", () => {
  type Config = Parameters<typeof NextAuth>[0];
  type Request_ = Parameters<NextHandler>[0];
  expectType<
    Same<Config, NextAuthConfig | ((request: Request_ | undefined) => Awaitable<NextAuthConfig>)>
  >();
  expectType<Same<ReturnType<typeof NextAuth>, NextAuthResult>>();
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
    expectType<Same<typeof acted, Acted>>();
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

Deno.test("useSession() of Next: with `required`, somebody or still loading", () => {
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
    // @ts-expect-error yes or no
    useSession({ required: "yes" });
  });
});

Deno.test("SvelteKitAuth(): handle, form actions, and what locals get", () => {
  type Config = Parameters<typeof SvelteKitAuth>[0];
  type Lazy = (event: KitEvent) => PromiseLike<SvelteKitAuthConfig>;
  expectType<Same<Config, SvelteKitAuthConfig | Lazy>>();
  expectType<Same<ReturnType<AuthLocals["auth"]>, Promise<Session | null>>>();
  compiles(async () => {
    const { handle, signIn, signOut } = {} as ReturnType<typeof SvelteKitAuth>;
    // What SvelteKit calls it with has more members than are used.
    const event = {} as KitEvent & { params: Record<string, string> };
    const response = await handle({
      event,
      resolve: ({ params }) => new Response(params.id),
    });
    expectType<Same<typeof response, Response>>();
    expectType<Same<ReturnType<typeof signIn>, Promise<void>>>();
    expectType<Same<ReturnType<typeof signOut>, Promise<void>>>();
    // @ts-expect-error an event, not a request
    await signIn(new Request("https://app.example"));
  });
  expectType<Same<typeof KitClient.signIn, AuthClient["signIn"]>>();
  expectType<Same<typeof KitClient.signOut, AuthClient["signOut"]>>();
});
