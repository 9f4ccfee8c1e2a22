/**
 * Clients of other projects as their documentation begins, and the switch of those that send no
 * challenge (PKCE) by themselves. `run` returns what shows that the client has tokens.
 *
 * @module
 */

import { Issuer } from "openid-client-5";
import OAuth2Strategy from "passport-oauth2";
import OpenIdConnect from "passport-openidconnect";
import { AuthorizationCode } from "simple-oauth2";
import { byForm, createServerBrowser } from "../../conformance/oauth_server/_browser.ts";
import {
  ADA,
  APP,
  APP_CALLBACKS,
  CALLBACK,
  READ,
  SECRET,
} from "../../conformance/oauth_server/_judged.ts";
import type { Live } from "../../conformance/oauth_server/_live.ts";
import {
  createMcpApp,
  MCP_CLIENTS,
  type McpPackage,
} from "../../conformance/oauth_server/_mcp_clients.ts";
import {
  freePort,
  runConformance,
  startMcpRemote,
} from "../../conformance/oauth_server/_programs.ts";
import { RELYING_APPS } from "../../conformance/oauth_server/_relying_apps.ts";
import { RELYING_PARTIES } from "../../conformance/oauth_server/_relying_parties.ts";
import { waitForText, waitUntil, watchChild } from "../../_wait.ts";
import { createBrowser } from "../../../src/tools/testing/mod.ts";
import { APACHE_CLIENTS } from "./_apache.ts";
import { LINE_CLIENTS } from "./_line_clients.ts";

/** Packages that nothing else here needs; the tool fetches them. */
const PACKAGES = {
  bell: "npm:@hapi/bell@13.2.0",
  betterAuth: "npm:better-auth@^1.7.25",
  betterAuthPlugins: "npm:better-auth@^1.7.25/plugins",
  clientOAuth2: "npm:client-oauth2@4.3.3",
  express: "npm:express@^5.3.0",
  expressOpenidConnect: "npm:express-openid-connect@3.4.0",
  hapi: "npm:@hapi/hapi@21.4.10",
} as const;

// deno-lint-ignore no-explicit-any -- they have no types here
const load = async (name: keyof typeof PACKAGES): Promise<any> => await import(PACKAGES[name]);

/** A client. */
export interface ClientDefault {
  readonly name: string;
  /** The switch: of the client, or of the server for that client. Default: none is needed. */
  readonly by?: string;
  /** Why it cannot get tokens, with the section. Default: it can. */
  readonly because?: string;
  /** Returns what is not installed. */
  readonly lacks?: () => Promise<string | undefined>;
  run(site: Live, isSwitched: boolean): Promise<unknown>;
}

const BELL = `${APP}/bell`;

/** The clients at the server. */
export const CLIENTS = {
  web: {
    name: "Partner",
    redirectUris: [CALLBACK, ...APP_CALLBACKS, BELL],
    secret: SECRET,
  },
  cli: { redirectUris: ["http://127.0.0.1/callback", "http://127.0.0.1", CALLBACK] },
  old: { name: "Old", redirectUris: [CALLBACK], secret: SECRET, pkce: "nonce" },
  form: {
    name: "Form",
    redirectUris: [CALLBACK],
    secret: SECRET,
    responseTypes: ["code", "id_token"],
  },
  tv: { name: "Television", grants: ["device", "refresh"] },
};

interface Endpoints {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly userinfo_endpoint: string;
  readonly device_authorization_endpoint: string;
}

const endpoints = async ({ issuer }: Live): Promise<Endpoints> =>
  await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();

/** The parameters that came back; an error is one of the client's too. */
function readAnswer(back: URL): Record<string, string> {
  const answer = Object.fromEntries(back.searchParams);
  if (answer.error) throw new Error(answer.error);
  return answer;
}

const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE = {
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
};

const ofList = (name: string, list: typeof RELYING_PARTIES): ClientDefault["run"] => async (site) =>
  (await list.find((one) => one.name === name)!.signIn(site)).accessToken;

