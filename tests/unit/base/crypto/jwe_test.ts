import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { CompactEncrypt, type CompactJWEHeaderParameters } from "jose";
import { compactDecrypt } from "jose";
import { fromBase64url, toBase64url } from "../../../../src/base/crypto/bytes.ts";
import { decryptJwe, encryptJwe, TokenError } from "../../../../src/base/crypto/jwe.ts";
import { type ContentEncryption, deriveKey } from "../../../../src/base/crypto/keys.ts";
import { runWithoutNode } from "./_without_node.ts";
import "./_with_node.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const SALT = "authjs.session-token";
const SECRET = "a-secret-of-at-least-32-characters";
const CBC = "A256CBC-HS512";
const text = '{"sub":"42","name":"Ada"}';
const encode = (value: string) => new TextEncoder().encode(value);

const ours = async (plaintext = text, secret = SECRET, salt = SALT) =>
  await encryptJwe(plaintext, await deriveKey(secret, salt, CBC));

/** A token that jose creates with the library's key and any header. */
async function foreign(
  enc: ContentEncryption,
  header: Partial<CompactJWEHeaderParameters> | undefined = {},
  { secret = SECRET, plaintext = text, crit = {} as Record<string, boolean> } = {},
): Promise<string> {
  const key = await deriveKey(secret, SALT, enc);
  return await new CompactEncrypt(encode(plaintext))
    .setProtectedHeader({ alg: "dir", enc, kid: key.kid, ...header })
    .encrypt(key.bytes, { crit });
}

/** The token with another protected header and unchanged other parts. */
function withHeader(token: string, header: unknown): string {
  const [, ...rest] = token.split(".");
  return [toBase64url(encode(JSON.stringify(header))), ...rest].join(".");
}

const read = async (token: string, secrets: readonly string[] = [SECRET], salt = SALT) =>
  await decryptJwe(token, secrets, salt);

const refused = (token: string, secrets?: readonly string[], salt?: string) =>
  assertRejects(() => read(token, secrets, salt), TokenError);

Deno.test("encryptJwe() creates a compact JWE with exactly the documented header", async () => {
  const token = await ours();
  const [header, encryptedKey, iv, , tag] = token.split(".");
  const { kid } = await deriveKey(SECRET, SALT, CBC);
  assertEquals(JSON.parse(atob(header!.replaceAll("-", "+").replaceAll("_", "/"))), {
    alg: "dir",
    enc: CBC,
    kid,
  });
  assertEquals(encryptedKey, "");
  assertEquals(fromBase64url(iv!).length, 16);
  assertEquals(fromBase64url(tag!).length, 32);
});

Deno.test("encryptJwe() never uses an initialization vector twice", async () => {
  const vectors = new Set<string>();
  for (let i = 0; i < 200; i++) vectors.add((await ours()).split(".")[2]!);
  assertEquals(vectors.size, 200);
});

