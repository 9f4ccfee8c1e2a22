/**
 * Every action and function that changes an account is in a list (`_change_lists.ts`), and asks
 * before: a new one, and one that does not ask, fails.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { handlerOf } from "../../src/core/actions/mod.ts";
import * as server from "../../src/frameworks/server.ts";
import * as accounts from "../../src/server/accounts.ts";
import * as sessions from "../../src/server/sessions.ts";
import * as users from "../../src/server/users.ts";
import * as addresses from "../../src/capabilities/address/functions.ts";
import * as factors from "../../src/capabilities/factors/functions.ts";
import * as keys from "../../src/capabilities/keys/functions.ts";
import * as oauthServer from "../../src/capabilities/oauth_server/functions.ts";
import * as organizations from "../../src/capabilities/organizations/functions.ts";
import * as passkeys from "../../src/capabilities/passkeys/functions.ts";
import * as audit from "../../src/capabilities/audit_log/functions.ts";
import * as operators from "../../src/capabilities/operators/functions.ts";
import * as webhooks from "../../src/capabilities/webhooks/functions.ts";
import * as connections from "../../src/capabilities/connections/functions.ts";
import * as domains from "../../src/capabilities/connections/domain_functions.ts";
import * as passwords from "../../src/capabilities/passwords/functions.ts";
import { ACCOUNT_CHANGES } from "../../src/session/visitor.ts";
import { ACTIONS, FUNCTIONS, namesOf, posts, STEPS } from "./_change_lists.ts";
import {
  actionsIn,
  CHANGERS,
  changesIn,
  type Code,
  pathsWith,
  postEndpointsIn,
  questionsIn,
  readCode,
  READS_STEP,
  RECORD_WRITES,
  stepsIn,
  STORE_WRITES,
  USES_CHANGER,
} from "./_changes.ts";

const files = await readCode();

function fileAt(path: string): Code {
  const found = files.find((file) => file.path === path);
  assert(found, `${path} was not found: name its new place in this test`);
  return found;
}

Deno.test("changes: every action that takes a POST is listed", () => {
  const known = actionsIn(fileAt("src/core/actions/mod.ts"));
  const taking = known.filter((action) => {
    try {
      return handlerOf({ action, method: "POST" } as Parameters<typeof handlerOf>[0]);
    } catch {
      return false;
    }
  });
  assert(taking.length >= 4, "the action table was not read");
  assertEquals(
    [...taking, "webauthn-options", ...postEndpointsIn(files)].sort(),
    Object.keys(ACTIONS).sort(),
    "An action that takes a POST is new or gone: call `assertMayChange()` of " +
      "src/session/visitor.ts in it before it changes an account, give it rows in " +
      "tests/conformance/_stolen_session.ts, and list it in ACTIONS",
  );
});

Deno.test("changes: every step of a form is listed", () => {
  assertEquals(
    pathsWith(files, READS_STEP),
    Object.keys(STEPS).sort(),
    "A file that reads the step of a form is new or gone: list it in STEPS",
  );
  for (const [path, steps] of Object.entries(STEPS)) {
    assertEquals(
      stepsIn(fileAt(path)),
      Object.keys(steps).sort(),
      `${path}: a step is new or gone: call \`assertMayChange()\` of src/session/visitor.ts in it ` +
        "before it changes an account, give it rows in tests/conformance/_stolen_session.ts, and " +
        "list it in STEPS",
    );
  }
});

const table = changesIn(fileAt("src/session/visitor.ts"));

Deno.test("changes: every change is asked for, and every question names one", () => {
  assertEquals([...table.keys()].sort(), [...ACCOUNT_CHANGES].sort());
  const asked = new Set<string>();
  const unnamed: string[] = [];
  for (const file of files) {
    const found = questionsIn(file);
    for (const change of found.asked) asked.add(change);
    unnamed.push(...found.unnamed.map((what) => `${file.path}: ${what}`));
  }
  assertEquals([...asked].sort(), [...ACCOUNT_CHANGES].sort());
  assertEquals(unnamed, [], "Write the name of the change in the call of `assertMayChange()`");
  // A form for each, but for a further field, and what is asked with a fresh proof only.
  const posted = new Set(posts.map(([, { change }]) => change));
  assertEquals(ACCOUNT_CHANGES.filter((change) => !posted.has(change)), [
    "leave-address",
    "set-password",
  ]);
});

/** Functions of apps in groups, by the group's name, and the files that they are in. */
const GROUPS = {
  accounts: [accounts, "src/server/accounts.ts"],
  addresses: [addresses, "src/capabilities/address/functions.ts"],
  audit: [audit, "src/capabilities/audit_log/functions.ts"],
  connections: [connections, "src/capabilities/connections/functions.ts"],
  domains: [domains, "src/capabilities/connections/domain_functions.ts"],
  factors: [factors, "src/capabilities/factors/functions.ts"],
  keys: [keys, "src/capabilities/keys/functions.ts"],
  oauthServer: [oauthServer, "src/capabilities/oauth_server/grant_functions.ts"],
  organizations: [organizations, "src/capabilities/organizations/functions.ts"],
  passkeys: [passkeys, "src/capabilities/passkeys/functions.ts"],
  passwords: [passwords, "src/capabilities/passwords/functions.ts"],
  sessions: [sessions, "src/server/sessions.ts"],
  users: [users, "src/server/users.ts"],
  operators: [operators, "src/capabilities/operators/functions.ts"],
  webhooks: [webhooks, "src/capabilities/webhooks/functions.ts"],
} as const;

