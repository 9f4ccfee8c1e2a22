/**
 * Redirect URIs: what a client can register, by any of the ways, and which URI of a request is one of
 * those. Everything else would hand a code to whoever wrote the request.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { AuthError } from "../../../src/errors.ts";
import { isRegistered } from "../../../src/http/redirect_uri.ts";
import { callOf, DOCUMENT_URL, strangers } from "./_clients.ts";
import { assertRefused, CALLBACK, createServer, SECRET } from "./_rig.ts";

const SILENT = { logger: { error() {} } };

/** URIs that no client can have. */
const REFUSED: readonly [what: string, uri: unknown][] = [
  ["javascript: (GHSA-86j7-9j95-vpqj)", "javascript:alert(1)"],
  ["javascript: with a host", "javascript://client.example/%0aalert(1)"],
  ["JavaScript: in other letters", "JaVaScRiPt:alert(1)"],
  ["data:", "data:text/html,<script>alert(1)</script>"],
  ["vbscript:", "vbscript:msgbox(1)"],
  ["blob:", "blob:https://client.example/1"],
  ["file:", "file:///etc/passwd"],
  ["a scheme of an app alone", "myapp:"],
  ["a drive of Windows", "c:/callback"],
  ...[
    ...["about", "android-app", "chrome", "chrome-extension", "cmd", "com.apple.help", "content"],
    ...["devtools", "ext+mail", "facetime", "filesystem", "ftp", "intent", "itms-services", "jar"],
    ...["ldap", "magnet", "mailto", "market", "moz-extension", "ms-msdt", "ms-word", "powershell"],
    ...["search-ms", "sftp", "shell", "shortcuts", "sms", "smb", "ssh", "tel", "view-source"],
    ...["web+mail", "webcal", "ws", "wss", "x-apple.systempreferences", "xmpp", "INTENT"],
  ].map((scheme): [string, string] => [`the scheme ${scheme}:`, `${scheme}://client.example/a`]),
  ["http at a host of the internet", "http://client.example/callback"],
  ["http at a private address", "http://10.0.0.1/callback"],
  ["http at the unspecified address", "http://0.0.0.0/callback"],
  ["a host that only begins like a loopback", "http://127.0.0.1.evil.example/callback"],
  ["a host that only begins like localhost", "http://localhost.evil.example/callback"],
  ["a loopback as the user name", "http://127.0.0.1@evil.example/callback"],
  ["localhost as the user name", "http://localhost:80@evil.example/callback"],
  ["a short form of a loopback", "http://127.1/callback"],
  ["a loopback in other digits", "http://0x7f.0.0.1/callback"],
  ["an escaped letter in the host", "https://cl%69ent.example/callback"],
  ["https with three slashes", "https:///client.example/callback"],
  ["https without slashes", "https:client.example/callback"],
  ["a wildcard in the host", "https://*.client.example/callback"],
  ["a wildcard in the path", "https://client.example/*"],
  ["a fragment", "https://client.example/callback#a"],
  ["an empty fragment", "https://client.example/callback#"],
  ["a user name", "https://user:password@client.example/callback"],
  ["a space", "https://client.example/call back"],
  ["a line feed", "https://client.example/call\nback"],
  ["a backslash", "https://client.example\\@evil.example/callback"],
  ["letters that look like others", "https://cl\u0456ent.example/callback"],
  ["a path alone", "/callback"],
  ["a URI without a scheme", "//client.example/callback"],
  ["an empty text", ""],
  ["a number", 1],
  ["null", null],
  ["a list", [CALLBACK]],
];

for (const [what, uri] of REFUSED) {
  Deno.test(`redirect URIs: no way to register takes ${what}`, async () => {
    const redirectUris = [CALLBACK, uri as string];
    const error = assertThrows(
      () => callOf(createServer({ clients: { web: { redirectUris } } }, SILENT)),
      AuthError,
    );
    assertEquals(
      (error.cause as { option?: string }).option,
      "oauthServer.clients.web.redirectUris",
    );
    const rig = createServer({ registration: { dynamic: "open" } }, SILENT);
    await assertRejects(
      () => rig.auth.oauthServer.registerClient({ name: "App", redirectUris }),
      TypeError,
      "redirectUris",
    );
    const register = async (uris: readonly unknown[]) =>
      await rig.send("oauth/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: uris, post_logout_redirect_uris: uris }),
      });
    await assertRefused(await register([uri]), "invalid_redirect_uri");
    if (typeof uri !== "string") {
      return void await assertRefused(await register(redirectUris), "invalid_redirect_uri");
    }
    const kept = await (await register(redirectUris)).json();
    assertEquals(
      [kept.redirect_uris, kept.post_logout_redirect_uris],
      [[CALLBACK], [CALLBACK]],
    );
  });

  Deno.test(`redirect URIs: no document has ${what}`, async () => {
    for (const redirectUris of [[uri], [CALLBACK, uri]]) {
      const document = { client_id: DOCUMENT_URL, redirect_uris: redirectUris };
      const network = strangers({ [DOCUMENT_URL]: document });
      const registration = { metadataDocuments: "ask" } as const;
      const rig = createServer({ fetch: network.fetch, registration }, SILENT);
      const isUsable = redirectUris.length > 1 && typeof uri === "string";
      const found = await findClient(callOf(rig), DOCUMENT_URL);
      assertEquals(found?.redirectUris, isUsable ? [CALLBACK] : undefined);
      assertEquals(network.asked, [DOCUMENT_URL]);
    }
  });
}

