/**
 * What the doctor cannot check is said, with the reason and what makes it possible.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { AccountPage } from "@x/auth/account";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import GitHub from "@x/auth/providers/github";
import Nodemailer from "@x/auth/providers/nodemailer";
import { OAuthServer } from "@x/auth/oauth-server";
import { defineAccess, Organizations } from "@x/auth/organizations";
import Passkey from "@x/auth/providers/passkey";
import { skipCSRFCheck } from "@x/auth";
import { diagnose } from "@x/auth/doctor";
import type { Unchecked } from "../../src/tools/doctor/unchecked.ts";
import { main } from "../../src/tools/doctor/command.ts";
import { behindProxy, examine, healthy, type Planted, PUBLIC, SECRET } from "./_rig.ts";
import { runDoctor } from "./_run.ts";

/** A check that cannot be made. */
interface Row {
  /** Why. */
  because: string;
  /** Words of what is not checked, of the reason and of the cure. */
  says: readonly [subject: string, reason: string, cure: string];
  /** Findings beside it. */
  findings?: readonly string[];
  /** Makes the app; what it starts is stopped with the stack. */
  plant(stack: AsyncDisposableStack): Planted;
}

const github = GitHub({ clientId: "Iv1.4f2c", clientSecret: "9b1d3e7a5c" });
const env = { AUTH_SECRET: SECRET };
const from = "App <no-reply@app.example>";

/** An app with organizations. */
const teams = (adapter = MemoryAdapter()) =>
  healthy({
    adapter,
    session: { revocation: {} },
    sendMail() {},
    organizations: Organizations({ access: defineAccess({ permissions: {}, roles: {} }) }),
  });

/** An app that is an authorization server. */
const server = (issuer = "http://localhost:8000", adapter = MemoryAdapter()) =>
  healthy({
    adapter,
    session: { revocation: {} },
    account: AccountPage(),
    sendMail() {},
    oauthServer: OAuthServer({ issuer }),
  });

