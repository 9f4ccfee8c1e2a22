/**
 * Apps that draw the steps of a sign-in themselves, in five frameworks on Vite: the guides of
 * `docs/own-pages`, followed as they are written, and two apps that draw every step. The packages of
 * all of them are installed once, in the folder above theirs, where Node looks too.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM_ARGS, findChromium } from "../_chromium.ts";
import { appEnvironment } from "../_environment.ts";
import { scaledLimit, waitForAnswer, waitUntil, watchChild, type WatchedChild } from "../_wait.ts";
import { violations } from "../browser/_axe.ts";
import { freePort } from "../browser/_demo.ts";
import { writeAppConfig } from "../doctor/_run.ts";
import { type Files, shownIn, statesOf, stepsOf } from "../outside/_guides.ts";
import { totpCode } from "../../src/tools/testing/mod.ts";
import { visitsOf } from "./_own_interface.ts";
import type { PackageStep, Run } from "./_package.ts";

const docs = new URL("../../docs/own-pages/", import.meta.url);
const apps = new URL("own_pages/", import.meta.url);

/** How the types of each guide are checked; `tsc` knows no files of Vue and Svelte. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  react: ["tsc"],
  preact: ["tsc"],
  solid: ["tsc"],
  vue: ["vue-tsc"],
  svelte: ["svelte-check", "--output", "human", "--tsconfig", "tsconfig.json"],
};
const GUIDES = Object.keys(CHECKS);
const CHECKERS = ["vue-tsc", "svelte-check"];

/** Apps that draw every step, with their first file. */
const OWN: Readonly<Record<string, string>> = { react: "main.tsx", svelte: "main.ts" };

/** Apps of the components that guides begin with, with the file of the component. */
const COMPONENTS: Readonly<Record<string, { app: string; main: string }>> = {
  react: { app: "App.tsx", main: "main.tsx" },
  vue: { app: "App.vue", main: "main.ts" },
  solid: { app: "App.tsx", main: "main.tsx" },
  svelte: { app: "App.svelte", main: "main.ts" },
};

/** The packages of the frameworks. */
const PACKAGES: Readonly<Record<string, string>> = {
  react: "react",
  vue: "vue",
  solid: "solid-js",
  svelte: "svelte",
};

/** Components that the command writes into an app. */
const COPIED = ["sign-in", "sign-up", "account", "user-button", "organization-switcher"];

/** The app of copies in Svelte, where components of the library are functions. */
const SVELTE_COPIES = `<script lang="ts">
  import { setAuth, useUser } from "@x/auth/svelte";
  import type { Session } from "@x/auth/svelte";

  let { session, path }: { session: Session | null; path: string } = $props();
  // svelte-ignore state_referenced_locally
  setAuth({ session });
  const user = useUser();
</script>

{#if $user}
  <UserButton accountUrl="/account" />
  <OrganizationSwitcher />
  {#if path === "/account"}<Account />{/if}
{:else}
  {#if path === "/signup"}<SignUp />{:else}<SignIn />{/if}
{/if}
`;

/** The app of a guide with copies in place of the components of the library. */
function withCopies(name: string, app: string): string {
  const isFile = name === "vue" || name === "svelte";
  const used = name === "svelte"
    ? ["Account", "OrganizationSwitcher", "SignIn", "SignUp", "UserButton"]
    : ["Account", "SignIn", "UserButton"];
  const imports = used.map((one) => {
    const file = one.replace(/[a-z](?=[A-Z])/g, "$&-").toLowerCase();
    return isFile
      ? `import ${one} from "./components/auth/${one}.${name}";`
      : `import { ${one} } from "./components/auth/${file}";`;
  });
  if (name === "svelte") return SVELTE_COPIES.replace("\n", `\n${imports.join("\n")}\n`);
  const own = /import \{[^}]*\bSignIn\b[^}]*\}.*\n/;
  assertMatch(app, own);
  const kept = `import { AuthProvider, SignedIn, SignedOut } from "@x/auth/${name}";`;
  return app.replace(own, `${[kept, ...imports].join("\n")}\n`);
}

/** The service of the guides with an account page. */
const withAccount = (service: string) =>
  service.replace(
    "export const auth = defineAuth({",
    'import { AccountPage } from "@x/auth/account";\n$&\n  account: AccountPage(),',
  );

/** The service that a guide's Vite passes requests to. */
const SERVICE = "http://localhost:8000";

const read = async (name: string) => await Deno.readTextFile(new URL(`${name}.md`, docs));

