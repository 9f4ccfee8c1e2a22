/**
 * Everything that ends what a client may do for a user, on any store and both session strategies.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/options.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import * as organizations from "../../../src/capabilities/organizations/functions.ts";
import * as passwords from "../../../src/capabilities/passwords/functions.ts";
import * as users from "../../../src/server/users.ts";
import * as sessions from "../../../src/server/sessions.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import { createServer, ISSUER, OPTIONS } from "./_rig.ts";
import { grantTokensFor, refreshFields, type Tokens, WEB } from "./_tokens.ts";

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: "all", member: { project: ["read"] }, guest: {} },
});

/** Creates the app. */
export function createEndingsRig(
  strategy: "database" | "jwt",
  adapter: FullAdapter,
  clients: object = OPTIONS.clients,
  options: Partial<OAuthServerOptions> = {},
) {
  return createServer(
    { clients: clients as typeof OPTIONS.clients, organization: "choose", ...options },
    {
      adapter,
      session: { strategy, revocation: {} },
      providers: [Password({ page: false })],
      account: AccountPage({ deletion: { graceDays: 14 } }),
      organizations: Organizations({ access }),
      sendMail() {},
      notifyNewDevice: false,
      theme: { name: "App" },
    } as Parameters<typeof createServer>[1],
  );
}

export type EndingsRig = ReturnType<typeof createEndingsRig>;

/** A user who gave something to a client, in an organization or not. */
export interface Given {
  readonly userId: string;
  readonly tokens: Tokens;
  readonly org: string | null;
  /** Id of the owner of the organization. */
  readonly owner: string;
}

let count = 0;

async function createUser({ adapter }: EndingsRig): Promise<string> {
  const id = crypto.randomUUID();
  const email = `user-${++count}@people.example`;
  const user = await adapter.createUser!({ id, name: "Ada", email, emailVerified: new Date() });
  return user.id;
}

/** Signs a user up, who gives a client what it asks for. */
export async function give(rig: EndingsRig, inOrganization: boolean): Promise<Given> {
  const owner = await createUser(rig);
  const userId = await createUser(rig);
  const org = inOrganization ? await createTeam(rig, owner, userId) : null;
  const options = { client: "web", organization: org };
  return { userId, owner, org, tokens: await grantTokensFor(rig, userId, options, WEB) };
}

async function createTeam({ auth, adapter }: EndingsRig, owner: string, admin: string) {
  const slug = `team-${crypto.randomUUID().slice(0, 13)}`;
  const made = await organizations.createOrganization(auth.config, owner, { name: "Team", slug });
  assert(made.ok);
  const { email } = (await adapter.getUser!(admin))!;
  await organizations.importMembers(auth.config, made.organization.id, [{ email, role: "admin" }]);
  return made.organization.id;
}

/** The membership of a user, for changes. */
async function readMembership({ auth, adapter }: EndingsRig, userId: string, org: string) {
  const user = (await adapter.getUser!(userId))!;
  const { headers } = await signInAs(auth, user, { origin: ISSUER });
  const request = new Request(ISSUER, { headers });
  // deno-lint-ignore no-explicit-any -- the rig's config is not typed by its organizations
  const found = await (auth as any).organizations.readMembership(request, org);
  assert(found.ok, found.reason);
  return found;
}

/** An ending. */
export interface Ending {
  /** `true` for what ends something in an organization. */
  readonly inOrganization?: boolean;
  /** Status of the guarded server afterwards. Default 401. */
  readonly status?: number;
  /** What a refresh is answered with. Default `invalid_grant`. */
  readonly refresh?: string | undefined;
  /** `true` when the token itself stays active. Default `false`. */
  readonly staysActive?: boolean;
  /** Brings it about. */
  run(rig: EndingsRig, given: Given): Promise<unknown>;
  /** The app afterwards. Default: the same. */
  after?(strategy: "database" | "jwt", adapter: FullAdapter): EndingsRig;
}

async function grantOf({ auth }: EndingsRig, userId: string): Promise<string> {
  return (await auth.oauthServer.listGrants(userId))[0]!.id;
}

const { web: _, ...withoutWeb } = OPTIONS.clients;

