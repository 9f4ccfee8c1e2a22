/**
 * An app with a password and a mail provider, whose browsers have network addresses.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { setClientAddress } from "../../src/http/client_address.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AuditEntry, RecordStore } from "../../src/types/mod.ts";
import type { EmailProviderSendVerificationRequestParams } from "../../src/types/provider.ts";

export const APP = "https://app.example";
export const ADA = "ada@example.com";
export const UNKNOWN = "eve@example.com";
export const PASSWORD = "opensesame";

let rigs = 0;

export interface LimitsRig {
  config: AuthConfig;
  /** Addresses that `authorize` was asked about. */
  authorized: unknown[];
  mails: EmailProviderSendVerificationRequestParams[];
  errors: Error[];
  warnings: string[];
  entries: AuditEntry[];
  /** A browser with an address. Default: one whose address the app does not know. */
  open(address?: string): TestBrowser;
  /** Posts the form for credentials. */
  enter(browser: TestBrowser, email?: string, password?: string): Promise<Response>;
  /** A request of one action, without a browser. */
  send(path: string, address?: string, init?: RequestInit): Promise<Response>;
}

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
export function createLimitsRig(overrides: Partial<AuthConfig> = {}): LimitsRig {
  const [authorized, mails, errors, warnings, entries] = [[], [], [], [], []] as [
    unknown[],
    LimitsRig["mails"],
    Error[],
    string[],
    AuditEntry[],
  ];
  const config: AuthConfig = {
    providers: [
      Credentials({
        credentials: { email: {}, password: { type: "password" } },
        authorize({ email, password }) {
          authorized.push(email);
          const isRight = String(email).toLowerCase() === ADA && password === PASSWORD;
          return isRight ? { id: "ada", email: ADA } : null;
        },
      }),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: (params) => void mails.push(params),
      },
    ],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    secret: `a-secret-of-at-least-32-characters ${++rigs}`,
    trustHost: true,
    logger: {
      error: (error) => void errors.push(error),
      warn: (code) => void warnings.push(code),
      debug: () => {},
    },
    events: { audit: (entry) => void entries.push(entry) },
    ...overrides,
  };
  const handle = (request: Request, address?: string) => {
    if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response("app");
    if (address !== undefined) setClientAddress(request, address);
    return Auth(request, config);
  };
  return {
    config,
    authorized,
    mails,
    errors,
    warnings,
    entries,
    open: (address) => createBrowser(APP, { [APP]: (request) => handle(request, address) }),
    enter: (browser, email = ADA, password = "wrong") =>
      browser.post("/callback/credentials", { email, password }),
    send: async (path, address, init) =>
      await handle(new Request(`${APP}/auth/${path}`, init), address),
  };
}

/** Logs the calls of a store of records. */
export function loggingRecords(records: RecordStore, calls: string[]): RecordStore {
  return {
    ...records,
    get: (kind, id) => (calls.push(`get ${kind}`), records.get(kind, id)),
    put: (entry, expected) => {
      calls.push(`put ${entry.kind} ${expected !== null}`);
      return records.put(entry, expected);
    },
    take: (kind, id) => (calls.push(`take ${kind}`), records.take(kind, id)),
  };
}
