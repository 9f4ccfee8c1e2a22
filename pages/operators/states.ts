/**
 * The pages of operators in every state that looks different.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import { AT, EMAIL, type PageStates, shown } from "../../src/tools/gallery/sample.ts";
import type { PageShell } from "../organizations/step.ts";
import { operatorEnglish } from "./english.ts";
import type {
  OperatorLog,
  OperatorMergeCancel,
  OperatorMergeForm,
  OperatorMergeQuestion,
  OperatorProps,
  OperatorQuestion,
  OperatorUser,
  OperatorUserForm,
  OperatorUserList,
  OperatorWebhooks,
  ShownOperatorEntry,
  ShownOperatorUser,
  ShownUnfinishedMerge,
} from "./step.ts";
import { operatorPart } from "./view.tsx";

const LIST_URL = "/auth/operators";
const LOG_URL = `${LIST_URL}/log`;
const WEBHOOKS_URL = `${LIST_URL}/webhooks`;
const USER_URL = `${LIST_URL}/users/5b0f7a1e`;
const csrfToken = "token-1";

const makeShell = (wording: Wording): PageShell => {
  const words = textsIn(operatorEnglish, wording, ({ operators }) => operators);
  return {
    account: "Grace Hopper",
    accountUrl: "/auth/account",
    signOutAction: "/auth/signout",
    links: [
      { url: LIST_URL, label: words.title },
      { url: LOG_URL, label: words.log.title },
      { url: WEBHOOKS_URL, label: words.webhooks.title },
    ],
  };
};

const user = (id: string, own: Partial<ShownOperatorUser> = {}): ShownOperatorUser => ({
  ...{ id, name: null, email: `${id}@analytical-engine.example` },
  ...{ emailVerified: AT, suspendedAt: null, url: USER_URL },
  ...own,
});

const ADA = user("5b0f7a1e-1c7e-4f0a-9a55-4f3a1f0c2b11", { name: "Ada Lovelace", email: EMAIL });

const LIST: OperatorUserList = {
  ...{ step: "list", formAction: LIST_URL, csrfToken, search: "index", hasOrganizations: true },
  typed: { query: "ada", state: "", organization: "" },
  users: [
    ADA,
    user("charles", { name: "Charles Babbage", suspendedAt: AT }),
    user("mary.fairfax.somerville", { emailVerified: null }),
    user("0b2f", { email: null }),
  ],
  nextUrl: `${LIST_URL}?after=1`,
  firstUrl: LIST_URL,
  createUrl: `${LIST_URL}?step=create`,
};

const FORM: OperatorUserForm = {
  ...{ step: "create", formAction: LIST_URL, csrfToken, backUrl: LIST_URL },
  typed: { email: "", name: "", isConfirmed: false },
};

const entry = (id: string, own: Partial<ShownOperatorEntry> = {}): ShownOperatorEntry => ({
  ...{ id, at: AT, kind: "signedIn", userId: ADA.id, userUrl: USER_URL },
  ...{ address: "203.0.113.7" },
  ...own,
});

const ENTRIES: readonly ShownOperatorEntry[] = [
  entry("1", {
    kind: "suspended",
    by: "9d1c33f0-6a6b-4a8e-8f6e-2b7a8c0d4e55",
    note: "Wrote from a stolen mailbox, see ticket 4711",
    address: null,
  }),
  entry("2", { kind: "signInRefused", reason: "wrong", provider: "password" }),
  entry("3"),
];

const USER: OperatorUser = {
  ...{ step: "user", formAction: USER_URL, csrfToken, backUrl: LIST_URL },
  user: ADA,
  passwordSetAt: AT,
  sessions: [
    {
      ...{ id: "1", browser: "Firefox", system: "Windows", lastSeenAt: AT },
      ...{ address: "2001:db8:85a3::8a2e:370:7334", endUrl: `${USER_URL}?step=end-session` },
    },
    { id: "2", browser: null, system: null, lastSeenAt: null, address: null },
  ],
  passkeys: [{ name: "iCloud Keychain", at: AT }],
  factors: [{ name: "totp", isId: true, at: AT }],
  accounts: [{ name: "GitHub (ada)", text: "1815" }],
  organizations: [{ name: "Analytical Engine Works of London", text: "owner", at: AT }],
  keys: [{ name: "Nightly backup", text: "acme_k1_7Qm2…", at: AT }],
  grants: [],
  entries: ENTRIES.map(({ userId: _id, userUrl: _url, ...entry }) => entry),
  entriesUrl: LOG_URL,
  urls: {
    "act": `${USER_URL}/act`,
    "suspend": `${USER_URL}?step=suspend`,
    "sign-out": `${USER_URL}?step=sign-out`,
    "reset-factors": `${USER_URL}?step=reset-factors`,
    "export": `${USER_URL}?step=export`,
    "merge": `${USER_URL}?step=merge`,
    "delete": `${USER_URL}?step=delete`,
  },
  done: "created",
};

const question = (own: Pick<OperatorQuestion, "step"> & Partial<OperatorQuestion>) => ({
  ...{ formAction: USER_URL, csrfToken, name: "Ada Lovelace", backUrl: USER_URL },
  ...own,
});

const MERGE: OperatorMergeForm = {
  ...{ step: "merge", formAction: USER_URL, csrfToken, backUrl: USER_URL },
  name: `Ada Lovelace (${EMAIL})`,
  typed: { into: "" },
};

const INTO = {
  id: "9d1c33f0-6a6b-4a8e-8f6e-2b7a8c0d4e55",
  ...{ name: "Ada King (countess@analytical-engine.example)", isUnconfirmed: false },
};

const FROM = { id: ADA.id, name: `Ada Lovelace (${EMAIL})`, isUnconfirmed: false };

const UNFINISHED: ShownUnfinishedMerge = {
  ...{ from: FROM, into: INTO, stopped: "failed", isDecided: false, canContinue: true },
  moved: [{ name: "GitHub", text: "1815" }],
  cancelUrl: `${USER_URL}?step=merge-cancel`,
};

const MERGE_CANCEL: OperatorMergeCancel = {
  ...{ step: "merge-cancel", formAction: USER_URL, csrfToken, backUrl: USER_URL },
  ...{ name: FROM.name, into: INTO },
};

const MERGE_INTO: OperatorMergeQuestion = {
  ...{ step: "merge-into", formAction: USER_URL, csrfToken, backUrl: USER_URL },
  ...{ name: FROM.name, isUnconfirmed: true, into: INTO },
  moves: {
    accounts: [{ name: "GitHub (ada)", text: "1815" }],
    organizations: [{ name: "Analytical Engine Works of London", text: "owner", at: AT }],
  },
  ends: {
    organizations: [{ name: "Difference Engine Club", text: "member", at: AT }],
    ...{ sessions: 2, passkeys: 1, factors: 1, keys: 1, grants: 3, password: true },
  },
};

const LOG: OperatorLog = {
  ...{ step: "log", formAction: LOG_URL, csrfToken, hasOrganizations: true, entries: ENTRIES },
  typed: { user: ADA.id, by: "", organization: "", name: "", from: "2030-03-01", to: "" },
  nextUrl: `${LOG_URL}?after=1`,
};

const WEBHOOKS: OperatorWebhooks = {
  ...{ step: "webhooks", formAction: WEBHOOKS_URL, csrfToken, canSend: true },
  endpoints: [
    { origin: "https://billing.example" },
    { origin: "https://search.example", kinds: ["userCreated", "userDeleted"] },
  ],
  webhooks: [
    { id: "1", kind: "userDeleted", origin: "https://search.example", attempts: 17, since: AT },
    { id: "2", kind: "signedIn", origin: null, attempts: 3, since: AT },
  ],
};

/** A page with the frame, whose words are in the language of the page. */
const within = <Props extends OperatorProps>(props: Props) => (wording: Wording) => ({
  ...props,
  shell: makeShell(wording),
});

