/**
 * Devices without a browser, and the browsers of users who type their codes.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { SignInAsOptions } from "../../../src/tools/testing/mod.ts";
import { createServer, ISSUER, type ServerRig } from "./_rig.ts";

/** The value of `grant_type`. */
export const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";

/** Clients with the grant. */
export const CLIENTS = {
  tv: { name: "Television", grants: ["device", "refresh"] },
  other: { name: "Another television", grants: ["device"] },
  web: { redirectUris: ["https://client.example/callback"] },
} as const;

/** Makes an app with devices. */
export function createDeviceServer(
  options: Parameters<typeof createServer>[0] = {},
  config: Parameters<typeof createServer>[1] = {},
): ServerRig {
  return createServer({ clients: CLIENTS, ...options }, config);
}

/** What a device gets. */
export interface DeviceAnswer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

type Fields = Parameters<ServerRig["post"]>[1];

/** Begins at a device. */
export async function begin(
  rig: ServerRig,
  fields: Fields = {},
  headers: HeadersInit = {},
): Promise<DeviceAnswer> {
  const sent = { client_id: "tv", scope: "project:read", ...fields };
  const response = await rig.post("oauth/device", sent, headers);
  const body = await response.json();
  assertEquals(response.status, 200, JSON.stringify(body));
  return body;
}

/** Asks for tokens with a code of a device. */
export async function poll(
  rig: ServerRig,
  { device_code }: Pick<DeviceAnswer, "device_code">,
  fields: Fields = {},
  headers: HeadersInit = {},
): Promise<Response> {
  const sent = { grant_type: DEVICE, device_code, client_id: "tv", ...fields };
  return await rig.post("oauth/token", sent, headers);
}

/** The browser of a user. */
export interface DeviceBrowser {
  /** The page as data; a redirect within the app is followed. */
  get(query?: Record<string, string>): Promise<Shown>;
  /** Presses a button of the page; `fields` replace those of its form. */
  press(step: string, user_code: string, fields?: Record<string, string>): Promise<Shown>;
  /** Allows a device from the first page to the last. */
  allow(user_code: string): Promise<Shown>;
}

/** What the page shows. */
export type Shown = Readonly<Record<string, unknown>> & {
  readonly status: number;
  /** Where an answer leads that is no page. */
  readonly location?: string;
};

/** Opens a browser in which a user is signed in, unless `how` is `null`. */
export async function openBrowser(
  rig: ServerRig,
  id = "ada",
  how: SignInAsOptions | null = {},
): Promise<DeviceBrowser> {
  const cookies = new Map<string, string>();
  const keep = (pair: string) => {
    const [, name = "", value = ""] = /^\s*([^=]+)=([^;]*)/.exec(pair) ?? [];
    if (value === "") cookies.delete(name);
    else cookies.set(name, value);
  };
  if (how !== null) (await rig.signIn(id, how)).get("cookie")!.split(";").forEach(keep);
  const send = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, accept: "application/json", ...init.headers };
    const response = await rig.send(path, { ...init, headers });
    response.headers.getSetCookie().forEach(keep);
    const text = await response.text();
    const body = text ? JSON.parse(text) : {};
    const location = response.headers.get("location") ?? body.url ?? body.redirect;
    return { ...body, status: response.status, ...location ? { location } : {} };
  };
  const get = async (query: Record<string, string> = {}) =>
    await send(`device?${new URLSearchParams(query)}`);
  const csrfToken = String((await send("signin")).csrfToken);
  const press = async (step: string, user_code: string, fields: Record<string, string> = {}) => {
    const shown = await send("device", {
      method: "POST",
      body: new URLSearchParams({ csrfToken, step, user_code, ...fields }),
      headers: { origin: ISSUER },
    });
    const { location } = shown;
    if (!location?.startsWith(`${ISSUER}/auth/device`)) return shown;
    return await send(location.slice(ISSUER.length));
  };
  return {
    get,
    press,
    async allow(user_code) {
      const asked = await press("open", user_code);
      assertEquals(asked.step, "device:ask", JSON.stringify(asked));
      const done = await press("allow", user_code);
      assertEquals(done.step, "device:allowed", JSON.stringify(done));
      return asked;
    },
  };
}
