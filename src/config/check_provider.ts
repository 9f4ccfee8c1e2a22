/**
 * Checks one provider. Each reason names the option and the remedy, and concerns
 * sign-ins with that provider only.
 *
 * @module
 */

import {
  AuthError,
  InvalidEndpoints,
  MissingAuthorize,
  MissingWebAuthnAutocomplete,
} from "../errors.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../types/resolved_provider.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";
import { codeOf, type FlowCode } from "./capability.ts";
import { problemOfClient } from "./check_client.ts";
import { problemOfUrl, writtenUrls } from "./endpoint_url.ts";
import { variableOf } from "./env.ts";

/** The reason why a provider cannot be used. */
export interface Fault {
  /** Class of the error that a sign-in with the provider ends in; it leads to a page. */
  type: typeof AuthError;
  /** The problem and the remedy. */
  reason: string;
}

const TYPES = ["oidc", "oauth", "email", "credentials", "webauthn"];

/** Options that the environment can fill in, and the suffixes of their variables. */
const VARIABLES: Readonly<Record<string, Parameters<typeof variableOf>[1]>> = {
  apiKey: "KEY",
  clientId: "ID",
  clientSecret: "SECRET",
  issuer: "ISSUER",
};

/** Returns `true` for a valid id of a provider, which is part of URLs. */
export function isProviderId(id: unknown): id is string {
  return typeof id === "string" && /^[\w.~-]+$/.test(id);
}

/** The fault of a provider, or `undefined` when it can be used. */
export function findFault(provider: ResolvedProvider): Fault | undefined {
  const { id, type } = provider;
  if (id === undefined) {
    return because(
      "it has no `id`; list what a provider module exports by default, or an object with `id`, " +
        "`name` and `type`",
    );
  }
  if (!isProviderId(id)) {
    return because(
      `its \`id\` ${JSON.stringify(id)} is part of a URL, so it may have letters, digits, and ` +
        "- _ . ~ only",
    );
  }
  if (!TYPES.includes(type)) return because(`its \`type\` is not one of ${TYPES.join(", ")}`);
  if (type === "credentials") {
    return typeof provider.authorize === "function"
      ? undefined
      : because("pass `authorize` to check the credentials", MissingAuthorize);
  }
  if (type === "email") return checkEmail(provider as EmailConfig);
  if (type === "webauthn") return checkPasskeys(provider as WebAuthnConfig);
  const oauth = provider as ResolvedOAuthProvider;
  return checkOAuth(oauth) ?? checkClient(oauth);
}

function because(reason: string, type: typeof AuthError = AuthError): Fault {
  return { type, reason };
}

