/**
 * The npm package without a framework: every subpath loads in Node and Bun, and
 * its declarations compile.
 *
 * @module
 */

/** Runs a command in a folder; returns what it prints, and rejects with it. */
export type Run = (
  cwd: string,
  command: string,
  args: string[],
  signal: AbortSignal,
  env?: Record<string, string>,
) => Promise<string>;

/** A step of the package. */
export interface PackageStep {
  name: string;
  /** Name of the time limit. Default `install`. */
  limit?: "compile";
  run(dir: string, signal: AbortSignal): Promise<unknown>;
}

/** Subpaths with components, and their style sheet, which a bundler loads. */
const IN_BROWSER: readonly string[] = [
  ...["./react", "./solid", "./svelte", "./vue"],
  "./components.css",
];

/** A sign-in and its session, by an app that has no framework. */
const SIGN_IN = `
import { equal } from "node:assert/strict";
import Credentials from "@x/auth/providers/credentials";
import { defineAuth } from "@x/auth/server";
import { createBrowser } from "@x/auth/testing";

const { handler } = defineAuth({
  providers: [Credentials({ authorize: () => ({ id: "1", name: "Ada" }) })],
  secret: "a-secret-of-at-least-32-characters",
});
const origin = "http://localhost:3000";
const browser = createBrowser(origin, { [origin]: handler });
await browser.signInWithCredentials({ password: "right" });
equal((await browser.session()).user.name, "Ada");
`;

/** A test of an app, as its developer would write it. */
const APP_TEST = `
import { expect, test } from "vitest";
import GitHub from "@x/auth/providers/github";
import { defineAuth } from "@x/auth/server";
import { createBrowser, fakeProvider, signInAs } from "@x/auth/testing";

const auth = defineAuth({
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
});
async function app(request) {
  if (new URL(request.url).pathname.startsWith("/auth/")) return await auth.handler(request);
  const session = await auth.getSession(request);
  return new Response(session?.user?.name, { status: session ? 200 : 401 });
}

test("the page greets the user", async () => {
  const { headers } = await signInAs(auth, { name: "Ada" });
  const response = await app(new Request("http://localhost:8000/", { headers }));
  expect(await response.text()).toBe("Ada");
  expect((await app(new Request("http://localhost:8000/"))).status).toBe(401);
});

test("a person signs in with GitHub", async () => {
  const github = await fakeProvider(auth, "github", { id: 1, login: "ada", name: "Ada" });
  const browser = createBrowser("https://app.example", {
    "https://app.example": app,
    [github.issuer]: github.handler,
  });
  await browser.signIn("github");
  expect((await browser.session())?.user?.name).toBe("Ada");
});
`;

/** A sign-in with a provider, traced by an SDK that is set up after the library was loaded. */
const TELEMETRY = `
import { deepEqual, equal } from "node:assert/strict";
import { context, metrics, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { customFetch } from "@x/auth";
import { defineAuth } from "@x/auth/server";
import { createBrowser, createIdp } from "@x/auth/testing";

const { issuer, clientId, clientSecret, fetch, handler: provider } = await createIdp();
const { handler } = defineAuth({
  providers: [
    { id: "idp", name: "IdP", type: "oidc", issuer, clientId, clientSecret, [customFetch]: fetch },
  ],
  secret: "a-secret-of-at-least-32-characters",
});
const origin = "http://localhost:3000";
const app = (request) => request.url.endsWith("/after") ? new Response() : handler(request);
const browser = createBrowser(origin, { [origin]: app, [issuer]: provider });
equal(await browser.session(), null);

const spans = new InMemorySpanExporter();
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const counts = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: counts });
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));

await browser.signIn("idp", { callbackUrl: "/after" });
const finished = spans.getFinishedSpans();
const nameOf = new Map(finished.map((span) => [span.spanContext().spanId, span.name]));
deepEqual(
  finished.map((span) => [span.name, nameOf.get(span.parentSpanContext?.spanId)]),
  [
    ["auth.csrf", undefined],
    // The test browser takes the token of a form from the page.
    ["auth.signin", undefined],
    ["auth.upstream.discovery", "auth.signin"],
    ["auth.signin", undefined],
    ["auth.upstream.token", "auth.callback"],
    ["auth.upstream.jwks", "auth.callback"],
    ["auth.callback", undefined],
  ],
);
await reader.forceFlush();
const [{ scopeMetrics: [{ scope, metrics: [events] }] }] = counts.getMetrics();
equal(scope.name, "@x/auth");
deepEqual(
  events.dataPoints.map(({ attributes, value }) => [attributes["auth.event"], value]),
  [["session.started", 1]],
);
await reader.shutdown();
`;

/** A refused sign-in behind `Bun.serve`, whose audit entry has the address of the socket. */
const BUN_ADDRESS = `
import { deepEqual } from "node:assert/strict";
import { defineAuth } from "@x/auth/server";

const addresses = [];
const { handler } = defineAuth({
  providers: [{ id: "c", name: "C", type: "credentials", credentials: {}, authorize: () => null }],
  secret: "a-secret-of-at-least-32-characters",
  logger: { error() {}, debug() {} },
  events: { audit: ({ address }) => void addresses.push(address) },
});
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: handler });
const origin = "http://127.0.0.1:" + server.port;
const first = await fetch(origin + "/auth/csrf");
const cookie = first.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
const body = new URLSearchParams(await first.json());
await fetch(origin + "/auth/callback/c", {
  method: "POST", body, headers: { cookie }, redirect: "manual",
});
deepEqual(addresses, ["127.0.0.1"]);
server.stop(true);
`;

