/**
 * Roles in words, for pages and emails.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { ownMember } from "../../src/base/objects.ts";
import { readableId } from "../permissions.ts";
import { roleEnglish } from "./roles_english.ts";

/** The words for a role: those of the app, else of the library, else its name as a word. */
export function roleInWords(
  wording: Wording,
  role: string,
): { name: string; text?: string | undefined } {
  const roles = textsIn(roleEnglish, wording, ({ roles }) => roles);
  const { name, text } = ownMember<{ name?: string; text?: string }>(roles, role) ?? {};
  return { name: name ?? readableId(role), text };
}
