/**
 * Arbitrary requests to the account page by a user who is signed in: no answer says 500, no
 * other user changes, and the user keeps a way to sign in.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { countSignInMethods, type WithStore } from "../../src/accounts/manage.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { AuthError } from "../../src/errors.ts";
import { export as exportUser } from "../../src/server/users.ts";
import { addKey, createAccountApp, enter } from "../flows/_accounts.ts";
import { runs, SEED } from "./_seed.ts";
import { ATTACKS } from "./_words.ts";

const STEPS = [
  "delete",
  "export",
  "name",
  "passkey-remove",
  "passkey-rename",
  "password-remove",
  "session-end",
  "sessions-end",
  "unlink",
  "passkey",
  "account",
  "__proto__",
  "",
];

const value = fc.oneof(
  fc.constantFrom("ada", "grace", "grace-key", "one", "passkey", "own-key", ...ATTACKS),
  anyText({ maxLength: 80 }),
);
const field = fc.tuple(
  fc.constantFrom("id", "provider", "name", "confirm", "done", "callbackUrl", "step"),
  value,
);
const request = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST"),
  step: fc.constantFrom(...STEPS),
  fields: fc.array(field, { maxLength: 4 }),
  hasToken: fc.boolean(),
});

Deno.test("fuzz: the account page answers anything, and touches no other user", async () => {
  const app = createAccountApp("jwt");
  const { adapter, config } = app;
  await enter(app);
  const key = await addKey(app);
  await adapter.createUser({ id: "grace", email: "grace@example.com", emailVerified: new Date() });
  await adapter.createAuthenticator({
    credentialID: "grace-key",
    userId: "grace",
    providerAccountId: "grace-key",
    credentialPublicKey: "",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: null,
  });
  const grace = async () => JSON.stringify(await exportUser(config, "grace"));
  const before = await grace();
  const csrfToken = await app.browser.csrf();
  const resolved = resolveConfig(config) as WithStore;
  await fc.assert(
    fc.asyncProperty(request, async ({ method, step, fields, hasToken }) => {
      const all: [string, string][] = [
        ["step", step],
        ...hasToken ? [["csrfToken", csrfToken] as [string, string]] : [],
        ...fields.map(([name, text]): [string, string] => [
          name,
          text === "own-key" ? key : text.toWellFormed(),
        ]),
      ];
      const params = new URLSearchParams(all);
      const url = method === "GET" ? `/auth/account?${params}` : "/auth/account";
      const init = method === "GET" ? {} : { method, body: params };
      const response = await app.browser.fetch(url, init);
      const text = await response.text();
      assert([200, 302, 400].includes(response.status), `${response.status} ${text}`);
      assertEquals(text.includes("<script>alert"), false);
      assert(await app.browser.session(), "the session goes on");
    }),
    { seed: SEED, numRuns: runs(300) },
  );
  assertEquals(await grace(), before);
  assert(await countSignInMethods(resolved, "ada") > 0);
  for (const error of app.errors) assert(error instanceof AuthError, String(error));
});
