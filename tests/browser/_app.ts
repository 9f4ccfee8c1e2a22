/**
 * Apps on a loopback port, with an SMTP server and a clock where a test needs them.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Nodemailer, { type NodemailerUserConfig } from "../../src/providers/nodemailer.ts";
import type { Awaitable } from "../../src/types/entities.ts";
import { type MailServer, startMailServer } from "../_smtp.ts";

/** An app that listens. */
export interface Served extends AsyncDisposable {
  origin: string;
}

/** A secret of one app, so that its counts in the memory of the process are apart from all others. */
export function newSecret(): string {
  return `a secret of one app: ${crypto.randomUUID()}`;
}

/** Answer with HTML. */
export function html(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/**
 * Serves the paths of the library.
 *
 * @param answer answers all other requests
 */
export function serve(
  config: AuthConfig,
  answer: (request: Request) => Awaitable<Response> = () => html("<h1>App</h1>"),
): Served {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const isOurs = new URL(request.url).pathname.startsWith("/auth/");
      return await (isOurs ? Auth(request, config) : answer(request));
    },
  );
  return {
    origin: `http://localhost:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** The provider `Email`, which sends to an SMTP server. */
export function mailProvider({ url }: MailServer, options: NodemailerUserConfig = {}) {
  return Nodemailer({ name: "Email", server: url, from: "App <app@example.com>", ...options });
}

/** An app that sends emails, and whose clock can be moved. */
export interface MailApp extends Served {
  smtp: MailServer;
  adapter: ReturnType<typeof MemoryAdapter>;
  config: AuthConfig;
  /** Moves the proofs of all later requests back by eleven minutes. */
  age(): void;
}

/** @param membersFor members of the config that differ from those of all tests */
export async function startMailApp(
  membersFor: (mail: ReturnType<typeof mailProvider>) => Partial<AuthConfig>,
): Promise<MailApp> {
  const smtp = await startMailServer();
  const adapter = MemoryAdapter();
  const config: AuthConfig = {
    providers: [],
    adapter,
    session: { strategy: "jwt", revocation: {} },
    secret: newSecret(),
    trustHost: true,
    ...membersFor(mailProvider(smtp)),
  };
  const served = serve(config);
  const now = Date.now;
  let ageMs = 0;
  Date.now = () => now() + ageMs;
  return {
    origin: served.origin,
    smtp,
    adapter,
    config,
    age: () => void (ageMs += 11 * 60_000),
    async [Symbol.asyncDispose]() {
      Date.now = now;
      await served[Symbol.asyncDispose]();
      await smtp[Symbol.asyncDispose]();
    },
  };
}
