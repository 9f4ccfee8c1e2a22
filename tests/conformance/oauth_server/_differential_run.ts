/**
 * The run of the generated requests, and the differences that are as they should be.
 *
 * @module
 */

import { createAsker, type Verdict } from "./_differential.ts";
import { explain } from "./_differential_reasons.ts";
import { type Case, caseOf } from "./_differential_cases.ts";
import { APP_CALLBACKS, CALLBACK, LOOPBACK, SECRET } from "./_judged.ts";
import { startLive } from "./_live.ts";
import { startOracle } from "./_oracle.ts";

/** A request that was judged differently. */
export interface Differing {
  readonly asked: Case;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

/** Result of a run. */
export interface DifferentialResult {
  readonly agreed: number;
  /** Times that both gave a verdict. */
  readonly verdicts: ReadonlyMap<Verdict, number>;
  /** Times by reason. */
  readonly explained: ReadonlyMap<string, number>;
  readonly differing: readonly Differing[];
}

/** Clients for which the user is not asked, since the other server is not asked to either. */
const CLIENTS = {
  web: {
    name: "Partner",
    redirectUris: [CALLBACK, ...APP_CALLBACKS],
    secret: SECRET,
    isFirstParty: true,
  },
  cli: { redirectUris: [LOOPBACK, CALLBACK], isFirstParty: true },
} as const;

const SILENT = { error() {}, warn() {}, debug() {} };

/** Asks both servers. */
export async function runDifferential(
  numbers: readonly number[],
  seed: number,
): Promise<DifferentialResult> {
  await using here = await startLive({ server: { clients: CLIENTS }, config: { logger: SILENT } });
  await using there = await startOracle({ isCompared: true });
  // The browser signs in once.
  await there.browse(await signInUrl(there.issuer));
  const [ours, theirs] = [await createAsker(here), await createAsker(there)];
  let agreed = 0;
  const verdicts = new Map<Verdict, number>();
  const explained = new Map<string, number>();
  const differing: Differing[] = [];
  const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const number of numbers) {
    const asked = caseOf(number, seed);
    const [own, foreign] = await Promise.all([ours.ask(asked), theirs.ask(asked)]);
    if (own === foreign) {
      agreed++;
      count(verdicts, `${asked.endpoint}: ${own}`);
      continue;
    }
    const reason = explain(asked, own, foreign);
    if (reason) count(explained, reason);
    else differing.push({ asked, ours: own, theirs: foreign });
  }
  return { agreed, verdicts, explained, differing };
}

async function signInUrl(issuer: string): Promise<URL> {
  const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const url = new URL(metadata.authorization_endpoint);
  url.search = String(
    new URLSearchParams({
      ...{ client_id: "web", redirect_uri: CALLBACK, response_type: "code", scope: "openid" },
      ...{ code_challenge: "a".repeat(43), code_challenge_method: "S256" },
    }),
  );
  return url;
}
