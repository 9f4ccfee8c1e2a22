/**
 * An app in which an operator acts for users, and the browser of the operator.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { APP, createOperatorApp, enter, type OperatorApp } from "./_operators.ts";
import type { Strategy } from "./_strategies.ts";

export { APP };

/** An answer, which was read. */
export interface Answer {
  status: number;
  location: string;
  text: string;
  setCookies: string[];
}

/** A browser. */
export interface Jar {
  store: CookieStore;
  header(): string;
  request(path?: string, method?: string): Request;
  get(path: string): Promise<Answer>;
  post(path: string, fields?: Record<string, string>): Promise<Answer>;
  copy(): Jar;
}

/** Makes a browser with cookies. */
export function makeJar(app: OperatorApp, cookie = ""): Jar {
  const store = new CookieStore();
  const url = new URL(APP);
  for (const part of cookie.split("; ").filter(Boolean)) {
    store.store(url, [`${part}; Path=/; Secure; HttpOnly`]);
  }
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { ...init.headers, cookie: store.header(new URL(path, APP)), origin: APP };
    const response = await app.fetch(path, { ...init, headers, redirect: "manual" });
    const setCookies = response.headers.getSetCookie();
    store.store(url, setCookies);
    return {
      status: response.status,
      location: response.headers.get("location") ?? "",
      text: await response.text(),
      setCookies,
    };
  };
  const jar: Jar = {
    store,
    header: () => store.header(url),
    request: (path = "/page", method = "GET") =>
      new Request(APP + path, { method, headers: { cookie: store.header(url), origin: APP } }),
    get: (path) => send(path, { headers: { accept: "text/html" } }),
    async post(path, fields = {}) {
      // A form names the visitor for whom its page was drawn; without a session there is none.
      const { text } = await jar.get("/auth/signout");
      const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(text)?.[1] ??
        JSON.parse((await send("/auth/csrf", {})).text).csrfToken;
      return await send(path, {
        method: "POST",
        body: new URLSearchParams({ csrfToken, ...fields }),
      });
    },
    copy: () => makeJar(app, store.header(url)),
  };
  return jar;
}

/** The app, a user and an operator. */
export async function createScene(
  strategy: Strategy = "jwt",
  config: Partial<AuthConfig> = {},
  role = "support",
) {
  const app = createOperatorApp({ ...config, session: { ...config.session, strategy } });
  await enter(app, "boss", { role: "owner" });
  const user = await enter(app, "ada");
  const operator = await enter(app, "olga", { role });
  app.mails.length = 0;
  app.entries.length = 0;
  return {
    app,
    user,
    operator,
    jar: makeJar(app, operator.cookie),
    ada: makeJar(app, user.cookie),
  };
}

export type Scene = Awaited<ReturnType<typeof createScene>>;

/** The form of the page that names the visitor. */
export function tokenIn(text: string): string {
  const found = /name="csrfToken" value="([^"]+)"/.exec(text)?.[1];
  assert(found, text);
  return found;
}

/** Lets the operator act for a user, by the form. */
export async function act({ jar }: Pick<Scene, "jar">, id = "ada", reason = "Ticket 7") {
  const path = `/auth/operators/users/${id}/act`;
  const page = await jar.get(path);
  assertEquals(page.status, 200, `${page.location} ${page.text}`);
  return await jar.post(path, { csrfToken: tokenIn(page.text), reason });
}

/** Stops, by the form. */
export async function stop(jar: Jar): Promise<Answer> {
  const page = await jar.get("/auth/operators/stop");
  return await jar.post("/auth/operators/stop", { csrfToken: tokenIn(page.text) });
}

/** Who is signed in, and who acts. */
export async function whoIs(app: OperatorApp, jar: Jar) {
  const request = jar.request();
  const [session, identity] = [
    await app.auth.getSession(request) as Record<string, unknown> | null,
    await app.auth.sessions.identify(request),
  ];
  const actor = session?.actor as { id: string } | undefined;
  assertEquals(session === null, identity === null);
  return { userId: identity?.userId, actor: actor?.id };
}
