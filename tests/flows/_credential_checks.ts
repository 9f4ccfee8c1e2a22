/**
 * The checks of a cell of the table of credentials, here: not any refusal, but the one of the state.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { answerIn } from "./_credential_answers.ts";
import type { CredentialApp } from "./_credential_app.ts";
import type { Cell } from "./_credential_cases.ts";
import type { OwnSite } from "./_credential_own_site.ts";
import type { Strategy } from "./_strategies.ts";

const CHALLENGE = /^Bearer(?: .*)?, DPoP algs="[^"]+"(?:, .*)?$/;

/** Measures a cell. */
export async function checkCell(
  { errors }: CredentialApp,
  site: OwnSite,
  cell: Cell,
  strategy: Strategy,
): Promise<void> {
  const { before, after } = await site.answer(cell.credential, cell.state);
  assert(before.isAccepted, `it works before: ${before.status} ${before.reason}`);
  const { isChallenged, error, audited, ...expected } = answerIn(cell, strategy);
  const { challenge, audited: entries, ...seen } = after;
  assertEquals(seen, expected);
  assertEquals(CHALLENGE.test(challenge), isChallenged, challenge);
  const named = [...challenge.matchAll(/\berror="([^"]+)"/g)].map(([, name]) => name);
  assertEquals(named, error ? [error, error] : []);
  if (cell.state === "role-lowered" && cell.isRefused) {
    assert(challenge.includes('scope="project:write"'), challenge);
  }
  if (audited) assert(entries.includes(audited), entries.join(", "));
  else assertEquals(entries.filter((entry) => entry.includes(".refused")), []);
  assertEquals(errors.splice(0).map(({ message }) => message), []);
}
