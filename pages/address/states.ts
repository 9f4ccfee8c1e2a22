/**
 * The pages that change an email address in every state that looks different.
 *
 * @module
 */

import { timeInWords } from "../../src/base/in_words.ts";
import { addressPart } from "./mod.ts";
import type { AddressProps } from "./step.ts";
import { AT, EMAIL, shown, URLS } from "../../src/tools/gallery/sample.ts";

/** The change, and its undoing. */
export const address = shown<AddressProps>(addressPart, {
  address: { ...URLS, step: "request", email: EMAIL, isProven: false, error: "mail-failed" },
  "address-code": { ...URLS, step: "code", email: EMAIL, isNew: true, error: "wrong-code" },
  "address-lost": ({ language }) => ({
    ...URLS,
    step: "request",
    email: EMAIL,
    isProven: true,
    mayLeave: true,
    contested: { due: timeInWords(language, AT), proofUrl: undefined },
    error: "not-two-factors",
  }),
  "address-done": { ...URLS, step: "done", email: EMAIL },
  "address-dead-link": { ...URLS, step: "lost", lifetime: 72 * 60 * 60, signInUrl: "/auth/signin" },
  "address-undone": { ...URLS, step: "undone", signInUrl: "/auth/signin" },
  "address-waiting": ({ language }) => ({
    ...URLS,
    step: "waiting",
    due: timeInWords(language, AT),
  }),
  "address-kept": { ...URLS, step: "kept", email: EMAIL },
  "address-undo": { ...URLS, step: "undo", email: EMAIL, token: "token-1" },
});
