/**
 * Without `oauthServer`, an app loads no module of it, and its paths are unknown; with it, what is
 * late is late.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { endpointsFor } from "../../../src/capabilities/oauth_server/endpoints.ts";
import { toSettings } from "../../../src/capabilities/oauth_server/settings.ts";
import { at, runTrapped } from "../../flows/_trap.ts";

const root = new URL("../../../", import.meta.url);
const ORIGIN = "https://app.example";
const MCP = `${ORIGIN}/mcp`;

/** A token that looks like one of the server. */
const TOKEN = `eyJ${"a".repeat(20)}.${"b".repeat(40)}.${"c".repeat(86)}`;

async function modules(): Promise<string[]> {
  const folders = ["src/capabilities/oauth_server", "pages/oauth_server"];
  const found = await Promise.all(folders.map(async (folder) => {
    const names = await Array.fromAsync(Deno.readDir(new URL(folder, root)));
    return names.filter(({ name }) => /\.tsx?$/.test(name)).map(({ name }) => `${folder}/${name}`);
  }));
  return [...found.flat(), "src/credentials/dpop.ts"];
}

/** Every path of the server, with the methods of each. */
const SETTINGS = toSettings({ issuer: ORIGIN, resources: { [MCP]: { scopes: ["a"] } } });
const PATHS = endpointsFor(SETTINGS, true)
  .map(({ path, methods }) => ({ path: path.startsWith("/") ? path : `/auth/${path}`, methods }));

const programOf = (member: string, use: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
import { signInAs } from ${at("src/tools/testing/sign_in_as.ts")};
${member}
const calls = [];
const counted = (target, prefix) => Object.fromEntries(
  Object.entries(target).map(([name, value]) => [name, typeof value !== "function" ? value :
    (...all) => { calls.push(prefix + name); return value(...all); }]),
);
const memory = MemoryAdapter();
const adapter = { ...counted(memory, ""), records: counted(memory.records, "records.") };
const auth = defineAuth({
  providers: [],
  adapter,
  sendMail() {}, theme: { name: "App" },
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true, limits: false,
  logger: { error() {}, warn() {}, debug() {} },
  ...server,
});
const origin = ${JSON.stringify(ORIGIN)};
const user = { id: "ada", name: "Ada", email: "a@b.example" };
const { headers } = await signInAs(auth, user, { origin, env: {} });
const cookie = headers.get("cookie");
const told = async (path, method, headers = {}) => {
  calls.length = 0;
  const body = method === "POST" ? new URLSearchParams({ client_id: "web", grant_type: "refresh_token" }) : undefined;
  const response = await auth.handler(new Request(origin + path, { method, headers, body, redirect: "manual" }));
  const text = (await response.text()).replace(/[0-9A-F]{6}|nonce="[^"]*"/g, "#").replaceAll(path, "PATH");
  const names = response.headers.getSetCookie().map((one) => one.split("=")[0]);
  return { status: response.status, text, names, calls: [...calls],
    location: response.headers.get("location"), challenge: response.headers.get("www-authenticate"),
    cors: response.headers.get("access-control-allow-origin") };
};
${use}
`;

const WITH = `
import { OAuthServer } from ${at("src/capabilities/oauth_server/mod.ts")};
const server = { oauthServer: OAuthServer({ issuer: ${JSON.stringify(ORIGIN)},
  resources: { ${JSON.stringify(MCP)}: { scopes: ["a"] } },
  clients: { web: { redirectUris: ["https://client.example/callback"] } } }) };
`;

Deno.test("oauthServer: without it no module of it is loaded, and its paths are unknown", async () => {
  const known = await modules();
  assert(known.length > 60 && PATHS.length >= 15);
  const use = `
const unlike = [];
let asked = 0;
for (const { path, methods } of ${JSON.stringify(PATHS)}) {
  const unknown = path.startsWith("/auth/") ? "/auth/nothing/here" : "/.well-known/nothing-here";
  for (const method of methods) {
    for (const accept of ["text/html", "application/json"]) {
      for (const session of [{}, { cookie }, { authorization: "Bearer ${TOKEN}" }]) {
        const sent = { accept, ...session };
        const [one, other] = [await told(path, method, sent), await told(unknown, method, sent)];
        asked++;
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        const isQuiet = one.calls.length === 0 && one.names.length === 0 && one.status >= 400;
        if (!isSame || !isQuiet) unlike.push([path, method, sent, one, other]);
      }
    }
  }
}
calls.length = 0;
const who = await auth.authenticate(
  new Request(origin, { headers: { authorization: "Bearer ${TOKEN}" } }), { accept: ["session"] });
const read = calls.length;
await auth.users.suspend("ada");
await auth.users.export("ada");
await auth.users.delete("ada");
console.log(JSON.stringify({ unlike, who: who.ok, reason: who.reason, read, asked }));
`;
  const output = await runTrapped(known, programOf("const server = {};", use));
  const { unlike, asked, ...rest } = JSON.parse(output);
  assertEquals(unlike, []);
  assert(asked > 100, output);
  assertEquals(rest, { who: false, reason: "unknown", read: 0 });
});

Deno.test("oauthServer: an app that serves sessions of browsers loads nothing that answers", async () => {
  const started = new Set(
    [
      ...["check", "check_assertions", "check_client", "client_keys", "client_links", "clients"],
      ...["endpoints", "fapi2", "kinds", "mod", "settings"],
    ].map((name) => `src/capabilities/oauth_server/${name}.ts`),
  );
  const late = (await modules()).filter((path) => !started.has(path));
  const use = `
const { status } = await told("/auth/session", "GET", { cookie });
const who = await auth.authenticate(new Request(origin, { headers: { cookie } }));
console.log(status, who.ok);
`;
  assertEquals(await runTrapped(late, programOf(WITH, use)), "200 true");
});

Deno.test("oauthServer: documents and keys load nothing of pages, grants and strangers", async () => {
  const late = [
    ...["authorize", "question", "device_page", "apps", "codes", "refresh", "documents"],
    ...["foreign_token", "jwt_bearer", "token_exchange", "register", "end_session"],
  ].map((name) => `src/capabilities/oauth_server/${name}.ts`);
  const pages = (await modules()).filter((path) => path.startsWith("pages/"));
  const use = `
const all = [];
for (const path of ["/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp", "/auth/oauth/jwks"]) {
  all.push((await told(path, "GET")).status);
}
// An id that is a URL leads nowhere, as documents of clients are off.
const body = new URLSearchParams({ client_id: "https://client.example/client.json", grant_type: "refresh_token" });
all.push((await auth.handler(new Request(origin + "/auth/oauth/token", { method: "POST", body }))).status);
console.log(all.join(" "));
`;
  assertEquals(await runTrapped([...late, ...pages], programOf(WITH, use)), "200 200 200 401");
});
