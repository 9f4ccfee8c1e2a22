/**
 * Every form, request and function that can change an account, and what each asks before.
 * `changes_test.ts` compares the lists with the sources, and `../conformance/changes_test.ts` tries
 * each.
 *
 * @module
 */

import type { AccountChange } from "../../src/session/visitor.ts";

/** A form or a request that changes the account. */
export interface Post {
  /** The change that it asks for. */
  change: AccountChange;
  /** Name in the matrix of stolen sessions, by which it is tried here. */
  tried: string;
  /** Cookie of a stale session that gets as far as the question, by its name in the matrix. */
  stale?: string;
  /** `true` when a person who acts for the user is refused by another answer of its own. */
  refusesActing?: true;
}

/** The membership of the visitor decides, with a fresh proof for each step. */
const BY_MEMBERSHIP = "asks `assertFreshProof()`, then a function that reads the membership again";

/** The permission of an operator decides, with two fresh factors; the operator's own account is none. */
const BY_OPERATOR = "asks `requireOperator()`, with a fresh proof of two factors for each step";

/** The delegation of an admin link decides, which a function reads again. */
const BY_LINK = "takes what an owner has delegated by an admin link, which a function reads again";

/** Files that read the step of a form → their steps, with what each asks for. */
export const STEPS: Record<string, Record<string, Post | string>> = {
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
  "src/capabilities/connections/setup_page.ts": {
    "add-domain": BY_LINK,
    "change": BY_LINK,
    "check-domain": BY_LINK,
    "connect": BY_LINK,
    "open": "takes the token of an admin link, which an owner has made",
    "remove": BY_LINK,
    "remove-domain": BY_LINK,
    "test": BY_LINK,
    "try": BY_LINK,
  },
  "src/capabilities/connections/sign_in_page.ts": {
    "add-domain": BY_MEMBERSHIP,
    "add-role": BY_MEMBERSHIP,
    "change": BY_MEMBERSHIP,
    "check-domain": BY_MEMBERSHIP,
    "connect": BY_MEMBERSHIP,
    "create-link": BY_MEMBERSHIP,
    "raise-role": BY_MEMBERSHIP,
    "release": BY_MEMBERSHIP,
    "remove": BY_MEMBERSHIP,
    "remove-domain": BY_MEMBERSHIP,
    "remove-role": BY_MEMBERSHIP,
    "require": BY_MEMBERSHIP,
    "revoke-link": BY_MEMBERSHIP,
    "test": BY_MEMBERSHIP,
    "try": BY_MEMBERSHIP,
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
  "src/capabilities/oauth_server/developer_apps_page.ts": {
    "change": BY_MEMBERSHIP,
    "create": BY_MEMBERSHIP,
    "remove": BY_MEMBERSHIP,
    "rotate": BY_MEMBERSHIP,
  },
  "src/capabilities/oauth_server/device_page.ts": {
    "allow": { change: "allow-app", tried: "give an app on a device access" },
    "deny": "tells the device that the user refuses",
    "open": "sets aside a code for the user, which gives nothing yet",
  },
  "src/capabilities/operators/list_page.ts": { "create": BY_OPERATOR },
  "src/capabilities/operators/user_page.ts": {
    "delete": BY_OPERATOR,
    "end-session": BY_OPERATOR,
    "export": BY_OPERATOR,
    "merge": BY_OPERATOR,
    "merge-into": BY_OPERATOR,
    "merge-cancel": BY_OPERATOR,
    "reset-factors": BY_OPERATOR,
    "resume": BY_OPERATOR,
    "sign-out": BY_OPERATOR,
    "suspend": BY_OPERATOR,
  },
  "src/capabilities/operators/webhooks_page.ts": { "send": BY_OPERATOR },
  "src/capabilities/organizations/invitation_page.ts": {
    "accept": "takes the token of a mail, which proves its mailbox",
  },
  "src/capabilities/organizations/list_page.ts": {
    "accept": "asks `assertFreshProof()`, and for the proven address",
    "create": "asks `assertFreshProof()`; an organization is no part of the account",
    "decline": "asks `assertFreshProof()`, and for the proven address",
  },
  "src/capabilities/organizations/organization_page.ts": {
    "cancel": BY_MEMBERSHIP,
    "invite": BY_MEMBERSHIP,
    "leave": BY_MEMBERSHIP,
    "remove": BY_MEMBERSHIP,
    "resend": BY_MEMBERSHIP,
    "role": BY_MEMBERSHIP,
  },
  "src/capabilities/organizations/settings_page.ts": {
    "delete": BY_MEMBERSHIP,
    "logo": BY_MEMBERSHIP,
    "name": BY_MEMBERSHIP,
    "policy": BY_MEMBERSHIP,
    "remove-logo": BY_MEMBERSHIP,
    "slug": BY_MEMBERSHIP,
    "transfer": BY_MEMBERSHIP,
  },
};

/** Actions that take a POST, and `webauthn-options` → what asks, or why nothing needs to. */
export const ACTIONS: Record<string, readonly Post[] | string> = {
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
  "connection-setup": "by its steps",
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
  "operators/stop": "gives the operator's own session back, and ends that of the user",
  "operators/users/{id}/act": "begins a session that can change nothing, for an operator",
  "organization/{slug}": "by its steps",
  "organization/{slug}/apps": "by its steps",
  "organization/{slug}/keys": "by its steps",
  "organization/{slug}/settings": "by its steps",
  "organization/{slug}/sign-in": "by its steps",
  "organizations": "by its steps",
  "password": [
    // It asks whether the password is set or changed; another person is refused before.
    { change: "change-password", tried: "set a password, without one" },
    { change: "change-password", tried: "change the password, with the right present one" },
  ],
  "saml/{slug}/logout": "ends sessions by a signed message of their provider",
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
      stale: "one factor, on a trusted device, fresh",
      refusesActing: true,
    },
  ],
};

