/**
 * Apps with faults: real servers and proxies, and the command of the doctor.
 *
 * @module
 */

import { type AuthConfig, DenoAuth } from "@x/auth/deno";
import type { DenoAuthResult } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { forgetful } from "../../src/symbols.ts";
import { main } from "../../src/tools/doctor/command.ts";
import type { Fetch } from "../../src/tools/doctor/visit.ts";
import type { RecordStore } from "../../src/types/records.ts";

/** Secret without a fault. */
export const SECRET = "Xk3vQ9-fW2_mZ7rT5yL8bN1cH4jD6sG0pA";

/** Public origin of the apps. */
export const PUBLIC = "https://app.example";

/** A provider that needs no server. */
export const PASSWORD = Credentials({
  credentials: { password: { label: "Password", type: "password" } },
  authorize: () => null,
});

/** Records as a store that lasts has them. */
function lastingRecords(): RecordStore {
  const { [forgetful]: _, ...records } = MemoryRecords() as RecordStore & { [forgetful]?: true };
  return records;
}

/** A config without a fault. */
export const healthy = (more: Partial<AuthConfig> = {}): AuthConfig => ({
  providers: [PASSWORD],
  ...more.adapter ? {} : { records: lastingRecords() },
  secret: SECRET,
  logger: { error() {}, warn() {} },
  ...more,
});

/** An app with one fault, or with none. */
export interface Planted {
  /** Config that the module exports. */
  config?: AuthConfig;
  /** Text of the module. Default: it exports the config. */
  module?: string;
  /** Variables. */
  env?: Record<string, string>;
  /** Sends requests to the running app. */
  fetch?: Fetch;
  /** Further arguments. */
  args?: string[];
}

/** Result of the command. */
export interface Outcome {
  /** Exit code. */
  code: number;
  /** Parsed standard output. */
  // deno-lint-ignore no-explicit-any -- the shape is what is tested
  json: any;
  /** Standard output. */
  text: string;
}

const planted = Symbol.for("doctor test: planted config");

/** Runs the command on a module that exports the config. */
export async function examine(
  app: Planted,
  format: readonly string[] = ["--json"],
): Promise<Outcome> {
  const folder = await Deno.makeTempDir({ prefix: "auth-doctor-" });
  try {
    (globalThis as { [planted]?: unknown })[planted] = app.config;
    const path = `${folder}/auth.ts`;
    const source = app.module ??
      'export const config = (globalThis as any)[Symbol.for("doctor test: planted config")];\n';
    if (source) await Deno.writeTextFile(path, source);
    const lines: string[] = [];
    const code = await main([path, ...format, ...app.args ?? []], {
      print: (line) => void lines.push(line),
      env: app.env ?? {},
      ...app.fetch ? { fetch: app.fetch } : {},
    });
    const text = lines.join("\n");
    return { code, text, json: format.includes("--json") ? JSON.parse(text) : undefined };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A server on a loopback port; disposing it stops it. */
export function serve(
  stack: AsyncDisposableStack,
  handler: (request: Request) => Response | Promise<Response>,
): string {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  stack.defer(() => server.shutdown());
  return `http://127.0.0.1:${server.addr.port}`;
}

/** Faults of a proxy. */
export interface ProxyFaults {
  /** Changes the headers that the app gets. */
  request?(headers: Headers, request: Request): void;
  /** Changes the path that the app gets. */
  path?(path: string): string;
  /** `true` sends no body on. */
  dropsBody?: boolean;
  /** Changes what the visitor gets. */
  response?(response: Response, request: Request): Response | Promise<Response>;
  /** Answers in place of the app. */
  answer?(request: Request): Response | undefined;
}

/**
 * An app, a proxy in front of it, and a `fetch` that ends TLS: requests to the public origin
 * reach the proxy over a real connection.
 */
export function behindProxy(
  stack: AsyncDisposableStack,
  faults: ProxyFaults = {},
  config: AuthConfig = healthy(),
): Planted {
  const { handler }: DenoAuthResult = DenoAuth({ trustHost: { forwardedHops: 1 }, ...config });
  const app = serve(stack, handler());
  const proxy = serve(stack, async (request) => {
    const own = faults.answer?.(request);
    if (own) return own;
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    headers.delete("host");
    faults.request?.(headers, request);
    const body = request.body && !faults.dropsBody ? await request.arrayBuffer() : null;
    const response = await fetch(`${app}${faults.path?.(pathname) ?? pathname}${search}`, {
      method: request.method,
      headers,
      body,
      redirect: "manual",
    });
    const answer = new Response(response.body, response);
    answer.headers.set("strict-transport-security", "max-age=31536000");
    return await faults.response?.(answer, request) ?? answer;
  });
  return {
    config,
    fetch: throughTls(proxy),
    args: ["--url", PUBLIC],
  };
}

/** Sends requests for any https origin to a server that speaks http, as a load balancer does. */
function throughTls(target: string): Fetch {
  return (url, init = {}) => {
    const { pathname, search, protocol, host } = new URL(url);
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-host", host);
    headers.set("x-forwarded-proto", protocol.slice(0, -1));
    return fetch(`${target}${pathname}${search}`, { ...init, headers });
  };
}

/** Replaces the cookies of a response. */
export function withCookies(
  response: Response,
  change: (cookies: string[]) => string[],
): Response {
  const cookies = change(response.headers.getSetCookie());
  response.headers.delete("set-cookie");
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