Deno.test("changes: every function of the server is listed", () => {
  const exported = Object.entries(server).filter(([, value]) => typeof value === "function");
  const grouped = Object.entries(GROUPS).flatMap(([group, [functions]]) =>
    Object.keys(functions).map((name) => `${group}.${name}`)
  );
  assertEquals(
    [...exported.map(([name]) => name), ...grouped].sort(),
    Object.keys(FUNCTIONS).sort(),
    "A function of @x/auth/server is new or gone: list it in FUNCTIONS; one that takes a request " +
      "and changes an account calls `assertMayChange()` of src/session/visitor.ts, and " +
      "tests/conformance/changes_test.ts shows it",
  );
});

Deno.test("changes: every member of defineAuth() is one of these functions", () => {
  const auth = server.defineAuth({ providers: [], secret: "a-secret-of-at-least-32-characters" });
  const own = Object.keys(auth).filter((name) => !Object.hasOwn(FUNCTIONS, name));
  // Requests of browsers go to the actions.
  const others = ["capabilities", "config", "handler", "protect"];
  assertEquals(own.sort(), [...others, ...Object.keys(GROUPS)].sort());
});

for (const name of namesOf("by user id")) {
  Deno.test(`changes: ${name}() takes the id of a user, and says that it checks nothing`, () => {
    const [group, own] = name.split(".") as [keyof typeof GROUPS, string];
    const file = files.find(({ path }) => path === GROUPS[group][1])!;
    const written = new RegExp(`(\\w+) as ${own}\\b`).exec(file.code)?.[1] ?? own;
    const declared = new RegExp(`function ${written}\\(\\s*config: ServerConfig,\\s*userId:`);
    assertMatch(file.code, declared, "it does not take a config and the id of a user first");
    const [moduleDoc] = /^\/\*\*[\s\S]*?@module/.exec(file.text) ?? [""];
    assertMatch(
      moduleDoc,
      /do\s+(?:\*\s+)?not\s+(?:\*\s+)?check\s+(?:\*\s+)?permissions/,
      file.path,
    );
  });
}

