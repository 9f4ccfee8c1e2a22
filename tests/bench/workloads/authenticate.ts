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

/** A workload with the greatest ratio of its contenders. */
export interface Compared extends Workload<"getSession" | "authenticate"> {
  readonly most: number;
}

function compare(strategy: "database" | "jwt", words: string, most: number): Compared {
  return {
    id: `authenticate-${strategy}`,
    label: `\`authenticate()\` over \`getSession()\`, ${words}`,
    targets: {},
    most,
    contenders: {
      getSession: reading(strategy, ({ getSession }) => (request) => getSession(request)),
      authenticate: reading(strategy, ({ authenticate }) => async (request) => {
        const who = await authenticate(request);
        return who.ok ? who.session : null;
      }),
    },
  };
}

/** With the database strategy, a principal needs one more read: the record with the proof. */
export const authenticates: readonly Compared[] = [
  compare("jwt", "token cookie", 1.5),
  compare("database", "memory store", 2),
];
