/**
 * What all pages of the gallery have in common: the sample data, and the form of a state.
 *
 * @module
 */

import type { Wording } from "../../base/language.ts";
import { type PageProps, type Part, type RenderedPage, renderPart } from "../../../pages/mod.ts";

/** The address on the pages. */
export const EMAIL = "ada.lovelace@analytical-engine.example";

/** The time on the pages. */
export const AT = new Date("2030-03-17T17:46:00Z");

/** URLs and the token that forms have. */
export const URLS = { formAction: "/auth/form", csrfToken: "token-1", callbackUrl: "/after" };

/**
 * A state of a page.
 *
 * @param passkeys text of the script for passkeys, without which the page has no button for them
 */
export type PageState = (frame: PageProps, passkeys?: string) => RenderedPage;

/** States by the name that the gallery lists them under. */
export type PageStates = Readonly<Record<string, PageState>>;

/** The states of a part, by their props, or by what makes them in the words of a language. */
export function shown<Props extends object>(
  part: Part<Props>,
  states: Readonly<Record<string, Sample<Props>>>,
): PageStates {
  const sample: Part<Sample<Props>> = (props, frame, wording) =>
    part(typeof props === "function" ? props(wording) : props, frame, wording);
  return Object.fromEntries(
    Object.entries(states).map(([name, props]) => [
      name,
      (frame) => renderPart(sample, props, frame),
    ]),
  );
}

/** The props of a part, or what makes them in the words of a language. */
type Sample<Props> = Props | ((wording: Wording) => Props);