const BY_DEFAULT: readonly ClientDefault[] = [
  ...["oauth4webapi", "openid-client 6", "oidc-client-ts", "arctic"].map((name) => ({
    name,
    run: ofList(name, RELYING_PARTIES),
  })),
  { name: "@auth/core", run: ofList("@auth/core", RELYING_APPS) },
  ...Object.keys(MCP_CLIENTS).map((name) => ({
    name,
    run: (site: Live) => createMcpApp(name as McpPackage, "dynamic", site).list(),
  })),
  {
    name: "mcp-remote",
    async run(site) {
      const dir = await Deno.makeTempDir();
      await using remote = await startMcpRemote(site, dir);
      return await remote.call("whoami").then(() => remote.opened() > 0);
    },
  },
  {
    name: "@modelcontextprotocol/conformance",
    async run(site) {
      const args = ["--client-id", "cli", "--resource", site.resource];
      const { checks } = await runConformance(site, args);
      const all = Object.values(checks).flat();
      return all.length > 0 && all.every(({ status }) => status === "SUCCESS");
    },
  },
];

/** Runs a strategy of passport: first without, then with the answer. */
// deno-lint-ignore no-explicit-any -- passport has no types here
async function runStrategy(site: Live, strategy: any): Promise<unknown> {
  const session = {};
  const authenticate = (query: Record<string, string>) =>
    // deno-lint-ignore no-explicit-any -- see above
    new Promise<any>((resolve, reject) => {
      const request = Object.create(strategy);
      request.redirect = request.success = resolve;
      request.error = reject;
      request.fail = (why: unknown) => reject(new Error(`refused: ${JSON.stringify(why)}`));
      request.authenticate({ query, session, headers: {}, connection: {} }, {});
    });
  return await authenticate(readAnswer(await site.browse(await authenticate({}))));
}