async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = `${folder}/${path}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
}

async function filesIn(folder: string): Promise<Files> {
  const files: Files = {};
  for await (const { name } of Deno.readDir(new URL(`${folder}/`, apps))) {
    files[name] = await Deno.readTextFile(new URL(`${folder}/${name}`, apps));
  }
  return files;
}

/** What makes the `package.json` of a guide, which all of them share here. */
const NEW_PACKAGE = ["npm init -y", "npm pkg set type=module"];

/** What a reader of a guide types: packages, and commands with Vite. */
async function commandsOf(name: string): Promise<{ packages: string[]; vite: string[] }> {
  const steps = stepsOf(await read(name));
  const commands = steps.flatMap((step) => step.kind === "commands" ? step.commands : []);
  const packages: string[] = [];
  const vite: string[] = [];
  for (const command of commands) {
    const [, names] = /^npm install (.+)$/.exec(command) ?? [];
    const [, options] = /^npx vite (.+)$/.exec(command) ?? [];
    if (names) packages.push(...names.split(" "));
    else if (options) vite.push(options);
    else assert(NEW_PACKAGE.includes(command), `${name}: ${command}`);
  }
  return { packages, vite };
}

/** Steps in a fresh folder, in their order; those in Chromium begin with `visit`. */
export function ownPagesSteps(
  tarball: string,
  run: Run,
): { build: PackageStep[]; visit: PackageStep[] } {
  const build: PackageStep[] = [
    {
      name: "one installation for the five guides",
      async run(dir, signal) {
        const packages = new Set([`file:${tarball}`, ...CHECKERS]);
        for (const name of GUIDES) {
          for (const one of (await commandsOf(name)).packages) packages.add(one);
        }
        await write(dir, { "package.json": JSON.stringify({ private: true, type: "module" }) });
        await run(dir, "npm", ["install", ...packages], signal);
      },
    },
    {
      name: "the guides and the apps are built",
      async run(dir, signal) {
        await Promise.all(GUIDES.map(async (name) => {
          const [files] = statesOf(await read(name));
          await write(`${dir}/${name}`, files!);
          const { vite: [command] } = await commandsOf(name);
          assertEquals(command, "build");
          await run(`${dir}/${name}`, "npx", ["vite", "build"], signal);
        }));
        await Promise.all(
          Object.keys(COMPONENTS).map(async (name) => {
            const folder = `${dir}/components/${name}`;
            await write(folder, await componentsApp(name, (app) => app));
            await run(folder, "npx", ["vite", "build"], signal);
          }),
        );
        await write(`${dir}/own/shared`, await filesIn("shared"));
        await Promise.all(
          Object.entries(OWN).map(async ([name, main]) => {
            const [guide] = statesOf(await read(name));
            await write(`${dir}/own/${name}`, {
              ...await filesIn(name),
              "vite.config.ts": guide!["vite.config.ts"]!,
              "index.html": guide!["index.html"]!.replace(`/src/${main}`, `/${main}`),
            });
            await run(`${dir}/own/${name}`, "npx", ["vite", "build"], signal);
          }),
        );
      },
    },
    ...Object.keys(COMPONENTS).map((name): PackageStep => ({
      name: `${name}: the command writes copies of the components, which have types`,
      async run(dir, signal) {
        const folder = `${dir}/copies/${name}`;
        await write(folder, {
          ...await componentsApp(name, (app) => withCopies(name, app)),
          "package.json": JSON.stringify({
            type: "module",
            dependencies: { [PACKAGES[name]!]: "*" },
          }),
        });
        const command = `${dir}/node_modules/@x/auth/src/tools/bin.js`;
        await run(folder, "node", [command, "add", ...COPIED], signal);
        await run(folder, "npx", [...CHECKS[name]!], signal);
        await run(folder, "npx", ["vite", "build"], signal);
      },
    })),
    ...Object.keys(COMPONENTS).map((name): PackageStep => ({
      name: `${name}: the components have types`,
      run: (dir, signal) => run(`${dir}/components/${name}`, "npx", [...CHECKS[name]!], signal),
    })),
    ...GUIDES.map((name): PackageStep => ({
      name: `${name}: each step has its own type`,
      async run(dir, signal) {
        const config = `${dir}/${name}/tsconfig.json`;
        const text = await Deno.readTextFile(config);
        // The app that draws every step is checked in the same run.
        const all = name in OWN ? text.replace('["src"]', `["src", "../own/${name}"]`) : text;
        await Deno.writeTextFile(config, all);
        await run(`${dir}/${name}`, "npx", [...CHECKS[name]!], signal);
      },
    })),
  ];
  const visit = [
    ...GUIDES.map((name): PackageStep => ({
      name: `${name}, in Chromium: the guide signs in, with a second factor`,
      run: (dir, signal) =>
        withChromium((browser) => visitGuide(name, `${dir}/${name}`, browser, signal, signInTwice)),
    })),
    ...Object.keys(COMPONENTS).map((name): PackageStep => ({
      name: `${name}, in Chromium: the components sign in, with a second factor`,
      run: (dir, signal) =>
        withChromium((browser) =>
          visitGuide(
            name,
            `${dir}/components/${name}`,
            browser,
            signal,
            async (page, origin) => void await signInOnce(page, origin),
          )
        ),
    })),
    ...Object.keys(COMPONENTS).map((name): PackageStep => ({
      name: `${name}, in Chromium: the copies sign in, with a second factor`,
      run: (dir, signal) =>
        withChromium((browser) =>
          visitGuide(name, `${dir}/copies/${name}`, browser, signal, async (page, origin) => {
            await useCopies(page, origin, await signInOnce(page, origin));
          }, withAccount)
        ),
    })),
    ...Object.keys(OWN).flatMap((name) =>
      visitsOf((dir) => `${dir}/own/${name}/dist`).map((one): PackageStep => ({
        name: `every step in ${name}, in Chromium: ${one.name}`,
        run: (dir) => withChromium((browser) => one.run(browser, dir)),
      }))
    ),
  ];
  return { build, visit };
}

/** The app of the components that a guide begins with. */
async function componentsApp(name: string, change: (app: string) => string): Promise<Files> {
  const { app, main } = COMPONENTS[name]!;
  const guide = await read(name);
  const [files] = statesOf(guide);
  const source = new URL(`components/${name}${main.slice("main".length)}`, apps);
  const types = Object.entries(files!).filter(([path]) => path.endsWith(".d.ts"));
  return {
    ...Object.fromEntries(types),
    "vite.config.ts": files!["vite.config.ts"]!,
    "index.html": files!["index.html"]!,
    "tsconfig.json": files!["tsconfig.json"]!,
    [`src/${app}`]: change(shownIn(guide)[0]!),
    [`src/${main}`]: await Deno.readTextFile(source),
    // Vite has the types of an import of styles.
    "src/styles.d.ts": 'declare module "*.css";\n',
  };
}

async function withChromium(run: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium()!, args: CHROMIUM_ARGS });
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
}

function start(cwd: string, [command, ...args]: string[], env: Record<string, string> = {}) {
  const child = new Deno.Command(command!, {
    args,
    cwd,
    clearEnv: true,
    env: appEnvironment({ DENO_NO_UPDATE_CHECK: "1", ...env }),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  return watchChild(child, child.stdout, child.stderr);
}

/** Starts the service of the guides, and the preview of one of them. */
async function visitGuide(
  name: string,
  app: string,
  browser: Browser,
  signal: AbortSignal,
  visit: (page: Page, origin: string, api: WatchedChild) => Promise<void>,
  change = (service: string) => service,
): Promise<void> {
  const dir = app.slice(0, app.search(/\/((components|copies)\/)?\w+$/));
  const folder = `${app}-api`;
  const [files] = statesOf(await read("service"));
  await write(folder, { "main.ts": change(files!["main.ts"]!) });
  await writeAppConfig(folder);
  const port = freePort();
  const service = `http://localhost:${port}`;
  const config = `${app}/vite.config.ts`;
  const text = await Deno.readTextFile(config);
  assertStringIncludes(text, SERVICE);
  await Deno.writeTextFile(config, text.replace(SERVICE, service));
  const api = start(
    folder,
    ["deno", "serve", "--no-check", "--allow-net", "--allow-env", `--port=${port}`, "main.ts"],
    { AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID() },
  );
  const { vite: [, preview = ""] } = await commandsOf(name);
  assert(preview.startsWith("preview --port "), preview);
  const origin = `http://localhost:${freePort()}`;
  const vite = start(app, [
    "node",
    `${dir}/node_modules/vite/bin/vite.js`,
    ...preview.replace(/\d+$/, new URL(origin).port).split(" "),
    "--strictPort",
  ]);
  signal.addEventListener("abort", () => {
    api.kill();
    vite.kill();
  });
  try {
    await waitForAnswer(service, { child: api });
    await waitForAnswer(origin, { child: vite });
    const page = await browser.newPage();
    page.setDefaultTimeout(scaledLimit(30_000));
    await visit(page, origin, api).catch(async (error) => {
      throw new Error(`The page shows:\n${await page.innerText("body")}`, { cause: error });
    });
  } finally {
    await Promise.all([api.stop(), vite.stop()]);
  }
}

