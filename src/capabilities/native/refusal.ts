/**
 * Refusals of requests of clients, as RFC 6749 §5.2 writes them.
 *
 * @module
 */

import { AuthenticationRefusal, type JudgedReason } from "../../credentials/refusal.ts";
import { isProgramName } from "../../base/device.ts";
import { audit } from "../../hooks/audit.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler, ResponseInternal } from "../../types/internal.ts";
import type { NativeRequest } from "./settings.ts";

/** A request that is refused with an answer for programs. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly error: string;
  readonly details: Readonly<Record<string, boolean>>;

  /**
   * @param error code of RFC 6749 §5.2 or RFC 9449 §5
   * @param message sentence without the period at its end
   * @param details further members of the answer
   */
  constructor(error: string, message: string, details: Readonly<Record<string, boolean>> = {}) {
    super(message);
    this.error = error;
    this.details = details;
  }
}

/** A request with a credential that does not count. */
export class Unauthenticated extends Error {
  override name = "Unauthenticated";
  readonly answer: ResponseInternal;

  /** @param answer the answer for programs */
  constructor(answer: ResponseInternal) {
    super("The credential was refused");
    this.answer = answer;
  }
}

/**
 * Refuses a credential, with an entry in the audit log.
 *
 * @param about its public id and owner, as far as they are known
 */
export async function refuseCredential(
  { config, request }: NativeRequest,
  reason: JudgedReason,
  about: { credential?: string; userId?: string } = {},
): Promise<never> {
  const { method } = request;
  const facts = { name: "credential.refused" as const, reason, ...about };
  await audit({ config, request: { action: "", method, request } }, facts);
  const refusal = new AuthenticationRefusal(reason, { schemes: ["Bearer", "DPoP"] });
  const response = refusal.response();
  throw new Unauthenticated({
    status: response.status,
    headers: {
      ...JSON_HEADERS,
      "WWW-Authenticate": response.headers.get("www-authenticate") ?? "Bearer",
    },
    body: await response.json(),
  });
}

/** A handler whose refusals are answered. */
export function answering(handler: CallHandler): CallHandler {
  return async (request, config) => {
    try {
      return await handler(request, config);
    } catch (error) {
      if (error instanceof Unauthenticated) return error.answer;
      if (!(error instanceof Refusal)) throw error;
      const { error: code, message, details } = error;
      const body = { error: code, error_description: `${message}.`, ...details };
      return { status: 400, headers: JSON_HEADERS, body };
    }
  };
}

/** A text of a body; `undefined` when it is absent. */
export function textIn(
  body: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string | undefined {
  const value = body?.[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new Refusal("invalid_request", `\`${name}\` must be a text`);
}

/** A text of a body that must be there. */
export function requireText(
  body: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string {
  const value = textIn(body, name);
  if (value === undefined) throw new Refusal("invalid_request", `\`${name}\` is missing`);
  return value;
}

/**
 * The name of a client, such as `Acme CLI`.
 *
 * @returns `undefined` when it gives none
 */
export function clientIn(
  body: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const name = textIn(body, "client");
  if (name === undefined || isProgramName(name)) return name;
  throw new Refusal(
    "invalid_request",
    "`client` must have 1 to 64 letters of ASCII, digits, spaces or characters of .,'&+:_-",
  );
}
