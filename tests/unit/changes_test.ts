/**
 * Every action and function that changes an account, and what it asks before: a new one that is
 * in no list, and a listed one that does not ask, fails.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { handlerOf } from "../../src/core/actions/mod.ts";
import { AccessDenied, ProofRequired } from "../../src/errors.ts";
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
import * as passwords from "../../src/capabilities/passwords/functions.ts";
import { ACCOUNT_CHANGES, type AccountChange } from "../../src/session/visitor.ts";
import {
  attempt,
  CHANGES,
  expected,
  NEW,
  proofUrlIn,
  type Row,
  ROWS,
  type Scene,
  steal,
} from "../conformance/_stolen_session.ts";
import { APP } from "../flows/_accounts.ts";
import { codeOf } from "../flows/_factors.ts";
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

const STALE = ROWS.find(({ cookie }) => cookie === "two factors, 11 minutes old")!;
const TRUSTED = ROWS.find(({ cookie }) => cookie === "one factor, on a trusted device, fresh")!;
const BARE = ROWS.find(({ cookie }) => cookie === "no second factor, 11 minutes old")!;
const ACTING = ROWS.find(({ began }) => began === "acting")!;

/** A form or a request that changes the account. */
interface Post {
  /** The change that it asks for. */
  change: AccountChange;
  /** Name in the matrix of stolen sessions, by which it is tried here. */
  tried: string;
  /** A stale session that gets as far as the question. Default: two factors, 11 minutes old. */
  stale?: Row;
  /** `true` when a person who acts for the user is refused by another answer of its own. */
  refusesActing?: true;
}

/** The membership of the visitor decides, with a fresh proof for each step. */
const BY_MEMBERSHIP = "asks `assertFreshProof()`, then a function that reads the membership again";

/** Files that read the step of a form → their steps, with what each asks for. */
const STEPS: Record<string, Record<string, Post | string>> = {
  "src/capabilities/account/action.ts": {
    "delete": { change: "delete", tried: "delete the account" },
    "export": { change: "export", tried: "export" },
    "keep": "keeps an account for a sign-in that waits, which has proven all that one must",
    "leave": "ends a sign-in that waits, in this browser",
    "name": { change: "rename", tried: "rename the user" },
    "passkey-remove": { change: "remove-passkey", tried: "remove a passkey" },
    "passkey-rename": { change: "rename-passkey", tried: "rename a passkey" },
    "password-remove": { change: "remove-password", tried: "remove the password" },
    "session-end": { change: "end-sessions", tried: "end one session" },
    "sessions-end": { change: "end-sessions", tried: "end all other sessions" },
    "unlink": { change: "unlink-account", tried: "unlink an account" },
  },
  "src/capabilities/address/action.ts": {
    "cancel": { change: "cancel-address", tried: "change the address: cancel" },
    "confirm": {
      change: "confirm-address",
      tried: "change the address: the code of the owner's own change",
    },
    "keep": { change: "cancel-address-undo", tried: "change the address: stop an undo" },
    "request": { change: "change-address", tried: "change the address: ask for a code" },
    "undo": "the token of the mail to the address before proves its mailbox; without a session",
  },
  "src/capabilities/factors/action.ts": {
    "confirm": "enrols for a sign-in that waits; a session has nothing to enrol here",
    "enrol": "the same",
    "leave": "ends a sign-in that waits, in this browser",
    "send": "sends a code to the owner",
  },
  "src/capabilities/factors/manage_action.ts": {
    "cancel-reset": {
      change: "cancel-factor-reset",
      tried: "cancel a reset of the second factors",
    },
    "codes": "a page, which shows the codes that were made in this browser",
    "confirm": {
      change: "add-factor",
      tried: "add a second factor: confirm one that the owner began",
    },
    "enrol": { change: "add-factor", tried: "add a second factor: begin" },
    "remove": { change: "remove-factor", tried: "remove a second factor" },
    "rename": { change: "rename-factor", tried: "rename a second factor" },
    "saved": "deletes a cookie of this browser",
  },
  "src/capabilities/keys/organization_page.ts": {
    "create": BY_MEMBERSHIP,
    "revoke": BY_MEMBERSHIP,
    "rotate": BY_MEMBERSHIP,
    "service": BY_MEMBERSHIP,
    "service-delete": BY_MEMBERSHIP,
  },
  "src/capabilities/keys/page.ts": {
    "create": { change: "create-key", tried: "create an API key" },
    "revoke": { change: "revoke-key", tried: "revoke an API key" },
    "rotate": { change: "rotate-key", tried: "rotate an API key" },
  },
  "src/capabilities/native/authorize.ts": {
    "cancel": "tells the app that the user refuses",
    "continue": { change: "sign-in-app", tried: "sign in to an app" },
  },
  "src/capabilities/oauth_server/apps.ts": {
    "end": { change: "end-app", tried: "end the access of an app" },
  },
  "src/capabilities/oauth_server/authorize.ts": {
    "allow": { change: "allow-app", tried: "give an app access" },
    "deny": "tells the app that the user refuses",
  },
  "src/capabilities/oauth_server/device_page.ts": {
    "allow": { change: "allow-app", tried: "give an app on a device access" },
    "deny": "tells the device that the user refuses",
    "open": "sets aside a code for the user, which gives nothing yet",
  },
  "src/capabilities/organizations/invitation_page.ts": {
    "accept": "takes the token of a mail, which proves its mailbox",
  },
  "src/capabilities/organizations/list_page.ts": {
    "create": "asks `assertFreshProof()`; an organization is no part of the account",
  },
  "src/capabilities/organizations/organization_page.ts": {
    "cancel": BY_MEMBERSHIP,
    "invite": BY_MEMBERSHIP,
    "leave": BY_MEMBERSHIP,
    "remove": BY_MEMBERSHIP,
    "role": BY_MEMBERSHIP,
  },
  "src/capabilities/organizations/settings_page.ts": {
    "delete": BY_MEMBERSHIP,
    "name": BY_MEMBERSHIP,
    "slug": BY_MEMBERSHIP,
    "transfer": BY_MEMBERSHIP,
  },
};

