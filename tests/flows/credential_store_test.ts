/**
 * What a thief of the store can read: no byte of a key, a token, a code or a nonce; and nothing of a
 * deleted user, whose keys and sessions it had.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { parseKey } from "../../src/capabilities/keys/format.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import {
  APP,
  ask,
  callNative,
  createCredentialApp,
  type CredentialApp,
  headersOf,
  issue,
  type Issued,
} from "./_credential_app.ts";
import { type Credential, CREDENTIALS } from "./_credential_cases.ts";
import { createProver } from "./_dpop_proofs.ts";
import { formOf } from "./_email.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "./_factor_stores.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const REDIRECT_URI = "http://127.0.0.1:8765/callback";

/** Spellings of a secret in a dump. */
function spellings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [secret, bytes.toHex(), bytes.toBase64({ omitPadding: true }), [...bytes].join(",")];
}

/** A code of a browser sign-in that nobody has used. */
async function codeOf({ open }: CredentialApp, user: string): Promise<string> {
  const browser = open();
  const landed = await browser.signInWithCredentials({ user });
  await landed.response.body?.cancel();
  const query = new URLSearchParams({
    redirect_uri: REDIRECT_URI,
    code_challenge: await sha256Base64url("verifier".repeat(6)),
    code_challenge_method: "S256",
    state: "state-1",
    client: "Acme CLI",
  });
  const html = await (await browser.fetch(`/auth/native/authorize?${query}`)).text();
  const { action, fields } = formOf(
    `<form${html.split("<form").find((part) => part.includes('value="continue"'))}`,
  );
  const response = await browser.fetch(new URL(action, APP).href, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await response.body?.cancel();
  const code = new URL(response.headers.get("location")!).searchParams.get("code");
  assert(code, "there is a code");
  return code;
}

/** The places of a text in a dump. */
function around(dump: string, text: string): string[] {
  return dump.split(text).slice(1).map((_, index) => {
    const before = dump.split(text).slice(0, index + 1).join(text);
    return `${before.slice(-300)}${text}`;
  });
}

/** Every secret that clients of a user have, by its name. */
async function secretsOf(app: CredentialApp): Promise<{
  secrets: Record<string, string>;
  issued: Issued[];
}> {
  const issued: Issued[] = [];
  const secrets: Record<string, string> = {};
  for (const credential of Object.keys(CREDENTIALS) as Credential[]) {
    const one = await issue(app, credential);
    issued.push(one);
    if (!credential.endsWith("-key")) continue;
    secrets[credential] = one.secret;
    secrets[`secret of the ${credential}`] = parseKey("acme", one.secret)!.secret;
    // A use writes the record again.
    assertEquals((await ask(app, await headersOf(one))).status, 200);
  }
  const [{ person }] = issued as [Issued];
  const prover = await createProver();
  const { tokens } = await callNative(app, { user: person.id }, prover);
  secrets["access token"] = tokens!.accessToken;
  secrets["refresh token"] = tokens!.refreshToken!;
  secrets.code = await codeOf(app, person.id);
  const { nonce } = await (await app.auth.handler(
    new Request(`${APP}/auth/native/nonce`, { method: "POST" }),
  )).json();
  assert(nonce, "there is a nonce");
  secrets.nonce = nonce;
  app.withFactor.add(person.id);
  const { state } = await callNative(app, { user: person.id }, prover);
  assert(state, "the sign-in waits");
  secrets.state = state;
  return { secrets, issued };
}

function register(name: string, strategy: Strategy, open: OpenDumpStore): void {
  Deno.test(`credential store, ${name}, ${strategy}: no secret, and nothing of a deleted user`, async () => {
    const store = await open();
    try {
      const app = createCredentialApp(strategy, store.adapter, { redirectUris: [REDIRECT_URI] });
      const { secrets, issued } = await secretsOf(app);
      const dump = await store.dump();
      assert(dump.includes(issued[0]!.person.id), "the dump shows the store");
      const texts = { dump, files: await store.files?.() ?? "" };
      for (const [where, text] of Object.entries(texts)) {
        for (const [what, secret] of Object.entries(secrets)) {
          for (const one of spellings(secret)) {
            assertEquals(text.includes(one), false, `${what} in ${where}`);
          }
        }
      }
      for (const { person } of issued) await app.auth.users.delete(person.id);
      const after = await store.dump();
      for (const { credential, person, id } of issued) {
        const own = credential === "user-key" || credential === "member-key" ? [id] : [];
        for (const text of [person.id, person.email, ...own]) {
          assertEquals(around(after, text), [], `${text} of the ${credential}`);
        }
      }
    } finally {
      await store.close();
    }
  });
}

for (const strategy of STRATEGIES) {
  for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, strategy, open);
}

withPostgres("credential store on PostgreSQL", (server) => {
  for (const strategy of STRATEGIES) register("PostgreSQL", strategy, postgresStore(server));
});
