/**
 * Every URL of a stranger that the server fetches, or leads a browser to, is at a public host.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { asserted, authenticate, callOf, signer } from "./_clients.ts";
import { CALLBACK, createServer, type ServerRig } from "./_rig.ts";

const HOSTS: readonly string[] = [
  ...["printer.local", "vault.internal", "nas.home.arpa", "app.localhost", "hidden.onion"],
  ...["router.lan", "files.corp", "vault", "a.test", "printer.local."],
  ...["10.0.0.1", "169.254.169.254", "192.168.1.1", "[::1]", "[fd00::1]"],
];

const KEY = await signer();

function scene(answer: (url: string) => object = () => ({})) {
  const asked: string[] = [];
  const rig = createServer({
    registration: { dynamic: "open", metadataDocuments: "ask" },
    fetch: ((url: string) => {
      asked.push(url);
      return Promise.resolve(Response.json(answer(url)));
    }) as typeof fetch,
  }, { logger: { error() {}, warn() {} } });
  return { rig, asked };
}

async function register(rig: ServerRig, metadata: object): Promise<number> {
  return (await registration(rig, metadata)).status;
}

async function registration({ send }: ServerRig, metadata: object): Promise<Response> {
  const response = await send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], ...metadata }),
  });
  const body = await response.json();
  return Response.json(body, { status: response.status });
}

/** Returns `true` for a URI that a registration keeps beside another one. */
async function isKept(url: string, metadata: object, name: string): Promise<boolean> {
  const body = await (await registration(scene().rig, metadata)).json();
  return (body[name] ?? []).includes(url);
}

/** Places of a stranger's URL: each answers whether it was taken. */
const PLACES: Readonly<Record<string, (url: string) => Promise<boolean>>> = {
  async "the id of a document"(url) {
    const { rig, asked } = scene((client_id) => ({ client_id, redirect_uris: [CALLBACK] }));
    const found = await findClient(callOf(rig), url);
    assertEquals(asked.length, found ? 1 : 0, "what is refused is not asked");
    return found !== undefined;
  },
  async "the keys of a document"(url) {
    const id = "https://client.example/client.json";
    const { rig, asked } = scene((of) =>
      of === id
        ? {
          client_id: id,
          redirect_uris: [CALLBACK],
          token_endpoint_auth_method: "private_key_jwt",
          jwks_uri: url,
        }
        : { keys: [KEY.jwk] }
    );
    const response = await authenticate(rig, asserted(await KEY.assertion(id)));
    await response.body?.cancel();
    assertEquals(asked.includes(url), response.status === 200);
    return response.status === 200;
  },
  "the keys of a registration": async (url) =>
    await register(scene().rig, {
      token_endpoint_auth_method: "private_key_jwt",
      jwks_uri: url,
    }) === 201,
  "a redirect URI of a registration": async (url) =>
    await register(scene().rig, { redirect_uris: [url] }) === 201,
  "a second redirect URI": async (url) =>
    await isKept(url, { redirect_uris: [CALLBACK, url] }, "redirect_uris"),
  "a URI after a sign-out": async (url) =>
    await isKept(url, { post_logout_redirect_uris: [url] }, "post_logout_redirect_uris"),
  async "a redirect URI of a document"(url) {
    const { rig } = scene((client_id) => ({ client_id, redirect_uris: [url] }));
    const found = await findClient(callOf(rig), "https://client.example/client.json");
    return found !== undefined;
  },
};

for (const [place, isTaken] of Object.entries(PLACES)) {
  Deno.test(`${place}: a host that is not public is refused by its name`, async () => {
    assert(await isTaken("https://public.example/a"));
    for (const host of HOSTS) assertEquals(await isTaken(`https://${host}/a`), false, host);
  });
}

Deno.test("registration: loopbacks and schemes of apps stay possible", async () => {
  for (
    const uri of ["http://127.0.0.1/callback", "http://localhost/callback", "com.example.app:/cb"]
  ) {
    assertEquals(await register(scene().rig, { redirect_uris: [uri] }), 201, uri);
  }
});

Deno.test("metadataDocuments: a host that is not public is refused at the start", () => {
  const ports = ["0", "443", "65536", "", "8443:1", "a", "08443", "-1"].map((port) =>
    `a.example:${port}`
  );
  for (const host of ["docs.internal", "printer.local", "localhost", "10.0.0.1:8443", ...ports]) {
    const { auth } = createServer({ registration: { metadataDocuments: [host] } });
    let why = "";
    try {
      callOf({ auth } as ServerRig);
    } catch (error) {
      why = (error as Error).message;
    }
    assert(why.includes("metadataDocuments"), why);
  }
});
