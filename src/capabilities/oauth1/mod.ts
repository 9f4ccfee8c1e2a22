/**
 * Sites with OAuth 1.0a.
 *
 * @module
 */

import type { WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Profile } from "../../types/entities.ts";
import type { OAuth2Config } from "../../types/provider.ts";
import { oauth1Code } from "./capability.ts";

export type { OAuth2Config };

/** Members of a provider with OAuth 1.0a: those of OAuth 2, without what makes them that. */
export type OAuth1Options<P, Id extends string> = Omit<OAuth2Config<P, Id>, "type" | "version">;

/**
 * A provider with OAuth 1.0a (RFC 5849): the three-legged flow with HMAC-SHA1. `requestTokenUrl`
 * issues request tokens, the client id is the consumer key, and the client secret signs every
 * request.
 *
 * @typeParam P Profile of the site.
 * @typeParam Id Id of the provider.
 *
 * @example
 * ```ts
 * import { OAuth1 } from "@x/auth/oauth1";
 * import { assertEquals } from "@std/assert";
 *
 * const archive = OAuth1<{ key: string }>({
 *   id: "archive",
 *   name: "Archive",
 *   requestTokenUrl: "https://archive.example/oauth/request_token",
 *   authorization: "https://archive.example/oauth/authorize",
 *   token: "https://archive.example/oauth/access_token",
 *   userinfo: "https://archive.example/me.json",
 *   profile: (me) => ({ id: me.key }),
 *   clientId: "consumer key",
 *   clientSecret: "consumer secret",
 * });
 * assertEquals(archive.version, "1.0");
 * ```
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849 RFC 5849}
 */
export function OAuth1<P = Profile, Id extends string = string>(
  provider: OAuth1Options<P, Id>,
): OAuth2Config<P, Id> {
  const made: OAuth1Options<P, Id> & WithCode<typeof oauth1Code> = {
    ...provider,
    [capability]: oauth1Code,
  };
  return { ...made, type: "oauth", version: "1.0" } as OAuth2Config<P, Id>;
}
