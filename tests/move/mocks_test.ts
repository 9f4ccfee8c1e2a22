/**
 * Tests of an app that replace the read of the session go on to replace it.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { inApp, planOf } from "./_apps.ts";

const app = (test: string) => ({
  "package.json": JSON.stringify({
    dependencies: { next: "^16.0.0", "next-auth": "^4.24.11" },
  }),
  "lib/auth.ts": `import type { NextAuthOptions } from "next-auth";
import GitHub from "next-auth/providers/github";

export const authOptions: NextAuthOptions = {
  providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
};
`,
  "pages/api/auth/[...nextauth].ts": `import NextAuth from "next-auth";
import { authOptions } from "../../../lib/auth";

export default NextAuth(authOptions);
`,
  "test/page.test.ts": test,
});

/** The test after the move, and what is left to a person in it. */
async function moved(test: string): Promise<{ text: string; left: string[] }> {
  return await inApp({ files: app(test) }, async (folder) => {
    const { plan } = await planOf(folder);
    const path = "test/page.test.ts";
    const left = plan.notes.filter((one) => one.kind === "left" && one.path === path);
    return {
      text: plan.changes.find((change) => change.path === path)!.after,
      left: left.map(({ line }) => String(line)),
    };
  });
}

const IMPORT = 'import { getServerSession } from "next-auth/next";\n';
const MOVED_IMPORT = 'import { auth as getServerSession } from "../lib/auth";\n';
const USE = "\njest.mocked(getServerSession).mockResolvedValue(null);\n";

const cases: Readonly<Record<string, readonly [before: string, after: string]>> = {
  "a member": [
    'jest.mock("next-auth/next", () => ({ getServerSession: jest.fn() }));\n',
    'jest.mock("../lib/auth", () => ({ auth: jest.fn() }));\n',
  ],
  "a function that returns the object": [
    `jest.mock('next-auth/next', function () {
  return { getServerSession };
});
`,
    `jest.mock('../lib/auth', function () {
  return { auth: getServerSession };
});
`,
  ],
  "a method": [
    'vi.doMock("next-auth/next", () => ({ async getServerSession() { return null; } }));\n',
    'vi.doMock("../lib/auth", () => ({ async auth() { return null; } }));\n',
  ],
  "a mock of the module with the options": [
    `vi.mock("next-auth/next", () => ({ getServerSession: vi.fn() }));
vi.mock("../lib/auth", () => ({ authOptions: {} }));
`,
    'vi.mock("../lib/auth", () => ({ auth: vi.fn(), authOptions: {} }));\n',
  ],
};

for (const [name, [before, after]] of Object.entries(cases)) {
  Deno.test(`move: the mock of a read of the session: ${name}`, async () => {
    assertEquals(await moved(IMPORT + before + USE), {
      text: MOVED_IMPORT + after + USE,
      left: [],
    });
  });
}

const others: Readonly<Record<string, string>> = {
  "has more than the read":
    'vi.mock("next-auth/next", () => ({ getServerSession: vi.fn(), default: vi.fn() }));\n',
  "has what another module exports":
    'vi.mock("next-auth/next", async (real) => ({ ...await real(), getServerSession: vi.fn() }));\n',
  "has both names of the read":
    'vi.mock("next-auth/next", () => ({ getServerSession: one, unstable_getServerSession: one }));\n',
  "stands beside one of the module that has the name":
    `vi.mock("next-auth/next", () => ({ getServerSession: vi.fn() }));
vi.mock("../lib/auth", () => ({ auth: vi.fn(), authOptions: {} }));
`,
  "is made elsewhere": 'vi.mock("next-auth/next", mockOf("getServerSession"));\n',
  "stands beside one of the options that is made elsewhere":
    `vi.mock("next-auth/next", () => ({ getServerSession: vi.fn() }));
vi.mock("../lib/auth", makeOptions);
`,
};

for (const [name, mock] of Object.entries(others)) {
  Deno.test(`move: a mock that ${name} is listed`, async () => {
    assertEquals(await moved(IMPORT + mock + USE), {
      text: (IMPORT + mock + USE).replaceAll('"next-auth/next"', '"@x/auth/next"'),
      left: ["2"],
    });
  });
}

Deno.test("move: of the mocks of two modules with the read, one is moved and one is listed", async () => {
  const mocks = `vi.mock("next-auth/next", () => ({ getServerSession: vi.fn() }));
vi.mock("next-auth", () => ({ getServerSession: vi.fn() }));
`;
  const { text, left } = await moved(IMPORT + mocks + USE);
  assertEquals(text.split("\n").slice(1, 3), [
    'vi.mock("../lib/auth", () => ({ auth: vi.fn() }));',
    'vi.mock("@x/auth/next", () => ({ getServerSession: vi.fn() }));',
  ]);
  assertEquals(left, ["3"]);
});

Deno.test("move: the read of a test without a mock keeps its module", async () => {
  const { text, left } = await moved(IMPORT + USE);
  assertEquals(text, IMPORT.replace("next-auth/next", "@x/auth/next") + USE);
  assertEquals(left, []);
});

Deno.test("move: Better Auth: mocks of the config and of the client are listed, and no others", async () => {
  const files = {
    "package.json": JSON.stringify({
      dependencies: { next: "^16.0.0", "better-auth": "^1.7.25" },
    }),
    "lib/auth.ts": `import { betterAuth } from "better-auth";
import { Pool } from "pg";

export const auth = betterAuth({ database: new Pool() });
`,
    "lib/auth-client.ts": `import { createAuthClient } from "better-auth/react";

export const authClient = createAuthClient();
`,
    "test/page.test.ts":
      `vi.mock("../lib/auth", () => ({ auth: { api: { getSession: vi.fn() } } }));
vi.mock("../lib/auth-client", () => ({ authClient: { useSession: vi.fn() } }));
vi.mock("../lib/other", () => ({ other: vi.fn() }));
`,
    "lib/other.ts": "export const other = 1;\n",
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const left = plan.notes.filter(({ path }) => path === "test/page.test.ts");
    assertEquals(left.map(({ kind, line, text }) => [kind, line, text.split(",")[0]]), [
      ["left", 1, "the test replaces `lib/auth.ts`"],
      ["left", 2, "the test replaces `lib/auth-client.ts`"],
    ]);
  });
});
