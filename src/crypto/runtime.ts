/**
 * The runtime's synchronous crypto, when there is one. Loading it needs no
 * permission; without it, Web Crypto is used.
 *
 * @module
 */

/** The module `node:crypto`. */
export type NodeCrypto = typeof import("node:crypto");

let known: NodeCrypto | null | undefined;

/**
 * `node:crypto` on Deno, Node and Bun; `null` elsewhere. Loaded on first
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
    // The function is typed for any module; the type of this one is known.
    return (process?.getBuiltinModule?.("node:crypto") as NodeCrypto | undefined) ?? null;
  } catch {
    // The edge runtime of Next has the function, and it always throws.
    return null;
  }
}
