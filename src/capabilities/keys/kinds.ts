/**
 * Records of keys and services.
 *
 * @module
 */

import { msFromNow, nowMs } from "../../base/time.ts";
import { defineKind, type FoundRecord } from "../../records/kind.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";

/** Milliseconds for which a key that has ended is remembered, so that its refusal has a reason. */
const REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000;

/** The same for a revoked key that had no end. */
const ENDLESS_MS = 90 * 24 * 60 * 60 * 1000;

/** A key. Nothing in it opens anything. */
export type KeyData = {
  /** SHA-256 of the secret, in base64url. */
  hash: string;
  name: string;
  scopes: readonly string[] | "all";
  owner: { readonly kind: "organization" | "service" | "user"; readonly id: string };
  /** Id of the organization that it is bound to. */
  organization: string | null;
  /** Id of the user whose it is and who made it; `null` for the app, and for other owners. */
  createdBy: string | null;
  createdAt: string;
  /** Time at which it ends; the record stays a while longer. */
  expires: string | null;
  lastUsedAt: string | null;
  /** The anchor of the user under which it was made; `null` for other owners. */
  anchor: string | null;
  /** The proof of the session that made it. */
  proof: {
    readonly at: number;
    readonly methods: readonly AuthenticationMethod[];
    readonly provider: string | null;
  } | null;
  /** Id of its successor. */
  rotatedTo: string | null;
};

/** By public id; owned by the user, or by the organization. */
export const keys = defineKind<string, KeyData>("key", (id) => id);

/** A revoked key, by its id: says why it is refused, to the one who has its secret. */
export const endedKeys = defineKind<string, { hash: string }>("key.ended", (id) => id);

/** A service. */
export type ServiceData = {
  /** Id of the organization. */
  org: string;
  name: string;
  scopes: readonly string[] | "all";
  createdAt: string;
  createdBy: string | null;
};

/** By id; owned by the organization. */
export const services = defineKind<string, ServiceData>("service", (id) => id);

/** The end of the record of a key. */
export function storedUntil({ expires }: Pick<KeyData, "expires">): Date | null {
  return expires === null ? null : new Date(Date.parse(expires) + REMEMBERED_MS);
}

/** The end of the record of a revoked key. */
export function rememberedUntil(data: Pick<KeyData, "expires">): Date {
  return storedUntil(data) ?? msFromNow(ENDLESS_MS);
}

/** Returns `true` for a key whose time is over. */
export function isOver({ expires }: Pick<KeyData, "expires">): boolean {
  return expires !== null && Date.parse(expires) <= nowMs();
}

/** The group of a key among the records that the process has cached: its owner. */
export function groupOf({ owner = "" }: Pick<FoundRecord<KeyData>, "owner">): string {
  return owner;
}
