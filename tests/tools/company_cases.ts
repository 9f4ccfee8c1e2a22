/**
 * Prints the cases of companies as a table, on Better Auth and here. Every cell is measured by requests;
 * exits with 1 when a case does not hold here.
 *
 *     deno run -A tests/tools/company_cases.ts [--only=removed]
 *
 * @module
 */

import { STRATEGIES } from "../flows/_strategies.ts";
import { createPeerSite } from "./_company_better_auth.ts";
import { type Case, CASES, type Verdict } from "./_company_cases.ts";
import { createOwnSite } from "./_company_own_site.ts";
import type { CompanySite } from "./_company_site.ts";
import { captureConsole } from "../_console.ts";
import { versionOf } from "./_versions.ts";

/** `null`: the case could not be put, since what it begins with does not work. */
async function measure(one: Case, site: CompanySite): Promise<Verdict & { isPut: boolean }> {
  try {
    return { ...await one.run(site), isPut: true };
  } catch (error) {
    const found = (error as Error).message.split("\n")[0]!.slice(0, 120);
    return { holds: false, isPut: false, found };
  } finally {
    site.close();
  }
}

const text = ({ holds, isPut, found }: Verdict & { isPut: boolean }) =>
  isPut ? holds ? `holds: ${found}` : `**does not hold**: ${found}` : `not put: ${found}`;

if (import.meta.main) {
  const only = Deno.args.find((arg) => arg.startsWith("--only="))?.slice(7) ?? "";
  const peer = `better-auth ${await versionOf("@better-auth/sso")}`;
  const score = { theirs: [0, 0], ours: [0, 0] };
  let group = "";
  for (const one of CASES.filter(({ sentence }) => sentence.includes(only))) {
    const ours = [];
    for (const strategy of STRATEGIES) ours.push(await measure(one, createOwnSite(strategy)));
    const own = ours.find(({ holds }) => !holds) ?? ours[0]!;
    const theirs = await (async () => {
      using _printed = captureConsole("error");
      using _warned = captureConsole("warn");
      return await measure(one, await createPeerSite());
    })();
    if (one.group !== group) {
      group = one.group;
      console.log(`\n| ${group} | ${peer} | @x/auth |\n| --- | --- | --- |`);
    }
    console.log(`| ${one.sentence} | ${text(theirs)} | ${text(own)} |`);
    for (const [name, { holds, isPut }] of [["theirs", theirs], ["ours", own]] as const) {
      if (isPut) score[name][1]!++;
      if (isPut && holds) score[name][0]!++;
    }
  }
  console.log("\nHooks, in which an app writes checks of its own, are not options: none is set.");
  console.log("Its domains are verified, its assertions signed, and old algorithms rejected.");
  const say = ([holds, put]: number[]) => `${holds} of ${put} that could be put`;
  console.log(`\n${peer}: ${say(score.theirs)}`);
  console.log(`@x/auth: ${say(score.ours)}`);
  if (score.ours[0] !== score.ours[1]) Deno.exit(1);
}
