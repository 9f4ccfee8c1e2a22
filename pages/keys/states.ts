/**
 * The page of API keys in every state that looks different.
 *
 * @module
 */

import { keysPart } from "./mod.ts";
import type { KeyList, KeyProps, ShownKey } from "./step.ts";
import { AT, type PageStates, shown } from "../../src/tools/gallery/sample.ts";

const PAGE = "/auth/keys";
const HERE = { formAction: PAGE, csrfToken: "token-1" };

const key = (name: string, own: Partial<ShownKey> = {}): ShownKey => ({
  id: "7Qm2xTz0Wq9LrB4k",
  hint: "acme_k1_7Qm2…",
  name,
  scopes: ["project:read", "project:write"],
  createdAt: AT,
  lastUsedAt: AT,
  expires: AT,
  isRotated: false,
  urls: { rotate: `${PAGE}?step=rotate`, revoke: `${PAGE}?step=revoke` },
  ...own,
});

const NIGHTLY = key("Nightly backup of the Analytical Engine");

const LIST: KeyList = {
  ...HERE,
  step: "list",
  keys: [
    NIGHTLY,
    key("Deployment", { lastUsedAt: null, expires: null, scopes: "all" }),
    key("Old deployment", { isRotated: true, urls: { revoke: `${PAGE}?step=revoke` } }),
  ],
  create: {
    name: "",
    scopes: [],
    days: "90",
    offered: ["project:read", "project:write", "billing:manage"],
    once: "AAAAAAAAAAAAAAAAAAAAAA",
  },
  accountUrl: "/auth/account",
  done: "revoked",
};

const QUESTION = { ...HERE, key: NIGHTLY, until: AT };

/** API keys. */
export const keys: PageStates = shown<KeyProps>(keysPart, {
  keys: LIST,
  "keys-first": {
    ...LIST,
    keys: [],
    done: undefined,
    create: { ...LIST.create!, name: "Backup", days: "0", scopes: ["project:read"] },
    fault: { field: "expiresIn" },
  },
  "keys-without-scopes": {
    ...LIST,
    done: undefined,
    create: { ...LIST.create!, name: "Backup" },
    fault: { field: "scopes" },
  },
  "keys-refused": { ...LIST, done: undefined, fault: { reason: "too-many" } },
  "keys-stale": { ...LIST, done: undefined, proofUrl: "/auth/signin" },
  "keys-read-only": {
    ...LIST,
    keys: [{ ...NIGHTLY, urls: {} }],
    done: undefined,
    create: undefined,
    isReadOnly: true,
  },
  "keys-made": {
    ...HERE,
    step: "made",
    key: NIGHTLY,
    secret: "acme_k1_7Qm2xTz0Wq9LrB4kAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2cFOVJ",
  },
  "keys-rotate": { ...QUESTION, step: "rotate" },
  "keys-revoke": { ...QUESTION, step: "revoke" },
  "keys-revoke-stale": { ...QUESTION, step: "revoke", proofUrl: "/auth/signin" },
});
