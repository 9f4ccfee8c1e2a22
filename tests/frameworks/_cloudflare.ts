/**
 * Row for the guide to Cloudflare Workers: an app in workerd, by `wrangler dev`.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { FrameworkApp } from "./_rows.ts";
import type { Step } from "./_scenario.ts";
import { WITH_PROVIDERS } from "./_starter_parts.ts";

/** A path that stores a password, and says how; it comes beside those of the guide. */
const WITH_PASSWORD = `const adapter = MemoryAdapter();
const written: string[] = [];
const passwords: AuthConfig = {
  providers: [Password({ page: false })],
  adapter,
  records: {
    ...adapter.records,
    put(entry, expected) {
      written.push(JSON.stringify(entry));
      return adapter.records.put(entry, expected);
    },
  },
  session: { strategy: "jwt" },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
};
app.get("/password", async (c) => {
  const user = await adapter.createUser({ id: "1", email: "a@example.com", emailVerified: new Date() });
  const fault = await setPassword(passwords, user.id, "engines weave algebraic patterns");
  const right = await verifyPassword(passwords, user.id, "engines weave algebraic patterns");
  const wrong = await verifyPassword(passwords, user.id, "looms weave flowers and leaves");
  return c.json({ fault, right, wrong, stored: written.join() });
});

export default app;`;

const IMPORTS = `import type { AuthConfig } from "@x/auth";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import Password from "@x/auth/providers/password";
import { set as setPassword, verify as verifyPassword } from "@x/auth/passwords";
import { Hono } from "hono";`;

const hashes: Step = {
  name: "passwords are hashed with scrypt",
  async run(_app, { browser }) {
    const { stored, ...rest } = await (await browser.fetch("/password")).json();
    assertEquals(rest, { fault: null, right: true, wrong: false });
    assertStringIncludes(stored, "$scrypt$");
  },
};

const limited: Step = {
  name: "requests are counted by the address that Cloudflare tells",
  async run({ origin }) {
    const ask = async () => {
      const response = await fetch(`${origin}/auth/callback/none`, { redirect: "manual" });
      await response.body?.cancel();
      return response.status;
    };
    // More than the limit, which refills while they are on their way.
    const statuses = await Promise.all(Array.from({ length: 300 }, ask));
    assertEquals([...new Set(statuses)].toSorted(), [400, 429]);
  },
};

const variables = ["AUTH_OP_ISSUER", "AUTH_OP_ID", "AUTH_OP_SECRET"]
  .map((name) => `--var "${name}:$${name}"`);

/** The guide, with a path for passwords beside its own. */
export const cloudflareWorkers: FrameworkApp = {
  name: "cloudflare-workers",
  guide: "cloudflare-workers",
  // Wrangler does not run in Node 20.
  dependencies: { "node": "^24.0.0" },
  texts: {
    ...WITH_PROVIDERS,
    'import { Hono } from "hono";': IMPORTS,
    "export default app;": WITH_PASSWORD,
  },
  start: (port) => [
    "bash",
    "-c",
    `WRANGLER_SEND_METRICS=false exec npx wrangler dev --port ${port} ${variables.join(" ")}`,
  ],
  basePath: "/auth",
  steps: [hashes, limited],
};
