/**
 * An app with API keys and organizations.
 *
 * @module
 */

import { assert } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import type { AuthConfig } from "../../../../mod.ts";
import {
  ApiKeys,
  type ApiKeysOptions,
  type KeyRefusal,
} from "../../../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../../../src/frameworks/define.ts";
import { signInAs, type SignInAsOptions } from "../../../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../../../src/types/factor.ts";
import type { AuditEntry } from "../../../../src/types/mod.ts";
import type { RecordStore } from "../../../../src/types/records.ts";

export const APP = "https://app.example";
export const API = `${APP}/api`;

export const access = defineAccess({
  permissions: { project: ["read", "write"], billing: ["manage"] },
  roles: {
    admin: { project: "all", member: "all", key: "all", service: "all" },
    member: { project: ["read", "write"] },
    reader: { key: ["read"] },
    builder: { service: "all" },
    guest: { project: ["read"] },
  },
  grants: { admin: ["member", "guest"] },
});

export type ScopeName = (typeof access)["permissions"][number];
export type RoleName = (typeof access)["roles"][number];

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

/** A store that counts its calls. */
export function counting(store: RecordStore) {
  const calls: string[] = [];
  const counted = <Name extends keyof RecordStore>(name: Name) => {
    const call = store[name].bind(store) as (...rest: unknown[]) => unknown;
    return ((...rest: unknown[]) => {
      calls.push(
        `${name} ${
          rest.map((one) => typeof one === "string" ? one : (one as { kind?: string })?.kind ?? "")
            .join(" ")
        }`.trim(),
      );
      return call(...rest);
    }) as RecordStore[Name];
  };
  const records: RecordStore = {
    get: counted("get"),
    put: counted("put"),
    take: counted("take"),
    list: counted("list"),
    deleteOwner: counted("deleteOwner"),
  };
  return { records, calls };
}

export function createKeyApp(
  options: Partial<ApiKeysOptions<ScopeName>> = {},
  config: Partial<AuthConfig> = {},
) {
  const entries: AuditEntry[] = [];
  const mails: AccountMail[] = [];
  const errors: Error[] = [];
  const adapter = config.adapter ?? MemoryAdapter();
  const { records, calls } = counting(config.records ?? adapter.records!);
  const auth = defineAuth({
    providers: [],
    session: { revocation: {} },
    sendMail: (mail: AccountMail) => void mails.push(mail),
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    trustHost: true,
    theme: { name: "App" },
    limits: false as const,
    notifyNewDevice: false,
    events: { audit: (entry: AuditEntry) => void entries.push(entry) },
    logger: { error: (error: Error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...config as object,
    adapter,
    records,
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access, ...options }),
  });
  return { auth, adapter, records, calls, entries, mails, errors };
}

export type KeyApp = ReturnType<typeof createKeyApp>;

/** A user with a session. */
export interface Person {
  id: string;
  request(method?: string): Request;
}

/** Signs a user in, as a test does. */
export async function signIn(
  app: KeyApp,
  name: string,
  options: Omit<SignInAsOptions<RoleName>, "origin"> = {},
): Promise<Person> {
  const email = `${name}@app.example`;
  const { user, headers } = await signInAs(app.auth, { name, email }, { ...options, origin: APP });
  const cookie = headers.get("cookie")!;
  return {
    id: String(user.id),
    request: (method = "POST") =>
      new Request(API, { method, headers: { cookie, ...method === "GET" ? {} : { origin: APP } } }),
  };
}

/** The membership of a person. */
export async function membership(app: KeyApp, person: Person, slug = "acme") {
  const found = await app.auth.organizations.readMembership(person.request("GET"), slug);
  assert(found.ok, found.ok ? "" : found.reason);
  return found;
}

/** The result of a change that took place. */
export function done<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  assert(result.ok, (result as unknown as KeyRefusal).reason);
  return result as Extract<T, { ok: true }>;
}

/** The reason of a refusal; `"ok"` for a result. */
export function reasonOf(result: { ok: boolean; reason?: string }): string {
  return result.ok ? "ok" : result.reason!;
}

/** A request with a key. */
export function withKey(secret: string, scheme = "Bearer"): Request {
  return new Request(API, { headers: { authorization: `${scheme} ${secret}` } });
}

/** The principal of a key, or the reason why there is none. */
export async function authenticate(
  app: KeyApp,
  secret: string,
  options: { scopes?: ScopeName[]; organization?: string; resource?: string } = {},
) {
  return await app.auth.authenticate(withKey(secret), { accept: ["key"], ...options });
}

/** The reason why a key is refused; `"in"` for one that is not. */
export async function outcome(
  app: KeyApp,
  secret: string,
  options?: Parameters<typeof authenticate>[2],
): Promise<string> {
  const who = await authenticate(app, secret, options);
  return who.ok ? "in" : who.reason;
}

/** A key of a user. */
export async function keyOf(
  app: KeyApp,
  userId: string,
  options: Partial<Parameters<KeyApp["auth"]["keys"]["createFor"]>[1]> = {},
) {
  return done(
    await app.auth.keys.createFor(userId, { name: "Backup", scopes: ["project:read"], ...options }),
  );
}
