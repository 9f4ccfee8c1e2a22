/**
 * Records that no step of a person or program leaves behind: each is written and read by the
 * functions that do so in the library.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { merges } from "../../src/accounts/open_merges.ts";
import { findMark, putMark } from "../../src/accounts/import_mark.ts";
import { beginUserCreation, isUserCreationPending } from "../../src/accounts/pending_user_creation.ts";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import {
  actorParts,
  chains,
  entries,
  organizationParts,
  userParts,
} from "../../src/capabilities/audit_log/kinds.ts";
import {
  claims,
  adminLinks,
  connections,
  domains,
  identities,
  removedMarks,
  tests as signInTests,
} from "../../src/capabilities/connections/kinds.ts";
import { impersonations, untold } from "../../src/capabilities/operators/impersonations.ts";
import { usedAssertions } from "../../src/capabilities/saml/kinds.ts";
import { documentClient, keepDocument } from "../../src/capabilities/oauth_server/documents.ts";
import { clientSessions } from "../../src/capabilities/oauth_server/kinds.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { messages, undelivered } from "../../src/outbound/outbox.ts";
import { oauthCall } from "../../src/capabilities/oauth_server/settings.ts";
import { type OrgData, organizations } from "../../src/capabilities/organizations/kinds.ts";
import { logos } from "../../src/capabilities/organizations/logo.ts";
import { noteRemoval, wasRemovedSince } from "../../src/capabilities/organizations/members.ts";
import { keyMethods } from "../../src/capabilities/passkeys/key_records.ts";
import { storePendingPassword, findPendingPassword } from "../../src/capabilities/passwords/pending.ts";
import {
  groups as directoryGroups,
  names,
  persons,
  sizes,
  suspensions,
  users as directoryUsers,
} from "../../src/capabilities/scim/kinds.ts";
import { mayRehash } from "../../src/capabilities/passwords/records.ts";
import { countUp } from "../../src/limits/window.ts";
import { withLocks } from "../../src/records/lock.ts";
import { withinQuota } from "../../src/records/quota.ts";
import type { RecordKind } from "../../src/records/kind.ts";
import { usedMarks } from "../../src/records/used.ts";
import { add as addProviderSession, copy, findEnded } from "../../src/session/provider_session.ts";
import { peekRecord, writeTombstone } from "../../src/session/record.ts";
import { requireConfig } from "../../src/server/environment.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { Context, ResolvedConfig } from "../../src/types/internal.ts";
import type { Json, RecordStore } from "../../src/types/records.ts";
import { clientGrants } from "../../src/capabilities/oauth_server/kinds.ts";
import { waitUntil } from "../_wait.ts";

/** A kind of connections, or of directories, with a record of it. */
const recordOf = <Key, Data extends Json>(
  kind: RecordKind<Key, Data>,
  key: Key,
  data: Data,
): Inside => ({
  kind: kind.name,
  begin: ({ records }) => kind.add(records!, key, { userId: USER, expires: null, data }),
  async finish({ records }) {
    const found = await kind.get(records!, key);
    assert(found, kind.name);
    assertEquals(found.data, data);
  },
});

interface Inside {
  kind: string;
  begin(config: ResolvedConfig): Promise<unknown>;
  finish(config: ResolvedConfig): Promise<void>;
}

const EMAIL = "inside@people.example";
const USER = "inside";
const KEPT = { address: EMAIL, userId: USER, hash: "$2b$10$kept" };

const AT_PROVIDER = { issuer: "https://idp.example", subject: "inside", sid: "inside" };

const QUOTA = { owner: USER, of: "inside", most: 1, list: () => Promise.resolve([]) };

const DOCUMENT = "https://client.example/client.json";

const documentAt = (client_id: string | URL | Request) => ({
  client_id: String(client_id),
  client_name: "A document",
  redirect_uris: ["https://client.example/callback"],
});

/** A call of an authorization server that reaches documents of clients by this function. */
function serverCall(
  { userConfig }: ResolvedConfig,
  reach: (input: string | URL | Request) => Promise<Response>,
) {
  const oauthServer = OAuthServer({
    issuer: "https://app.example",
    resources: { "https://app.example/api": { scopes: ["project:read"] } },
    registration: { metadataDocuments: "ask" },
    fetch: reach,
  });
  const request = { request: new Request("https://app.example/"), origin: "https://app.example" };
  return oauthCall(request, requireConfig({ ...userConfig, oauthServer } as AuthConfig));
}

/** A config that reads passwords of another library. */
const keeping = (config: ResolvedConfig): ResolvedConfig => ({
  ...config,
  userConfig: { ...config.userConfig, legacy: { keepsPasswords: true } as never },
});

const KEY = {
  credentialID: "aW5zaWRl",
  credentialPublicKey: "a2V5",
  counter: 1,
  credentialBackedUp: true,
  credentialDeviceType: "multiDevice",
  providerAccountId: "aW5zaWRl",
  transports: "internal",
  userId: USER,
};

const MESSAGE = {
  ...{ receiver: "client", stream: USER, createdAt: 1, attempts: 1, dueAt: 1 },
  body: { client: "client", sub: USER, sid: "inside" },
};