/** Signs in with the components, sets a second factor up, and signs out in the menu. */
async function signInOnce(page: Page, origin: string): Promise<string> {
  const answer = async (label: string, text: string, button: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: button, exact: true }).click();
  };
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(origin);
  await answer("Email", "ada@example.com", "Continue");
  await answer("Password", "engines weave algebraic patterns", "Sign in");
  const secret = (await page.locator(".auth-secret code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(await totpCode(secret));
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.locator("summary", { hasText: "ada@example.com" }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByLabel("Email", { exact: true }).waitFor();
  assertEquals(problems, []);
  return secret;
}

/** Signs in with copies again by the second factor, and uses the account. */
async function useCopies(page: Page, origin: string, secret: string): Promise<void> {
  const isAccessible = async () => assertEquals(await violations(page), []);
  const answer = async (label: string, text: string, button: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: button, exact: true }).click();
  };
  await isAccessible();
  await answer("Email", "ada@example.com", "Continue");
  await answer("Password", "wrong", "Sign in");
  await page.getByText("Wrong email or password.").waitFor();
  await isAccessible();
  await answer("Password", "engines weave algebraic patterns", "Sign in");
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await isAccessible();
  const code = await totpCode(secret, new Date(Date.now() + 30_000));
  await page.getByLabel("Code", { exact: true }).fill(code);
  const menu = page.locator("summary", { hasText: "ada@example.com" });
  await menu.waitFor();
  await page.goto(`${origin}/account`);
  await page.getByRole("heading", { name: "Your account", exact: true }).waitFor();
  await isAccessible();
  await menu.click();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().waitFor();
  await isAccessible();
  await page.keyboard.press("Escape");
  await page.locator(".auth-entries").first().waitFor({ state: "hidden" });
  // What is typed into a field that shows it stays shown.
  await page.getByRole("link", { name: /password/i }).first().click();
  const field = page.locator("input[type=password]").last();
  const id = await field.getAttribute("id");
  await page.getByRole("button", { name: "Show password" }).last().click();
  await page.locator(`[id="${id}"]`).pressSequentially("looms");
  assertEquals(await page.locator(`[id="${id}"]`).getAttribute("type"), "text");
}

