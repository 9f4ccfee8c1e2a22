/**
 * Origins that share the passkeys of an app, for browsers.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-related-origins WebAuthn Level 3 §5.11}
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import type { ExplicitEndpoint } from "../../types/internal.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";

/**
 * The endpoint `/.well-known/webauthn`, when a passkey provider has a list of origins: the pages of
 * these origins may use the passkeys of `relayingParty.id`, where browsers ask for it.
 */
export function relatedOrigins(
  providers: readonly ResolvedProvider[],
): readonly ExplicitEndpoint[] {
  const lists = providers.map((one) => one.type === "webauthn" ? one.relayingParty?.origin : []);
  const origins = [...new Set(lists.flatMap((list) => Array.isArray(list) ? list : []))];
  if (origins.length === 0) return [];
  return [{
    kind: "explicit",
    answer: answerProgram,
    path: "/.well-known/webauthn",
    methods: ["GET"],
    async load() {
      const { JSON_HEADERS } = await import("../../response/respond.ts");
      return { GET: () => ({ headers: JSON_HEADERS, body: { origins } }) };
    },
  }];
}
