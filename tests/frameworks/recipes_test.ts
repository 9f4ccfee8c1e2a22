import { freePort } from "../browser/_demo.ts";
import { startProgram } from "./_in_deno.ts";
import { RUNNING, toRunning, visitRecipe } from "./_recipes.ts";
import type { StartedApp } from "./_scenario.ts";

for (const name of RUNNING) {
  Deno.test(`the recipe for ${name} signs in and out unchanged, in Deno`, async () => {
    const dir = await Deno.makeTempDir();
    const port = freePort();
    for (const [path, text] of Object.entries(await toRunning(name))) {
      await Deno.writeTextFile(`${dir}/${path}`, text);
    }
    const op = { issuer: "", clientId: "", clientSecret: "" } as StartedApp["op"];
    const permissions = ["--allow-net", "--allow-env", "--allow-read", "--allow-sys"];
    const server = await startProgram(
      ["--config=deno.json", ...permissions, `${dir}/server.ts`],
      op,
      port,
    );
    try {
      await visitRecipe(port);
    } finally {
      await server.stop();
      await Deno.remove(dir, { recursive: true });
    }
  });
}
