/**
 * Sends generated requests to the authorization server and to `oidc-provider`, and prints where the
 * verdicts differ; exits with 1 for a difference that is not explained.
 *
 *     deno run -A tests/tools/oauth_differential.ts [--count=5000] [--seed=1] [--case=17]
 *
 * @module
 */

import { runDifferential } from "../conformance/oauth_server/_differential_run.ts";

if (import.meta.main) {
  const numberOf = (name: string, otherwise: number) =>
    Number(Deno.args.find((arg) => arg.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);
  const seed = numberOf("seed", 1);
  const only = numberOf("case", -1);
  const count = numberOf("count", 5000);
  const numbers = only < 0 ? Array.from({ length: count }, (_, index) => index) : [only];
  const started = performance.now();
  const { agreed, explained, differing, verdicts } = await runDifferential(numbers, seed);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${numbers.length} requests to each, seed ${seed}, ${seconds} s\n`);
  console.log("| Verdict that both give | Requests |\n| --- | --- |");
  for (const [verdict, times] of [...verdicts].sort((a, b) => b[1] - a[1])) {
    console.log(`| ${verdict} | ${times} |`);
  }
  console.log(`\nThe same verdict: ${agreed}\n`);
  console.log("| Explained difference | Requests |\n| --- | --- |");
  for (const [reason, times] of [...explained].sort((a, b) => b[1] - a[1])) {
    console.log(`| ${reason} | ${times} |`);
  }
  console.log(`\nNot explained: ${differing.length}`);
  for (const { asked, ours, theirs } of differing.slice(0, 40)) {
    const { number, endpoint, client, changed, fields } = asked;
    console.log(`\n#${number} ${endpoint} of ${client}: here ${ours}, there ${theirs}`);
    console.log(`  changed: ${changed.join(", ") || "nothing"}`);
    const shown = fields.filter(([name]) => changed.includes(name));
    for (const [name, value] of shown) {
      console.log(`  ${name}=${JSON.stringify(value.slice(0, 80))}`);
    }
  }
  if (differing.length > 0) Deno.exit(1);
}
