import { assertEquals } from "@std/assert";
import { assertRefused, assertSignsIn, createRig } from "./_rig.ts";

const provider = { idToken: false };

Deno.test("userinfo: with `idToken: false` the user comes from there", async () => {
  const rig = await createRig({
    provider,
    hostile: { idTokenClaims: (claims) => void (claims.name = "Somebody else") },
  });
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("userinfo"), 1);
});

Deno.test("userinfo: without it nobody is asked", async () => {
  const rig = await createRig();
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("userinfo"), 0);
});

const refused: [string, () => Response, RegExp][] = [
  ["a swapped subject", () => Response.json({ sub: "somebody-else", name: "Eve" }), /"sub"/],
  ["no subject", () => Response.json({ name: "Eve" }), /"sub"/],
  ["status 500", () => new Response("oops", { status: 500 }), /CallbackRouteError/],
  [
    "HTML",
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    /CallbackRouteError/,
  ],
  ["a redirect", () => Response.redirect("https://evil.example/", 302), /CallbackRouteError/],
  ["a list", () => Response.json([]), /CallbackRouteError/],
];

for (const [name, userinfo, reason] of refused) {
  Deno.test(`userinfo: ${name} is refused`, async () => {
    await assertRefused(await createRig({ provider, hostile: { answer: { userinfo } } }), reason);
  });
}

Deno.test("userinfo: the ID token is validated all the same", async () => {
  await assertRefused(
    await createRig({ provider, hostile: { signature: "bad" } }),
    /signature verification failed/,
  );
});

Deno.test("userinfo: a swapped subject from `userinfo.request` is refused", async () => {
  const rig = await createRig({
    provider: {
      idToken: false,
      userinfo: { request: () => Promise.resolve({ sub: "somebody-else" }) },
    },
  });
  await assertRefused(rig, /subject/);
});
