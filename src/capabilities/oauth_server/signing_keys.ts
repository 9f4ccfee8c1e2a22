/**
 * Keys that sign tokens. One record for each use has them in their order: those that are retired and
 * still verify, the one that signs, and the next one, which is published before it signs.
 *
 * @module
 */

import { sha256Base64url } from "../../base/crypto/hash.ts";
import type { Seal } from "../../base/seals.ts";
import { nowMs } from "../../base/time.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import { defineKind } from "../../records/kind.ts";
import { forgetCached, readCached } from "../../records/cached.ts";
import { type Algorithm, ALGORITHMS, type SigningKey } from "./jws.ts";
import type { OAuthConfig, OAuthSetup, Resource } from "./settings.ts";

/** Use of keys. A key of one use never verifies for another. */
export type KeyUse = "access" | "access-EdDSA" | "id-ES256" | "id-RS256";

/** A key in its record. */
type StoredKey = {
  /** Thumbprint (RFC 7638). */
  kid: string;
  /** Public members. */
  jwk: { readonly [member: string]: string };
  /** The private key, sealed; `null` for one that is retired. */
  sealed: string | null;
  /** Time from which it signs, in milliseconds since 1970. */
  from: number;
};

/** By use; it belongs to no user. It stays, since tokens of any time need their keys. */
const keySets = defineKind<KeyUse, { keys: readonly StoredKey[] }>("oauth.key", (use) => use);

/** Algorithm of each use, and milliseconds for which a key verifies after it has signed its last. */
const USES: Readonly<Record<KeyUse, readonly [alg: Algorithm, keepMs: number]>> = {
  // An access token is valid for an hour at most.
  "access": ["ES256", 65 * 60_000],
  "access-EdDSA": ["EdDSA", 65 * 60_000],
  // An ID token is a hint for a sign-out long after it has expired.
  "id-ES256": ["ES256", 90 * 86_400_000],
  "id-RS256": ["RS256", 90 * 86_400_000],
};

const ALL_USES = Object.keys(USES) as KeyUse[];

/** Milliseconds for which a key signs. */
const ROTATE_MS = 90 * 86_400_000;

/** Milliseconds for which a key is published before it signs. */
const LEAD_MS = 86_400_000;

/** Milliseconds for which a retired key may still sign: clocks differ. */
const SLACK_MS = 60_000;

/**
 * Milliseconds for which a process uses the keys that it has read. A set has its next key before that
 * signs, so only an emergency in another process is known that much later.
 */
const KEPT_MS = 10_000;

/** The group of these records among those that are cached. */
const GROUP = "oauth keys";

/** A private key can be opened for ten years: it is replaced before. */
const SEAL = { salt: "authjs.oauth-key", maxAge: 315_360_000 } as const satisfies Seal;

/** Most imported keys of an app. */
const MAX_IMPORTED = 64;

const imported = new WeakMap<object, Map<string, CryptoKey>>();

/** The key that signs. The first one is made at its first use. */
export async function signingKey(setup: OAuthSetup, use: KeyUse): Promise<SigningKey> {
  const { config } = setup;
  const [alg] = USES[use];
  let found = await openCurrent(config, alg, await maintained(setup, use, cacheMsOf(setup)));
  // No secret of the app opens it, so it is of no use; it verifies as long as any other.
  found ??= await openCurrent(config, alg, await change(config, use, withNew("now")));
  if (!found) throw new Error("Cannot sign a token: no secret opens the key that was just made");
  return found;
}

/**
 * The key that signs access tokens for a resource. The first key of EdDSA is published for a day like
 * every next one, since a process of the version before refuses its tokens. Only where the options name
 * EdDSA, and no token was signed before, it signs at once.
 */
export async function accessKey(
  setup: OAuthSetup,
  { tokenAlgorithm, namesAlgorithm }: Pick<Resource, "namesAlgorithm" | "tokenAlgorithm">,
): Promise<SigningKey> {
  if (tokenAlgorithm === "ES256" || !await hasEdwards()) return await signingKey(setup, "access");
  const [first] = await maintained(setup, "access-EdDSA", cacheMsOf(setup), namesAlgorithm);
  const isReady = first !== undefined && first.from <= nowMs() + SLACK_MS;
  return await signingKey(setup, isReady ? "access-EdDSA" : "access");
}

/** The use of the key of an access token, by its algorithm; `undefined` for another algorithm. */
export function accessUseOf(alg: unknown): KeyUse | undefined {
  return alg === "ES256" ? "access" : alg === "EdDSA" ? "access-EdDSA" : undefined;
}

let edwards: Promise<boolean> | undefined;

/** Returns `true` where the runtime has Ed25519. */
function hasEdwards(): Promise<boolean> {
  return edwards ??= crypto.subtle.generateKey(ALGORITHMS.EdDSA.generate, false, ["sign", "verify"])
    .then(() => true, () => false);
}

function cacheMsOf({ settings }: Pick<OAuthSetup, "settings">): number {
  return Math.max(settings.maxLagMs, KEPT_MS);
}