/** Actions that take a POST, and `webauthn-options` → what asks, or why nothing needs to. */
const ACTIONS: Record<string, readonly Post[] | string> = {
  "account": "by its steps",
  "address": "by its steps",
  "apps": "by its steps",
  "callback": [
    {
      change: "add-passkey",
      tried: "add a passkey: a ceremony that the owner began, or a forged one",
    },
    { change: "link-account", tried: "link an account: the callback, begun without the session" },
    {
      change: "link-account",
      tried: "link an account: a further one at a provider that is linked",
    },
  ],
  "device": "by its steps",
  "factor": "by its steps",
  "factors": "by its steps",
  "invitation": "takes the token of a mail, which proves its mailbox",
  "keys": "by its steps",
  "native/authorize": "by its steps",
  "native/call": "dispatches another action, which asks",
  "native/id-token": "is a sign-in: `callback` has the rest",
  "native/nonce": "gives a nonce for a sign-in",
  "native/revoke": "ends the session of a token that it is given",
  "native/token": "continues or begins the session of a token or code that it is given",
  "oauth/authorize": "by its steps",
  "oauth/end-session": "leads to the page of `signout`",
  "organization/{slug}": "by its steps",
  "organization/{slug}/keys": "by its steps",
  "organization/{slug}/settings": "by its steps",
  "organizations": "by its steps",
  "password": [
    // It asks whether the password is set or changed; another person is refused before.
    { change: "change-password", tried: "set a password, without one" },
    { change: "change-password", tried: "change the password, with the right present one" },
  ],
  "session": "passes data to a callback of the app; the account is not in its reach",
  "signin": [{ change: "link-account", tried: "link an account: POST signin" }],
  "signout": "ends the session of this browser",
  "signout/{provider}": "ends sessions by a signed token of their provider",
  "webauthn-options": [
    { change: "add-passkey", tried: "add a passkey: options" },
    {
      change: "add-passkey",
      tried: "add a passkey: options, without a dialog",
      // It asks for a password of the last minutes first.
      stale: TRUSTED,
      refusesActing: true,
    },
  ],
};

