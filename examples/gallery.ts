/**
 * Every built-in provider with a button, on one sign-in page:
 *
 *     deno task gallery [--port=8000]
 *
 * No request reaches a provider until you press its button; the provider then
 * refuses the invented client.
 *
 * @module
 */

import { type AuthConfig, DenoAuth } from "@x/auth/deno";
import deno from "../deno.json" with { type: "json" };

/** Invented options that satisfy every provider. */
const OPTIONS = {
  clientId: "gallery",
  clientSecret: "gallery",
  apiKey: "gallery",
  server: "smtp://localhost",
  transactionalId: "gallery",
  accountID: "1234567",
  redirectUri: "http://localhost:8000/auth/callback/notion",
};

/** Issuer for providers without a fixed host. */
const issuer = "https://id.example/";

const port = Number(Deno.args[0]?.replace("--port=", "") ?? 8000);
const { handler } = DenoAuth({
  providers: await buttons(),
  secret: crypto.randomUUID() + crypto.randomUUID(),
  trustHost: true,
});

const toGallery = () => new Response(null, { status: 302, headers: { location: "/auth/signin" } });
Deno.serve({
  hostname: "127.0.0.1",
  port,
  onListen: ({ port }) => console.log(`Gallery http://localhost:${port}/auth/signin`),
}, handler(toGallery));

/** Loads the providers that the package exports, in the order of their names. */
async function buttons(): Promise<AuthConfig["providers"]> {
  const subpaths = Object.keys(deno.exports).filter((path) => path.startsWith("./providers/"));
  const providers = [];
  for (const subpath of subpaths) {
    const { default: create } = await import(`@x/auth/${subpath.slice(2)}`);
    if (!create) continue; // types only
    const usual = create(OPTIONS);
    if (usual.type !== "oauth" && usual.type !== "oidc") continue;
    const { authorization } = usual;
    const hasHome = usual.issuer || authorization?.url || typeof authorization === "string";
    const provider = hasHome ? usual : create({ ...OPTIONS, issuer });
    providers.push({ ...provider, userinfo: provider.userinfo ?? `${issuer}user` });
  }
  return providers.sort((a, b) => a.name.localeCompare(b.name));
}
