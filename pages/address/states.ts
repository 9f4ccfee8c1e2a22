/**
 * The pages that change an email address in every state that looks different.
 *
 * @module
 */

import { addressPart } from "./mod.ts";
import type { AddressProps } from "./step.ts";
import { EMAIL, shown, URLS } from "../../src/tools/gallery/sample.ts";

/** The change, and its undoing. */
export const address = shown<AddressProps>(addressPart, {
  address: { ...URLS, step: "request", email: EMAIL, isProven: false, error: "mail-failed" },
  "address-code": { ...URLS, step: "code", email: EMAIL, isNew: true, error: "wrong-code" },
  "address-lost": {
    ...URLS,
    step: "request",
    email: EMAIL,
    isProven: true,
    mayLeave: true,
    contested: { due: "2030-03-17 17:46 UTC", proofUrl: undefined },
    error: "not-two-factors",
  },
  "address-done": { ...URLS, step: "done", email: EMAIL },
  "address-dead-link": { ...URLS, step: "lost", lifetime: 72 * 60 * 60, signInUrl: "/auth/signin" },
  "address-undone": { ...URLS, step: "undone", signInUrl: "/auth/signin" },
  "address-waiting": { ...URLS, step: "waiting", due: "2030-03-17 17:46 UTC" },
  "address-kept": { ...URLS, step: "kept", email: EMAIL },
  "address-undo": { ...URLS, step: "undo", email: EMAIL, token: "token-1" },
});
