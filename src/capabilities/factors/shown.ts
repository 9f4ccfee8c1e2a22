/**
 * A factor, and the form that confirms one, as pages show them.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { FactorView, ShownFactor } from "../../../pages/factor/step.ts";
import type { Enrolling, Factor } from "../../types/factor.ts";
import type { RequestInternal } from "../../types/internal.ts";

const qrCodes = lazy(() => import("../../../pages/factor/qr.tsx"));

/** The members that pages show: others may be secrets of the app. */
export function shownFactor({ id, name, isTyped, isBackup, send }: Factor): ShownFactor {
  return { id, name, isTyped, isBackup, isSent: send !== undefined };
}

/** Hidden fields of the form that begins an enrolment. */
export const BEGINNING: Readonly<Record<string, string>> = { step: "enrol" };

/** What the user needs for an enrolment. A page draws the QR code itself. */
export async function shownEnrolling(
  { secret, uri, options }: Enrolling,
  { wantsJson }: RequestInternal,
): Promise<Pick<Extract<FactorView, { step: "confirm" }>, "secret" | "uri" | "qr" | "options">> {
  const qr = wantsJson && uri ? (await qrCodes()).qrImage(uri) : undefined;
  return { secret, uri, qr, options };
}

/** Hidden fields of the form that confirms an enrolment. */
export function confirmingFields({ id }: Factor, state: string): Record<string, string> {
  return { step: "confirm", factor: id, state };
}