const posts: [name: string, post: Post][] = [
  ...Object.entries(STEPS).flatMap(([path, steps]) =>
    Object.entries(steps).map(([step, post]) => [`${path}, step=${step}`, post] as const)
  ),
  ...Object.entries(ACTIONS).flatMap(([action, listed]) =>
    typeof listed === "string" ? [] : listed.map((post) => [action, post] as const)
  ),
].flatMap(([name, post]) => typeof post === "string" ? [] : [[name, post]]);

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

Deno.test("changes: every row of the matrix of stolen sessions is of an action or a step", () => {
  const tried = new Set(posts.map(([, post]) => post.tried));
  const others = CHANGES.map(({ name }) => name).filter((name) => !tried.has(name));
  assertEquals(others, [
    // The same posts with other fields.
    "change the password, with a wrong present one",
    "change the address: give up the old one",
    "make recovery codes",
  ]);
});

const changeOf = ({ tried }: Post) => {
  const found = CHANGES.find(({ name }) => name === tried);
  assert(found, `There is no row "${tried}" in tests/conformance/_stolen_session.ts`);
  return found;
};

/** Tries a post in a new scene; nothing may be changed. */
async function tryPost(post: Post, row: Row) {
  using time = new FakeTime();
  const change = changeOf(post);
  const scene = await steal(row, "jwt", time, { hasPassword: !change.ofNoPassword });
  const tried = await attempt(scene, change);
  return { ...tried, must: expected(change, row, "jwt"), errors: scene.app.errors };
}

const table = changesIn(fileAt("src/session/visitor.ts"));

for (const [name, post] of posts) {
  const [words, need] = table.get(post.change)!;
  const title = `changes: ${name} asks for "${post.change}": ${post.tried}`;

  if (need !== "session") {
    Deno.test(`${title}: a stale session is led to a proof`, async () => {
      const { answer, before, after } = await tryPost(post, post.stale ?? STALE);
      assert(proofUrlIn(answer), `${answer.status} ${answer.location} ${answer.text}`);
      assertEquals(after, before);
    });
  }

  Deno.test(`${title}: another person who acts for the user is refused`, async () => {
    const { outcome, before, after, errors } = await tryPost(post, ACTING);
    assertEquals(outcome, "refused");
    assertEquals(after, before);
    if (post.refusesActing) return;
    // The words are those of this change: it is asked for, and no other.
    assertEquals(errors.at(-1)?.message, `Cannot ${words}: another person acts for the user`);
  });
}

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
  factors: [factors, "src/capabilities/factors/functions.ts"],
  keys: [keys, "src/capabilities/keys/functions.ts"],
  oauthServer: [oauthServer, "src/capabilities/oauth_server/grant_functions.ts"],
  organizations: [organizations, "src/capabilities/organizations/functions.ts"],
  passkeys: [passkeys, "src/capabilities/passkeys/functions.ts"],
  passwords: [passwords, "src/capabilities/passwords/functions.ts"],
  sessions: [sessions, "src/server/sessions.ts"],
  users: [users, "src/server/users.ts"],
} as const;

/** What a function of `@x/auth/server` or of a group is. */
type Kind =
  /** Changes nothing. */
  | "reads"
  /** Changes what belongs to the user whose id it takes, and checks no permission. */
  | "by user id"
  /** Takes the request, and asks `session/visitor.ts`. */
  | "asks"
  /** Begins, ends or updates the session of the request. */
  | "session"
  /** Takes the membership of the one who acts, which `act()` reads again before the change. */
  | "by membership"
  /** Takes the id of an organization, or concerns no user, for the app itself. */
  | "by the app"
  /** Takes the token of a mail, which proves its mailbox. */
  | "by email"
  /** Carries out what users have asked for, once its time has come. */
  | "by time";

