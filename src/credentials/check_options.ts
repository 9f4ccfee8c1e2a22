/**
 * What a request must have, as the app writes it: each option has a value, and each name is one of the
 * config. A demand that nothing can meet, or that nothing would check, is an error of the app.
 *
 * @module
 */

import { checkDemand, checkDemands, type Rules } from "../base/demands.ts";
import { createFieldStore } from "../base/objects.ts";
import { didYouMean } from "../base/nearest.ts";
import { type CapabilityCode, codesIn } from "../config/capability.ts";
import type { AuthConfig } from "../types/config.ts";
import type { CredentialCode } from "../types/internal.ts";
import type { AnyGuardOptions, AuthenticateOptions, CredentialKind } from "../types/principal.ts";

/** The beginning of every message. */
const DOING = "authenticate";

const RULES: Rules<keyof AuthenticateOptions> = {
  accept: "texts",
  scopes: "texts",
  organization: "text",
  resource: "text",
  dpop: ["if-bound", "required"],
  acr: "text",
  maxAge: "seconds",
  allowActor: "flag",
};

/** Members of the config that bring the kinds. */
const BRINGERS: Readonly<Record<Exclude<CredentialKind, "session">, string>> = {
  bearer: "native: NativeClients()",
  key: "keys: ApiKeys({ … })",
  token: "oauthServer: OAuthServer({ … })",
};

/** Kinds with the permissions of a user, and no list of their own. */
const OF_USERS: readonly string[] = ["session", "bearer"];

/** What the demands of a config can name. */
interface Brought {
  readonly credentials: readonly CredentialCode[];
  /** All scopes. */
  readonly scopes: readonly string[];
  /** `true` with organizations. */
  readonly hasMembers: boolean;
}

const brought = createFieldStore<Brought>();

/**
 * Checks what a request must have, and copies it.
 *
 * @param config the config as the app wrote it; absent where it depends on the request
 * @throws {TypeError} for an option without a value, and for a name that the config does not have
 */
export function checkWanted(
  config: AuthConfig | undefined,
  options: AuthenticateOptions = {},
): AuthenticateOptions {
  const wanted = checkDemands(DOING, options, RULES);
  const { accept = ["session"] } = wanted;
  const kinds = ["session", ...Object.keys(BRINGERS)];
  for (const kind of accept) {
    if (!kinds.includes(kind)) throw unknown("accept", "kind of credential", kind, kinds);
  }
  if (accept.includes("token") && wanted.resource === undefined) {
    throw bad('to accept "token", name the `resource` that the token must be for');
  }
  if (wanted.dpop === "required" && !accept.some((kind) => kind === "bearer" || kind === "token")) {
    throw bad('`dpop: "required"` is for access tokens; accept "token" or "bearer"');
  }
  const asksForProof = wanted.acr !== undefined || wanted.maxAge !== undefined;
  if (asksForProof && accept.some((kind) => kind !== "token")) {
    throw bad(
      '`acr` and `maxAge` are for access tokens; accept "token" alone, and ask sessions by `requireProof`',
    );
  }
  if (config) checkNames(broughtBy(config), wanted, accept);
  return wanted;
}

/**
 * The same for a guard, whose organization can depend on the request.
 *
 * @throws {TypeError} as {@linkcode checkWanted}
 */
export function checkGuard(
  config: AuthConfig | undefined,
  options?: AnyGuardOptions,
): AnyGuardOptions {
  const { organization } = Object(options) as typeof options & object;
  const wanted = withoutCors(options);
  const cors = corsIn(options);
  if (typeof organization !== "function") {
    return { ...checkWanted(config, wanted as AuthenticateOptions | undefined), ...cors };
  }
  // Any name in its place: the function says which.
  return { ...checkWanted(config, { ...wanted, organization: "-" }), organization, ...cors };
}

/** The option `cors` of a guard; nothing without it. */
function corsIn(options: AnyGuardOptions | undefined): Pick<AnyGuardOptions, "cors"> {
  if (options === undefined || !Object.hasOwn(Object(options), "cors")) return {};
  const { cors, accept = ["session"] } = options;
  checkDemand(DOING, "cors", cors, ["any-origin"]);
  if (accept.includes("session")) {
    throw bad('`cors` is for requests with a token or a key; leave "session" out of `accept`');
  }
  return { cors: cors! };
}

