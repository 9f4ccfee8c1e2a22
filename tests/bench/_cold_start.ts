/**
 * A new process to its first `session` answer.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { median } from "./_measure.ts";

const program = (specifier: string) => `
import { Auth } from ${JSON.stringify(specifier)};
const config = {
  providers: [{
    id: "x", name: "X", type: "oauth", clientId: "c", clientSecret: "s",
    authorization: "https://x.example/a", token: "https://x.example/t", userinfo: "https://x.example/u",
  }],
  secret: "a-secret-of-at-least-32-characters", trustHost: true, basePath: "/auth",
};
const response = await Auth(new Request("http://localhost/auth/session"), config);
console.log(response.status, await response.text());
`;

/** Medians in microseconds, taken in turns. */
export async function coldStart(rounds: number): Promise<{ ours: number; peer: number }> {
  const ours = program(new URL("../../mod.ts", import.meta.url).href);
  const peer = program("@auth/core");
  const samples = { ours: [] as number[], peer: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, code] of [["ours", ours], ["peer", peer]] as const) {
      const start = performance.now();
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["eval", "--no-check", code],
        env: { NO_COLOR: "1" },
      }).output();
      const text = new TextDecoder().decode(stdout).trim();
      assertEquals(text, "200 null", new TextDecoder().decode(stderr));
      if (round >= 0) samples[name].push((performance.now() - start) * 1000);
    }
  }
  return { ours: median(samples.ours), peer: median(samples.peer) };
}