const ROWS: readonly Row[] = [
  {
    because: "no organization was named",
    says: ["Owners and roles of organizations", "none was named", "--organization acme"],
    plant: () => ({ config: teams() }),
  },
  {
    because: "there is no such organization",
    says: ['of the organization "nothing"', "no such organization", "the slug of one"],
    plant: () => ({ config: teams(), args: ["--organization", "nothing"] }),
  },
  {
    because: "organizations cannot be read",
    says: ['of the organization "acme"', "the store failed: offline", "Correct the store"],
    findings: ["store-failed"],
    plant: () => {
      const adapter = MemoryAdapter();
      const fails = () => Promise.reject(new Error("offline"));
      return {
        config: teams(
          { ...adapter, records: { ...adapter.records, get: fails } } as typeof adapter,
        ),
        args: ["--organization", "acme"],
      };
    },
  },
  {
    because: "the public URL is not known, where an issuer must be",
    says: ["the issuer http://localhost:8000", "neither AUTH_URL nor --url", "Set AUTH_URL"],
    plant: () => ({ config: server() }),
  },
  {
    because: "signing keys cannot be read",
    says: ["The keys that sign tokens", "the store failed: offline", "Correct the store"],
    findings: ["store-failed"],
    plant: () => {
      const adapter = MemoryAdapter();
      const fails = () => Promise.reject(new Error("offline"));
      const records = { ...adapter.records, get: fails };
      return { config: server("http://localhost:8000", { ...adapter, records } as typeof adapter) };
    },
  },
  {
    because: "the issuer is at another origin than `--url`",
    says: ["The documents and the public keys", "at another origin", "Correct that first"],
    findings: ["store-forgetful", "issuer-origin"],
    plant: (stack) => behindProxy(stack, {}, server("https://id.example")),
  },
  {
    because: "no document names the public keys",
    says: ["The public keys of the authorization server", "no document", "Correct the documents"],
    findings: ["store-forgetful", "oauth-document"],
    plant: (stack) =>
      behindProxy(stack, {
        answer: ({ url }) =>
          new URL(url).pathname.startsWith("/.well-known/")
            ? new Response(null, { status: 404 })
            : undefined,
      }, server(PUBLIC)),
  },
  {
    because: "no URL was passed",
    says: ["The running app", "no URL", "--url https://app.example/auth"],
    plant: () => ({ config: healthy(), env: { AUTH_URL: "https://app.example/auth" } }),
  },
  {
    because: "the public URL is not known",
    says: ["that a public URL alone brings", "neither AUTH_URL nor --url", "Set AUTH_URL"],
    plant: () => ({ config: healthy() }),
  },
  {
    because: "providers are not asked",
    says: ['The server of the provider "github"', "--offline", "Leave --offline out"],
    plant: () => ({ config: healthy({ providers: [github] }), args: ["--offline"] }),
  },
  {
    because: "email servers are not asked",
    says: ['The email server of "nodemailer"', "--offline", "Leave --offline out"],
    plant: () => ({
      config: healthy({
        adapter: MemoryAdapter(),
        providers: [Nodemailer({ server: "smtp://127.0.0.1:2525", from })],
      }),
      args: ["--offline"],
    }),
  },
  {
    because: "a mailer of the app shows nothing",
    says: ['the emails of "nodemailer"', "unless an email is sent", "Send yourself"],
    plant: () => ({
      config: healthy({
        adapter: MemoryAdapter(),
        providers: [Nodemailer({ server: { sendMail() {} }, from })],
      }),
    }),
  },
  {
    because: "callbacks are not run",
    says: ["`callbacks.jwt`, `callbacks.session`", "--no-callbacks", "Leave --no-callbacks out"],
    plant: () => ({
      config: healthy({
        callbacks: { jwt: ({ token }) => token, session: ({ session }) => session },
      }),
      args: ["--no-callbacks"],
    }),
  },
  {
    because: "a config that is refused runs no callbacks",
    says: ["`callbacks.jwt`", "the config is refused", "Correct the config"],
    findings: ["config-refused"],
    plant: () => ({
      config: healthy({ session: { maxAge: -1 }, callbacks: { jwt: ({ token }) => token } }),
    }),
  },
  {
    because: "the jwt callback refuses the sample user",
    says: ["What `callbacks.session` returns", "no session", "@doctor.invalid"],
    plant: () => ({
      config: healthy({ callbacks: { jwt: () => null, session: ({ session }) => session } }),
    }),
  },
  {
    because: "the signIn callback throws, which may be a refusal",
    says: ["`callbacks.signIn`", "not invited", "Return false"],
    plant: () => ({
      config: healthy({
        callbacks: {
          signIn() {
            throw new Error("not invited");
          },
        },
      }),
    }),
  },
  {
    because: "a callback takes too long",
    says: ["after the one that took too long", "none is run", "Correct that one"],
    findings: ["callback-slow"],
    plant: () => ({
      config: healthy({
        callbacks: { jwt: ({ token }) => token, session: () => new Promise<never>(() => {}) },
      }),
    }),
  },
  {
    because: "there are many providers",
    says: ['for sign-ins with "github5", "github6"', "the first 5", "to the front"],
    plant: () => ({
      config: healthy({
        providers: [0, 1, 2, 3, 4, 5, 6].map((n) => ({ ...github, id: `github${n}` })),
        callbacks: { signIn: () => true },
      }),
      args: ["--offline"],
    }),
  },
  {
    because: "a relying party needs a real request",
    says: ['the passkeys of "passkey"', "no tenant", "Sign in with a passkey"],
    plant: () => ({
      config: healthy({
        adapter: MemoryAdapter(),
        experimental: { enableWebAuthn: true },
        providers: [Passkey({
          getRelayingParty: () => {
            throw new Error("no tenant");
          },
        })],
      }),
      env: { AUTH_URL: "http://localhost:3000/auth" },
    }),
  },
  {
    because: "a config is a function that needs a real request",
    says: ["which is a function", "no tenant", "as `config`"],
    plant: () => ({
      module: `import { DenoAuth } from "@x/auth/deno";
DenoAuth((request) => { throw new Error("no tenant"); });
export const config = { providers: [] };`,
      env,
    }),
  },
  {
    because: "every config is a function that needs a real request",
    says: ["which is a function", "no tenant", "as `config`"],
    findings: ["config-missing"],
    plant: () => ({
      module: `import { DenoAuth } from "@x/auth/deno";
DenoAuth((request) => { throw new Error("no tenant"); });`,
      env,
    }),
  },
  {
    because: "the module cannot be loaded",
    says: ["The config, its callbacks", "showed no config", "Correct what is said"],
    findings: ["module-failed"],
    plant: () => ({ module: 'throw new Error("no database");' }),
  },
  {
    because: "the module is not there",
    says: ["The config, its callbacks", "there is no module", "doctor src/auth.ts"],
    findings: ["module-missing"],
    plant: () => ({ module: "" }),
  },
  {
    because: "the running app does not answer as it should",
    says: ["of the running app", "does not answer", "Correct that first"],
    findings: ["base-path"],
    plant: (stack) => behindProxy(stack, { path: (path) => path.replace(/^\/auth/, "") }),
  },
  {
    because: "the running app has no CSRF protection",
    says: ["Cookies and forms", "answers 404", "Sign in once"],
    findings: ["csrf-disabled"],
    plant: (stack) => behindProxy(stack, {}, healthy({ skipCSRFCheck })),
  },
];

