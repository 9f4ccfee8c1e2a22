/**
 * Compares with `@auth/core` in one run:
 *
 *     deno task bench [--quick]
 *
 * Results are asserted before anything is timed; times never fail the run.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import * as peerJwt from "@auth/core/jwt";
import { compactDecrypt, CompactEncrypt } from "jose";
import { createCipheriv, createHmac, randomBytes } from "node:crypto";
import * as ourJwt from "../../src/jwt.ts";
import { createIdp } from "../../src/testing/mod.ts";
import { coldStart } from "./_cold_start.ts";
import { measure, type Row, table } from "./_measure.ts";
import { compareOnMemory, growth } from "./_storage.ts";
import { createApps, createOIDCApps, get, ORIGIN, SECRET, signIn } from "./_subjects.ts";

const quick = Deno.args.includes("--quick");
const salt = "authjs.session-token";
const claims = { name: "Ada", email: "ada@example.com", picture: null, sub: "42" };
const rows: Row[] = [];

function note(text: string): void {
  console.error(`… ${text}`);
}

/** Cost of an empty handler: it takes a request and returns a response. */
const floor = async (): Promise<void> => {
  const request = new Request(`${ORIGIN}/auth/session`);
  const response = new Response("null", { headers: { "content-type": "application/json" } });
  if (request.url) await response.text();
};

note("sessions");
const token = await ourJwt.encode({ token: claims, secret: SECRET, salt });
const cookie = `${salt}=${token}`;
{
  const { ours, peer } = createApps(1);
  for (const app of [ours, peer]) {
    const response = await app(new Request(`${ORIGIN}/auth/session`, { headers: { cookie } }));
    assertEquals((await response.json()).user.name, "Ada");
  }
  const everyRead = createApps(1, { session: { updateAge: 0 } }).ours;
  const renewed = await get(everyRead, "/session", cookie);
  assert(renewed.headers.getSetCookie().some((line) => line.startsWith(salt)));
  const read = (app: typeof ours) => () => get(app, "/session", cookie);
  const times = await measure({ ours: read(ours), peer: read(peer), floor });
  rows.push({ workload: "`GET session`, token cookie", ...times, target: 12 });
  const each = await measure({ ours: read(everyRead), peer: read(peer), floor });
  rows.push({ workload: "same, sealed anew on every read (`updateAge: 0`)", ...each, target: 12 });
}

note("sessions without a cookie");
const one = createApps(1);
const hundred = createApps(100);
for (const app of [one.ours, one.peer, hundred.ours, hundred.peer]) {
  const response = await app(new Request(`${ORIGIN}/auth/session`));
  assertEquals(await response.json(), null);
}
const anonymous = await measure({
  one: () => get(one.ours, "/session"),
  hundred: () => get(hundred.ours, "/session"),
  onePeer: () => get(one.peer, "/session"),
  hundredPeer: () => get(hundred.peer, "/session"),
  floor,
});
rows.push(
  {
    workload: "`GET session`, no cookie, 1 provider",
    ours: anonymous.one,
    peer: anonymous.onePeer,
    floor: anonymous.floor,
    target: 4,
  },
  {
    workload: "same, 100 providers",
    ours: anonymous.hundred,
    peer: anonymous.hundredPeer,
    floor: anonymous.floor,
    target: 14,
  },
);

note("csrf, providers and the sign-in page");
const ten = createApps(10);
for (const app of [ten.ours, ten.peer]) {
  const csrf = await (await app(new Request(`${ORIGIN}/auth/csrf`))).json();
  assertEquals(csrf.csrfToken.length, 64);
  const providers = await (await app(new Request(`${ORIGIN}/auth/providers`))).json();
  assertEquals(Object.keys(providers).length, 10);
  const html = await (await app(new Request(`${ORIGIN}/auth/signin`))).text();
  assertEquals(html.split("<form").length - 1, 10);
}
for (
  const [path, workload, target, batch] of [
    ["/csrf", "`GET csrf`", 3, 100],
    ["/providers", "`GET providers`, 10 providers", 5, 100],
    ["/signin", "sign-in page, 10 providers", 3, 50],
  ] as const
) {
  const times = await measure(
    { ours: () => get(ten.ours, path), peer: () => get(ten.peer, path), floor },
    batch,
  );
  rows.push({ workload, ...times, target });
}

