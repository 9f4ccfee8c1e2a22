/**
 * The table in `docs/errors.md`, made of the classes.
 *
 * @module
 */

import * as errors from "../../src/errors.ts";

/** A class of error. */
type ErrorClass = typeof errors.AuthError;

/** Classes with a type of their own, by type, without the two base classes. */
export function errorClasses(): [string, ErrorClass][] {
  const isNamed = (entry: [string, unknown]): entry is [string, ErrorClass] =>
    typeof entry[1] === "function" && (entry[1] as ErrorClass).type === entry[0];
  return Object.entries<unknown>(errors).filter(isNamed)
    .filter(([name]) => name !== "AuthError")
    .sort(([a], [b]) => a < b ? -1 : 1);
}

/** Rows of all classes. */
export function toErrorTable(): string {
  const rows = errorClasses().map(([name, { status, kind, direct, clientSafe, reason }]) => {
    const page = direct ? "none" : kind === "signIn" ? "sign-in" : kind;
    const seen = direct ? "the message" : clientSafe ? "the name" : "`Configuration`";
    return `| [${name}](#${name.toLowerCase()}) | ${status} | ${page} | ${seen} | \`${reason}\` |`;
  });
  return [
    "| Class | Status | Page | The browser learns | Reason in the audit log |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