for (const { because, says, findings = [], plant } of ROWS) {
  Deno.test(`doctor: not checked, since ${because}`, async () => {
    await using stack = new AsyncDisposableStack();
    const { json, code } = await examine(plant(stack));
    const found = json.unchecked.find((each: Unchecked) => each.subject.includes(says[0]));
    assert(found, JSON.stringify(json.unchecked, null, 2));
    assertStringIncludes(found.reason, says[1]);
    assertStringIncludes(found.cure, says[2]);
    assertEquals(json.findings.map(({ id }: { id: string }) => id), findings);
    // What was not checked alone changes no exit code.
    const hasErrors = json.findings.some(({ severity }: { severity: string }) =>
      severity === "error"
    );
    assertEquals(code, hasErrors ? 1 : 0);
  });
}

Deno.test("doctor: with everything at hand, nothing is left unchecked", async () => {
  await using stack = new AsyncDisposableStack();
  const { config, fetch } = behindProxy(stack);
  const { findings, unchecked } = await diagnose(config!, {
    env: { AUTH_URL: `${PUBLIC}/auth` },
    url: PUBLIC,
    fetch,
  });
  assertEquals([findings, unchecked], [[], []]);
});

Deno.test("doctor: the text says what was not checked, and counts it", async () => {
  const { text } = await examine(
    { config: healthy({ providers: [github] }), args: ["--offline"] },
    [],
  );
  assertMatch(text, /^Not checked$/m);
  assertMatch(text, /^ {2}The server of the provider "github": --offline was passed\. Leave/m);
  assertMatch(text, /^0 errors, 0 warnings, \d not checked$/m);
});

Deno.test("doctor: no secret is in what was not checked", async () => {
  const { text } = await examine({
    config: healthy({
      callbacks: {
        signIn() {
          throw new Error(`refused by postgres://app:s3cr3t-word@db/app with ${SECRET}`);
        },
      },
    }),
  });
  assertStringIncludes(text, "postgres://app:[hidden]@db/app with [hidden]");
});

Deno.test("doctor: with --url, an app whose build alone loads its module is visited", async () => {
  await using stack = new AsyncDisposableStack();
  const { fetch } = behindProxy(stack);
  const folder = await Deno.makeTempDir({ prefix: "auth-doctor-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  await Deno.writeTextFile(`${folder}/auth.ts`, 'import "$env/dynamic/private";\n');
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const code = await main([...args, "--json"], { print, fetch: fetch!, env: {}, folder });
    const { findings, unchecked } = JSON.parse(lines.join("\n"));
    return { code, ids: findings.map(({ id }: { id: string }) => id), unchecked };
  };
  const { code, ids, unchecked } = await run("--url", PUBLIC);
  assertEquals([code, ids], [0, []]);
  assertStringIncludes(unchecked[0].reason, "only the build of its framework");
  // Without a URL nothing is examined, which is no good news; and a named module is meant.
  assertEquals((await run()).ids, ["module-failed"]);
  assertEquals((await run("auth.ts", "--url", PUBLIC)).ids, ["module-failed"]);
});

Deno.test("doctor: what its permissions keep it from is said, with the permission", async () => {
  const { stdout, code } = await runDoctor(["examples/deno_serve.ts", "--json"], {
    env: { AUTH_SECRET: SECRET, AUTH_GITHUB_ID: "Iv1.4f2c", AUTH_GITHUB_SECRET: "9b1d3e7a5c" },
    flags: ["--allow-read", "--allow-env=AUTH_SECRET,AUTH_GITHUB_ID,AUTH_GITHUB_SECRET,NO_COLOR"],
  });
  const { findings, unchecked } = JSON.parse(stdout) as {
    findings: unknown[];
    unchecked: Unchecked[];
  };
  assertEquals([code, findings], [0, []]);
  const of = (words: string) => unchecked.find(({ subject }) => subject.includes(words))?.cure;
  assertStringIncludes(of('the provider "github"')!, "--allow-net=github.com:443");
  assertStringIncludes(of("misspelt, placeholders")!, "--allow-env");
  assertStringIncludes(of("the printed permissions")!, "-A");
});
