/**
 * A visitor of the pages of keys, without a browser.
 *
 * @module
 */

import { Auth } from "../../../../mod.ts";
import {
  createBrowser,
  signInAs,
  type SignInAsOptions,
} from "../../../../src/tools/testing/mod.ts";
import { APP, type KeyApp, type RoleName } from "./_keys.ts";

export type Answer = Record<string, unknown> & { status: number; csrfToken?: string };

/** Signs a user in, who asks for a page and posts its forms. */
export async function visitPage(
  app: KeyApp,
  url: string,
  name: string,
  how: Omit<SignInAsOptions<RoleName>, "origin"> = {},
) {
  const { user, setCookies } = await signInAs(app.auth, { name, email: `${name}@app.example` }, {
    ...how,
    origin: APP,
  });
  const browser = createBrowser(APP, { [APP]: (request) => Auth(request, app.auth.config) });
  browser.cookies.store(new URL(APP), setCookies);
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = browser.cookies.header(new URL(APP)) ?? "";
    const request = new Request(new URL(path, url), {
      ...init,
      headers: { cookie, ...init.method ? { origin: APP } : {}, ...init.headers as object },
    });
    const response = await Auth(request, app.auth.config);
    browser.cookies.store(new URL(APP), response.headers.getSetCookie());
    return response;
  };
  const json = { accept: "application/json", "x-auth-return-redirect": "1" };
  const get = async (path = url) => {
    const response = await ask(path, { headers: { accept: "application/json" } });
    return { status: response.status, ...await response.json() } as Answer;
  };
  const html = async (path = url) => {
    const response = await ask(path, { headers: { accept: "text/html" } });
    return { response, text: await response.text() };
  };
  const post = async (fields: Record<string, string>, token?: string) => {
    const csrfToken = token ?? await browser.csrf();
    return await ask(url, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, ...fields }),
      headers: { accept: "text/html" },
    });
  };
  return { app, userId: String(user.id), get, html, post, ask, json, browser };
}
