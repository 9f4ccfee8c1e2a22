/**
 * Services of organizations, and the clients that they are.
 *
 * @module
 */

import { assert } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { createServer, SECRET, type ServerRig } from "./_rig.ts";

/** Permissions of the organizations. */
export const access = defineAccess({
  permissions: { project: ["read", "write"], file: ["read"] },
  roles: {
    admin: { project: "all", file: "all", member: "all", key: "all", service: "all" },
    guest: { project: ["read"] },
  },
  grants: { admin: ["guest"] },
});

type Options = NonNullable<Parameters<typeof createServer>[0]>;
type Config = NonNullable<Parameters<typeof createServer>[1]>;

/** A service, and the app with its client `bot`. */
export interface ServiceRig {
  readonly rig: ServerRig;
  /** Id of the service. */
  readonly service: string;
  /** Id of the organization. */
  readonly organization: string;
  /** Deletes the service. */
  deleteService(): Promise<void>;
  /** Deletes the organization. */
  deleteOrganization(): Promise<void>;
}

/** Makes an app with an organization and a service. */
export async function createServiceServer(
  { scopes = ["project:read"], clients = {} }: {
    readonly scopes?: readonly string[];
    readonly clients?: Options["clients"];
  } = {},
  config: Config = {},
): Promise<ServiceRig> {
  const adapter = MemoryAdapter();
  const all = {
    adapter,
    sendMail: () => {},
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    ...config,
  };
  // The id of a service is known once it is there: the app that makes it has no clients of it.
  const { auth } = createServer({}, all as Config);
  await adapter.createUser({ id: "olga", email: "olga@example.com", emailVerified: null });
  const made = await auth.organizations.createOrganization("olga", { name: "Acme", slug: "acme" });
  assert(made.ok);
  const { id: organization } = made.organization;
  const system = auth.organizations.asSystem(organization);
  const created = await auth.keys.createService(system, { name: "Bot", scopes: scopes as never });
  assert(created.ok);
  const { id: service } = created.service;
  const rig = createServer({
    clients: {
      bot: { secret: SECRET, grants: ["client-credentials"], service },
      ...clients,
    },
  }, all as Config);
  return {
    rig,
    service,
    organization,
    async deleteService() {
      assert((await auth.keys.deleteService(system, service)).ok);
    },
    async deleteOrganization() {
      assert((await auth.organizations.deleteOrganization(system)).ok);
    },
  };
}