const SQLITE_SUITE = `
import Database from "better-sqlite3";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { SqliteRecords } from "@x/auth/records/sqlite";
import { checkAdapter } from "@x/auth/testing/adapter";
import { checkRecords } from "@x/auth/testing/records";

let count = 0;
const results = await checkAdapter(() => {
  const adapter = SqliteAdapter(new Database(count++ % 2 ? ":memory:" : \`sqlite-\${count}.db\`));
  return { adapter, close: () => adapter.close() };
});
const broken = results.filter(({ outcome }) => outcome !== "passed");
for (const result of await checkRecords(() => {
  const store = SqliteRecords(new Database(":memory:"));
  return { store, close: () => store.close() };
})) {
  if (result.outcome === "failed") broken.push(result);
}
if (results.length === 0 || broken.length > 0) throw new Error(JSON.stringify(broken, null, 2));
`;

/** Subpaths that a framework's bundler has to resolve. */
const BOUND = /^\.\/(next|qwik|sveltekit)\b/;

/** Steps in a fresh folder, in their order. */
export function packageSteps(tarball: string, run: Run): PackageStep[] {
  return [
    {
      name: "installs without a framework",
      async run(dir, signal) {
        const manifest = {
          private: true,
          type: "module",
          dependencies: {
            "@opentelemetry/api": "^1.9.0",
            "@opentelemetry/context-async-hooks": "^2.0.0",
            "@opentelemetry/sdk-metrics": "^2.0.0",
            "@opentelemetry/sdk-trace-base": "^2.0.0",
            "@types/node": "^24.0.0",
            "@x/auth": `file:${tarball}`,
            "bun": "^1.3.0",
            "typescript": "^5.9.0",
          },
          allowScripts: { "better-sqlite3": true, bun: true },
        };
        await Deno.writeTextFile(`${dir}/package.json`, JSON.stringify(manifest));
        await run(dir, "npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], signal);
        // Those for a framework of the browser are built in an app with it.
        const subpaths = (await subpathsOf(dir)).filter((one) => !IN_BROWSER.includes(one));
        const specifiers = subpaths.map((subpath) => JSON.stringify(`@x/auth${subpath.slice(1)}`));
        await Deno.writeTextFile(
          `${dir}/load.mjs`,
          `for (const name of [${specifiers}]) await import(name);
` +
            `const { Auth } = await import("@x/auth");
const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
for (const path of ["session", "signin"]) {
  const response = await Auth(new Request("http://localhost/auth/" + path), config);
  if (response.status !== 200) throw new Error(path + ": " + response.status);
}
`,
        );
        const imports = specifiers.map((name, index) => `import * as m${index} from ${name};`);
        const names = specifiers.map((_, index) => `m${index}`);
        await Deno.writeTextFile(
          `${dir}/types.ts`,
          `${imports.join("\n")}\nexport const all: object[] = [${names}];\n`,
        );
      },
    },
    {
      name: "every subpath loads in Node",
      run: (dir, signal) => run(dir, "node", ["load.mjs"], signal),
    },
    {
      name: "every subpath loads in Bun",
      run: (dir, signal) => run(dir, "node_modules/.bin/bun", ["load.mjs"], signal),
    },
    {
      name: "credentials sign in, in Node and in Bun",
      async run(dir, signal) {
        await Deno.writeTextFile(`${dir}/sign_in.mjs`, SIGN_IN);
        await run(dir, "node", ["sign_in.mjs"], signal);
        await run(dir, "node_modules/.bin/bun", ["sign_in.mjs"], signal);
      },
    },
    {
      name: "the address of a client is known in Bun",
      async run(dir, signal) {
        await Deno.writeTextFile(`${dir}/address.mjs`, BUN_ADDRESS);
        await run(dir, "node_modules/.bin/bun", ["address.mjs"], signal);
      },
    },
    {
      name: "tests of an app pass with Vitest",
      limit: "compile",
      async run(dir, signal) {
        await run(dir, "npm", ["install", "--no-save", "vitest@^4.0.0"], signal);
        await Deno.writeTextFile(`${dir}/app.test.js`, APP_TEST);
        await run(dir, "node", ["node_modules/vitest/vitest.mjs", "run", "app.test.js"], signal);
      },
    },
    {
      name: "the SDK of OpenTelemetry gets spans and counters, in Node and in Bun",
      async run(dir, signal) {
        await Deno.writeTextFile(`${dir}/telemetry.mjs`, TELEMETRY);
        await run(dir, "node", ["telemetry.mjs"], signal);
        await run(dir, "node_modules/.bin/bun", ["telemetry.mjs"], signal);
      },
    },
    {
      name: "the SQLite adapter passes its tests with better-sqlite3 in Node",
      limit: "compile",
      async run(dir, signal) {
        // Where npm finds no binary, it compiles SQLite; without optimization, in a tenth of the time.
        const env = { MAKEFLAGS: String.raw`CFLAGS_Release=-fPIC\ -pthread` };
        await run(dir, "npm", ["install", "--no-save", "better-sqlite3@^12.11.0"], signal, env);
        await Deno.writeTextFile(`${dir}/sqlite.mjs`, SQLITE_SUITE);
        await run(dir, "node", ["sqlite.mjs"], signal);
      },
    },
    {
      name: "the declarations compile without skipLibCheck",
      run: (dir, signal) =>
        run(dir, "node", [
          "node_modules/typescript/bin/tsc",
          ..."--noEmit --strict --module nodenext --target es2022 --lib es2023,dom,dom.iterable"
            .split(" "),
          "types.ts",
        ], signal),
    },
  ];
}

async function subpathsOf(dir: string): Promise<string[]> {
  const text = await Deno.readTextFile(`${dir}/node_modules/@x/auth/package.json`);
  return Object.keys(JSON.parse(text).exports).filter((subpath) =>
    !BOUND.test(subpath) && !subpath.endsWith(".json")
  );
}
