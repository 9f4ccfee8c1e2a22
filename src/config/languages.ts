/**
 * `languages`, `language` and `texts` → languages with their texts.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { BUILT_IN, withChanges } from "../base/language.ts";
import { isRecord } from "../base/objects.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedLanguages } from "../types/languages.ts";
import type { TextChanges, Translation } from "../types/texts.ts";

/** The languages of a config; what the check refuses is left out. */
export function resolveLanguages({ languages, language, texts }: AuthConfig): ResolvedLanguages {
  const translations = Array.isArray(languages) ? languages.filter(isTranslation) : [];
  const all = new Map<string, TextChanges>();
  for (const { language, texts } of translations) all.set(language, texts);
  for (const [language, changes] of Object.entries(isRecord(texts) ? texts : {})) {
    // A copy, since texts are kept by these objects, and an app may use one for two emails.
    if (isRecord(changes)) all.set(language, withChanges(all.get(language) ?? {}, changes));
  }
  const codes = [...new Set([BUILT_IN, ...translations.map(({ language }) => language)])];
  return { codes, language, texts: all };
}

/** Returns the first error that makes the languages unusable. */
export function checkLanguages(
  { languages = [], language, texts }: AuthConfig,
): AuthError | undefined {
  const bad = (option: string, why: string) =>
    new AuthError(`Cannot use \`${option}\`: ${why}`, { cause: { option } });
  if (!Array.isArray(languages)) return bad("languages", "it must be a list");
  const codes: string[] = [BUILT_IN];
  for (const translation of languages) {
    if (!isTranslation(translation)) {
      return bad("languages", "use translations, such as `fr` of `@x/auth/languages/fr`");
    }
    codes.push(translation.language);
  }
  const known = `this config has texts in ${codes.join(", ")}; add others to \`languages\``;
  if (typeof language === "string" && !codes.includes(language)) return bad("language", known);
  if (!["undefined", "string", "function"].includes(typeof language)) {
    return bad("language", "it must be a language tag, or a function that returns one");
  }
  if (texts === undefined) return undefined;
  if (!isRecord(texts)) return bad("texts", "it must be an object with a member per language");
  for (const [code, changes] of Object.entries(texts)) {
    if (!codes.includes(code)) return bad(`texts.${code}`, known);
    if (changes !== undefined && !isRecord(changes)) {
      return bad(`texts.${code}`, "it must be an object of texts");
    }
  }
}

function isTranslation(value: unknown): value is Translation {
  return isRecord(value) && isTag(value.language) && isRecord(value.texts);
}

function isTag(text: unknown): text is string {
  try {
    return typeof text === "string" && Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