const BY_SWITCH: readonly ClientDefault[] = [
  {
    name: "openid-client 5",
    by: "`code_challenge` and `code_verifier`",
    async run(site, isSwitched) {
      const { Client } = await Issuer.discover(site.issuer);
      const client = new Client({
        client_id: "web",
        client_secret: SECRET,
        redirect_uris: [CALLBACK],
        response_types: ["code"],
      });
      const more = isSwitched ? CHALLENGE : {};
      const url = client.authorizationUrl({ scope: "openid email profile", ...more });
      const answer = client.callbackParams((await site.browse(url)).href);
      const checks = isSwitched ? { code_verifier: VERIFIER } : {};
      return (await client.callback(CALLBACK, answer, checks)).access_token;
    },
  },
  {
    name: "simple-oauth2",
    by: "`code_challenge` and `code_verifier`",
    async run(site, isSwitched) {
      const { authorization_endpoint, token_endpoint } = await endpoints(site);
      const client = new AuthorizationCode({
        client: { id: "web", secret: SECRET },
        auth: {
          tokenHost: site.issuer,
          tokenPath: new URL(token_endpoint).pathname,
          authorizePath: new URL(authorization_endpoint).pathname,
        },
      });
      const asked = { redirect_uri: CALLBACK, scope: READ, state: "a-state" };
      const url = client.authorizeURL({ ...asked, ...isSwitched ? CHALLENGE : {} } as never);
      const { code } = readAnswer(await site.browse(url));
      const verifier = isSwitched ? { code_verifier: VERIFIER } : {};
      const held = await client.getToken(
        { code, redirect_uri: CALLBACK, ...verifier } as never,
      );
      return held.token.access_token;
    },
  },
  {
    name: "client-oauth2",
    by: "`query` of `getUri`, `body` of `getToken`",
    async run(site, isSwitched) {
      const { default: ClientOAuth2 } = await load("clientOAuth2");
      const { authorization_endpoint, token_endpoint } = await endpoints(site);
      const client = new ClientOAuth2({
        clientId: "web",
        clientSecret: SECRET,
        accessTokenUri: token_endpoint,
        authorizationUri: authorization_endpoint,
        redirectUri: CALLBACK,
        scopes: [READ],
      });
      const url = client.code.getUri(isSwitched ? { query: CHALLENGE } : {});
      const back = await site.browse(url);
      const body = isSwitched ? { body: { code_verifier: VERIFIER } } : {};
      return (await client.code.getToken(back.href, body)).accessToken;
    },
  },
  {
    name: "passport-oauth2",
    by: "`pkce: true, state: true`",
    async run(site, isSwitched) {
      const { authorization_endpoint, token_endpoint } = await endpoints(site);
      const options = {
        authorizationURL: authorization_endpoint,
        tokenURL: token_endpoint,
        clientID: "web",
        clientSecret: SECRET,
        callbackURL: CALLBACK,
        scope: READ,
        ...isSwitched ? { state: true, pkce: true } : {},
      };
      // deno-lint-ignore no-explicit-any -- passport has no types here
      const verify: any = (token: string, _refresh: string, _profile: unknown, done: any) =>
        done(null, { token });
      return await runStrategy(site, new OAuth2Strategy(options as never, verify));
    },
  },
  {
    name: "passport-openidconnect",
    by: '`nonce: true`, and `pkce: "nonce"` of the server',
    async run(site, isSwitched) {
      const metadata = await endpoints(site);
      const options = {
        issuer: site.issuer,
        authorizationURL: metadata.authorization_endpoint,
        tokenURL: metadata.token_endpoint,
        userInfoURL: metadata.userinfo_endpoint,
        clientID: isSwitched ? "old" : "web",
        clientSecret: SECRET,
        callbackURL: CALLBACK,
        ...isSwitched ? { nonce: true } : {},
      };
      // deno-lint-ignore no-explicit-any -- passport has no types here
      const verify: any = (_issuer: string, profile: unknown, done: any) => done(null, profile);
      // deno-lint-ignore no-explicit-any -- passport has no types here
      return await runStrategy(site, new (OpenIdConnect as any).Strategy(options, verify));
    },
  },
  {
    name: "@hapi/bell",
    by: '`pkce: "S256"`',
    async run(site, isSwitched) {
      const [{ default: Hapi }, { default: Bell }] = [await load("hapi"), await load("bell")];
      const { authorization_endpoint, token_endpoint } = await endpoints(site);
      const server = Hapi.server();
      await server.register(Bell);
      server.auth.strategy("judged", "bell", {
        provider: {
          name: "judged",
          protocol: "oauth2",
          auth: authorization_endpoint,
          token: token_endpoint,
          scope: [READ],
          ...isSwitched ? { pkce: "S256" } : {},
        },
        password: "a-password-for-cookies-of-32-characters",
        clientId: "web",
        clientSecret: SECRET,
        isSecure: false,
        location: APP,
      });
      server.route({
        method: "GET",
        path: "/bell",
        options: {
          auth: { strategy: "judged", mode: "try" },
          // deno-lint-ignore no-explicit-any -- hapi has no types here
          handler: ({ auth }: any) =>
            auth.isAuthenticated
              ? { token: auth.credentials.token }
              : { error: auth.error.message },
        },
      });
      const away = await server.inject({ url: "/bell", headers: { host: new URL(APP).host } });
      const cookie = [away.headers["set-cookie"]].flat().map((one) => String(one).split(";")[0]);
      const back = await site.browse(away.headers.location);
      const answer = await server.inject({
        url: back.pathname + back.search,
        headers: { cookie: cookie.join("; "), host: back.host },
      });
      const { token, error } = JSON.parse(answer.payload || "{}");
      if (error) throw new Error(error);
      return token;
    },
  },
  {
    name: "express-openid-connect",
    by: '`authorizationParams: { response_type: "code" }`',
    async run(site, isSwitched) {
      const { default: express } = await load("express");
      const { auth } = (await load("expressOpenidConnect")).default;
      const app = express();
      app.set("trust proxy", true);
      app.use(auth({
        issuerBaseURL: site.issuer,
        baseURL: APP,
        clientID: "web",
        secret: "a-secret-for-cookies-with-32-characters",
        authRequired: false,
        ...isSwitched
          ? { clientSecret: SECRET, authorizationParams: { response_type: "code" } }
          : {},
      }));
      // deno-lint-ignore no-explicit-any -- express has no types here
      const who = (request: any, response: any) =>
        response.json({ sub: request.oidc.user?.sub ?? null });
      app.get("/who", who);
      const port = freePort();
      // deno-lint-ignore no-explicit-any -- express has no types here
      const server = await new Promise<any>((resolve) => {
        const started = app.listen(port, "127.0.0.1", () => resolve(started));
      });
      const cookies = new Map<string, string>();
      const ask = async (url: URL, init: RequestInit = {}) => {
        const response = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
          ...init,
          redirect: "manual",
          headers: {
            "cookie": [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
            "x-forwarded-proto": "https",
            "x-forwarded-host": new URL(APP).host,
          },
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
          cookies.set(name!, value!);
        }
        return response;
      };
      try {
        const away = await ask(new URL(`${APP}/login`));
        await away.body?.cancel();
        const back = await site.browse(away.headers.get("location")!).catch((error) => {
          // It asks for an ID token by a form, which is an option of one client here.
          const [refusal] = /unsupported_response_type/.exec(error.html ?? "") ?? [];
          throw refusal ? new Error(refusal) : error;
        });
        readAnswer(back);
        await (await ask(back)).body?.cancel();
        return (await (await ask(new URL(`${APP}/who`))).json()).sub === ADA.id;
      } finally {
        server.close();
        server.closeAllConnections?.();
      }
    },
  },
];

