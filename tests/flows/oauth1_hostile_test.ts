import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { customFetch } from "../../mod.ts";
import { serveOAuth1Server } from "../../src/tools/testing/mod.ts";
import { APP, assertRefusal, assertSignsIn, createRig } from "./_oauth1_rig.ts";

const answerOf = (members: string) => () => new Response(members);
const HOSTILE: Record<string, [() => Response, RegExp]> = {
  "status 500": [() => new Response("oauth_token=a&oauth_token_secret=b", { status: 500 }), /500/],
  "status 201": [() => new Response("oauth_token=a&oauth_token_secret=b", { status: 201 }), /201/],
  "a redirect": [
    () => new Response(null, { status: 302, headers: { location: "https://evil.example/" } }),
    /302/,
  ],
  "a huge body": [() => new Response("oauth_token=a&".repeat(100_000)), /larger than 1048576/],
  "an empty body": [answerOf(""), /0 members "oauth_token"/],
  "HTML": [answerOf("<!DOCTYPE html><h1>Hello</h1>"), /0 members "oauth_token"/],
  "no secret": [answerOf("oauth_token=a&oauth_callback_confirmed=true"), /"oauth_token_secret"/],
  "an empty token": [
    answerOf("oauth_token=&oauth_token_secret=b&oauth_callback_confirmed=true"),
    /empty/,
  ],
  "two tokens": [
    answerOf("oauth_token=a&oauth_token=c&oauth_token_secret=b&oauth_callback_confirmed=true"),
    /2 members/,
  ],
  "a token that is too long": [
    answerOf(`oauth_token=${"a".repeat(5000)}&oauth_token_secret=b&oauth_callback_confirmed=true`),
    /too long/,
  ],
};

for (const endpoint of ["request_token", "access_token"] as const) {
  for (const [name, [answer, reason]] of Object.entries(HOSTILE)) {
    Deno.test(`oauth1: ${name} from ${endpoint} creates no session`, async () => {
      const rig = createRig({ hostile: { answer: { [endpoint]: answer } } });
      await assertRefusal(rig, await rig.browser.signIn("test"), reason);
      rig.server.hostile.answer = {};
      await assertSignsIn(rig);
    });
  }
}

for (const [name, confirmed] of Object.entries({ no: undefined, false: "false", odd: "TRUE " })) {
  Deno.test(`oauth1: a callback that the server does not confirm (${name}) ends the sign-in`, async () => {
    const rig = createRig({
      hostile: {
        answer: {
          async request_token(response) {
            const members = new URLSearchParams(await response.text());
            members.delete("oauth_callback_confirmed");
            if (confirmed) members.set("oauth_callback_confirmed", confirmed);
            return new Response(members.toString());
          },
        },
      },
    });
    await assertRefusal(rig, await rig.browser.signIn("test"), /did not confirm the callback/);
    assertEquals(rig.server.count("authorize"), 0);
  });
}

for (const confirmed of ["True", "TRUE", "true"]) {
  Deno.test(`oauth1: oauth_callback_confirmed=${confirmed} confirms the callback`, async () => {
    const rig = createRig({
      hostile: {
        answer: {
          async request_token(response) {
            const members = new URLSearchParams(await response.text());
            members.set("oauth_callback_confirmed", confirmed);
            return new Response(members.toString());
          },
        },
      },
    });
    await assertSignsIn(rig);
  });
}

const cures: [string, () => Response, RegExp][] = [
  [
    "a wrong secret",
    () => new Response("Could not authenticate you", { status: 401 }),
    /answered 401; check `clientSecret` \(AUTH_TEST_SECRET\) and `clientId` \(AUTH_TEST_ID\).*clock/,
  ],
  [
    "a callback that is not registered",
    () => new Response("Callback URL not approved for this client application", { status: 403 }),
    /answered 403; register https:\/\/app\.example\/auth\/callback\/test at the provider/,
  ],
];
for (const [name, request_token, reason] of cures) {
  Deno.test(`oauth1: the log says what to do about ${name}`, async () => {
    const rig = createRig({ hostile: { answer: { request_token } } });
    await assertRefusal(rig, await rig.browser.signIn("test"), reason);
  });
}

Deno.test("oauth1: an invalid profile creates no session", async () => {
  const answers: [() => Response, RegExp][] = [
    [() => Response.json({ id: "1" }, { status: 500 }), /500\) is not a JSON object/],
    [() => Response.json([]), /200\) is not a JSON object/],
    [() => Response.json("text"), /200\) is not a JSON object/],
    [() => Response.json(null), /200\) is not a JSON object/],
    [() => new Response("{"), /JSON/],
    [() => Response.redirect("https://evil.example/"), /302\) is not a JSON object/],
    [() => new Response(" ".repeat(2 ** 20 + 1)), /larger than 1048576/],
  ];
  for (const [profile, reason] of answers) {
    const rig = createRig({ hostile: { answer: { profile } } });
    await assertRefusal(rig, await rig.browser.signIn("test"), reason);
  }
});

Deno.test("oauth1: a request to a server that never answers ends after ten seconds", async () => {
  using time = new FakeTime();
  const asked = Promise.withResolvers<void>();
  const silent: typeof fetch = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const rig = createRig({ provider: { [customFetch]: silent } });
  const body = new URLSearchParams({ csrfToken: await rig.browser.csrf() });
  const answer = rig.browser.fetch("/auth/signin/test", { method: "POST", body });
  await asked.promise;
  await time.tickAsync(10_000);
  const location = (await answer).headers.get("location");
  assertEquals(location, `${APP}/auth/error?error=Configuration`);
  assertMatch(rig.lines.join("\n"), /in time/);
});

Deno.test("oauth1: redirects are not followed, so no other host receives a signed request", async () => {
  for (const endpoint of ["request_token", "access_token", "profile"] as const) {
    await using server = serveOAuth1Server();
    await using elsewhere = serveOAuth1Server();
    const headers = { location: elsewhere.provider.userinfo };
    server.hostile.answer = { [endpoint]: () => new Response(null, { status: 302, headers }) };
    const rig = createRig({ server, provider: { [customFetch]: undefined } });
    await assertRefusal(rig, await rig.browser.signIn("test"), /302/);
    assertEquals(server.count(endpoint), 1);
    assertEquals(elsewhere.requests, []);
  }
});
