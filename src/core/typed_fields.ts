/**
 * What was typed on the sign-in page: into a form that was refused, or as the address of its first
 * step. The next page shows it.
 *
 * It goes through a sealed cookie and not through the URL, which stays in the history of the
 * browser and in the logs of servers. Secrets are never kept.
 *
 * @module
 */

import { open, seal, type SealedCookie } from "../session/sealed_cookie.ts";
import { pageProviders } from "../request/sign_in_page.ts";
import { isNameOfSecret } from "../limits/account.ts";
import type { Context } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";

/** Fields of the form of a provider. */
export interface TypedFields {
  /** Id of the provider whose form it was. */
  provider: string;
  /** Values by name. */
  fields: Record<string, string>;
  /** Id of the provider with whose account a sign-in was refused, see `refused_link.ts`. */
  refused?: string;
  /** The address that led to another site, see `leadByAddress` of `actions/signin.ts`. */
  led?: string;
}

/** The fields are forgotten after 5 minutes; until then, the page can be loaded again. */
const COOKIE = {
  key: "typedFields",
  salt: "authjs.typed-fields",
  maxAge: 300,
} as const satisfies SealedCookie;

/** Longest value that is kept: that of an email address. */
const MAX_LENGTH = 320;

/**
 * Keeps the fields for the built-in sign-in page; a page of the app has its own ways.
 *
 * @param provider whose form it was
 * @param led address that led to another site. Default: none did
 */
export async function keepTyped(
  ctx: Context,
  provider: ResolvedProvider | undefined = ctx.provider,
  led?: string,
): Promise<void> {
  const { config, request } = ctx;
  const hasOwnPage = config.pages.signIn || request.returnRedirect;
  // Where an address led is remembered for pages of the app too.
  if (!provider || (hasOwnPage && !request.wantsJson && led === undefined)) return;
  const fields: Record<string, string> = {};
  for (const name of namesOf(provider)) {
    const value = request.body?.[name];
    if (typeof value === "string" && value.length <= MAX_LENGTH) fields[name] = value;
  }
  if (Object.keys(fields).length === 0) return;
  const { refused } = await typedBefore(ctx) ?? {};
  const typed: TypedFields = {
    provider: provider.id,
    fields,
    ...(refused ? { refused } : {}),
    ...(led ? { led } : {}),
  };
  await seal(ctx, COOKIE, undefined, typed);
}

/**
 * Keeps an address as if it had been typed, for a page that knows it, such as that of an invitation.
 *
 * @returns the step of the sign-in page that shows it; `undefined` when no form asks for an address
 */
export async function keepAddress(ctx: Context, email: string): Promise<"address" | undefined> {
  const { config } = ctx;
  const form = pageProviders(ctx).find(({ type, identifier }) =>
    type === "email" || type === "credentials" && identifier
  );
  if (!form || config.pages.signIn || email.length > MAX_LENGTH) return undefined;
  const fields = { [form.identifier ?? "email"]: email };
  await seal(ctx, COOKIE, undefined, { provider: form.id, fields } satisfies TypedFields);
  return "address";
}

/** Keeps the address of a sign-in that was refused as that of another user. */
export async function keepRefused(
  ctx: Context,
  provider: string,
  email: string,
  refused: string,
): Promise<void> {
  if (ctx.config.pages.signIn || email.length > MAX_LENGTH) return;
  const typed: TypedFields = { provider, fields: { email }, refused };
  await seal(ctx, COOKIE, undefined, typed);
}

/** Forgets the fields. */
export function dropTyped(ctx: Context): void {
  ctx.cookies.delete(COOKIE.key);
}

/** The fields that were kept in this browser. */
export async function typedBefore(ctx: Context): Promise<TypedFields | undefined> {
  const opened = await open<TypedFields>(ctx, COOKIE, undefined);
  if (!opened) return undefined;
  // Without the claims of the seal, since clients get it as JSON.
  const { provider, fields, refused, led } = opened;
  return { provider, fields, ...(refused ? { refused } : {}), ...(led ? { led } : {}) };
}

function namesOf(provider: ResolvedProvider): string[] {
  if (provider.type === "email") return ["email"];
  if (provider.type !== "credentials") return [];
  return Object.entries(provider.credentials ?? {})
    .filter(([name, input]) => input?.type !== "password" && !isNameOfSecret(name))
    .map(([name]) => name);
}
