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
