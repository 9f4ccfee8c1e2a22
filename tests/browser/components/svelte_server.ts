/**
 * Renders the app in Svelte, whose components are compiled first.
 *
 * @module
 */

import { compile } from "svelte/compiler";
import { render as renderComponent } from "svelte/server";
import type { PageData } from "./_page.ts";

const FILES = ["App", "Formed", "Framed", "Greeting", "Grouped", "Marked"];
const here = new URL(".", import.meta.url);

/** Entry of the browser. */
const CLIENT = `import { hydrate } from "svelte";
import { markReady, readData } from "./_page.ts";
import App from "./App.svelte";
hydrate(App, { target: document.getElementById("app"), props: { ...readData(), onReady: markReady } });
`;

/** Compiles the components into a folder; returns its path. */
async function compileInto(generate: "client" | "server"): Promise<string> {
  const dir = await Deno.makeTempDir({ prefix: "auth-svelte-" });
  const rewrite = (code: string) =>
    code.replaceAll(/from "(\.[^"]+)"|from '(\.[^']+)'/g, (_, one, other) => {
      const path: string = one ?? other;
      const target = path.endsWith(".svelte") ? `${path}.js` : new URL(path, here).href;
      return `from "${target}"`;
    });
  for (const name of FILES) {
    const source = await Deno.readTextFile(new URL(`${name}.svelte`, here));
    const { js } = compile(source, { generate, filename: `${name}.svelte`, dev: false });
    await Deno.writeTextFile(`${dir}/${name}.svelte.js`, rewrite(js.code));
  }
  await Deno.writeTextFile(`${dir}/client.js`, rewrite(CLIENT));
  return dir;
}

/** Compiles the app for the browser; returns the path of its entry. */
export async function makeEntry(): Promise<string> {
  return `${await compileInto("client")}/client.js`;
}

let app: Promise<{ default: Parameters<typeof renderComponent>[0] }> | undefined;

/** Renders the page. */
export async function render(data: PageData): Promise<string> {
  app ??= compileInto("server").then((dir) => import(`file://${dir}/App.svelte.js`));
  return (await renderComponent((await app).default, { props: { ...data } as never })).body;
}
