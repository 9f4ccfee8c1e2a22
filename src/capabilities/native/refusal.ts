/**
 * Refusals of requests of clients, as RFC 6749 §5.2 writes them.
 *
 * @module
 */

import { OAuthRefusal, refused, textIn } from "../../credentials/form.ts";
import { AuthenticationRefusal, type JudgedReason } from "../../credentials/refusal.ts";
import { isProgramName } from "../../base/device.ts";
import { audit } from "../../hooks/audit.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler, ResponseInternal } from "../../types/internal.ts";
import type { NativeRequest } from "./settings.ts";

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
      if (error instanceof OAuthRefusal) return refused(error);
      throw error;
    }
  };
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
  throw new OAuthRefusal(
    "invalid_request",
    "`client` must have 1 to 64 letters of ASCII, digits, spaces or characters of .,'&+:_-",
  );
}
