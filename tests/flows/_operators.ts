/**
 * An app with operators, and the visitors who try what they can do.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { operatorPermissions } from "../../src/capabilities/operators/actions.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import type { Proof } from "../../src/types/proof.ts";

export const APP = "https://app.example";

export const access = defineAccess({
  permissions: operatorPermissions,
  roles: {
    support: { user: ["read", "suspend", "sign-out", "act"] },
    reader: { user: ["read"] },
    /** Has no permission of operators. */
    member: { member: ["invite"] },
  },
});

let apps = 0;

export function createOperatorApp(config: Partial<AuthConfig> = {}) {
  const entries: AuditEntry[] = [];
  const errors: Error[] = [];
  const mails: AccountMail[] = [];
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    factors: [Totp()],
    sendMail: (mail: AccountMail) => void mails.push(mail),
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    trustHost: true,
    theme: { name: "App" },
    limits: false,
    notifyNewDevice: false,
    events: { audit: (entry: AuditEntry) => void entries.push(entry) },
    logger: { error: (error: Error) => void errors.push(error), warn: () => {}, debug: () => {} },
    organizations: Organizations({ access, create: "nobody" }),
    operators: Operators({ organization: "staff" }),
    ...config as object,
    session: { strategy: "jwt", revocation: {}, ...config.session },
  } as AuthConfig);
  const fetch = async (path: string, init: RequestInit) =>
    await Auth(new Request(APP + path, init), auth.config);
  return { auth, adapter: auth.config.adapter!, entries, errors, mails, fetch };
}

export type OperatorApp = ReturnType<typeof createOperatorApp>;

/** A person with a session. */
export interface OperatorVisitor {
  readonly id: string;
  readonly cookie: string;
}

/** The proofs of sessions. */
export const PROOFS = {
  fresh: () => ({ methods: ["pwd", "otp", "mfa"] }),
  stale: () => ({ methods: ["pwd", "otp", "mfa"], at: Math.floor(Date.now() / 1000) - 3600 }),
  weak: () => ({ methods: ["pwd"] }),
  mail: () => ({ methods: ["mail"] }),
  acting: () => ({ methods: ["pwd", "otp", "mfa"], actor: "somebody" }),
} satisfies Record<string, () => Partial<Proof>>;

/** Signs a person in. */
export async function enter(
  { auth }: OperatorApp,
  id: string,
  { role, organization = "staff", proof = "fresh" }: {
    role?: string;
    organization?: string;
    proof?: keyof typeof PROOFS;
  } = {},
): Promise<OperatorVisitor> {
  const user = { id, email: `${id}@example.com`, name: id, emailVerified: new Date() };
  const { headers } = await signInAs(auth, user, {
    ...{ origin: APP, proof: PROOFS[proof](), env: {} },
    ...role ? { membership: { organization, role } } : {},
  } as never);
  return { id, cookie: headers.get("cookie")! };
}

/** Everybody who may try: the last one is the operator for whom it passes. */
export const VISITORS: Readonly<
  Record<string, (app: OperatorApp) => Promise<OperatorVisitor | null>>
> = {
  "a visitor": () => Promise.resolve(null),
  "a user": (app) => enter(app, "user"),
  "a member without the permission": (app) => enter(app, "member", { role: "member" }),
  "an operator with a stale proof": (app) => enter(app, "late", { role: "owner", proof: "stale" }),
  "an operator without a second factor": (app) =>
    enter(app, "weak", { role: "owner", proof: "weak" }),
  "an operator for whom another person acts": (app) =>
    enter(app, "acted", { role: "owner", proof: "acting" }),
  "a suspended operator": async (app) => {
    const visitor = await enter(app, "ended", { role: "owner" });
    await app.auth.users.suspend(visitor.id);
    return visitor;
  },
  "an owner of another organization": (app) =>
    enter(app, "other", { role: "owner", organization: "acme" }),
  "an operator": (app) => enter(app, "owner", { role: "owner" }),
};

const cookieOf = (visitor: OperatorVisitor | null): HeadersInit =>
  visitor ? { cookie: visitor.cookie } : {};

/** Gets a page, as a browser. */
export async function visit(
  app: OperatorApp,
  visitor: OperatorVisitor | null,
  path: string,
  accept = "text/html",
): Promise<{ status: number; text: string; location: string | null; headers: Headers }> {
  const response = await app.fetch(path, { headers: { accept, ...cookieOf(visitor) } });
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get("location") };
}

/** Gets a page as JSON. */
export async function readJson(app: OperatorApp, visitor: OperatorVisitor | null, path: string) {
  const { status, text } = await visit(app, visitor, path, "application/json");
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  return { status, body: JSON.parse(text) as any };
}

/** Posts a form with the token of the visitor, as each page of an app with `account` has it. */
export async function post(
  app: OperatorApp,
  visitor: OperatorVisitor | null,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; text: string; location: string | null }> {
  const page = visitor ? "/auth/account" : "/auth/signin";
  const drawn = await app.fetch(page, {
    headers: { accept: "application/json", ...cookieOf(visitor) },
  });
  // A suspended person is led away, and has the token of a visitor.
  const { csrfToken = "" } = await drawn.json();
  const set = drawn.headers.getSetCookie().map((line) => line.split(";")[0]);
  const response = await app.fetch(path, {
    method: "POST",
    headers: {
      accept: "text/html",
      origin: APP,
      cookie: [visitor?.cookie, ...set].filter(Boolean).join("; "),
    },
    body: new URLSearchParams({ csrfToken, ...fields }),
  });
  const { status, headers } = response;
  return { status, text: await response.text(), location: headers.get("location") };
}
