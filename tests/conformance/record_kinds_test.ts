/**
 * Every kind of record: it ends with its owner, it is in nobody else's list, it is small, it expires
 * or has a reason to stay, and what it holds opens nothing. A kind that the sources define and this
 * table does not know fails.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { beginUserCreation } from "../../src/accounts/pending_user_creation.ts";
import { storeName } from "../../src/accounts/passkey_names.ts";
import * as addresses from "../../src/capabilities/address/functions.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import * as factors from "../../src/capabilities/factors/functions.ts";
import { storePendingPassword } from "../../src/capabilities/passwords/pending.ts";
import * as passwords from "../../src/capabilities/passwords/functions.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";
import { mayRehash } from "../../src/capabilities/passwords/records.ts";
import { addToAccountIndex } from "../../src/records/account_index.ts";
import { ownerOf } from "../../src/records/owner.ts";
import { requireConfig } from "../../src/server/environment.ts";
import * as users from "../../src/server/users.ts";
import { markEnded } from "../../src/session/provider_session.ts";
import type { RecordEntry, RecordStore } from "../../src/types/records.ts";
import { KINDS_OF_TOOLS, kindsOfSources } from "../_record_kinds.ts";
import { APP } from "../flows/_accounts.ts";
import { ADA, PASSWORD } from "../flows/_passwords.ts";
import { enterFirst, enterWith, NEW, type Row, type Scene, steal } from "./_stolen_session.ts";

/** What a kind of records is. */
interface Facts {
  /** What owns its records: the user, what the user owns, or why nobody. */
  owner: "user" | `a hash of ${string}` | `nobody: ${string}`;
  /** Why its records stay; absent when each has an expiry. */
  stays?: string;
  /** Where the export of a user has it, or why not. */
  exported: string;
}

const NOTHING = "nothing about the user but that it exists";

