/**
 * Explains the session of a request, for development.
 *
 * @module
 */

import type { ServerConfig } from "../types/inference.ts";
import type { SessionExplanation } from "./explanation.ts";
import { boundTo } from "./sign_in.ts";

export type { SessionCause, SessionExplanation } from "./explanation.ts";

/**
 * Explains why a request has a session, or none. For development only: it works on
 * loopback origins, such as `http://localhost:8000`, and elsewhere with
 * `NODE_ENV=development`; never with `NODE_ENV=production` or on Deno Deploy.
 *
 * It changes nothing: no session is renewed or ended, and no callback of the app is
 * called. A key id that was changed cannot be told from that of another secret, and
 * of a database session that was ended no trace is left, so its cause is `no-row`.
 *
 * @param config the same object every time, since resolved configs are cached per object
 * @throws {AuthError} outside development
 *
 * @example
 * ```ts
 * import { explain } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const config = { providers: [], secret: "a-secret-of-at-least-32-characters" };
 * const request = new Request("http://localhost:8000/");
 * const { cause, message } = await explain(request, config);
 * assertEquals(cause, "no-cookie");
 * console.log(message); // The request has no cookie "authjs.session-token": …
 * ```
 */
export async function explain(request: Request, config: ServerConfig): Promise<SessionExplanation> {
  return await (await boundTo(config).of(request)).explain();
}