/** The key that verifies a token; `undefined` for one that is not known, or is over. */
export async function verifyingKey(
  setup: OAuthSetup,
  use: KeyUse,
  kid: string,
): Promise<CryptoKey | undefined> {
  const { config, config: { records } } = setup;
  // One that is not known may have been made a moment ago.
  for (const maxLagMs of [cacheMsOf(setup), setup.settings.maxLagMs]) {
    const found = await readCached(keySets, records, use, maxLagMs, () => GROUP);
    const keys = living(found?.data.keys ?? [], use, nowMs());
    const known = keys.find((key) => key.kid === kid);
    if (!known) continue;
    const [alg] = USES[use];
    const text = JSON.stringify(known.jwk);
    return await importOnce(config, text, () => importKey(known.jwk, alg, "verify"));
  }
}

/** The public keys of all uses (RFC 7517): of those without need, the ones that are there. */
export async function publicKeys(setup: OAuthSetup): Promise<readonly JsonWebKey[]> {
  const { settings: { resources, maxLagMs }, config: { records } } = setup;
  const wanted = new Set<KeyUse>(["id-ES256", "id-RS256"]);
  let isNamed = false;
  for (const { tokenAlgorithm, namesAlgorithm } of resources.values()) {
    const isEdwards = tokenAlgorithm === "EdDSA" && await hasEdwards();
    wanted.add(isEdwards ? "access-EdDSA" : "access");
    isNamed ||= isEdwards && namesAlgorithm;
  }
  const all: JsonWebKey[] = [];
  // Those of EdDSA first: they are later ones where there are others.
  for (const use of ALL_USES.toReversed()) {
    const [alg] = USES[use];
    const found = wanted.has(use)
      ? await maintained(setup, use, maxLagMs, isNamed)
      : (await readCached(keySets, records, use, maxLagMs, () => GROUP))?.data.keys ?? [];
    for (const { kid, jwk } of living(found, use, nowMs())) {
      all.push({ ...jwk, kid, alg, use: "sig" } as JsonWebKey);
    }
  }
  return all.reverse();
}

/** Uses whose key no secret of the app opens, so that the next token makes another one. It only reads. */
export async function sealedUses(config: OAuthConfig): Promise<readonly KeyUse[]> {
  const found = await Promise.all(ALL_USES.map(async (use) => {
    const known = await keySets.get(config.records, use);
    const sealed = currentOf(known?.data.keys ?? [])?.sealed;
    if (!sealed) return [];
    return await unseal(config, sealed).then(() => [], () => [use]);
  }));
  return found.flat();
}

/**
 * Replaces the keys of all uses.
 *
 * @param isEmergency `true`: the new ones sign now, and the others are forgotten
 */
export async function replaceKeys(config: OAuthConfig, isEmergency: boolean): Promise<void> {
  const next = isEmergency ? onlyNew : withNew("next");
  await Promise.all(ALL_USES.map((use) => change(config, use, next)));
}

/** A change of keys; `undefined` leaves them. */
type Change = (
  keys: readonly StoredKey[],
  now: number,
  use: KeyUse,
  make: (from: number) => Promise<StoredKey>,
) => Promise<readonly StoredKey[] | undefined>;

/** Keys that are as they should be now: there is one, its successor is known, and no relic is left. */
async function maintained(
  { config }: Pick<OAuthSetup, "config">,
  use: KeyUse,
  maxLagMs: number,
  isNamed = false,
): Promise<readonly StoredKey[]> {
  const { records } = config;
  const found = await readCached(keySets, records, use, maxLagMs, () => GROUP);
  const keys = found?.data.keys ?? [];
  if (!isDue(keys, use, nowMs())) return keys;
  const isLater = use === "access-EdDSA" && keys.length === 0 &&
    (!isNamed || await keySets.get(records, "access") !== null);
  return await change(config, use, isLater ? addLater : maintain);
}

/** Makes a change, again from what another process has written meanwhile. */
async function change(
  { records, jwt }: OAuthConfig,
  use: KeyUse,
  next: Change,
): Promise<readonly StoredKey[]> {
  let made: Omit<StoredKey, "from"> | undefined;
  // One is enough for all tries.
  const make = async (from: number) => ({ ...made ??= await newKey(jwt.secret, use), from });
  let result: readonly StoredKey[] = [];
  await keySets.update(records, use, async (known) => {
    const keys = known?.data.keys ?? [];
    const changed = await next(keys, nowMs(), use, make);
    result = changed ?? keys;
    return changed && { expires: null, data: { keys: changed } };
  });
  forgetCached(records, GROUP);
  return result;
}

const maintain: Change = async (keys, now, use, make) => {
  if (!isDue(keys, use, now)) return undefined;
  const remaining = withoutLeftovers(keys, use, now);
  const last = remaining.at(-1);
  if (!last) return [await make(now)];
  const isOld = isRotationDue(last, now);
  return isOld
    ? [...remaining, await make(Math.max(now + LEAD_MS, last.from + ROTATE_MS))]
    : remaining;
};

