import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type AdapterUser, Auth, type AuthConfig, AuthError } from "../../../../mod.ts";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import Credentials from "../../../../src/providers/credentials.ts";
import GitHub from "../../../../src/providers/github.ts";
import { toEnvironment } from "../../../../src/server/environment.ts";
import {
  defineAuth,
  getAccessToken,
  getProof,
  getSession,
  requireProof,
} from "../../../../src/frameworks/server.ts";
import {
  identify as identifySession,
  list as listSessions,
} from "../../../../src/server/sessions.ts";
import { createBrowser, signInAs } from "../../../../src/tools/testing/mod.ts";
import type { AuditEntry } from "../../../../src/types/audit.ts";
import { KeepTokens } from "../../../../src/capabilities/tokens/mod.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const ORIGIN = "https://app.example";

/** Configs by name; each has a fresh store. */
const configs: Record<string, () => AuthConfig> = {
  "token sessions without an adapter": () => ({ providers: [], secret: SECRET, trustHost: true }),
  "token sessions": () => ({
    providers: [],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    secret: SECRET,
    trustHost: true,
  }),
  "database sessions": () => ({
    providers: [],
    adapter: MemoryAdapter(),
    secret: SECRET,
    trustHost: true,
  }),
};

const requestWith = (headers: Headers) => new Request(`${ORIGIN}/`, { headers });

for (const [name, create] of Object.entries(configs)) {
  Deno.test(`signInAs(): the session is one of the app (${name})`, async () => {
    const config = create();
    const members = Object.keys(config);
    const user = { name: "Ada", email: "ada@app.example" };
    const { headers, setCookies } = await signInAs(config, user, { origin: ORIGIN });
    assertEquals((await getSession(requestWith(headers), config))?.user?.name, "Ada");
    const response = await Auth(new Request(`${ORIGIN}/auth/session`, { headers }), config);
    assertEquals((await response.json()).user.email, "ada@app.example");
    for (const cookie of setCookies) assertStringIncludes(cookie, "__Secure-");
    assertEquals(
      Object.keys(config).filter((key) => !["basePath", "logger"].includes(key)),
      members,
    );
  });

  Deno.test(`signInAs(): a browser takes the cookies and signs out (${name})`, async () => {
    const config = create();
    const browser = createBrowser(ORIGIN, { [ORIGIN]: (request) => Auth(request, config) });
    const { setCookies } = await signInAs(
      config,
      { name: "Ada", email: "ada@app.example" },
      { origin: ORIGIN },
    );
    browser.cookies.store(new URL(ORIGIN), setCookies);
    assertEquals((await browser.session())?.user?.name, "Ada");
    await (await browser.post("/signout")).body?.cancel();
    assertEquals(await browser.session(), null);
  });

  Deno.test(`signInAs(): the proof is the one that the test asks for (${name})`, async () => {
    const config: AuthConfig = { ...create(), session: { ...create().session, revocation: {} } };
    if (!config.adapter) delete config.session;
    const at = Math.floor(Date.now() / 1000) - 3600;
    const { headers } = await signInAs(config, { name: "Ada", email: "a@app.example" }, {
      origin: ORIGIN,
      proof: { at, methods: ["pwd", "mfa"] },
    });
    const proof = await getProof(requestWith(headers), config);
    assertEquals({ at: proof?.at, methods: proof?.methods }, { at, methods: ["pwd", "mfa"] });
    assertEquals(await requireProof(requestWith(headers), config, { methods: ["mfa"] }), null);
    const stale = await requireProof(requestWith(headers), config, { maxAge: 60 });
    assertStringIncludes(stale!, "/auth/signin");
  });
}

Deno.test("signInAs(): Playwright's shape of the cookies", async () => {
  const { cookies, storageState } = await signInAs(
    configs["token sessions without an adapter"]!(),
    {
      name: "Ada",
    },
  );
  const { value, expires, ...rest } = cookies[0]!;
  assertEquals(value.length > 100, true);
  assertEquals(Math.abs(expires - Date.now() / 1000 - 30 * 86_400) < 60, true);
  assertEquals(rest, {
    name: "authjs.session-token",
    domain: "localhost",
    path: "/",
    httpOnly: true,
    secure: false,
    sameSite: "Lax",
  });
  assertEquals(storageState, { cookies, origins: [] });
});

