import { assert, assertEquals } from "@std/assert";

const FOLDERS = ["express", "fresh", "next", "qwik", "solid_start", "sveltekit"];
const GUIDES = ["hono.ts", ...FOLDERS.map((name) => `${name}/README.md`)];

async function* sources(path: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(path)) {
    if (name === "node_modules") continue;
    if (isDirectory) yield* sources(`${path}/${name}`);
    else if (/\.(ts|tsx|js|svelte)$/.test(name)) yield `${path}/${name}`;
  }
}

Deno.test("examples: each one states its requirements in production", async () => {
  for (const guide of GUIDES) {
    const text = await Deno.readTextFile(`examples/${guide}`);
    for (const variable of ["AUTH_SECRET", "AUTH_URL", "AUTH_TRUST_HOST"]) {
      assert(text.includes(variable), `examples/${guide} does not mention ${variable}`);
    }
  }
});

Deno.test("examples: contain no code that only tests need", async () => {
  const paths: string[] = [];
  for await (const path of sources("examples")) {
    if (/ballast|"big"|\.repeat\(/i.test(await Deno.readTextFile(path))) paths.push(path);
  }
  assertEquals(paths, []);
});
