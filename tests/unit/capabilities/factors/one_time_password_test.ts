/** @module */

import { assertEquals } from "@std/assert";
import { fromBase32, toBase32 } from "../../../../src/base/crypto/base32.ts";
import {
  makePassword,
  type OtpHash,
  stepAt,
} from "../../../../src/capabilities/factors/one_time_password.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const DIGITS = "1234567890";

Deno.test("passwordOf() makes the passwords of RFC 4226, appendix D", async () => {
  const expected = ["755224", "287082", "359152", "969429", "338314"];
  for (const [counter, password] of expected.entries()) {
    assertEquals(await makePassword(bytes(DIGITS + DIGITS), counter, 6, "SHA-1"), password);
  }
});

Deno.test("passwordOf() makes the passwords of RFC 6238, appendix B", async () => {
  const secrets: Record<OtpHash, string> = {
    "SHA-1": DIGITS.repeat(2),
    "SHA-256": DIGITS.repeat(4).slice(0, 32),
    "SHA-512": DIGITS.repeat(7).slice(0, 64),
  };
  const vectors: [number, Record<OtpHash, string>][] = [
    [59, { "SHA-1": "94287082", "SHA-256": "46119246", "SHA-512": "90693936" }],
    [1111111109, { "SHA-1": "07081804", "SHA-256": "68084774", "SHA-512": "25091201" }],
    [1111111111, { "SHA-1": "14050471", "SHA-256": "67062674", "SHA-512": "99943326" }],
    [1234567890, { "SHA-1": "89005924", "SHA-256": "91819424", "SHA-512": "93441116" }],
    [2000000000, { "SHA-1": "69279037", "SHA-256": "90698825", "SHA-512": "38618901" }],
    [20000000000, { "SHA-1": "65353130", "SHA-256": "77737706", "SHA-512": "47863826" }],
  ];
  for (const [seconds, expected] of vectors) {
    for (const [hash, password] of Object.entries(expected) as [OtpHash, string][]) {
      const step = stepAt(seconds * 1000);
      assertEquals(await makePassword(bytes(secrets[hash]), step, 8, hash), password);
    }
  }
});

Deno.test("toBase32() and fromBase32() agree with RFC 4648, section 10", () => {
  const vectors = ["", "MY", "MZXQ", "MZXW6", "MZXW6YQ", "MZXW6YTB", "MZXW6YTBOI"];
  for (const [length, text] of vectors.entries()) {
    const plain = "foobar".slice(0, length);
    assertEquals(toBase32(bytes(plain)), text);
    assertEquals(fromBase32(text), bytes(plain));
  }
  assertEquals(fromBase32("mzxw 6ytb-oi======"), bytes("foobar"));
  assertEquals(fromBase32("MZXW1"), undefined);
});
