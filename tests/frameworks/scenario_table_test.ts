import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { type AuthConfig, encode } from "../../mod.ts";
import type { Adapter } from "../../adapters/mod.ts";
import { CHUNK_SIZE } from "../../src/http/cookie.ts";
import type { Answer, App, Wrapper } from "./_table.ts";
import { allowed } from "./_table_differences.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";
import { createConfig, type Step, steps, type Strategy } from "./_table_steps.ts";
import type { Proof } from "../../src/types/proof.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";

const DAY = 24 * 60 * 60 * 1000;
const COOKIE = "authjs.session-token";
const wrappers = [...httpWrappers, ...portWrappers];

/** Outcome of a step, in the same words for every wrapper. */
type Cell = Record<
  "reads" | "proof" | "status" | "leads" | "failure" | "cookies" | "after" | "logged",
  string
>;

/** Runs a step with a wrapper. */
async function take(wrapper: Wrapper, strategy: Strategy, step: Step): Promise<Cell> {
  const logged: string[] = [];
  const adapter = MemoryAdapter();
  const grace = await createUser(adapter, "Grace");
  const config: AuthConfig = {
    ...createConfig(strategy, adapter, grace, step.config),
    logger: { error: ({ name }) => void logged.push(name), warn: () => {} },
  };
  const app = await wrapper.start(config);
  try {
    const url = new URL(app.origin);
    const browser = new CookieStore();
    if (step.as) browser.store(url, await startSession(config, strategy, step.as));
    const fields = { ...step.form?.fields };
    if (step.form?.csrf) {
      const token = await app.visit({ method: "GET", action: "/csrf", headers: {} });
      browser.store(url, token.setCookies);
      // There is no token when the framework compares origins.
      if (token.status === 200) fields.csrfToken = JSON.parse(token.text!).csrfToken;
    }
    const method = step.form ? "POST" : "GET";
    const cookie = browser.header(url, { method });
    const headers: Record<string, string> = cookie ? { cookie } : {};
    if (step.form) {
      headers.origin = app.origin;
      headers["content-type"] = "application/x-www-form-urlencoded";
    }
    for (const [name, value] of Object.entries(step.headers ?? {})) {
      if (value) headers[name] = value;
      else delete headers[name];
    }
    const { action, calls } = step;
    const answer = await app.visit({
      method,
      action,
      calls,
      headers,
      body: step.form && new URLSearchParams(fields).toString(),
    });
    browser.store(url, answer.setCookies);
    const told = [...new Set(logged)].join(" ");
    return { ...describe(answer, app, action), after: await whoIs(app, browser), logged: told };
  } finally {
    await app.close?.();
  }
}

/** Creates a session without the wrapper; returns its `Set-Cookie` lines. */
async function startSession(
  { adapter, secret }: AuthConfig,
  strategy: Strategy,
  name: string,
): Promise<string[]> {
  if (strategy === "database") {
    const userId = await createUser(adapter!, name);
    const expires = new Date(Date.now() + 30 * DAY);
    const row = { sessionToken: "t".repeat(36), userId, expires };
    await adapter!.createSession!(row);
    return [`${COOKIE}=${row.sessionToken}; Path=/; HttpOnly`];
  }
  const ballast = name === "Big" ? "x".repeat(3500) : undefined;
  const token = await encode({
    token: { sub: name, name, ballast },
    secret: secret as string,
    salt: COOKIE,
  });
  if (token.length <= CHUNK_SIZE) return [`${COOKIE}=${token}; Path=/; HttpOnly`];
  const chunks = token.match(new RegExp(`.{1,${CHUNK_SIZE}}`, "g"))!;
  return chunks.map((chunk, index) => `${COOKIE}.${index}=${chunk}; Path=/; HttpOnly`);
}

async function createUser(adapter: Adapter, name: string): Promise<string> {
  const email = `${name}@example.com`;
  const user = { id: crypto.randomUUID(), name, email, emailVerified: null };
  return (await adapter.createUser!(user)).id;
}

async function whoIs(app: App, browser: CookieStore): Promise<string> {
  const headers = { cookie: browser.header(new URL(app.origin)) };
  const { text = "", status } = await app.visit({ method: "GET", action: "/session", headers });
  return status === 200 ? JSON.parse(text)?.user?.name ?? "no one" : "unknown";
}

