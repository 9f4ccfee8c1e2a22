import { startOpenIDProvider } from "../_openid_provider.ts";
import { freePort } from "../browser/_demo.ts";
import { writeAppConfig } from "../doctor/_run.ts";
import { statesOf } from "../outside/_guides.ts";
import { readGuide } from "./_guide.ts";
import { startProgram } from "./_in_deno.ts";
import { RECIPE_TEXTS, recipeScenario } from "./_recipes.ts";
import { RECIPE_STARTERS } from "./_recipe_starters.ts";
import { createVisitor, type StartedApp } from "./_scenario.ts";
import { withTexts } from "./_updates.ts";

for (const name of ["fastify", "koa"]) {
  Deno.test(`the recipe for ${name} signs in and out, in Deno`, async (t) => {
    const folder = await Deno.makeTempDir({ prefix: "auth-recipe-" });
    const config = await writeAppConfig(folder);
    const path = `${folder}/server.ts`;
    const source = statesOf(await readGuide(name)).at(-1)!["server.js"]!;
    await Deno.writeTextFile(path, withTexts(source, RECIPE_TEXTS));
    const port = freePort();
    const origin = `http://localhost:${port}`;
    await using op = await startOpenIDProvider({ redirectUris: [`${origin}/auth/callback/op`] });
    const permissions = ["--allow-net", "--allow-env", "--allow-read", "--allow-sys"];
    const server = await startProgram(
      [`--config=${config}`, ...permissions, path],
      op,
      port,
    );
    try {
      const app: StartedApp = { origin, basePath: "/auth", csrf: true, op };
      const visitor = createVisitor(app);
      for (const { name: step, run } of recipeScenario(RECIPE_STARTERS[name]!)) {
        await t.step(step, () => run(app, visitor));
      }
    } finally {
      await server.stop();
      await Deno.remove(folder, { recursive: true });
    }
  });
}
