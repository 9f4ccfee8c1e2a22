/**
 * The access of an app in words, for pages and emails.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import type { Texts } from "../../src/types/texts.ts";
import { oauthServerEnglish } from "./english.ts";
import type { ShownAccess } from "./step.ts";
import { scopeInWords } from "../permissions.ts";

/** Access to a resource, with its name and its scopes in words. */
export interface ScopesInWords {
  /** Name of the resource. */
  name: string;
  /** Scopes. */
  scopes: readonly string[];
}

/** Puts access into words. */
export function inWords(
  { resource, scopes }: ShownAccess,
  { own, scopes: words }: Texts["oauthServer"]["ask"],
  wording: Wording,
): ScopesInWords {
  return {
    name: resource ?? own,
    scopes: scopes.map((name) =>
      (resource === null ? ownMember<string>(words, name) : undefined) ??
        scopeInWords(wording, name)
    ),
  };
}

/** Access for an email, one permission a line. */
export function scopeLines(access: readonly ShownAccess[], wording: Wording): string[] {
  const { ask } = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  return access.flatMap((one) => {
    const { name, scopes } = inWords(one, ask, wording);
    if (scopes.length === 0) return [name];
    return one.resource === null ? scopes : scopes.map((scope) => `${name}: ${scope}`);
  });
}
