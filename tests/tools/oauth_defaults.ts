/**
 * Runs clients of other projects with the defaults that their documentation begins with, and where
 * these get no tokens, with the one switch that changes that; prints a table. Exits with 1 when a
 * client does not get what its row says. Clients of Debian that are not installed are named.
 *
 *     deno run -A --no-lock tests/tools/oauth_defaults.ts [--only=bell]
 *
 * @module
 */

import { startLive } from "../conformance/oauth_server/_live.ts";
import { CLIENT_DEFAULTS, type ClientDefault, CLIENTS } from "./oauth_clients/_defaults.ts";

const only = Deno.args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";

/** What a client gets: `undefined` for tokens, or why it got none. */
async function findRefusal(
  { run }: ClientDefault,
  isSwitched: boolean,
): Promise<string | undefined> {
  await using site = await startLive({ server: { clients: CLIENTS } as never });
  try {
    const got = await run(site, isSwitched);
    return got ? undefined : "no tokens";
  } catch (error) {
    return String((error as Error)?.message ?? error).replaceAll(/[\n|]+/g, " ").slice(0, 100);
  }
}

const counts = { default: 0, switch: 0, cannot: 0, missing: 0 };
let isAllRight = true;
console.log("| Client | Documented default | One switch |\n| --- | --- | --- |");
for (const client of CLIENT_DEFAULTS.filter(({ name }) => name.includes(only))) {
  const { name, by, because, lacks } = client;
  const missing = await lacks?.();
  if (missing) {
    counts.missing++;
    console.log(`| ${name} | not installed: ${missing} | |`);
    continue;
  }
  const refusal = await findRefusal(client, false);
  const second = refusal === undefined || by === undefined
    ? undefined
    : await findRefusal(client, true);
  const isDefault = refusal === undefined;
  const isSwitch = !isDefault && by !== undefined && second === undefined;
  counts[isDefault ? "default" : isSwitch ? "switch" : "cannot"]++;
  const isKnown = because !== undefined;
  // One that can again, or cannot any more, is a row to change.
  isAllRight &&= isKnown !== (isDefault || isSwitch);
  const cell = isSwitch ? `tokens: ${by}` : isKnown ? `cannot: ${because}` : second ?? "has none";
  console.log(`| ${name} | ${isDefault ? "tokens" : refusal} | ${isDefault ? "" : cell} |`);
}
console.log(
  `\n${counts.default} by default, ${counts.switch} with one switch, ${counts.cannot} cannot, ` +
    `${counts.missing} not installed`,
);
Deno.exit(isAllRight ? 0 : 1);
