/**
 * The token module alone.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { claimsOf, inTurns, nameOf, SECRET, SESSION_COOKIE, USERS } from "../_users.ts";
import type { Prepare, Workload } from "../_workload.ts";
import { loadSubject, type SubjectName } from "../subjects/mod.ts";

const salt = SESSION_COOKIE;
const indices = Array.from({ length: USERS }, (_, index) => index);

function decoding(name: SubjectName): Prepare {
  return async () => {
    const { encode, decode } = await loadSubject(name);
    const tokens: string[] = [];
    for (const index of indices) {
      tokens.push(await encode({ token: claimsOf(index), secret: SECRET, salt }));
    }
    const next = inTurns(tokens);
    for (const [index, token] of tokens.entries()) {
      if (index % 50 !== 0) continue;
      const claims = await decode({ token, secret: SECRET, salt });
      assertEquals((claims as { name?: string } | null)?.name, nameOf(index));
    }
    return { run: () => decode({ token: next(), secret: SECRET, salt }) };
  };
}

const floorDecoding: Prepare = async () => {
  const { open, seal } = await import("../subjects/floor.ts");
  const tokens = indices.map((index) => seal(claimsOf(index)));
  assertEquals(open(tokens[7]!).name, nameOf(7));
  // The key and the format are those of the libraries.
  const { decode, encode } = await loadSubject("ours");
  const token = await encode({ token: claimsOf(8), secret: SECRET, salt });
  assertEquals(token.split(".")[0], tokens[8]!.split(".")[0]);
  assertEquals(token.length, tokens[8]!.length);
  const decoded = await decode({ token: tokens[8]!, secret: SECRET, salt });
  assertEquals((decoded as { sub: string }).sub, claimsOf(8).sub);
  const next = inTurns(tokens);
  return { run: () => Promise.resolve(open(next())) };
};

function encoding(name: SubjectName): Prepare {
  return async () => {
    const { encode, decode } = await loadSubject(name);
    const next = inTurns(indices.map(claimsOf));
    const claims = next();
    const token = await encode({ token: claims, secret: SECRET, salt });
    const decoded = await decode({ token, secret: SECRET, salt }) as { sub: string };
    assertEquals(decoded.sub, claims.sub);
    return { run: () => encode({ token: next(), secret: SECRET, salt }) };
  };
}

const floorEncoding: Prepare = async () => {
  const { open, seal } = await import("../subjects/floor.ts");
  const next = inTurns(indices.map(claimsOf));
  const claims = next();
  assertEquals(open(seal(claims)).sub, claims.sub);
  return { run: () => Promise.resolve(seal(next())) };
};

export const tokens: Workload[] = [
  {
    id: "decode",
    label: "`decode`",
    targets: { overPeer: 10, overFloor: 1.15 },
    contenders: { ours: decoding("ours"), peer: decoding("peer"), floor: floorDecoding },
  },
  {
    id: "encode",
    label: "`encode`",
    targets: { overPeer: 9, overFloor: 1.15 },
    contenders: { ours: encoding("ours"), peer: encoding("peer"), floor: floorEncoding },
  },
];