const KINDS: Readonly<Record<string, Facts>> = {
  "access": {
    owner: "user",
    stays: "as long as the user is suspended",
    exported: "suspendedAt",
  },
  "account": { owner: "user", stays: "with the account", exported: "accounts" },
  "account.profile": { owner: "user", stays: "with the account", exported: "accounts" },
  "audit.actor": { owner: "user", exported: "that the user acted for another one" },
  "audit.chain": { owner: "nobody: the log lists its chains", exported: NOTHING },
  "audit.entry": {
    owner: "nobody: the list of a day, in which users are pseudonyms",
    exported: "as `audit.user` of the `records`",
  },
  "audit.organization": { owner: "a hash of an organization", exported: NOTHING },
  "audit.user": { owner: "user", exported: "among the `records`" },
  "address.change": { owner: "user", exported: "the user has typed it within the last minutes" },
  "address.held": { owner: "user", exported: "the user's own previous address" },
  "address.undo": { owner: "user", exported: "the user's own addresses, notified by email" },
  "device.new": { owner: "user", exported: "a sign-in of the last minutes, notified by email" },
  "anchor": { owner: "user", stays: "until a suspension or the deletion", exported: NOTHING },
  "connection": {
    owner: "a hash of an organization",
    stays: "until it is removed, or the organization is deleted",
    exported: NOTHING,
  },
  "connection.assertion": {
    owner: "a hash of an organization",
    stays: "until the assertion expires, or the organization is deleted",
    exported: NOTHING,
  },
  "connection.claim": {
    owner: "a hash of an organization",
    stays: "until the domain is removed, or the organization is deleted",
    exported: NOTHING,
  },
  "connection.domain": {
    owner: "a hash of an organization",
    stays: "until the domain is removed, or another organization has proven it",
    exported: NOTHING,
  },
  "connection.identity": {
    owner: "user",
    stays: "with the user",
    exported: "among the `records`",
  },
  "connection.link": {
    owner: "a hash of an organization",
    exported: "that the user made a link of the last two hours",
  },
  "connection.removed": {
    owner: "a hash of an organization",
    stays: "until the organization is deleted: a removed member stays removed",
    exported: "the user is in a hash alone",
  },
  "connection.test": {
    owner: "a hash of an organization",
    exported: "what the provider says about a person, which the tester has seen, for 15 minutes",
  },
  "creating": { owner: "nobody: there is no user yet", exported: NOTHING },
  "factor": { owner: "user", stays: "with the second factor", exported: "factors" },
  "factor.attempt": { owner: "user", exported: NOTHING },
  "factor.reset": { owner: "user", stays: "until it is carried out", exported: NOTHING },
  "key": {
    owner: "user",
    stays: "a key that does not expire, until it is revoked",
    exported: "among the `records`",
  },
  "key.ended": { owner: "user", exported: "a hash that opens nothing" },
  "key.maker": {
    owner: "user",
    stays: "with a key that does not expire, or with a service",
    exported: "that the user made a key of an organization",
  },
  "limit": { owner: "nobody: a hash that is counted", exported: NOTHING },
  "lock": { owner: "nobody: it is removed with its work", exported: NOTHING },
  "native": { owner: "user", exported: "sessions" },
  "native.code": { owner: "user", exported: "a sign-in of the last minute, sealed" },
  "native.nonce": { owner: "nobody: a hash of a nonce", exported: NOTHING },
  "native.spent": { owner: "user", exported: NOTHING },
  "oauth.client": {
    owner: "nobody: a client is a program",
    stays: "one of the app, until it is removed",
    exported: NOTHING,
  },
  "oauth.client-grant": { owner: "a hash of a client", exported: "as `oauth.grant`" },
  "oauth.client-session": { owner: "user", exported: "that a client signed the user in" },
  "oauth.code": { owner: "user", exported: "a code of the last minute" },
  "oauth.device": { owner: "user", exported: "a question of the last minutes" },
  "oauth.document": { owner: "nobody: a client is a program", exported: NOTHING },
  "oauth.grant": {
    owner: "user",
    stays: "until it is ended",
    exported: "among the `records`",
  },
  "oauth.key": { owner: "nobody: a key of the server", exported: NOTHING },
  "oauth.refresh": { owner: "user", exported: "hashes that open nothing" },
  "oauth.request": { owner: "user", exported: "a question of the last minutes" },
  "oauth.used": { owner: "user", exported: "that a code was used" },
  "oauth.user-code": { owner: "nobody: a hash of a code for ten minutes", exported: NOTHING },
  "operators.impersonation": { owner: "user", exported: "among the `records`, without the reason" },
  "operators.notice": {
    owner: "nobody: those that are due are found by one owner",
    exported: "that the user gets an email within the hour",
  },
  "org": {
    owner: "nobody: it names its owners, and ends with the last one",
    stays: "until it is deleted",
    exported: "as `organizations.listOrganizations`",
  },
  "org.expected": {
    owner: "a hash of an address",
    stays: "as long as a row of an import waits for the address",
    exported: NOTHING,
  },
  "org.invitation": { owner: "a hash of an organization", exported: "the address is sealed" },
  "org.logo": {
    owner: "a hash of an organization",
    stays: "until the organization shows another one, or is deleted",
    exported: "the path, with the organization",
  },
  "org.member": {
    owner: "a hash of an organization",
    stays: "with the membership",
    exported: "the index of `org.membership`",
  },
  "org.membership": {
    owner: "user",
    stays: "until the user leaves",
    exported: "among the `records`",
  },
  "org.pending": {
    owner: "a hash of an organization",
    stays: "until the address is proven, or the organization is deleted",
    exported: "the address is sealed",
  },
  "org.removal": {
    owner: "a hash of an organization",
    stays: "until the organization is deleted: what was given before never counts again",
    exported: "the user is in a hash alone",
  },
  "org.slug": {
    owner: "nobody: it names an organization",
    stays: "with the organization",
    exported: NOTHING,
  },
  "outbox": {
    owner: "nobody: the message tells others that a session has ended, also after the user",
    stays: "until it has arrived, for a day of tries",
    exported: "that a client signed the user in",
  },
  "outbox.undelivered": {
    owner: "nobody: as that of `outbox`",
    exported: "that a client signed the user in",
  },
  "passkey.key": { owner: "user", stays: "with the user", exported: "passkeys" },
  "passkey.name": { owner: "user", stays: "with the passkey", exported: "passkeys" },
  "password": { owner: "user", stays: "with the user", exported: "passwordSetAt" },
  "password.kept": {
    owner: "user",
    stays: "until the address is proven",
    exported: "it opens nothing before that",
  },
  "password.rehash": { owner: "user", exported: NOTHING },
  "pending": { owner: "user", exported: "a sign-in that waits, sealed" },
  "quota": { owner: "user", exported: "what is written within a minute" },
  "service": {
    owner: "a hash of an organization",
    stays: "until it is deleted",
    exported: NOTHING,
  },
  "scim.group": {
    owner: "a hash of an organization",
    stays: "until the directory removes it, or the organization is deleted",
    exported: NOTHING,
  },
  "scim.name": {
    owner: "a hash of an organization",
    stays: "with what has the name",
    exported: NOTHING,
  },
  "scim.person": {
    owner: "user",
    stays: "until the directory removes the person, or with the user",
    exported: "among the `records`, with what the directory says",
  },
  "scim.size": {
    owner: "a hash of an organization",
    stays: "until the organization is deleted",
    exported: NOTHING,
  },
  "scim.suspension": {
    owner: "user",
    stays: "as long as the user is suspended",
    exported: "suspendedAt",
  },
  "scim.user": {
    owner: "a hash of an organization",
    stays: "until the directory removes it, or the organization is deleted",
    exported: "among the `records`, by `scim.person`",
  },
  "session": { owner: "user", exported: "sessions" },
  "session.adopted": { owner: "nobody: a hash of a token that is replaced", exported: NOTHING },
  "tokens": { owner: "user", stays: "as long as the account is linked", exported: "left out" },
  "trusted": { owner: "user", exported: NOTHING },
  "upstream.ended": { owner: "nobody: a hash of a session at a provider", exported: NOTHING },
  "upstream.session": { owner: "a hash of a session at a provider", exported: NOTHING },
  "session.upstream": { owner: "user", exported: NOTHING },
  "user.import": {
    owner: "nobody: a user who is deleted does not come back with the next run",
    exported: NOTHING,
  },
  "user.merge": {
    owner: "nobody: the list of merges that are open",
    stays: "until each of them is finished",
    exported: NOTHING,
  },
  "user.deletion": {
    owner: "nobody: those that are due are found by one owner",
    exported: "as `deletionDueAt`, with `account.deletion`",
  },
  "used": { owner: "nobody: a hash of what was used", exported: NOTHING },
};

