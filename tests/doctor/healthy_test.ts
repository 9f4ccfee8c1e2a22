/**
 * No false alarm: stores, providers and mail servers that keep their promises have no finding.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { AccountPage } from "@x/auth/account";
import { RecoveryCodes, Totp } from "@x/auth/factors";
import { ApiKeys } from "@x/auth/keys";
import { NativeClients } from "@x/auth/native";
import { OAuthServer } from "@x/auth/oauth-server";
import { defineAccess, Organizations } from "@x/auth/organizations";
import GitHub from "@x/auth/providers/github";
import Nodemailer from "@x/auth/providers/nodemailer";
import Passkey from "@x/auth/providers/passkey";
import { DenoKvRecords } from "@x/auth/records/deno-kv";
import { MemoryRecords } from "@x/auth/records/memory";
import { SqliteRecords } from "@x/auth/records/sqlite";
import type { AuthConfig } from "@x/auth";
import { diagnose } from "@x/auth/doctor";
import { serveIdp, signInAs } from "@x/auth/testing";
import { startOpenIDProvider } from "../_openid_provider.ts";
import { startMailServer } from "../_smtp.ts";
import { behindProxy, examine, healthy, type ProxyFaults, PUBLIC } from "./_rig.ts";

/** Configs by their subject; what they open is closed with the stack. */
const CONFIGS: Readonly<
  Record<string, (stack: AsyncDisposableStack) => Promise<Partial<AuthConfig>>>
> = {
  "the memory adapter": () => Promise.resolve({ adapter: MemoryAdapter() }),
  "the SQLite adapter": (stack) => {
    const adapter = stack.adopt(SqliteAdapter(":memory:"), (each) => each[Symbol.dispose]());
    return Promise.resolve({ adapter });
  },
  "the Deno KV adapter": async (stack) => ({
    adapter: DenoKvAdapter(stack.use(await Deno.openKv(":memory:"))),
  }),
  "memory records": () => Promise.resolve({ records: MemoryRecords() }),
  "SQLite records": (stack) =>
    Promise.resolve({
      records: stack.adopt(SqliteRecords(":memory:"), (each) => each[Symbol.dispose]()),
    }),
  "Deno KV records": async (stack) => ({
    records: DenoKvRecords(stack.use(await Deno.openKv(":memory:"))),
  }),
  "revocable sessions, second factors, passkeys and mail": async (stack) => {
    const server = stack.use(await startMailServer());
    return {
      adapter: MemoryAdapter(),
      session: { revocation: {} },
      experimental: { enableWebAuthn: true },
      factors: [Totp(), RecoveryCodes()],
      providers: [
        Nodemailer({ server: server.url, from: "App <no-reply@app.example>", code: true }),
        Passkey,
      ],
    };
  },
  "API keys and native clients": () =>
    Promise.resolve({
      adapter: MemoryAdapter(),
      session: { revocation: {} },
      account: AccountPage(),
      sendMail() {},
      keys: ApiKeys({ prefix: "acme", scopes: ["project:read"], maxLag: 300 }),
      native: NativeClients({
        redirectUris: [
          "http://127.0.0.1/callback",
          "com.example.acme:/callback",
          "https://links.example/callback",
        ],
      }),
    }),
  "an authorization server, whose scopes have no words": () =>
    Promise.resolve({ ...authorizationServer("http://localhost:8000"), limits: false }),
  "the server of the test kit": async (stack) => {
    const { issuer, clientId, clientSecret } = stack.use(await serveIdp());
    return {
      providers: [{ id: "kit", name: "Kit", type: "oidc", issuer, clientId, clientSecret }],
    };
  },
  "a certified OpenID Provider": async (stack) => {
    const redirectUris = ["http://localhost:8000/auth/callback/op"];
    const { issuer, clientId, clientSecret } = stack.use(
      await startOpenIDProvider({ redirectUris }),
    );
    return {
      providers: [
        {
          ...{ id: "op", name: "OP", type: "oidc", issuer, clientId, clientSecret },
          checks: ["pkce", "state", "nonce"],
        } as AuthConfig["providers"][number],
      ],
    };
  },
};

