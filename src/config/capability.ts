/**
 * How code that only some apps need gets in: an object that the app brings with its config carries
 * it under one symbol. An app without the object neither loads nor bundles the code.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { isAuthAction } from "../http/paths.ts";
import { capability } from "../symbols.ts";
import { applies, type Demand, MAKERS, recordsOf } from "./needs.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Flow } from "../types/flow.ts";
import type { ResolvedFactors } from "../types/factor_settings.ts";
import type {
  CredentialCode,
  Endpoint,
  FunctionsLoader,
  RecordReader,
  ResolvedConfig,
  Store,
} from "../types/internal.ts";
import type { PasswordConfig, PasswordSettings } from "../types/password.ts";
import type { Json, RecordStore } from "../types/records.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import type { PartLoaders, Subscriptions } from "../types/topics.ts";

/** An object with its code. */
export interface WithCode<Code> {
  /** The code; its parts are loaded at their first use. */
  readonly [capability]: Code;
}

/** Functions of a group: each takes the config first. */
export type Group = Readonly<Record<string, unknown>>;

/** The code of a capability. */
export interface CapabilityCode<Resolved = unknown> {
  /** Returns the first error of its options. */
  check?(config: AuthConfig, providers: readonly ResolvedProvider[]): AuthError | undefined;
  /** What it needs of a config: each demand is checked at start. */
  readonly needs?:
    | readonly Demand[]
    | ((config: AuthConfig, providers: readonly ResolvedProvider[]) => readonly Demand[]);
  /** Its options with their defaults, as the core reads them. */
  resolve?(config: AuthConfig, providers: readonly ResolvedProvider[]): Resolved;
  /** Endpoints that exist with it, or a function that returns those of a config. */
  readonly endpoints?:
    | readonly Endpoint[]
    | ((providers: readonly ResolvedProvider[], config: AuthConfig) => readonly Endpoint[]);
  /** Its kinds of records that the export of a user has, as they are. */
  readonly records?: readonly RecordList[];
  /** Adds to the store what its adapter lacks and records have. */
  completeStore?(store: Store, records: RecordStore): Store;
  /** Loads the functions of the app, by the name of their group. */
  readonly functions?: Readonly<Record<string, FunctionsLoader<Group>>>;
  /** `true` when it opens the app in further ways, which a copied session must not add. */
  readonly protectsAccounts?: true;
  /** Scopes that it names: an app can demand them of requests. */
  readonly scopes?: readonly string[];
  /**
   * Scopes that keys of organizations can have in addition, where an owner names them: no permission
   * and no "all" has them.
   */
  readonly organizationScopes?: readonly string[];
  /** The kind of credential that it brings. */
  readonly credential?: CredentialCode;
  /** What it does when a topic is published, and what it answers, by topic. */
  readonly on?: Subscriptions;
  /** Loads what it does for others, by name. */
  readonly parts?: PartLoaders;
}

/** Records of one kind. */
export interface RecordList {
  /** Name of the kind. */
  readonly name: string;
  /** Lists those of a user, as the user may see them. */
  list(
    app: RecordReader & { readonly records?: RecordStore | undefined },
    userId: string,
  ): Promise<readonly { readonly data: Json }[]>;
}

/** The code of a provider whose flow is not one of the core. */
export interface FlowCode<P extends ResolvedProvider = never> extends CapabilityCode {
  /** Loads the flow. */
  readonly flow: () => Awaitable<Flow<P>>;
}

/** The code of passkey providers. */
export interface PasskeyCode<P extends ResolvedProvider = never> extends FlowCode<P> {
  /** Loads the script of the sign-in page. */
  readonly script: () => Awaitable<string>;
}

/** The code of an object; `undefined` when no function of this library made it. */
export function codeOf<Code extends CapabilityCode>(
  brought: object | undefined,
): Code | undefined {
  return (brought as Partial<WithCode<Code>> | undefined)?.[capability];
}

/** Options that the core reads, by the member of the config that brings them. */
export type ResolvedMembers = Required<Pick<ResolvedConfig, "account" | "signOut" | "tokens">>;

const MEMBERS = Object.keys(MAKERS) as (keyof typeof MAKERS)[];

/** All code that an app brings, each once; that of second factors and passwords first. */
export function codesIn(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): ReadonlySet<CapabilityCode> {
  const brought = [
    ...factorsIn(config),
    ...providers,
    ...MEMBERS.map((name) => config[name]),
    ...Object.values(config.capabilities ?? {}),
  ];
  return new Set(brought.flatMap((one) => codeOf(one) ?? []));
}

/** What all capabilities of a config need. */
export function demandsIn(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): Demand[] {
  return [...codesIn(config, providers)].flatMap(({ needs = [] }) =>
    typeof needs === "function" ? needs(config, providers) : needs
  );
}

/**
 * The config with what its capabilities need and its store has: a record of each session. What they
 * need and the store lacks is for the check to say.
 */
