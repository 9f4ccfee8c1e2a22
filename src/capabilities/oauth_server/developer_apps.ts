/**
 * Apps of an organization, for its owners: the clients that it registers. Every function takes the
 * membership of the one who acts, which `act` reads again; a client of another owner is none.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act, type Actor, actorFacts, type Need } from "../organizations/actor.ts";
import type { Membership } from "../organizations/membership.ts";
import {
  getClient,
  listClients,
  registerClient,
  removeClient,
  rotateClientSecret,
  updateClient,
} from "./client_functions.ts";
import { settingsIn } from "./settings.ts";
import type { OAuthClient, OAuthClientChanges, RegisteredClient } from "./typed.ts";

/** A reason for which nothing was done. */
export interface AppRefusal {
  readonly ok: false;
  readonly reason: OrganizationRefusal | "rotated" | "unknown";
  /** URL at which the user can do what is missing; absent where there is none. */
  readonly location?: string;
}

/** What was done. */
interface Done {
  readonly ok: true;
}

/** The members of an app that its organization chooses. */
export interface AppOptions {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly clientUri?: string | undefined;
  readonly logoUri?: string | undefined;
  readonly tosUri?: string | undefined;
  readonly policyUri?: string | undefined;
}

const CHANGE = { role: "owner", freshProof: "all" } as const satisfies Partial<Need>;

/** Lists the apps, by name. */
export async function listApps(
  config: ServerConfig,
  membership: Membership,
): Promise<Done & { readonly apps: readonly OAuthClient[] } | AppRefusal> {
  const need = { what: "list the apps of the organization", role: "owner", isRead: true } as const;
  return await act<Done & { readonly apps: readonly OAuthClient[] }>(
    config,
    membership,
    need,
    async ({ org }) => {
      // More than an organization may have.
      const { clients } = await listClients(config, { organization: org, limit: 100 });
      return { ok: true, apps: clients.toSorted((a, b) => a.name.localeCompare(b.name, "en")) };
    },
  );
}

/**
 * Makes an app.
 *
 * @throws {TypeError} for options that cannot be used; its cause has the `field`
 */
export async function createApp(
  config: ServerConfig,
  membership: Membership,
  { hasSecret, ...options }: AppOptions & { readonly hasSecret: boolean },
): Promise<Done & { readonly app: RegisteredClient } | AppRefusal> {
  return await act<Done & { readonly app: RegisteredClient } | AppRefusal>(
    config,
    membership,
    { what: "create an app of the organization", ...CHANGE },
    async (actor) => {
      const { scopes, resources } = settingsIn(actor.call.config).developerApps ?? {};
      return await orRefusal(async () => {
        const app = await registerClient(config, {
          ...options,
          ...{ hasSecret, organization: actor.org, scopes, resources },
        });
        await tell(actor, "client.created", app.id);
        return { ok: true, app };
      });
    },
  );
}

/**
 * Changes an app.
 *
 * @throws {TypeError} for changes that cannot be used; its cause has the `field`
 */
export async function updateApp(
  config: ServerConfig,
  membership: Membership,
  id: string,
  changes: OAuthClientChanges,
): Promise<Done | AppRefusal> {
  return await change(
    config,
    membership,
    id,
    "change an app of the organization",
    async (actor) => {
      if (!await updateClient(config, id, changes)) return unknown();
      await tell(actor, "client.updated", id);
      return { ok: true };
    },
  );
}

/** Replaces the secret of an app. */
export async function rotateApp(
  config: ServerConfig,
  membership: Membership,
  id: string,
  overlap: number,
): Promise<Done & { readonly app: OAuthClient; readonly secret: string } | AppRefusal> {
  return await change(config, membership, id, "rotate the secret of an app", async (actor, app) => {
    if (app.method !== "secret") return unknown();
    const made = await rotateClientSecret(config, id, { overlap });
    if (!made) return unknown();
    await tell(actor, "client.rotated", id);
    return { ok: true, app, secret: made.secret };
  });
}

/** Removes an app. */
export async function removeApp(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<Done | AppRefusal> {
  return await change(
    config,
    membership,
    id,
    "remove an app of the organization",
    async (actor) => {
      if (!await removeClient(config, id)) return unknown();
      await tell(actor, "client.removed", id);
      return { ok: true };
    },
  );
}

/** Runs a change of an app that is one of the organization. */
async function change<T extends Done>(
  config: ServerConfig,
  membership: Membership,
  id: string,
  what: string,
  run: (actor: Actor, app: OAuthClient) => Promise<T | AppRefusal>,
): Promise<T | AppRefusal> {
  return await act<T | AppRefusal>(config, membership, { what, ...CHANGE }, async (actor) => {
    const app = await getClient(config, id);
    if (!app || app.organization !== actor.org) return unknown();
    return await orRefusal(async () => await run(actor, app));
  });
}

/** Turns the reason of an error into a refusal. */
async function orRefusal<T>(run: () => Promise<T>): Promise<T | AppRefusal> {
  try {
    return await run();
  } catch (error) {
    const { reason } = error instanceof AuthError
      ? (error.cause ?? {}) as { reason?: unknown }
      : {};
    if (reason === "too-many" || reason === "rotated" || reason === "unknown") {
      return { ok: false, reason };
    }
    throw error;
  }
}

function unknown(): AppRefusal {
  return { ok: false, reason: "unknown" };
}

async function tell(
  actor: Actor,
  name: "client.created" | "client.removed" | "client.rotated" | "client.updated",
  credential: string,
): Promise<void> {
  const { call, org: organization } = actor;
  await audit(call, { name, credential, organization, ...actorFacts(actor) });
}
