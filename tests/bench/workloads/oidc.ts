/**
 * Sign-ins with an OpenID Provider. The provider runs in the same process; its
 * time is measured and subtracted, so that only the app's work counts. Auth.js
 * trusts the connection to the provider and fetches no keys; this library checks the
 * signature of the ID token.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../../mod.ts";
import { createIdp, type Idp } from "../../../src/tools/testing/mod.ts";
import {
  type App,
  formPost,
  Jar,
  openBrowser,
  ORIGIN,
  pageHeaders,
  readText,
} from "../_browser.ts";
import { claimsOf, inTurns, nameOf, SESSION_COOKIE, USERS } from "../_users.ts";
import type { Prepare, Setting, Workload } from "../_workload.ts";
import { loadSubject, type Provider, type Subject, type SubjectName } from "../subjects/mod.ts";
import { nameIn } from "./forms.ts";

type Exclude = Setting["exclude"];

/** A config's provider, reached through a `fetch` of its own: nothing is known of it yet. */
export function providerOf(
  idp: Idp,
  customFetch: symbol,
  exclude: Exclude = async (work) => await work(),
): Provider {
  const own: typeof fetch = (input, init) => exclude(() => idp.fetch(input, init));
  return {
    id: "op",
    name: "OP",
    type: "oidc",
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    checks: ["pkce", "state", "nonce"],
    [customFetch]: own,
  } as unknown as Provider;
}

/** Signs a person in, in a browser that comes back; returns its cookies. */
export async function signInAt(
  app: App,
  idp: Idp,
  { jar: known, csrfToken }: { jar: Jar; csrfToken: string },
  index: number,
  exclude: Exclude = async (work) => await work(),
): Promise<Jar> {
  const { sub, name, email, picture } = claimsOf(index);
  const jar = new Jar(known.entries());
  const begin = () => {
    idp.user = { sub, name, email, picture };
    idp.requests.length = 0;
    const post = formPost(jar, { csrfToken, callbackUrl: `${ORIGIN}/dashboard` });
    return new Request(`${ORIGIN}/auth/signin/op`, post);
  };
  const started = await app(await exclude(begin));
  await readText(started, 302);
  const comeBack = async () => {
    jar.store(started);
    const location = started.headers.get("location")!;
    const url = (await idp.fetch(location)).headers.get("location");
    if (!url) throw new Error(`Cannot sign in: redirected to ${location}`);
    return new Request(url, { headers: pageHeaders(jar, "cross-site") });
  };
  const response = await app(await exclude(comeBack));
  await readText(response, 302);
  await exclude(() => jar.store(response));
  if (!jar.get(SESSION_COOKIE)) {
    throw new Error(`Cannot sign in: redirected to ${response.headers.get("location")}`);
  }
  return jar;
}

/**
 * A provider that neither library finds unusual: it signs by RS256, which every OpenID Provider
 * must support (OpenID Connect Core §15.1).
 */
export const createProvider = (): Promise<Idp> =>
  createIdp({ issuerParameter: false, algorithm: "RS256" });

const indices = Array.from({ length: USERS }, (_, index) => index);

/** An app with a new config. */
export function createOidcApp(
  subject: Subject,
  idp: Idp,
  exclude?: Exclude,
  overrides: Partial<AuthConfig> = {},
): App {
  return subject.createApp({
    providers: [providerOf(idp, subject.customFetch, exclude)],
    ...overrides,
  });
}

function later(name: SubjectName): Prepare {
  return async ({ exclude }) => {
    const subject = await loadSubject(name);
    const idp = await createProvider();
    const app = createOidcApp(subject, idp, exclude);
    const browser = await openBrowser(app);
    for (const index of [0, 7]) {
      const jar = await signInAt(app, idp, browser, index);
      assertEquals(await nameIn(app, jar), nameOf(index));
    }
    const next = inTurns(indices);
    return { run: () => signInAt(app, idp, browser, next(), exclude) };
  };
}

function first(name: SubjectName): Prepare {
  return async ({ exclude }) => {
    const subject = await loadSubject(name);
    const idp = await createProvider();
    const browser = await openBrowser(createOidcApp(subject, idp));
    const next = inTurns(indices);
    const run = async () => {
      const app = createOidcApp(subject, idp, exclude);
      const jar = await signInAt(app, idp, browser, next(), exclude);
      if (idp.count("discovery") === 0) throw new Error("The config is not new: no discovery");
      if (name === "ours" && idp.count("jwks") === 0) throw new Error("No keys were fetched");
      return { app, jar };
    };
    const { app, jar } = await run();
    assertEquals((await nameIn(app, jar))?.startsWith("Ada Lovelace"), true);
    return { run };
  };
}

/** Seals and opens the attempt, checks the signature of an ID token, and seals the session. */
const floorOfSignIn: Prepare = async () => {
  const { open, seal } = await import("../subjects/floor.ts");
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    false,
    ["sign", "verify"],
  );
  const idToken = new TextEncoder().encode(JSON.stringify(claimsOf(0)).padEnd(700));
  const signature = await crypto.subtle.sign(algorithm, privateKey, idToken);
  const attempt = { state: "s".repeat(43), nonce: "n".repeat(43), verifier: "v".repeat(43) };
  const next = inTurns(indices);
  return {
    async run() {
      open(seal(attempt));
      const isSigned = await crypto.subtle.verify(algorithm, publicKey, signature, idToken);
      if (!isSigned) throw new Error("Wrong signature");
      seal(claimsOf(next()));
    },
  };
};

export const oidc: Workload[] = [
  {
    id: "oidc-later",
    label: "OIDC sign-in, second and later",
    targets: { overPeer: 3.5 },
    contenders: { ours: later("ours"), peer: later("peer"), floor: floorOfSignIn },
  },
  {
    id: "oidc-first",
    label: "OIDC sign-in, first of a config",
    targets: { overPeer: 2.5 },
    contenders: { ours: first("ours"), peer: first("peer") },
  },
];
