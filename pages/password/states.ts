/**
 * The pages of a password in every state that looks different.
 *
 * @module
 */

import { passwordPart } from "./mod.ts";
import type { PasswordProps } from "./step.ts";
import { EMAIL, shown, URLS } from "../../src/tools/gallery/sample.ts";

const FORGOT = { ...URLS, mailAction: "/m", mailFields: {} };

/** Set, changed and forgotten. */
export const password = shown<PasswordProps>(passwordPart, {
  password: {
    ...FORGOT,
    step: "change",
    email: EMAIL,
    minLength: 15,
    maxLength: 128,
    error: "personal",
  },
  "password-set": { ...FORGOT, step: "set", email: EMAIL, minLength: 15, maxLength: 128 },
  "password-name": {
    ...FORGOT,
    step: "set",
    email: EMAIL,
    name: "needed",
    minLength: 15,
    maxLength: 128,
    error: "name",
  },
  "password-first": {
    ...FORGOT,
    step: "set",
    email: EMAIL,
    name: "optional",
    minLength: 15,
    maxLength: 128,
  },
  "password-ask": { ...FORGOT, step: "ask" },
  "password-done": { ...FORGOT, step: "done" },
});
