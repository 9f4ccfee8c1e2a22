/**
 * Origins that share the passkeys of an app, for browsers.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-related-origins WebAuthn Level 3 §5.11}
 * @module
 */

import type { ServerConfig } from "../../types/inference.ts";
import { requireConfig } from "../../server/environment.ts";

/**
 * The answer to `GET /.well-known/webauthn`: the origins in `relayingParty.origin` of the
 * passkey providers. Browsers ask for it at the domain `relayingParty.id`, and then let pages
 * of these origins use its passkeys, for example `https://app.example.de` those of
 * `app.example`. Serve it there over HTTPS.
 *
 * @returns 404 when no passkey provider lists origins
 * @throws {AuthError} when the config is invalid
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import { relatedOrigins } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const origin = ["https://app.example", "https://app.example.de"];
 * const response = relatedOrigins({
 *   providers: [Passkey({ relayingParty: { id: "app.example", origin } })],
 *   adapter: MemoryAdapter(),
 *   experimental: { enableWebAuthn: true },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * assertEquals(await response.json(), { origins: origin });
 * ```
 */
export function relatedOrigins(config: ServerConfig): Response {
  const providers = [...requireConfig(config).providers.values()];
  const origins = new Set(
    providers.flatMap((provider) =>
      provider.type === "webauthn" ? provider.relayingParty?.origin ?? [] : []
    ),
  );
  return origins.size > 0
    ? Response.json({ origins: [...origins] })
    : new Response("Not found", { status: 404 });
}
