/**
 * Email services with an HTTP interface: their providers, and one request to them.
 *
 * @module
 */

import { EmailSignInError } from "../errors.ts";
import { customFetch } from "../symbols.ts";
import type { Mail } from "../mail/layout.ts";
import type { EmailConfig, FetchLike } from "../types/provider.ts";
import type { EmailProvider } from "../types/provider_function.ts";
import { DEFAULT_MAX_AGE, sendersOf } from "./_mail.ts";
import { providerId } from "../base/provider_id.ts";

/**
 * Makes the provider of an email service, which sends by its HTTP interface.
 *
 * @param send sends one email
 */
export function mail<Own extends string, Extra>(
  own: Own,
  name: string,
  send: (provider: EmailConfig, to: string, mail: Mail) => Promise<void>,
): EmailProvider<Own, Extra> {
  return (options) => ({
    id: providerId(options, own),
    name,
    type: "email",
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey", "from"],
    ...sendersOf(send),
    options: options ?? {},
  });
}

/** Longest wait for the service, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Request to an email service. */
export interface MailRequest {
  /** Endpoint of the service. */
  url: string;
  /** Headers that authenticate the app. */
  headers: Record<string, string>;
  /** A form, or an object that is sent as JSON. */
  body: FormData | object;
}

/**
 * Posts an email.
 *
 * @throws {EmailSignInError} when the status is not 2xx; `cause.answer` has the
 * body of the answer
 */
export async function postMail(
  provider: EmailConfig,
  { url, headers, body }: MailRequest,
): Promise<void> {
  const isForm = body instanceof FormData;
  const response = await fetchOf(provider)(url, {
    method: "POST",
    headers: isForm ? headers : { ...headers, "content-type": "application/json" },
    body: isForm ? body : JSON.stringify(body),
    // A redirect would send the API key to another URL.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return await response.body?.cancel();
  const answer = (await response.text()).slice(0, 1000);
  throw new EmailSignInError(
    `Cannot send the email: ${provider.name} answered ${response.status}; see \`cause.answer\``,
    { cause: { provider: provider.id, answer } },
  );
}

/** The app's `customFetch` if there is one, else the provider's, else the global `fetch`. */
function fetchOf(provider: EmailConfig): FetchLike {
  return provider.options?.[customFetch] ?? provider[customFetch] ?? globalThis.fetch;
}

/** `"Name <address>"` or a bare address → its parts. */
export function parseSender(from: string): { name?: string; email: string } {
  const text = from.trim();
  const open = text.lastIndexOf("<");
  const email = text.slice(open + 1, -1);
  if (open === -1 || !text.endsWith(">") || !email || email.includes(">")) return { email: text };
  const name = text.slice(0, open).trim().replace(/^"/, "").replace(/"$/, "");
  return name ? { name, email } : { email };
}
