/**
 * The runtime's synchronous crypto, where there is one. Asking for it loads
 * nothing and needs no permission; without it everything falls back to Web
 * Crypto and jose.
 *
 * @module
 */

/** `node:crypto` on Deno, Node and Bun; `undefined` elsewhere. */
export const nodeCrypto: typeof import("node:crypto") | undefined =
  (globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } }).process
    // The module behind this name is known; the function is typed for any.
    ?.getBuiltinModule?.("node:crypto") as typeof import("node:crypto") | undefined;
