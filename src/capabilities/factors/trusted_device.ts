/**
 * Browsers in which a user has proven a second factor and is not asked again: a sealed
 * cookie with a random id, and a record with its hash. Both are needed, and neither is a
 * proof: sessions that begin there have the methods of the first proof only.
 *
 * @module
 */

import { defineKind, hashedId } from "../../records/kind.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { secondsFromNow } from "../../base/time.ts";
import { type CookieSeal, open, seal } from "../../session/sealed_cookie.ts";
import { audit } from "../../hooks/audit.ts";
import { ownerOf } from "../../records/owner.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import { recordsOf } from "./attempt.ts";

/** By the id in the cookie; the owner is the user. */
const trustedDevices = defineKind<string, null>("trusted", hashedId("trusted device"));

const COOKIE = {
  key: "trustedDevice",
  salt: "authjs.trusted-device",
} as const satisfies CookieSeal;

/** Content of the cookie. */
interface Cookie {
  id: string;
}

/** Stops asking this browser for the second factor of the user. A failure is logged. */
export async function trustDevice(ctx: Context, userId: string): Promise<void> {
  const { factors, logger } = ctx.config;
  if (!factors?.trustedDevice) return;
  try {
    await remember(ctx, userId, factors.trustedDevice.maxAge);
  } catch (error) {
    // The session has begun.
    logger.error(error as Error);
  }
}

async function remember(ctx: Context, userId: string, maxAge: number): Promise<void> {
  const id = randomBase64url(24);
  const expires = secondsFromNow(maxAge);
  await trustedDevices.add(recordsOf(ctx.config), id, { userId, expires, data: null });
  await seal<Cookie>(ctx, { ...COOKIE, maxAge }, undefined, { id });
  await audit(ctx, { name: "device.trusted", userId });
}

/** Returns `true` when the user is not asked in this browser. */
export async function isTrusted(ctx: Context, userId: string): Promise<boolean> {
  if (!ctx.config.factors!.trustedDevice) return false;
  const cookie = await open<Cookie>(ctx, COOKIE, undefined);
  if (!cookie) return false;
  const device = await trustedDevices.get(recordsOf(ctx.config), cookie.id);
  return device?.owner === ownerOf(userId);
}

/** Asks again in every browser of the user. */
export async function forgetDevices(config: ResolvedConfig, userId: string): Promise<void> {
  if (!config.factors?.trustedDevice) return;
  await trustedDevices.removeAll(recordsOf(config), userId);
}
