import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { type AuthConfig, CredentialsSignin, customFetch, skipCSRFCheck } from "../../../../mod.ts";
import { finish } from "../../../../src/core/actions/callback.ts";
import {
  AccessDenied,
  CallbackRouteError,
  InvalidCheck,
  InvalidProvider,
  MissingCSRF,
} from "../../../../src/errors.ts";
import { oauthFlow } from "../../../../src/flows/oauth/mod.ts";
import Credentials from "../../../../src/providers/credentials.ts";
import {
  ACME,
  APP,
  createTestContext,
  outgoing,
  providerOf,
  toCookieHeader,
} from "../../_context.ts";

const COOKIE = "__Secure-authjs.session-token";
const ADA = { id: "7", name: "Ada", email: "ada@example.com" };

/** A sign-in with a form that `authorize` accepts as Ada's. */
async function signIn(config: Partial<AuthConfig> = {}, form: Record<string, string> = {}) {
  const { ctx } = await createTestContext({
    path: "callback/credentials",
    form: { password: "right", callbackUrl: "/after", ...form },
    config: {
      providers: [Credentials({ authorize: () => ({ ...ADA }) })],
      skipCSRFCheck,
      ...config,
    },
  });
  return { ctx, finish: async () => await finish(ctx) };
}

/** The provider's answer to an attempt of this browser. */
async function answer(config: Partial<AuthConfig>) {
  const own = {
    providers: [{
      ...ACME,
      [customFetch]: (input: string | URL | Request) =>
        Promise.resolve(
          String(input) === ACME.token
            ? Response.json({ access_token: "a", token_type: "bearer" })
            : Response.json({ ...ADA, id: "acme-7" }),
        ),
    }],
    ...config,
  };
  const start = await createTestContext({
    path: "signin/acme",
    form: { callbackUrl: "/first" },
    config: own,
  });
  const { redirect } = await oauthFlow.start!(start.ctx, providerOf(start.ctx));
  const state = new URL(redirect!).searchParams.get("state");
  const { ctx } = await createTestContext({
    path: `callback/acme?code=c&state=${state}`,
    cookie: toCookieHeader(start.ctx),
    config: own,
  });
  return { ctx, finish: async () => await finish(ctx) };
}

Deno.test("callback calls `signIn`, creates the session, calls the event and redirects, in this order", async () => {
  const calls: string[] = [];
  const { ctx, finish } = await signIn({
    callbacks: {
      signIn: ({ user, account, credentials }) => {
        calls.push(`signIn ${user.name} ${account?.type} ${credentials?.password}`);
        return true;
      },
      jwt: ({ token, trigger }) => {
        calls.push(`jwt ${trigger}`);
        return token;
      },
    },
    events: {
      signIn: (message) => void calls.push(`event ${Object.keys(message).sort()}`),
    },
  });
  assertEquals(await finish(), { redirect: `${APP}/after` });
  assertEquals(calls, [
    "signIn Ada credentials right",
    "jwt signIn",
    "event account,user",
  ]);
  assertEquals(outgoing(ctx).filter((line) => line.startsWith(`${COOKIE}=`)).length, 1);
});

Deno.test("callback redirects to the callback URL of its attempt, not of a later tab", async () => {
  const { finish } = await answer({});
  assertEquals(await finish(), { redirect: `${APP}/first` });
});

Deno.test("callback redirects only new users to pages.newUser", async () => {
  const config = { adapter: MemoryAdapter(), pages: { newUser: "/welcome" } };
  const first = await (await answer(config)).finish();
  assertEquals(first, {
    redirect: `${APP}/welcome?callbackUrl=${encodeURIComponent(`${APP}/first`)}`,
  });
  assertEquals(await (await answer(config)).finish(), { redirect: `${APP}/first` });
});

Deno.test("callback passes the stored user to the `signIn` callback when it exists", async () => {
  const seen: unknown[] = [];
  const config: Partial<AuthConfig> = {
    adapter: MemoryAdapter(),
    callbacks: { signIn: ({ user }) => Boolean(seen.push("emailVerified" in user)) },
  };
  await (await answer(config)).finish();
  await (await answer(config)).finish();
  assertEquals(seen, [false, true]);
});

const refusals: [string, () => boolean | string | never][] = [
  ["returns false", () => false],
  ["returns undefined", () => undefined as never],
  ["returns an empty string", () => ""],
  ["throws", () => {
    throw new Error("the database is down");
  }],
];
for (const [name, decide] of refusals) {
  Deno.test(`callback creates no session when \`signIn\` ${name}`, async () => {
    const adapter = MemoryAdapter();
    const { ctx, finish } = await answer({ adapter, callbacks: { signIn: decide } });
    await assertRejects(finish, AccessDenied);
    assertEquals(outgoing(ctx).some((line) => line.includes("session-token")), false);
    assertEquals(await adapter.getUserByEmail(ADA.email), null);
  });
}

Deno.test("callback redirects to the URL that `signIn` returns, within the site", async () => {
  for (const [to, redirect] of [["/unpaid", `${APP}/unpaid`], ["https://evil.example", APP]]) {
    const { ctx, finish } = await signIn({ callbacks: { signIn: () => to! } });
    assertEquals(await finish(), { redirect });
    assertEquals(outgoing(ctx).some((line) => line.includes("session-token")), false);
  }
});

Deno.test("callback refuses requests without a provider, and methods that its flow does not accept", async () => {
  const { ctx } = await createTestContext({ path: "callback" });
  await assertRejects(async () => await finish(ctx), InvalidProvider, "Name a provider");
  const form = await createTestContext({
    path: "callback/credentials?password=right",
    config: { providers: [Credentials({ authorize: () => ADA })] },
  });
  await assertRejects(async () => await finish(form.ctx), InvalidProvider, "GET");
});

Deno.test("callback does not call `authorize` without the CSRF token", async () => {
  const { finish } = await signIn({
    skipCSRFCheck: undefined,
    providers: [Credentials({
      authorize: () => {
        throw new Error("must not be asked");
      },
    })],
  });
  await assertRejects(finish, MissingCSRF);
});

Deno.test("callback passes on AuthErrors and wraps everything else", async () => {
  const refused = new CredentialsSignin();
  const { finish } = await signIn({
    providers: [Credentials({ authorize: () => Promise.reject(refused) })],
  });
  assertStrictEquals(await assertRejects(finish, CredentialsSignin), refused);

  const inner = new Error("no");
  const { finish: broken } = await signIn({
    callbacks: { jwt: () => Promise.reject(inner) },
  });
  const error = await assertRejects(broken, CallbackRouteError);
  assertStrictEquals(error.cause?.err, inner);
  assertEquals(error.cause?.provider, "credentials");
});

Deno.test("callback refuses an answer that this browser did not request", async () => {
  const { ctx } = await createTestContext({ path: "callback/acme?code=c&state=s" });
  await assertRejects(async () => await finish(ctx), InvalidCheck);
});
