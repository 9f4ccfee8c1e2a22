/**
 * What options, providers and calls need of a config, as data, and what a config has of it: the
 * check at start, the doctor and the tests ask {@linkcode findNeed}.
 *
 * @module
 */

import { recordsCureOf } from "./record_stores.ts";
import { ADAPTER_MODULES, listLacking, missing } from "../hooks/adapter.ts";
import { AuthError, MissingAdapter } from "../errors.ts";
import type { AuthConfig } from "../types/config.ts";
import type {
  ResolvedConfig,
  ResolvedRevocation,
  SiteMail,
  StoreMethod,
} from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import type { RecordStore } from "../types/records.ts";
import { traceEmail } from "../hooks/telemetry.ts";
import { BUILT_IN } from "../base/language.ts";
import { lazy } from "../base/lazy.ts";
import type { AccountMail } from "../types/factor.ts";
import type { ResolvedLanguages } from "../types/languages.ts";
import { resolveLanguages } from "./defaults.ts";

/** The functions that make the values of members of the config, by member, as messages name them. */
export const MAKERS = {
  tokens: "KeepTokens() of @x/auth/tokens",
  signOut: "ProviderSignOut() of @x/auth/sign-out",
  account: "AccountPage() of @x/auth/account",
  audit: "AuditLog() of @x/auth/audit-log",
  organizations: "Organizations() of @x/auth/organizations",
  connections: "Connections() of @x/auth/connections",
  keys: "ApiKeys() of @x/auth/keys",
  scim: "Scim() of @x/auth/scim",
  native: "NativeClients() of @x/auth/native",
  oauthServer: "OAuthServer() of @x/auth/oauth-server",
  operators: "Operators() of @x/auth/operators",
  webhooks: "Webhooks() of @x/auth/webhooks",
} as const;

// Few requests send an email.
const foot = lazy(() => import("../mail/foot.ts"));

/** With any session strategy, or with database sessions. */
type Strategies = "always" | "database";

/** What a capability needs. */
export interface Needs {
  /** Methods of the adapter. An empty list: an adapter, whatever it has. */
  readonly adapter?: readonly StoreMethod[] | undefined;
  /** When it needs a store of records. */
  readonly records?: Strategies | undefined;
  /**
   * When it needs a record of each session. A store of records then keeps them, as with
   * `session.revocation: {}`. `"possible"`: wherever there is such a store.
   */
  readonly sessions?: Strategies | "possible" | undefined;
  /** What it sends by email. */
  readonly emails?: string | undefined;
  /** Members of the config. */
  readonly members?: readonly (keyof typeof MAKERS)[] | undefined;
  /** `true` when it needs a provider that signs people in by email. */
  readonly links?: boolean | undefined;
  /** What the app can do instead. */
  readonly otherwise?: string | undefined;
}

/** Needs with who has them: an option, a provider by its id, or a call of the app. */
export type Demand =
  & Needs
  & (
    | { readonly option: string }
    | { readonly provider: string }
    | { readonly call: string }
  );

/** Members of a config that a demand is compared with. */
type Compared = Pick<AuthConfig, "adapter" | "records" | "session"> & Partial<AuthConfig>;

/** The session strategy of a config. */
export function strategyOf({ session, adapter }: Compared): "jwt" | "database" {
  return session?.strategy ?? (adapter ? "database" : "jwt");
}

/** Returns `true` for strategies that include the one of the config. */
export function applies(strategies: Needs["sessions"], config: Compared): boolean {
  return strategies === "always" || strategies !== undefined && strategies === strategyOf(config);
}