const FUNCTIONS: Record<string, Kind> = {
  "accounts.list": "reads",
  "accounts.unlink": "by user id",
  "addresses.beginChange": "asks",
  "addresses.cancelUndo": "asks",
  "addresses.confirmChange": "asks",
  "addresses.pendingChange": "reads",
  "addresses.pendingUndo": "reads",
  "addresses.undoChange": "by email",
  defineAuth: "reads",
  describeDevice: "reads",
  explain: "reads",
  "factors.begin": "asks",
  "factors.cancelReset": "by user id",
  "factors.confirm": "asks",
  "factors.list": "reads",
  "factors.pendingReset": "reads",
  "factors.remove": "by user id",
  "factors.rename": "by user id",
  "factors.reset": "by user id",
  getAccessToken: "reads",
  getProof: "reads",
  getSession: "reads",
  getSignInOptions: "reads",
  getToken: "reads",
  "keys.create": "asks",
  "keys.createFor": "by user id",
  "keys.createForOrganization": "by membership",
  "keys.createService": "by membership",
  "keys.deleteService": "by membership",
  "keys.list": "reads",
  "keys.listOfOrganization": "by membership",
  "keys.listServices": "by membership",
  "keys.revoke": "by user id",
  "keys.revokeOfOrganization": "by membership",
  "keys.rotate": "by user id",
  "keys.rotateOfOrganization": "by membership",
  "organizations.acceptInvitation": "by email",
  "organizations.cancelInvitation": "by membership",
  "organizations.changeRole": "by membership",
  "organizations.createOrganization": "by user id",
  "organizations.deleteOrganization": "by membership",
  "organizations.importMembers": "by the app",
  "organizations.invite": "by membership",
  "organizations.leave": "by membership",
  "organizations.listInvitations": "by membership",
  "organizations.listMembers": "by membership",
  "organizations.listOrganizations": "reads",
  "organizations.membershipOf": "reads",
  "organizations.policyOf": "by membership",
  "organizations.readInvitation": "reads",
  "organizations.removeMember": "by membership",
  "organizations.transferOwnership": "by membership",
  "organizations.updateOrganization": "by membership",
  "oauthServer.issueToken": "reads",
  "oauthServer.listGrants": "reads",
  "oauthServer.registerClient": "by the app",
  "oauthServer.removeClient": "by the app",
  "oauthServer.revokeGrant": "by user id",
  "oauthServer.rotateSigningKey": "by the app",
  "oauthServer.verifyToken": "reads",
  "passkeys.list": "reads",
  "passkeys.remove": "by user id",
  "passkeys.rename": "by user id",
  "passwords.change": "by user id",
  "passwords.has": "reads",
  "passwords.import": "by user id",
  "passwords.remove": "by user id",
  "passwords.set": "by user id",
  "passwords.verify": "reads",
  requireProof: "reads",
  authenticate: "reads",
  "sessions.identify": "reads",
  "sessions.list": "reads",
  "sessions.revoke": "by user id",
  "sessions.revokeAll": "by user id",
  "sessions.revokeOthers": "by user id",
  signIn: "asks",
  signOut: "session",
  updateSession: "session",
  "users.cancelDeletion": "by user id",
  "users.delete": "by user id",
  "users.deleteDue": "by time",
  "users.export": "by user id",
  "users.isSuspended": "reads",
  "users.pendingDeletion": "reads",
  "users.rename": "by user id",
  "users.requestDeletion": "by user id",
  "users.resume": "by user id",
  "users.suspend": "by user id",
};

const namesOf = (kind: Kind) =>
  Object.keys(FUNCTIONS).filter((name) => FUNCTIONS[name] === kind).sort();

