/**
 * What the core asks of deletions that wait; the capability brings it along.
 *
 * @module
 */

export { endWaits as endAttempts } from "../../session/pending_sign_in.ts";
export {
  applyDueDeletion,
  cancelDeletion,
  deleteDue,
  forgetDeletion,
  pendingDeletion,
  requestDeletion,
} from "./deletion.ts";
export { holdSignIn, makeRecheck } from "./held_sign_in.ts";
