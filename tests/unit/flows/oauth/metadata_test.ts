import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { customFetch, type OIDCConfig, type Profile } from "../../../../mod.ts";
import { getKeys, getServer, type KeySet } from "../../../../src/flows/oauth/metadata.ts";
import type { ResolvedOAuthProvider } from "../../../../src/types/resolved_provider.ts";
import { ACME, createConfig } from "../../_context.ts";

const ISSUER = "https://idp.example/tenant";
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  jwks_uri: `${ISSUER}/jwks`,
};

/** A provider whose server answers from a table; other requests fail. */
function createProvider(
  answers: Record<string, () => Response | Promise<Response>>,
  overrides: Partial<OIDCConfig<Profile>> = {},
): { provider: ResolvedOAuthProvider; asked: string[] } {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    asked.push(request.url);
    assertEquals(request.redirect, "manual");
    const answer = answers[request.url];
    if (!answer) throw new TypeError(`no test response for ${request.url}`);
    return await answer();
  };
  const { config } = createConfig({
    providers: [{
      id: "idp",
      name: "IdP",
      type: "oidc",
      issuer: ISSUER,
      clientId: "c",
      [customFetch]: fetch,
      ...overrides,
    }],
  });
  return { provider: config.providers.get("idp") as ResolvedOAuthProvider, asked };
}

const WELL_KNOWN = `${ISSUER}/.well-known/openid-configuration`;
const discovery = { [WELL_KNOWN]: () => Response.json(DOCUMENT) };

Deno.test("getServer() sends no request when every endpoint is configured", async () => {
  const { provider, asked } = createProvider({}, { ...ACME, type: "oidc", id: "idp" });
  const as = await getServer(provider, "authorization", "token", "userinfo");
  assertEquals(asked, []);
  assertEquals(as.issuer, ISSUER);
  assertEquals(new URL(as.authorization_endpoint!).pathname, "/authorize");
  assertEquals(as.token_endpoint, ACME.token);
});

Deno.test("getServer() discovers missing endpoints, and the provider's own members override them", async () => {
  const { provider, asked } = createProvider(discovery, { token: "https://own.example/token" });
  const as = await getServer(provider, "authorization", "token");
  assertEquals(asked, [WELL_KNOWN]);
  assertEquals(as.authorization_endpoint, DOCUMENT.authorization_endpoint);
  assertEquals(as.token_endpoint, "https://own.example/token");
});

Deno.test("getServer() adds the provider's parameters to a discovered endpoint, on every use", async () => {
  const { provider } = createProvider(discovery, {
    authorization: { params: { prompt: "consent" } },
  });
  for (let use = 0; use < 2; use++) {
    const as = await getServer(provider, "authorization");
    assertEquals(as.authorization_endpoint, `${DOCUMENT.authorization_endpoint}?prompt=consent`);
  }
});

Deno.test("getServer() sends one request for fifty parallel sign-ins, and another after an hour", async () => {
  using time = new FakeTime();
  const { provider, asked } = createProvider(discovery);
  const ask = () => Promise.all(Array.from({ length: 50 }, () => getServer(provider, "token")));
  await ask();
  await ask();
  assertEquals(asked.length, 1);
  time.tick(60 * 60 * 1000 - 1);
  await ask();
  assertEquals(asked.length, 1);
  time.tick(1);
  await ask();
  assertEquals(asked.length, 2);
});

Deno.test("getServer() caches for every provider with the same fetch, and for no other", async () => {
  const answers = { ...discovery };
  const { provider, asked } = createProvider(answers);
  await getServer(provider, "token");
  await getServer({ ...provider }, "token");
  assertEquals(asked.length, 1);
  const other = createProvider(answers);
  await getServer(other.provider, "token");
  assertEquals(other.asked.length, 1);
});

Deno.test("getServer() refuses a key set over plain http that another provider may use", async () => {
  const document = { ...DOCUMENT, jwks_uri: "http://127.0.0.1:8080/jwks" };
  const { provider } = createProvider({ [WELL_KNOWN]: () => Response.json(document) });
  const own = { ...provider, jwks_endpoint: document.jwks_uri };
  assertEquals((await getServer(own, "keys", "token")).jwks_uri, document.jwks_uri);
  await assertRejects(() => getServer(provider, "token"), TypeError, "set `jwks_endpoint`");
});