Deno.test("encryptJwe() creates tokens of any plaintext that jose can decrypt", async () => {
  const key = await deriveKey(SECRET, SALT, CBC);
  const anyText = fc.string({ unit: "grapheme", maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(anyText, async (plaintext) => {
      const opened = await compactDecrypt(await ours(plaintext), key.bytes);
      assertEquals(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(opened.plaintext),
        plaintext,
      );
    }),
  );
  // Around the block size, and above the size of the runtime's buffer pool.
  for (const length of [0, 1, 15, 16, 17, 31, 32, 33, 8191, 8192, 100_000]) {
    const { plaintext } = await compactDecrypt(await ours("ü".repeat(length)), key.bytes);
    assertEquals(new TextDecoder().decode(plaintext), "ü".repeat(length));
  }
});

for (const enc of [CBC, "A256GCM"] as const) {
  Deno.test(`decryptJwe() decrypts tokens of jose with ${enc}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 100 }), async (plaintext) => {
        const token = await foreign(enc, {}, { plaintext: `{${plaintext}}` });
        assertEquals(await read(token), { text: `{${plaintext}}`, index: 0 });
      }),
      { numRuns: 30 },
    );
  });

  Deno.test(`decryptJwe() selects the secret of a ${enc} token by its key id`, async () => {
    const secrets = ["newest", "older", "oldest"];
    for (const [index, secret] of secrets.entries()) {
      assertEquals(await read(await foreign(enc, {}, { secret }), secrets), { text, index });
    }
    await refused(await foreign(enc, {}, { secret: "gone" }), secrets);
  });

  Deno.test(`decryptJwe() tries every secret on a ${enc} token without a key id`, async () => {
    const secrets = ["newest", "older", "oldest"];
    for (const [index, secret] of secrets.entries()) {
      const token = await foreign(enc, { kid: undefined }, { secret });
      assertEquals(await read(token, secrets), { text, index });
    }
    await refused(await foreign(enc, { kid: undefined }, { secret: "gone" }), secrets);
  });

  Deno.test(`decryptJwe() ignores unknown header members of a ${enc} token`, async () => {
    const token = await foreign(enc, { typ: "JWT", cty: "json", hello: "world", iss: "x" });
    assertEquals(await read(token), { text, index: 0 });
  });

  Deno.test(`decryptJwe() refuses a ${enc} token with a critical extension`, async () => {
    await refused(await foreign(enc, { crit: ["hello"], hello: "x" }, { crit: { hello: true } }));
  });

  Deno.test(`decryptJwe() refuses a ${enc} token whose plaintext is not UTF-8`, async () => {
    const key = await deriveKey(SECRET, SALT, enc);
    const token = await new CompactEncrypt(Uint8Array.of(0x22, 0xff, 0xfe, 0x22))
      .setProtectedHeader({ alg: "dir", enc, hello: "so that jose reads it" })
      .encrypt(key.bytes);
    await refused(token);
  });
}

for (const extension of [{ zip: "DEF" }, { crit: [] }, { crit: ["kid"] }]) {
  const json = JSON.stringify(extension);
  Deno.test(`decryptJwe() refuses a token encrypted under a header with ${json}`, async () => {
    const key = await deriveKey(SECRET, SALT, CBC);
    const under = async (more: object) => {
      const members = { alg: "dir", enc: CBC, kid: key.kid, ...more };
      const header = toBase64url(encode(JSON.stringify(members)));
      return await encryptJwe(text, { ...key, header, headerBytes: encode(header) });
    };
    assertEquals(await read(await under({ hello: "world" })), { text, index: 0 });
    await refused(await under(extension));
  });
}

Deno.test("decryptJwe() refuses a token of another purpose or secret", async () => {
  const token = await ours();
  assertEquals(await read(token), { text, index: 0 });
  await refused(token, [SECRET], "__Secure-authjs.session-token");
  await refused(token, [SECRET], "encodedState");
  await refused(token, [`${SECRET} `]);
  await refused(token, ["other", "another"]);
  await refused(token, []);
});

Deno.test("decryptJwe() refuses a token with any one character of any part changed", async () => {
  const token = await ours();
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const sameBytes = (part: string, other: string) => {
    try {
      return toBase64url(fromBase64url(part)) === toBase64url(fromBase64url(other));
    } catch {
      return false;
    }
  };
  const parts = token.split(".");
  for (let i = 0; i < token.length; i++) {
    const char = token[i]!;
    const other = char === "." ? "A" : alphabet[(alphabet.indexOf(char) + 1) % 64]!;
    const changed = token.slice(0, i) + other + token.slice(i + 1);
    // The last character of a part has unused bits.
    const at = changed.split(".");
    if (at.length === 5 && at.every((part, n) => part === parts[n] || sameBytes(part, parts[n]!))) {
      continue;
    }
    await assertRejects(() => read(changed), TokenError, undefined, `character ${i}`);
  }
});

/** Invalid tokens by name. */
async function hostile(): Promise<[string, string][]> {
  const token = await ours();
  const gcm = await foreign("A256GCM");
  const [header, , iv, ciphertext, tag] = token.split(".") as [
    string,
    string,
    string,
    string,
    string,
  ];
  const { kid, bytes } = await deriveKey(SECRET, SALT, CBC);
  const own = { alg: "dir", enc: CBC, kid };
  const longer = (part: string) => toBase64url(Uint8Array.of(...fromBase64url(part), 0));
  const shorter = (part: string) => toBase64url(fromBase64url(part).slice(0, -1));
  const narrow = await new CompactEncrypt(encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A128CBC-HS256", kid })
    .encrypt(bytes.slice(0, 32));
  const wrapped = await new CompactEncrypt(encode(text))
    .setProtectedHeader({ alg: "A256KW", enc: "A256GCM", kid })
    .encrypt(bytes.slice(0, 32));
  const other = (await ours("{}")).split(".");
  const [, , , gcmText, gcmTag] = gcm.split(".");
  const moved = Uint8Array.of(fromBase64url(gcmText!).at(-1)!, ...fromBase64url(gcmTag!));
  return [
    ["nothing", ""],
    ["dots", "...."],
    ["a word", "token"],
    ["the header alone", header],
    ["the header and two dots", `${header}..`],
    ["four parts", `${header}..${iv}.${ciphertext}`],
    ["six parts", `${token}.AAAA`],
    ["a trailing dot", `${token}.`],
    ["an encrypted key", token.replace("..", ".AAAA.")],
    ["no initialization vector", `${header}...${ciphertext}.${tag}`],
    ["a short initialization vector", `${header}..${shorter(iv)}.${ciphertext}.${tag}`],
    ["a long initialization vector", `${header}..${longer(iv)}.${ciphertext}.${tag}`],
    [
      "bytes moved from the vector to the ciphertext",
      `${header}..${shorter(iv)}.${
        toBase64url(Uint8Array.of(fromBase64url(iv)[15]!, ...fromBase64url(ciphertext)))
      }.${tag}`,
    ],
    ["no ciphertext", `${header}..${iv}..${tag}`],
    ["a shortened ciphertext", `${header}..${iv}.${shorter(ciphertext)}.${tag}`],
    [
      "a ciphertext without its last block",
      `${header}..${iv}.${toBase64url(fromBase64url(ciphertext).slice(0, -16))}.${tag}`,
    ],
    ["an extended ciphertext", `${header}..${iv}.${longer(ciphertext)}.${tag}`],
    ["no tag", `${header}..${iv}.${ciphertext}.`],
    ["half a tag", `${header}..${iv}.${ciphertext}.${tag.slice(0, 22)}`],
    ["an extended tag", `${header}..${iv}.${ciphertext}.${longer(tag)}`],
    ["the tag of another token", `${header}..${iv}.${ciphertext}.${other[4]}`],
    ["the ciphertext of another token", `${header}..${iv}.${other[3]}.${tag}`],
    ["padding", `${header}..${iv}==.${ciphertext}.${tag}=`],
    ["plain base64", `${header}..${iv}.${ciphertext.slice(0, -1)}+.${tag}`],
    ["white space", `${header}..${iv}. ${ciphertext}.${tag}`],
    ["a line break at the end", `${token}\n`],
    ["a line break before", ` ${token}`],
    ["characters beyond ASCII", `${header}..${iv}.ü.${tag}`],
    ["a header that is not base64url", `{}..${iv}.${ciphertext}.${tag}`],
    ["a header that is not JSON", `${toBase64url(encode("{"))}..${iv}.${ciphertext}.${tag}`],
    [
      "a header that is not UTF-8",
      `${toBase64url(Uint8Array.of(0xff))}..${iv}.${ciphertext}.${tag}`,
    ],
    ...[null, [], "dir", 7, true, {}, { enc: CBC }, { alg: "dir" }].map((value) =>
      [`the header ${JSON.stringify(value)}`, withHeader(token, value)] as [string, string]
    ),
    ["the algorithm none", withHeader(token, { ...own, alg: "none" })],
    ["an algorithm in other letters", withHeader(token, { ...own, alg: "DIR" })],
    ["an algorithm that is a list", withHeader(token, { ...own, alg: ["dir"] })],
    ["another content encryption", withHeader(token, { ...own, enc: "A256GCM" })],
    ["a narrower content encryption", withHeader(token, { ...own, enc: "A128CBC-HS256" })],
    ["a prototype as content encryption", withHeader(token, { ...own, enc: "__proto__" })],
    ["a shorter key and its encryption", narrow],
    ["a wrapped key", wrapped],
    ["a header in other order", withHeader(token, { kid, enc: CBC, alg: "dir" })],
    ["an added header member", withHeader(token, { ...own, a: 1 })],
    ["a compression header without compression", withHeader(token, { ...own, zip: "DEF" })],
    ["a critical list", withHeader(token, { ...own, crit: ["kid"] })],
    ["an empty critical list", withHeader(token, { ...own, crit: [] })],
    ["no key id, added afterwards", withHeader(token, { alg: "dir", enc: CBC })],
    ["a key id that is a number", withHeader(token, { ...own, kid: 7 })],
    ["an unknown key id", withHeader(token, { ...own, kid: "unknown" })],
    ["the A256GCM token under the other header", `${header}.${gcm.split(".").slice(1).join(".")}`],
    ["an A256GCM token with another tag", `${gcm.slice(0, -22)}${"A".repeat(22)}`],
    ["an A256GCM token with half a tag", gcm.slice(0, -11)],
    [
      "an A256GCM token with a byte moved from the ciphertext to the tag",
      [...gcm.split(".").slice(0, 3), shorter(gcmText!), toBase64url(moved)].join("."),
    ],
    ["an A256GCM token with four parts", gcm.split(".").slice(0, 4).join(".")],
    ["an A256GCM token under another key id", await foreign("A256GCM", { kid })],
    ["an unsigned JWT", `${toBase64url(encode('{"alg":"none"}'))}.${toBase64url(encode(text))}.`],
    ["a megabyte of dots", ".".repeat(1 << 20)],
    ["a megabyte of text", `${header}..${iv}.${"A".repeat(1 << 20)}.${tag}`],
  ];
}

Deno.test("decryptJwe() refuses invalid tokens with a reason that does not contain the token", async () => {
  const names = new Set(["JWEInvalid", "JWEDecryptionFailed"]);
  for (const [why, token] of await hostile()) {
    const error = await assertRejects(() => read(token), TokenError, undefined, why);
    assert(names.has(error.name), `${why}: ${error.name}`);
    assert(error.message.length < 100, `${why}: the message quotes the token`);
  }
});

Deno.test("decryptJwe() distinguishes malformed and changed tokens", async () => {
  const token = await ours();
  const [header, , iv, ciphertext] = token.split(".");
  const nameOf = async (bad: string, secrets?: string[]) => (await refused(bad, secrets)).name;
  assertEquals(await nameOf("token"), "JWEInvalid");
  assertEquals(await nameOf(`${header}..${iv}.${ciphertext}`), "JWEInvalid");
  assertEquals(await nameOf(withHeader(token, { alg: "none" })), "JWEInvalid");
  assertEquals(await nameOf(`${header}..${iv}.${ciphertext}.AAAA`), "JWEDecryptionFailed");
  assertEquals(await nameOf(token, ["other"]), "JWEDecryptionFailed");
});

Deno.test("decryptJwe() accepts and refuses the same tokens without the runtime's crypto", async () => {
  const good = [
    await ours(),
    await ours("ü".repeat(5000)),
    await foreign("A256GCM"),
    await foreign(CBC, { kid: undefined }),
    await foreign(CBC, { hello: "world" }),
  ];
  const bad = await hostile();
  const secrets = ["newest", SECRET];
  const outcome = await runWithoutNode({
    texts: [text],
    tokens: [...good, ...bad.map(([, token]) => token)],
    secrets,
    salt: SALT,
  });
  assertEquals(outcome.isAway, true);
  for (const [i, token] of good.entries()) {
    assertEquals(outcome.read[i], await read(token, secrets), `token ${i}`);
    assertNotEquals(outcome.read[i], undefined);
  }
  for (const [i, [why]] of bad.entries()) {
    assertEquals(typeof outcome.read[good.length + i], "string", why);
  }
  assertEquals(await read(outcome.made[0]!.token, secrets), { text, index: 0 });
});

for (const kid of [undefined, "of the key"]) {
  Deno.test(`decryptJwe() passes on a failure of Web Crypto (key id: ${kid})`, async () => {
    const token = await foreign(CBC, { hello: "world", ...kid ? {} : { kid } });
    const { decrypt } = crypto.subtle;
    crypto.subtle.decrypt = () => Promise.reject(new Error("the machine is out of memory"));
    try {
      await assertRejects(() => read(token), Error, "out of memory");
    } finally {
      crypto.subtle.decrypt = decrypt;
    }
    assertEquals(await read(token), { text, index: 0 });
  });
}

Deno.test("TokenError has the reason as its name", () => {
  const error = new TokenError("JWTExpired", "Cannot accept the token: it has expired");
  assert(error instanceof Error);
  assertEquals(error.name, "JWTExpired");
  assertEquals(String(error), "JWTExpired: Cannot accept the token: it has expired");
});
