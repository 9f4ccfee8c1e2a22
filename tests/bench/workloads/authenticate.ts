/**
 * `authenticate()` for requests with a session, and `getSession()` of the same requests.
 *
 * @module
 */

import { defineAuth } from "../../../src/frameworks/server.ts";
import type { Session } from "../../../src/types/entities.ts";
import { type App, ORIGIN } from "../_browser.ts";
import { openStore } from "../_stores.ts";
import type { Prepare, Workload } from "../_workload.ts";
import { ours } from "../subjects/ours.ts";
import { COMMON } from "../subjects/mod.ts";
import { signedInJars } from "./sessions.ts";
import { jarsFor, readAtRandom, rowsOf } from "./stores.ts";

/** People with a session. */
const PEOPLE = 2_000;

const PAGE = `${ORIGIN}/page`;

/** Reads the session of a request. */
type Read = (request: Request) => Promise<Session | null>;

function reading(
  strategy: "database" | "jwt",
  readBy: (auth: ReturnType<typeof defineAuth>) => Read,
): Prepare {
  return async ({ quick }) => {
    const count = quick ? 300 : PEOPLE;
    const store = strategy === "database" ? await openStore("memory") : undefined;
    await store?.fill(...rowsOf(count));
    const auth = defineAuth({
      ...COMMON,
      providers: [],
      ...store ? { adapter: store.adapter } : {},
      session: { strategy, ...store ? { revocation: {} } : {} },
    });
    const read = readBy(auth);
    const app: App = async (request) =>
      request.url === PAGE ? Response.json(await read(request)) : await auth.handler(request);
    const jars = store ? await jarsFor(app, count) : await signedInJars(ours, app, count);
    return await readAtRandom(app, jars, store?.close ?? (() => Promise.resolve()), PAGE);
  };
}

/** Without counting what it decides, the door may cost little. */
export const authenticates: readonly Workload<"without" | "with">[] = [
  { strategy: "jwt", text: "a token cookie" },
  { strategy: "database", text: "the memory store" },
].map(({ strategy, text }) => ({
  id: `authenticate-${strategy}`,
  label: `\`authenticate()\` over \`getSession()\`, ${text}`,
  targets: {},
  contenders: {
    without: reading(strategy as "jwt", ({ getSession }) => (request) => getSession(request)),
    with: reading(strategy as "jwt", ({ authenticate }) => async (request) => {
      const who = await authenticate(request);
      return who.ok ? who.session : null;
    }),
  },
}));
