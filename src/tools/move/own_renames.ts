/**
 * What this library has renamed since 0.2, as "Changed" of the change log says: functions, types and
 * options. A test compares the names of 0.2 with those of today, and fails for one that is in no table.
 *
 * @module
 */

/** A name that stands in another module, or has another name there. */
export interface Renamed {
  /** Module of today. */
  readonly module: string;
  /** Name of today. */
  readonly name: string;
  /** `true` where the request came before the config. */
  readonly swaps?: boolean;
}

const inGroup = (group: string, names: Readonly<Record<string, string>>, swaps = false) =>
  Object.entries(names).map(([from, name]): [string, Renamed] => [
    from,
    { module: `@x/auth/${group}`, name, ...swaps ? { swaps } : {} },
  ]);

const same = (group: string, ...names: readonly string[]) =>
  inGroup(group, Object.fromEntries(names.map((name) => [name, name])));

/**
 * Functions of `@x/auth/server` that are in groups: the member `suspendUser` of the result of
 * `defineAuth` is `users.suspend`.
 */
export const FUNCTIONS: ReadonlyMap<string, Renamed> = new Map([
  ...inGroup("accounts", { listAccounts: "list", unlinkAccount: "unlink" }),
  ...inGroup("addresses", {
    beginAddressChange: "beginChange",
    cancelAddressUndo: "cancelUndo",
    confirmAddressChange: "confirmChange",
    pendingAddressChange: "pendingChange",
    pendingAddressUndo: "pendingUndo",
  }, true),
  ...inGroup("addresses", { undoAddressChange: "undoChange" }),
  ...inGroup("factors", { beginFactor: "begin", confirmFactor: "confirm" }, true),
  ...inGroup("factors", {
    cancelFactorReset: "cancelReset",
    listFactors: "list",
    pendingFactorReset: "pendingReset",
    removeFactor: "remove",
    renameFactor: "rename",
    resetFactors: "reset",
  }),
  ...inGroup("passkeys", {
    listPasskeys: "list",
    removePasskey: "remove",
    renamePasskey: "rename",
  }),
  ...inGroup("passwords", {
    changePassword: "change",
    hasPassword: "has",
    importPassword: "import",
    removePassword: "remove",
    setPassword: "set",
    verifyPassword: "verify",
  }),
  ...inGroup("sessions", { identifySession: "identify" }, true),
  ...inGroup("sessions", {
    listSessions: "list",
    revokeAllSessions: "revokeAll",
    revokeOtherSessions: "revokeOthers",
    revokeSession: "revoke",
  }),
  ...inGroup("users", {
    deleteUser: "delete",
    exportUser: "export",
    renameUser: "rename",
    resumeUser: "resume",
    suspendUser: "suspend",
  }),
]);

/** Types of `@x/auth/server` that are in the modules of the groups. */
export const TYPES: ReadonlyMap<string, Renamed> = new Map([
  ...same("accounts", "AccountInfo"),
  ...inGroup("accounts", { UnlinkAccountOptions: "UnlinkOptions" }),
  ...same("addresses", "AddressChangeOptions", "PendingAddressChange", "PendingAddressUndo"),
  ...same("factors", "FactorAnswer", "FactorInfo", "NewFactor"),
  ...same("factors", "RemoveFactorOptions", "ResetFactorsOptions"),
  ...same("passkeys", "Passkey", "RemovePasskeyOptions"),
  ...same("passwords", "RemovePasswordOptions", "SetPasswordOptions"),
  ...same("sessions", "SessionIdentity", "SessionInfo"),
  ...same("users", "UserExport"),
]);

/** Types of any module that are written as a part of another one, which comes from `@x/auth/types`. */
export const PARTS: Readonly<Record<string, string>> = {
  AccountPageTexts: 'Texts["account"]',
  AddressNoticeTexts: 'Texts["notices"]["address"]',
  AddressPageTexts: 'Texts["address"]',
  FactorPageTexts: 'Texts["factor"]',
  FactorsPageTexts: 'Texts["factors"]',
  LinkMailTexts: 'Texts["mails"]["link"]',
  LinkedNoticeTexts: 'Texts["notices"]["address"]["changed"]',
  PasswordPageTexts: 'Texts["password"]',
};

/** Members of organizations, with the name of today. */
export const MEMBERS: Readonly<Record<string, string>> = {
  membershipOf: "readMembership",
  policyOf: "readPolicy",
};

/** Options that are calls of a function today. */
export const OPTIONS: Readonly<Record<string, Renamed>> = {
  account: { module: "@x/auth/account", name: "AccountPage" },
  signOut: { module: "@x/auth/sign-out", name: "ProviderSignOut" },
  tokens: { module: "@x/auth/tokens", name: "KeepTokens" },
};

/** Names that have no equal, with what a person does. */
export const GONE: Readonly<Record<string, string>> = {
  CeremonyError: "errors of passkeys are `PasskeyErrorCode` of `@x/auth/client/webauthn`",
  DialogTexts: "write the part of `Texts` that you use",
  LinkMailNames: 'write `Texts["mails"]["link"]`, which has them',
  LinkedAddressNotice: 'write `"changed" | "undo-requested"`',
  ResolvedAccount: "it was of the library's own config: write your type of it",
  createPreparer: "write `bind`, which prepares a config and makes what a request needs",
  readPrepared: "write `bind`, which prepares a config and makes what a request needs",
};