const access = defineAccess({ permissions: {}, roles: { guest: {} } });

Deno.test("doctor: no false alarm on an organization, which stays as it is", async () => {
  const config = healthy({
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    sendMail() {},
    organizations: Organizations({ access }),
  });
  const membership = { organization: "acme", role: "guest" };
  await signInAs(config, { id: "bob", email: "bob@app.example" }, { membership });
  const { findings, unchecked } = await diagnose(config, { env: {}, organizations: ["acme"] });
  assertEquals(findings.filter(({ severity }) => severity !== "note"), []);
  assertEquals(unchecked.filter(({ subject }) => /organization/.test(subject)), []);
});

Deno.test("doctor: no false alarm on tables of members whose ids are numbers, or UUIDs", async () => {
  const formats = { numbers: /^\d+$/, UUIDs: /^[\da-f-]{36}$/ };
  for (const [name, format] of Object.entries(formats)) {
    const check = (id: string) => {
      if (!format.test(id)) throw new Error(`invalid input syntax: ${id}`);
    };
    const config = healthy({
      adapter: MemoryAdapter(),
      organizations: Organizations({
        access,
        memberships: {
          of: (userId) => (check(userId), []),
          in: (id) => (check(id), []),
          get: (_, userId) => (check(userId), null),
        },
      }),
    });
    const { findings } = await diagnose(config, { env: {} });
    assertEquals(findings.filter(({ severity }) => severity !== "note"), [], name);
  }
});

for (const [subject, make] of Object.entries(CONFIGS)) {
  Deno.test(`doctor: no false alarm on ${subject}`, async () => {
    await using stack = new AsyncDisposableStack();
    const { findings } = await diagnose(healthy(await make(stack)), { env: {} });
    assertEquals(findings, []);
  });
}

/** Callbacks that are right. */
const CALLBACKS: Readonly<Record<string, Partial<AuthConfig>>> = {
  "the usual ones for tokens": {
    callbacks: {
      signIn: ({ user }) => user.email?.endsWith("@app.example") ?? false,
      jwt: ({ token, account }) => account ? { ...token, provider: account.provider } : token,
      session: ({ session, token }) => ({ ...session, provider: token.provider }),
      redirect: ({ url, baseUrl }) => {
        if (url.startsWith("/")) return baseUrl + url;
        const { origin, hostname } = new URL(url);
        return origin === baseUrl || hostname.endsWith(".app.example") ? url : baseUrl;
      },
    },
  },
  "the usual ones for database sessions": {
    adapter: MemoryAdapter(),
    callbacks: {
      session({ session, user }) {
        session.user.id = user.id;
        return session;
      },
    },
  },
  "a refusal by an error": {
    callbacks: {
      signIn() {
        throw new Error("not invited");
      },
    },
  },
  "an end of each session": { callbacks: { jwt: () => null } },
  "tokens of the provider that stay in the session token": {
    providers: [GitHub({ clientId: "Iv1.4f2c", clientSecret: "9b1d3e7a5c" })],
    callbacks: { jwt: ({ token, account }) => account ? { ...token, ...account } : token },
  },
};

for (const [subject, more] of Object.entries(CALLBACKS)) {
  Deno.test(`doctor: no false alarm on callbacks: ${subject}`, async () => {
    const { findings } = await diagnose(healthy(more), { env: {}, offline: true });
    assertEquals(findings, []);
  });
}

/** Cookies that browsers keep, with the public URL. */
const COOKIES: Readonly<Record<string, readonly [AuthConfig["cookies"], url?: string]>> = {
  "for other sites, by https": [
    { sessionToken: { options: { sameSite: "none" } } },
    "https://app.example/auth",
  ],
  "for other sites, where no URL is known": [
    { sessionToken: { options: { sameSite: "none" } } },
  ],
  "without Secure, in development": [
    { sessionToken: { options: { secure: false } } },
    "http://localhost:3000/auth",
  ],
  "of a domain": [
    { sessionToken: { options: { domain: "app.example" } } },
    "https://app.example/auth",
  ],
};

