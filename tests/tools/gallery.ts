/**
 * The gallery of `@x/auth/gallery`, with every language of the package and with the buttons of all
 * its providers; task `gallery`:
 *
 *     deno task gallery [module] [--port=8000] [--site=http://localhost:3000]
 *
 * @module
 */

import { type PageProvider, renderPage } from "../../pages/mod.ts";
import { main } from "../../src/tools/gallery/command.ts";
import type { PageStates } from "../../src/tools/gallery/sample.ts";
import type { OAuthConfig } from "../../src/types/provider.ts";
import type { Translation } from "../../src/types/texts.ts";
import deno from "../../deno.json" with { type: "json" };

/** Invented options that satisfy every provider. */
const OPTIONS = {
  clientId: "gallery",
  clientSecret: "gallery",
  apiKey: "gallery",
  server: "smtp://localhost",
  transactionalId: "gallery",
  accountID: "1234567",
  issuer: "https://id.example/",
};

/** The modules that the package exports below a path. */
async function modulesBelow(path: string): Promise<Record<string, unknown>[]> {
  const subpaths = Object.keys(deno.exports).filter((subpath) => subpath.startsWith(path));
  return await Promise.all(subpaths.map((subpath) => import(`@x/auth/${subpath.slice(2)}`)));
}

/** Every provider with a button, in the order of their names. */
async function buttons(): Promise<PageProvider[]> {
  const found = [];
  for (const { default: create } of await modulesBelow("./providers/")) {
    if (typeof create !== "function") continue; // types only
    const { id, name, type, style } = create(OPTIONS) as OAuthConfig<unknown>;
    if (type !== "oauth" && type !== "oidc") continue;
    const urls = { signinUrl: `/auth/signin/${id}`, callbackUrl: `/auth/callback/${id}` };
    found.push({ id, name, type, ...urls, ...style ? { style } : {} });
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** The sign-in page with all of them; four are shown at first. */
async function pages(): Promise<Record<string, PageStates>> {
  const providers = await buttons();
  return {
    "Providers": {
      "providers": (frame) =>
        renderPage("signin", { ...frame, csrfToken: "token", callbackUrl: "/", providers }),
    },
  };
}

/** The translations of the package. */
async function languages(): Promise<Translation[]> {
  return (await modulesBelow("./languages/")).flatMap((module) =>
    Object.values(module) as Translation[]
  );
}

if (import.meta.main) {
  const own = { pages: await pages(), languages: await languages() };
  const code = await main(Deno.args, own);
  if (code !== 0) Deno.exit(code);
}
