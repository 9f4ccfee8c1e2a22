import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { verifyDPoP } from "../../../src/credentials/dpop.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { createProofKey, PROOF_ALGORITHMS, type ProofChanges } from "../../_dpop.ts";
import { APP, createConfig } from "../_context.ts";

const URL_ = `${APP}/api/papers`;
const TOKEN = "xa1_token";

function verifier(records: RecordStore = MemoryRecords()) {
  const { config } = createConfig({ records });
  return async (
    proof: string | null,
    { token = TOKEN as string | undefined, method = "GET", url = URL_, origin = APP } = {},
  ) => {
    const headers: Record<string, string> = proof === null ? {} : { dpop: proof };
    const result = await verifyDPoP(config, new Request(url, { method, headers }), origin, {
      token,
    });
    return "fault" in result ? result.fault : "valid";
  };
}

for (const alg of Object.keys(PROOF_ALGORITHMS) as (keyof typeof PROOF_ALGORITHMS)[]) {
  Deno.test(`verifyDPoP(): accepts ${alg}, once`, async () => {
    const verify = verifier();
    const key = await createProofKey(alg);
    const proof = await key.prove("GET", URL_, TOKEN);
    assertEquals(await verify(proof), "valid");
    assertEquals(await verify(proof), "proof-replayed");
    assertEquals(await verify(await key.prove("GET", URL_, TOKEN)), "valid");
  });
}

const now = () => Math.floor(Date.now() / 1000);

/** Claims of a proof that is made so many seconds after now, which is when the test runs. */
const made = (seconds: number): ProofChanges => ({
  get claims() {
    return { iat: now() + seconds };
  },
});

/** The checks of RFC 9449 §4.3, by their number, and what each refuses. */
const CELLS: readonly [name: string, changes: ProofChanges, fault: string][] = [
  ["1: two proofs", { text: (proof) => `${proof}, ${proof}` }, "proof-wrong"],
  ["2: no JWT", { text: () => "proof" }, "proof-wrong"],
  ["2: an empty header", { text: () => "" }, "proof-wrong"],
  ["2: a part more", { text: (proof) => `${proof}.x` }, "proof-wrong"],
  ["2: too long", { text: (proof) => proof + "A".repeat(9000) }, "proof-wrong"],
  ["2: a header that must be understood", { header: { crit: ["b64"] } }, "proof-wrong"],
  ["3: no jti", { claims: { jti: undefined } }, "proof-wrong"],
  ["3: an empty jti", { claims: { jti: "" } }, "proof-wrong"],
  ["3: a long jti", { claims: { jti: "a".repeat(257) } }, "proof-wrong"],
  ["3: a jti that is no text", { claims: { jti: 7 } }, "proof-wrong"],
  ["3: no htm", { claims: { htm: undefined } }, "proof-wrong"],
  ["3: no htu", { claims: { htu: undefined } }, "proof-wrong"],
  ["3: no iat", { claims: { iat: undefined } }, "proof-wrong"],
  ["4: another typ", { header: { typ: "JWT" } }, "proof-wrong"],
  ["4: no typ", { header: { typ: undefined } }, "proof-wrong"],
  ["5: no signature", { header: { alg: "none" } }, "proof-wrong"],
  ["5: a shared secret", { header: { alg: "HS256" } }, "proof-wrong"],
  ["5: another algorithm", { header: { alg: "ES384" } }, "proof-wrong"],
  ["5: no algorithm", { header: { alg: undefined } }, "proof-wrong"],
  ["6: a wrong signature", { text: (proof) => proof.slice(0, -6) + "AAAAAA" }, "proof-wrong"],
  ["6: no key", { header: { jwk: undefined } }, "proof-wrong"],
  ["6: a key that is a text", { header: { jwk: "key" } }, "proof-wrong"],
  ["6: a shared key", { header: { jwk: { kty: "oct", k: "AAAA" } } }, "proof-wrong"],
  ["8: another method", { claims: { htm: "POST" } }, "proof-url"],
  ["8: the method in lower case", { claims: { htm: "get" } }, "proof-url"],
  ["9: another path", { claims: { htu: `${APP}/api` } }, "proof-url"],
  ["9: another host", { claims: { htu: "https://evil.example/api/papers" } }, "proof-url"],
  ["9: plain http", { claims: { htu: URL_.replace("https:", "http:") } }, "proof-url"],
  ["9: another port", { claims: { htu: "https://app.example:444/api/papers" } }, "proof-url"],
  ["9: a user name", { claims: { htu: "https://a@app.example/api/papers" } }, "proof-url"],
  ["9: a path alone", { claims: { htu: "/api/papers" } }, "proof-url"],
  ["9: a query is not compared", { claims: { htu: `${URL_}?a=1#b` } }, "valid"],
  ["9: the default port", { claims: { htu: "https://app.example:443/api/papers" } }, "valid"],
  ["11: 62 seconds old", made(-62), "proof-nonce"],
  ["11: 50 seconds old", made(-50), "valid"],
  ["11: 62 seconds ahead", made(62), "proof-nonce"],
  ["11: 50 seconds ahead", made(50), "valid"],
  ["11: an hour ahead, for another URL", {
    get claims() {
      return { iat: now() + 3600, htu: `${APP}/api` };
    },
  }, "proof-url"],
  ["11: a text", { claims: { iat: String(now()) } }, "proof-wrong"],
  ["12: no ath", { claims: { ath: undefined } }, "proof-wrong"],
  ["12: ath of another token", { claims: { ath: "A".repeat(43) } }, "proof-wrong"],
];

