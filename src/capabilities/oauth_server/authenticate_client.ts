/**
 * Authentication of clients: a stand-in for public clients and those with a secret, to be replaced by
 * the one of the clients.
 *
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import type { CallRequest } from "../../types/internal.ts";
import type { Client } from "./client.ts";
import { findClient, hashOfSecret } from "./clients.ts";
import { OAuthRefusal, textIn } from "./refusal.ts";
import type { OAuthCall } from "./settings.ts";

/**
 * The client of a request.
 *
 * @throws {OAuthRefusal} `invalid_client`
 */
export async function authenticateClient(
  call: Pick<OAuthCall, "config" | "settings">,
  { body, authorization }: CallRequest,
): Promise<Client> {
  const [, basic] = /^Basic (.+)$/i.exec(authorization ?? "") ?? [];
  const [user, password] = basic === undefined
    ? []
    : atob(basic).split(":").map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  const secret = password ?? textIn(body, "client_secret");
  const id = user ?? textIn(body, "client_id");
  const client = id === undefined ? undefined : await findClient(call, id);
  const refusal = new OAuthRefusal(
    "invalid_client",
    "The client is not known, or has not authenticated",
  );
  if (!client) throw refusal;
  const { authentication } = client;
  if (authentication.method === "none" && secret === undefined) return client;
  if (authentication.method !== "secret" || secret === undefined) throw refusal;
  const hash = await hashOfSecret(secret);
  if (!authentication.hashes.some((known) => isEqual(known, hash))) throw refusal;
  return client;
}