/** Kinds that the scene does not write, with the tests that do. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "session.adopted": "tests/flows/revocation_test.ts",
  "user.deletion": "tests/flows/account_deletion_test.ts",
  "user.merge": "tests/flows/user_merge_test.ts",
  "user.import": "tests/flows/user_import_test.ts",
  "anchor": "tests/unit/capabilities/keys/functions_test.ts",
  "audit.actor": "tests/flows/audit_log_test.ts",
  "audit.chain": "tests/flows/audit_log_test.ts",
  "audit.entry": "tests/flows/audit_log_test.ts",
  "audit.organization": "tests/flows/audit_log_test.ts",
  "audit.user": "tests/flows/audit_log_test.ts",
  "connection": "tests/flows/connections_test.ts",
  "connection.assertion": "tests/flows/connections_saml_test.ts",
  "connection.claim": "tests/flows/connections_test.ts",
  "connection.domain": "tests/flows/connections_test.ts",
  "connection.identity": "tests/flows/connections_test.ts",
  "connection.link": "tests/flows/connections_pages_test.ts",
  "connection.removed": "tests/flows/connections_test.ts",
  "connection.test": "tests/flows/connections_tried_test.ts",
  "key": "tests/unit/capabilities/keys/functions_test.ts",
  "key.ended": "tests/unit/capabilities/keys/functions_test.ts",
  "passkey.key": "tests/flows/passkey_records_test.ts",
  "quota": "tests/flows/quotas_test.ts",
  "scim.group": "tests/flows/scim_test.ts",
  "scim.name": "tests/flows/scim_test.ts",
  "scim.person": "tests/flows/scim_test.ts",
  "scim.size": "tests/flows/scim_races_test.ts",
  "scim.suspension": "tests/flows/scim_test.ts",
  "scim.user": "tests/flows/scim_test.ts",
  "service": "tests/unit/capabilities/keys/organization_keys_test.ts",
  "key.maker": "tests/unit/capabilities/keys/makers_test.ts",
  "native": "tests/flows/native_test.ts",
  "native.code": "tests/flows/native_browser_test.ts",
  "native.nonce": "tests/flows/native_id_token_test.ts",
  "native.spent": "tests/flows/native_browser_test.ts",
  "oauth.client": "tests/conformance/oauth_server/registration_test.ts",
  "oauth.client-grant": "tests/conformance/oauth_server/client_grants_test.ts",
  "oauth.client-session": "tests/conformance/oauth_server/back_channel_logout_test.ts",
  "oauth.code": "tests/conformance/oauth_server/codes_test.ts",
  "oauth.device": "tests/conformance/oauth_server/device_test.ts",
  "oauth.document": "tests/conformance/oauth_server/client_document_floods_test.ts",
  "oauth.grant": "tests/conformance/oauth_server/apps_page_test.ts",
  "oauth.key": "tests/conformance/oauth_server/signing_keys_test.ts",
  "oauth.refresh": "tests/conformance/oauth_server/refresh_tokens_test.ts",
  "oauth.request": "tests/conformance/oauth_server/par_test.ts",
  "oauth.used": "tests/conformance/oauth_server/codes_test.ts",
  "oauth.user-code": "tests/conformance/oauth_server/device_test.ts",
  "outbox": "tests/unit/outbound/outbox_test.ts",
  "outbox.undelivered": "tests/unit/outbound/outbox_test.ts",
  "org": "tests/flows/organizations_test.ts",
  "org.expected": "tests/flows/organizations_import_test.ts",
  "org.invitation": "tests/flows/organizations_invitations_test.ts",
  "org.logo": "tests/flows/organization_logo_test.ts",
  "org.member": "tests/flows/organizations_test.ts",
  "org.membership": "tests/flows/organizations_test.ts",
  "org.pending": "tests/flows/organizations_import_test.ts",
  "org.removal": "tests/flows/organizations_removal_test.ts",
  "operators.impersonation": "tests/flows/acting_test.ts",
  "operators.notice": "tests/flows/acting_test.ts",
  "org.slug": "tests/flows/organizations_test.ts",
};

Deno.test("records: every kind of the sources is in the table", async () => {
  const known = [...Object.keys(KINDS), ...KINDS_OF_TOOLS];
  assertEquals([...await kindsOfSources()].sort(), known.sort());
});

/** A store that remembers each entry that was ever written. */
function remembering(store: RecordStore): { store: RecordStore; written: RecordEntry[] } {
  const written: RecordEntry[] = [];
  const put: RecordStore["put"] = async (entry, expected) => {
    const isWritten = await store.put(entry, expected);
    if (isWritten) written.push(structuredClone(entry));
    return isWritten;
  };
  return { store: { ...store, put }, written };
}

