import re
p='src/crypto/jwe.ts'; s=open(p).read()
a=s.index("/** Text → compact JWE, with the protected"); b=s.index("/**\n * Compact JWE → text and the secret")
s=s[:a]+'''/** Text → compact JWE, with the protected header of the key. */
export function encryptJwe(plaintext: string, key: DerivedKey): Awaitable<string> {
  const node = nodeCrypto();
  if (!node) return encryptWithJose(plaintext, key);
  const iv = crypto.getRandomValues(new Uint8Array(IV_LENGTH));
  const cipher = node.createCipheriv("aes-256-cbc", key.cipherKey, iv);
  const head = cipher.update(plaintext, "utf8");
  const tail = cipher.final();
  const input = new Uint8Array(IV_LENGTH + head.length + tail.length + BITS_LENGTH);
  input.set(iv);
  input.set(head, IV_LENGTH);
  input.set(tail, IV_LENGTH + head.length);
  const ciphertext = input.subarray(IV_LENGTH, -BITS_LENGTH);
  const tag = authenticationTag(input, key);
  return `${key.header}..${toBase64url(iv)}.${toBase64url(ciphertext)}.${toBase64url(tag)}`;
}

'''+s[b:]
a=s.index("function open(token: string"); b=s.index("async function encryptWithJose")
s=s[:a]+'''function open(token: string, key: DerivedKey): string {
  const parts = token.slice(key.header.length + 2);
  const [iv, ciphertext, tag] = PARTS.test(parts) ? parts.split(".").map(toBytes) : [];
  if (!iv || !ciphertext || !tag) {
    throw new TokenError("JWEInvalid", "Cannot read the token: it is not a compact JWE");
  }
  const node = nodeCrypto()!;
  const input = new Uint8Array(iv.length + ciphertext.length + BITS_LENGTH);
  input.set(iv);
  input.set(ciphertext, iv.length);
  const expected = authenticationTag(input, key);
  // The tag covers all parts, so it is checked before decryption.
  if (
    tag.length !== TAG_LENGTH || !node.timingSafeEqual(expected, tag) || iv.length !== IV_LENGTH
  ) {
    throw new TokenError("JWEDecryptionFailed", "Cannot decrypt the token: it was changed");
  }
  const cipher = node.createDecipheriv("aes-256-cbc", key.cipherKey, iv);
  return cipher.update(ciphertext, undefined, "utf8") + cipher.final("utf8");
}

/** Base64url text → bytes; `undefined` when its length is not one of base64url. */
function toBytes(text: string): Uint8Array | undefined {
  try {
    return fromBase64url(text);
  } catch {
    return undefined;
  }
}

/**
 * The tag of RFC 7518 §5.2.2.1 over header, IV, ciphertext, and the header's length in bits as
 * 64-bit big-endian. The key's MAC begins with the header.
 *
 * @param input IV and ciphertext, with space for the length at the end
 */
function authenticationTag(input: Uint8Array, { mac, header }: DerivedKey): Uint8Array {
  new DataView(input.buffer).setUint32(input.length - 4, header.length * 8);
  return mac!(input).subarray(0, TAG_LENGTH);
}

'''+s[b:]
s=s.replace("return { text: open(token, header, key), index };","return { text: open(token, key), index };")
s=s.replace('''const TAG_LENGTH = 32;
''','''const IV_LENGTH = 16;
const TAG_LENGTH = 32;
/** Length of the number at the end of the tag's input. */
const BITS_LENGTH = 8;

/** IV, ciphertext and tag. */
const PARTS = /^[\\w-]+\\.[\\w-]*\\.[\\w-]+$/;
''')
open(p,'w').write(s)
p='src/crypto/keys.ts'; s=open(p).read()
s=s.replace('import type { KeyObject } from "node:crypto";\n','')
s=s.replace('''import { nodeCrypto } from "./runtime.ts";
''','''import { type Mac, prepareMac } from "./mac.ts";
import { nodeCrypto } from "./runtime.ts";
''',1)
a=s.index("  /** The cipher half,"); b=s.index("}\n\nconst MAX_KEYS")
s=s[:a]+'''  /** The cipher half of `bytes`. */
  readonly cipherKey: Uint8Array<ArrayBuffer>;
  /** The MAC of the header followed by a message, where the runtime has synchronous crypto. */
  readonly mac?: Mac;
'''+s[b:]
a=s.index("  const node = nodeCrypto();\n  const header = toBase64url("); b=s.index("  // Remove the oldest key")
s=s[:a]+'''  const node = nodeCrypto();
  const header = toBase64url(encoder.encode(JSON.stringify({ alg: "dir", enc, kid })));
  const key: DerivedKey = {
    enc,
    bytes,
    kid,
    header,
    cipherKey: bytes.subarray(32),
    mac: node ? prepareMac(node, bytes.subarray(0, 32), header) : undefined,
  };
'''+s[b:]
open(p,'w').write(s)