Deno.test("redirect URIs: a scheme without a dot is that of a client without a secret", async () => {
  const redirectUris = ["myapp://callback", "com.example.app://callback"];
  callOf(createServer({ clients: { app: { redirectUris } } }));
  callOf(
    createServer({ clients: { app: { redirectUris: redirectUris.slice(1), secret: SECRET } } }),
  );
  assertThrows(
    () => callOf(createServer({ clients: { app: { redirectUris, secret: SECRET } } }, SILENT)),
    AuthError,
    "has a dot",
  );
  const { registerClient } = createServer().auth.oauthServer;
  await registerClient({ name: "App", redirectUris });
  await assertRejects(
    () => registerClient({ name: "App", redirectUris, hasSecret: true }),
    TypeError,
    "has a dot",
  );
});

const REGISTERED = [
  CALLBACK,
  "https://client.example/with?a=1",
  "http://127.0.0.1/callback",
  "http://[::1]:8080/callback",
  "http://localhost:3334/oauth/callback",
  "com.example.app:/callback",
  "http://[::1]",
  "cursor://anysphere.cursor-mcp/oauth/callback",
];

/** URIs of a request, and whether they are registered. */
const REQUESTED: readonly [what: string, uri: string, isTaken: boolean][] = [
  ["the same text", CALLBACK, true],
  ["another path", `${CALLBACK}/more`, false],
  ["a slash more", `${CALLBACK}/`, false],
  ["a path that climbs", `${CALLBACK}/../other`, false],
  ["dot segments that lead to it", "https://client.example/a/../callback", false],
  ["a query more", `${CALLBACK}?next=https://evil.example`, false],
  ["a query less", "https://client.example/with", false],
  ["a query with more", "https://client.example/with?a=1&b=2", false],
  ["other letters in the host", "https://CLIENT.example/callback", true],
  ["other letters in the scheme", "HTTPS://client.example/callback", true],
  ["other letters in the path", "https://client.example/Callback", false],
  ["an escaped letter", "https://client.example/%63allback", false],
  ["the port of https written out", "https://client.example:443/callback", true],
  ["another port", "https://client.example:444/callback", false],
  ["http for https", "http://client.example/callback", false],
  ["a host below it", "https://evil.client.example/callback", false],
  ["a host that it begins", "https://client.example.evil.example/callback", false],
  ["a fragment", `${CALLBACK}#a`, false],
  ["a user name", "https://a@client.example/callback", false],
  ["a space behind it", `${CALLBACK} `, false],
  ["two URIs", `${CALLBACK} https://evil.example/`, false],
  ["an empty text", "", false],
  ["any port of 127.0.0.1", "http://127.0.0.1:51004/callback", true],
  ["another path of 127.0.0.1", "http://127.0.0.1:51004/other", false],
  ["any port of [::1]", "http://[::1]:51004/callback", true],
  ["any port of localhost", "http://localhost:51004/oauth/callback", true],
  ["localhost for 127.0.0.1", "http://localhost/callback", false],
  ["https for a loopback", "https://127.0.0.1/callback", false],
  ["a port that is none", "http://127.0.0.1:65536/callback", false],
  ["a port with a sign", "http://127.0.0.1:+1/callback", false],
  ["the scheme of an app", "com.example.app:/callback", true],
  ["another scheme of an app", "com.example.app2:/callback", false],
  ["the scheme of an app with two slashes", "com.example.app://callback", false],
  ["a loopback without a path", "http://127.0.0.1:51004", false],
  ["a loopback that was registered without one", "http://[::1]:51004", true],
  ["the path that it means", "http://[::1]:51004/", true],
  ["a query in its place", "http://[::1]:51004?a=1", false],
  ["another host of a scheme", "cursor://other/oauth/callback", false],
  ["the same host of a scheme", "cursor://anysphere.cursor-mcp/oauth/callback", true],
  ["another port of a scheme", "cursor://anysphere.cursor-mcp:1/oauth/callback", false],
];

for (const [what, uri, isTaken] of REQUESTED) {
  Deno.test(`redirect URIs: a request with ${what} is ${isTaken ? "taken" : "refused"}`, () => {
    assertEquals(isRegistered(uri, REGISTERED), isTaken, uri);
  });
}

Deno.test("redirect URIs: a client without any takes none", () => {
  for (const [, uri] of REQUESTED) assert(!isRegistered(uri, []));
});
