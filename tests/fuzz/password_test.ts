/**
 * Arbitrary requests to the page for passwords and to the sign-in with one: no answer says
 * 500, none begins a session, and none changes a password. Arbitrary passwords and hashes.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { showPasswordScript } from "../../pages/password/script.ts";
import { Auth } from "../../mod.ts";
import { AuthError } from "../../src/errors.ts";
import { fromPhc, toPhc } from "../../src/capabilities/passwords/phc.ts";
import { findFault } from "../../src/capabilities/passwords/rules.ts";
import { findPassword } from "../../src/capabilities/passwords/records.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { ADA, createPasswordApp, enter, PASSWORD } from "../flows/_passwords.ts";
import { assertInvariants } from "./_invariants.ts";
import { runs, SEED } from "./_seed.ts";
import { ADDRESSES, ATTACKS, TARGETS } from "./_words.ts";

const APP = "https://app.example";

const text = fc.oneof(
  fc.constantFrom(
    "",
    "\0",
    "\ud800",
    "x".repeat(16_385),
    "\ufdfa".repeat(600),
    "e\u0301".repeat(128),
  ),
  fc.constantFrom(...ATTACKS, ...ADDRESSES, ...TARGETS),
  anyText({ maxLength: 300 }),
  fc.json(),
);
const strange = fc.constantFrom<unknown>({ toString: 1 }, { valueOf: null }, [], [["x"]], 1e400);

const FIELDS = [
  "email",
  "password",
  "repeat",
  "current",
  "callbackUrl",
  "csrfToken",
  "done",
  "error",
];
const field = fc.tuple(
  fc.constantFrom(...FIELDS),
  fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: strange }),
);

const seeds = fc.record({
  path: fc.constantFrom("password", "password", "callback/password"),
  method: fc.constantFrom("POST", "POST", "POST", "GET", "HEAD", "PUT"),
  query: fc.array(field, { maxLength: 2 }),
  fields: fc.array(field, { maxLength: 5 }),
  isJson: fc.boolean(),
  hasToken: fc.constantFrom(true, true, true, false),
});

type Seed = typeof seeds extends fc.Arbitrary<infer T> ? T : never;

function toRequest(seed: Seed, cookie: string, csrfToken: string): Request {
  const { path, method, isJson, hasToken } = seed;
  const toText = (value: unknown) =>
    (typeof value === "string" ? value : JSON.stringify(value) ?? "").toWellFormed();
  // Servers take URLs of some kilobytes.
  const query = seed.query.map(([name, value]) => [name, toText(value).slice(0, 2000)]);
  const fields: [string, unknown][] = hasToken
    ? [...seed.fields.filter(([name]) => name !== "csrfToken"), ["csrfToken", csrfToken]]
    : seed.fields;
  const json = () =>
    `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`;
  const form = () => new URLSearchParams(fields.map(([name, value]) => [name, toText(value)]));
  const headers = new Headers({ cookie });
  if (isJson) headers.set("content-type", "application/json");
  return new Request(`${APP}/auth/${path}?${new URLSearchParams(query)}`, {
    method,
    headers,
    ...["GET", "HEAD"].includes(method) ? {} : { body: isJson ? json() : form() },
  });
}

for (const [index, isSignedIn] of [false, true].entries()) {
  const seed = SEED + index;
  const state = isSignedIn ? "a user is signed in" : "no user is signed in";
  Deno.test(`password: no request says 500, begins a session or changes a password, while ${state} (seed ${seed})`, async () => {
    const app = createPasswordApp({ limits: false });
    await app.adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
    await setPassword(app.config, "ada", PASSWORD);
    if (isSignedIn) assertEquals(await enter(app.browser), "/after");
    const csrfToken = await app.browser.csrf();
    const cookie = app.browser.cookies.header(new URL(APP));
    const resolved = resolveConfig(app.config);
    const before = await findPassword(resolved, "ada");
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(seeds, async (one) => {
        app.errors.length = 0;
        const request = toRequest(one, cookie, csrfToken);
        const response = await Auth(request, app.config);
        reached.add(`${one.method} ${one.path} ${response.status}`);
        await assertInvariants(response, {
          request,
          proved: false,
          hadSession: isSignedIn,
          origin: APP,
          authorizationEndpoint: "",
          redirectOrigin: APP,
          action: one.path.split("/")[0]!,
          secrets: [before!.hash],
          scripts: [showPasswordScript],
        });
        for (const error of app.errors) assert(error instanceof AuthError, String(error.stack));
      }),
      { seed, numRuns: runs(500) },
    );
    assertEquals(await findPassword(resolved, "ada"), before);
    for (const outcome of ["GET password 200", "POST password 302", "POST callback/password 302"]) {
      assert(reached.has(outcome), `${outcome} in ${[...reached]}`);
    }
  });
}

Deno.test(`fromPhc: throws for no text, and reads what it accepts as it is written (seed ${SEED})`, () => {
  const base64 = fc.string({ unit: fc.constantFrom(..."AZaz09+/=-_$ "), maxLength: 90 });
  const number = fc.oneof(
    fc.nat(70).map(String),
    fc.constantFrom("01", "1e9", "-1", "", "99999999"),
  );
  const phc = fc.oneof(
    fc.tuple(number, number, number, base64, base64)
      .map(([ln, r, p, salt, hash]) => `$scrypt$ln=${ln},r=${r},p=${p}$${salt}$${hash}`),
    fc.tuple(number, base64, base64)
      .map(([count, salt, hash]) => `$pbkdf2-sha256$i=${count}$${salt}$${hash}`),
    fc.uint8Array({ minLength: 16, maxLength: 64 }).map((bytes) => {
      const hash = Uint8Array.from(bytes);
      return toPhc({ name: "scrypt", ln: 4, r: 8, p: 1, salt: hash, hash });
    }),
    text,
  );
  let count = 0;
  fc.assert(
    fc.property(phc, (one) => {
      const read = fromPhc(one);
      if (!read) return;
      count++;
      assertEquals(fromPhc(toPhc(read)), read);
    }),
    { seed: SEED, numRuns: runs(2000) },
  );
  assert(count > 100, `${count} hashes`);
});

Deno.test(`faultOf: has an answer for every password, address and name (seed ${SEED})`, () => {
  const facts = { minLength: 8, maxLength: 64, host: "app.example" };
  fc.assert(
    fc.property(text, text, text, (password, email, name) => {
      const fault = findFault(password, { ...facts, user: { email, name } });
      if (fault !== undefined) return;
      const { length } = [...password.normalize("NFKC")];
      assert(password.isWellFormed() && length >= 8 && length <= 64, JSON.stringify(password));
    }),
    { seed: SEED, numRuns: runs(2000) },
  );
});