export function withNeeds(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthConfig {
  const { session } = config;
  if (session?.revocation || !recordsOf(config)) return config;
  const needsSessions = demandsIn(config, providers).some(({ sessions }) =>
    sessions === "possible" || applies(sessions, config)
  );
  return needsSessions ? { ...config, session: { ...session, revocation: {} } } : config;
}

/** What capabilities have subscribed, by topic, in their order. */
export function topicsOf(codes: readonly CapabilityCode[]): ResolvedConfig["topics"] {
  const topics = new Map<string, ((moment: never) => Awaitable<unknown>)[]>();
  for (const { on = {} } of codes) {
    for (const [topic, run] of Object.entries(on)) {
      topics.set(topic, [...topics.get(topic) ?? [], run]);
    }
  }
  return topics;
}

/** Loaders of the parts that capabilities bring; of those with the same name, the first one. */
export function partsOf(codes: readonly CapabilityCode[]): ResolvedConfig["parts"] {
  return new Map(codes.flatMap(({ parts = {} }) => Object.entries(parts)).reverse());
}

/** All endpoints that an app brings. */
export function listEndpoints(
  config: AuthConfig,
  codes: readonly CapabilityCode[],
  providers: readonly ResolvedProvider[],
): Endpoint[] {
  return codes.flatMap(({ endpoints = [] }) =>
    typeof endpoints === "function" ? endpoints(providers, config) : endpoints
  );
}

/** Returns the first error of a capability, and of what should bring one. */
export function checkCapabilities(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const error = checkFactorList(config) ?? checkPassword(providers) ?? checkMembers(config);
  if (error) return error;
  for (const code of codesIn(config, providers)) {
    const error = code.check?.(config, providers);
    if (error) return error;
  }
  return checkPaths(config, providers);
}

/** Returns an error for a path that two capabilities bring, or that is one of the nine actions. */
function checkPaths(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  const known = new Set<string>();
  const codes = [...codesIn(config, providers)];
  for (const { path, methods } of listEndpoints(config, codes, providers)) {
    for (const method of methods) {
      const name = `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
      const isOwn = path === "signout/{provider}";
      if (!known.has(name) && (isOwn || !isAuthAction(path.split("/")[0]!))) {
        known.add(name);
        continue;
      }
      return new AuthError(`Cannot use the path "${path}" of a capability: it is taken`, {
        cause: { option: "capabilities" },
      });
    }
  }
}

function checkMembers(config: AuthConfig): AuthError | undefined {
  for (const name of MEMBERS) {
    if (config[name] === undefined || codeOf(config[name])) continue;
    return new AuthError(`Cannot use \`${name}\`: make its value with ${MAKERS[name]}`, {
      cause: { option: name },
    });
  }
  for (const [name, brought] of Object.entries(config.capabilities ?? {})) {
    if (codeOf(brought)) continue;
    return new AuthError(
      `Cannot use \`capabilities.${name}\`: make its value with defineCapability() of ` +
        "@x/auth/capability",
      { cause: { option: "capabilities" } },
    );
  }
}

function checkFactorList(config: AuthConfig): AuthError | undefined {
  const { factors, factorPolicy } = config;
  const bad = (option: string, message: string) =>
    new AuthError(`Cannot use \`${option}\`: ${message}`, { cause: { option } });
  if (factors === undefined) {
    return factorPolicy && bad("factorPolicy", "there are no `factors`; set some, or leave it out");
  }
  if (!Array.isArray(factors)) return bad("factors", "it must be a list");
  if (factors.some((factor) => typeof factor !== "object" || factor === null)) {
    return bad("factors", "an entry is no factor; call its function, as in `Totp()`");
  }
  if (factors.length > 0 && !factorCode(config)) {
    return bad(
      "factors",
      "none of them is made by `@x/auth/factors`; pass yours to `defineFactor`",
    );
  }
}

function checkPassword(providers: readonly ResolvedProvider[]): AuthError | undefined {
  const provider = providers.find((one) => isPassword(one) && !codeOf(one));
  return provider && new AuthError(
    `Cannot use the provider "${provider.id}": make it with the function of ` +
      "@x/auth/providers/password",
    { cause: { provider: provider.id } },
  );
}

function factorsIn({ factors }: AuthConfig): readonly object[] {
  // The check of the config refuses all else.
  return Array.isArray(factors) ? factors : [];
}

/** The code of second factors: all that this library makes carry the same. */
export function factorCode(config: AuthConfig): CapabilityCode<ResolvedFactors> | undefined {
  for (const factor of factorsIn(config)) {
    const code = codeOf<CapabilityCode<ResolvedFactors>>(factor);
    if (code) return code;
  }
}

/** The code of passwords; `undefined` without `Password`. */
export function passwordCode(
  providers: readonly ResolvedProvider[],
): CapabilityCode<PasswordSettings> | undefined {
  return codeOf(providers.find(isPassword));
}

/** The code that a member of the config brings; `undefined` without the member. */
export function memberCode<Name extends keyof ResolvedMembers>(
  config: AuthConfig,
  name: Name,
): CapabilityCode<ResolvedMembers[Name]> | undefined {
  return codeOf(config[name]);
}

/** Returns `true` for the provider of `@x/auth/providers/password`. */
export function isPassword(provider: ResolvedProvider): provider is PasswordConfig {
  return provider.type === "credentials" && "passwords" in provider;
}

/** The script of passkey forms; `undefined` without a provider that has one. */
export function passkeyScript(
  { providers, unusable }: ResolvedConfig,
): Awaitable<string | undefined> {
  for (const provider of providers.values()) {
    if (provider.type === "webauthn" && !unusable.has(provider.id)) {
      return codeOf<PasskeyCode>(provider)!.script();
    }
  }
}
