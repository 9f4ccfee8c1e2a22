/**
 * The two doors at which clients get tokens: that of the authorization server, and that of native
 * clients. What is asked of both is one table.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { decode } from "../../src/jwt.ts";
import { bearerFor } from "../../src/tools/testing/mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { createServer } from "../conformance/oauth_server/_rig.ts";
import { codeFields, refreshFields } from "../conformance/oauth_server/_tokens.ts";
import { createProver, type Prover } from "./_dpop_proofs.ts";
import { APP } from "./_flow.ts";
import { codeBy, createNativeApp } from "./_native.ts";
import { ADA } from "./_passwords.ts";
import type { Strategy } from "./_strategies.ts";

/** Fields of a request of a client. */
export type Fields = Readonly<Record<string, string>>;

/** An answer of the token endpoint. */
export interface DoorAnswer {
  readonly status: number;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly error?: string;
  readonly replaced?: boolean;
  readonly retryAfter: string | null;
}

/** The door of an app with a user. */
export interface Door {
  /** Sends a request to the token endpoint, with the proof of a key. */
  send(fields: Fields, key?: Prover): Promise<DoorAnswer>;
  /** The request of the client for a new code. */
  code(): Promise<Fields>;
  /** The request of the client for the next tokens. */
  refresh(token: string): Fields;
  /** What a refresh token opens. It is sealed anew each time that it is given. */
  opened(token: string): Promise<string>;
  /** Returns `true` when an access token without a key counts. */
  accepts(token: string): Promise<boolean>;
  /** Names of the entries of the audit log that say that something was used again. */
  readonly reused: readonly string[];
}

/** A door, by what opens it on a store. */
export interface OpenDoor {
  (strategy: Strategy, config: Partial<AuthConfig>): Promise<Door>;
}

const secret = "a-secret-of-at-least-32-characters";

/** The doors. */
export const DOORS: Readonly<Record<string, OpenDoor>> = {
  async "native"(strategy, config) {
    const reused: string[] = [];
    const app = createNativeApp(strategy, {
      limits: false,
      secret,
      ...config,
      logger: { error() {} },
      events: { audit: ({ name }) => void (name === "native.reused" && reused.push(name)) },
    });
    const { accessToken } = await bearerFor(app.auth, { email: ADA }, { origin: APP });
    const who = await app.who(accessToken);
    const cookie = who.ok && who.via === "bearer" ? who.request.headers.get("cookie") : null;
    return {
      send: (fields, key) => sendTo(app.auth.handler, "native/token", fields, key),
      code: () => codeBy(app.auth.handler, cookie!),
      refresh: (token) => ({ grant_type: "refresh_token", refresh_token: token }),
      opened: (token) => contentOf(token, "authjs.native-refresh"),
      accepts: async (token) => (await app.who(token)).ok,
      reused,
    };
  },

  async "authorization server"(strategy, config) {
    const reused: string[] = [];
    const server = createServer({}, {
      secret,
      session: { strategy, revocation: {} },
      ...config,
      logger: { error() {} },
      events: { audit: ({ name }) => void (name === "oauth.reused" && reused.push(name)) },
    });
    await server.signIn();
    const user = await server.adapter.getUserByEmail!("ada@example.com");
    return {
      send: (fields, key) => sendTo(server.auth.handler, "oauth/token", fields, key),
      code: async () => codeFields(await server.code(String(user!.id))) as Fields,
      refresh: (token) => refreshFields(token) as Fields,
      opened: (token) => contentOf(token, "authjs.oauth-refresh"),
      accepts: async (token) => (await server.ask(token)).status === 200,
      reused,
    };
  },
};

async function contentOf(token: string, salt: string): Promise<string> {
  const content = await decode({ token: token.slice(4), secret, salt });
  return `${content?.family} ${content?.generation}`;
}

async function sendTo(
  handler: (request: Request) => Promise<Response>,
  path: string,
  fields: Fields,
  key?: Prover,
): Promise<DoorAnswer> {
  const url = `${APP}/auth/${path}`;
  const headers = new Headers();
  if (key) headers.set("dpop", await key.prove({ url, method: "POST" }));
  const body = new URLSearchParams(fields);
  const response = await handler(new Request(url, { method: "POST", headers, body }));
  const { status } = response;
  return { ...await response.json(), status, retryAfter: response.headers.get("retry-after") };
}

/** The tokens of a request that gets some. */
export async function given(answer: Promise<DoorAnswer>): Promise<DoorAnswer> {
  const tokens = await answer;
  assertEquals(tokens.status, 200, JSON.stringify(tokens));
  return tokens;
}

/** Asserts that a request gets nothing. */
export async function refused(answer: Promise<DoorAnswer>): Promise<DoorAnswer> {
  const told = await answer;
  assertEquals([told.status, told.access_token], [400, undefined], JSON.stringify(told));
  return told;
}

/** A store of records whose writes are others. */
export function withPut(records: RecordStore, put: RecordStore["put"]): RecordStore {
  return {
    put,
    get: (kind, id) => records.get(kind, id),
    take: (kind, id) => records.take(kind, id),
    list: (owner, kind, page) => records.list(owner, kind, page),
    deleteOwner: (owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId),
  };
}

/** Keys of clients, which take long to make. */
export const KEYS = { own: await createProver(), other: await createProver() };
