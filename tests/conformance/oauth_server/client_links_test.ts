/**
 * What a client shows of itself: its page, its picture, its terms and its policy. The question shows them
 * for a client that the app knows, and for nobody else: a picture is a claim, as a name is.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { clients } from "../../../src/capabilities/oauth_server/kinds.ts";
import { AuthError } from "../../../src/errors.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { ask, GOOD, open, questionIn } from "./_authorize.ts";
import { callOf, DOCUMENT_URL, strangers } from "./_clients.ts";
import { CALLBACK, createServer, OPTIONS, type ServerRig } from "./_rig.ts";

const LINKS = {
  clientUri: "https://partner.example/",
  logoUri: "https://cdn.partner.example/logo.png?v=1",
  tosUri: "https://partner.example/terms",
  policyUri: "https://partner.example/privacy",
};

const METADATA = {
  client_name: "Partner",
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: "none",
  client_uri: LINKS.clientUri,
  logo_uri: LINKS.logoUri,
  tos_uri: LINKS.tosUri,
  policy_uri: LINKS.policyUri,
};

/** Sources of pictures that the policy of a page allows. */
function imagesOf({ headers }: { headers: Headers }): string | undefined {
  return /img-src ([^;]+);/.exec(headers.get("content-security-policy") ?? "")?.[1];
}

const PLAIN = "'self' data:";

/** Registers a client, and returns what is told about it. */
async function register({ send }: ServerRig, metadata: object) {
  const response = await send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  assertEquals(response.status, 201, await response.clone().text());
  return await response.json();
}

Deno.test("links: a client of the app is shown with its picture, its page, its terms and its policy", async () => {
  const clients = { ...OPTIONS.clients, web: { ...OPTIONS.clients.web, ...LINKS } };
  const rig = createServer({ clients });
  const stored = await rig.auth.oauthServer.registerClient({
    ...{ name: "Partner", redirectUris: [CALLBACK], ...LINKS },
  });
  const browser = await open(rig);
  for (const client_id of ["web", stored.id]) {
    const page = await ask(browser, { ...GOOD, client_id });
    questionIn(page);
    assertStringIncludes(
      page.html,
      `<img class="logo" src="${LINKS.logoUri}" alt referrerpolicy="no-referrer"`,
    );
    for (const url of [LINKS.clientUri, LINKS.tosUri, LINKS.policyUri]) {
      assertStringIncludes(
        page.html,
        `<a href="${url}" target="_blank" rel="noopener noreferrer">`,
      );
    }
    // That one host, and no other.
    assertEquals(imagesOf(page), `${PLAIN} https://cdn.partner.example`);
  }
  const other = await ask(browser, { ...GOOD, client_id: "own", prompt: "consent" });
  questionIn(other);
  assertEquals(imagesOf(other), PLAIN);
  assert(!other.html.includes("partner.example"));
});

Deno.test("links: those of a stranger are kept, and not shown", async () => {
  const network = strangers({ [DOCUMENT_URL]: { ...METADATA, client_id: DOCUMENT_URL } });
  const rig = createServer({
    registration: { dynamic: "open", metadataDocuments: "ask" },
    fetch: network.fetch,
  });
  const { client_id, ...told } = await register(rig, METADATA);
  for (const [name, url] of Object.entries(METADATA)) {
    if (name.endsWith("_uri")) assertEquals(told[name], url);
  }
  const found = await clients.get(callOf(rig).config.records, client_id);
  assertEquals(found!.data.links, LINKS);
  const browser = await open(rig);
  for (const id of [client_id, DOCUMENT_URL]) {
    const page = await ask(browser, { ...GOOD, client_id: id });
    questionIn(page);
    assert(!page.html.includes("partner.example"), page.html);
    assertEquals(imagesOf(page), PLAIN);
  }
  // Nothing was fetched but the document.
  assertEquals(network.asked, [DOCUMENT_URL]);
});

const WRONG: readonly [what: string, url: unknown][] = [
  ["a script", "javascript:alert(1)"],
  ["data", "data:image/png;base64,AA"],
  ["http", "http://partner.example/logo.png"],
  ["a path", "/logo.png"],
  ["a user name", "https://user@partner.example/logo.png"],
  ["no text", 1],
  ["a long text", `https://partner.example/${"a".repeat(1000)}`],
];

for (const [what, url] of WRONG) {
  Deno.test(`links: ${what} is refused for a client of the app, and left out for a stranger`, async () => {
    for (const member of Object.keys(LINKS)) {
      const web = { ...OPTIONS.clients.web, [member]: url };
      const { auth } = createServer({ clients: { web } as never });
      assertThrows(() => requireConfig(auth.config), AuthError, `clients.web.${member}`);
      const { registerClient } = createServer().auth.oauthServer;
      const own = { name: "App", redirectUris: [CALLBACK], [member]: url };
      await assertRejects(() => registerClient(own), TypeError, member);
    }
    const rig = createServer({ registration: { dynamic: "open" } });
    const told = await register(rig, { ...METADATA, logo_uri: url, tos_uri: url });
    assertEquals([told.logo_uri, told.tos_uri, told.client_uri], [
      undefined,
      undefined,
      LINKS.clientUri,
    ]);
  });
}

Deno.test("links: text of a URL cannot leave its attribute or the policy", async () => {
  const logoUri = "https://cdn.partner.example/a;b' \"><script>x</script>";
  const web = { ...OPTIONS.clients.web, logoUri, tosUri: logoUri };
  const page = await ask(await open(createServer({ clients: { ...OPTIONS.clients, web } })), GOOD);
  questionIn(page);
  assert(!page.html.includes("<script>x"), page.html);
  assertEquals(imagesOf(page), `${PLAIN} https://cdn.partner.example`);
});
