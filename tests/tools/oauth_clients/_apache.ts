/**
 * The modules of Apache: `mod_auth_openidc` signs users in for pages, `mod_oauth2` guards an API.
 *
 * @module
 */

import { type Judged, SECRET } from "../../conformance/oauth_server/_judged.ts";
import { createServerBrowser } from "../../conformance/oauth_server/_browser.ts";
import { freePort } from "../../conformance/oauth_server/_programs.ts";
import { RELYING_PARTIES } from "../../conformance/oauth_server/_relying_parties.ts";
import { waitForAnswer } from "../../_wait.ts";
import type { PackagedClient, Steps } from "./_line_clients.ts";

const MODULES = "/usr/lib/apache2/modules";

interface Metadata {
  readonly introspection_endpoint: string;
  readonly jwks_uri: string;
}

function configOf(dir: string, port: number, issuer: string, metadata: Metadata): string {
  const module = (name: string) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`;
  const credentials = `client_id=web&client_secret=${encodeURIComponent(SECRET)}`;
  return `ServerName 127.0.0.1
ServerRoot ${dir}
Listen 127.0.0.1:${port}
PidFile ${dir}/pid
ErrorLog ${dir}/error.log
DocumentRoot ${dir}/pages
${Deno.uid() === 0 ? "User www-data\nGroup www-data" : ""}
${["mpm_event", "authn_core", "authz_core", "authz_user", "headers"].map(module).join("\n")}
${["auth_openidc", "oauth2"].map(module).join("\n")}
OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
OIDCClientID cli
OIDCProviderTokenEndpointAuth none
OIDCRedirectURI http://127.0.0.1:${port}/callback
OIDCCryptoPassphrase a-passphrase-for-cookies
OIDCPKCEMethod S256
OIDCScope "openid profile email"
OIDCInfoHook access_token session
<Location />
  AuthType openid-connect
  Require valid-user
  Header always set X-Subject "%{OIDC_CLAIM_sub}e"
</Location>
<Location /introspected>
  AuthType oauth2
  OAuth2TokenVerify introspect ${metadata.introspection_endpoint} introspect.auth=client_secret_basic&${credentials}
  Require valid-user
</Location>
<Location /verified>
  AuthType oauth2
  OAuth2TokenVerify jwks_uri ${metadata.jwks_uri}
  Require valid-user
</Location>
`;
}

/** Apache on a loopback port. */
async function startApache(site: Judged) {
  const dir = await Deno.makeTempDir();
  const port = freePort();
  const origin = `http://127.0.0.1:${port}`;
  const metadata = await (await fetch(`${site.issuer}/.well-known/openid-configuration`)).json();
  await Deno.mkdir(`${dir}/pages`);
  for (const name of ["index.html", "introspected", "verified"]) {
    await Deno.writeTextFile(`${dir}/pages/${name}`, "in");
  }
  await Deno.writeTextFile(`${dir}/apache.conf`, configOf(dir, port, site.issuer, metadata));
  if (Deno.uid() === 0) await new Deno.Command("chmod", { args: ["-R", "a+rX", dir] }).output();
  const log = async () => await Deno.readTextFile(`${dir}/error.log`).catch(() => "");
  const child = new Deno.Command("/usr/sbin/apache2", {
    args: ["-d", dir, "-f", `${dir}/apache.conf`, "-D", "FOREGROUND"],
    env: { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  await waitForAnswer(`${origin}/verified`);
  return {
    origin,
    log,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.output();
      await Deno.remove(dir, { recursive: true });
    },
  };
}

async function lacks(module: string): Promise<string | undefined> {
  for (const path of ["/usr/sbin/apache2", `${MODULES}/${module}`]) {
    if (!await Deno.stat(path).catch(() => undefined)) return `there is no ${path}`;
  }
}

/** The page of a browser that may be signed in. */
const openidc: PackagedClient = {
  name: "mod_auth_openidc",
  package: "apache2 libapache2-mod-auth-openidc",
  lacks: () => lacks("mod_auth_openidc.so"),
  async run(site): Promise<Steps> {
    await using apache = await startApache(site);
    const { origin } = apache;
    const { cookies } = createServerBrowser(origin, () => {
      throw new TypeError("There is no form");
    });
    const visit = async (url: string | URL) => {
      const target = new URL(url, origin);
      const response = await fetch(target, {
        redirect: "manual",
        headers: { cookie: cookies.header(target), accept: "text/html" },
      });
      cookies.store(target, response.headers.getSetCookie());
      return response;
    };
    const away = await visit("/index.html");
    await away.body?.cancel();
    const location = away.headers.get("location");
    if (!location) throw new Error(`No way to the server: ${away.status}\n${await apache.log()}`);
    const back = await visit(await site.browse(location));
    await back.body?.cancel();
    const page = await visit("/index.html");
    await page.body?.cancel();
    const subject = page.headers.get("x-subject");
    if (!subject) throw new Error(`Nobody is signed in: ${back.status}\n${await apache.log()}`);
    const token = async () =>
      (await (await visit("/callback?info=json")).json()).access_token as string;
    const refresh = async (): Promise<string> => {
      const query = new URLSearchParams({
        refresh: `${origin}/index.html`,
        access_token: await token(),
      });
      const answer = await visit(`/callback?${query}`);
      await answer.body?.cancel();
      const code = new URL(answer.headers.get("location") ?? origin).searchParams.get("error_code");
      return code
        ? `refused "${code}"`
        : answer.status === 302
        ? "refreshed"
        : String(answer.status);
    };
    const before = await token();
    const refreshed = await refresh();
    const after = await token();
    if (before === after) throw new Error(`The same token after the refresh: ${refreshed}`);
    await site.endGrants();
    return {
      subject,
      refreshed,
      refreshAfter: await refresh(),
      accessAfter: "the session of the app is its own",
    };
  },
};

/** An API that asks about tokens, and one that reads them by the keys alone. */
const oauth2: PackagedClient = {
  name: "mod_oauth2",
  package: "apache2 libapache2-mod-oauth2",
  lacks: () => lacks("mod_oauth2.so"),
  async run(site): Promise<Steps> {
    await using apache = await startApache(site);
    const client = RELYING_PARTIES.find(({ name }) => name === "simple-oauth2")!;
    const held = await client.signIn(site);
    const statusOf = async (path: string, token: string) => {
      const response = await fetch(apache.origin + path, {
        headers: { authorization: `Bearer ${token}` },
      });
      await response.body?.cancel();
      return response.status;
    };
    // The module keeps for minutes what it has found about a token, by either way.
    const both = async (introspected: string, verified: string) =>
      `by introspection ${await statusOf("/introspected", introspected)}, ` +
      `by keys ${await statusOf("/verified", verified)}`;
    const refreshed = await both(await held.refresh(), await held.refresh());
    const unseen = [await held.refresh(), await held.refresh()] as const;
    await site.endGrants();
    const accessAfter = await both(...unseen);
    const refreshAfter = await held.refresh().then(() => "refreshed", () => "refused");
    return { subject: "-", refreshed, accessAfter, refreshAfter };
  },
};

/** The modules. */
export const APACHE_CLIENTS: readonly PackagedClient[] = [openidc, oauth2];
