/**
 * Companies whose directories keep their members by SCIM, with and without domains that are proven.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import type { KeyFunctions } from "../../src/capabilities/keys/typed.ts";
import { Scim } from "../../src/capabilities/scim/mod.ts";
import type { ScimOptions } from "../../src/capabilities/scim/options.ts";
import { type Company, createWorld, type World } from "./_connections.ts";
import { APP, createOrg, createOrgApp, done, type OrgApp, signIn } from "./_organizations.ts";
import type { Strategy } from "./_strategies.ts";

/** Names of schemas and messages, as programs write them. */
export const CORE = "urn:ietf:params:scim:schemas:core:2.0";
export const USER = `${CORE}:User`;
export const GROUP = `${CORE}:Group`;
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const MESSAGES = "urn:ietf:params:scim:api:messages:2.0";

// deno-lint-ignore no-explicit-any -- JSON of an answer
export type Json = any;

export interface Answer {
  status: number;
  body: Json;
  headers: Headers;
}

/** A request of a directory. */
export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** Content type. Default `application/scim+json` */
  type?: string;
}

/** Sends requests below a path with a key. */
export type Client = (method: string, path: string, sent?: Sent) => Promise<Answer>;

export interface ScimOptionsOfTest {
  strategy?: Strategy;
  config?: Partial<AuthConfig>;
  scim?: ScimOptions;
  /** Options of keys. */
  scopes?: readonly string[];
  /** Roles of an app without connections. Default: those of `_organizations.ts`. */
  access?: object;
}

const configOf = ({ config, scim, scopes = ["project:read"] }: ScimOptionsOfTest) => ({
  ...config,
  keys: ApiKeys({ prefix: "acme", scopes }),
  scim: Scim({ perMinute: false, ...scim }),
});

/** An app with connections, so that domains are proven. */
export function createScimWorld(options: ScimOptionsOfTest = {}) {
  const world = createWorld({
    ...options.strategy ? { strategy: options.strategy } : {},
    config: configOf(options),
  });
  return { ...withDirectories(world.app), world };
}

/** An app without connections. */
export function createPlainScim(options: ScimOptionsOfTest = {}) {
  const { strategy, access } = options;
  const app = createOrgApp(strategy, configOf(options), access ? { access: access as never } : {});
  const base = withDirectories(app);
  /** An organization with its owner, its key and its directory. */
  async function company(slug: string) {
    const owner = await signIn(app, `owner@${slug}-founders.example`);
    const { id: org } = await createOrg(app, owner, slug);
    return { org, slug, owner };
  }
  return { ...base, company };
}

export type ScimApp = ReturnType<typeof withDirectories>;

function withDirectories(app: OrgApp) {
  const keys = (app.auth as unknown as { keys: KeyFunctions }).keys;

  /** A key of an organization. */
  async function keyOf(
    org: string,
    scopes: readonly string[] | "all" = ["scim"],
  ): Promise<{ secret: string; id: string }> {
    const options = { name: "Directory", scopes: scopes as readonly "scim"[] };
    const made = done(await keys.createForOrganization(app.orgs.asSystem(org), options));
    return { secret: made.secret, id: made.key.id };
  }

  /** A client below `scim/v2/{slug}`. */
  function clientOf(slug: string, secret: string | undefined): Client {
    return async (method, path, { body, headers = {}, type = "application/scim+json" } = {}) => {
      const request = new Request(`${APP}/auth/scim/v2/${slug}${path}`, {
        method,
        headers: {
          ...secret === undefined ? {} : { authorization: `Bearer ${secret}` },
          ...body === undefined ? {} : { "content-type": type },
          ...headers,
        },
        ...body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) },
      });
      const response = await Auth(request, app.config);
      const text = await response.text();
      assert(response.status < 500 || response.status === 501, `${method} ${path}: ${text}`);
      assertEquals(response.headers.get("set-cookie"), null);
      const isJson = response.headers.get("content-type") === "application/scim+json";
      return {
        status: response.status,
        body: isJson && text ? JSON.parse(text) : text,
        headers: response.headers,
      };
    };
  }

  /** The directory of an organization. */
  async function directoryOf(
    { org, slug }: Pick<Company, "org" | "slug">,
  ): Promise<{ send: Client; secret: string; keyId: string }> {
    const { secret, id } = await keyOf(org);
    return { send: clientOf(slug, secret), secret, keyId: id };
  }

  /** Role of a user in an organization, by the address. */
  async function roleOf(org: string, email: string): Promise<string | undefined> {
    const user = await app.adapter.getUserByEmail!(email);
    if (!user) return undefined;
    const all = await app.orgs.listOrganizations(String(user.id));
    return all.find(({ id }) => id === org)?.role;
  }

  return { app, keys, keyOf, clientOf, directoryOf, roleOf };
}

export type ScimWorld = ReturnType<typeof createScimWorld>;
export type { Company, World };

/** A user as a directory sends it. */
export const person = (email: string, more: Record<string, unknown> = {}) => ({
  schemas: [USER],
  userName: email,
  emails: [{ value: email, type: "work", primary: true }],
  ...more,
});

/** A change as a directory sends it. */
export const patch = (...operations: unknown[]) => ({
  schemas: [`${MESSAGES}:PatchOp`],
  Operations: operations,
});

/** Creates a user; the result is what the server answered. */
export async function create(
  send: Client,
  email: string,
  more: Record<string, unknown> = {},
): Promise<Json> {
  const made = await send("POST", "/Users", { body: person(email, more) });
  assertEquals(made.status, 201, JSON.stringify(made.body));
  return made.body;
}