const BETTER: ClientDefault = {
  name: "Better Auth, generic OAuth",
  async run(site) {
    const [{ betterAuth }, { genericOAuth }] = [
      await load("betterAuth"),
      await load("betterAuthPlugins"),
    ];
    const auth = betterAuth({
      baseURL: APP,
      secret: "a-secret-of-at-least-32-characters",
      plugins: [genericOAuth({
        config: [{
          providerId: "judged",
          clientId: "web",
          clientSecret: SECRET,
          discoveryUrl: `${site.issuer}/.well-known/openid-configuration`,
          scopes: ["openid", "email", "profile"],
        }],
      })],
    });
    const browser = createBrowser(APP, { [APP]: (request) => auth.handler(request) });
    const begun = await browser.fetch(`${APP}/api/auth/sign-in/social`, {
      method: "POST",
      headers: { "content-type": "application/json", "origin": APP },
      body: JSON.stringify({ provider: "judged", callbackURL: "/" }),
    });
    const text = await begun.text();
    if (!begun.ok) throw new Error(`${begun.status} ${text}`);
    const { url } = JSON.parse(text);
    const back = await site.browse(url);
    const done = await browser.fetch(back.href, { redirect: "manual" });
    await done.body?.cancel();
    const seen = await (await browser.fetch(`${APP}/api/auth/get-session`)).json();
    return seen?.user?.email === ADA.email;
  },
};

const nextAuth4: ClientDefault = {
  name: "next-auth 4",
  by: '`checks: ["pkce", "state"]`',
  async run(site, isSwitched) {
    if (isSwitched) return await ofList("next-auth 4", RELYING_APPS)(site, true);
    // Its default for a provider of its own is `state` alone: what its library sends without PKCE.
    return await BY_SWITCH[0]!.run(site, false);
  },
};

const RUBY = new URL("openid_connect_client.rb", import.meta.url).pathname;

