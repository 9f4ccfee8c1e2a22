/**
 * Proofs of possession (RFC 9449) as a client makes them.
 *
 * @module
 */

const encode = (value: object | Uint8Array<ArrayBuffer>): string =>
  (value instanceof Uint8Array ? value : new TextEncoder().encode(JSON.stringify(value)))
    .toBase64({ alphabet: "base64url", omitPadding: true });

/** Facts of a proof. */
export interface ProofFacts {
  readonly url: string;
  readonly method: string;
  /** The access token that it is used with. Default: none. */
  readonly token?: string;
  /** Default: random. */
  readonly jti?: string;
}

/** A client with a key. */
export interface Prover {
  /** Makes a proof. */
  prove(facts: ProofFacts): Promise<string>;
}

/** Creates a client with a key of its own. */
export async function createProver(): Promise<Prover> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign"]) as CryptoKeyPair;
  const { kty, crv, x, y } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return {
    async prove({ url, method, token, jti = crypto.randomUUID() }) {
      const hashed = token === undefined
        ? undefined
        : await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
      const head = { typ: "dpop+jwt", alg: "ES256", jwk: { kty, crv, x, y } };
      const claims = {
        jti,
        htm: method,
        htu: url,
        iat: Math.floor(Date.now() / 1000),
        ...hashed ? { ath: encode(new Uint8Array(hashed)) } : {},
      };
      const signed = `${encode(head)}.${encode(claims)}`;
      const signature = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        pair.privateKey,
        new TextEncoder().encode(signed),
      );
      return `${signed}.${encode(new Uint8Array(signature))}`;
    },
  };
}
