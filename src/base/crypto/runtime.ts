/**
 * The runtime's synchronous crypto, when there is one. Loading it needs no
 * permission; without it, Web Crypto is used.
 *
 * @module
 */

/** The module. */
export type NodeCrypto = typeof import("node:crypto");

/**
 * Uses that Deno answers with `null` before it loads the module: loading takes
 * longer than everything else at start, and as long as some hundred uses of Web Crypto.
 */
export const USES_BEFORE_LOADING = 100;

let known: NodeCrypto | null | undefined;
let uses = 0;

/**
 * `node:crypto` on Node and Bun, and on Deno after the first uses; `null`
 * elsewhere. Once it has returned the module, it always does.
 */
export function nodeCrypto(): NodeCrypto | null {
  if (known === undefined) {
    // Touching `process` would load the module on Deno.
    if ("Deno" in globalThis && uses++ < USES_BEFORE_LOADING) return null;
    known = lookUp();
  }
  return known;
}

/**
 * `node:crypto` where there is one, also at the first use: for functions that Web Crypto
 * lacks.
 */
export function requireNodeCrypto(): NodeCrypto | null {
  if (known === undefined) known = lookUp();
  return known;
}

/** Some runtimes have the module without all of its functions. */
export function scryptOf(node: NodeCrypto | null): NodeCrypto["scrypt"] | undefined {
  return typeof node?.scrypt === "function" ? node.scrypt : undefined;
}

/**
 * Returns `true` on Cloudflare Workers without `nodejs_compat`: there is no scrypt, and in
 * production at most 100,000 rounds of PBKDF2.
 */
export function lacksPasswordHashes(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === "Cloudflare-Workers" && !scryptOf(requireNodeCrypto());
}

function lookUp(): NodeCrypto | null {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  try {
    // The function is typed for any module; the type of this one is known.
    return (process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined) ?? null;
  } catch {
    // The edge runtime of Next has the function, and it always throws.
    return null;
  }
}