/** Options to set, and the variables for those that have one. */
function toSet(id: string, options: readonly string[]): string {
  const named = options.map((name) =>
    name === "from" ? "`from` to an address of your domain" : `\`${name}\``
  );
  const variables = options.map((name) =>
    Object.hasOwn(VARIABLES, name) ? variableOf(id, VARIABLES[name]!) : undefined
  );
  if (options.length > 1 && variables.every((name) => name !== undefined)) {
    return `set ${list(named)}, or ${list(variables)}`;
  }
  const each = named.map((name, i) => variables[i] ? `${name} or ${variables[i]}` : name);
  return `set ${each.join(", and ")}`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function checkEmail(provider: EmailConfig): Fault | undefined {
  const { id, maxAge, code, requiredOptions = [] } = provider;
  if (typeof provider.sendVerificationRequest !== "function") {
    return because("pass `sendVerificationRequest` to send the link");
  }
  if (maxAge !== undefined && !(typeof maxAge === "number" && maxAge > 0 && maxAge < Infinity)) {
    return because("`maxAge` is not a number of seconds above 0");
  }
  if (code !== undefined && ![true, false, 6, 7, 8].includes(code)) {
    return because("`code` is not true, false, 6, 7 or 8");
  }
  const members = provider as unknown as Record<string, unknown>;
  const lacking = requiredOptions.filter((name) => !members[name]);
  if (lacking.length > 0) return because(toSet(id, lacking));
}

function checkOAuth(provider: ResolvedOAuthProvider): Fault | undefined {
  const { id, type, version, clientId, clientSecret } = provider;
  const isOAuth1 = version.startsWith("1.");
  // A public client has no secret; with OAuth 1.0, the secret signs every request.
  const lacking = !clientId
    ? clientSecret ? ["clientId"] : ["clientId", "clientSecret"]
    : isOAuth1 && !clientSecret
    ? ["clientSecret"]
    : [];
  if (isOAuth1) {
    return checkOAuth1(provider) ?? checkUrls(provider) ??
      (lacking.length > 0 ? because(toSet(id, lacking)) : undefined);
  }
  const endpoint = missingEndpoint(provider);
  if (endpoint && type === "oidc") {
    return because(toSet(id, ["issuer", ...lacking]), InvalidEndpoints);
  }
  if (endpoint) {
    const issuer = `\`issuer\` or ${variableOf(id, "ISSUER")}`;
    const others = lacking.length > 0 ? `; ${toSet(id, lacking)}` : "";
    return because(`set \`${endpoint}\`, or ${issuer} to discover it${others}`, InvalidEndpoints);
  }
  return checkUrls(provider) ?? (lacking.length > 0 ? because(toSet(id, lacking)) : undefined);
}

function checkClient(provider: ResolvedOAuthProvider): Fault | undefined {
  const problem = problemOfClient(provider);
  if (problem) return because(problem);
}

function checkUrls(provider: ResolvedOAuthProvider): Fault | undefined {
  const { issuer, wellKnown } = provider;
  const urls = writtenUrls(provider);
  // With `wellKnown`, the issuer is not requested, and is only a name.
  if (issuer?.startsWith("http:") && !wellKnown) urls.issuer = issuer;
  for (const [option, url] of Object.entries(urls)) {
    const problem = problemOfUrl(provider, url);
    if (problem) return because(`in \`${option}\`, ${problem}`, InvalidEndpoints);
  }
}

function missingEndpoint(provider: ResolvedOAuthProvider): string | undefined {
  if (provider.issuer || provider.wellKnown) return undefined;
  return (["authorization", "token", "userinfo"] as const).find((name) => {
    const endpoint = provider[name];
    return !endpoint?.url && !(name === "userinfo" && endpoint?.request);
  });
}

/** Checks an OAuth 1.0 provider, which has no discovery. */
function checkOAuth1(provider: ResolvedOAuthProvider): Fault | undefined {
  const { type, version, userinfo } = provider;
  if (type !== "oauth" || version !== "1.0") {
    return because(`there is no version "${version}" of its type "${type}"`);
  }
  if (!codeOf<FlowCode>(provider)?.flow) {
    return because("make it with OAuth1() of @x/auth/oauth1");
  }
  const present = {
    requestTokenUrl: provider.requestTokenUrl,
    authorization: provider.authorization.url,
    token: provider.token.url,
    userinfo: userinfo?.url ?? userinfo?.request,
  };
  for (const [name, value] of Object.entries(present)) {
    if (value) continue;
    return because(`set \`${name}\`, since OAuth 1.0 has no discovery`, InvalidEndpoints);
  }
  if (provider.token.request) {
    return because(
      "`token.request` cannot be used with OAuth 1.0, where the exchange must be signed; use " +
        "`token.conform` to repair its answer",
    );
  }
}

const CEREMONIES = [
  "generateAuthenticationOptions",
  "generateRegistrationOptions",
  "verifyAuthenticationResponse",
  "verifyRegistrationResponse",
] as const;

function checkPasskeys(provider: WebAuthnConfig): Fault | undefined {
  const { formFields, simpleWebAuthnBrowserVersion: version } = provider;
  if (version && !/^v\d+(\.\d+){0,2}$/.test(version)) {
    return because('`simpleWebAuthnBrowserVersion` is not like "v1.2.3"');
  }
  const fields = Object.values(formFields || {});
  const hasHint = fields.some(({ autocomplete }) => autocomplete?.includes("webauthn"));
  if (provider.enableConditionalUI && !hasHint) {
    return because(
      'give a field of `formFields` an `autocomplete` that ends in "webauthn", or set ' +
        "`enableConditionalUI: false`, since nothing can be offered in the autofill",
      MissingWebAuthnAutocomplete,
    );
  }
  const isComplete = codeOf(provider) && typeof provider.getUserInfo === "function" &&
    typeof provider.getRelayingParty === "function" &&
    CEREMONIES.every((name) => typeof provider.simpleWebAuthn?.[name] === "function");
  if (!isComplete) {
    return because(
      "make it with the function of @x/auth/providers/passkey or @x/auth/providers/webauthn",
    );
  }
}
