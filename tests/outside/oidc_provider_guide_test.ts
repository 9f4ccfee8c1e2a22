/**
 * The adapter of `docs/oidc-provider.md`, on every store. The guide's own test signs in with it.
 *
 * @module
 */

import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { errors } from "oidc-provider";
import type { DefinedAuth } from "../../src/frameworks/server.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { createBrowser, signInAs } from "../../src/tools/testing/mod.ts";
import { freePort } from "../browser/_demo.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../flows/_factor_stores.ts";
import { statesOf } from "./_guides.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const TIMES = 50;

/** What the package calls. */
interface Adapter {
  find(id: string): Promise<Record<string, unknown> | undefined>;
  findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
  findByUserCode(code: string): Promise<Record<string, unknown> | undefined>;
  upsert(id: string, payload: Record<string, unknown>, seconds?: number): Promise<void>;
  consume(id: string): Promise<void>;
  destroy(id: string): Promise<void>;
  revokeByGrantId(id: string): Promise<void>;
}

type OidcStore = (store: RecordStore, secret: string | string[]) => (model: string) => Adapter;

const [guide, manifest] = await Promise.all(
  ["docs/oidc-provider.md", "deno.json"].map((path) => Deno.readTextFile(path)),
);
const { exports } = JSON.parse(manifest!);

/** The signing key, which takes long to make. */
const PEM = String(
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey
    .export({ type: "pkcs8", format: "pem" }),
);

