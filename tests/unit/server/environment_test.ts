import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { MissingAdapter } from "../../../src/errors.ts";
import {
  processEnvironment,
  requireConfig,
  requireStore,
} from "../../../src/server/environment.ts";
import { SECRET } from "../_context.ts";

const silent = { error: () => {}, warn: () => {}, debug: () => {} };

Deno.test("processEnvironment() reads variables one by one, with their current values", () => {
  const name = "AUTH_TEST_OF_THE_ENVIRONMENT";
  const env = processEnvironment();
  assertEquals(env[name], undefined);
  Deno.env.set(name, "1");
  try {
    assertEquals(env[name], "1");
  } finally {
    Deno.env.delete(name);
  }
});

Deno.test("requireConfig() completes a copy, once per config object", () => {
  const config: AuthConfig = Object.freeze({
    providers: [],
    secret: SECRET,
    trustHost: true,
    basePath: "/auth",
    logger: silent,
  });
  const resolved = requireConfig(config);
  assertEquals(resolved.basePath, "/auth");
  assertStrictEquals(requireConfig(config), resolved);
});

Deno.test("requireConfig() throws the problem of a config", () => {
  const config: AuthConfig = {
    providers: [],
    session: { strategy: "database" },
    secret: SECRET,
    trustHost: true,
    logger: silent,
  };
  assertThrows(() => requireConfig(config), MissingAdapter);
});

Deno.test("requireStore() returns the store, or throws without one", () => {
  const config: AuthConfig = { providers: [], secret: SECRET, trustHost: true, logger: silent };
  assertThrows(() => requireStore(config), MissingAdapter, "`adapter`");
  const { store } = requireStore({ ...config, adapter: MemoryAdapter() });
  assertEquals(typeof store.getUser, "function");
});