note("tokens");
{
  const params = { token, secret: SECRET, salt };
  const peerToken = await peerJwt.encode({ token: claims, secret: SECRET, salt });
  assertEquals((await ourJwt.decode({ ...params, token: peerToken }))?.sub, "42");
  assertEquals((await peerJwt.decode(params))?.sub, "42");
  const key = randomBytes(64);
  const plaintext = new TextEncoder().encode(
    JSON.stringify({ ...claims, iat: 1, exp: 2, jti: crypto.randomUUID() }),
  );
  const seal = () => {
    const cipher = createCipheriv("aes-256-cbc", key.subarray(32), randomBytes(16));
    const parts = [cipher.update(plaintext), cipher.final()];
    createHmac("sha512", key.subarray(0, 32)).update(parts[0]!).update(parts[1]!).digest();
  };
  const header = { alg: "dir", enc: "A256CBC-HS512" };
  const encryptWithJose = () =>
    new CompactEncrypt(plaintext).setProtectedHeader(header).encrypt(key);
  const sealed = await encryptWithJose();
  const encode = { token: claims, secret: SECRET, salt };
  const decoding = await measure({
    ours: () => ourJwt.decode(params),
    peer: () => peerJwt.decode(params),
    floor: seal,
    jose: () => compactDecrypt(sealed, key),
  });
  const encoding = await measure({
    ours: () => ourJwt.encode(encode),
    peer: () => peerJwt.encode(encode),
    floor: seal,
    jose: encryptWithJose,
  });
  rows.push({
    workload: `\`decode\` (jose alone: ${decoding.jose.toFixed(0)} µs)`,
    ...decoding,
    target: 10,
  });
  rows.push({
    workload: `\`encode\` (jose alone: ${encoding.jose.toFixed(0)} µs)`,
    ...encoding,
    target: 8,
  });
}

note("OpenID Connect sign-ins");
{
  const [idp, peerIdp] = [await createIdp(), await createIdp({ issuerParameter: false })];
  // Auth.js expects RS256 unless the provider says otherwise, so both get the same setting.
  const { ours } = createOIDCApps(idp);
  const { peer } = createOIDCApps(peerIdp);
  assertEquals(await signIn(ours, idp), "Ada Lovelace");
  assertEquals(await signIn(peer, peerIdp), "Ada Lovelace");
  const times = await measure({
    ours: () => signIn(ours, idp),
    peer: () => signIn(peer, peerIdp),
  }, 4);
  rows.push({ workload: "OIDC sign-in, second and later", ...times, target: 1 });
  assertEquals([idp.count("discovery"), idp.count("jwks")], [1, 1]);
  note(
    `requests for discovery: ours ${idp.count("discovery")}, theirs ${peerIdp.count("discovery")}`,
  );
}

note("database sessions");
rows.push(await compareOnMemory(floor));

note("cold starts");
rows.push({
  workload: "cold start to the first `session` answer",
  ...await coldStart(quick ? 1 : 9),
  target: 1,
});

console.log(table(rows));
const spread = anonymous.hundred / anonymous.one;
console.log(`\nOurs with 100 providers over 1: ${spread.toFixed(2)} (promised: within 10%)`);

const [few, many] = quick ? [1_000, 5_000] : [1_000, 1_000_000];
console.log(`\n\`GET session\` by stored sessions (promised: ratio at most 1.3, 2× bare reads)\n`);
console.log(await growth(few, many, note));