for (const name of namesOf("by membership")) {
  Deno.test(`changes: ${name}() reads the membership of the one who acts again`, () => {
    const [group, own] = name.split(".") as [keyof typeof GROUPS, string];
    const declared = new RegExp(`export async function ${own}\\(([^]*?)\\n}\\n`);
    const homes = /^src\/capabilities\/(keys|organizations)\//;
    const isOwn = group === "connections" || group === "domains" || group === "audit";
    const more: Partial<Record<typeof group, string>> = {
      audit: "src/capabilities/audit_log/of_organization.ts",
      connections: "src/capabilities/connections/admin_link_functions.ts",
    };
    const paths = group === "audit" ? [more[group]!] : [GROUPS[group][1], more[group] ?? ""];
    const bodies = files.filter(({ path }) => isOwn ? paths.includes(path) : homes.test(path))
      .flatMap(({ code }) => declared.exec(code)?.[1] ?? []);
    // A function of the app that checks its arguments first hands over to the one that acts.
    const [acting, ...others] = bodies.sort((a, b) =>
      Number(/\bact[<(]/.test(b)) - Number(/\bact[<(]/.test(a))
    );
    for (const body of others) {
      assertMatch(body, /\breturn await \w+\(config, membership,/);
      assert(
        !/\bact[<(]/.test(body) && !RECORD_WRITES.test(body) && !USES_CHANGER.test(body),
        body,
      );
    }
    assertMatch(acting!, /\breturn await act(<[^(]+>)?\(\s*config,\s*membership,/);
    // What is written stands in the function that `act()` runs.
    const before = acting!.slice(0, acting!.search(/\bact(<[^(]+>)?\(\s*config/));
    assert(!RECORD_WRITES.test(before) && !USES_CHANGER.test(before), before);
  });
}

/** The file asks in its own code, before each of its calls. */
const ASKS = "after `assertMayChange()` in this file";

/** Files with the work itself. */
/** Users of another system. */
const IMPORT = "users of another system, for the app";

const WORK = "the work of files that ask, and of functions by user id";

/** Files that write what a way in or a protection is, or that call one of {@linkcode CHANGERS}. */
const WRITERS: Record<string, string> = {
  "src/capabilities/address/address.ts": ASKS,
  "src/capabilities/address/address_change.ts":
    "a change that waits for its code, for capabilities/address/address.ts",
  "src/capabilities/address/address_undo.ts":
    "by the token of a mail, and for capabilities/address/address.ts, which asks",
  "src/accounts/change_address.ts": WORK,
  "src/accounts/create_user.ts": "a user whom the app creates",
  "src/accounts/import_mark.ts": "which rows of an import became users",
  "src/accounts/import_batch.ts": IMPORT,
  "src/accounts/import_one.ts": IMPORT,
  "src/accounts/create.ts": "sign-up, and the link of accounts/link.ts",
  "src/accounts/credentials.ts": "sign-up",
  "src/accounts/email.ts": "sign-up, and the time of the first proof of an address",
  "src/accounts/export.ts": WORK,
  "src/accounts/reserved_address.ts": "keeps an address that a change can give back",
  "src/capabilities/passwords/pending_password.ts":
    "an address and a password, which one browser has just proven",
  "src/accounts/link.ts": ASKS,
  "src/accounts/manage.ts": WORK,
  "src/accounts/merge.ts":
    "two users become one, for the app, and by an operator's page, which asks",
  "src/accounts/merge_accounts.ts": "accounts that move, for src/accounts/merge.ts",
  "src/accounts/open_merges.ts": "merges that are not finished, for src/accounts/merge.ts",
  "src/outbound/outbox.ts": "messages to others about what has changed",
  "src/records/account_index.ts": "notes which accounts a user has, beside the store",
  "src/accounts/new_device.ts": "marks a sign-in that the user was told of",
  "src/accounts/passkey.ts": "sign-up, and the key that flows/webauthn has asked for",
  "src/accounts/passkey_names.ts": WORK,
  "src/accounts/stored_passkeys.ts": WORK,
  "src/capabilities/passwords/changes.ts": WORK,
  "src/accounts/profile.ts": WORK,
  "src/accounts/sessions.ts": WORK,
  "src/accounts/sign_up.ts": "takes an address that was never proven, for one who proves it",
  "src/accounts/pending_user_creation.ts": "marks of a sign-up that has not ended",
  "src/accounts/unproven_address.ts": "takes an address that was never proven, at a sign-up",
  "src/capabilities/account/action.ts": ASKS,
  "src/capabilities/account/deletion.ts": WORK,
  "src/capabilities/account/deletion_parts.ts": "what the capability brings",
  "src/capabilities/account/held_sign_in.ts":
    "keeps an account for a sign-in that waits, and deletes one whose time has come",
  "src/capabilities/account/linked_profiles.ts": "what providers call accounts, which is shown",
  "src/capabilities/account/passkey_facts.ts": "dates of passkeys, which are shown",
  "src/capabilities/address/action.ts":
    "by capabilities/address/address.ts, which asks; undo by the token of a mail",
  "src/capabilities/saml/flow.ts": "marks an assertion of a provider as used",
  "src/capabilities/saml/leave.ts": "marks an answer of a provider as used",
  "src/capabilities/saml/logout.ts": "marks a message of a provider as used",
  "src/capabilities/sign_out/back_channel.ts": "marks a statement of a provider as used",
  "src/capabilities/passwords/action.ts": ASKS,
  "src/tools/doctor/callbacks.ts": "a user of its own, in a store in memory",
  "src/tools/doctor/store.ts": "a record of its own, which tries the store out",
  "src/capabilities/connections/admin_link.ts": "takes a token, which an owner has made",
  "src/capabilities/connections/admin_link_functions.ts": "admin links, after `act()`",
  "src/capabilities/connections/admission.ts":
    "a membership and an account of a person whom the provider has proven just now",
  "src/capabilities/connections/domains.ts": "for those who ask `act()`, and what a look has found",
  "src/capabilities/connections/domain_functions.ts": "domains, after `act()`",
  "src/capabilities/connections/functions.ts": "connections, after `act()`",
  "src/capabilities/connections/provider.ts": "whether an owner was told that a secret expires",
  "src/capabilities/connections/test_sign_in.ts": "tests of connections, after `act()`",
  "src/capabilities/factors/action.ts":
    "the first factor of a sign-in that waits, and its trusted device",
  "src/capabilities/custom/records.ts": "records of the app's own capabilities",
  "src/capabilities/factors/adding.ts": ASKS,
  "src/capabilities/factors/change.ts": WORK,
  "src/capabilities/factors/context.ts": "challenges, and an enrolment whose answer was right",
  "src/capabilities/factors/parts.ts": "what factors bring",
  "src/capabilities/factors/enrolling.ts": WORK,
  "src/capabilities/factors/enrolments.ts": WORK,
  "src/capabilities/factors/manage_action.ts": ASKS,
  "src/capabilities/factors/new_codes.ts":
    "recovery codes with the factor of a set-up, whose callers ask",
  "src/capabilities/factors/reset.ts": WORK,
  "src/capabilities/factors/trusted_device.ts":
    "trusts a browser after a second factor, and forgets all",
  "src/capabilities/keys/claim.ts": "the time at which a key was used",
  "src/capabilities/keys/makers.ts":
    "who made a key of an organization: written and removed with it",
  "src/capabilities/keys/organization_keys.ts": "services and keys, after `act()`",
  "src/capabilities/keys/page_parts.ts":
    "a form that has made a key, after the question of its page",
  "src/capabilities/keys/stored.ts": WORK,
  "src/capabilities/native/codes.ts": "takes a code, and ends what it began",
  "src/capabilities/native/families.ts": "tokens of a session of an app",
  "src/capabilities/native/mod.ts": "ends tokens with a suspension",
  "src/capabilities/native/nonce.ts": "nonces of sign-ins",
  "src/capabilities/oauth_server/family_end.ts": "the end of tokens, by a client that has them",
  "src/capabilities/oauth_server/client_sessions.ts": "what a client is told of, with each ending",
  "src/capabilities/oauth_server/client_functions.ts": "clients, which no user owns, for the app",
  "src/capabilities/oauth_server/developer_apps_page.ts": "a form of apps, which is sent once",
  "src/capabilities/oauth_server/clients.ts": "the expiry of a client, which no user owns",
  "src/capabilities/oauth_server/documents.ts": "the last copy of a document of a client",
  "src/capabilities/oauth_server/client_grants.ts": "the index of grants, which has no user",
  "src/capabilities/oauth_server/own_registration.ts": "a client, which no user owns",
  "src/capabilities/oauth_server/register.ts": "a client, which no user owns",
  "src/capabilities/oauth_server/untrusted_url.ts": "counters, and what was read",
  "src/capabilities/oauth_server/codes.ts": "codes for access that was given, and their use",
  "src/capabilities/oauth_server/device.ts": "the request of a device, which no user owns",
  "src/capabilities/oauth_server/device_kinds.ts": "the code of such a request",
  "src/capabilities/oauth_server/device_page.ts": ASKS,
  "src/capabilities/oauth_server/device_token.ts": "tokens for access that was given",
  "src/capabilities/oauth_server/grants.ts": WORK,
  "src/capabilities/oauth_server/assertion.ts": "marks an assertion of a client as used",
  "src/capabilities/oauth_server/jwt_bearer.ts": "marks an assertion as used",
  "src/capabilities/oauth_server/issue.ts": "tokens for access that was given",
  "src/capabilities/oauth_server/pushed.ts": "requests of clients, which open nothing",
  "src/capabilities/oauth_server/question.ts": "the question that a page asks, and its answer",
  "src/capabilities/oauth_server/signing_keys.ts": "keys of the server",
  "src/credentials/code.ts": "marks a code as used",
  "src/credentials/dpop.ts": "marks a proof as used",
  "src/credentials/family.ts": "tokens in place of those that a client has",
  "src/capabilities/organizations/admission.ts":
    "a membership of an import, for the address that was proven just now",
  "src/capabilities/organizations/creation.ts":
    "an organization of the user who asks, and of the test kit",
  "src/capabilities/organizations/functions.ts":
    "organizations, after `act()`, which asks session/visitor.ts for owners",
  "src/capabilities/organizations/import.ts": "memberships of a directory, for the app",
  "src/capabilities/organizations/invitations.ts":
    "for those who ask `act()`, or prove the address",
  "src/capabilities/organizations/logo.ts": "for `functions.ts`, within `act()`",
  "src/capabilities/organizations/members.ts": "for those who ask `act()`",
  "src/capabilities/organizations/organization.ts": "for those who ask `act()`",
  "src/capabilities/audit_log/forget.ts": "what the log has about a user who is gone",
  "src/capabilities/audit_log/write.ts": "entries of the log, of which no function changes one",
  "src/capabilities/operators/impersonations.ts": "when operators acted for a user, who owns it",
  "src/capabilities/webhooks/deliveries.ts": "messages to other systems",
  "src/capabilities/scim/directory.ts": "counts requests in this process",
  "src/capabilities/scim/documents.ts": "a member of the same name, in a document",
  "src/capabilities/scim/groups.ts": "what the directory of an organization says, by its key",
  "src/capabilities/scim/membership.ts": "who the person of a directory is, by its key",
  "src/capabilities/scim/names.ts": "names of what a directory says",
  "src/capabilities/scim/resource.ts": "what the directory of an organization says, by its key",
  "src/capabilities/scim/sign_in.ts": "the link of a directory to a user who signs in, or is gone",
  "src/capabilities/scim/sizes.ts": "numbers of what a directory says",
  "src/capabilities/scim/users.ts": "what the directory of an organization says, by its key",
  "src/capabilities/passkeys/key_records.ts": "keys, as an adapter would store them",
  "src/capabilities/passkeys/ceremony.ts": "marks an answer as used",
  "src/capabilities/passkeys/flow.ts": "the counter of a key at a sign-in",
  "src/hooks/adapter.ts": "passes calls on to the app's adapter",
  "src/records/compare_and_set.ts": "tries a write again",
  "src/records/kind.ts": "writes for those who name a kind",
  "src/records/lock.ts": "locks",
  "src/records/quota.ts": "how many records an owner has, for those who write them",
  "src/tools/migrate/better_auth_factors.ts": "imports users of another library, for the app",
  "src/tools/migrate/better_auth_import.ts": "imports users of another library, for the app",
  "src/tools/migrate/better_auth_mark.ts": "what was imported, for the app",
  "src/tools/migrate/better_auth_organizations.ts":
    "imports organizations of another library, for the app",
  "src/tools/migrate/better_auth_sessions.ts": "imports sessions of another library, for the app",
  "src/limits/request.ts": "counters",
  "src/limits/window.ts": "counters",
  "src/capabilities/passwords/pending.ts":
    "passwords of an import, which open nothing by themselves",
  "src/capabilities/passwords/imported_hash.ts": "the first password of a user of an import",
  "src/capabilities/passwords/records.ts": WORK,
  "src/capabilities/passwords/sign_in.ts": "a new hash of a password that was right",
  "src/capabilities/passwords/sign_up_mark.ts": "that a user is new, which opens nothing",
  "src/capabilities/operators/user_page.ts": "asks `requireOperator()`",
  "src/server/accounts.ts": "by user id, for the app",
  "src/capabilities/address/functions.ts":
    "by capabilities/address/address.ts, which asks; undo by the token of a mail",
  "src/capabilities/factors/function_parts.ts":
    "by user id, for the app, and by capabilities/factors/adding.ts, which asks",
  "src/capabilities/factors/functions.ts": "by user id, for the app",
  "src/capabilities/passkeys/functions.ts": "by user id, for the app",
  "src/capabilities/passwords/functions.ts": "by user id, for the app",
  "src/server/sessions.ts": "by user id, for the app",
  "src/server/users.ts": "by user id, for the app",
  "src/tools/operate/users.ts": "by user id, for people who run the app",
  "src/session/acting.ts": "the end of sessions in which operators act for users",
  "src/capabilities/operators/acting_session.ts": "the records of these sessions",
  "src/session/anchor.ts": "the evidence that a user may have keys, written with the first one",
  "src/session/user_status.ts": "suspensions, and the end of a deleted user's sessions",
  "src/session/pending_sign_in.ts": "a sign-in that waits",
  "src/session/record.ts": "records of sessions",
  "src/session/recorded_proof.ts": "the proof of a session",
  "src/session/provider_session.ts": "sessions at providers",
  "src/capabilities/tokens/record.ts": "tokens of providers",
  "src/types/account_parts.ts": "types",
  "src/types/factor_parts.ts": "types",
  "src/types/password_parts.ts": "types",
  "src/types/topics.ts": "types",
  "src/capabilities/account/mod.ts": "a member of the same name, with the URL of the page",
  "src/capabilities/sign_out/leave.ts": "a function of the same name, about tokens of providers",
  "src/capabilities/factors/define.ts": "names of functions, as text",
  "src/frameworks/define.ts": "names of functions, as text",
  "src/tools/move/own_renames.ts": "names of functions, as text",
};

Deno.test("changes: every file that writes is listed, with its reason", () => {
  const writers = new Set(
    [STORE_WRITES, RECORD_WRITES, USES_CHANGER].flatMap((pattern) => pathsWith(files, pattern)),
  );
  assertEquals(
    [...writers].sort(),
    Object.keys(WRITERS).sort(),
    "A file that writes what belongs to an account is new or gone: let it ask " +
      "`assertMayChange()` of src/session/visitor.ts first, or say in WRITERS why it need not",
  );
});

for (const [path, reason] of Object.entries(WRITERS)) {
  if (reason !== ASKS) continue;
  Deno.test(`changes: ${path} asks before it writes`, () => {
    assert(questionsIn(fileAt(path)).asked.length > 0);
  });
}

Deno.test("changes: every function that writes is still there", () => {
  for (const name of CHANGERS) {
    const declared = pathsWith(files, new RegExp(`export async function ${name}\\b`));
    assert(declared.length > 0, `${name} is gone: correct CHANGERS in tests/unit/_changes.ts`);
  }
});

const planted = (path: string, code: string): Code => ({ path, text: code, code });

Deno.test("changes: a planted breach is found", () => {
  const table = planted(
    "src/core/actions/a.ts",
    'const STEPS: Record<string, Step> = {\n  "grant": grant,\n  revoke,\n  drop: drop,\n};\n' +
      'const step = readField(ctx, "step");\nif (Object.hasOwn(STEPS, step)) run(step);\n' +
      'if (step === "undo") undo();\n  switch (step) {\n    case "give":\n      break;\n  }\n',
  );
  assertEquals(pathsWith([table], READS_STEP), ["src/core/actions/a.ts"]);
  assertEquals(stepsIn(table), ["drop", "give", "grant", "revoke", "undo"]);
  const body = planted("src/core/actions/b.ts", "const { step, id } = ctx.request.body ?? {};");
  assertEquals(pathsWith([body], READS_STEP), ["src/core/actions/b.ts"]);
  const action = planted(
    "src/core/actions/mod.ts",
    'const actions: T = {\n  "a": a,\n  b: b,\n};\n',
  );
  assertEquals(actionsIn(action), ["a", "b"]);
  const value = planted(
    "src/capabilities/a/capability.ts",
    'const A = { kind: "ambient", path: "a", refusal: "b", methods: ["GET", "POST"], load };\n' +
      'const B = { kind: "ambient", path: "b", methods: ["GET"], load };\n',
  );
  assertEquals(postEndpointsIn([value]), ["a"]);
  for (const code of ["await store.linkAccount(row);", "await store.deleteUser?.(id);"]) {
    assertEquals(pathsWith([planted("src/a.ts", code)], STORE_WRITES), ["src/a.ts"], code);
  }
  for (
    const code of [
      "records.put(entry, null)",
      "recordsOf(config).take(KIND, id)",
      "await passwords.replace(recordsOf(config), userId, value, known)",
      "await userStatuses.update(records, userId, next)",
    ]
  ) {
    assertEquals(pathsWith([planted("src/a.ts", code)], RECORD_WRITES), ["src/a.ts"], code);
  }
  for (
    const code of [
      "await removeKey(caller, userId, id, {});",
      'import { remove } from "../accounts/manage.ts";',
      "const { setPassword } = await changes();",
    ]
  ) assertEquals(pathsWith([planted("src/a.ts", code)], USES_CHANGER), ["src/a.ts"], code);
  const asking = planted(
    "src/a.ts",
    'assertMayChange(visitor, "export", back);\nassertMayChange(visitor, name);',
  );
  assertEquals(questionsIn(asking), { asked: ["export"], unnamed: ["name"] });
});
