/**
 * Endpoints of native clients with anything as their input: a refusal as JSON, and never a failure.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth } from "../../mod.ts";
import { APP } from "./_flow.ts";
import { createNativeApp } from "./_native.ts";

const ENDPOINTS: Record<string, readonly string[]> = {
  "call": ["method", "path", "body", "state", "client"],
  "token": ["grant_type", "code", "code_verifier", "redirect_uri", "refresh_token"],
  "revoke": ["token", "token_type_hint"],
  "nonce": ["x"],
  "id-token": ["provider", "idToken", "nonce", "accessToken", "state", "client"],
};

const VALUES: readonly unknown[] = [
  undefined,
  null,
  "",
  0,
  1,
  true,
  [],
  {},
  [["a"]],
  { __proto__: { a: 1 }, constructor: { prototype: {} } },
  "\u0000",
  "\ud800",
  "a".repeat(10_000),
  "../..",
  "//",
  "?#",
  "%",
  "xa1_",
  "xr1_e.e.e.e.e",
  "xs1_eyJhbGciOiJkaXIifQ....",
  "xc1_eyJhbGciOiJub25lIn0.e30.",
  "GET",
  "POST",
  "authorization_code",
  "refresh_token",
  "session",
  "signin?callbackUrl=javascript:alert(1)",
  "callback/password",
  "constructor",
  "__proto__",
];

/** The same choices at each run. */
function chooser(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

Deno.test("native endpoints: 2000 inputs, each refused or answered as JSON", async () => {
  const app = createNativeApp("jwt", { limits: false }, { idTokens: {} });
  const next = chooser(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  for (let round = 0; round < 2000; round++) {
    const endpoint = pick(Object.keys(ENDPOINTS));
    const names = ENDPOINTS[endpoint]!.filter(() => next() < 0.8);
    const body = Object.fromEntries(names.map((name) => [name, pick(VALUES)]));
    const token = pick(VALUES.filter((value) => typeof value === "string"));
    const hasToken = next() < 0.3 && /^[\x21-\x7e]+$/.test(token as string);
    const headers: Record<string, string> = {
      ...hasToken ? { authorization: `Bearer ${token}` } : {},
      ...next() < 0.2 ? { dpop: "e.e.e" } : {},
    };
    const text = JSON.stringify(body);
    const response = await app.post(`native/${endpoint}`, body, headers);
    const answer = await response.text();
    assert(response.status < 500, `${endpoint} ${text} → ${response.status} ${answer}`);
    assertEquals(response.headers.get("content-type"), "application/json", text);
    assert(response.headers.get("cache-control")?.includes("no-store"), text);
    assertEquals(response.headers.getSetCookie(), []);
    JSON.parse(answer);
  }
});

Deno.test("native endpoints: bodies that are none, and methods that are not taken", async () => {
  const app = createNativeApp();
  for (const endpoint of Object.keys(ENDPOINTS)) {
    const url = `${APP}/auth/native/${endpoint}`;
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await Auth(new Request(url, { method }), app.config);
      await response.body?.cancel();
      assertEquals(response.status, 405, `${method} ${endpoint}`);
    }
    const bodies: [type: string, body: string, status: number][] = [
      ["application/json", "{", 400],
      ["application/json", "[]", 400],
      ["application/json", "null", 400],
      ["text/plain", "{}", 415],
      ["application/x-www-form-urlencoded", "token=a&token=b&code=a&code=b", 400],
    ];
    for (const [type, body, status] of bodies) {
      const headers = { "content-type": type };
      const response = await Auth(new Request(url, { method: "POST", headers, body }), app.config);
      await response.body?.cancel();
      assertEquals(response.status, status, `${endpoint} ${type} ${body}`);
    }
  }
});
