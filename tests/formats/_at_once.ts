/**
 * What the library takes for one request that comes twice. The second halves set the clock back to
 * the moment after the first ones.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import {
  enter,
  given,
  nativeCode,
  oauthCode,
  signUp,
  type Step,
  tokens,
  who,
} from "../beside/_steps.ts";
import { CLIENT } from "../beside/app.mjs";
import { startClock } from "./_clock.ts";

/** Milliseconds between the two requests. */
const MOMENT = 2_000;

/** Steps that need no other version, since each one answers as it does. */
export const AT_ONCE: readonly Step[] = [
  {
    name: "a code of a client without cookies that comes twice at once",
    needs: ["native"],
    kinds: ["native.spent"],
    async begin(app) {
      const { browser, id } = await signUp(app);
      const fields = await nativeCode(browser);
      const { access_token } = await given(app, "native/token", fields);
      return { id, fields, access_token, at: Date.now() };
    },
    async finish(app, { id, fields, access_token, at }) {
      using _clock = startClock(at + MOMENT);
      assertEquals((await tokens(app, "native/token", fields)).status, 400);
      assertEquals((await who(app, "bearer", access_token)).id, id);
    },
  },
  {
    name: "a code of the authorization server that comes twice at once",
    needs: ["oauthServer"],
    kinds: ["oauth.used"],
    async begin(app) {
      const { browser, id } = await enter(app);
      const fields = await oauthCode(browser, CLIENT);
      const { access_token } = await given(app, "oauth/token", fields);
      return { id, fields, access_token, at: Date.now() };
    },
    async finish(app, { id, fields, access_token, at }) {
      using _clock = startClock(at + MOMENT);
      assertEquals((await tokens(app, "oauth/token", fields)).status, 400);
      assertEquals((await who(app, "token", access_token)).id, id);
    },
  },
];
