/**
 * What operators can do: the permission of each action, and whether it changes something.
 *
 * @module
 */

/**
 * The permissions of operators, for `permissions` of `defineAccess`. Leave out those that nobody
 * should have: an owner of the organization has all that are defined.
 *
 * @since 0.3.0
 *
 * @example
 * ```ts
 * import { operatorPermissions } from "@x/auth/operators";
 * import { defineAccess } from "@x/auth/organizations";
 * import { assert } from "@std/assert";
 *
 * const access = defineAccess({
 *   permissions: operatorPermissions,
 *   roles: { support: { user: ["read", "sign-out"] }, member: {} },
 * });
 * assert(access.allows("support", "user:sign-out"));
 * assert(!access.allows("support", "user:delete"));
 * ```
 */
export const operatorPermissions = {
  /** Of the audit log. */
  audit: ["read"],
  /** Of users. */
  user: [
    "read",
    "suspend",
    "sign-out",
    "reset-factors",
    "create",
    "export",
    "delete",
    "act",
    "merge",
  ],
  /** Of webhooks. */
  webhook: ["read", "send"],
} as const;

/**
 * A permission of operators.
 *
 * @since 0.3.0
 */
export type OperatorPermission = {
  [Resource in keyof typeof operatorPermissions]:
    `${Resource}:${typeof operatorPermissions[Resource][number]}`;
}[keyof typeof operatorPermissions];

/** What an action needs. */
export interface ActionNeed {
  /** The action in words, for messages. */
  readonly words: string;
  /** Permission. */
  readonly permission: OperatorPermission;
  /** `true` for what changes something, and so needs a fresh proof with a second factor. */
  readonly isChange: boolean;
  /** Number of users that it is about: each is compared with the operator before a change. */
  readonly users: number;
}

const read = (words: string, permission: OperatorPermission, users = 0): ActionNeed => ({
  ...{ words, permission, users },
  isChange: false,
});

const change = (words: string, permission: OperatorPermission, users = 1): ActionNeed => ({
  ...{ words, permission, users },
  isChange: true,
});

/** Every action of an operator. */
export const ACTIONS = {
  "list-users": read("list users", "user:read"),
  "read-user": read("read a user", "user:read", 1),
  "suspend": change("suspend a user", "user:suspend"),
  "resume": change("end the suspension of a user", "user:suspend"),
  "sign-out": change("sign a user out everywhere", "user:sign-out"),
  "end-session": change("end a session of a user", "user:sign-out"),
  "reset-factors": change("reset the second factors of a user", "user:reset-factors"),
  "create": change("create a user", "user:create", 0),
  "export": change("export a user", "user:export"),
  "delete": change("delete a user", "user:delete"),
  "act-for": change("act for a user", "user:act"),
  "merge": change("merge a user into another one", "user:merge"),
  "merge-into": change("merge two users", "user:merge", 2),
  "merge-cancel": change("give up the merge of two users", "user:merge", 2),
  "read-log": read("read the audit log", "audit:read"),
  "read-webhooks": read("read webhooks", "webhook:read"),
  "send-webhook": change("send a webhook again", "webhook:send", 0),
} as const satisfies Record<string, ActionNeed>;

/** An action of an operator. */
export type OperatorAction = keyof typeof ACTIONS;

/** Every permission of operators. */
export const PERMISSIONS: readonly OperatorPermission[] = Object.entries(operatorPermissions)
  .flatMap(([resource, actions]) =>
    actions.map((one) => `${resource}:${one}` as OperatorPermission)
  );
