/**
 * A process that signs users in until it is killed: `_killed.ts kv|sqlite
 * <file> <run>`. It writes a line after the browser of a sign-in has received
 * its session.
 *
 * @module
 */

import { Auth, type AuthConfig } from "../../mod.ts";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { customFetch } from "../../src/symbols.ts";
import { createBrowser, createIdp } from "../../src/testing/mod.ts";

const [kind, file, run] = Deno.args as [string, string, string];
const adapter = kind === "kv" ? DenoKvAdapter(await Deno.openKv(file)) : SqliteAdapter(file);
const idp = await createIdp();

const config: AuthConfig = {
  providers: [{
    id: "idp",
    name: "IdP",
    type: "oidc",
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: idp.fetch,
  }],
  adapter,
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
};
const app = "https://app.example";
const origins = {
  [app]: (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
  [idp.issuer]: idp.handler,
};
const say = (line: string) => Deno.stdout.write(new TextEncoder().encode(`${line}\n`));

await say("ready");
for (let count = 0; count < 200; count++) {
  // New users and returning users, in turn.
  const person = `${run}-${Math.floor(count / 2)}`;
  idp.user = { sub: person, name: person, email: `${person}@example.com` };
  const browser = createBrowser(app, origins);
  await browser.signIn("idp");
  const session = await browser.session();
  if (session?.user?.email !== `${person}@example.com`) throw new Error("The sign-in failed");
  const cookie = browser.cookies.list("app.example")
    .find(({ name }) => name.endsWith("session-token"))!;
  await say(`${person} ${cookie.value}`);
}
await say("done");
