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
import type { Prepare, Prepared, Workload } from "../_workload.ts";
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
const passwords = {
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

/** Signs in with a password in a browser that comes back. */
function byPassword(name: SubjectName, overrides: Partial<AuthConfig> = {}): Prepare {
  return async (): Promise<Prepared> => {
    const subject = await loadSubject(name);
    const app = subject.createApp({ providers: [passwords], ...overrides });
    const { jar, csrfToken } = await openBrowser(app);
    const signIn = async (index: number) => {
      const fields = { csrfToken, username: String(index), password: `password ${index}` };
      const post = formPost(jar, fields);
      const response = await app(new Request(`${ORIGIN}/auth/callback/credentials`, post));
      await readText(response, 302);
      if (!response.headers.getSetCookie().some((line) => line.startsWith(SESSION_COOKIE))) {
        throw new Error(`Cannot sign in: redirected to ${response.headers.get("location")}`);
      }
      return response;
    };
    for (const index of [0, 7, USERS - 1]) {
      const signedIn = new Jar();
      signedIn.store(await signIn(index));
      assertEquals(await nameIn(app, signedIn), nameOf(index));
    }
    const next = inTurns(indices);
    return { run: () => signIn(next()) };
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
    const run = async () => {
      const response = await app(
        new Request(`${ORIGIN}/auth/signout`, formPost(next(), { csrfToken })),
      );
      await readText(response, 302);
      const isEnded = response.headers.getSetCookie().some((line) =>
        line.startsWith(`${SESSION_COOKIE}=;`)
      );
      if (!isEnded) throw new Error("Cannot sign out: the cookie was not removed");
    };
    await run();
    return { run };
  };
}

/** An app with links by mail, which are only recorded. */
export interface MailApp {
  readonly app: App;
  readonly config: AuthConfig;
  readonly csrfToken: string;
  /** Asks for a link and clicks on it, in the same browser; returns its cookies. */
  signIn(index: number): Promise<Jar>;
}

/** Creates an app with links by mail. */
export async function createMailApp(
  subject: Subject,
  overrides: Partial<AuthConfig>,
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
    const asked = await app(new Request(`${ORIGIN}/auth/signin/mail`, formPost(jar, fields)));
    await readText(asked, 302);
    jar.store(asked);
    const clicked = await app(new Request(link, { headers: pageHeaders(jar, "cross-site") }));
    await readText(clicked, 302);
    jar.store(clicked);
    if (!jar.get(SESSION_COOKIE)) {
      throw new Error(`Cannot sign in: redirected to ${clicked.headers.get("location")}`);
    }
    return jar;
  };
  return { app, config, csrfToken, signIn };
}

/** Signs known people in by mail; `signsOut` ends each session, so that the store does not grow. */
export function byMail(name: SubjectName, { signsOut = false } = {}): Prepare {
  return async (): Promise<Prepared> => {
    const subject = await loadSubject(name);
    const adapter = MemoryAdapter();
    for (const index of indices) {
      await adapter.createUser({ ...userOf(index), emailVerified: new Date() });
    }
    const { app, csrfToken, signIn } = await createMailApp(subject, { adapter });
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
    label: "link by mail: request and click, `MemoryAdapter`",
    targets: { overPeer: 1.5 },
    contenders: { ours: byMail("ours"), peer: byMail("peer") },
  },
];