/** Imports a file of the guide, with the files of this repository as its package. */
async function importFile(path: string, origin: string) {
  const folder = await Deno.makeTempDir({ prefix: "auth-oidc-" });
  try {
    await Deno.writeTextFile(`${folder}/oidc.pem`, PEM);
    for (const [name, text] of Object.entries(statesOf(guide!).at(-1)!)) {
      const here = text
        .replace('"oidc-provider"', JSON.stringify(import.meta.resolve("oidc-provider")))
        .replaceAll(/from "@x\/auth([^"]*)"/g, (_, subpath: string) => {
          const file: string = exports[`.${subpath}`];
          return `from ${JSON.stringify(new URL(`../../${file}`, import.meta.url).href)}`;
        })
        // The process has neither the variable nor the folder.
        .replace('Deno.env.get("AUTH_SECRET")!', JSON.stringify(SECRET))
        .replace("  theme: {", `  secret: ${JSON.stringify(SECRET)},\n$&`)
        .replace('"oidc.pem"', JSON.stringify(`${folder}/oidc.pem`))
        .replaceAll("http://localhost:8000", origin);
      await Deno.writeTextFile(`${folder}/${name}`, here);
    }
    const all = 'export * from "./main.ts";\nexport * from "./auth.ts";\n';
    await Deno.writeTextFile(`${folder}/main_here.ts`, all);
    return await import(`file://${folder}/${path}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const { oidcStore }: { oidcStore: OidcStore } = await importFile("store.ts", "");

/** How many of the calls in parallel succeed; the others are refused. */
async function winners(call: () => Promise<void>): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: TIMES }, call));
  for (const one of all) {
    if (one.status === "rejected") assert(one.reason instanceof errors.InvalidGrant, one.reason);
  }
  return all.filter(({ status }) => status === "fulfilled").length;
}

function register(name: string, open: OpenDumpStore): void {
  const test = (what: string, check: (of: (model: string) => Adapter, at: Opened) => unknown) =>
    Deno.test(`oidc-provider on ${name}: ${what}`, async () => {
      const store = await open();
      try {
        await check(oidcStore(store.adapter.records!, SECRET), store);
      } finally {
        await store.close();
      }
    });

  test("of fifty that consume a code or a token, one succeeds", async (of) => {
    const models = ["AuthorizationCode", "RefreshToken", "DeviceCode"];
    for (const model of [...models, "BackchannelAuthenticationRequest"]) {
      await of(model).upsert("once", { jti: "once", accountId: "ada" }, 60);
      assertEquals(await winners(() => of(model).consume("once")), 1, model);
      assert((await of(model).find("once"))?.consumed, model);
      // A request that read it before does not write it back.
      await assertRejects(() => of(model).upsert("once", {}, 60), errors.InvalidGrant);
      await assertRejects(() => of(model).consume("never"), errors.InvalidGrant);
    }
  });

  test("of fifty with one proof of a client, one succeeds", async (of) => {
    const payload = { jti: "proof", iss: "partner" };
    assertEquals(await winners(() => of("ReplayDetection").upsert("proof", payload, 60)), 1);
  });

  test("of fifty other writes in parallel, none is refused", async (of) => {
    const write = () => of("Session").upsert("s", { jti: "s", uid: "u", accountId: "ada" }, 60);
    assertEquals(await winners(write), TIMES);
  });

  test("uids and user codes lead to what has them now", async (of) => {
    await of("Session").upsert("first", { jti: "first", uid: "u", accountId: "ada" }, 60);
    await of("Session").destroy("first");
    assertEquals(await of("Session").findByUid("u"), undefined);
    await of("Session").upsert("second", { jti: "second", uid: "u", accountId: "ada" }, 60);
    assertEquals((await of("Session").findByUid("u"))?.jti, "second");
    await of("DeviceCode").upsert("device", { jti: "device", userCode: "ABCD" }, 60);
    assertEquals((await of("DeviceCode").findByUserCode("ABCD"))?.jti, "device");
    assertEquals(await of("Session").findByUserCode("ABCD"), undefined);
    assertEquals(await of("Session").findByUid("nobody"), undefined);
  });

  test(
    "an end takes the grant, and nothing of the user is left after a deletion",
    async (of, at) => {
      const payload = { accountId: "ada", grantId: "grant-1", uid: "uid-1", userCode: "CODE" };
      const models = [
        "AccessToken",
        "DeviceCode",
        "Grant",
        "Interaction",
        "RefreshToken",
        "Session",
      ];
      for (const model of models) await of(model).upsert("grant-1", { ...payload, jti: "x" }, 60);
      await of("RefreshToken").revokeByGrantId("grant-1");
      assertEquals(await of("Grant").find("grant-1"), undefined);
      assert(await at.adapter.records!.deleteOwner("ada") > 0);
      for (const model of models) assertEquals(await of(model).find("grant-1"), undefined, model);
      assertEquals(await of("Session").findByUid("uid-1"), undefined);
    },
  );

  test("nothing in the store opens anything", async (of, at) => {
    const secrets = { jti: "open-sesame", uid: "open-uid", userCode: "OPEN-CODE" };
    await of("DeviceCode").upsert("open-sesame", { ...secrets, params: { s: "open-param" } }, 60);
    assertEquals((await of("DeviceCode").find("open-sesame"))?.uid, "open-uid");
    const text = await at.dump();
    assert(text.includes("oidc.devicecode"), text);
    for (const value of ["open-sesame", "open-uid", "OPEN-CODE", "open-param"]) {
      assert(!text.includes(value), value);
    }
  });

  test("a list of secrets reads what the old one sealed", async (of, at) => {
    await of("Client").upsert("partner", { client_id: "partner" });
    const renewed = oidcStore(at.adapter.records!, [
      "a-new-secret-of-at-least-32-characters",
      SECRET,
    ]);
    assertEquals((await renewed("Client").find("partner"))?.client_id, "partner");
  });
}

type Opened = Awaited<ReturnType<OpenDumpStore>>;

for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, open);
withPostgres(
  "oidc-provider on PostgreSQL",
  (server) => register("PostgreSQL", postgresStore(server)),
);

/** The app of the guide. `signIn` makes a browser with a session whose proof is so many seconds old. */
async function startApp() {
  const origin = `http://localhost:${freePort()}`;
  const { listener, auth, storeOf }: {
    listener: RequestListener;
    auth: DefinedAuth;
    storeOf: ReturnType<OidcStore>;
  } = await importFile("main_here.ts", origin);
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(Number(new URL(origin).port), done));
  await storeOf("Client").upsert("partner", {
    client_id: "partner",
    client_name: "<b>Partner",
    redirect_uris: ["https://partner.example/callback"],
    token_endpoint_auth_method: "none",
  });
  return {
    origin,
    auth,
    async signIn(age: number) {
      const browser = createBrowser(origin, {
        [origin]: (request) => fetch(request, { redirect: "manual" }),
        "https://partner.example": () => new Response(),
      });
      const at = Math.floor(Date.now() / 1000) - age;
      const proof = { at, methods: ["mail" as const] };
      const user = { id: "ada", email: "ada@acme.example", emailVerified: true };
      const { setCookies } = await signInAs(auth, user, { origin, proof });
      browser.cookies.store(new URL(origin), setCookies);
      return browser;
    },
    url: (more: Record<string, string> = {}) =>
      `${origin}/authorize?${new URLSearchParams({
        client_id: "partner",
        response_type: "code",
        redirect_uri: "https://partner.example/callback",
        scope: "openid",
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
        ...more,
      })}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

Deno.test("oidc-provider: access needs a fresh proof, and a newer one where the client asks", async () => {
  await using app = await startApp();
  for (
    const [age, more, isAsked] of [
      [60, {}, true],
      [900, {}, false],
      [60, { prompt: "login" }, false],
      [120, { max_age: "100" }, false],
      [60, { max_age: "100" }, true],
    ] as const
  ) {
    const browser = await app.signIn(age);
    const { url, response } = await browser.visit(app.url(more));
    const page = await response.text();
    assertEquals(page.includes("<button>Allow</button>"), isAsked, `${age} ${url}`);
    assertEquals(url.pathname === "/auth/signin", !isAsked, url.href);
  }
});

Deno.test("oidc-provider: other sites can neither frame the page nor press its button", async () => {
  await using app = await startApp();
  const browser = await app.signIn(0);
  const { url, response } = await browser.visit(app.url());
  assertEquals(response.headers.get("content-security-policy"), "frame-ancestors 'none'");
  const page = await response.text();
  assert(page.includes("b>Partner asks for: openid"), page);
  assert(!page.includes("<b>"), page);
  const init = {
    method: "POST",
    headers: { "sec-fetch-site": "cross-site", origin: "https://e.example" },
  };
  const refused = await browser.fetch(url.href, init);
  assertEquals(refused.status, 403, await refused.text());
});

Deno.test("oidc-provider: a suspended user is not signed in", async () => {
  await using app = await startApp();
  const browser = await app.signIn(0);
  await (await browser.visit(app.url())).response.body?.cancel();
  await app.auth.users.suspend("ada");
  const { url, response } = await browser.visit(app.url());
  await response.body?.cancel();
  assertEquals([response.status, url.pathname.split("/")[1]], [401, "interaction"]);
});
