/**
 * Limits of an app: how often a sign-in may be tried, and how large a request may be.
 *
 * @module
 */

/**
 * Options of `limits`. Every number is an integer of at least 1.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [],
 *   limits: {
 *     perAddress: 60,
 *     clientAddress: (request) => request.headers.get("x-real-ip"), // set by your proxy
 *     sizes: { bodyBytes: 64 * 1024 },
 *   },
 * };
 * ```
 */
export interface LimitsOptions {
  /**
   * Requests per minute from one client address: `POST signin`, `callback` and
   * `webauthn-options`. As many may come at once. IPv6 addresses count by their /64
   * network. Counted in this process. Not counted: requests whose address is unknown
   * and, without `clientAddress`, those from a loopback or private address, since a
   * proxy has one. Default 100; `false` counts none.
   */
  perAddress?: number | false | undefined;
  /**
   * Passwords of `Password` per minute from one client address, counted as `perAddress` is: each
   * takes a hash. Browsers that have signed in to the account before are not counted with the
   * others of their address, but by their account. Default 30; `false` counts none.
   */
  passwordsPerAddress?: number | false | undefined;
  /**
   * Network address of a client. Behind a proxy, read the header that your proxy sets:
   * the address of the socket is the same for all its clients. Session records and
   * audit entries have this address too. Not called when `session.revocation.address`
   * is set, which then counts here. Default: the address of the socket, when a wrapper
   * knows it: those for Deno, Express, Fresh, Hono, `node:http`, Qwik City and SolidStart do,
   * and `defineAuth` where its handler gets what `Deno.serve` or `Bun.serve` pass. Where none
   * is known, a warning says once that `perAddress` counts nothing.
   */
  clientAddress?: ((request: Request) => string | null | undefined) | undefined;
  /**
   * Wrong proofs per account and hour for credentials providers. Later tries are refused
   * until the hour is over, except from browsers that have signed in to the account
   * before: each of them has the same number of its own. Other ways to sign in are not
   * affected. Counted in the store of records, else in this process. Default 10;
   * `false` counts none.
   */
  perAccount?: number | false | undefined;
  /**
   * Name of the form field that identifies the account. Default: those of `email`,
   * `username`, `login`, `identifier` and `name` that the provider declares in
   * `credentials`, else the first declared field that is no password. For a provider that
   * declares no fields, the same of those that the form has; set this option there if the
   * field has another name. A sign-in with several of them makes the browser known to no
   * account, since only `authorize` knows which one counted.
   */
  accountField?: string | undefined;
  /**
   * Emails per address and hour, over all email providers. Counted in the store of
   * records, else in this process. Default 5; `false` counts none.
   */
  perRecipient?: number | false | undefined;
  /** Requests per minute of an action, over all clients of this process. Default: not limited. */
  perAction?: ActionLimits | undefined;
  /** Sizes of requests. Default: see {@linkcode SizeLimits}. */
  sizes?: SizeLimits | undefined;
}

/** Options of `limits.perAction`: requests per minute, of which as many may come at once. */
export interface ActionLimits {
  /** `POST signin`. Default: not limited. */
  signin?: number | undefined;
  /** `callback`. Default: not limited. */
  callback?: number | undefined;
  /** `webauthn-options`. Default: not limited. */
  "webauthn-options"?: number | undefined;
}

/** Options of `limits.sizes`. A request that is larger is answered with 413. */
export interface SizeLimits {
  /** Bytes of a body. Default 1048576 (1 MiB), also with `limits: false`. */
  bodyBytes?: number | undefined;
  /** Characters of one field of a query, a form, or a JSON body. Default: not limited. */
  fieldCharacters?: number | undefined;
  /** Characters of the `Cookie` header, which are bytes. Default: not limited. */
  cookieBytes?: number | undefined;
  /** Characters of the path. Default: not limited. */
  pathCharacters?: number | undefined;
}

/** `limits` with its defaults. */
export interface ResolvedLimits {
  /** Requests per minute and address. */
  readonly perAddress: number | false;
  /** Passwords per minute and address. */
  readonly passwordsPerAddress: number | false;
  /** Wrong proofs per account and hour. */
  readonly perAccount: number | false;
  /** Emails per address and hour. */
  readonly perRecipient: number | false;
  /** Requests per minute and action. */
  readonly perAction: ActionLimits;
  /** Form field that identifies the account. */
  readonly accountField?: string;
  /** `true` when addresses of clients are those of sockets, not what a function of the app returns. */
  readonly readsSocket: boolean;
}

/** `limits.sizes` with its defaults; `Infinity` where there is no limit. */
export type ResolvedSizes = { readonly [Name in keyof SizeLimits]-?: number };
