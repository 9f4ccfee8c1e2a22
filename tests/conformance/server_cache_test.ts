import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Auth } from "../../mod.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { createSigner } from "../../src/tools/testing/idp_keys.ts";
import { APP, assertRefused, assertSignsIn, callbackOf, createRig, removeKeyIds } from "./_rig.ts";

const foreign = await createSigner();

Deno.test("discovery and keys are fetched once for later sign-ins", async () => {
  const rig = await createRig();
  for (let i = 0; i < 4; i++) await assertSignsIn(rig);
  assertEquals(rig.idp.count("discovery"), 1);
  assertEquals(rig.idp.count("jwks"), 1);
  assertEquals(rig.idp.count("token"), 4);
});

Deno.test("discovery and keys are fetched once for fifty parallel first sign-ins", async () => {
  const rig = await createRig();
  const browsers = Array.from({ length: 50 }, () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, rig.config)
          : new Response("app"),
      [rig.idp.issuer]: rig.idp.handler,
    }));
  const landings = await Promise.all(
    browsers.map((browser) => browser.signIn("test", { callbackUrl: "/after" })),
  );
  for (const { url } of landings) assertEquals(url.href, `${APP}/after`);
  assertEquals(rig.idp.count("discovery"), 1);
  assertEquals(rig.idp.count("jwks"), 1);
});

Deno.test("discovery and keys are fetched again after an hour", async () => {
  using time = new FakeTime();
  const rig = await createRig();
  await assertSignsIn(rig);
  time.tick(61 * 60 * 1000);
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("discovery"), 2);
  assertEquals(rig.idp.count("jwks"), 2);
});

Deno.test("keys: a rotated key is found with one more request", async () => {
  const rig = await createRig();
  await assertSignsIn(rig);
  await rig.idp.rotateKeys();
  await assertSignsIn(rig);
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("jwks"), 2);
});

Deno.test("keys: a key that is rotated just before it signs is found with one more request", async () => {
  const rig = await createRig();
  await assertSignsIn(rig);
  const callback = await callbackOf(rig);
  await rig.idp.rotateKeys();
  assertEquals((await rig.browser.visit(callback)).url.href, `${APP}/after`);
  assertEquals(rig.idp.count("jwks"), 2);
});

Deno.test("keys: a rotated key without key id is found with one more request", async () => {
  const rig = await createRig({ hostile: { signature: "no-kid", keys: removeKeyIds } });
  await assertSignsIn(rig);
  await rig.idp.rotateKeys();
  await assertSignsIn(rig);
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("jwks"), 2);
});

Deno.test("keys: an unknown key without key id causes exactly one more request", async () => {
  const rig = await createRig({ hostile: { signature: "no-kid", keys: removeKeyIds } });
  await assertSignsIn(rig);
  await rig.browser.post("/signout");
  rig.idp.hostile.keys = (keys) => void (keys[0] = { ...foreign.publicJwk, kid: undefined });
  await rig.idp.rotateKeys();
  await assertRefused(rig, /signature verification failed/);
  assertEquals(rig.idp.count("jwks"), 2);
});

Deno.test("keys: an unknown key id causes exactly one more request", async () => {
  const rig = await createRig();
  await assertSignsIn(rig);
  await rig.browser.post("/signout");
  rig.idp.hostile.signature = "unknown-kid";
  await assertRefused(rig, /key/);
  assertEquals(rig.idp.count("jwks"), 2);
});

Deno.test("keys: an invalid signature of a known key causes no request", async () => {
  const rig = await createRig();
  await assertSignsIn(rig);
  await rig.browser.post("/signout");
  rig.idp.hostile.signature = "bad";
  await assertRefused(rig, /signature/);
  assertEquals(rig.idp.count("jwks"), 1);
});

const broken: [string, (response: Response) => Response | Promise<Response>][] = [
  ["status 500", () => new Response("oops", { status: 500 })],
  ["HTML", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["a redirect", () => Response.redirect("https://evil.example/", 302)],
  [
    "another issuer",
    async (response) => Response.json({ ...await response.json(), issuer: "https://evil.example" }),
  ],
];

for (const [name, discovery] of broken) {
  Deno.test(`discovery: ${name} is refused and not cached`, async () => {
    const rig = await createRig({ hostile: { answer: { discovery } } });
    const start = await rig.browser.start("test", { callbackUrl: "/after" });
    assertEquals(start, `${APP}/auth/error?error=Configuration`);
    assert(rig.lines.some((line) => line.includes("Cannot start the sign-in")));
    rig.idp.hostile.answer = {};
    await assertSignsIn(rig);
  });
}