Deno.test("signInAs(): a claim set that needs several cookies", async () => {
  const config: AuthConfig = {
    ...configs["token sessions without an adapter"]!(),
    callbacks: { jwt: ({ token }) => ({ ...token, large: "x".repeat(3500) }) },
  };
  const { headers, cookies } = await signInAs(config, { name: "Ada" }, { origin: ORIGIN });
  assertEquals(cookies.map(({ name }) => name.slice(-2)), [".0", ".1"]);
  assertEquals((await getSession(requestWith(headers), config))?.user?.name, "Ada");
});

Deno.test("signInAs(): a user whom the adapter knows is used, another one is created", async () => {
  const adapter = MemoryAdapter();
  const config: AuthConfig = { providers: [], adapter, secret: SECRET, trustHost: true };
  const stored = await adapter.createUser!({
    id: "ignored",
    name: "Ada",
    email: "ada@app.example",
    emailVerified: null,
  }) as AdapterUser;
  const sign = async (user: { id?: string; name?: string; email?: string }) =>
    (await signInAs(config, user, { origin: ORIGIN })).user.id;
  assertEquals(await sign({ id: stored.id }), stored.id);
  assertEquals(await sign({ email: "ada@app.example" }), stored.id);
  const other = await sign({ name: "Bob", email: "bob@app.example" });
  assertEquals(other === stored.id, false);
  assertEquals((await adapter.getUser!(other!))?.name, "Bob");
  assertEquals((await listSessions({ ...config, adapter }, stored.id)).length, 2);
});

Deno.test("signInAs(): the app's callbacks and events run", async () => {
  const seen: string[] = [];
  const audited: AuditEntry[] = [];
  const config: AuthConfig = {
    ...configs["token sessions"]!(),
    providers: [Credentials({ authorize: () => null })],
    callbacks: {
      signIn: () => false,
      jwt: ({ token, trigger, account }) => {
        if (trigger) seen.push(`${trigger} ${account?.provider}`);
        return token;
      },
    },
    events: {
      signIn: ({ user }) => void seen.push(`event ${user.name}`),
      audit: (entry) => void audited.push(entry),
    },
  };
  const user = { name: "Ada", email: "ada@app.example" };
  const { headers } = await signInAs(config, user, { origin: ORIGIN });
  assertEquals(seen, ["signUp credentials", "event Ada"]);
  assertEquals(audited.map(({ name }) => name), ["session.started"]);
  assertEquals((await identifySession(config, requestWith(headers)))?.id, audited[0]!.sessionId);
});

Deno.test("signInAs(): tokens of the account are those that getAccessToken() finds", async () => {
  const config: AuthConfig = {
    ...configs["token sessions"]!(),
    providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
    tokens: KeepTokens(),
  };
  const { headers } = await signInAs(config, { name: "Ada", email: "ada@app.example" }, {
    origin: ORIGIN,
    account: { provider: "github", providerAccountId: "1", access_token: "token-1" },
  });
  const token = await getAccessToken(requestWith(headers), config);
  assertEquals(token?.accessToken, "token-1");
});

Deno.test("signInAs(): the result of defineAuth, and the environment of the app", async () => {
  const auth = defineAuth({ providers: [] });
  const env = toEnvironment((name) =>
    ({ AUTH_SECRET: SECRET, AUTH_URL: "https://env.example/api/auth" })[name]
  );
  const { setCookies } = await signInAs(auth, { name: "Ada" }, { env });
  assertStringIncludes(setCookies[0]!, "__Secure-authjs.session-token=");
});

for (const variable of ["NODE_ENV=production", "DENO_ENV=production", "DENO_DEPLOYMENT_ID=1"]) {
  Deno.test(`signInAs(): refused with ${variable}`, async () => {
    const [known, value] = variable.split("=");
    const env = toEnvironment((name) => name === known ? value : undefined);
    await assertRejects(
      () => signInAs(configs["database sessions"]!(), { name: "Ada" }, { env }),
      AuthError,
      "Cannot use the test kit in production",
    );
  });
}
