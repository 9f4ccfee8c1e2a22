/**
 * A person who uses the app already, so that no page is empty: with a password, signed in on four
 * devices.
 *
 * @module
 */

import type { Adapter } from "@x/auth/adapters";
import * as passwords from "@x/auth/passwords";
import { createBrowser } from "@x/auth/testing";
import type { AuthConfig } from "@x/auth/deno";

/** How to sign in as the person; also printed at the start. */
export const SEEDED = { email: "katherine@example.com", password: "trajectory by hand and heart" };

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";

/** Devices by their `User-Agent`, with addresses for documentation (RFC 5737). */
const DEVICES = [
  { agent: `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15`, at: 1 },
  {
    agent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 " +
      "(KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1",
    at: 2,
  },
  {
    agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
      "Chrome/142.0.0.0 Safari/537.36",
    at: 3,
  },
  { agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", at: 4 },
];

const PLACES = ["Hampton, Virginia", "Washington, D.C.", "Hamburg, Germany", "Lisbon, Portugal"];

/** The place of a device above; an app asks a database of places here. */
export function placeOf(address: string): string | null {
  return PLACES[Number(/^203\.0\.113\.(\d)$/.exec(address)?.[1]) - 1] ?? null;
}

/** A handler of `Deno.serve`, as far as it is used. */
type Handler = (
  request: Request,
  info: { remoteAddr: { transport: "tcp"; hostname: string; port: number } },
) => Promise<Response>;

/**
 * Makes the person, unless the store has it.
 *
 * @returns the id of a person who was made
 */
export async function seed(
  origin: string,
  adapter: Adapter,
  config: AuthConfig,
  handle: Handler,
): Promise<string | undefined> {
  const { email, password } = SEEDED;
  if (await adapter.getUserByEmail!(email)) return undefined;
  const id = crypto.randomUUID();
  const name = "Katherine Johnson";
  const user = await adapter.createUser!({ id, name, email, emailVerified: new Date() });
  await passwords.set(config, user.id, password);
  for (const { agent, at } of DEVICES) {
    const remoteAddr = { transport: "tcp" as const, hostname: `203.0.113.${at}`, port: 443 };
    const browser = createBrowser(origin, {
      [origin]: (request) => {
        const headers = new Headers(request.headers);
        headers.set("user-agent", agent);
        return handle(new Request(request, { headers }), { remoteAddr });
      },
    });
    await browser.signInWithCredentials({ email, password }, "password");
  }
  return user.id;
}