/** The first key of a use, for tokens that were signed with keys of another use before. */
const addLater: Change = async (keys, now, _use, make) =>
  keys.length > 0 ? undefined : [await make(now + LEAD_MS)];

const onlyNew: Change = async (keys, now, use, make) =>
  isUnused(keys, use) ? undefined : [await make(now)];

/** Returns `true` for the algorithm of access tokens that the server has not signed with. */
function isUnused(keys: readonly StoredKey[], use: KeyUse): boolean {
  return use.startsWith("access") && keys.length === 0;
}

/** Adds a key that signs now, or a day later. */
function withNew(when: "next" | "now"): Change {
  return async (keys, now, use, make) => {
    if (when === "next" && isUnused(keys, use)) return undefined;
    const known = withoutLeftovers(keys, use, now).filter(({ from }) =>
      when === "next" || from <= now
    );
    // Two calls at once make one.
    if (when === "next" && (known.at(-1)?.from ?? 0) > now) return undefined;
    return [...known, await make(when === "now" || known.length === 0 ? now : now + LEAD_MS)];
  };
}

function isDue(keys: readonly StoredKey[], use: KeyUse, now: number): boolean {
  const last = keys.at(-1);
  if (!last || isRotationDue(last, now)) return true;
  return living(keys, use, now).length < keys.length ||
    keys.some((key, index) => key.sealed !== null && isRetired(keys, index, now));
}

function isRotationDue({ from }: StoredKey, now: number): boolean {
  return from + ROTATE_MS - LEAD_MS <= now;
}

/** Those that sign, will sign, or still verify. */
function living(keys: readonly StoredKey[], use: KeyUse, now: number): readonly StoredKey[] {
  const [, keepMs] = USES[use];
  return keys.filter((_, index) => {
    const next = keys[index + 1];
    return !next || now < next.from + keepMs;
  });
}

function isRetired(keys: readonly StoredKey[], index: number, now: number): boolean {
  const next = keys[index + 1];
  return next !== undefined && next.from + SLACK_MS <= now;
}

/** Removes the private part of keys that are retired. */
function withoutLeftovers(keys: readonly StoredKey[], use: KeyUse, now: number): StoredKey[] {
  const remaining = living(keys, use, now);
  return remaining.map((key, index) =>
    isRetired(remaining, index, now) ? { ...key, sealed: null } : key
  );
}

/** The last key whose time has come; of a process whose clock is behind, the first one. */
function currentOf(keys: readonly StoredKey[]): StoredKey | undefined {
  const now = nowMs();
  return keys.findLast(({ from }) => from <= now) ?? keys[0];
}

/** @throws when no secret of the app opens it */
async function unseal({ jwt }: OAuthConfig, sealed: string): Promise<JsonWebKey> {
  const opened = await openText<{ jwk: JsonWebKey }>(jwt.secret, SEAL, sealed);
  return opened!.jwk;
}

/** The key that signs; `undefined` when no secret of the app opens it. */
async function openCurrent(
  config: OAuthConfig,
  alg: Algorithm,
  keys: readonly StoredKey[],
): Promise<SigningKey | undefined> {
  const current = currentOf(keys);
  if (!current?.sealed) return undefined;
  const { sealed, kid } = current;
  try {
    const key = await importOnce(
      config,
      sealed,
      async () => await importKey(await unseal(config, sealed), alg, "sign"),
    );
    return { kid, alg, key };
  } catch (error) {
    config.logger.error(error as Error);
    return undefined;
  }
}

async function newKey(secret: string | string[], use: KeyUse): Promise<Omit<StoredKey, "from">> {
  const { generate, members } = ALGORITHMS[USES[use][0]];
  const pair = await crypto.subtle.generateKey(generate, true, ["sign", "verify"]);
  const jwk = await crypto.subtle.exportKey("jwk", (pair as CryptoKeyPair).privateKey);
  const open = Object.fromEntries(members.map((name) => [name, jwk[name] as string]));
  return {
    kid: await sha256Base64url(JSON.stringify(open)),
    jwk: open,
    sealed: await sealText(secret, SEAL, { jwk }),
  };
}

/** Other members, such as `key_ops`, could contradict what it is imported for. */
async function importKey(
  { key_ops: _, ext: _ext, ...jwk }: JsonWebKey,
  alg: Algorithm,
  usage: "sign" | "verify",
): Promise<CryptoKey> {
  return await crypto.subtle.importKey("jwk", jwk, ALGORITHMS[alg].use, false, [usage]);
}

/** Keys of an app by their text: a secret of another app opens none of them. */
async function importOnce(
  config: object,
  text: string,
  load: () => Promise<CryptoKey>,
): Promise<CryptoKey> {
  let keys = imported.get(config);
  if (!keys) imported.set(config, keys = new Map());
  const known = keys.get(text);
  if (known) return known;
  const key = await load();
  if (keys.size >= MAX_IMPORTED) keys.delete(keys.keys().next().value!);
  keys.set(text, key);
  return key;
}