/** Every post that changes an account, with a name for it. */
export const posts: [name: string, post: Post][] = [
  ...Object.entries(STEPS).flatMap(([path, steps]) =>
    Object.entries(steps).map(([step, post]) => [`${path}, step=${step}`, post] as const)
  ),
  ...Object.entries(ACTIONS).flatMap(([action, listed]) =>
    typeof listed === "string" ? [] : listed.map((post) => [action, post] as const)
  ),
].flatMap(([name, post]) => typeof post === "string" ? [] : [[name, post]]);

/** What a function of `@x/auth/server` or of a group is. */
export type Kind =
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
  /** Makes what belongs to nobody yet; see the documentation of the function. */
  | "by the app"
  /** Carries out what users have asked for, once its time has come. */
  | "by time";

/** Every function of the server. */
export const FUNCTIONS: Record<string, Kind> = {
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
  "audit.export": "reads",
  "audit.flush": "reads",
  "audit.list": "reads",
  "audit.listOfOrganization": "by membership",
  "audit.verify": "reads",
  "connections.create": "by membership",
  "connections.createAdminLink": "by membership",
  "connections.list": "by membership",
  "connections.readAdminLink": "by membership",
  "connections.remove": "by membership",
  "connections.revokeAdminLink": "by membership",
  "connections.test": "by membership",
  "connections.update": "by membership",
  "domains.add": "by membership",
  "domains.check": "by membership",
  "domains.list": "by membership",
  "domains.remove": "by membership",
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
  "organizations.readMembership": "reads",
  "organizations.readPolicy": "by membership",
  "organizations.readInvitation": "reads",
  "organizations.removeMember": "by membership",
  "organizations.transferOwnership": "by membership",
  "organizations.updateOrganization": "by membership",
  "oauthServer.deliverLogouts": "by the app",
  "oauthServer.getClient": "reads",
  "oauthServer.issueToken": "reads",
  "oauthServer.listClients": "reads",
  "oauthServer.listClientGrants": "reads",
  "oauthServer.listGrants": "reads",
  "oauthServer.registerClient": "by the app",
  "oauthServer.removeClient": "by the app",
  "oauthServer.rotateClientSecret": "by the app",
  "oauthServer.updateClient": "by the app",
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
  impersonate: "session",
  stopImpersonating: "session",
  "operators.notifyDue": "reads",
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
  "users.create": "by the app",
  "users.delete": "by user id",
  "users.deleteDue": "by time",
  "webhooks.deliver": "reads",
  "webhooks.retry": "reads",
  "webhooks.undelivered": "reads",
  "users.export": "by user id",
  "users.get": "reads",
  "users.import": "by the app",
  "users.isSuspended": "reads",
  "users.list": "reads",
  "users.merge": "by the app",
  "users.pendingDeletion": "reads",
  "users.rename": "by user id",
  "users.requestDeletion": "by user id",
  "users.resume": "by user id",
  "users.suspend": "by user id",
  "users.unfinishedMerges": "reads",
};

/** Functions of a kind. */
export const namesOf = (kind: Kind) =>
  Object.keys(FUNCTIONS).filter((name) => FUNCTIONS[name] === kind).sort();
