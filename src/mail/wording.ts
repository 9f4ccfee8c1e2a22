/**
 * The language of a request, and the texts that the config has in it.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { BUILT_IN, type Wording } from "../base/language.ts";
import { pickLanguage } from "../base/negotiation.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";

/**
 * Decides the language of a page or email: the one that the app chooses, else one that a link to the
 * page names (`ui_locales`, OpenID Connect Core §3.1.2.1), else the one that the browser prefers, else
 * English. A call of the app itself has no request.
 */
export function makeWording(
  config: Pick<ResolvedConfig, "languages" | "logger">,
  request?: Pick<RequestInternal, "request"> & Partial<Pick<RequestInternal, "query">>,
): Wording {
  const { codes, texts } = config.languages;
  const language = pickLanguage(chosen(config, request?.request), codes) ??
    pickLanguage(request?.query?.ui_locales?.replaceAll(" ", ","), codes) ??
    pickLanguage(request?.request.headers.get("accept-language"), codes) ?? BUILT_IN;
  return { language, texts: texts.get(language) };
}

function chosen(
  { languages: { language }, logger }: Pick<ResolvedConfig, "languages" | "logger">,
  request: Request | undefined,
): string | undefined {
  if (typeof language !== "function") return language;
  if (!request) return undefined;
  try {
    return language(request);
  } catch (error) {
    logger.error(
      new AuthError("Cannot choose the language: `language` threw", {
        cause: { err: error as Error },
      }),
    );
    return undefined;
  }
}