for (const [name, changes, fault] of CELLS) {
  Deno.test(`verifyDPoP(): RFC 9449 §4.3, ${name}`, async () => {
    const verify = verifier();
    const key = await createProofKey();
    assertEquals(await verify(await key.prove("GET", URL_, TOKEN, changes)), fault);
  });
}

/** A verifier that also tells the nonce, with the secret of an app. */
function nonceVerifier(secret: string | string[], records: RecordStore = MemoryRecords()) {
  const { config } = createConfig({ records, secret });
  return async (proof: string) =>
    await verifyDPoP(config, new Request(URL_, { headers: { dpop: proof } }), APP, {
      token: TOKEN,
    });
}

const SECRET_A = "a-secret-of-at-least-32-characters-a";
const SECRET_B = "a-secret-of-at-least-32-characters-b";

Deno.test("verifyDPoP(): a wrong clock gets a nonce, which counts in its place for five minutes", async () => {
  using time = new FakeTime(1_700_000_000_000);
  const records = MemoryRecords();
  const [one, rotated] = [SECRET_A, [SECRET_B, SECRET_A]].map((secret) =>
    nonceVerifier(secret, records)
  ) as [ReturnType<typeof nonceVerifier>, ReturnType<typeof nonceVerifier>];
  const key = await createProofKey();
  const prove = async (iat: number, nonce?: string) =>
    await key.prove("GET", URL_, TOKEN, { claims: { iat, nonce } });
  for (const wrong of [-86_400, 86_400]) {
    const refused = await one(await prove(now() + wrong));
    assert("fault" in refused && refused.fault === "proof-nonce" && refused.nonce);
    // Another process, and one that has a newer secret.
    const proof = await prove(now() + wrong, refused.nonce);
    assert("thumbprint" in await rotated(proof));
    assertEquals(await one(proof), { fault: "proof-replayed" });
    time.tick(299_000);
    assert("thumbprint" in await one(await prove(now() + wrong, refused.nonce)));
    // The same proof counts never again, however its time and its nonce go on.
    assertEquals(await one(proof), { fault: "proof-replayed" });
    time.tick(1_000);
    const late = await one(await prove(now() + wrong, refused.nonce));
    assert("fault" in late && late.fault === "proof-nonce");
  }
});

Deno.test("verifyDPoP(): a nonce of another app, or one that was changed, counts for nothing", async () => {
  const verify = nonceVerifier(SECRET_A);
  const other = nonceVerifier(SECRET_B);
  const key = await createProofKey();
  const prove = async (nonce?: unknown) =>
    await key.prove("GET", URL_, TOKEN, { claims: { iat: 1, nonce } });
  const nonceOf = async (one: typeof verify) => {
    const refused = await one(await prove());
    assert("fault" in refused);
    return refused.nonce!;
  };
  const nonce = await nonceOf(verify);
  const [seconds, hash] = nonce.split(".") as [string, string];
  const wrong = [
    await nonceOf(other),
    `${Number(seconds) + 1}.${hash}`,
    `${seconds}.${"A".repeat(43)}`,
    ` ${nonce}`,
    `0${nonce}`,
    ...[hash, `.${hash}`, `NaN.${hash}`, `1e9.${hash}`, "", 1, null, [nonce], "9".repeat(100_000)],
  ];
  for (const one of wrong) {
    const refused = await verify(await prove(one).then((text) => text.slice(0, 8192)));
    assert("fault" in refused, String(one));
  }
  assert("thumbprint" in await verify(await prove(nonce)));
  // A clock that is right needs none, so an old one does no harm.
  const right = await key.prove("GET", URL_, TOKEN, { claims: { nonce: "old" } });
  assert("thumbprint" in await verify(right));
});

Deno.test("verifyDPoP(): RFC 9449 §4.3, 1: no proof", async () => {
  assertEquals(await verifier()(null), "proof-missing");
});

