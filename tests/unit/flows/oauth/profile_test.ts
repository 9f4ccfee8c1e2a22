import {
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { OperationProcessingError } from "oauth4webapi";
import { customFetch, type OAuthConfig, type Profile } from "../../../../mod.ts";
import { OAuthProfileParseError } from "../../../../src/errors.ts";
import type { Exchanged } from "../../../../src/flows/oauth/exchange.ts";
import { identify } from "../../../../src/flows/oauth/profile.ts";
import { getServer } from "../../../../src/flows/oauth/metadata.ts";
import { ACME, APP, createTestContext, providerOf } from "../../_context.ts";

const tokens = { access_token: "a", token_type: "bearer" };
const oidc = { type: "oidc" as const };

async function run(
  overrides: Partial<OAuthConfig<Profile>> = {},
  exchanged: Partial<Exchanged> = {},
  answer: () => Response = () => Response.json({ id: 7, name: "Ada", email: "Ada@Example.com" }),
) {
  const asked: (string | null)[] = [];
  const { ctx } = await createTestContext({
    path: "callback/acme",
    config: {
      providers: [{
        ...ACME,
        // deno-lint-ignore require-await -- a fetch
        [customFetch]: async (input, init) => {
          const request = new Request(input, init);
          asked.push(request.url, request.headers.get("authorization"));
          return answer();
        },
        ...overrides,
      } as OAuthConfig<Profile>],
    },
  });
  const provider = providerOf(ctx);
  const as = await getServer(provider);
  return { asked, identity: await identify(ctx, provider, as, { tokens, ...exchanged }) };
}

Deno.test("identify() reads the userinfo endpoint and maps it to user and account", async () => {
  const { asked, identity } = await run();
  assertEquals(asked, [ACME.userinfo, "Bearer a"]);
  const { user, account, profile } = identity;
  assertEquals(account, { ...tokens, provider: "acme", type: "oauth", providerAccountId: "7" });
  assertEquals(profile, { id: 7 as never, name: "Ada", email: "Ada@Example.com" });
  assertEquals(user.name, "Ada");
  assertEquals(user.email, "ada@example.com");
  // The user's id is never the provider's: two providers can use the same one.
  assertMatch(user.id!, /^[0-9a-f-]{36}$/);
  assertNotEquals((await run()).identity.user.id, user.id);
});

Deno.test("identify() reads the user of an OpenID Provider from the ID token, without a request", async () => {
  const { asked, identity } = await run(oidc, { claims: { sub: "s1", name: "Ada" } });
  assertEquals(asked, []);
  assertEquals(identity.account.providerAccountId, "s1");
  assertEquals(identity.account.type, "oidc");
});

Deno.test("identify() with `idToken: false` reads the same subject from the userinfo endpoint", async () => {
  const claims = { sub: "s1" };
  const own = { ...oidc, idToken: false };
  const { asked, identity } = await run(
    own,
    { claims },
    () => Response.json({ sub: "s1", name: "From userinfo" }),
  );
  assertEquals(asked.length, 2);
  assertEquals(identity.user.name, "From userinfo");
  await assertRejects(
    () => run(own, { claims }, () => Response.json({ sub: "s2" })),
    TypeError,
    "is not that of the ID token",
  );
  await assertRejects(
    () => run(own, { claims }, () => Response.json({ name: "no subject" })),
    OperationProcessingError,
    '"sub" property',
  );
});

Deno.test("identify() compares the subject of the app's `userinfo.request` with the ID token", async () => {
  const own = (answer: unknown): Partial<OAuthConfig<Profile>> => ({
    ...oidc,
    idToken: false,
    userinfo: { request: () => answer },
  });
  const claims = { sub: "s1" };
  assertEquals((await run(own({ name: "Ada" }), { claims })).identity.profile, {
    name: "Ada",
    sub: "s1",
  });
  await assertRejects(() => run(own({ sub: "s2" }), { claims }), TypeError, "subject");
});

Deno.test("identify() passes tokens and provider to the app's `userinfo.request`", async () => {
  const contexts: unknown[] = [];
  const { identity, asked } = await run({
    userinfo: {
      url: ACME.userinfo,
      request: ({ tokens, provider }) => {
        contexts.push([tokens.access_token, provider.signinUrl, provider.callbackUrl]);
        return { id: "9" };
      },
    },
  });
  assertEquals(contexts, [["a", `${APP}/auth/signin/acme`, `${APP}/auth/callback/acme`]]);
  assertEquals(identity.account.providerAccountId, "9");
  assertEquals(asked, []);
});

Deno.test("identify() refuses a result of `userinfo.request` that is not an object", async () => {
  for (const answer of [undefined, null, "text", [1]]) {
    const { identity } = await run({ userinfo: { url: ACME.userinfo, request: () => answer } });
    assertEquals(identity.profile, {});
  }
});

const answers: [string, () => Response, typeof TypeError, words: string][] = [
  ["an error", () => Response.json({ id: 1 }, { status: 401 }), TypeError, "status 401"],
  ["a list", () => Response.json([]), TypeError, "not a JSON object"],
  ["null", () => Response.json(null), TypeError, "not a JSON object"],
  ["HTML", () => new Response("<h1>"), SyntaxError, "not valid JSON"],
];
for (const [name, answer, refusal, words] of answers) {
  Deno.test(`identify() refuses ${name} as a profile`, async () => {
    await assertRejects(() => run({}, {}, answer), refusal, words);
  });
}

Deno.test("identify() calls the provider's `profile`, and wraps its error", async () => {
  const { identity } = await run({
    profile: (profile, tokens) => ({ id: "x", name: `${profile.name} ${tokens.access_token}` }),
  });
  assertEquals(identity.user.name, "Ada a");
  assertEquals(identity.user.email, undefined);
  assertEquals(identity.account.providerAccountId, "x");
  const inner = new TypeError("profile.names is undefined");
  const error = await assertRejects(
    () => run({ profile: () => Promise.reject(inner) }),
    OAuthProfileParseError,
  );
  assertStrictEquals(error.cause?.err, inner);
  assertEquals(error.cause?.provider, "acme");
});

Deno.test("identify() uses the subject when `profile` returns no id, and converts ids to strings", async () => {
  const claims = { sub: "s1" };
  const mapped = async (id: unknown) =>
    (await run({ ...oidc, profile: () => ({ id: id as string }) }, { claims })).identity.account
      .providerAccountId;
  assertEquals(await mapped(undefined), "s1");
  assertEquals(await mapped(42), "42");
  assertEquals(await mapped(0), "0");
});

Deno.test("identify() computes the expiry of the access token", async () => {
  using _time = new FakeTime("2030-01-01T00:00:00.900Z");
  const expiry = async (expires_in: unknown) =>
    (await run({}, { tokens: { ...tokens, expires_in: expires_in as number } })).identity.account
      .expires_at;
  const now = Date.parse("2030-01-01T00:00:00Z") / 1000;
  assertEquals(await expiry(3600), now + 3600);
  assertEquals(await expiry("3600"), now + 3600);
  assertEquals(await expiry(undefined), undefined);
});

Deno.test("identify() refuses an id that JSON.parse rounded, since several users share it", async () => {
  const answer = (body: string) => () =>
    new Response(body, { headers: { "content-type": "application/json" } });
  const idOf = async (body: string, profile?: OAuthConfig<Profile>["profile"]) => {
    const { identity } = await run(profile ? { profile } : {}, {}, answer(body));
    return identity.account.providerAccountId;
  };
  // Two users whose ids are the same number after parsing.
  for (const id of ["9007199254740993", "9007199254740992", "-9007199254740993", "1e400", "1e30"]) {
    await assertRejects(() => idOf(`{"id":${id}}`), OAuthProfileParseError, undefined, id);
  }
  const nested = ({ data }: Profile) => ({ id: String((data as [{ id: number }])[0].id) });
  await assertRejects(
    () => idOf('{"data":[{"id":9007199254740993}]}', nested),
    OAuthProfileParseError,
    "too large to be exact",
  );
  assertEquals(await idOf('{"id":9007199254740991}'), "9007199254740991");
  assertEquals(await idOf('{"id":"9007199254740993"}'), "9007199254740993");
  // When a site sends both forms, the string is used.
  const both = '{"id":9007199254740992,"id_str":"9007199254740992"}';
  assertEquals(await idOf(both), "9007199254740992");
});

Deno.test("identify() accepts only strings, safe integers and bigints as an id", async () => {
  const claims = { sub: "s1" };
  const idOf = async (id: unknown) =>
    (await run({ ...oidc, profile: () => ({ id: id as string }) }, { claims })).identity.account
      .providerAccountId;
  assertEquals(await idOf("x"), "x");
  assertEquals(await idOf(-7), "-7");
  assertEquals(await idOf(2n ** 64n), "18446744073709551616");
  assertEquals(await idOf(null), "s1");
  const refused: unknown[] = [
    {},
    [],
    ["1"],
    [1, 2],
    { toString: () => "shared" },
    new Date(),
    true,
    false,
    Symbol("id"),
    () => "id",
    1.5,
    2 ** 53,
    NaN,
    Infinity,
    "",
    "null",
    "undefined",
    "NaN",
    "[object Object]",
    "[object Promise]",
  ];
  for (const id of refused) {
    const error = await assertRejects(() => idOf(id), OAuthProfileParseError);
    assertMatch(error.cause!.err!.message, /^Cannot identify the user: .* id\b/);
    assertEquals(error.cause?.provider, "acme");
  }
});

Deno.test("identify() refuses a profile whose id is an object, with any mapping", async () => {
  const answer = () => Response.json({ id: { value: 1 }, name: "Ada" });
  for (const profile of [undefined, (me: Profile) => ({ id: String(me.id) })]) {
    await assertRejects(
      () => run(profile ? { profile } : {}, {}, answer),
      OAuthProfileParseError,
      "Cannot identify the user",
    );
  }
});

Deno.test("identify() throws an error when `profile` returned no user", async () => {
  for (const user of [undefined, null, "ada", []]) {
    await assertRejects(
      () => run({ profile: () => user as never }),
      OAuthProfileParseError,
      "`profile` did not return a user",
    );
  }
});

Deno.test("identify() takes no relay address for a name, whichever provider passes it on", async () => {
  const named = async (name: string, email: string) =>
    (await run({}, {}, () => Response.json({ id: 7, name, email }))).identity.user.name;
  assertEquals(await named("x1@privaterelay.appleid.com", "x1@PrivateRelay.appleid.com"), null);
  assertEquals(await named("1+a@users.noreply.github.com", "1+a@users.noreply.github.com"), null);
  assertEquals(await named("ada@example.com", "ada@example.com"), "ada@example.com");
  assertEquals(await named("Ada", "x1@privaterelay.appleid.com"), "Ada");
});
