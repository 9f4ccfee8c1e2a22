import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  hashPassword,
  isOutdated,
  matches,
  normalize,
} from "../../../../src/capabilities/passwords/hash.ts";
import { fromPhc, toPhc } from "../../../../src/capabilities/passwords/phc.ts";

const CHEAP = { ln: 1, r: 1, p: 1, iterations: 1 };
const CLIENT = { lane: "", isKnown: false };

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.replaceAll(/\s/g, "").match(/../g)!, (pair) => parseInt(pair, 16));

/** Salts there are as short as 4 bytes, which stored ones may not be. */
const VECTORS: [password: string, salt: string, ln: number, r: number, p: number, hash: string][] =
  [
    [
      "password",
      "NaCl",
      10,
      8,
      16,
      `fd ba be 1c 9d 34 72 00 78 56 e7 19 0d 01 e9 fe 7c 6a d7 cb c8 23 78 30 e7 73 76 63 4b 37 31 62
       2e af 30 d9 2e 22 a3 88 6f f1 09 27 9d 98 30 da c7 27 af b9 4a 83 ee 6d 83 60 cb df a2 cc 06 40`,
    ],
    [
      "pleaseletmein",
      "SodiumChloride",
      14,
      8,
      1,
      `70 23 bd cb 3a fd 73 48 46 1c 06 cd 81 fd 38 eb fd a8 fb ba 90 4f 8e 3e a9 b5 43 f6 54 5d a1 f2
       d5 43 29 55 61 3f 0f cf 62 d4 97 05 24 2a 9a f9 e6 1e 85 dc 0d 65 1e 40 df cf 01 7b 45 57 58 87`,
    ],
  ];

for (const [password, salt, ln, r, p, hash] of VECTORS) {
  Deno.test(`matches: the vector of RFC 7914 §12 for N=${2 ** ln}, r=${r}, p=${p}`, async () => {
    const known = {
      name: "scrypt" as const,
      ln,
      r,
      p,
      salt: new TextEncoder().encode(salt),
      hash: bytesOf(hash),
    };
    assertEquals(await matches(password, known, CLIENT), true);
    assertEquals(await matches(`${password} `, known, CLIENT), false);
    known.hash[63]! ^= 1;
    assertEquals(await matches(password, known, CLIENT), false);
  });
}

Deno.test("matches: the vector of RFC 7914 §11 for PBKDF2 with SHA-256", async () => {
  const known = {
    name: "pbkdf2" as const,
    iterations: 80_000,
    salt: new TextEncoder().encode("NaCl"),
    hash: bytesOf(
      `4d dc d8 f6 0b 98 be 21 83 0c ee 5e f2 27 01 f9 64 1a 44 18 d0 4c 04 14 ae ff 08 87 6b 34 ab 56
       a1 d4 25 a1 22 58 33 54 9a db 84 1b 51 c9 b3 17 6a 27 2b de bb a1 d0 78 47 8f 62 b3 97 f3 3c 8d`,
    ),
  };
  assertEquals(await matches("Password", known, CLIENT), true);
  assertEquals(await matches("password", known, CLIENT), false);
});

