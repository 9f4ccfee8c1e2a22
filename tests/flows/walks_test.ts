/**
 * Some requests of an app with every part: each opens its session cookie once, and reads its session
 * once, except where a race demands that it is read again.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { measureWalks } from "../tools/_walks.ts";

/** Reads of the session by strategy: of its record, or of its row and the record with the proof. */
const SESSION = {
  jwt: ["records.get session"],
  database: ["getSessionAndUser", "records.get session"],
};

interface Expected {
  /** Reads of the session, where they are not those of {@linkcode SESSION}. */
  readonly session?: { readonly jwt: readonly string[]; readonly database: readonly string[] };
  /** All reads of the store. */
  readonly reads: { readonly jwt: number; readonly database: number };
  /** All writes of the store. */
  readonly writes: { readonly jwt: number; readonly database: number };
}

const NONE = { jwt: [], database: [] };

const EXPECTED: Readonly<Record<string, Expected>> = {
  "session read": {
    // No proof is asked for.
    session: { jwt: SESSION.jwt, database: ["getSessionAndUser"] },
    reads: { jwt: 1, database: 1 },
    writes: { jwt: 0, database: 0 },
  },
  "OIDC callback, a new user": {
    session: NONE,
    reads: { jwt: 11, database: 11 },
    writes: { jwt: 3, database: 4 },
  },
  "password with a TOTP: its code": {
    session: NONE,
    reads: { jwt: 6, database: 7 },
    writes: { jwt: 5, database: 6 },
  },
  "API key": { session: NONE, reads: { jwt: 2, database: 2 }, writes: { jwt: 0, database: 0 } },
  "consent page": { reads: { jwt: 5, database: 5 }, writes: { jwt: 1, database: 1 } },
  "organization page": { reads: { jwt: 16, database: 16 }, writes: { jwt: 0, database: 0 } },
  "invitation accepted": { reads: { jwt: 25, database: 25 }, writes: { jwt: 5, database: 5 } },
  "passkey, of the user signed in": {
    session: { jwt: SESSION.jwt, database: ["getSessionAndUser"] },
    reads: { jwt: 9, database: 8 },
    writes: { jwt: 3, database: 3 },
  },
  "passkey, added": {
    // The session can have ended while the key was checked.
    session: {
      jwt: [...SESSION.jwt, "records.get session"],
      database: [...SESSION.database, "getSessionAndUser"],
    },
    reads: { jwt: 11, database: 10 },
    writes: { jwt: 4, database: 4 },
  },
  "account page": { reads: { jwt: 13, database: 14 }, writes: { jwt: 0, database: 0 } },
};

/** Most functions that the page of an organization enters, of which there are three members. */
const MOST_FUNCTIONS = 500;

Deno.test("walks: a request decrypts its session cookie once, and reads its session once", async () => {
  const walks = await measureWalks();
  assertEquals(walks.length, 2 * Object.keys(EXPECTED).length);
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { name, strategy, decryptions, reads, writes, functions } of walks) {
    const { session = SESSION, ...counts } = EXPECTED[name]!;
    const isOfSession = (read: string) => [...SESSION.database, ...SESSION.jwt].includes(read);
    found[`${name}, ${strategy}`] = {
      decryptions,
      session: reads.filter(isOfSession),
      reads: reads.length,
      writes: writes.length,
    };
    expected[`${name}, ${strategy}`] = {
      decryptions: strategy === "jwt" && session !== NONE ? 1 : 0,
      session: session[strategy],
      reads: counts.reads[strategy],
      writes: counts.writes[strategy],
    };
    if (name === "organization page") assert(functions < MOST_FUNCTIONS, `${functions} functions`);
  }
  assertEquals(found, expected);
});
