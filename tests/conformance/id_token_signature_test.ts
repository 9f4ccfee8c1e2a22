import { assertEquals } from "@std/assert";
import { createSigner } from "../../src/tools/testing/idp_keys.ts";
import type { HostileModes, Signature } from "../../src/tools/testing/mod.ts";
import { assertRefused, assertSignsIn, createRig, removeKeyIds } from "./_rig.ts";

const other = await createSigner();

Deno.test("ID token: a valid signature is accepted", async () => {
  await assertSignsIn(await createRig());
});

for (const algorithm of ["RS256", "PS256"] as const) {
  Deno.test(`ID token: a signature with ${algorithm} is accepted, and an invalid one is refused`, async () => {
    const rig = await createRig({ idp: { algorithm } });
    await assertSignsIn(rig);
    await rig.browser.post("/signout");
    for (const signature of ["bad", "foreign-key"] as const) {
      rig.idp.hostile.signature = signature;
      await assertRefused(rig, /signature verification failed/);
    }
  });
}

Deno.test("ID token: another algorithm than the configured one is refused", async () => {
  const client = { id_token_signed_response_alg: "PS256" };
  await assertSignsIn(await createRig({ idp: { algorithm: "PS256" }, provider: { client } }));
  await assertRefused(
    await createRig({ idp: { algorithm: "RS256" }, provider: { client } }),
    /"alg"/,
  );
});

Deno.test("ID token: a token without key id is accepted when there is one key", async () => {
  await assertSignsIn(await createRig({ hostile: { signature: "no-kid" } }));
  await assertSignsIn(await createRig({ hostile: { signature: "no-kid", keys: removeKeyIds } }));
});

Deno.test("ID token: a token without key id is refused when several keys fit", async () => {
  const keys: HostileModes["keys"] = (keys) => {
    keys.push({ ...other.publicJwk });
    removeKeyIds(keys);
  };
  await assertRefused(
    await createRig({ hostile: { signature: "no-kid", keys } }),
    /multiple applicable keys found/,
  );
});

const unusable: [string, Record<string, unknown>][] = [
  ["an unknown key type", { kty: "unknown", kid: "1" }],
  ["an unknown parameter set", { kty: "AKP", alg: "ML-DSA-1", pub: "AA", kid: "1" }],
  ["a key of another type", { kty: "RSA", n: "AQ", e: "AQAB", kid: "1" }],
  ["a key without members", {}],
  ["a key for encryption", { ...other.publicJwk, use: "enc" }],
  ["a broken key with another id", { kty: "EC", crv: "P-256", x: "AA", y: "!", kid: "1" }],
];

for (const [name, key] of unusable) {
  Deno.test(`ID token: ${name} beside the right one is ignored`, async () => {
    const keys: HostileModes["keys"] = (keys) => void keys.unshift(key);
    await assertSignsIn(await createRig({ hostile: { keys } }));
  });
}

const refused: [Signature, RegExp][] = [
  ["bad", /CallbackRouteError[\s\S]*signature verification failed/],
  ["foreign-key", /CallbackRouteError[\s\S]*signature verification failed/],
  ["none", /CallbackRouteError[\s\S]*(alg|Invalid JWT)/],
  ["empty", /CallbackRouteError[\s\S]*(signature verification failed|Invalid JWT)/],
  ["embedded-key", /CallbackRouteError[\s\S]*signature verification failed/],
  ["critical-header", /CallbackRouteError[\s\S]*"crit"/],
  ["hmac-public-key", /CallbackRouteError[\s\S]*"alg"/],
  ["hmac-client-secret", /CallbackRouteError[\s\S]*"alg"/],
  ["unknown-kid", /CallbackRouteError[\s\S]*key/],
];

for (const [signature, reason] of refused) {
  Deno.test(`ID token: signature "${signature}" is refused`, async () => {
    await assertRefused(await createRig({ hostile: { signature } }), reason);
  });
}

Deno.test("ID token: HMAC is refused even when the server announces it", async () => {
  for (const signature of ["hmac-public-key", "hmac-client-secret", "none"] as const) {
    const rig = await createRig({
      hostile: {
        signature,
        answer: {
          discovery: async (response) => {
            const metadata = await response.json();
            metadata.id_token_signing_alg_values_supported = ["ES256", "HS256", "none"];
            return Response.json(metadata);
          },
        },
      },
    });
    await assertRefused(rig, /CallbackRouteError/);
  }
});

Deno.test("ID token: HMAC with the client secret is accepted only when the app configures it", async () => {
  const rig = await createRig({
    hostile: { signature: "hmac-client-secret" },
    provider: { client: { id_token_signed_response_alg: "HS256" } },
  });
  await assertSignsIn(rig);
  rig.idp.hostile.signature = "hmac-public-key";
  const other = await createRig({
    hostile: { signature: "hmac-public-key" },
    provider: { client: { id_token_signed_response_alg: "HS256" } },
  });
  await assertRefused(other, /signature verification failed/);
});

Deno.test("ID token: an unsigned token is refused even when the app configures it", async () => {
  const rig = await createRig({
    hostile: { signature: "none" },
    provider: { client: { id_token_signed_response_alg: "none" } },
  });
  await assertRefused(rig, /CallbackRouteError[\s\S]*unsupported JWS "alg"/);
});

Deno.test("ID token: an empty key set creates no session", async () => {
  for (
    const jwks of [
      () => new Response("nope", { status: 500 }),
      () => Response.json({ keys: [] }),
      () => new Response("<html>", { headers: { "content-type": "text/html" } }),
      () => Response.json({ keys: [null] }),
    ]
  ) {
    await assertRefused(await createRig({ hostile: { answer: { jwks } } }), /CallbackRouteError/);
  }
});

Deno.test("ID token: a server without a key set creates no session", async () => {
  const rig = await createRig({
    hostile: {
      answer: {
        discovery: async (response) => {
          const { jwks_uri: _, ...metadata } = await response.json();
          return Response.json(metadata);
        },
      },
    },
  });
  await assertRefused(rig, /set `issuer` or `jwks_endpoint`/);
  assertEquals(rig.idp.count("jwks"), 0);
});

Deno.test("ID token: static endpoints with `jwks_endpoint` need no discovery", async () => {
  const issuer = "https://idp.example";
  const rig = await createRig({
    provider: {
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      jwks_endpoint: `${issuer}/jwks`,
      client: { id_token_signed_response_alg: "ES256" },
    },
  });
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("discovery"), 0);
});