/** A post of a form of the app, with the cookies of the owner. */
function formOf({ owner }: Scene): Request {
  const cookie = owner.cookies.header(new URL(APP));
  return new Request(`${APP}/settings`, { method: "POST", headers: { cookie, origin: APP } });
}

/** Texts that open something: cookies, codes, links, passwords and keys that people hold. */
function secretsOf({ app, owner, thief, secret, loot }: Scene): string[] {
  const cookies = [owner, thief].flatMap(({ cookies }) =>
    cookies.list(new URL(APP).hostname).map(({ value }) => value)
  );
  const mailed = app.mails.flatMap(({ text }) => [
    ...[...text.matchAll(/\b(\d{3}) ?(\d{3})\b/g)].map(([, a, b]) => `${a}${b}`),
    ...[...text.matchAll(/[?&](?:token|undo|code)=([^&\s]+)/g)].map(([, token]) => token!),
  ]);
  return [...cookies, ...mailed, secret, loot.code, PASSWORD].filter((text) => text.length > 5);
}

Deno.test("records: every kind ends with its owner, is nobody else's, expires, and opens nothing", async () => {
  using time = new FakeTime();
  const { store, written } = remembering(MemoryRecords());
  const row: Row = { cookie: "", hasFactor: true, began: "both", age: 0, takesDevice: true };
  const scene = await steal(row, "jwt", time, {
    overrides: {
      records: store,
      factors: [Totp(), RecoveryCodes(), MailCode()],
      tokens: KeepTokens(),
      signOut: ProviderSignOut({ backChannel: BackChannel() }),
      theme: { name: "App" },
      notifyNewDevice: true,
    },
  });
  const { app, owner, open } = { ...scene, open: scene.app.open };
  const { config } = app;
  const resolved = requireConfig(config);
  // A session at a provider, with tokens; the last sign-in is a fresh proof.
  await enterFirst(scene.openClean(), false);
  const desk = open();
  await enterWith(desk, PASSWORD);
  await time.tickAsync(1);
  const secrets = secretsOf(scene);
  const address = await addresses.pendingChange(config, formOf(scene));
  assertEquals(address?.email, NEW);
  await addresses.confirmChange(config, formOf(scene), scene.loot.code, new Headers());
  await factors.begin(config, formOf(scene), "mail", new Headers());
  await factors.reset(config, "ada");
  // Beside an adapter that lists no accounts and names no passkeys, records have both.
  const bare = { ...resolved, store: { ...resolved.store!, has: () => false } };
  await addToAccountIndex(bare, { type: "oidc", provider: "one", providerAccountId: "1" }, "ada");
  await storeName(bare, "ada", scene.ids.passkey, "Key");
  await mayRehash(resolved, "ada");
  await storePendingPassword(resolved, {
    address: "old@example.com",
    userId: "ada",
    hash: "$kept",
  });
  await beginUserCreation(resolved, "new@example.com");
  await passwords.import(config, "ada", "$2b$10$imported");
  await markEnded(store, { issuer: "https://one.example", subject: "1", issuedAt: 1 });
  await users.suspend(config, "ada");
  secrets.push(...secretsOf(scene));

  const kinds = new Set(written.map(({ kind }) => kind));
  const missing = Object.keys(KINDS).filter((kind) => !kinds.has(kind) && !(kind in ELSEWHERE));
  assertEquals(missing, [], "the scene writes none of these kinds");
  assertEquals([...kinds].filter((kind) => !(kind in KINDS)), []);

  for (const entry of written) {
    const { kind, owner, expires } = entry;
    const facts = KINDS[kind]!;
    const text = JSON.stringify(entry);
    const what = `${kind} ${text.slice(0, 200)}`;
    if (facts.owner === "user") assertEquals(owner, ownerOf("ada"), what);
    else if (facts.owner.startsWith("nobody")) assertEquals(owner, undefined, what);
    assert(expires !== null || facts.stays, `${what}: no expiry, and no reason`);
    assert(new TextEncoder().encode(text).length <= 32 * 1024, `${what}: too large`);
    const shown = secrets.find((secret) => text.includes(secret));
    assertEquals(shown, undefined, what);
    assertEquals(await store.list(ownerOf("grace"), kind), [], what);
  }

  const copy = JSON.stringify(await users.export(config, "ada"));
  for (const secret of secrets) assert(!copy.includes(secret), `the export has ${secret}`);
  for (const { exported } of Object.values(KINDS)) {
    if (/^[a-zA-Z]+$/.test(exported)) assert(copy.includes(`"${exported}":`), exported);
  }

  await users.delete(config, "ada");
  const left = new Set<string>();
  for (const { kind, id } of written) {
    if ((await store.get(kind, id))?.owner === ownerOf("ada")) left.add(kind);
  }
  assertEquals([...left], [], "records of the deleted user");
  assert(!owner.cookies.header(new URL(APP)).includes(ADA));
});
