/**
 * Forms that a browser posts: sign-in with a password, sign-out, and a link by
 * mail with the click on it.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import {
  type App,
  fetchHeaders,
  formPost,
  Jar,
  openBrowser,
  ORIGIN,
  pageHeaders,
  readText,
} from "../_browser.ts";
import { userOf } from "../_stores.ts";
import { claimsOf, emailOf, inTurns, nameOf, SESSION_COOKIE, USERS } from "../_users.ts";
import type { Prepare, Prepared, Setting, Workload } from "../_workload.ts";
import {
  COMMON,
  loadSubject,
  type Provider,
  type Subject,
  type SubjectName,
} from "../subjects/mod.ts";
import { signedInJars } from "./sessions.ts";

/** Name of the user that a browser is signed in as. */
export async function nameIn(app: App, jar: Jar): Promise<string | undefined> {
  const headers = fetchHeaders(jar);
  const response = await app(new Request(`${ORIGIN}/auth/session`, { headers }));
  return JSON.parse(await readText(response, 200))?.user?.name;
}

const indices = Array.from({ length: USERS }, (_, index) => index);

/** A provider that knows everybody's password; hashing is the app's own work. */
export const passwords = {
  id: "credentials",
  name: "Password",
  type: "credentials",
  credentials: { username: {}, password: {} },
  authorize({ username, password }: Partial<Record<string, unknown>>) {
    const index = Number(username);
    if (password !== `password ${index}`) return null;
    const { name, email, sub: id } = claimsOf(index);
    return { id, name, email };
  },
} as unknown as Provider;

/** Signs people in with a password, each in the browser of an earlier sign-in. */
function byPassword(name: SubjectName, overrides: Partial<AuthConfig> = {}): Prepare {
  return async (): Promise<Prepared> => {
    const subject = await loadSubject(name);
    const app = subject.createApp({ providers: [passwords], ...overrides });
    const { jar: known, csrfToken } = await openBrowser(app);
    const jars: Jar[] = [];
    const requestOf = (index: number) => {
      const fields = { csrfToken, username: String(index), password: `password ${index}` };
      const post = formPost(jars[index] ?? known, fields);
      return new Request(`${ORIGIN}/auth/callback/credentials`, post);
    };
    const run = async (request: Request) => {
      const response = await app(request);
      await readText(response, 302);
      if (!response.headers.getSetCookie().some((line) => line.startsWith(SESSION_COOKIE))) {
        throw new Error(`Cannot sign in: redirected to ${response.headers.get("location")}`);
      }
      return response;
    };
    for (const index of indices) {
      const jar = new Jar(known.entries());
      jar.store(await run(requestOf(index)));
      if (index % 100 === 0) assertEquals(await nameIn(app, jar), nameOf(index));
      jars.push(jar.without(SESSION_COOKIE));
    }
    const next = inTurns(indices);
    return { request: () => requestOf(next()), run };
  };
}

/** Signs out people with token sessions. */
export function signOut(name: SubjectName): Prepare {
  return async (): Promise<Prepared> => {
    const subject = await loadSubject(name);
    const app = subject.createApp({ providers: [passwords] });
    const { jar, csrfToken } = await openBrowser(app);
    const session = (await signedInJars(subject, app)).map((other) => other.get(SESSION_COOKIE)!);
    const next = inTurns(session.map((token) => jar.with(SESSION_COOKIE, token)));
    assertEquals(await nameIn(app, next()) !== undefined, true);
    const request = () => new Request(`${ORIGIN}/auth/signout`, formPost(next(), { csrfToken }));
    const run = async (request: Request) => {
      const response = await app(request);
      await readText(response, 302);
      const isEnded = response.headers.getSetCookie().some((line) =>
        line.startsWith(`${SESSION_COOKIE}=;`)
      );
      if (!isEnded) throw new Error("Cannot sign out: the cookie was not removed");
    };
    await run(request());
    return { request, run };
  };
}

/** An app with links by email, which are only recorded. */
export interface MailApp {
  readonly app: App;
  readonly config: AuthConfig;
  readonly csrfToken: string;
  /** Asks for a link and clicks on it, in the same browser; returns its cookies. */
  signIn(index: number): Promise<Jar>;
}

/** Creates an app with links by email. */
export async function createMailApp(
  subject: Subject,
  overrides: Partial<AuthConfig>,
  exclude: Setting["exclude"] = async (work) => await work(),
): Promise<MailApp> {
  let link = "";
  const provider = {
    id: "mail",
    name: "Mail",
    type: "email",
    from: "App <no-reply@example.com>",
    maxAge: 60 * 60,
    sendVerificationRequest({ url }: { url: string }) {
      link = url;
    },
  } as unknown as Provider;
  // People ask for more links here than the limit of an hour.
  const limits = { perRecipient: false } as const;
  const config: AuthConfig = { ...COMMON, limits, ...overrides, providers: [provider] };
  const app = subject.createApp(config);
  const { jar: known, csrfToken } = await openBrowser(app);
  const signIn = async (index: number) => {
    const jar = new Jar(known.entries());
    const fields = { csrfToken, email: emailOf(index), callbackUrl: `${ORIGIN}/dashboard` };
    const ask = () => new Request(`${ORIGIN}/auth/signin/mail`, formPost(jar, fields));
    const asked = await app(await exclude(ask));
    await readText(asked, 302);
    const click = () => {
      jar.store(asked);
      return new Request(link, { headers: pageHeaders(jar, "cross-site") });
    };
    const clicked = await app(await exclude(click));
    await readText(clicked, 302);
    await exclude(() => jar.store(clicked));
    if (!jar.get(SESSION_COOKIE)) {
      throw new Error(`Cannot sign in: redirected to ${clicked.headers.get("location")}`);
    }
    return jar;
  };
  return { app, config, csrfToken, signIn };
}

/** Signs known people in by email; `signsOut` ends each session, so that the store does not grow. */
export function byMail(name: SubjectName, { signsOut = false } = {}): Prepare {
  return async ({ exclude }): Promise<Prepared> => {
    const subject = await loadSubject(name);
    const adapter = MemoryAdapter();
    for (const index of indices) {
      await adapter.createUser({ ...userOf(index), emailVerified: new Date() });
    }
    const { app, csrfToken, signIn } = await createMailApp(subject, { adapter }, exclude);
    for (const index of [0, 7, USERS - 1]) {
      assertEquals(await nameIn(app, await signIn(index)), nameOf(index));
    }
    const next = inTurns(indices);
    return {
      async run() {
        const jar = await signIn(next());
        if (!signsOut) return;
        const out = formPost(jar, { csrfToken });
        await readText(await app(new Request(`${ORIGIN}/auth/signout`, out)), 302);
      },
    };
  };
}

export const forms: Workload[] = [
  {
    id: "password",
    label: "sign-in with credentials",
    targets: { overPeer: 4 },
    contenders: { ours: byPassword("ours"), peer: byPassword("peer") },
  },
  {
    // The peer counts no tries, and makes no cookie by which an account knows a browser.
    id: "password-without-limits",
    label: "same, `limits: false`",
    targets: { overPeer: 4 },
    contenders: { ours: byPassword("ours", { limits: false }), peer: byPassword("peer") },
  },
  {
    id: "signout",
    label: "sign-out",
    targets: { overPeer: 6 },
    contenders: { ours: signOut("ours"), peer: signOut("peer") },
  },
  {
    id: "mail",
    label: "link by email: request and click, `MemoryAdapter`",
    targets: { overPeer: 1.5 },
    contenders: { ours: byMail("ours"), peer: byMail("peer") },
  },
];
