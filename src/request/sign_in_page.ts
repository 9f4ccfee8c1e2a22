/**
 * The facts of the sign-in page: for the built-in page, and for pages of the app.
 *
 * @module
 */

import { hasPath } from "../http/paths.ts";
import type { PageProvider } from "../../pages/mod.ts";
import { actionUrl, providerUrls } from "../http/url.ts";
import type { Context } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import type { CredentialsConfig, OAuthConfig } from "../types/provider.ts";
import type { SignInMethod, SignInPage } from "../types/sign_in_page.ts";
import { browserToken } from "./csrf.ts";
import { lastProvider } from "./last_provider.ts";
import { perOrigin } from "./per_origin.ts";

/** Text of a query that can be shown and compared without care. */
const WORD = /^[\w-]{1,64}$/;

/** Providers of the page, made once per place. */
export const pageProviders: (ctx: Context) => PageProvider[] = perOrigin((ctx: Context) => {
  const { config } = ctx;
  // A button of a provider that lacks what it needs would lead to an error.
  const usable = [...config.providers.values()].filter(({ id }) => !config.unusable.has(id));
  const shared = sharedIdentifier(usable);
  return usable.map((provider): PageProvider => ({
    id: provider.id,
    name: provider.name,
    type: provider.type,
    ...providerUrls(ctx, provider.id),
    style: (provider as OAuthConfig<unknown>).style,
    credentials: (provider as CredentialsConfig).credentials,
    ...(config.passwords?.providerId === provider.id && hasPath(config.enabledPaths, "password")
      ? { passwordUrl: actionUrl(ctx, "password") }
      : {}),
    ...(provider.type === "webauthn"
      ? {
        optionsUrl: actionUrl(ctx, "webauthn-options", provider.id),
        formFields: provider.formFields,
        autofill: provider.enableConditionalUI,
        ...(config.signUp === "invited" ? { mayRegister: false } : {}),
      }
      : {}),
    ...(shared?.owners.has(provider.id) ? { identifier: shared.name } : {}),
  }));
});

/** The facts for a page of the app. */
export async function signInPage(ctx: Context): Promise<SignInPage> {
  const { callbackUrl, request: { query: { error, code } } } = ctx;
  const token = await browserToken(ctx);
  const last = lastProvider(ctx);
  return {
    providers: methods(ctx),
    ...(token === undefined ? {} : { csrfToken: token }),
    callbackUrl,
    ...(error !== undefined && WORD.test(error) ? { error } : {}),
    ...(code !== undefined && WORD.test(code) ? { code } : {}),
    ...(last === undefined ? {} : { lastProvider: last }),
  };
}

const methods = perOrigin((ctx: Context) => pageProviders(ctx).map(toMethod));

function toMethod(
  { id, name, type, signinUrl, callbackUrl, credentials, formFields, identifier, ...rest }:
    PageProvider,
): SignInMethod {
  const { optionsUrl, autofill, style } = rest;
  const fields = type === "email"
    ? { email: { label: "Email", type: "email", required: true } }
    : credentials ?? (formFields || {});
  return {
    id,
    name,
    type,
    action: type === "credentials" || type === "webauthn" ? callbackUrl : signinUrl,
    fields,
    ...(identifier === undefined ? {} : { identifier }),
    ...(optionsUrl === undefined ? {} : { optionsUrl, autofill: autofill === true }),
    ...(style ? { style } : {}),
  };
}

/**
 * The field that several kinds of providers ask for, with the first provider of each kind.
 * Fields of the same name have the same meaning: a link cannot be sent to a user name.
 */
function sharedIdentifier(
  providers: readonly ResolvedProvider[],
): { name: string; owners: ReadonlySet<string> } | undefined {
  const byName = new Map<string, Map<string, string>>();
  for (const provider of providers) {
    const name = identifierOf(provider);
    if (name === undefined) continue;
    const byType = byName.get(name) ?? new Map<string, string>();
    if (!byType.has(provider.type)) byType.set(provider.type, provider.id);
    byName.set(name, byType);
  }
  for (const [name, byType] of byName) {
    if (byType.size > 1) return { name, owners: new Set(byType.values()) };
  }
}

/** The field that names the user, in forms that ask for nothing else but a password. */
function identifierOf(provider: ResolvedProvider): string | undefined {
  if (provider.type === "email") return "email";
  if (provider.type === "webauthn") {
    const [name, ...others] = Object.keys(provider.formFields || {});
    return others.length === 0 ? name : undefined;
  }
  if (provider.type !== "credentials") return undefined;
  const fields = Object.entries(provider.credentials ?? {});
  const named = fields.filter(([, input]) => input?.type !== "password");
  return fields.length === 2 && named.length === 1 ? named[0]![0] : undefined;
}
