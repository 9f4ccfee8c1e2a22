/**
 * The config of `@hono/auth-js` that a function of another module makes.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { inApp, planOf } from "./_apps.ts";

/** The changed files and the places where the command stops. */
async function moved(config: string, imported = "{ getConfig }", own: Record<string, string> = {}) {
  const files = {
    "package.json": JSON.stringify({
      dependencies: { "@hono/auth-js": "^1.0.0", "@auth/core": "^0.41.0", hono: "^4.0.0" },
    }),
    "app.ts": `import { authHandler, initAuthConfig } from "@hono/auth-js";
import ${imported} from "./config.js";
app.use("*", initAuthConfig(getConfig));
app.use("/api/auth/*", authHandler());
`,
    "config.ts": config,
    ...own,
  };
  return await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    return {
      texts: Object.fromEntries(plan.changes.map(({ path, after }) => [path, after])),
      stops: plan.notes.filter(({ kind }) => kind === "stop").map(({ path, line }) =>
        `${path}:${line}`
      ),
    };
  });
}

const IMPORT = 'import type { AuthConfig } from "@hono/auth-js";\n';

Deno.test("move: Hono: a config in another module gets the base path there", async () => {
  const { texts, stops } = await moved(`${IMPORT}
export const getConfig = (): AuthConfig => ({ providers: [] });
`);
  assertEquals(stops, []);
  assertEquals(
    texts["config.ts"],
    `import type { AuthConfig } from "@x/auth/hono";

export const getConfig = (): AuthConfig => ({ providers: [], basePath: "/api/auth" });
`,
  );
  assertEquals(
    texts["app.ts"],
    `import { HonoAuth } from "@x/auth/hono";
import { getConfig } from "./config.js";
app.use("*", HonoAuth(getConfig));
`,
  );
});

Deno.test("move: Hono: a config in another module that takes the context gets it", async () => {
  const { texts, stops } = await moved(`${IMPORT}import type { Context } from "hono";

export function getConfig(c: Context): AuthConfig {
  return { secret: c.env.AUTH_SECRET, providers: [] };
}
`);
  assertEquals(stops, []);
  assertEquals(
    texts["app.ts"]!.split("\n")[2],
    'app.use("*", HonoAuth((c) => getConfig(c as never)));',
  );
});

Deno.test("move: Hono: a config in another module in another form stops", async () => {
  const others = [
    `${IMPORT}export const getConfig = make({ providers: [] });\n`,
    `${IMPORT}export function getConfig() {\n  if (a) return { providers: [] };\n  return { providers: [b] };\n}\n`,
    `${IMPORT}export const other = () => ({ providers: [] });\n`,
  ];
  for (const config of others) assertEquals((await moved(config)).stops, ["app.ts:3"], config);
});

Deno.test("move: Hono: a config of two apps gets their base path once, and stops at two", async () => {
  const config = `${IMPORT}export const getConfig = (): AuthConfig => ({ providers: [] });\n`;
  const admin = (path: string) => ({
    "admin.ts": `import { authHandler, initAuthConfig } from "@hono/auth-js";
import { getConfig } from "./config.js";
app.use("*", initAuthConfig(getConfig));
app.use("${path}/*", authHandler());
`,
  });
  const same = await moved(config, undefined, admin("/api/auth"));
  assertEquals(same.stops, []);
  assertEquals(same.texts["config.ts"]!.split("basePath").length, 2);
  const { stops } = await moved(config, undefined, admin("/admin/auth"));
  assertEquals(stops.length, 1);
});