/** Starts a program, follows the URL that it prints, and hands it the answer. */
async function runProgram(
  site: Live,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = new Deno.Command(command, {
    args: [...args],
    env: { NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stdout, child.stderr);
  const writer = child.stdin.getWriter();
  try {
    const [, url] = await waitForText(/^open (\S+)$/m, watched);
    const back = await site.browse(url!);
    readAnswer(back);
    await writer.write(new TextEncoder().encode(`${back.href}\n`));
    const [, subject] = await waitForText(/^subject (\S+)$/m, watched);
    return subject!;
  } finally {
    await writer.close().catch(() => {});
    await watched.stop();
  }
}

const isFile = async (path: string) => await Deno.stat(path).then(() => undefined, () => path);

const DEBIAN: readonly ClientDefault[] = [
  ...[...LINE_CLIENTS, ...APACHE_CLIENTS.slice(0, 1)].map((client): ClientDefault => ({
    name: client.name,
    by: "the line of the guide",
    lacks: client.lacks,
    async run(site, isSwitched) {
      // Without the switch, each sends what this wrapper leaves of its request.
      const browse = (url: string | URL) => {
        const asked = new URL(url);
        asked.searchParams.delete("code_challenge");
        asked.searchParams.delete("code_challenge_method");
        return site.browse(asked).then((back) => (readAnswer(back), back));
      };
      return (await client.run(isSwitched ? site : { ...site, browse })).subject;
    },
  })),
  {
    name: "Ruby openid_connect",
    by: "`code_challenge` and `code_verifier`",
    lacks: () => isFile("/usr/share/rubygems-integration/all/gems/openid_connect-1.2.0"),
    run: (site, isSwitched) =>
      runProgram(site, "ruby", [RUBY, site.issuer, "web", SECRET, CALLBACK], {
        PKCE: isSwitched ? VERIFIER : "",
      }),
  },
  {
    name: "git-credential-oauth 0.4.2",
    because: "its verifier has `/` and `=` (RFC 7636 §4.1)",
    lacks: () => isFile("/usr/bin/git-credential-oauth"),
    async run(site) {
      const { authorization_endpoint, token_endpoint } = await endpoints(site);
      const home = await Deno.makeTempDir();
      const key = `credential.${site.issuer}`;
      const lines = [
        ["oauthClientId", "cli"],
        ["oauthScopes", READ],
        ["oauthAuthURL", new URL(authorization_endpoint).pathname],
        ["oauthTokenURL", new URL(token_endpoint).pathname],
      ];
      // What opens the browser of the person writes the URL down.
      const opener = `${home}/opener`;
      const text = `#!/bin/sh\nprintf '%s\\n' "$1" > ${home}/url\n`;
      await Deno.writeTextFile(opener, text, { mode: 0o755 });
      const env = { HOME: home, PATH: "/usr/bin:/bin", BROWSER: opener, no_proxy: "127.0.0.1" };
      for (const [name, value] of lines) {
        const args = ["config", "--global", `${key}.${name}`, value!];
        await new Deno.Command("git", { args, env }).output();
      }
      const child = new Deno.Command("/usr/bin/git-credential-oauth", {
        args: ["-verbose", "get"],
        env,
        clearEnv: true,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const watched = watchChild(child, child.stdout, child.stderr);
      const writer = child.stdin.getWriter();
      const { protocol, host } = new URL(site.issuer);
      const asked = `protocol=${protocol.slice(0, -1)}\nhost=${host}\n\n`;
      await writer.write(new TextEncoder().encode(asked));
      await writer.close();
      try {
        const url = await waitUntil(
          "the browser is opened",
          async () => (await Deno.readTextFile(`${home}/url`).catch(() => "")).trim() || undefined,
          {
            child: watched,
          },
        );
        const back = await site.browse(url);
        readAnswer(back);
        await (await fetch(back)).body?.cancel();
        await watched.ended;
        const [, token] = /^password=(\S+)$/m.exec(watched.text) ?? [];
        if (token === undefined) throw new Error(watched.text.split("\n").at(-2));
        return (await site.ask(token!)) === 200;
      } finally {
        await watched.stop();
        // Its cache of tokens may still be written.
        await Deno.remove(home, { recursive: true }).catch(() => {});
      }
    },
  },
  {
    name: "curl, as a device",
    lacks: () => isFile("/usr/bin/curl"),
    async run(site) {
      const { device_authorization_endpoint, token_endpoint } = await endpoints(site);
      const curl = async (url: string, fields: Record<string, string>) => {
        const data = Object.entries(fields).flatMap(([name, value]) => ["-d", `${name}=${value}`]);
        const args = ["-s", "--noproxy", "*", ...data, url];
        const { stdout } = await new Deno.Command("/usr/bin/curl", { args }).output();
        return JSON.parse(new TextDecoder().decode(stdout));
      };
      const { device_code, verification_uri_complete } = await curl(
        device_authorization_endpoint,
        { client_id: "tv", scope: READ },
      );
      // The person opens the link, and allows it.
      let isAllowed = false;
      const { cookies } = site.browser;
      const browser = createServerBrowser(site.issuer, (html, url) => {
        if (isAllowed) throw new TypeError("it is done");
        isAllowed = html.includes(">Allow<");
        return byForm({}, isAllowed ? "Allow" : "Continue")(html, url);
      });
      browser.cookies.store(
        new URL(site.issuer),
        cookies.header(new URL(site.issuer)).split("; ").map((pair) => `${pair}; Path=/`),
      );
      await browser.follow(verification_uri_complete).catch(() => {});
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
      const { access_token } = await curl(token_endpoint, {
        client_id: "tv",
        grant_type,
        device_code,
      });
      return (await site.ask(access_token)) === 200;
    },
  },
];

/** The clients. */
export const CLIENT_DEFAULTS: readonly ClientDefault[] = [
  ...BY_DEFAULT,
  BETTER,
  nextAuth4,
  ...BY_SWITCH,
  ...DEBIAN,
];