const IMPORTED = {
  key: ["old-app", "id", "inside"],
  data: { userId: USER, verifiedAt: 1_700_000_000, isDone: true },
};

/** Kinds with how they are written and read. */
export const INSIDE: readonly Inside[] = [
  {
    kind: "creating",
    begin: (config) => beginUserCreation(config, EMAIL),
    async finish(config) {
      const user = { id: USER, email: EMAIL, emailVerified: null };
      assertEquals(await isUserCreationPending(config, config.store!, user), true);
    },
  },
  recordOf(clientGrants, "inside", null),
  {
    kind: "user.import",
    begin: ({ records }) => putMark(records!, IMPORTED.key, IMPORTED.data, null),
    async finish({ records }) {
      assertEquals((await findMark(records!, IMPORTED.key))?.data, IMPORTED.data);
    },
  },
  recordOf(merges, "open", {
    open: [{
      ...{ id: "merge", from: "inside", into: "outside" },
      ...{ at: 1_900_000_000_000, state: "moving" as const },
      moving: [{ provider: "github", providerAccountId: "1", type: "oauth", scope: null }],
    }],
  }),
  {
    kind: "limit",
    async begin(config) {
      for (let count = 0; count < 2; count++) {
        assertEquals((await countUp(config, "inside", 2)).isFull, false);
      }
    },
    async finish(config) {
      assertEquals((await countUp(config, "inside", 2)).isFull, true);
    },
  },
  {
    kind: "lock",
    async begin(config) {
      const { promise, resolve } = Promise.withResolvers<void>();
      // It is held for as long as the process lives.
      withLocks(config.records!, ["inside"], () => (resolve(), new Promise(() => {})));
      await promise;
    },
    async finish(config) {
      const records = config.records!;
      let tries = 0;
      let hasRun = false;
      const store: RecordStore = {
        ...records,
        put: (entry, expected) => (tries++, records.put(entry, expected)),
      };
      const run = withLocks(store, ["inside"], () => Promise.resolve(void (hasRun = true)));
      await waitUntil("it has tried again", () => hasRun || tries > 2);
      const hasWaited = !hasRun;
      await records.take("lock", await sha256Base64url("lock: inside"));
      await run;
      assert(hasWaited, "the lock is taken");
    },
  },
  {
    kind: "passkey.key",
    begin: ({ records }) => Promise.resolve(keyMethods(records!, undefined).createAuthenticator(KEY)),
    async finish({ records }) {
      const keys = keyMethods(records!, undefined);
      assertEquals(await keys.getAuthenticator(KEY.credentialID), KEY);
      assertEquals(await keys.listAuthenticatorsByUserId(USER), [KEY]);
      await keys.updateAuthenticatorCounter(KEY.credentialID, 2);
      assertEquals((await keys.getAuthenticator(KEY.credentialID))?.counter, 2);
    },
  },
  {
    kind: "oauth.document",
    async begin(config) {
      const call = serverCall(config, (input) => Promise.resolve(Response.json(documentAt(input))));
      assert(await documentClient(call, DOCUMENT));
      await keepDocument(call, DOCUMENT);
    },
    async finish(config) {
      // Its server is away.
      const call = serverCall(config, () => Promise.reject(new TypeError("away")));
      assertEquals((await documentClient(call, DOCUMENT))?.name, "A document");
    },
  },
  recordOf(clientSessions, "inside", {
    ...{ client: "client", session: "session", grant: "grant", organization: null, endedAt: null },
  }),
  recordOf(messages, "0mi000000.inside", MESSAGE),
  recordOf(undelivered, "0mi000000.inside", MESSAGE),
  recordOf(actorParts, "inside", null),
  recordOf(chains, "inside", { key: "key", count: 1, hash: "hash", mac: "mac" }),
  recordOf(entries, "inside", { chain: "inside", seq: 0, prev: "", hash: "hash", body: "{}" }),
  recordOf(organizationParts, "inside", null),
  recordOf(userParts, "inside", { salt: "salt", body: "{}" }),
  recordOf(connections, "sso-inside", {
    ...{ org: "inside", key: "key", issuer: "https://idp.example", clientId: "id", sealed: null },
    ...{ secretExpires: null, toldDays: null, tenants: null, createdAt: "2030-01-01T00:00:00.000Z" },
    roles: [{ group: "admins", role: "admin" }],
  }),
  recordOf(claims, { org: "inside", domain: "inside.example" }, {
    ...{ domain: "inside.example", token: "token", provenAt: 1, lostAt: null, checkedAt: 1 },
  }),
  recordOf(domains, "inside.example", { org: "inside", at: 1 }),
  recordOf(identities, "inside", {
    ...{ org: "inside", connection: "sso-inside", given: null, at: "2030-01-01T00:00:00.000Z" },
  }),
  recordOf(impersonations, "inside", {
    ...{ reason: "Ticket 7", since: 1_700_000_000, until: 1_700_003_600, endedAt: null },
  }),
  recordOf(untold, "inside", { userId: USER, until: 1_700_003_600 }),
  recordOf(adminLinks, "inside", {
    ...{ maker: USER, membership: 1, anchor: "anchor", hash: "hash", browser: null },
    createdAt: "2030-01-01T00:00:00.000Z",
  }),
  recordOf(removedMarks, { org: "inside", of: "inside" }, null),
  recordOf(signInTests, "inside", {
    ...{ org: "inside", connection: "sso-inside", key: "key", by: "user inside" },
    ...{ isAnswered: true, result: null },
  }),
  recordOf(usedAssertions, { key: "key", id: "_1" }, null),
  recordOf(directoryUsers, "inside-user", {
    ...{ org: "inside", version: 1, isEnding: false, values: { userName: "ada", active: true } },
    ...{ createdAt: "2030-01-01T00:00:00.000Z", updatedAt: "2030-01-01T00:00:00.000Z" },
    ...{ address: "ada@inside.example", groups: ["inside-group"], userId: null },
  }),
  recordOf(directoryGroups, "inside-group", {
    ...{ org: "inside", version: 1, isEnding: false, values: { displayName: "Team" } },
    ...{ createdAt: "2030-01-01T00:00:00.000Z", updatedAt: "2030-01-01T00:00:00.000Z" },
  }),
  recordOf(logos, "inside-logo-0000000000", {
    ...{ org: "inside", at: 1_900_000_000_000, type: "image/png", image: "iVBORw0KGgo" },
  }),
  recordOf(names, { org: "inside", of: "userName", value: "ada" }, { of: "inside-user", at: 1 }),
  recordOf(sizes, "inside", { users: 1, groups: 1 }),
  recordOf(persons, { org: "inside", userId: USER }, {
    ...{ org: "inside", id: "inside-user", at: "2030-01-01T00:00:00.000Z" },
  }),
  recordOf(suspensions, USER, {
    ...{ org: "inside", isDone: true, at: "2030-01-01T00:00:00.000Z" },
  }),
  {
    kind: "org.removal",
    async begin({ records }) {
      // The organization is in another store: those of the steps are whole.
      const others = MemoryRecords();
      const both: RecordStore = {
        ...records!,
        get: (kind, id) => (kind === "org" ? others : records!).get(kind, id),
        put: (entry, known) => (entry.kind === "org" ? others : records!).put(entry, known),
      };
      const data = { isEnding: false, owners: [] } as unknown as OrgData;
      await organizations.add(both, "inside", { expires: null, data });
      await noteRemoval(both, { org: "inside", userId: USER });
    },
    async finish({ records }) {
      const key = { org: "inside", userId: USER };
      assertEquals(await wasRemovedSince(records!, key, 0), true);
      assertEquals(await wasRemovedSince(records!, key, 1), false);
    },
  },
  {
    kind: "password.kept",
    async begin(config) {
      assertEquals(await storePendingPassword(config, KEPT), true);
    },
    async finish(config) {
      const { address, userId, hash } = await findPendingPassword(keeping(config), EMAIL) ?? {};
      assertEquals({ address, userId, hash }, KEPT);
    },
  },
  {
    kind: "password.rehash",
    async begin(config) {
      assertEquals(await mayRehash(config, USER), true);
    },
    async finish(config) {
      assertEquals(await mayRehash(config, USER), false);
    },
  },
  {
    kind: "quota",
    async begin({ records }) {
      const { promise, resolve } = Promise.withResolvers<void>();
      // The place is reserved for as long as the process writes.
      withinQuota(records!, QUOTA, "first", () => (resolve(), new Promise(() => {})));
      await promise;
    },
    async finish({ records }) {
      const take = (id: string) => withinQuota(records!, QUOTA, id, () => Promise.resolve("it is"));
      assertEquals([await take("second"), await take("first")], ["too-many", "it is"]);
    },
  },
  {
    kind: "session.upstream",
    async begin(config) {
      const session = { id: "inside", userId: USER };
      await addProviderSession({ config } as Context, session, { ...AT_PROVIDER, issuedAt: 1 });
    },
    async finish(config) {
      const copied = { id: "inside-copy", userId: USER };
      await copy({ config } as Context, "inside", copied, Date.now());
      const found = await findEnded(config.records!, { ...AT_PROVIDER, issuedAt: 2 });
      assertEquals(found.map(({ id }) => id).sort(), ["inside", "inside-copy"]);
    },
  },
  {
    kind: "used",
    async begin(config) {
      const value = { expires: new Date(Date.now() + 3_600_000), data: null };
      assertEquals(await usedMarks.add(config.records!, "inside", value), true);
    },
    async finish(config) {
      const value = { expires: new Date(Date.now() + 3_600_000), data: null };
      assertEquals(await usedMarks.add(config.records!, "inside", value), false);
    },
  },
  {
    kind: "session.adopted",
    async begin(config) {
      const until = new Date(Date.now() + config.session.maxAge * 1000);
      await writeTombstone({ config } as Context, "inside", until);
    },
    async finish(config) {
      assertEquals(await peekRecord(config.revocation!, "inside"), "ended");
    },
  },
];