/** The states. */
export const operators: PageStates = shown<OperatorProps>(operatorPart, {
  "operators": within(LIST),
  "operators-none": within({
    ...LIST,
    ...{ users: [], search: "scan", nextUrl: undefined, createUrl: undefined },
    fault: { field: "organization" },
  }),
  "operators-create": FORM,
  "operators-create-invalid": {
    ...FORM,
    typed: { email: "ada", name: "Ada", isConfirmed: true },
    fault: { field: "email" },
  },
  "operators-user": within(USER),
  "operators-user-own": within({
    ...USER,
    ...{ user: { ...ADA, suspendedAt: AT }, urls: {}, obstacle: "own-account", done: undefined },
    ...{ sessions: [], passkeys: [], factors: [], accounts: [], passwordSetAt: null },
    ...{ organizations: undefined, keys: undefined, grants: undefined, entries: undefined },
  }),
  "operators-user-merging": within({
    ...USER,
    ...{ user: { ...ADA, suspendedAt: AT }, unfinished: UNFINISHED, done: undefined },
    urls: { delete: `${USER_URL}?step=delete` },
  }),
  "operators-user-merging-decided": within({
    ...USER,
    ...{ user: { ...ADA, suspendedAt: AT }, done: undefined, urls: {} },
    unfinished: { ...UNFINISHED, stopped: undefined, isDecided: true, cancelUrl: undefined },
  }),
  "operators-merge-cancel": MERGE_CANCEL,
  "operators-suspend": question({ step: "suspend", note: "" }),
  "operators-suspend-invalid": question({ step: "suspend", note: "", fault: { field: "note" } }),
  "operators-resume": question({ step: "resume" }),
  "operators-sign-out": question({ step: "sign-out" }),
  "operators-end-session": question({ step: "end-session", session: "1" }),
  "operators-reset-factors": question({ step: "reset-factors", note: "" }),
  "operators-export": question({ step: "export" }),
  "operators-delete": question({ step: "delete", fault: { reason: "only-owner" } }),
  "operators-delete-merging": question({ step: "delete", givesBackTo: FROM.name }),
  "operators-merge": MERGE,
  "operators-merge-refused": {
    ...MERGE,
    ...{ typed: { into: "charles" }, fault: { reason: "merge-organization" } },
  },
  "operators-merge-into": within(MERGE_INTO),
  "operators-merge-into-nothing": within({
    ...MERGE_INTO,
    moves: { accounts: [], organizations: [] },
    ends: { sessions: 0, passkeys: 0, factors: 0, keys: 0, grants: 0, password: false },
  }),
  "operators-log": within(LOG),
  "operators-webhooks": within(WEBHOOKS),
  "operators-webhooks-none": within({
    ...WEBHOOKS,
    ...{ webhooks: [], canSend: false, fault: { reason: "gone" } },
  }),
  "operators-refused": { step: "refused", reason: "beyond-own", backUrl: LIST_URL },
  "operators-too-many": { step: "refused", reason: "too-many", backUrl: LIST_URL },
});
