/** Loads each subpath, and signs in on the runtime that runs this file. */

import { Auth } from "@x/auth";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { encode } from "@x/auth/jwt";
import Password from "@x/auth/providers/password";
import { createBrowser } from "@x/auth/testing";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const { exports } = JSON.parse(
  await readFile(new URL("node_modules/@x/auth/package.json", import.meta.url), "utf8"),
);
/** What needs a framework, a browser or Deno. */
const NEEDS_MORE = /^\.\/(?:next|qwik|sveltekit|solid-start|deno|fresh|client\/preact)(?:\/|$)/;
let loaded = 0;
for (const subpath of Object.keys(exports)) {
  if (NEEDS_MORE.test(subpath) || subpath.endsWith("package.json")) continue;
  await import(`@x/auth${subpath.slice(1)}`);
  loaded++;
}

const origin = "http://localhost:3000";
const links = [];
const config = {
  adapter: MemoryAdapter(),
  providers: [Password(), {
    id: "mail",
    type: "email",
    name: "Email",
    sendVerificationRequest: ({ url }) => void links.push(url),
    sendMail: () => {},
  }],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  session: { revocation: {} },
};
const app = (request) => {
  const isOurs = new URL(request.url).pathname.startsWith("/auth/");
  return isOurs ? Auth(request, config) : new Response("app");
};
const email = "ada@example.com";
const password = "engines weave algebraic patterns";
const first = createBrowser(origin, { [origin]: app });
await first.submit("/auth/password?callbackUrl=/", { email });
await first.submit(await first.visit(links.at(-1)), { password });
const second = createBrowser(origin, { [origin]: app });
await second.signInWithCredentials({ email, password: "another one that is long" }, "password");
assert.equal(await second.session(), null);
await second.signInWithCredentials({ email, password }, "password");
assert.equal((await second.session()).user.email, email);
await second.post("/signout");
assert.equal(await second.session(), null);
assert.match(await encode({ token: {}, secret: "s", salt: "s" }), /^ey/);
console.log(`${loaded} subpaths loaded; signed up, signed in and signed out`);
