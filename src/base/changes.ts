/**
 * Counts the changes of sessions and users that this process has made, so that a request knows when
 * what it has read may be out of date.
 *
 * @module
 */

let changes = 0;

/**
 * Notes that sessions were ended, or that a user was changed, suspended or deleted: once the change
 * is written, or may be.
 */
export function noteChange(): void {
  changes++;
}

/** The number of changes: what was read at another number may be out of date. */
export function changeCount(): number {
  return changes;
}