/** The endings. */
export const ENDINGS: Readonly<Record<string, Ending>> = {
  "suspension": { run: ({ auth }, { userId }) => users.suspend(auth.config, userId) },
  "suspension that is over": {
    async run({ auth }, { userId }) {
      await users.suspend(auth.config, userId);
      await users.resume(auth.config, userId);
    },
  },
  "deletion": { run: ({ auth }, { userId }) => users.delete(auth.config, userId) },
  "deletion that waits": {
    run: ({ auth }, { userId }) => users.requestDeletion(auth.config, userId),
  },
  "deletion that waited and was cancelled": {
    async run({ auth }, { userId }) {
      await users.requestDeletion(auth.config, userId);
      await users.cancelDeletion(auth.config, userId);
    },
  },
  "sign-out everywhere": { run: ({ auth }, { userId }) => sessions.revokeAll(auth.config, userId) },
  "consent removed": {
    run: async (rig, { userId }) =>
      await rig.auth.oauthServer.revokeGrant(userId, await grantOf(rig, userId)),
  },
  "refresh token revoked": {
    run: (rig, { tokens }) => rig.post("oauth/revoke", { ...WEB, token: tokens.refresh_token }),
  },
  "access token revoked": {
    run: (rig, { tokens }) => rig.post("oauth/revoke", { ...WEB, token: tokens.access_token }),
  },
  "password change that ends everything": {
    async run({ auth }, { userId }) {
      for (const password of ["engines weave algebra", "looms weave brocade"]) {
        assertEquals(await passwords.set(auth.config, userId, password), null);
      }
    },
  },
  "client removed": {
    run: () => Promise.resolve(),
    after: (strategy, adapter) => createEndingsRig(strategy, adapter, withoutWeb),
    refresh: "invalid_client",
  },
  "emergency rotation of keys": {
    run: ({ auth }) => auth.oauthServer.rotateSigningKey({ isEmergency: true }),
    // The user has given it, and nobody stole a refresh token.
    refresh: undefined,
  },
  "member removed": {
    inOrganization: true,
    status: 404,
    async run(rig, { owner, userId, org }) {
      const membership = await readMembership(rig, owner, org!);
      const done = await organizations.removeMember(rig.auth.config, membership, userId);
      assert(done.ok);
    },
  },
  "organization deleted": {
    inOrganization: true,
    status: 404,
    async run(rig, { owner, org }) {
      const membership = await readMembership(rig, owner, org!);
      assert((await organizations.deleteOrganization(rig.auth.config, membership, "Team")).ok);
    },
  },
  "role lowered": {
    inOrganization: true,
    status: 403,
    refresh: "invalid_scope",
    staysActive: true,
    async run(rig, { owner, userId, org }) {
      const membership = await readMembership(rig, owner, org!);
      const done = await organizations.changeRole(rig.auth.config, membership, userId, "guest");
      assert(done.ok);
    },
  },
  "policy raised": {
    inOrganization: true,
    status: 401,
    async run(rig, { org }) {
      const system = rig.auth.organizations.asSystem(org!);
      const policy = { methods: ["hwk"] } as const;
      const done = await organizations.updateOrganization(rig.auth.config, system, { policy });
      assert(done.ok);
    },
  },
};

/** Asks for everything that a client does. */
async function measure(rig: EndingsRig, { tokens }: Given, as = WEB) {
  const asked = await rig.ask(tokens.access_token);
  await asked.body?.cancel();
  const { active, scope } = await (await rig.post("oauth/introspect", {
    ...as,
    token: tokens.access_token,
  })).json();
  return { status: asked.status, active: active === true, scope };
}

/** Brings an ending about, and checks what the client can do before and after it. */
export async function checkEnding(
  strategy: "database" | "jwt",
  adapter: FullAdapter,
  name: string,
): Promise<void> {
  const ending = ENDINGS[name]!;
  const { inOrganization = false, status = 401, staysActive = false } = ending;
  const first = createEndingsRig(strategy, adapter);
  const given = await give(first, inOrganization);
  const other = await give(first, inOrganization);
  const scope = "project:read";
  assertEquals(await measure(first, given), { status: 200, active: true, scope });
  await ending.run(first, given);
  const rig = ending.after?.(strategy, adapter) ?? first;
  const isGone = rig !== first;
  const asked = await rig.ask(given.tokens.access_token);
  await asked.body?.cancel();
  assertEquals(asked.status, status, `${name}: the guarded server`);
  if (!isGone) {
    const after = await measure(rig, given);
    assertEquals(after.active, staysActive, `${name}: introspection`);
    if (staysActive) assertEquals(after.scope, "");
  }
  const answer = await rig.post("oauth/token", refreshFields(given.tokens.refresh_token, WEB));
  const { error } = await answer.json();
  const refusal = "refresh" in ending ? ending.refresh : "invalid_grant";
  assertEquals(error, refusal, `${name}: refresh`);
  // That of another user goes on.
  if (!isGone && !name.startsWith("emergency")) {
    assertEquals((await measure(rig, other)).status, 200, `${name}: another user`);
  }
}