/** What else a guard demands. A value that is no object stays, and is refused as such. */
function withoutCors(options: AnyGuardOptions | undefined): AnyGuardOptions | undefined {
  if (!Object.hasOwn(Object(options), "cors")) return options;
  const { cors: _, ...others } = options!;
  return others;
}

/**
 * The demands of a guard on one request.
 *
 * @param context what the function for the organization gets
 */
export async function readDemands(
  options: AnyGuardOptions | undefined,
  context: readonly unknown[],
): Promise<AuthenticateOptions | undefined> {
  const wanted = withoutCors(options);
  const organization = wanted?.organization;
  if (typeof organization !== "function") return wanted as AuthenticateOptions | undefined;
  return { ...wanted, organization: await organization(...context as never[]) };
}

/**
 * Checks a scope that a principal is asked for.
 *
 * @throws {TypeError} for a scope that the config does not have
 */
export function checkScope(config: AuthConfig, scope: unknown): void {
  checkDemand("decide", "scope", scope, "text");
  checkKnown("decide", broughtBy(config).scopes, scope as string);
}

function checkNames(
  { credentials, scopes, hasMembers }: Brought,
  wanted: AuthenticateOptions,
  accept: readonly CredentialKind[],
): void {
  const codes = credentials.filter(({ via }) => accept.includes(via));
  for (const kind of accept) {
    if (kind === "session" || codes.some(({ via }) => via === kind)) continue;
    throw bad(`the config accepts no "${kind}"; add \`${BRINGERS[kind]}\``);
  }
  const { organization, resource } = wanted;
  if (organization !== undefined && !hasMembers) {
    throw bad(
      "for an organization, since the config has none; add `organizations: Organizations({ … })`",
    );
  }
  if (resource !== undefined) checkResource(codes, resource);
  const contexts = codes.flatMap(({ contexts = [] }) => contexts);
  if (wanted.acr !== undefined && !contexts.includes(wanted.acr)) {
    throw bad(
      `no token has the \`acr\` ${quoted(wanted.acr)}; there is ${contexts.map(quoted).join(", ")}`,
    );
  }
  for (const scope of wanted.scopes ?? []) {
    checkKnown(DOING, scopes, scope);
    const canHave = accept.some((kind) => OF_USERS.includes(kind)) ||
      codes.some((code) => code.scopes?.(resource).includes(scope) ?? true);
    if (!canHave) {
      throw bad(
        `${
          accept.map((kind) => `"${kind}"`).join(" and ")
        } cannot have the scope "${scope}"; add ` +
          "it to the scopes of `keys`, or of the resource",
      );
    }
  }
}

function checkResource(codes: readonly CredentialCode[], resource: string): void {
  const known = codes.flatMap(({ resources }) => resources ?? []);
  if (known.length > 0 && !known.includes(resource)) {
    throw unknown("oauthServer.resources", "resource", resource, known);
  }
  if (!URL.canParse(resource)) throw bad(`the resource ${JSON.stringify(resource)} is no URL`);
}

function checkKnown(doing: string, known: readonly string[], scope: string): void {
  if (known.includes(scope)) return;
  const text = JSON.stringify(scope);
  throw new TypeError(
    known.length === 0
      ? `Cannot ${doing}: there is no scope ${text}, since the config has no \`organizations\`, ` +
        "`keys` or `oauthServer` that names scopes"
      : `Cannot ${doing}: there is no scope ${text}${didYouMean(scope, known)}`,
  );
}

function broughtBy(config: AuthConfig): Brought {
  const known = brought.get(config);
  if (known) return known;
  const codes: readonly CapabilityCode[] = [...codesIn(config, [])];
  const made: Brought = {
    credentials: codes.flatMap(({ credential }) => credential ?? []),
    scopes: [...new Set(codes.flatMap(({ scopes = [] }) => scopes))],
    hasMembers: codes.some(({ parts }) => parts?.members !== undefined),
  };
  brought.set(config, made);
  return made;
}

function unknown(
  where: string,
  what: string,
  name: string,
  known: readonly string[],
): TypeError {
  return bad(
    `there is no ${what} ${JSON.stringify(name)}` +
      (didYouMean(name, known) || `; \`${where}\` can name ${known.map(quoted).join(", ")}`),
  );
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

function bad(message: string): TypeError {
  return new TypeError(`Cannot ${DOING}: ${message}`);
}