Deno.test("verifyDPoP(): RFC 9449 §4.3, 7: a private key in the header", async () => {
  const verify = verifier();
  for (const alg of ["ES256", "Ed25519", "RS256"] as const) {
    const key = await createProofKey(alg);
    const { key_ops: _ops, ext: _ext, ...jwk } = key.privateJwk;
    const proof = await key.prove("GET", URL_, TOKEN, { header: { jwk } });
    assertEquals(await verify(proof), "proof-wrong");
  }
});

Deno.test("verifyDPoP(): a key of another algorithm, and a short one", async () => {
  const verify = verifier();
  const key = await createProofKey("RS256");
  const other = await createProofKey("ES256");
  const mixed = [
    await key.prove("GET", URL_, TOKEN, { header: { alg: "ES256" } }),
    await key.prove("GET", URL_, TOKEN, { header: { alg: "PS256" } }),
    await other.prove("GET", URL_, TOKEN, { header: { alg: "Ed25519" } }),
    await other.prove("GET", URL_, TOKEN, { header: { jwk: key.jwk } }),
    await other.prove("GET", URL_, TOKEN, { header: { jwk: { ...other.jwk, crv: "P-384" } } }),
    await other.prove("GET", URL_, TOKEN, { header: { jwk: { ...other.jwk, x: undefined } } }),
  ];
  for (const proof of mixed) assertEquals(await verify(proof), "proof-wrong");
  const short = await createProofKey("RS256", { modulusLength: 1024 });
  assertEquals(await verify(await short.prove("GET", URL_, TOKEN)), "proof-wrong");
});

Deno.test("verifyDPoP(): members beside those of the key change neither it nor its thumbprint", async () => {
  const { config } = createConfig({ records: MemoryRecords() });
  const key = await createProofKey();
  const thumbprints = [];
  for (const jwk of [key.jwk, { ...key.jwk, use: "enc", kid: "1", key_ops: ["sign"] }]) {
    const headers = { dpop: await key.prove("GET", URL_, undefined, { header: { jwk } }) };
    const result = await verifyDPoP(config, new Request(URL_, { headers }), APP);
    assert("thumbprint" in result);
    thumbprints.push(result.thumbprint);
  }
  assertEquals(thumbprints[0], thumbprints[1]);
  const other = await createProofKey();
  const headers = { dpop: await other.prove("GET", URL_) };
  const result = await verifyDPoP(config, new Request(URL_, { headers }), APP);
  assertNotEquals("thumbprint" in result && result.thumbprint, thumbprints[0]);
});

Deno.test("verifyDPoP(): the thumbprint of RFC 7638 §3.1 for an RSA key, by its own members", async () => {
  const { config } = createConfig({ records: MemoryRecords() });
  const key = await createProofKey("RS256");
  const { e, n } = key.jwk;
  const bytes = new TextEncoder().encode(`{"e":"${e}","kty":"RSA","n":"${n}"}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const expected = btoa(String.fromCharCode(...digest)).replaceAll("+", "-").replaceAll("/", "_")
    .replace(/=+$/, "");
  const headers = { dpop: await key.prove("GET", URL_) };
  const result = await verifyDPoP(config, new Request(URL_, { headers }), APP);
  assertEquals(result, { thumbprint: expected });
});

Deno.test("verifyDPoP(): of fifty equal proofs at once, one counts", async () => {
  const verify = verifier();
  const proof = await (await createProofKey()).prove("GET", URL_, TOKEN);
  const all = await Promise.all(Array.from({ length: 50 }, () => verify(proof)));
  assertEquals(all.filter((one) => one === "valid").length, 1);
  assertEquals(all.filter((one) => one === "proof-replayed").length, 49);
});

Deno.test("verifyDPoP(): a jti is known as long as its proof could count", async () => {
  const verify = verifier();
  const key = await createProofKey();
  const proof = await key.prove("GET", URL_, TOKEN, { claims: { iat: now() + 55 } });
  assertEquals(await verify(proof), "valid");
  for (const seconds of [30, 60, 113]) {
    const time = new FakeTime(Date.now() + seconds * 1000);
    try {
      assertEquals(await verify(proof), "proof-replayed", `${seconds} s`);
    } finally {
      time.restore();
    }
  }
  const time = new FakeTime(Date.now() + 120_000);
  try {
    assertEquals(await verify(proof), "proof-nonce");
  } finally {
    time.restore();
  }
});

Deno.test("verifyDPoP(): the public origin counts, not that behind the proxy", async () => {
  const verify = verifier();
  const key = await createProofKey();
  const inner = { url: "http://10.0.0.1:8000/api/papers" };
  assertEquals(await verify(await key.prove("GET", URL_, TOKEN), inner), "valid");
  assertEquals(await verify(await key.prove("GET", inner.url, TOKEN), inner), "proof-url");
});