Deno.test("hashPassword: a PHC string with a salt of its own, which matches", async () => {
  const [one, two] = await Promise.all([
    hashPassword("a", CHEAP, CLIENT),
    hashPassword("a", CHEAP, CLIENT),
  ]);
  assertMatch(one!, /^\$scrypt\$ln=1,r=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert(one !== two);
  assertEquals(await matches("a", fromPhc(one!)!, CLIENT), true);
  assertEquals(await matches("b", fromPhc(one!)!, CLIENT), false);
});

Deno.test("hashPassword: spellings of one text are one password after normalization", async () => {
  const hash = fromPhc(await hashPassword(normalize("Zürich ﬁne"), CHEAP, CLIENT))!;
  assertEquals(await matches(normalize("Zu\u0308rich fine"), hash, CLIENT), true);
});

Deno.test("isOutdated: less work, PBKDF2 where there is scrypt, and foreign hashes", () => {
  const bytes = { salt: new Uint8Array(16), hash: new Uint8Array(32) };
  const scrypt = (ln: number) => toPhc({ name: "scrypt", ln, r: 8, p: 1, ...bytes });
  const cost = { ln: 10, r: 8, p: 1, iterations: 1000 };
  assertEquals(isOutdated(scrypt(10), cost), false);
  assertEquals(isOutdated(scrypt(11), cost), false, "more work stays");
  assertEquals(isOutdated(scrypt(9), cost), true);
  assertEquals(isOutdated(toPhc({ name: "pbkdf2", iterations: 4e6, ...bytes }), cost), true);
  assertEquals(isOutdated("$2b$10$abcdefghijklmnopqrstuv", cost), true);
});

const SALT = "A".repeat(22);
const HASH = "A".repeat(43);

const HOSTILE: Record<string, string> = {
  "more memory than 256 MiB": `$scrypt$ln=18,r=32,p=1$${SALT}$${HASH}`,
  "more than 8 times the default work": `$scrypt$ln=18,r=8,p=4$${SALT}$${HASH}`,
  "minutes of work in little memory": `$scrypt$ln=18,r=8,p=16$${SALT}$${HASH}`,
  "more than 8 times the default iterations": `$pbkdf2-sha256$i=4800001$${SALT}$${HASH}`,
  "ln of 40": `$scrypt$ln=40,r=8,p=1$${SALT}$${HASH}`,
  "ln of 0": `$scrypt$ln=0,r=8,p=1$${SALT}$${HASH}`,
  "r of 99": `$scrypt$ln=10,r=99,p=1$${SALT}$${HASH}`,
  "p of 99": `$scrypt$ln=10,r=8,p=99$${SALT}$${HASH}`,
  "a sign": `$scrypt$ln=-1,r=8,p=1$${SALT}$${HASH}`,
  "an exponent": `$scrypt$ln=1e1,r=8,p=1$${SALT}$${HASH}`,
  "a salt of 3 bytes": `$scrypt$ln=10,r=8,p=1$AAAA$${HASH}`,
  "a hash of 3 bytes": `$scrypt$ln=10,r=8,p=1$${SALT}$AAAA`,
  "a hash of 65 bytes": `$scrypt$ln=10,r=8,p=1$${SALT}$${"A".repeat(87)}`,
  "base64 of an impossible length": `$scrypt$ln=10,r=8,p=1$${"A".repeat(25)}$${HASH}`,
  "padding": `$scrypt$ln=10,r=8,p=1$${SALT}==$${HASH}=`,
  "a further part": `$scrypt$ln=10,r=8,p=1$${SALT}$${HASH}$`,
  "a line break": `$scrypt$ln=10,r=8,p=1$${SALT}$${HASH}\n`,
  "100 million iterations": `$pbkdf2-sha256$i=99999999$${SALT}$${HASH}`,
  "no iterations": `$pbkdf2-sha256$i=0$${SALT}$${HASH}`,
  "another algorithm": `$argon2id$v=19$m=65536,t=3,p=4$${SALT}$${HASH}`,
  "a megabyte": `$scrypt$ln=10,r=8,p=1$${SALT}$${"A".repeat(1_000_000)}`,
  "nothing": "",
};

Deno.test("fromPhc: reads 8 times the default work", () => {
  const scrypt = fromPhc(`$scrypt$ln=18,r=8,p=3$${SALT}$${HASH}`);
  assertEquals(scrypt?.name === "scrypt" && [scrypt.ln, scrypt.r, scrypt.p], [18, 8, 3]);
  const pbkdf2 = fromPhc(`$pbkdf2-sha256$i=4800000$${SALT}$${HASH}`);
  assertEquals(pbkdf2?.name === "pbkdf2" && pbkdf2.iterations, 4_800_000);
});

for (const [title, text] of Object.entries(HOSTILE)) {
  Deno.test(`fromPhc: refuses ${title}`, () => assertEquals(fromPhc(text), undefined));
}
