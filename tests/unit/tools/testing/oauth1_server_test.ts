import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { authorizationHeader } from "../../../../src/capabilities/oauth1/signature.ts";
import { createOAuth1Server, type OAuth1Server } from "../../../../src/tools/testing/mod.ts";

const CALLBACK = { oauth_callback: "https://app.example/cb" };
const signerOf = ({ clientId, clientSecret }: OAuth1Server) => ({ clientId, clientSecret });

/** A signed request for a request token, with a changed header. */
async function ask(
  server: OAuth1Server,
  change: (header: string) => string = (header) => header,
  extra: Record<string, string> = CALLBACK,
): Promise<number> {
  const url = new URL(server.provider.requestTokenUrl);
  const header = await authorizationHeader("POST", url, signerOf(server), extra);
  return await post(server, change(header));
}

async function post(server: OAuth1Server, authorization: string): Promise<number> {
  const headers = { authorization };
  const response = await server.fetch(server.provider.requestTokenUrl, { method: "POST", headers });
  await response.body?.cancel();
  return response.status;
}

const REFUSED: [string, (header: string) => string, string][] = [
  ["no header", () => "", "it is not signed"],
  ["another scheme", () => "Bearer x", "it is not signed"],
  ["a repeated parameter", (header) => `${header}, oauth_nonce="x"`, "it is not signed"],
  ["another client", (h) => h.replace("test-client", "x"), "its client is unknown"],
  ["another method", (h) => h.replace("HMAC-SHA1", "PLAINTEXT"), "its method is unknown"],
  ["another version", (h) => h.replace('version="1.0"', 'version="2.0"'), "its version is unknown"],
  [
    "an invalid timestamp",
    (h) => h.replace(/timestamp="\d+"/, 'timestamp="-1"'),
    "its timestamp is not a positive integer",
  ],
  [
    "an old timestamp",
    (h) => h.replace(/timestamp="\d+"/, 'timestamp="1"'),
    "its timestamp is too old or too new",
  ],
  ["no nonce", (h) => h.replace(/nonce="\w+"/, 'nonce=""'), "it has no nonce"],
  ["another nonce", (h) => h.replace(/nonce="\w+"/, 'nonce="x"'), "its signature is wrong"],
  ["another callback", (h) => h.replace("app.example", "evil.example"), "its signature is wrong"],
  ["an unknown token", (h) => `${h}, oauth_token="x"`, "its token is unknown, or was used"],
];

for (const [name, change, why] of REFUSED) {
  Deno.test(`createOAuth1Server() refuses a request with ${name}`, async () => {
    const server = createOAuth1Server();
    assertEquals(await ask(server), 200);
    assertEquals(await ask(server, change), 401);
    assertEquals(server.refusals, [why]);
  });
}

Deno.test("createOAuth1Server() refuses a request without a callback", async () => {
  const server = createOAuth1Server();
  assertEquals(await ask(server, undefined, {}), 400);
});

Deno.test("createOAuth1Server() accepts one of fifty equal requests", async () => {
  const server = createOAuth1Server();
  const url = new URL(server.provider.requestTokenUrl);
  const header = await authorizationHeader("POST", url, signerOf(server), CALLBACK);
  const statuses = await Promise.all(Array.from({ length: 50 }, () => post(server, header)));
  assertEquals(statuses.filter((status) => status === 200).length, 1);
  assertEquals(new Set(server.refusals), new Set(["it is a replay"]));
});

Deno.test("createOAuth1Server() allows a clock to differ by five minutes", async () => {
  using time = new FakeTime();
  const server = createOAuth1Server();
  const url = new URL(server.provider.requestTokenUrl);
  const header = await authorizationHeader("POST", url, signerOf(server), CALLBACK);
  time.tick(299_000);
  assertEquals(await post(server, header), 200);
  const late = await authorizationHeader("POST", url, signerOf(server), CALLBACK);
  time.tick(302_000);
  assertEquals(await post(server, late), 401);
  assertEquals(server.refusals, ["its timestamp is too old or too new"]);
});

Deno.test("createOAuth1Server() answers only its own paths and origin", async () => {
  const server = createOAuth1Server({ paths: { profile: "/me" } });
  assertEquals((await server.fetch(`${server.origin}/profile`)).status, 404);
  assertEquals((await server.fetch(`${server.origin}/me`)).status, 401);
  assertEquals((await server.fetch(`${server.origin}/request_token`)).status, 404);
  let message = "";
  try {
    await server.fetch("https://elsewhere.example/");
  } catch (error) {
    message = String(error);
  }
  assertMatch(message, /this fetch reaches https:\/\/oauth1\.example only/);
});