Deno.test("changes: every function of the server is listed", () => {
  const exported = Object.entries(server).filter(([, value]) => typeof value === "function");
  const grouped = Object.entries(GROUPS).flatMap(([group, [functions]]) =>
    Object.keys(functions).map((name) => `${group}.${name}`)
  );
  assertEquals(
    [...exported.map(([name]) => name), ...grouped].sort(),
    Object.keys(FUNCTIONS).sort(),
    "A function of @x/auth/server is new or gone: list it in FUNCTIONS; one that takes a request " +
      "and changes an account calls `assertMayChange()` of src/session/visitor.ts, and a test " +
      "below shows it",
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
    const own = name.split(".")[1]!;
    const declared = new RegExp(`export async function ${own}\\(([^]*?)\\n}\\n`);
    const homes = /^src\/capabilities\/(keys|organizations)\//;
    const bodies = files.filter(({ path }) => homes.test(path))
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

/** A request with the thief's cookies, as a form of the app itself would post it. */
function requestOf({ thief }: Scene): Request {
  const cookie = thief.cookies.header(new URL(APP));
  return new Request(`${APP}/settings`, { method: "POST", headers: { cookie, origin: APP } });
}

type Call = (scene: Scene, request: Request) => Promise<unknown>;

/** Calls of the functions that ask. */
const CALLS: Record<string, Call> = {
  "addresses.beginChange": ({ app }, request) =>
    addresses.beginChange(app.config, request, NEW, new Headers()),
  "addresses.cancelUndo": ({ app }, request) =>
    addresses.cancelUndo(app.config, request, new Headers()),
  "factors.begin": ({ app }, request) => factors.begin(app.config, request, "totp", new Headers()),
  "addresses.confirmChange": ({ app, loot }, request) =>
    addresses.confirmChange(app.config, request, loot.code, new Headers()),
  "factors.confirm": async ({ app, loot: { enrolment } }, request) => {
    const { state, secret } = enrolment ?? { state: "x", secret: "AAAAAAAAAAAAAAAA" };
    const answer = { factor: "totp", state, answer: await codeOf(secret) };
    return await factors.confirm(app.config, request, answer, new Headers());
  },
  "keys.create": async ({ app }, request) => {
    const made = await keys.create(app.config, request, { name: "CI", scopes: ["read"] });
    if (made.ok) return made;
    if (made.reason === "proof-too-weak") throw new ProofRequired(made.location!, {});
    throw new AccessDenied(made.reason);
  },
  signIn: async ({ app }, request) => {
    const response = await server.signIn(request, app.config, "two", { redirectTo: "/after" });
    const location = response.headers.get("location") ?? "";
    if (/\/auth\/signin\?stepUp=/.test(location)) throw new AccessDenied("led to a proof");
    if (/error=AccessDenied/.test(location)) throw new AccessDenied("refused");
    return location;
  },
};

Deno.test("changes: every function that asks is called below", () => {
  assertEquals(Object.keys(CALLS).sort(), namesOf("asks"));
});

for (const [name, call] of Object.entries(CALLS)) {
  for (const strategy of ["jwt", "database"] as const) {
    Deno.test(`changes: ${name}() asks (${strategy})`, async () => {
      for (const row of [STALE, BARE, ACTING]) {
        // The code was sent for a fresh proof; see the table of changes.
        if (name === "addresses.confirmChange" && row !== ACTING) continue;
        using time = new FakeTime();
        const scene = await steal(row, strategy, time);
        const before = await scene.dump();
        const error = await assertRejects(() => call(scene, requestOf(scene)), AccessDenied);
        if (name !== "signIn" && row !== ACTING) assert(error instanceof ProofRequired, row.cookie);
        assertEquals(await scene.dump(), before, row.cookie);
      }
    });
  }
}

/** The file asks in its own code, before each of its calls. */
const ASKS = "after `assertMayChange()` in this file";

/** Files with the work itself. */
const WORK = "the work of files that ask, and of functions by user id";

/** Files that write what a way in or a protection is, or that call one of {@linkcode CHANGERS}. */
const WRITERS: Record<string, string> = {
  "src/capabilities/address/address.ts": ASKS,
  "src/capabilities/address/address_change.ts":
    "a change that waits for its code, for capabilities/address/address.ts",
  "src/capabilities/address/address_undo.ts":
    "by the token of a mail, and for capabilities/address/address.ts, which asks",
  "src/accounts/create.ts": "sign-up, and the link of accounts/link.ts",
  "src/accounts/credentials.ts": "sign-up",
  "src/accounts/email.ts": "sign-up, and the time of the first proof of an address",
  "src/accounts/export.ts": WORK,
  "src/accounts/reserved_address.ts": "keeps an address that a change can give back",
  "src/capabilities/passwords/kept_password.ts":
    "an address and a password, which one browser has just proven",
  "src/accounts/link.ts": ASKS,
  "src/accounts/manage.ts": WORK,
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
  "src/capabilities/sign_out/back_channel.ts": "marks a statement of a provider as used",
  "src/capabilities/passwords/action.ts": ASKS,
  "src/tools/doctor/callbacks.ts": "a user of its own, in a store in memory",
  "src/tools/doctor/store.ts": "a record of its own, which tries the store out",
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
  "src/capabilities/native/refresh.ts": "tokens of a session of an app",
  "src/capabilities/oauth_server/client_functions.ts": "clients, which no user owns, for the app",
  "src/capabilities/oauth_server/clients.ts": "the expiry of a client, which no user owns",
  "src/capabilities/oauth_server/documents.ts": "the last copy of a document of a client",
  "src/capabilities/oauth_server/register.ts": "a client, which no user owns",
  "src/capabilities/oauth_server/stranger_url.ts": "counters, and what was read",
  "src/capabilities/oauth_server/codes.ts": "codes for access that was given, and their use",
  "src/capabilities/oauth_server/device.ts": "the request of a device, which no user owns",
  "src/capabilities/oauth_server/device_kinds.ts": "the code of such a request",
  "src/capabilities/oauth_server/device_page.ts": ASKS,
  "src/capabilities/oauth_server/device_token.ts": "tokens for access that was given",
  "src/capabilities/oauth_server/grants.ts": WORK,
  "src/capabilities/oauth_server/jwt_bearer.ts": "marks an assertion as used",
  "src/capabilities/oauth_server/issue.ts": "tokens for access that was given",
  "src/capabilities/oauth_server/pushed.ts": "requests of clients, which open nothing",
  "src/capabilities/oauth_server/question.ts": "the question that a page asks, and its answer",
  "src/capabilities/oauth_server/refresh.ts": "tokens for access that was given",
  "src/capabilities/oauth_server/signing_keys.ts": "keys of the server",
  "src/credentials/dpop.ts": "marks a proof as used",
  "src/capabilities/organizations/admission.ts":
    "a membership of an import, for the address that was proven just now",
  "src/capabilities/organizations/creation.ts":
    "an organization of the user who asks, and of the test kit",
  "src/capabilities/organizations/functions.ts":
    "organizations, after `act()`, which asks session/visitor.ts for owners",
  "src/capabilities/organizations/import.ts": "memberships of a directory, for the app",
  "src/capabilities/organizations/invitations.ts":
    "for those who ask `act()`, or prove the address",
  "src/capabilities/organizations/members.ts": "for those who ask `act()`",
  "src/capabilities/organizations/organization.ts": "for those who ask `act()`",
  "src/capabilities/passkeys/ceremony.ts": "marks an answer as used",
  "src/capabilities/passkeys/flow.ts": "the counter of a key at a sign-in",
  "src/hooks/adapter.ts": "passes calls on to the app's adapter",
  "src/records/compare_and_set.ts": "tries a write again",
  "src/records/kind.ts": "writes for those who name a kind",
  "src/records/lock.ts": "locks",
  "src/records/quota.ts": "how many records an owner has, for those who write them",
  "src/records/store_failure.ts": "names the call that failed",
  "src/tools/migrate/better_auth_factors.ts": "imports users of another library, for the app",
  "src/tools/migrate/better_auth_import.ts": "imports users of another library, for the app",
  "src/tools/migrate/better_auth_mark.ts": "what was imported, for the app",
  "src/tools/migrate/better_auth_organizations.ts":
    "imports organizations of another library, for the app",
  "src/tools/migrate/better_auth_sessions.ts": "imports sessions of another library, for the app",
  "src/limits/request.ts": "counters",
  "src/limits/window.ts": "counters",
  "src/capabilities/passwords/kept.ts": "passwords of an import, which open nothing by themselves",
  "src/capabilities/passwords/records.ts": WORK,
  "src/capabilities/passwords/sign_in.ts": "a new hash of a password that was right",
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
  "src/session/anchor.ts": "the evidence that a user may have keys, written with the first one",
  "src/session/access.ts": "suspensions, and the end of a deleted user's sessions",
  "src/session/pending_sign_in.ts": "a sign-in that waits",
  "src/session/record.ts": "records of sessions",
  "src/session/recorded_proof.ts": "the proof of a session",
  "src/session/provider_session.ts": "sessions at providers",
  "src/capabilities/tokens/record.ts": "tokens of providers",
  "src/types/internal.ts": "types",
  "src/capabilities/account/mod.ts": "a member of the same name, with the URL of the page",
  "src/capabilities/sign_out/leave.ts": "a function of the same name, about tokens of providers",
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
      'const step = fieldOf(ctx, "step");\nif (Object.hasOwn(STEPS, step)) run(step);\n' +
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
      "await accesses.update(records, userId, next)",
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
