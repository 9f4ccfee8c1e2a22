/**
 * The relying party of passkeys, asked of the providers and factors themselves.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { FactorContext } from "../../types/factor.ts";
import type { WebAuthnConfig, WebAuthnContext } from "../../types/webauthn.ts";
import { finding, messageOf } from "./finding.ts";
import type { Subject } from "./subject.ts";
import { type Result, unchecked } from "./unchecked.ts";

const CURE = "Set `relayingParty.id` to the host of the app or a domain above it, and " +
  "`relayingParty.origin` to the origins that may use the passkeys, with that of the app among " +
  "them; or leave `relayingParty` out.";

/** Returns the faults of relying parties, where the public origin is known. */
export async function checkPasskeys(subject: Subject): Promise<Result[]> {
  const { resolved: { providers, unusable, factors }, origin, isOriginKnown } = subject;
  if (!isOriginKnown) return [];
  const results: Result[] = [];
  for (const provider of providers.values()) {
    if (provider.type !== "webauthn" || unusable.has(provider.id)) continue;
    results.push(
      ...await attempt(`"${provider.id}"`, async () => {
        const party = await pickParty(provider, subject);
        if (party.origin === origin) return;
        return `The passkeys of "${provider.id}" are accepted from ${party.origin} only, and the app is ` +
          `at ${origin}`;
      }),
    );
  }
  for (const factor of factors?.byId.values() ?? []) {
    // Factors of apps can do anything here; this one finds its relying party first.
    if (factor.id === "passkey") {
      const begin = async () => void await factor.options?.(contextAt(origin));
      results.push(...await attempt("the second factor", begin));
    }
  }
  return results;
}

/**
 * @param whose whose passkeys they are
 * @param find throws an error of the library, or returns the fault
 */
async function attempt(whose: string, find: () => Promise<string | void>): Promise<Result[]> {
  try {
    const fault = await find();
    return fault === undefined ? [] : [finding("relaying-party", fault, CURE)];
  } catch (error) {
    if (error instanceof AuthError) return [finding("relaying-party", messageOf(error), CURE)];
    // A function of the app may need more of a request than there is here.
    return [unchecked(
      `The relying party of the passkeys of ${whose}`,
      `a function of the app threw for a sample request: ${messageOf(error)}`,
      "Sign in with a passkey under the public URL.",
    )];
  }
}

function pickParty(provider: WebAuthnConfig, { origin, basePath, completed }: Subject) {
  const url = new URL(`${origin}${basePath}/webauthn-options/${provider.id}`);
  const { adapter } = completed;
  return provider.getRelayingParty(
    { provider, url, adapter } as WebAuthnContext,
    { url, method: "GET", query: {}, request: new Request(url) },
  );
}

/** What a factor gets that begins a proof of a user without enrolments. */
function contextAt(origin: string): FactorContext {
  const none = () => Promise.resolve(null);
  return {
    user: { id: "doctor", label: "doctor" },
    origin,
    enrolments: [],
    language: "en",
    seal: (text) => Promise.resolve(text),
    open: (sealed) => Promise.resolve(sealed),
    replace: () => Promise.resolve(false),
    remember: () => Promise.resolve(),
    recall: none,
    useUp: none,
    sendMail: () => Promise.resolve(),
  };
}
