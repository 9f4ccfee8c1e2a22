/**
 * Everything that can tell that a browser is signed in.
 *
 * @module
 */

import { decode, getToken as getTokenOfJwt } from "../../src/jwt.ts";
import { getProof, getSession, getToken } from "../../src/frameworks/server.ts";
import { identify as identifySession, list as listSessions } from "../../src/server/sessions.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../src/server/accounts.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import { createAuthenticator, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { App } from "../frameworks/_table.ts";
import { APP, type FactorRig, passkey } from "./_factor_rig.ts";
import { SECRET } from "./_rig.ts";

export const COOKIE = "__Secure-authjs.session-token";

/** Returns `true` when it sees a session of Ada; `undefined` where the strategy has no such thing. */
type Reader = (rig: FactorRig, browser: TestBrowser) => Promise<boolean | undefined>;

const cookiesOf = (browser: TestBrowser) => browser.cookies.list(new URL(APP).hostname);

const requestOf = (browser: TestBrowser) =>
  new Request(APP, { headers: { cookie: browser.cookies.header(new URL(APP)) } });

const isJwt = ({ config }: FactorRig) => config.session!.strategy === "jwt";

/** The readers; each sees the session once there is one. */
export const READERS: Record<string, Reader> = {
  "GET session": async (_, browser) => await browser.session() !== null,
  "POST session": async (_, browser) => {
    const response = await browser.fetch("/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken: await browser.csrf(), data: {} }),
    });
    return await response.json() !== null;
  },
  "getSession()": async ({ config }, browser) =>
    await getSession(requestOf(browser), config) !== null,
  "getToken() of the server": async (rig, browser) => {
    const claims = await getToken(requestOf(browser), rig.config);
    return isJwt(rig) ? claims !== null : claims === null ? undefined : true;
  },
  "getToken() of jwt": async (rig, browser) => {
    const req = requestOf(browser);
    const claims = await getTokenOfJwt({ req, secret: SECRET, secureCookie: true });
    return isJwt(rig) ? claims !== null : claims === null ? undefined : true;
  },
  "identifySession()": async ({ config }, browser) =>
    await identifySession(config, requestOf(browser)) !== null,
  "getProof()": async ({ config }, browser) => await getProof(requestOf(browser), config) !== null,
  "records of sessions": async ({ config, userId }) =>
    (await listSessions(config, userId)).length > 0,
  "records by kind": async ({ adapter, userId }) =>
    (await adapter.records.list(userId, "session")).length > 0,
  "rows of sessions": async (rig) => {
    const rows = await rig.adapter.listSessions(rig.userId);
    return isJwt(rig) && rows.length === 0 ? undefined : rows.length > 0;
  },
  "name of a cookie": (_, browser) =>
    Promise.resolve(cookiesOf(browser).some(({ name }) => name.includes("session-token"))),
  "content of a cookie": async (rig, browser) => {
    const values = cookiesOf(browser).map(({ value }) => value);
    const opened = await Promise.all(
      values.map((token) => decode({ token, secret: SECRET, salt: COOKIE }).catch(() => null)),
    );
    if (isJwt(rig)) return opened.some((claims) => claims !== null);
    const rows = await Promise.all(values.map((token) => rig.adapter.getSessionAndUser(token)));
    return rows.some((row) => row !== null);
  },
  "any cookie as the session's": async (rig, browser) => {
    const config = { ...rig.config, logger: { error() {} } };
    for (const { value } of cookiesOf(browser)) {
      const headers = { cookie: `${COOKIE}=${value}` };
      if (await getSession(new Request(APP, { headers }), config)) return true;
    }
    return false;
  },
  "webauthn-options": async (_, browser) => {
    const response = await browser.fetch("/auth/webauthn-options/passkey?action=register");
    const { options } = await response.json();
    return options?.user?.name === "ada@example.com";
  },
  "a further account": async (rig, browser) => {
    const { config, userId } = rig;
    const account = { provider: "further", providerAccountId: "further" };
    await rig.copy(browser).signIn("further");
    const isLinked = (await listAccounts(config, userId))
      .some(({ provider }) => provider === account.provider);
    if (isLinked) await unlinkAccount(config, userId, account);
    const stranger = await rig.adapter.getUserByEmail("further@example.com");
    if (stranger) await rig.adapter.deleteUser(stranger.id);
    return isLinked;
  },
  "a further passkey": async (rig, browser) => {
    const { config, userId } = rig;
    const before = (await listPasskeys(config, userId)).map(({ id }) => id);
    const authenticator = createAuthenticator(APP);
    await passkey({ authenticator }, rig.copy(browser), "register").catch(() => {});
    const added = (await listPasskeys(config, userId)).filter(({ id }) => !before.includes(id));
    for (const { id } of added) await removePasskey(config, userId, id);
    return added.length > 0;
  },
};

/** The readers of a wrapper: its own function, its action, and its proof. */
export async function readByWrapper(app: App, browser: TestBrowser): Promise<boolean[]> {
  const headers = { cookie: browser.cookies.header(new URL(APP)) };
  const page = await app.visit({
    method: "GET",
    headers,
    calls: [{ call: "read" }, { call: "proof" }],
  });
  const action = await app.visit({ method: "GET", action: "/session", headers });
  return [
    Boolean(page.reads[0]),
    Boolean(page.proof),
    JSON.parse(action.text!)?.user?.name === "Ada",
  ];
}
