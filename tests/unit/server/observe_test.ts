import { assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { DenoAuth } from "../../../src/frameworks/deno.ts";
import { ExpressAuth } from "../../../src/frameworks/express.ts";
import { HonoAuth } from "../../../src/frameworks/hono.ts";
import { NodeAuth } from "../../../src/frameworks/node.ts";
import GitHub from "../../../src/providers/github.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { configObserver } from "../../../src/symbols.ts";
import type { AuthConfig } from "../../../mod.ts";

function create(members: Partial<AuthConfig>): { config: AuthConfig; lines: string[] } {
  const lines: string[] = [];
  const logger = { error: (error: Error) => void lines.push(error.message), warn: () => {} };
  return { config: { providers: [], logger, ...members }, lines };
}

const makers: Record<string, (config: AuthConfig) => unknown> = {
  defineAuth,
  DenoAuth,
  ExpressAuth,
  HonoAuth,
  NodeAuth,
};

for (const [name, make] of Object.entries(makers)) {
  Deno.test(`${name}() logs at once what makes the config unusable`, () => {
    const { config, lines } = create({ providers: [Password()] });
    make(config);
    assertEquals(lines.length, 1);
    assertMatch(lines[0]!, /^Cannot use the provider "password": /);
    make(config);
    assertEquals(lines.length, 1, "once for each logger");
    assertEquals(config.secret, undefined, "the config stays as it was");
  });

  Deno.test(`${name}() logs nothing that the environment can mend`, () => {
    const { config, lines } = create({ providers: [GitHub], adapter: MemoryAdapter() });
    make(config);
    assertEquals(lines, []);
  });
}

Deno.test("made() leaves the log to a tool that examines the app", () => {
  const told: object[] = [];
  const scope = globalThis as { [configObserver]?: (config: object) => void };
  scope[configObserver] = (config) => void told.push(config);
  try {
    const { config, lines } = create({ session: { maxAge: -1 } });
    defineAuth(config);
    assertEquals([told, lines], [[config], []]);
  } finally {
    delete scope[configObserver];
  }
});
