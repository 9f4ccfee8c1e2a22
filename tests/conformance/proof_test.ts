import { assertEquals } from "@std/assert";
import { getProof } from "../../src/frameworks/server.ts";
import type { ProviderProof } from "../../src/types/proof.ts";
import { APP, assertRefused, assertSignsIn, createRig, type Rig } from "./_rig.ts";

type Claims = Record<string, unknown>;

const now = () => Math.floor(Date.now() / 1000);

async function upstreamOf({ browser, config }: Rig): Promise<ProviderProof | undefined> {
  const headers = { cookie: browser.cookies.header(new URL(APP)) };
  const proof = await getProof(new Request(APP, { headers }), config);
  assertEquals(proof?.methods, ["fed"]);
  return proof!.upstream;
}

const lies: Claims = { acr: "urn:acme:3", amr: ["mfa"], auth_time: 1, sid: "another" };

Deno.test("upstream proof: claims of the userinfo endpoint are no part of it", async () => {
  const idp = { user: { sub: "user-1", name: "Ada Lovelace", ...lies } };
  const idTokenClaims = (claims: Claims) => {
    for (const name of Object.keys(lies)) delete claims[name];
  };
  const rig = await createRig({ idp, provider: { idToken: false }, hostile: { idTokenClaims } });
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("userinfo"), 1);
  assertEquals(await upstreamOf(rig), undefined);
});

Deno.test("upstream proof: a `profile` callback and a token endpoint's members are no part of it", async () => {
  const rig = await createRig({
    provider: { profile: ({ sub, name }) => ({ id: sub!, name, ...lies }) },
    hostile: {
      answer: {
        token: async (response) => Response.json({ ...await response.json(), ...lies }),
      },
    },
  });
  await assertSignsIn(rig);
  assertEquals(await upstreamOf(rig), undefined);
});

Deno.test("upstream proof: parameters of the callback are no part of it, not even Apple's", async () => {
  const user = JSON.stringify({ name: { firstName: "Ada" }, ...lies });
  const rig = await createRig({
    provider: { id: "apple", authorization: { params: { response_mode: "form_post" } } },
    hostile: {
      authorization(params) {
        params.set("user", user);
        for (const [name, value] of Object.entries(lies)) params.set(name, String(value));
      },
    },
  });
  await rig.browser.signIn("apple", { callbackUrl: "/after" });
  assertEquals((await rig.browser.session())?.user?.email, "ada@example.com", rig.lines.join("\n"));
  assertEquals(await upstreamOf(rig), undefined);
});

Deno.test("upstream proof: an ID token with a wrong signature begins no session", async () => {
  const idTokenClaims = (claims: Claims) => void Object.assign(claims, lies);
  const rig = await createRig({ hostile: { signature: "bad", idTokenClaims } });
  await assertRefused(rig, /signature verification failed/);
});

const accepted: [string, Claims, ProviderProof][] = [
  ["all claims", { ...lies, nonsense: 1 }, {
    acr: "urn:acme:3",
    amr: ["mfa"],
    authTime: 1,
    sid: "another",
  }],
  ["an auth_time of 0", { auth_time: 0 }, { authTime: 0 }],
];

for (const [name, claims, expected] of accepted) {
  Deno.test(`upstream proof: ${name} of the ID token`, async () => {
    const idTokenClaims = (token: Claims) => void Object.assign(token, claims);
    const rig = await createRig({ hostile: { idTokenClaims } });
    await assertSignsIn(rig);
    assertEquals(await upstreamOf(rig), expected);
  });
}

const ignored: [string, () => Claims][] = [
  ["an auth_time in the future", () => ({ auth_time: now() + 3600 })],
  ["an acr that is an object", () => ({ acr: { value: "3" } })],
  ["an amr that is text", () => ({ amr: "mfa" })],
  ["an amr with other values than text", () => ({ amr: ["mfa", { toString: "pwd" }] })],
  ["an endless amr", () => ({ amr: Array(10_000).fill("mfa") })],
  ["a sid of 100,000 characters", () => ({ sid: "s".repeat(100_000) })],
  ["a sid with a line break", () => ({ sid: "s\n" })],
];

for (const [name, claims] of ignored) {
  Deno.test(`upstream proof: ${name} is ignored`, async () => {
    const idTokenClaims = (token: Claims) => void Object.assign(token, { acr: "1" }, claims());
    const rig = await createRig({ hostile: { idTokenClaims } });
    await assertSignsIn(rig);
    const expected = "acr" in claims() ? undefined : { acr: "1" };
    assertEquals(await upstreamOf(rig), expected);
  });
}

Deno.test("upstream proof: an auth_time that is no number refuses the ID token", async () => {
  const idTokenClaims = (token: Claims) => void (token.auth_time = String(now()));
  await assertRefused(await createRig({ hostile: { idTokenClaims } }), /auth_time/);
});