for (const [subject, [cookies, url]] of Object.entries(COOKIES)) {
  Deno.test(`doctor: no false alarm on cookies ${subject}`, async () => {
    const env = url === undefined ? {} : { AUTH_URL: url };
    const { findings } = await diagnose(healthy({ cookies }), { env });
    assertEquals(findings, []);
  });
}

Deno.test("doctor: no false alarm on passkeys of the parent domain", async () => {
  const relayingParty = {
    id: "app.example",
    origin: ["https://www.app.example", "https://app.example"],
  };
  const { findings } = await diagnose(
    healthy({
      experimental: { enableWebAuthn: true },
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      providers: [Passkey({ relayingParty })],
    }),
    { env: { AUTH_URL: "https://www.app.example/auth" } },
  );
  assertEquals(findings.map(({ id }) => id), ["store-forgetful"]);
});

/** What proxies may do. */
const PROXIES: Readonly<Record<string, ProxyFaults>> = {
  "passes everything on": {},
  "compresses": {
    response: async (response) => {
      const headers = new Headers(response.headers);
      headers.set("content-encoding", "gzip");
      headers.delete("content-length");
      const body = new Response(await response.arrayBuffer()).body!;
      return new Response(body.pipeThrough(new CompressionStream("gzip")), {
        status: response.status,
        headers,
      });
    },
  },
  "adds headers": {
    response: (response) => {
      response.headers.set("x-cache", "MISS");
      response.headers.set("via", "1.1 proxy");
      response.headers.append("set-cookie", "route=node-1; Path=/; Secure");
      return response;
    },
  },
};

for (const [behavior, faults] of Object.entries(PROXIES)) {
  Deno.test(`doctor: no false alarm on an app behind a proxy that ${behavior}`, async () => {
    await using stack = new AsyncDisposableStack();
    const { code, json } = await examine(behindProxy(stack, faults));
    assertEquals([code, json.findings], [0, []]);
  });
}

for (const issuer of [PUBLIC, `${PUBLIC}/tenants/acme`]) {
  Deno.test(`doctor: no false alarm on a running authorization server with the issuer ${issuer}`, async () => {
    await using stack = new AsyncDisposableStack();
    const asked: string[] = [];
    const planted = behindProxy(stack, {
      answer: ({ url }) => void asked.push(new URL(url).pathname),
    }, healthy(authorizationServer(issuer)));
    const { findings, unchecked } = await diagnose(planted.config!, {
      env: {},
      url: PUBLIC,
      fetch: planted.fetch,
    });
    // In memory, which the app of this test may be.
    assertEquals(findings.map(({ id }) => id), ["store-forgetful"]);
    assertEquals(unchecked, []);
    const { pathname } = new URL(issuer);
    const own = pathname === "/" ? "" : pathname;
    const documents = [
      `/.well-known/oauth-authorization-server${own}`,
      `/.well-known/openid-configuration${own}`,
      `${own}/.well-known/openid-configuration`,
      "/.well-known/oauth-protected-resource/mcp",
      "/.well-known/oauth-protected-resource",
      "/auth/oauth/jwks",
    ];
    assertEquals(documents.filter((path) => !asked.includes(path)), []);
  });
}

function authorizationServer(issuer: string): Partial<AuthConfig> {
  return {
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    account: AccountPage(),
    sendMail() {},
    oauthServer: OAuthServer({
      issuer,
      registration: { metadataDocuments: "ask", dynamic: "open" },
      resources: {
        [`${PUBLIC}/mcp`]: { scopes: ["project:read"] },
        "https://api.example/": { scopes: ["file:read"] },
      },
    }),
  };
}
