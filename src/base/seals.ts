/**
 * What the library seals, and for how long. Each seal is a row here, so no two places can share a
 * salt, or seal for one purpose with two lifetimes. A salt is part of what clients and stores hold,
 * so it never changes. The rows are types: they cost an app nothing.
 *
 * @module
 */

/** Seconds for which a seal holds, by its salt; `number`: the config or the caller says. */
interface Lifetimes {
  // Cookies.
  /** The session in it ends before. */
  "authjs.acting": 7200;
  "authjs.admin-link": 3600;
  "authjs.attempt": 900;
  "authjs.ceremony": 900;
  "authjs.deletion-attempt": 600;
  "authjs.email-attempt": number;
  "authjs.factor-attempt": 600;
  "authjs.factor-codes": 600;
  "authjs.factor-session": 600;
  /** 180 days. */
  "authjs.known-device": 15_552_000;
  "authjs.operator": 7200;
  "authjs.signout": 900;
  "authjs.step-up": 3600;
  "authjs.test-attempt": 900;
  "authjs.trusted-device": number;
  "authjs.typed-fields": 300;
  "authjs.typed-form": 600;

  // Texts in URLs, forms and what programs hold.
  "authjs.factor-enrolling": 600;
  "authjs.member-place": 86_400;
  "authjs.step-up-link": 600;
  /** Deployments of Auth.js use the same. */
  "encodedState": 900;

  // Texts that programs hold.
  "authjs.native-access": number;
  /** 10 years: it says which session is over for as long as that can live. */
  "authjs.native-code": 315_360_000;
  "authjs.native-refresh": number;
  "authjs.native-state": 900;
  /** 30 days, since a family that is not used ends; 90 for one that no use replaces. */
  "authjs.oauth-refresh": number;

  // Members of rows and records, which end by themselves.
  /** 100 years, since accounts have no end. */
  "authjs.account-tokens": 3_153_600_000;
  "authjs.address-change": 600;
  "authjs.address-pending": 2_592_000;
  /** 50 years: as long as an organization keeps its connection. */
  "authjs.connection-secret": 1_576_800_000;
  /** 10 years: longer than a session that is used again and again. */
  "authjs.connection-session": 315_360_000;
  /** 50 years: as long as a user keeps a second factor. */
  "authjs.factor": 1_576_800_000;
  /** 10 years: it is replaced before. */
  "authjs.oauth-key": 315_360_000;
  /** 10 years: the record has the expiry. */
  "authjs.organization-address": 315_360_000;
  /** In the record of a code for as long as that, in the record of a family for 10 years. */
  "authjs.native-session": number;
  "authjs.pending-sign-in": 600;
  /** 10 years: longer than a session that is used again and again. */
  "authjs.provider-tokens": 315_360_000;
  /** 10 years: longer than a session that is used again and again. */
  "authjs.session-record": 315_360_000;
  "authjs.sign-in-before-deletion": 600;
}

/** Salt of a seal. */
export type Salt = keyof Lifetimes;

/** A seal: its salt, and the seconds for which it holds. */
export type Seal = {
  [Name in Salt]: { readonly salt: Name; readonly maxAge: Lifetimes[Name] };
}[Salt];
