/**
 * An app with every way to change an account, its users, and copies of their sessions.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { configFor } from "../../src/config/host.ts";

import { Totp } from "../../src/capabilities/factors/mod.ts";
import { trustDevice } from "../../src/capabilities/factors/trusted_device.ts";
import { serializeCookie } from "../../src/http/cookie.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { createContext } from "../../src/request/context.ts";
import {
  begin as beginFactor,
  confirm as confirmFactor,
  list as listFactors,
} from "../../src/capabilities/factors/functions.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { resolveUserConfig } from "../../src/server/environment.ts";
import { createIdp, signInAs } from "../../src/tools/testing/mod.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { Proof } from "../../src/types/proof.ts";
import type { Json, RecordEntry, RecordStore } from "../../src/types/records.ts";
import { providerAt } from "../_idp.ts";
import { codeOf } from "../flows/_factors.ts";
import { CHEAP, PASSWORD } from "../flows/_passwords.ts";
import type { Answer, App, Call } from "./_table.ts";
import type { Strategy } from "./_table_steps.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

export { PASSWORD };

type Memory = ReturnType<typeof MemoryAdapter>;

/** Methods of a store that change nothing, or only how long a session that is read lives. */
const READERS = /^(get|list|generates|extendSession$)/;

const DAY = 24 * 60 * 60 * 1000;

/** Every host of this machine has the same cookies, whatever its port. */
const ORIGIN = "http://localhost";

/** Provider at which each user has an account that is not linked. */
export const idp = await createIdp({ issuer: "https://one.example", user: { sub: "1" } });

/** `ada` has one factor, `grace` two; `lin` has two and no password. */
export type UserId = "ada" | "grace" | "lin";

/**
 * Sessions of a user: `fresh` has just proven all that the user can prove. The others are worth
 * nothing to a thief: one of 20 days ago, one on a trusted device that skipped the second
 * factor, and one in which another person acts for the user.
 */
export type Kind = "fresh" | "old" | "half" | "acting";

/** A user, with the ids of what can be changed. */
export interface Person {
  email: string;
  /** Passkey. */
  key: string;
  /** Account at the provider "two". */
  account: string;
  /** Session in another browser. */
  elsewhere: string;
  /** Second factor; empty without one. */
  factor: string;
  /** `Set-Cookie` headers of each session. */
  sessions: Record<Kind, readonly string[]>;
}

/** The app and its users, before a wrapper serves them. */
export interface Rig {
  config: AuthConfig;
  persons: Record<UserId, Person>;
  /** Changes of the store since they were last taken away. */
  writes: string[];
  mails: AccountMail[];
}

/** Creates the app, its users and their sessions. */
export async function createStolenRig(strategy: Strategy): Promise<Rig> {
  const writes: string[] = [];
  const mails: AccountMail[] = [];
  const config: AuthConfig = {
    adapter: noteWrites(MemoryAdapter(), writes),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    account: AccountPage(),
    factors: [Totp()],
    factorPolicy: { trustedDevice: { maxAge: 30 * 24 * 60 * 60 } },
    session: { strategy, revocation: {} },
    providers: [
      Password(CHEAP),
      { id: "mail", name: "Email", type: "email", sendVerificationRequest: () => {} },
      Passkey,
      providerAt(idp, "one"),
      providerAt(idp, "two"),
    ],
    sendMail: (mail) => void mails.push(mail),
    experimental: { enableWebAuthn: true },
    limits: false,
    logger: { error() {}, warn() {} },
  };
  const persons = {
    ada: await createPerson(config, "ada", ["pwd"]),
    grace: await createPerson(config, "grace", ["pwd", "otp", "mfa"]),
    lin: await createPerson(config, "lin", ["mail", "otp", "mfa"]),
  };
  return { config, persons, writes, mails };
}

async function createPerson(
  config: AuthConfig,
  id: UserId,
  methods: Proof["methods"],
): Promise<Person> {
  const adapter = config.adapter!;
  const email = `${id}@example.com`;
  await adapter.createUser!({ id, name: id, email, emailVerified: new Date() });
  const [key, account] = [`${id}-key`, `${id}-account`];
  await adapter.linkAccount!({
    userId: id,
    type: "oidc",
    provider: "two",
    providerAccountId: account,
  });
  await adapter.linkAccount!({
    userId: id,
    type: "webauthn",
    provider: "passkey",
    providerAccountId: key,
  });
  await adapter.createAuthenticator!({
    credentialID: key,
    userId: id,
    providerAccountId: key,
    credentialPublicKey: "",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: null,
  });
  if (methods.includes("pwd")) assertEquals(await setPassword(config, id, PASSWORD), null);
  const signIn = async (proof: Partial<Proof> = {}) => {
    const { setCookies } = await signInAs(config, { id }, { origin: ORIGIN, proof });
    return setCookies;
  };
  await signIn();
  const [{ id: elsewhere = "" } = {}] = await listSessions(config, id);
  if (methods.includes("mfa")) await enrolTotp(config, await signIn());
  const [{ id: factor = "" } = {}] = await listFactors(config, id);
  const first = methods.slice(0, 1);
  const sessions = {
    fresh: await signIn({ methods }),
    old: await (async () => {
      using _ = new FakeTime(Date.now() - 20 * DAY);
      return await signIn({ methods: first });
    })(),
    half: [...await signIn({ methods: first }), ...await trustedDevice(config, id)],
    acting: await signIn({ methods, actor: "admin" }),
  };
  return { email, key, account, elsewhere, factor, sessions };
}

