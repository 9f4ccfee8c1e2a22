/**
 * Users of Firebase Authentication.
 *
 * @see {@link https://firebase.google.com/docs/cli/auth auth:export} and {@link https://github.com/firebase/scrypt its scrypt}
 * @module
 */

import { toBase64url } from "../../base/crypto/bytes.ts";
import { fromAnyBase64 } from "../../base/crypto/any_base64.ts";
import { AuthError } from "../../errors.ts";
import type { UserRow } from "../../types/user_import.ts";
import type { ExportFile } from "./export_file.ts";
import { readJsonList } from "./json_rows.ts";
import { listOf, mapRow, type ReadRows, toAccounts, toProvider, toText } from "./row_values.ts";

/**
 * Password hash parameters of a project, as its console shows them.
 *
 * @since 0.3.0
 */
export interface FirebaseHash {
  /** `base64_salt_separator`. */
  readonly saltSeparator: string;
  /** `rounds`, usually 8. */
  readonly rounds: number;
  /** `mem_cost`, usually 14. */
  readonly memCost: number;
}

/**
 * Options of {@linkcode readFirebase}.
 *
 * @since 0.3.0
 */
export interface FirebaseOptions {
  /** Parameters of the hashes; `false` leaves passwords out. Default: a file with hashes is refused. */
  readonly hash?: FirebaseHash | false | undefined;
}

/** Ids of providers that have another name here. */
const PROVIDERS: Readonly<Record<string, string>> = {
  "apple.com": "apple",
  "facebook.com": "facebook",
  "github.com": "github",
  "google.com": "google",
  "twitter.com": "twitter",
};

/** What is no account. */
const OWN: readonly unknown[] = ["password", "phone"];

/**
 * Reads users of Firebase: the JSON of `firebase auth:export users.json`. Its hashes need
 * `foreignHashes({ firebase: { signerKey } })`, with the `base64_signer_key` of the console.
 *
 * The file does not say who has a second factor.
 *
 * @throws {AuthError} for a file of another form, for one with hashes without `hash`, and for
 * parameters that are none
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { readFirebase } from "@x/auth/users/readers";
 * import { assertEquals } from "@std/assert";
 *
 * const user = { localId: "a1", email: "ada@example.com", passwordHash: "aGFzaA==", salt: "c2FsdA==" };
 * const rows = readFirebase(JSON.stringify({ users: [user] }), {
 *   hash: { saltSeparator: "Bw==", rounds: 8, memCost: 14 },
 * });
 * const { value } = await rows.next();
 * assertEquals(value?.password, { hash: "$firebase-scrypt$ln=14,r=8$c2FsdAc$aGFzaA" });
 * ```
 */
export async function* readFirebase(
  file: ExportFile,
  { hash }: FirebaseOptions = {},
): ReadRows {
  const separator = hash && fromAnyBase64(hash.saltSeparator);
  const isWhole = (value: unknown) => Number.isInteger(value) && Number(value) > 0;
  if (hash && (!separator || !isWhole(hash.rounds) || !isWhole(hash.memCost))) {
    throw new AuthError("Cannot read the users of Firebase: its hash parameters cannot be read");
  }
  const toHash = (row: Record<string, unknown>): string | undefined => {
    const [key, salt] = [toText(row.passwordHash), toText(row.salt)];
    if (key === undefined || hash === false) return undefined;
    if (!hash || !separator) {
      throw new AuthError(
        "Cannot read the users of Firebase: they have passwords; pass the hash parameters",
      );
    }
    const [keyBytes, saltBytes] = [fromAnyBase64(key), fromAnyBase64(salt ?? "")];
    // An unknown form, which the import reports.
    if (!keyBytes || !saltBytes) return key;
    const whole = toBase64url(new Uint8Array([...saltBytes, ...separator]));
    return `$firebase-scrypt$ln=${hash.memCost},r=${hash.rounds}$${whole}$${toBase64url(keyBytes)}`;
  };
  for await (const row of readJsonList(file)) {
    yield mapRow(row, (value) => toRow(value, toHash(value)));
  }
}

function toRow(row: Record<string, unknown>, hash: string | undefined): UserRow {
  const accounts = listOf(row.providerUserInfo)
    .filter(({ providerId }) => !OWN.includes(providerId))
    .map(({ providerId, rawId }) => ({ provider: toProvider(PROVIDERS, providerId), id: rawId }));
  // Milliseconds as text.
  const createdAt = toText(row.createdAt);
  return {
    id: toText(row.localId),
    email: toText(row.email),
    emailVerified: row.emailVerified as boolean | undefined,
    name: toText(row.displayName),
    image: toText(row.photoUrl),
    createdAt: createdAt === undefined ? row.createdAt as number | undefined : Number(createdAt),
    password: hash === undefined ? undefined : { hash },
    accounts: toAccounts(accounts),
    suspended: row.disabled as boolean | undefined,
    secondFactor: Array.isArray(row.mfaInfo) && row.mfaInfo.length > 0,
  };
}
