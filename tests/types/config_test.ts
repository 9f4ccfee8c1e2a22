import { assertEquals } from "@std/assert";
import type {
  Account,
  AdapterSession,
  AdapterUser,
  AuthConfig,
  Awaitable,
  CallbacksOptions,
  DefaultSession,
  EventCallbacks,
  JWT,
  LoggerInstance,
  Profile,
  Session,
  User,
  WarningCode,
} from "@x/auth/types";
import { raw, skipCSRFCheck } from "@x/auth";
import { expectType, type Same } from "./_expect.ts";

type Callback<Name extends keyof CallbacksOptions> = Parameters<CallbacksOptions[Name]>[0];
type Message<Name extends keyof EventCallbacks> = Parameters<EventCallbacks[Name]>[0];

Deno.test("AuthConfig: callbacks receive and return the specified types", () => {
  type SignIn = Callback<"signIn">;
  expectType<Same<SignIn["user"], User | AdapterUser>>();
  expectType<Same<SignIn["account"], Account | null | undefined>>();
  expectType<Same<SignIn["profile"], Profile | undefined>>();
  expectType<Same<SignIn["email"], { verificationRequest?: boolean } | undefined>>();
  expectType<Same<ReturnType<CallbacksOptions["signIn"]>, Awaitable<boolean | string>>>();

  expectType<Same<Callback<"redirect">, { url: string; baseUrl: string }>>();
  expectType<Same<ReturnType<CallbacksOptions["redirect"]>, Awaitable<string>>>();

  type Jwt = Callback<"jwt">;
  expectType<Same<Jwt["token"], JWT>>();
  expectType<Same<Jwt["user"], User | AdapterUser>>();
  expectType<Same<Jwt["trigger"], "signIn" | "signUp" | "update" | undefined>>();
  expectType<Same<ReturnType<CallbacksOptions["jwt"]>, Awaitable<JWT | null>>>();

  type OfSession = Callback<"session">;
  expectType<Same<OfSession["token"], JWT>>();
  expectType<Same<OfSession["user"], AdapterUser>>();
  expectType<Same<OfSession["session"]["sessionToken"], string>>();
  expectType<Same<OfSession["trigger"], "update" | undefined>>();
  expectType<Same<ReturnType<CallbacksOptions["session"]>, Awaitable<Session | DefaultSession>>>();

  // Other return types do not compile.
  const callbacks: NonNullable<AuthConfig["callbacks"]> = {
    // @ts-expect-error -- a boolean or a URL
    signIn: () => 1,
    // @ts-expect-error -- a URL
    redirect: () => undefined,
    // @ts-expect-error -- an object of claims
    jwt: () => "token",
    // @ts-expect-error -- `expires` is missing
    session: () => ({ user: { name: "Ada" } }),
  };
  assertEquals(Object.keys(callbacks).length, 4);
});

Deno.test("AuthConfig: callbacks may be synchronous or not", async () => {
  const callbacks: NonNullable<AuthConfig["callbacks"]> = {
    signIn: async ({ user }) => await Promise.resolve(user.email === "ada@example.com"),
    jwt: ({ token }) => token,
  };
  assertEquals(await callbacks.signIn!({ user: { email: "ada@example.com" } }), true);
});

Deno.test("AuthConfig: events receive the specified messages and return nothing", () => {
  type SignIn = Message<"signIn">;
  expectType<Same<SignIn["user"], User>>();
  expectType<Same<SignIn["account"], Account | null>>();
  expectType<Same<SignIn["profile"], Profile | undefined>>();
  expectType<Same<SignIn["isNewUser"], boolean | undefined>>();
  expectType<Same<Message<"createUser">, { user: User }>>();
  expectType<Same<Message<"updateUser">, { user: User }>>();
  expectType<Same<Message<"linkAccount">["user"], User | AdapterUser>>();
  expectType<Same<Message<"linkAccount">["account"], Account>>();
  expectType<Same<Message<"linkAccount">["profile"], User | AdapterUser>>();
  expectType<Same<Message<"session">["session"], Session>>();
  expectType<Same<Message<"session">["token"], JWT | undefined>>();

  const ended: string[] = [];
  const events: NonNullable<AuthConfig["events"]> = {
    // The member that is present tells the session strategy.
    signOut(message) {
      if ("token" in message) {
        expectType<Same<typeof message.token, JWT | null>>();
        ended.push(message.token?.sub ?? "none");
      } else {
        expectType<Same<typeof message.session, void | AdapterSession | null | undefined>>();
        ended.push(message.session ? message.session.userId : "none");
      }
    },
    // @ts-expect-error -- unknown event
    signUp: () => {},
  };
  events.signOut!({ token: { sub: "1" } });
  events.signOut!({ session: null });
  assertEquals(ended, ["1", "none"]);
});

Deno.test("AuthConfig: misspelled members and wrong types do not compile", () => {
  const configs: AuthConfig[] = [
    { providers: [] },
    { providers: [], secret: ["new", "old"], raw, skipCSRFCheck },
    // @ts-expect-error -- `providers` is missing
    {},
    // @ts-expect-error -- an array
    { providers: {} },
    // @ts-expect-error -- a string or strings
    { providers: [], secret: 1 },
    // @ts-expect-error -- "jwt" or "database"
    { providers: [], session: { strategy: "cookie" } },
    // @ts-expect-error -- a number of seconds
    { providers: [], session: { maxAge: "1h" } },
    // @ts-expect-error -- the symbol only, so that JSON cannot switch protection off
    { providers: [], skipCSRFCheck: true },
    // @ts-expect-error -- the symbol only
    { providers: [], raw: true },
    // @ts-expect-error -- unknown page
    { providers: [], pages: { login: "/join" } },
    // @ts-expect-error -- unknown color scheme
    { providers: [], theme: { colorScheme: "blue" } },
    // @ts-expect-error -- unknown cookie
    { providers: [], cookies: { session: { name: "x" } } },
    // @ts-expect-error -- unknown value
    { providers: [], cookies: { state: { options: { sameSite: "relaxed" } } } },
    // @ts-expect-error -- unknown option
    { providers: [], trustHosts: true },
  ];
  assertEquals(configs.length, 14);
});

Deno.test("AuthConfig: a logger can replace any level", () => {
  expectType<Same<Parameters<LoggerInstance["error"]>, [error: Error]>>();
  expectType<Same<Parameters<LoggerInstance["warn"]>, [code: WarningCode]>>();
  const codes: WarningCode[] = [];
  const logger: NonNullable<AuthConfig["logger"]> = { warn: (code) => void codes.push(code) };
  logger.warn!("short-secret");
  // @ts-expect-error -- unknown warning
  logger.warn!("bad-weather");
  assertEquals(codes.length, 2);
});
