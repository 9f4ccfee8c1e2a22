/**
 * The runtime's synchronous crypto, where there is one. Asking for it needs no
 * permission; without it everything falls back to Web Crypto and jose.
 *
 * @module
 */

type NodeCrypto = typeof import("node:crypto");

let known: NodeCrypto | null | undefined;

/**
 * `node:crypto` on Deno, Node and Bun; `null` elsewhere. Looked up on first
 * use, since loading it takes longer than everything else at start.
 */
export function nodeCrypto(): NodeCrypto | null {
  if (known === undefined) {
    known = lookUp();
  }
  return known;
}

function lookUp(): NodeCrypto | null {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (id: string) => unknown };
  };
  try {
    // The module behind this name is known; the function is typed for any.
    return (process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined) ?? null;
  } catch {
    // The edge runtime of Next has the function, and it always throws.
    return null;
  }
}
