import { assertEquals } from "@std/assert";
import type { Signature } from "../../src/testing/mod.ts";
import { assertRefused, assertSignsIn, createRig } from "./_rig.ts";

Deno.test("ID token: a valid signature is accepted", async () => {
  await assertSignsIn(await createRig());
});

Deno.test("ID token: a token without key id is accepted when there is one key", async () => {
  await assertSignsIn(await createRig({ hostile: { signature: "no-kid" } }));
});

const refused: [Signature, RegExp][] = [
  ["bad", /CallbackRouteError[\s\S]*signature verification failed/],
  ["foreign-key", /CallbackRouteError[\s\S]*signature verification failed/],
  ["none", /CallbackRouteError[\s\S]*(alg|Invalid JWT)/],
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
