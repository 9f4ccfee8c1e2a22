/**
 * How a merge of two users is given up: by the app, by an operator, by what refuses it, and by the
 * deletion of one of them.
 *
 * @module
 */

import { publish } from "../hooks/topics.ts";
import { endMerge, findSuspension, isShutForMerge, refuseDeleted } from "../session/user_status.ts";
import { change, findOpen, isDecided, type OpenRun, refused, type Run } from "./open_merges.ts";
import { moveBack } from "./merge_accounts.ts";

/**
 * Gives up a merge that can be given up: accounts go back, and memberships have not moved. Sessions, and
 * the access of other apps, which ended when it began, do not come back.
 */
export async function cancelOpen(run: Run): Promise<void> {
  const merge = await findOpen(run);
  if (!merge) return;
  if (isDecided(merge)) {
    throw refused("being-deleted", `${merge.from} is being deleted; repeat the merge`);
  }
  await giveUp({ ...run, id: merge.id, isDecided: false }, true);
}

/**
 * Ends a merge that is refused: accounts go back, so that nobody signs in by them as the other one, and
 * nobody stays shut out. One of whom something else has moved, and who was suspended meanwhile, keeps
 * the merge open: it continues once the suspension has ended.
 */
export async function giveUp(run: OpenRun, isCancelled = false): Promise<void> {
  const { caller: { config }, records, pair, id } = run;
  await change(
    run,
    (merge) =>
      merge.state === "moving" && !isDecided(merge) ? { ...merge, state: "undoing" } : undefined,
  );
  const merge = await findOpen(run);
  if (merge?.id !== id || merge.state !== "undoing") return;
  const from = await config.store!.getUser(pair.from);
  if (from) await moveBack(run, merge, from);
  if (from && merge.hasMoved) {
    await publish(config, "user.merge-cancelled", {
      ...{ caller: run.caller, userId: pair.from, into: pair.into },
    });
  }
  const mustStay = !isCancelled && from && merge.hasMoved &&
    !await isShutForMerge(records, pair.from, id) &&
    await findSuspension(records, pair.from) !== null;
  if (mustStay) {
    await change(run, (one) => ({ ...one, state: "moving" }));
    return;
  }
  if (from) await endMerge(records, pair.from, id, config.session.maxAge);
  else await refuseDeleted(records, pair.from, true);
  await change(run, () => null);
}
