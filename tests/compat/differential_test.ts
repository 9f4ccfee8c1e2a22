import { assert, assertEquals } from "@std/assert";
import {
  Auth as PeerAuth,
  type AuthConfig as PeerConfig,
  customFetch as peerFetch,
} from "@auth/core";
import { Auth, customFetch } from "../../mod.ts";
import { createIdp } from "../../src/tools/testing/mod.ts";
import { createConfig, exchanges, type Reduced, run, type Subject } from "./_exchanges.ts";
import { differences, reasons } from "./differences.ts";

const ours: Subject = (request, config) => Auth(request, config);
// Both take the same type of config; only the symbols differ.
const theirs: Subject = (request, config) =>
  PeerAuth(request, config as unknown as PeerConfig) as Promise<Response>;

Deno.test("differential: every difference from Auth.js is listed with its reason", async () => {
  const idp = await createIdp({ issuerParameter: false });
  const found: Record<string, Partial<Record<keyof Reduced, string>>> = {};
  for (const exchange of exchanges) {
    const [mine, peer] = await Promise.all([
      run(exchange, ours, createConfig(idp, customFetch, exchange.config), idp),
      run(exchange, theirs, createConfig(idp, peerFetch, exchange.config), idp),
    ]);
    for (const field of Object.keys(mine) as (keyof Reduced)[]) {
      const [a, b] = [JSON.stringify(mine[field]), JSON.stringify(peer[field])];
      if (a === b) continue;
      const reason = differences[exchange.name]?.[field];
      (found[exchange.name] ??= {})[field] = reason ?? `UNLISTED: ours ${a}, theirs ${b}`;
    }
  }
  assertEquals(found, differences);
  for (const listed of Object.values(differences).flatMap((fields) => Object.values(fields))) {
    assert(Object.hasOwn(reasons, listed), `no reason called "${listed}"`);
  }
  const differing = Object.keys(found).length;
  assert(exchanges.length >= 60);
  assertEquals(new Set(exchanges.map(({ name }) => name)).size, exchanges.length);
  console.log(
    `${exchanges.length} exchanges, ${exchanges.length - differing} equal, ` +
      `${differing} with listed differences, ${Object.keys(reasons).length} reasons`,
  );
});