/** Signs in with a password, sets a second factor up, and signs in with a code of an email. */
async function signInTwice(page: Page, origin: string, api: WatchedChild): Promise<void> {
  const ours: string[] = [];
  page.on("response", (response) => {
    const isHtml = response.headers()["content-type"]?.includes("text/html");
    if (isHtml && new URL(response.url()).pathname.startsWith("/auth/")) ours.push(response.url());
  });
  const answer = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole("button", { name: "Continue" }).click();
  };
  const see = async (text: string) => await page.getByText(text).waitFor();

  await page.goto(origin);
  await answer("Email", "ada@example.com");
  await answer("Password", "wrong");
  await see("Wrong email or password.");
  await answer("Password", "engines weave algebraic patterns");
  const picture = page.getByRole("img");
  await picture.waitFor();
  const secret = await picture.getAttribute("alt");
  const width = "document.querySelector('img').naturalWidth";
  await waitUntil("the picture is there", async () => await page.evaluate<number>(width));
  await answer("Code of your app", "000000");
  await see("This code is wrong.");
  await answer("Code of your app", await totpCode(secret!));
  await page.locator("pre").waitFor();
  await page.getByLabel("I have saved these codes").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await see("Hello ada@example.com");
  await page.getByRole("button", { name: "Sign out" }).click();

  await answer("Email", "ada@example.com");
  await page.getByRole("button", { name: "Email me a code" }).click();
  await see("We sent an email to ada@example.com.");
  await answer("Code in our email", "000000");
  await see("This code is wrong.");
  const code = await waitUntil(
    "the code is printed",
    () => /^\d[\d ]{6,}$/m.exec(api.text)?.[0].replaceAll(" ", ""),
    { child: api },
  );
  await answer("Code in our email", code);
  await page.getByRole("button", { name: "Recovery codes" }).waitFor();
  await page.reload();
  await answer("Code", "000000");
  await see("This code is wrong.");
  await answer("Code", await totpCode(secret!, new Date(Date.now() + 30_000)));
  await see("Hello ada@example.com");
  assertEquals(ours, []);
}
