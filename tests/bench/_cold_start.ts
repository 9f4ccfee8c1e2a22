/**
 * Time from the start of a process to its first `session` response.
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

/**
 * Interleaved medians in microseconds, in the folder of an app that contains only
 * its imports: this repository's own configuration has hundreds of entries,
 * unlike an app's.
 */
export async function coldStart(rounds: number): Promise<{ ours: number; peer: number }> {
  const folder = await Deno.makeTempDir();
  try {
    await writeConfig(folder);
    const programs = [["ours", program("@x/auth")], ["peer", program("@auth/core")]] as const;
    const samples = { ours: [] as number[], peer: [] as number[] };
    for (let round = -1; round < rounds; round++) {
      for (const [name, code] of programs) {
        const start = performance.now();
        const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
          args: ["eval", "--no-check", code],
          cwd: folder,
          env: { NO_COLOR: "1" },
        }).output();
        const text = new TextDecoder().decode(stdout).trim();
        assertEquals(text, "200 null", new TextDecoder().decode(stderr));
        if (round >= 0) samples[name].push((performance.now() - start) * 1000);
      }
    }
    return { ours: median(samples.ours), peer: median(samples.peer) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Paths of both packages on this machine. */
async function writeConfig(folder: string): Promise<void> {
  const { imports, compilerOptions } = JSON.parse(await Deno.readTextFile("deno.json"));
  const std = imports["deno-std/"].replace("npm:/", "npm:");
  const { jsx, jsxImportSource } = compilerOptions;
  const config = {
    imports: {
      "@x/auth": new URL("../../mod.ts", import.meta.url).href,
      "@auth/core": imports["@auth/core"],
      "@simplewebauthn/server": imports["@simplewebauthn/server"],
      "@std/http/negotiation": `${std}http/negotiation.js`,
      "jose": imports.jose,
      "oauth4webapi": imports.oauth4webapi,
      "preact": imports.preact,
      "preact-render-to-string": imports["preact-render-to-string"],
    },
    compilerOptions: { jsx, jsxImportSource },
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
}
