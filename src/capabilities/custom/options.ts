/**
 * Options of a capability of an app.
 *
 * @module
 */

import type { AuthConfig } from "../../types/config.ts";
import type {
  AccountRow,
  AccountRowContext,
  CapabilityApp,
  CustomCall,
  CustomPage,
  CustomTopics,
} from "../../types/custom.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { Json } from "../../types/records.ts";
import type { CustomRecords } from "./records.ts";

/** A function whose first parameter is the app. */
// deno-lint-ignore no-explicit-any -- any parameters after the app
export type AppFunction = (app: CapabilityApp, ...rest: any[]) => unknown;

/**
 * A capability of your own.
 *
 * @typeParam Id Its name.
 * @typeParam F Its functions.
 * @typeParam Texts Its texts in one language.
 */
export interface CapabilityOptions<Id extends string, F, Texts> {
  /** Name: lower-case letters, digits and `-`. */
  readonly id: Id;
  /**
   * Returns why the config cannot be used, in a few words; `undefined` when it can. Default: none.
   */
  check?(config: AuthConfig): string | undefined;
  /**
   * Its kinds of records: an export of a user has theirs, and a deletion removes them. Default:
   * none.
   */
  readonly records?: readonly Pick<CustomRecords<Json>, "name" | "list">[];
  /**
   * Pages by their path below the base path. A part such as `{slug}` stands for any. Default: none.
   */
  readonly pages?: Readonly<Record<string, CustomPage<Texts>>>;
  /** Endpoints for programs by their path, or by a path of the origin's root. Default: none. */
  readonly calls?: Readonly<Record<string, CustomCall>>;
  /** Makes its row of the account page; `undefined` for none. Default: none. */
  accountRow?(context: AccountRowContext<Texts>): Awaitable<AccountRow | undefined>;
  /** What it does at moments of a user, by topic. Default: nothing. */
  readonly on?: CustomTopics;
  /** Texts by language; English is for all others. Default: none. */
  readonly texts?: Readonly<Record<string, Texts>> & { readonly en: Texts };
  /**
   * Functions of the app; the first parameter is the app, and the bound ones lack it. Default:
   * none.
   */
  // Without the second type, the parameter `app` would have to be written with its type.
  readonly functions?: F & Readonly<Record<string, AppFunction>>;
}
