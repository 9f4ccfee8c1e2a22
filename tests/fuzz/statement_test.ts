/**
 * Arbitrary messages of a provider: signed ones with nearly valid claims, and any text. Only
 * a valid one ends a session, and every answer is one of the documented ones.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { createBackChannel, isIn } from "../flows/_back_channel.ts";
import { runs, SEED } from "./_seed.ts";

const LOGOUT = "http://schemas.openid.net/event/backchannel-logout";
const REVOKED = "https://schemas.openid.net/secevent/caep/event-type/session-revoked";

const rig = await createBackChannel("jwt");
const { issuer, clientId } = rig.idp;
const now = Math.floor(Date.now() / 1000);

const wrong = fc.oneof(
  fc.constantFrom<unknown>(null, "", 0, -1, 1e300, true, [], {}, "__proto__", "\ud800"),
  fc.jsonValue({ maxDepth: 2 }),
);
const nearly = (...values: unknown[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: wrong },
  );
const account = { format: "iss_sub", iss: issuer, sub: "ada" };
const session = { format: "opaque", id: "s1" };

/** Members that differ from those of a valid token; `undefined` leaves one out. */
const claims = fc.record({
  iss: nearly(issuer),
  aud: nearly(clientId, [clientId]),
  iat: nearly(now),
  exp: nearly(now + 3600),
  nonce: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, wrong),
  sub: nearly("ada", undefined),
  sid: nearly("s1", undefined),
  sub_id: nearly(
    account,
    session,
    { format: "complex", user: account, session },
    { format: "complex", user: account },
  ),
  events: nearly({ [LOGOUT]: {} }, { [REVOKED]: {} }),
}, { requiredKeys: [] });

const type = fc.constantFrom("logout+jwt", "JWT", "secevent+jwt", "", "at+jwt");

Deno.test(`signout/<provider>: arbitrary claims of the provider's own end a session only with status 200 or 202 (seed ${SEED})`, async () => {
  const reached = new Set<number>();
  let browser = await rig.signIn("s1");
  await fc.assert(
    fc.asyncProperty(claims, type, fc.boolean(), async (members, type, isEvent) => {
      if (!await isIn(browser)) {
        // A mark of what has ended would refuse the next sign-in.
        Object.assign(rig, await createBackChannel("jwt"));
        browser = await rig.signIn("s1");
      }
      const options = {
        type,
        claims: (all: Record<string, unknown>) => void Object.assign(all, members),
      };
      const token = isEvent
        ? await rig.idp.securityEvent(account, options)
        : await rig.idp.logoutToken({ sub: "ada" }, options);
      const response = isEvent ? await rig.push(token) : await rig.post({ logout_token: token });
      const text = await response.text();
      reached.add(response.status);
      assertEquals(response.headers.getSetCookie(), []);
      assert(!text.includes(token));
      if (response.status === 400) {
        const { error, err } = JSON.parse(text);
        assert(typeof (isEvent ? err : error) === "string");
        assert(await isIn(browser), "a refused token has ended the session");
      } else {
        assertEquals([response.status, text], [isEvent ? 202 : 200, ""]);
      }
    }),
    { seed: SEED, numRuns: runs(1500) },
  );
  assertEquals([...reached].toSorted(), [200, 202, 400]);
});

Deno.test(`signout/<provider>: any text is answered with 400 (seed ${SEED})`, async () => {
  const genuine = await rig.idp.logoutToken({ sub: "ada" });
  const part = fc.oneof(
    fc.constantFrom("", ...genuine.split(".")),
    anyText({ maxLength: 40 }),
    fc.jsonValue({ maxDepth: 2 }).map((value) =>
      btoa(encodeURIComponent(JSON.stringify(value))).replaceAll("=", "")
    ),
  );
  const parts = fc.array(part, { maxLength: 5 }).map((all) => all.join("."));
  await fc.assert(
    fc.asyncProperty(parts, async (text) => {
      if (text === genuine || !text) return;
      assertEquals(await rig.logOut(text), 400);
      const response = await rig.push(text);
      await response.body?.cancel();
      assertEquals(response.status, 400);
    }),
    { seed: SEED, numRuns: runs(1000) },
  );
});
