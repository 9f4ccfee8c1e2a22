import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { decode, encode } from "../../../../mod.ts";
import { TokenError } from "../../../../src/base/crypto/jwe.ts";
import { InvalidCheck } from "../../../../src/errors.ts";
import {
  type Attempt,
  createAttempt,
  sendsState,
  useAttempt,
} from "../../../../src/flows/oauth/attempt.ts";
import type { OAuth2Config, OIDCConfig, Profile } from "../../../../mod.ts";
import {
  ACME,
  createTestContext,
  outgoing,
  providerOf,
  SECRET,
  toCookieHeader,
} from "../../_context.ts";

type Checks = ("none" | "state" | "pkce" | "nonce")[];

const attempt: Attempt = {
  provider: "acme",
  state: "the-state",
  verifier: "the-verifier",
  nonce: "the-nonce",
  callbackUrl: "https://app.example/after",
};

/** Providers `acme` and `other`, with the same checks. */
async function createCheckContext(
  { cookie, checks = ["state"], formPost = false }: {
    cookie?: string;
    checks?: Checks;
    formPost?: boolean;
  },
) {
  const provider = (id: string): OAuth2Config<Profile> | OIDCConfig<Profile> => ({
    ...ACME,
    id,
    type: "oidc",
    checks,
    ...formPost
      ? { authorization: { url: ACME.authorization, params: { response_mode: "form_post" } } }
      : {},
  });
  const { ctx } = await createTestContext({
    path: "callback/acme",
    cookie,
    config: { providers: [provider("acme"), provider("other")] },
  });
  return ctx;
}

/** Seals one more attempt, like another tab; returns the browser's cookies. */
async function sealNext(
  cookie: string,
  next: Attempt,
  checks: Checks = ["state"],
): Promise<string> {
  const ctx = await createCheckContext({ cookie, checks });
  await createAttempt(ctx, providerOf(ctx), next);
  const gone = outgoing(ctx).filter((line) => line.startsWith("-")).map((line) => line.slice(1));
  const kept = cookie.split("; ").filter((pair) => pair && !gone.includes(pair.split("=")[0]!));
  return [...kept, toCookieHeader(ctx)].join("; ");
}

async function sealAll(attempts: Attempt[], checks?: Checks): Promise<string> {
  let cookie = "";
  for (const next of attempts) cookie = await sealNext(cookie, next, checks);
  return cookie;
}

const keys: [Checks, string][] = [
  [["state"], "__Host-authjs.state"],
  [["pkce", "state", "nonce"], "__Host-authjs.state"],
  [["pkce"], "__Host-authjs.pkce.code_verifier"],
  [["pkce", "nonce"], "__Host-authjs.pkce.code_verifier"],
  [["nonce"], "__Host-authjs.nonce"],
];
for (const [checks, name] of keys) {
  Deno.test(`createAttempt() seals ${checks} into one cookie, ${name}`, async () => {
    const ctx = await createCheckContext({ checks });
    await createAttempt(ctx, providerOf(ctx), attempt);
    const [cookie, ...more] = ctx.cookies.outgoing();
    assertEquals(more, []);
    assert(cookie!.name.startsWith(`${name}.`));
    assertMatch(cookie!.name.slice(name.length), /^\.[\w-]{16}$/);
    assertEquals(cookie!.options.sameSite, "lax");
    assertEquals(cookie!.options.maxAge, 900);
    assert(cookie!.options.httpOnly);
    for (const value of Object.values(attempt)) assert(!cookie!.value.includes(value));
    const opened = await useAttempt(
      await createCheckContext({ checks, cookie: toCookieHeader(ctx) }),
      providerOf(ctx),
      "the-state",
    );
    for (const [member, value] of Object.entries(attempt)) {
      assertEquals(opened[member as keyof Attempt], value);
    }
  });
}

Deno.test("createAttempt() sets SameSite=None on the cookie for form posts from another site", async () => {
  const ctx = await createCheckContext({ formPost: true });
  await createAttempt(ctx, providerOf(ctx), attempt);
  const { options } = ctx.cookies.outgoing()[0]!;
  assertEquals([options.sameSite, options.secure], ["none", true]);
});

Deno.test("createAttempt() keeps five attempts, and deletes the oldest", async () => {
  using time = new FakeTime();
  let cookie = "";
  for (let index = 0; index <= 5; index++) {
    time.tick(1000);
    cookie = await sealNext(cookie, { ...attempt, state: `state-${index}` });
  }
  assertEquals(cookie.split("; ").length, 5);
  const open = async (state: string) => {
    const ctx = await createCheckContext({ cookie });
    return await useAttempt(ctx, providerOf(ctx), state);
  };
  for (let index = 1; index <= 5; index++) {
    assertEquals((await open(`state-${index}`)).state, `state-${index}`);
  }
  await assertRejects(() => open("state-0"), InvalidCheck);
});