Deno.test("getServer() does not cache a failure", async () => {
  let isUp = false;
  const { provider } = createProvider({
    [WELL_KNOWN]: () => isUp ? Response.json(DOCUMENT) : new Response("", { status: 503 }),
  });
  await assertRejects(() => getServer(provider, "token"), TypeError, "status 503");
  isUp = true;
  assertEquals((await getServer(provider, "token")).token_endpoint, DOCUMENT.token_endpoint);
});

const wrong: [string, () => Response, words: string][] = [
  [
    "of another issuer",
    () => Response.json({ ...DOCUMENT, issuer: "https://evil.example" }),
    'its issuer is "https://evil.example"',
  ],
  [
    "that is HTML",
    () => new Response("<h1>", { headers: { "content-type": "text/html" } }),
    'content type "text/html"',
  ],
  ["that redirects", () => Response.redirect("https://evil.example/"), "it redirects"],
  ["that is not an object", () => Response.json([]), "not a JSON object"],
];
for (const [name, answer, words] of wrong) {
  Deno.test(`getServer() refuses a document ${name}`, async () => {
    const { provider, asked } = createProvider({ [WELL_KNOWN]: answer });
    await assertRejects(() => getServer(provider, "token"), TypeError, words);
    assertEquals(asked, [WELL_KNOWN]);
  });
}

Deno.test("getServer() reads a document from `wellKnown` and takes its issuer", async () => {
  const url = "https://idp.example/metadata.json";
  const { provider } = createProvider(
    { [url]: () => Response.json(DOCUMENT) },
    { issuer: undefined, wellKnown: url },
  );
  assertEquals((await getServer(provider, "token")).issuer, ISSUER);
});

const keySet = (...kids: string[]) => Response.json({ keys: kids.map((kid) => ({ kid })) });
const kidsOf = async (keys: ReturnType<typeof getKeys>) =>
  (await keys).keys.map((key) => (key as { kid?: string }).kid);

/** A condition for cached keys: one of them has this id. */
const has = (kid: string) => ({ keys }: KeySet) =>
  keys.some((key) => (key as { kid?: string }).kid === kid);

Deno.test("getKeys() caches keys, and requests them once more when they do not suffice", async () => {
  let kids = ["a"];
  const { provider, asked } = createProvider({ [DOCUMENT.jwks_uri]: () => keySet(...kids) });
  const get = (kid: string) => kidsOf(getKeys(provider, DOCUMENT.jwks_uri, has(kid)));
  assertEquals(await get("a"), ["a"]);
  assertEquals(await get("a"), ["a"]);
  assertEquals(asked.length, 1);
  kids = ["b"];
  assertEquals(await get("b"), ["b"]);
  assertEquals(asked.length, 2);
});

Deno.test("getKeys() does not request again when new keys do not suffice", async () => {
  const { provider, asked } = createProvider({ [DOCUMENT.jwks_uri]: () => keySet("a") });
  assertEquals(await kidsOf(getKeys(provider, DOCUMENT.jwks_uri, () => false)), ["a"]);
  assertEquals(asked.length, 1);
});

Deno.test("getKeys() sends one request for fifty parallel sign-ins with a new key", async () => {
  let kids = ["a"];
  const { provider, asked } = createProvider({ [DOCUMENT.jwks_uri]: () => keySet(...kids) });
  await getKeys(provider, DOCUMENT.jwks_uri, has("a"));
  kids = ["b"];
  const all = await Promise.all(
    Array.from({ length: 50 }, () => kidsOf(getKeys(provider, DOCUMENT.jwks_uri, has("b")))),
  );
  assert(all.every(([kid]) => kid === "b"));
  assertEquals(asked.length, 2);
});

const notKeys: [string, () => Response][] = [
  ["an error", () => new Response("", { status: 500 })],
  ["an error with keys in it", () => Response.json({ keys: [] }, { status: 404 })],
  ["no list", () => Response.json({ keys: {} })],
  ["a list of other things", () => Response.json({ keys: [null] })],
  ["null", () => Response.json(null)],
];
for (const [name, answer] of notKeys) {
  Deno.test(`getKeys() refuses ${name} as a key set`, async () => {
    const { provider } = createProvider({ [DOCUMENT.jwks_uri]: answer });
    await assertRejects(
      () => getKeys(provider, DOCUMENT.jwks_uri, has("a")),
      TypeError,
      "not a JSON Web Key Set",
    );
  });
}
