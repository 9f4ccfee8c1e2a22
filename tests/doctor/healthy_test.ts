/**
 * No false alarm: stores, providers and mail servers that keep their promises have no finding.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { RecoveryCodes, Totp } from "@x/auth/factors";
import Nodemailer from "@x/auth/providers/nodemailer";
import Passkey from "@x/auth/providers/passkey";
import { DenoKvRecords } from "@x/auth/records/deno-kv";
import { MemoryRecords } from "@x/auth/records/memory";
import { SqliteRecords } from "@x/auth/records/sqlite";
import type { AuthConfig } from "@x/auth";
import { diagnose } from "@x/auth/doctor";
import { serveIdp } from "@x/auth/testing";
import { startOpenIDProvider } from "../../examples/demo/op.ts";
import { startMailServer } from "../_smtp.ts";
import { behindProxy, examine, healthy, type ProxyFaults } from "./_rig.ts";

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

for (const [subject, make] of Object.entries(CONFIGS)) {
  Deno.test(`doctor: no false alarm on ${subject}`, async () => {
    await using stack = new AsyncDisposableStack();
    const { findings } = await diagnose(healthy(await make(stack)), { env: {} });
    assertEquals(findings, []);
  });
}

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
