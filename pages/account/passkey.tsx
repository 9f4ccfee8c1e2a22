/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * A passkey in words: its name, when it was added and used, and where it can be used.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { dateInWords, dayInWords } from "../../src/base/in_words.ts";
import { fill } from "../../src/base/language.ts";
import type { AccountProps, ShownPasskey } from "./step.ts";
import type { ViewInput } from "./form.tsx";

type Words = Pick<ViewInput<AccountProps["step"]>, "language" | "messages">;

/** The name that its owner chose, else what made it. */
export function passkeyName(
  { messages: { passkeys } }: Words,
  { name, authenticator }: ShownPasskey,
): string {
  return name ?? authenticator ?? passkeys.unnamed;
}

/** The facts of a passkey, on one line. */
export function passkeyFacts(
  { messages: { passkeys: words, sessions }, language }: Words,
  { name, authenticator, createdAt, lastUsedAt, isSynced }: ShownPasskey,
  now: Date,
): VNode {
  return (
    <span class="facts">
      {name !== null && authenticator !== undefined && <span>{authenticator}</span>}
      {createdAt && (
        <span>{fill(words.added, { date: dateInWords(language, createdAt, "medium") })}</span>
      )}
      {lastUsedAt && (
        <span>{fill(sessions.seen, { when: dayInWords(language, now, lastUsedAt) })}</span>
      )}
      <span>{isSynced ? words.synced : words.single}</span>
    </span>
  );
}
