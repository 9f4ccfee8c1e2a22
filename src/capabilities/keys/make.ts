/**
 * New keys: what was asked for, checked, and what is kept of it.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import { AuthError } from "../../errors.ts";
import { cleanName } from "../../base/names.ts";
import { nowMs } from "../../base/time.ts";
import type { FoundRecord } from "../../records/kind.ts";
import type { Proof } from "../../types/proof.ts";
import { isAge } from "./check.ts";
import { formatKey, makeHint, newKeyId, newSecret } from "./format.ts";
import { isOver, type KeyData, type ServiceData } from "./kinds.ts";
import type { Settings } from "./settings.ts";
import type { ApiKey, ApiKeyOptions, NewApiKey, Service } from "./typed.ts";

/** A key before it is written. */
export interface MadeKey {
  /** Public id. */
  readonly id: string;
  /** The key itself. */
  readonly secret: string;
  /** The facts that are kept about it. */
  readonly data: KeyData;
}

/** Options of a new key, in the form in which they are kept. */
export interface CheckedOptions {
  /** Name. */
  readonly name: string;
  /** Scopes. */
  readonly scopes: readonly string[] | "all";
  /** Milliseconds for which it is valid; `null` for one that does not end. */
  readonly lifetimeMs: number | null;
}

function bad(what: string, message: string, field: string): AuthError {
  return new AuthError(`Cannot use ${what}: ${message}`, { cause: { field } });
}

/**
 * Checks what was asked for.
 *
 * @throws {AuthError} when it cannot be used
 */
export function checkOptions(
  settings: Settings,
  { name, scopes, expiresIn = settings.maxAge }: ApiKeyOptions,
): CheckedOptions {
  if (expiresIn !== "never" && !isAge(expiresIn)) {
    const message = 'use a number of seconds above 0, and at most 100 years, or "never"';
    throw bad("the time of the key", message, "expiresIn");
  }
  return {
    name: requireKeyName("key", name),
    scopes: requireScopes(settings, scopes),
    lifetimeMs: expiresIn === "never" ? null : expiresIn * 1000,
  };
}

/** A name as it is stored. */
export function requireKeyName(what: "key" | "service", typed: string): string {
  const name = typeof typed === "string" ? cleanName(typed) : undefined;
  if (name !== undefined) return name;
  throw bad(`the name of the ${what}`, "use 1 to 64 visible characters", "name");
}

/** Scopes as they are stored. */
export function requireScopes(
  settings: Settings,
  scopes: readonly string[] | "all",
): readonly string[] | "all" {
  if (scopes === "all") return scopes;
  if (!Array.isArray(scopes) || scopes.length === 0) {
    throw bad("the scopes of the key", 'name at least one, or "all"', "scopes");
  }
  const unknown = scopes.find((scope) => !settings.scopes.includes(scope));
  if (unknown !== undefined) {
    throw bad("the scopes of the key", `there is no scope ${JSON.stringify(unknown)}`, "scopes");
  }
  return settings.scopes.filter((scope) => scopes.includes(scope));
}

/** The part of the proof of a session that a key keeps. */
export function toStoredProof(proof: Proof | undefined): KeyData["proof"] {
  return proof ? { at: proof.at, methods: proof.methods, provider: proof.provider } : null;
}

/** Makes a key. */
export async function makeKey(
  { prefix }: Settings,
  { name, scopes, lifetimeMs }: CheckedOptions,
  facts: Pick<KeyData, "createdBy" | "organization" | "owner" | "proof">,
): Promise<MadeKey> {
  const [id, secret] = [newKeyId(), newSecret()];
  const now = nowMs();
  const data: KeyData = {
    hash: await sha256Base64url(secret),
    name,
    scopes,
    ...facts,
    createdAt: new Date(now).toISOString(),
    expires: lifetimeMs === null ? null : new Date(now + lifetimeMs).toISOString(),
    lastUsedAt: null,
    anchor: null,
    rotatedTo: null,
  };
  return { id, secret: formatKey(prefix, { id, secret }), data };
}

/** Makes the successor of a key: the same, with its whole time ahead. */
export async function makeSuccessor(settings: Settings, of: KeyData): Promise<MadeKey> {
  const { name, scopes, createdAt, expires, createdBy, organization, owner, proof } = of;
  const lifetimeMs = expires === null ? null : Date.parse(expires) - Date.parse(createdAt);
  const facts = { createdBy, organization, owner, proof };
  const made = await makeKey(settings, { name, scopes, lifetimeMs }, facts);
  return { ...made, data: { ...made.data, anchor: of.anchor } };
}

/** A key, as apps see it. */
export function toApiKey({ prefix }: Settings, id: string, data: KeyData): ApiKey {
  const { name, scopes, owner, organization, createdBy, createdAt, expires, lastUsedAt } = data;
  return Object.freeze({
    id,
    hint: makeHint(prefix, id),
    name,
    scopes,
    owner: { kind: owner.kind, id: owner.id },
    organization,
    createdBy,
    createdAt: new Date(createdAt),
    expires: expires === null ? null : new Date(expires),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    isRotated: data.rotatedTo !== null,
  });
}

/**
 * A key that was made, as apps see it.
 *
 * @param createdBy the user who made it. Default: as it is in the record
 */
export function toNewKey(
  settings: Settings,
  { id, secret, data }: MadeKey,
  createdBy: string | null = data.createdBy,
): NewApiKey {
  return { ok: true, secret, key: toApiKey(settings, id, { ...data, createdBy }) };
}

/** Keys that are valid by themselves, as apps see them: the newest first. */
export function toApiKeys(
  settings: Settings,
  found: readonly FoundRecord<KeyData>[],
): readonly ApiKey[] {
  return found.filter(({ data }) => !isOver(data))
    .sort((a, b) => Date.parse(b.data.createdAt) - Date.parse(a.data.createdAt))
    .map(({ id, data }) => toApiKey(settings, id, data));
}

/** A service, as apps see it. */
export function toService(
  id: string,
  { name, scopes, createdAt, createdBy }: ServiceData,
): Service {
  return Object.freeze({ id, name, scopes, createdAt: new Date(createdAt), createdBy });
}
