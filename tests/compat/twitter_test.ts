import { assertEquals, assertNotEquals } from "@std/assert";
import Peer from "@auth/core/providers/twitter";
import type { AuthConfig, Provider } from "../../mod.ts";
import { resolveProvider } from "../../src/config/providers.ts";
import Twitter from "../../src/capabilities/oauth1/twitter_provider.ts";
import type { ResolvedOAuthProvider } from "../../src/types/resolved_provider.ts";

const options = { clientId: "id", clientSecret: "secret" };
const config: AuthConfig = { providers: [] };
const resolve = (written: Provider) => resolveProvider(written, config) as ResolvedOAuthProvider;

/** Members of a provider that apps and servers depend on. */
function facts(written: Provider) {
  const { id, type, authorization, token, userinfo, checks } = resolve(written);
  return {
    id,
    type,
    authorization: authorization.url && [
      authorization.url.origin + authorization.url.pathname,
      Object.fromEntries(authorization.url.searchParams),
    ],
    token: token.url?.href,
    userinfo: userinfo?.url?.href,
    checks,
  };
}

const profiles = [
  { data: { id: "1", name: "Ada", username: "ada" } },
  {
    data: {
      id: "1",
      name: "Ada",
      username: "ada",
      email: "a@b.example",
      profile_image_url: "https://p",
    },
  },
];

// Auth.js has its own copy of the types.
const peer = Peer(options) as unknown as Provider;

Deno.test('twitter: with `version: "2.0"`, equals the provider of Auth.js', async () => {
  const ours = Twitter({ ...options, version: "2.0" });
  assertEquals(facts(ours), facts(peer));
  for (const profile of profiles) {
    assertEquals(
      await resolve(ours).profile(profile, {}),
      await resolve(peer).profile(profile, {}),
    );
  }
});

Deno.test("twitter: without `version`, differs from Auth.js only in the protocol, as specified", async () => {
  const ours = Twitter(options);
  // Auth.js dropped OAuth 1.0a and ignores the option; the specification keeps both.
  const { authorization, token, checks: _, ...same } = facts(ours);
  const { authorization: theirs, token: theirToken, checks: __, ...expected } = facts(peer);
  assertEquals(same, expected);
  assertNotEquals([authorization, token], [theirs, theirToken]);
  for (const profile of profiles) {
    assertEquals(
      await resolve(ours).profile(profile, {}),
      await resolve(peer).profile(profile, {}),
    );
  }
});

Deno.test("twitter: can be listed as a function, and called without arguments", () => {
  for (const provider of [resolve(Twitter), resolve(Twitter()), resolve(Twitter({}))]) {
    assertEquals([provider.id, provider.version], ["twitter", "1.0"]);
  }
});
