/**
 * The pages of an account in every state that looks different.
 *
 * @module
 */

import { accountPart } from "./mod.ts";
import Discord from "../../src/providers/discord.ts";
import Facebook from "../../src/providers/facebook.ts";
import GitHub from "../../src/providers/github.ts";
import GitLab from "../../src/providers/gitlab.ts";
import LinkedIn from "../../src/providers/linkedin.ts";
import MicrosoftEntraID from "../../src/providers/microsoft_entra_id.ts";
import type { AccountProps } from "./step.ts";
import { AT, EMAIL, shown } from "../../src/tools/gallery/sample.ts";

const GITHUB = {
  provider: "github",
  id: "1",
  name: "GitHub",
  label: "ada-at-the-analytical-engine",
  style: GitHub({}).style,
  url: "/auth/account?account=1",
};

const ACCOUNT: AccountProps = {
  step: "list",
  formAction: "/auth/account",
  csrfToken: "token-1",
  name: "Ada Lovelace",
  nameUrl: "/auth/account?view=name",
  email: EMAIL,
  isConfirmed: true,
  hasLinks: true,
  addressUrl: "/auth/address",
  password: { setAt: AT, url: "/auth/password", removeUrl: "/auth/account?view=password" },
  passkeys: {
    keys: [
      {
        id: "1",
        name: "iPhone",
        authenticator: "Google Password Manager",
        createdAt: AT,
        lastUsedAt: AT,
        isSynced: true,
        isRemovable: true,
        url: "/auth/account?key=1",
      },
      { id: "2", name: null, isSynced: false, isRemovable: true, url: "/auth/account?key=2" },
    ],
    add: [{ optionsUrl: "/auth/options", action: "/auth/callback/passkey", doneUrl: "/done" }],
  },
  factors: { count: 3, url: "/auth/factors" },
  accounts: {
    linked: [GITHUB],
    linkable: [MicrosoftEntraID({}), LinkedIn({}), Discord({}), Facebook({}), GitLab({})].map(
      ({ id, name, style }) => ({ provider: id, name, style, action: `/auth/signin/${id}` }),
    ),
    doneUrl: "/done",
  },
  // Names alone: an app puts the rest into the language of the page.
  own: [
    { part: "organizations", heading: "Analytical Engine Works", text: "London" },
    { heading: "Difference Engine", text: "1822" },
  ],
  sessions: [
    {
      id: "1",
      browser: "Chrome",
      system: "Windows",
      place: "Hamburg, Germany",
      lastSeenAt: AT,
      signedInAt: AT,
      kind: "computer",
      isCurrent: true,
    },
    {
      id: "2",
      browser: "Safari",
      system: "iOS",
      place: "203.0.113.7",
      lastSeenAt: new Date(AT.valueOf() - 5 * 60_000),
      signedInAt: new Date(AT.valueOf() - 86_400_000),
      kind: "phone",
      isCurrent: false,
    },
    ...["3", "4", "5", "6"].map((id, index) => ({
      id,
      browser: null,
      system: index < 3 ? "Linux" : null,
      place: index < 2 ? "198.51.100.7" : null,
      lastSeenAt: null,
      signedInAt: index < 2 ? new Date(AT.valueOf() - index * 3_600_000) : null,
      kind: "computer" as const,
      isCurrent: false,
    })),
  ],
  now: AT,
  exportUrl: "/auth/account?view=export",
  deleteUrl: "/auth/account?view=delete",
  endOthersUrl: "/auth/account?step=sessions",
  signOutAction: "/auth/signout",
  done: "session-ended",
  isReadOnly: false,
};

const HERE = { formAction: "/auth/account", fields: {} };
/** All rows, one of them, and the deletion. */
export const account = shown<AccountProps>(accountPart, {
  account: ACCOUNT,
  "account-unconfirmed": {
    ...ACCOUNT,
    ...{ name: "", email: null, pendingEmail: EMAIL, isConfirmed: false, done: undefined },
    password: { setAt: null, url: "/auth/password", removeUrl: undefined },
    passkeys: { ...ACCOUNT.passkeys!, keys: ACCOUNT.passkeys!.keys.slice(0, 1) },
    accounts: { ...ACCOUNT.accounts!, linked: [] },
    factors: { count: 0, url: "/auth/factors" },
  },
  "account-name": {
    ...HERE,
    step: "one",
    view: "name",
    name: "Ada Lovelace",
    isNameInvalid: true,
  },
  "account-first-name": {
    ...HERE,
    step: "one",
    view: "name",
    name: "",
    isNameInvalid: false,
  },
  "account-passkey": {
    ...HERE,
    step: "one",
    view: "passkey",
    key: { id: "1", name: null, isSynced: true, isRemovable: true, url: "" },
    now: AT,
    isNameInvalid: false,
    proofUrl: "/auth/signin",
  },
  "account-disconnect": {
    ...HERE,
    step: "one",
    view: "account",
    account: GITHUB,
  },
  "account-export": { ...HERE, step: "one", view: "export" },
  "account-sign-out-others": { ...HERE, step: "one", view: "sessions" },
  "account-delete": { ...HERE, step: "one", view: "delete", expected: EMAIL, isDifferent: true },
  "account-delete-later": {
    ...HERE,
    step: "one",
    view: "delete",
    expected: EMAIL,
    isDifferent: false,
    dueAt: AT,
  },
  "account-leaving": {
    step: "leaving",
    formAction: "/auth/account",
    dueAt: AT,
    backUrl: "/auth/signin",
  },
  "account-pending": {
    step: "pending",
    account: EMAIL,
    dueAt: AT,
    formAction: "/auth/account",
    fields: { step: "keep" },
  },
  "account-deleted": { step: "deleted", formAction: "/auth/account" },
});