/** Adds an authenticator app, as a page of the app does. */
async function enrolTotp(config: AuthConfig, setCookies: readonly string[]): Promise<void> {
  const jar = new CookieStore();
  const url = new URL(ORIGIN);
  jar.store(url, setCookies);
  const request = () => new Request(url, { headers: { cookie: jar.header(url) } });
  const headers = new Headers();
  const begun = await beginFactor(config, request(), "totp", headers);
  jar.store(url, headers.getSetCookie());
  const answer = await codeOf(begun.secret!.replaceAll(" ", ""));
  const given = { factor: "totp", state: begun.state!, answer };
  assertEquals(await confirmFactor(config, request(), given, new Headers()), true);
}

async function trustedDevice(config: AuthConfig, id: string): Promise<string[]> {
  const resolved = configFor(resolveUserConfig(config), ORIGIN, true);
  const request = new Request(`${ORIGIN}/auth/factor`);
  const call = { action: "factor", method: "POST", query: {}, cookieHeader: "" } as const;
  const ctx = await createContext(
    { ...call, origin: ORIGIN, request, returnRedirect: false },
    resolved,
  );
  await trustDevice(ctx, id);
  return ctx.cookies.outgoing().map(serializeCookie);
}

/** The store, which notes its changes. */
function noteWrites(adapter: Memory, writes: string[]): Memory {
  const noted = <T extends object>(
    of: T,
    noteOf: (name: string, first: unknown) => string | Promise<string | undefined>,
  ): T => {
    const members = Object.entries(of).map(([name, member]) => {
      if (typeof member !== "function" || READERS.test(name)) return [name, member];
      const method = async (...args: unknown[]) => {
        const note = await noteOf(name, args[0]);
        if (note !== undefined) writes.push(note);
        return await member(...args);
      };
      return [name, method];
    });
    return Object.fromEntries(members);
  };
  const { records } = adapter;
  const whole = noted(adapter, (name) => name);
  return {
    ...whole,
    records: noted(records, async (name, first) => {
      if (typeof first === "string") return `${name} ${first}`;
      const entry = first as RecordEntry;
      if (entry.kind === "session" && await isUse(records, entry)) return undefined;
      return `${name} ${entry.kind}`;
    }),
  };
}

/** Returns `true` for a record that tells no more than when and where a session is used. */
async function isUse(records: RecordStore, entry: RecordEntry): Promise<boolean> {
  const known = await records.get(entry.kind, entry.id);
  return known !== null && known.owner === entry.owner && lasting(known) === lasting(entry);
}

function lasting({ data }: RecordEntry): string {
  const { lastSeenAt: _, device: __, address: ___, ...rest } = data as Record<string, Json>;
  return JSON.stringify(rest);
}

/** A request of a browser for an action, or for a page that makes calls. */
export interface Sent {
  /** Path of an action; absent for a page of the app. */
  action?: string;
  calls?: readonly Call[];
  /** Fields of a form; absent for `GET`. */
  fields?: Record<string, string>;
}

/** A browser, on a page of the app. */
export interface Browser {
  /** Headers of a request of this browser, for functions that take a request. */
  headers(): Headers;
  send(sent: Sent): Promise<Answer>;
  /** Takes cookies of another browser. */
  take(setCookies: readonly string[]): void;
}

/** Opens a browser with copied cookies. */
export function openBrowser(app: App, setCookies: readonly string[]): Browser {
  const url = new URL(app.origin);
  const jar = new CookieStore();
  jar.store(url, setCookies);
  const visit = async (
    { action, calls, fields, accept }: Sent & { accept?: string },
  ): Promise<Answer> => {
    const method = fields ? "POST" : "GET";
    const headers: Record<string, string> = { referer: `${app.origin}/settings` };
    if (accept) headers.accept = accept;
    const cookie = jar.header(url, { method });
    if (cookie) headers.cookie = cookie;
    if (fields) {
      headers.origin = app.origin;
      headers["content-type"] = "application/x-www-form-urlencoded";
    }
    const body = fields && new URLSearchParams(fields).toString();
    const answer = await app.visit({ method, action, calls, headers, body });
    jar.store(url, answer.setCookies);
    return answer;
  };
  return {
    headers: () => new Headers({ cookie: jar.header(url) }),
    async send({ fields, ...sent }) {
      if (!fields || sent.calls) return await visit({ ...sent, fields });
      // The token of a form names the visitor, also where the framework compares origins.
      const { text } = await visit({ action: "/signin", accept: "application/json" });
      const { csrfToken } = JSON.parse(text!);
      return await visit({ ...sent, fields: { csrfToken, ...fields } });
    },
    take: (others) => jar.store(url, others),
  };
}

/** Answer in words: its status, and where it leads or how it refuses. */
export function inWords({ status, location, text, failure, required }: Answer, app: App): string {
  if (required !== undefined) return required === null ? "enough" : `to ${whereTo(required, app)}`;
  if (failure) return [failure.error, failure.code].filter(Boolean).join(":");
  if (location) return `to ${whereTo(location, app)}`;
  if (status !== 400) return String(status);
  const { code, proofUrl } = JSON.parse(text!);
  return `${status} ${code}${proofUrl ? ` ${whereTo(proofUrl, app)}` : ""}`;
}

/** Path and parameters, without what differs between wrappers and between runs. */
function whereTo(location: string, { origin, basePath }: App): string {
  const local = (text: string) =>
    text.replace(encodeURIComponent(origin), "").replace(origin, "").replace(basePath, "{base}");
  const { href, searchParams } = new URL(location, origin);
  if (!href.startsWith(origin)) return href.replace(/\?.*/, "");
  const params = [...searchParams].map(([name, value]) =>
    ` ${name}=${name === "stepUp" ? "*" : local(value)}`
  );
  return local(href.replace(/\?.*/, "")) + params.join("");
}