/** Returns the error for the first thing that a config lacks; `undefined` when it lacks nothing. */
export function findNeed(
  config: Compared,
  providers: readonly ResolvedProvider[],
  demand: Demand,
): AuthError | undefined {
  const { adapter, session } = config;
  const { adapter: methods, emails, members = [], links } = demand;
  if (methods && !adapter) {
    const cure = `set \`adapter\`, from ${ADAPTER_MODULES} or of Auth.js`;
    return makeNeed(demand, "adapter", "an adapter", cure, MissingAdapter);
  }
  const lacking = listLacking(adapter ?? {}, methods ?? []);
  if (lacking.length > 0) {
    return missing(lacking, subjectOf(demand), elseOf(demand), makeCause(demand, "adapter"));
  }
  const records = recordsOf(config);
  const needsSessions = applies(demand.sessions, config);
  // An option needs no more than the store: see `withNeeds`.
  if (needsSessions && "call" in demand && !session?.revocation) {
    const cure = `set \`session.revocation\`${records ? "" : `, and ${recordsCureOf(adapter)}`}`;
    return makeNeed(demand, "session.revocation", "records of sessions", cure);
  }
  if ((needsSessions || applies(demand.records, config)) && !records) {
    return makeNeed(demand, "records", "a store of records", recordsCureOf(adapter));
  }
  if (emails !== undefined && !makeMailer({ ...config, providers: [] }, providers)) {
    const cure = "set `sendMail`, or use an email provider of this library";
    return makeNeed(demand, "sendMail", `a way to send emails, for ${emails}`, cure);
  }
  for (const name of members) {
    if (config[name]) continue;
    return makeNeed(demand, name, `\`${name}\``, `set it to ${MAKERS[name]}`);
  }
  if (links && !providers.some(({ type }) => type === "email")) {
    return makeNeed(demand, "providers", "an email provider, for its links", "add one");
  }
}

/**
 * The records of sessions, which a call of the app needs.
 *
 * @throws {AuthError} when there are none
 */
export function requireSessions(
  { revocation, userConfig }: ResolvedConfig,
  call: string,
): ResolvedRevocation {
  if (revocation) return revocation;
  throw findNeed(userConfig, [], { call, sessions: "always" });
}

/**
 * Refuses a call that needs a member of the config.
 *
 * @throws {AuthError} without it
 */
export function requireMember({ userConfig }: ResolvedConfig, name: keyof typeof MAKERS): void {
  if (userConfig[name]) return;
  throw new AuthError(
    `Cannot use the functions of \`${name}\`: add ${MAKERS[name]} to the config`,
    {
      cause: { option: name },
    },
  );
}

function makeNeed(
  demand: Demand,
  missed: string,
  need: string,
  cure: string,
  Class: typeof AuthError = AuthError,
): AuthError {
  const text = `Cannot use ${subjectOf(demand)}: it needs ${need}; ${cure}${elseOf(demand)}`;
  return new Class(text, { cause: makeCause(demand, missed) });
}

function makeCause(demand: Demand, missed: string): { provider: string } | { option: string } {
  if ("provider" in demand) return { provider: demand.provider };
  return { option: "option" in demand ? demand.option : missed };
}

function subjectOf(demand: Demand): string {
  if ("provider" in demand) return `the provider "${demand.provider}"`;
  return "option" in demand ? `\`${demand.option}\`` : demand.call;
}

function elseOf({ otherwise }: Demand): string {
  return otherwise === undefined ? "" : `, or ${otherwise}`;
}

/** The store of records: the config's, else the adapter's own. */
export function recordsOf(
  { records, adapter }: Pick<AuthConfig, "records" | "adapter">,
): RecordStore | undefined {
  // An app that wraps each member of an adapter in a function makes one of `records` too.
  return records ?? (typeof adapter?.records === "object" ? adapter.records : undefined);
}

/** The function that sends emails about accounts; `undefined` when the app has no way to. */
export function makeMailer(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  languages: ResolvedLanguages = resolveLanguages(config),
): ResolvedConfig["sendMail"] {
  const { sendMail, theme } = config;
  const themed = async ({ origin, ...mail }: SiteMail): Promise<AccountMail> => {
    if (!theme) return mail;
    const { language = BUILT_IN } = mail;
    const wording = { language, texts: languages.texts.get(language) };
    return { theme, links: (await foot()).footLinks(theme, wording, origin), ...mail };
  };
  if (sendMail) {
    return (mail) => traceEmail(undefined, async () => await sendMail(await themed(mail)));
  }
  for (const provider of providers) {
    if (provider.type !== "email" || !provider.sendMail) continue;
    const { sendMail: send } = provider;
    return (mail) => traceEmail(provider, async () => await send(await themed(mail), provider));
  }
}
