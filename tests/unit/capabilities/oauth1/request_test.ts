import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { customFetch, type OAuth2Config, type Profile } from "../../../../mod.ts";
import {
  requestProfile,
  requestToken,
  signerOf,
} from "../../../../src/capabilities/oauth1/request.ts";
import { ACME, createTestContext, providerOf } from "../../_context.ts";
import { OAuth1 } from "../../../../src/capabilities/oauth1/mod.ts";

const GOOD = "oauth_token=t&oauth_token_secret=s&oauth_callback_confirmed=true";

async function createRig(answer: () => Response, overrides: Partial<OAuth2Config<Profile>> = {}) {
  const requests: Request[] = [];
  const { ctx } = await createTestContext({
    path: "callback/acme",
    config: {
      providers: [OAuth1({
        ...ACME,
        requestTokenUrl: "https://acme.example/request_token?lang=de",
        [customFetch]: (input, init) => {
          requests.push(new Request(input, init));
          return Promise.resolve(answer());
        },
        ...overrides,
      })],
    },
  });
  const provider = providerOf(ctx);
  const ask = () =>
    requestToken(provider, {
      purpose: "request token",
      endpoint: { ...provider.token, url: provider.requestTokenUrl },
      signer: signerOf(provider),
      extra: { oauth_callback: "https://app.example/callback" },
    });
  return { provider, requests, ask };
}

Deno.test("requestToken() posts a signed request that follows no redirect", async () => {
  const { ask, requests } = await createRig(() => new Response(GOOD));
  assertEquals(await ask(), {
    oauth_token: "t",
    oauth_token_secret: "s",
    oauth_callback_confirmed: "true",
  });
  const [{ method, url, redirect, headers }] = requests as [Request];
  assertEquals([method, url, redirect], [
    "POST",
    "https://acme.example/request_token?lang=de",
    "manual",
  ]);
  const authorization = headers.get("authorization")!;
  assertMatch(authorization, /^OAuth .*oauth_consumer_key="client"/);
  assertMatch(authorization, /oauth_callback="https%3A%2F%2Fapp\.example%2Fcallback"/);
  assertMatch(authorization, /oauth_signature="[^"]+"/);
  assertEquals(authorization.includes("client secret"), false);
  assertEquals(authorization.includes("client%20secret"), false);
});

const answers: [string, () => Response, RegExp][] = [
  ["a refusal", () => new Response("no", { status: 401 }), /answered 401/],
  ["a redirect", () => Response.redirect("https://evil.example"), /answered 302/],
  ["nothing", () => new Response(""), /0 members "oauth_token"/],
  ["no secret", () => new Response("oauth_token=t"), /0 members "oauth_token_secret"/],
  ["two tokens", () => new Response(`${GOOD}&oauth_token=u`), /2 members "oauth_token"/],
  ["an empty token", () => new Response("oauth_token=&oauth_token_secret=s"), /is empty/],
  [
    "a token that is too long",
    () => new Response(`oauth_token=${"t".repeat(1025)}&oauth_token_secret=s`),
    /too long/,
  ],
];
for (const [name, answer, reason] of answers) {
  Deno.test(`requestToken() refuses ${name}`, async () => {
    const { ask } = await createRig(answer);
    const error = await assertRejects(ask, TypeError, 'Cannot use the request token of "acme"');
    assertMatch(error.message, reason);
    assertEquals(/oauth_token=|=s\b/.test(error.message), false);
  });
}

Deno.test("requestToken() passes a response to `conform` first", async () => {
  const { ask } = await createRig(() => Response.json({ token: "t" }), {
    token: {
      url: ACME.token,
      conform: async (response) =>
        new Response(`oauth_token=${(await response.json()).token}&oauth_token_secret=`),
    },
  });
  assertEquals((await ask()).oauth_token, "t");
});

Deno.test("requestProfile() accepts only an object, requested with the token's signature", async () => {
  const url = new URL(ACME.userinfo);
  const read = async (answer: () => Response) => {
    const { provider, requests } = await createRig(answer);
    const signer = { ...signerOf(provider), token: "t", tokenSecret: "the secret of t" };
    const profile = await requestProfile(provider, url, signer);
    assertMatch(requests[0]!.headers.get("authorization")!, /oauth_token="t"/);
    return profile;
  };
  assertEquals(await read(() => Response.json({ id: "1" })), { id: "1" });
  for (
    const [answer, refusal, words] of [
      [() => Response.json({ id: "1" }, { status: 403 }), TypeError, "status 403"],
      [() => Response.json([]), TypeError, "not a JSON object"],
      [() => Response.json(null), TypeError, "not a JSON object"],
      [() => new Response("<h1>"), SyntaxError, "not valid JSON"],
      [() => Response.redirect("https://evil.example"), TypeError, "status 302"],
    ] as const
  ) await assertRejects(() => read(answer), refusal, words);
});
