/**
 * Registrations as clients send them: each gets an id, and then a code and tokens at each of the
 * redirect URIs that it uses, by registration and by a document.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { type Answer, approve, ask, GOOD, open, press } from "./_authorize.ts";
import { basic, callOf, DOCUMENT_URL, strangers } from "./_clients.ts";
import { REAL_REGISTRATIONS, type RealRegistration } from "./_registrations.ts";
import { createServer, ISSUER, VERIFIER } from "./_rig.ts";
import { tokensOf } from "./_tokens.ts";

/** The code at a redirect URI: as text, since a browser goes to what the server wrote. */
function codeAt({ status, location, headers }: Answer, uri: string): string {
  const written = headers.get("location") ?? "";
  assertEquals(status, 302, uri);
  assert(written.startsWith(uri), `${written} does not begin with ${uri}`);
  const { searchParams } = new URL(location);
  assertEquals(searchParams.get("iss"), ISSUER);
  return searchParams.get("code")!;
}

for (const { name, metadata, uses, dropped = [] } of REAL_REGISTRATIONS) {
  Deno.test(`registrations of clients: ${name}`, async () => {
    const rig = createServer({ registration: { dynamic: "open" } });
    const response = await rig.send("oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(metadata),
    });
    const body = await response.json();
    assertEquals(response.status, 201, JSON.stringify(body));
    const { client_id, client_secret } = body;
    const sent = metadata.redirect_uris as string[];
    assertEquals(body.redirect_uris, sent.filter((uri) => !dropped.includes(uri)));
    for (const redirect_uri of uses) {
      const browser = await open(rig);
      const code = codeAt(
        await approve(browser, { ...GOOD, client_id, redirect_uri }),
        redirect_uri,
      );
      const fields = {
        grant_type: "authorization_code",
        code,
        redirect_uri,
        code_verifier: VERIFIER,
      };
      const answer = client_secret === undefined
        ? await rig.post("oauth/token", { ...fields, client_id })
        : body.token_endpoint_auth_method === "client_secret_post"
        ? await rig.post("oauth/token", { ...fields, client_id, client_secret })
        : await rig.post("oauth/token", fields, basic(client_id, client_secret));
      const { access_token } = await tokensOf(answer);
      assertEquals((await rig.ask(access_token)).status, 200);
    }
    for (const redirect_uri of dropped) {
      const page = await ask(await open(rig), { ...GOOD, client_id, redirect_uri });
      assertEquals([page.status, page.location], [400, ""], redirect_uri);
    }
  });
}

Deno.test("registrations of clients: a document with the same members counts", async () => {
  for (const { metadata, uses, dropped = [] } of REAL_REGISTRATIONS as RealRegistration[]) {
    const { token_endpoint_auth_method: method, ...own } = metadata;
    // A document is public, so it has no secret.
    const document = { ...own, client_id: DOCUMENT_URL, ...method === "none" ? { method } : {} };
    const { fetch } = strangers({ [DOCUMENT_URL]: document });
    const rig = createServer({ fetch, registration: { metadataDocuments: "ask" } });
    const found = (await findClient(callOf(rig), DOCUMENT_URL))!;
    const sent = metadata.redirect_uris as string[];
    assertEquals(found.redirectUris, sent.filter((uri) => !dropped.includes(uri)));
    const browser = await open(rig);
    const asked = { ...GOOD, client_id: DOCUMENT_URL, redirect_uri: uses[0]! };
    assert(codeAt(await press(browser, await ask(browser, asked), "allow"), uses[0]!));
  }
});
