import { assertEquals, assertMatch } from "@std/assert";
import { createOAuth1Server } from "../../src/tools/testing/mod.ts";
import type { Provider } from "../../mod.ts";
import { createRig, providerOf } from "./_oauth1_rig.ts";

const server = createOAuth1Server();

/** Members that make a provider unusable, and the text of the log. */
const PROBLEMS: [Record<string, unknown>, RegExp][] = [
  [{ requestTokenUrl: undefined }, /"test": set `requestTokenUrl`/],
  [{ authorization: undefined }, /"test": set `authorization`/],
  [{ token: undefined }, /"test": set `token`/],
  [{ userinfo: undefined }, /"test": set `userinfo`/],
  // OAuth 1.0a has no discovery, with or without an issuer.
  [{ token: undefined, issuer: server.origin }, /"test": set `token`/],
  [{ clientId: undefined }, /set `clientId` or AUTH_TEST_ID/],
  [{ clientSecret: undefined }, /set `clientSecret` or AUTH_TEST_SECRET/],
  [{ clientSecret: "" }, /set `clientSecret` or AUTH_TEST_SECRET/],
  [{ version: "1.1" }, /no version "1.1" of its type "oauth"/],
  [{ type: "oidc" }, /no version "1.0" of its type "oidc"/],
  [
    { token: { url: server.provider.token, request: () => ({}) } },
    /`token.request` cannot be used/,
  ],
  [{ requestTokenUrl: "nowhere" }, /Invalid URL/],
];

for (const [members, reason] of PROBLEMS) {
  Deno.test(`oauth1: the provider is unusable with ${JSON.stringify(members)} [${reason}]`, async () => {
    // The members are invalid on purpose.
    const provider = { ...providerOf(server), ...members } as Provider;
    const lines: string[] = [];
    const logger = { error: ({ message }: Error) => void lines.push(message) };
    const rig = createRig({ server, config: { providers: [provider], logger } });
    const session = await rig.browser.fetch("/auth/session");
    assertEquals([session.status, await session.json()], [200, null]);
    assertMatch(lines.join("\n"), reason);
    const { response } = await rig.browser.visit("/auth/signin");
    assertEquals(response.status, 500, "there is no other sign-in method");
    await response.body?.cancel();
  });
}

Deno.test("oauth1: the public list of providers contains no versions and endpoints", async () => {
  const rig = createRig({ server });
  const { test } = await (await rig.browser.fetch("/auth/providers")).json();
  assertEquals(Object.keys(test), ["id", "name", "type", "signinUrl", "callbackUrl"]);
  assertEquals(test.type, "oauth");
});

Deno.test("oauth1: any other version means OAuth 2, as in Auth.js", async () => {
  // A third-party provider may use the member for the version of its API.
  for (const version of ["2.0", "v19.0", undefined]) {
    const provider = { ...providerOf(server), version } as Provider;
    const rig = createRig({ server, config: { providers: [provider] } });
    const { searchParams } = new URL(await rig.browser.start("test"));
    assertEquals(searchParams.get("response_type"), "code", version);
  }
});