Deno.test("useAttempt() schedules the deletion of its attempt and of no other", async () => {
  const cookie = await sealAll([attempt, { ...attempt, state: "another" }]);
  const ctx = await createCheckContext({ cookie });
  await useAttempt(ctx, providerOf(ctx), "the-state");
  const deleted = outgoing(ctx);
  assertEquals(deleted.length, 1);
  assert(cookie.startsWith(`${deleted[0]!.slice(1)}=`));
});

const refusals: [string, { state?: string; cookie?: () => string | Promise<string> }, RegExp][] = [
  [
    "a state that this browser never sent",
    { state: "other", cookie: () => sealAll([attempt]) },
    /no cookie of it/,
  ],
  ["a browser without cookies", { state: "the-state" }, /no cookie of it/],
  ["an answer without state", { cookie: () => sealAll([attempt]) }, /without the `state`/],
  ["an attempt of another provider", {
    state: "the-state",
    cookie: () => sealAll([{ ...attempt, provider: "other" }]),
  }, /another provider/],
  ["an attempt whose cookie was renamed to this state", {
    state: "the-state",
    cookie: async () => {
      const [name] = (await sealAll([attempt])).split("=");
      const other = await sealAll([{ ...attempt, state: "other" }]);
      return `${name}=${other.slice(other.indexOf("=") + 1)}`;
    },
  }, /state differs/],
  ["an invalid value under the right name", {
    state: "the-state",
    cookie: async () => `${(await sealAll([attempt])).split("=")[0]}=garbage`,
  }, /no cookie of it/],
  ["a token that was sealed for another purpose", {
    state: "the-state",
    cookie: async () => {
      const [name] = (await sealAll([attempt])).split("=");
      return `${name}=${await encode({ token: { ...attempt }, secret: SECRET, salt: name! })}`;
    },
  }, /no cookie of it/],
];
for (const [name, { state, cookie }, reason] of refusals) {
  Deno.test(`useAttempt() refuses ${name}`, async () => {
    const ctx = await createCheckContext({ cookie: await cookie?.() });
    const error = await assertRejects(
      () => useAttempt(ctx, providerOf(ctx), state),
      InvalidCheck,
    );
    assertMatch(error.message, reason);
    assertEquals(error.cause?.provider, "acme");
  });
}

Deno.test("useAttempt() refuses an attempt after fifteen minutes", async () => {
  using time = new FakeTime();
  const cookie = await sealAll([attempt]);
  const use = async () => {
    const ctx = await createCheckContext({ cookie });
    return await useAttempt(ctx, providerOf(ctx), "the-state");
  };
  time.tick(15 * 60 * 1000);
  await use();
  // Tokens tolerate fifteen seconds.
  time.tick(16 * 1000);
  await assertRejects(use, InvalidCheck);
});

for (const checks of [["pkce"], ["nonce"], ["pkce", "nonce"], ["none", "pkce"]] as Checks[]) {
  Deno.test(`useAttempt() refuses an answer without state with the checks ${checks}, and keeps the attempt`, async () => {
    const cookie = await sealAll([attempt], checks);
    const ctx = await createCheckContext({ cookie, checks });
    await assertRejects(
      () => useAttempt(ctx, providerOf(ctx), undefined),
      InvalidCheck,
      "without the `state`",
    );
    assertEquals(outgoing(ctx), []);
    assertEquals((await useAttempt(ctx, providerOf(ctx), "the-state")).verifier, "the-verifier");
  });
}

Deno.test("checks none: an attempt has no state, and is still bound to browser and provider", async () => {
  const checks: Checks = ["none"];
  const cookie = await sealAll([{ provider: "acme", callbackUrl: "/x" }], checks);
  assertEquals(cookie.split("=")[0], "__Host-authjs.nonce");
  const use = async (header?: string) => {
    const ctx = await createCheckContext({ cookie: header, checks });
    return await useAttempt(ctx, providerOf(ctx), undefined);
  };
  assertEquals((await use(cookie)).callbackUrl, "/x");
  await assertRejects(() => use(), InvalidCheck);
});

Deno.test("sendsState() is false only for `none`", async () => {
  for (const [checks, sends] of [[["none"], false], [["pkce"], true], [["nonce"], true]] as const) {
    const ctx = await createCheckContext({ checks: [...checks] });
    assertEquals(sendsState(providerOf(ctx)), sends);
  }
});

Deno.test("createAttempt() seals with its own purpose: the cookie is not accepted as a session", async () => {
  const cookie = await sealAll([attempt]);
  const token = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1));
  for (const salt of ["__Secure-authjs.session-token", cookie.split("=")[0]!, "encodedState"]) {
    await assertRejects(() => decode({ token, secret: SECRET, salt }), TokenError, "no secret");
  }
});
