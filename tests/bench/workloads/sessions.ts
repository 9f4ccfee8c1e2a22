/**
 * Sessions in an encrypted cookie, and no session.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { type App, fetchHeaders, Jar, openBrowser, ORIGIN, readText } from "../_browser.ts";
import { claimsOf, inTurns, nameOf, SECRET, SESSION_COOKIE, USERS } from "../_users.ts";
import type { Prepare, Prepared, Workload } from "../_workload.ts";
import { loadSubject, manyProviders, type Subject, type SubjectName } from "../subjects/mod.ts";

const SESSION = `${ORIGIN}/auth/session`;

/** Reads sessions of many people in turns, after each was asserted to be theirs. */
async function readSessions(
  app: App,
  jars: readonly Jar[],
  { url = SESSION, renews = false } = {},
): Promise<Prepared> {
  const lists = jars.map(fetchHeaders);
  for (let index = 0; index < lists.length; index += 50) {
    const response = await app(new Request(url, { headers: lists[index]! }));
    const { user, session, expires } = JSON.parse(await readText(response, 200));
    assertEquals(user.name, nameOf(index));
    assert(Date.parse(expires ?? session.expiresAt) > Date.now());
    if (renews) assert(setsSession(response), "the token was not sealed anew");
  }
  const next = inTurns(lists);
  return {
    request: () => new Request(url, { headers: next() }),
    run: async (request) => await readText(await app(request), 200),
  };
}

/** `true` when an answer carries a new session cookie. */
function setsSession(response: Response): boolean {
  return response.headers.getSetCookie().some((line) => line.startsWith(`${SESSION_COOKIE}=ey`));
}

/** Jars of people who are signed in to an app. */
export async function signedInJars(
  { encode }: Pick<Subject, "encode">,
  app: App,
  count = USERS,
): Promise<Jar[]> {
  const { jar } = await openBrowser(app);
  const jars: Jar[] = [];
  for (let index = 0; index < count; index++) {
    const token = await encode({ token: claimsOf(index), secret: SECRET, salt: SESSION_COOKIE });
    jars.push(jar.with(SESSION_COOKIE, token));
  }
  return jars;
}

function byToken(name: SubjectName, session: { updateAge?: number } = {}): Prepare {
  return async () => {
    const subject = await loadSubject(name);
    const app = subject.createApp({ providers: manyProviders(subject, 1), session });
    const renews = name === "peer" || session.updateAge === 0;
    return await readSessions(app, await signedInJars(subject, app), { renews });
  };
}

/** The floor takes the token out of the header, and opens it; `renewing` seals it too. */
function floorByToken(renews: boolean): Prepare {
  return async () => {
    const { answerRenewed, answerSession, seal } = await import("../subjects/floor.ts");
    const answer = renews ? answerRenewed : answerSession;
    const others = new Jar([["authjs.csrf-token", "0".repeat(129)], [
      "authjs.callback-url",
      encodeURIComponent(ORIGIN),
    ]]);
    const jars = Array.from(
      { length: USERS },
      (_, index) => others.with(SESSION_COOKIE, seal(claimsOf(index))),
    );
    return await readSessions((request) => Promise.resolve(answer(request)), jars, { renews });
  };
}

const betterByToken: Prepare = async () => {
  const { createBetterApp, SESSION_URL, signInAll } = await import("../subjects/better.ts");
  const app = createBetterApp();
  return await readSessions(app, await signInAll(app, USERS), { url: SESSION_URL });
};

/** Reads the session of a browser without cookies. */
async function readNoSession(app: App, url = SESSION): Promise<Prepared> {
  const headers = fetchHeaders(new Jar());
  const request = () => new Request(url, { headers });
  const run = async (request: Request) => {
    const text = await readText(await app(request), 200);
    if (text !== "null") throw new Error(`Expected no session, got ${text}`);
  };
  await run(request());
  return { request, run };
}

function withoutCookie(name: SubjectName, providers: number): Prepare {
  return async () => {
    const subject = await loadSubject(name);
    return await readNoSession(
      subject.createApp({ providers: manyProviders(subject, providers) }),
    );
  };
}

const floorWithoutCookie: Prepare = async () => {
  const { json } = await import("../subjects/floor.ts");
  return await readNoSession((request) =>
    Promise.resolve(json(request.headers.has("cookie") ? "{}" : "null"))
  );
};

const betterWithoutCookie: Prepare = async () => {
  const { createBetterApp, SESSION_URL } = await import("../subjects/better.ts");
  return await readNoSession(createBetterApp(), SESSION_URL);
};

export const sessions: Workload[] = [
  {
    id: "session-token",
    label: "`GET session`, token cookie",
    targets: { overPeer: 16, overFloor: 1.25 },
    contenders: {
      ours: byToken("ours"),
      peer: byToken("peer"),
      floor: floorByToken(false),
      better: betterByToken,
    },
  },
  {
    id: "session-renewing",
    label: "same, sealed anew on every read (`updateAge: 0`)",
    targets: { overPeer: 9, overFloor: 1.25 },
    contenders: {
      ours: byToken("ours", { updateAge: 0 }),
      peer: byToken("peer"),
      floor: floorByToken(true),
    },
  },
  {
    id: "session-none-1",
    label: "`GET session`, no cookie, 1 provider",
    targets: { overPeer: 12 },
    contenders: {
      ours: withoutCookie("ours", 1),
      peer: withoutCookie("peer", 1),
      floor: floorWithoutCookie,
      better: betterWithoutCookie,
    },
  },
  {
    id: "session-none-100",
    label: "same, 100 providers",
    targets: { overPeer: 30 },
    contenders: {
      ours: withoutCookie("ours", 100),
      peer: withoutCookie("peer", 100),
      floor: floorWithoutCookie,
    },
  },
];

/** The number of providers must not change the time of a read without a session. */
export const flat: Workload<"one" | "hundred"> = {
  id: "session-none-flat",
  label: "`GET session` without a cookie, 100 providers over 1",
  targets: {},
  contenders: { one: withoutCookie("ours", 1), hundred: withoutCookie("ours", 100) },
};
