import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { MemoryRecords } from "../../../../adapters/records/memory.ts";
import type { AuthConfig } from "../../../../mod.ts";
import {
  NativeClients,
  type NativeClientsOptions,
} from "../../../../src/capabilities/native/mod.ts";
import { createConfig } from "../../_context.ts";

const OIDC = {
  id: "op",
  name: "OP",
  type: "oidc" as const,
  issuer: "https://op.example",
  clientId: "client",
  clientSecret: "client secret",
};

function problemOf(options: NativeClientsOptions, config: Partial<AuthConfig> = {}) {
  const { error: problem } = createConfig({
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    native: NativeClients(options),
    ...config,
  }).config;
  return problem?.message;
}

Deno.test("NativeClients(): takes its defaults, and valid options", () => {
  assertEquals(problemOf({}), undefined);
  assertEquals(
    problemOf({
      redirectUris: ["http://127.0.0.1/callback", "com.example.app:/callback"],
      accessMaxAge: 30,
      idTokens: { op: ["com.example.app"] },
    }, { providers: [OIDC] }),
    undefined,
  );
});

const { records: _, ...tablesOnly } = MemoryAdapter();

const CELLS: readonly [string, NativeClientsOptions, Partial<AuthConfig>, string][] = [
  ["no adapter", {}, { adapter: undefined, records: MemoryRecords() }, "set `adapter`"],
  ["an adapter without getUser", {}, {
    adapter: { ...MemoryAdapter(), getUser: undefined } as unknown as AuthConfig["adapter"],
    session: { strategy: "jwt", revocation: {} },
  }, "`getUser`"],
  ["no session records", {}, { adapter: tablesOnly, session: {} }, "it needs a store of records"],
  ["no records", {}, { adapter: tablesOnly }, "it needs a store of records"],
  ["a short life", { accessMaxAge: 29 }, {}, "native.accessMaxAge"],
  ["a long life", { accessMaxAge: 86_401 }, {}, "native.accessMaxAge"],
  ["a life that is no number", { accessMaxAge: "600" as never }, {}, "native.accessMaxAge"],
  ["URIs that are no list", { redirectUris: "x" as never }, {}, "native.redirectUris"],
  ["localhost", { redirectUris: ["http://localhost/"] }, {}, "http://127.0.0.1/…"],
  ["a short scheme", { redirectUris: ["myapp:/callback"] }, {}, "com.example.app:/callback"],
  ["an unknown provider", { idTokens: { op: ["x"] } }, {}, "native.idTokens.op"],
  ["a provider without ID tokens", { idTokens: { acme: ["x"] } }, {}, "native.idTokens.acme"],
  ["no client ids", { idTokens: { op: [] } }, { providers: [OIDC] }, "a list of client ids"],
];

for (const [name, options, config, expected] of CELLS) {
  Deno.test(`NativeClients(): refuses ${name}`, () => {
    assertStringIncludes(problemOf(options, config) ?? "no problem", expected);
  });
}

Deno.test("NativeClients(): the config takes its value alone", () => {
  const { error: problem } = createConfig({ native: { id: "native" } }).config;
  assertStringIncludes(problem?.message ?? "", "NativeClients() of @x/auth/native");
});