function describe(
  { reads, proof, required, status, location, failure, setCookies, text }: Answer,
  { origin, basePath }: App,
  action: string | undefined,
): Omit<Cell, "after" | "logged"> {
  const leads = location && new URL(location, origin);
  const where = !leads ? "" : leads.origin === origin
    ? leads.pathname.replace(basePath, "{base}") +
      leads.search.replace(encodeURIComponent(origin), "")
    : leads.origin + leads.pathname;
  const body = action === "/session" && status === 200
    ? JSON.parse(text!)?.user?.name ?? "null"
    : "";
  return {
    reads: reads.map((session) => session?.user?.name ?? "no one").join(", ") || body,
    proof: required === undefined
      ? proof === undefined ? "" : describeProof(proof)
      : describeRequired(required, origin, basePath),
    status: String(status ?? ""),
    leads: where,
    failure: failure ? [failure.error, failure.code].filter(Boolean).join(":") : "",
    cookies: describeCookies(setCookies),
  };
}

/** Without its time, which differs between wrappers. */
function describeProof(proof: Proof | null): string {
  if (!proof) return "none";
  return `${proof.methods.join("+") || "unknown"} by ${proof.provider}`;
}

/** Where a user is sent to prove again; the sealed parameter differs each time. */
function describeRequired(url: string | null, origin: string, basePath: string): string {
  if (url === null) return "enough";
  const { pathname, searchParams } = new URL(url, origin);
  const params = [...searchParams].map(([name, value]) =>
    `${name}=${name === "stepUp" ? "*" : value.replace(origin, "")}`
  );
  return [pathname.replace(basePath, "{base}"), ...params].join(" ");
}

/** `session-token.0 set, session-token.1 deleted`, sorted, without cookies of the app. */
function describeCookies(lines: readonly string[]): string {
  const kinds = lines.filter((line) => !line.startsWith("app=")).map((line) => {
    // The name of an attempt's cookie ends in a digest of its state.
    const name = line.split("=", 1)[0]!.replace(/^authjs\./, "").replace(/\.[\w-]{8,}$/, ".*");
    const [, ...attributes] = line.toLowerCase().split("; ");
    const kind = attributes.filter((one) => !/^(max-age|expires)=/.test(one)).sort().join("; ");
    const how = /; Max-Age=0/i.test(line) ? "deleted" : "set";
    return `${name} ${how}${kind === "httponly; path=/; samesite=lax" ? "" : ` (${kind})`}`;
  });
  return kinds.sort().join(", ");
}

function different(one: Cell, other: Cell): (keyof Cell)[] {
  const facts = Object.keys(one) as (keyof Cell)[];
  return facts.filter((fact) => one[fact] !== other[fact]);
}

const show = (cell: Cell) =>
  Object.entries(cell).filter(([, text]) => text).map(([fact, text]) => `${fact} ${text}`).join(
    "; ",
  );

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`wrappers: every one behaves like DenoAuth, with the strategy ${strategy}`, async () => {
    const unexpected: string[] = [];
    const lines: string[] = [];
    const used = new Set<unknown>();
    for (const step of steps) {
      const cells = await Promise.all(
        wrappers.map(async (wrapper) =>
          step.hosts && !wrapper.seesHosts ? undefined : await take(wrapper, strategy, step)
        ),
      );
      const [deno] = cells as [Cell];
      assertEquals(deno.after, step.after ?? step.as ?? "no one", step.name);
      if (step.sets !== undefined) assertEquals(deno.cookies, step.sets, step.name);
      if (step.proof) assertEquals(deno.proof, step.proof, step.name);
      const marks = cells.map((cell, index) => {
        if (!cell) return "–";
        const facts = different(cell, deno);
        const { name } = wrappers[index]!;
        const excuses = facts.map((fact) =>
          allowed.find(({ wrappers, steps = "", facts }) =>
            wrappers.includes(name) && step.name.startsWith(steps) && facts[fact] === cell[fact]
          )
        );
        for (const excuse of excuses) used.add(excuse);
        if (excuses.every(Boolean)) return facts.length === 0 ? "=" : "(=)";
        unexpected.push(
          `${step.name}, ${name}: ${facts.join(", ")}\n    Deno: ${show(deno)}\n    here: ${
            show(cell)
          }`,
        );
        return "≠";
      });
      lines.push(
        `${step.name.padEnd(34)} ${marks.map((mark) => mark.padEnd(5)).join("")} ${show(deno)}`,
      );
    }
    const heads = wrappers.map(({ name }) => name.slice(0, 4).padEnd(5)).join("");
    console.log([`${strategy.padEnd(34)} ${heads}`, ...lines].join("\n"));
    assert(unexpected.length === 0, unexpected.join("\n"));
    assertEquals(allowed.filter((one) => !used.has(one)), []);
  });
}
