/**
 * The plan of each app of the matrix: its sentences and its diff are those of `expected/`, which
 * `deno run -A tests/tools/moves.ts` writes.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { makePlan } from "../../src/tools/move/make_plan.ts";
import { inApp, moveApps, planOf, recordOf, recordPath, writeFiles } from "./_apps.ts";

for (const app of moveApps) {
  Deno.test(`move: ${app.name}: the plan and the diff are the expected ones`, async () => {
    assertEquals(await recordOf(app), await Deno.readTextFile(recordPath(app)));
  });

  Deno.test(`move: ${app.name}: a second run changes nothing`, async () => {
    await inApp(app, async (folder) => {
      const { plan } = await planOf(folder);
      const [stop] = plan.notes.filter(({ kind }) => kind === "stop");
      assertEquals(stop, undefined);
      for (const { path, after } of plan.changes) await writeFiles(folder, { [path]: after });
      const again = await makePlan(folder, () => {});
      assertEquals(typeof again === "string" ? [] : again.plan.changes, []);
    });
  });
}

Deno.test("move: the matrix has at least 24 apps, each with a record, and no other record is there", async () => {
  assert(moveApps.length >= 24, `${moveApps.length} apps`);
  const names: string[] = [];
  for await (const { name } of Deno.readDir(new URL("expected/", import.meta.url))) {
    names.push(name);
  }
  const own = moveApps.map((app) => recordPath(app).pathname.split("/").at(-1)!);
  assertEquals(names.toSorted(), own.toSorted());
});

Deno.test("move: a person gets no line to write in half of the apps of Auth.js, and at most 5 of next-auth 4 and 11 of Better Auth", async () => {
  const counts: Record<string, number[]> = {
    "auth-js": [],
    "better-auth": [],
    "next-auth-4": [],
  };
  for (const app of moveApps) {
    await inApp(app, async (folder) => {
      const { plan, library } = await planOf(folder);
      counts[library]!.push(plan.notes.filter(({ kind }) => kind === "left").length);
    });
  }
  const sorted = counts["auth-js"]!.toSorted((a, b) => a - b);
  assertEquals(sorted[Math.floor(sorted.length / 2)], 0, sorted.join(" "));
  for (const [library, limit] of [["next-auth-4", 5], ["better-auth", 11]] as const) {
    const most = Math.max(...counts[library]!);
    assert(most <= limit, `${library}: ${most} lines`);
  }
});

Deno.test("move: of 3,000 files, those that use the library are parsed", async () => {
  const [app] = moveApps;
  const files: Record<string, string> = {};
  for (let i = 0; i < 3000; i++) files[`lib/part_${i}.ts`] = `export const part = ${i};\n`;
  await inApp({ files: { ...app!.files, ...files } }, async (folder) => {
    const told: number[] = [];
    const planned = await makePlan(folder, (done) => told.push(done));
    assert(typeof planned !== "string");
    const { plan } = planned;
    assert(plan.app.searched > 3000);
    assertEquals(plan.app.files.size, 4);
    assert(plan.parsed <= 5, `${plan.parsed} files were parsed`);
    assertEquals(told, [0, 500, 1000, 1500, 2000, 2500, 3000]);
  });
});

/** Configs of Better Auth, with what is in the new one and what is not. */
const CONFIGS: readonly (readonly [name: string, config: string, has: string, hasNot: string])[] = [
  [
    "emails of an app without passwords make no provider that everybody can sign up with",
    "emailAndPassword: { enabled: false }, emailVerification: { sendOnSignUp: true },",
    "providers: []",
    "Nodemailer",
  ],
  [
    "sessions whose end is not written last 7 days",
    "session: { updateAge: 60, cookieCache: { enabled: true } },",
    "maxAge: 60 * 60 * 24 * 7, updateAge: 60",
    "expiresIn",
  ],
  [
    "a method that turns sign-ups off turns them off",
    "plugins: [magicLink({ get disableSignUp() { return true; } })],",
    'signUp: "invited"',
    "magicLink",
  ],
];

for (const [name, config, has, hasNot] of CONFIGS) {
  Deno.test(`move: Better Auth: ${name}`, async () => {
    const files = {
      "package.json": '{ "dependencies": { "next": "^15.5.0", "better-auth": "^1.7.25" } }',
      "lib/auth.ts": `import { betterAuth } from "better-auth";
import { magicLink } from "better-auth/plugins";
import { Pool } from "pg";
const pool = new Pool();
export const auth = betterAuth({ database: pool, ${config} });
`,
    };
    await inApp({ files }, async (folder) => {
      const { plan } = await planOf(folder);
      assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
      const text = plan.changes.find(({ path }) => path === "lib/auth.ts")!.after;
      assert(text.includes(has) && !text.includes(hasNot), text);
    });
  });
}

Deno.test("move: Better Auth: names of a page stay apart, and its text can be parsed", async () => {
  const files = {
    "package.json": '{ "dependencies": { "next": "^15.5.0", "better-auth": "^1.7.25" } }',
    "lib/auth.ts": `import { betterAuth } from "better-auth";
import { passkey } from "better-auth/plugins/passkey";
import { Pool } from "pg";
const pool = new Pool();
export const auth = betterAuth({ database: pool, plugins: [passkey({ rpID: "acme.example" })] });
`,
    "app/page.tsx": `import { createAuthClient } from "better-auth/react";
const client = createAuthClient();
export default function Page({ status }) {
  const { data, isPending } = client.useSession();
  const state = { isPending, data };
  if (isPending) return <Spinner isPending={isPending} of={state} status={status} />;
  return <button onClick={() => client.signIn.social({ provider: "github", errorCallbackURL: "/oh" })} />;
}
`,
    "middleware.ts": `import { getSessionCookie } from "better-auth/cookies";
import { auth as ba } from "./lib/auth";
export const middleware = (request) => getSessionCookie(request) ? next(ba) : leave();
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const textOf = (path: string) => plan.changes.find((one) => one.path === path)!.after;
    for (
      const [path, text] of [
        ["app/page.tsx", "const { data, status: sessionStatus } = useSession();"],
        ["app/page.tsx", 'const state = { isPending: sessionStatus === "loading", data };'],
        ["app/page.tsx", '<Spinner isPending={(sessionStatus === "loading")} of={state} status='],
        ["middleware.ts", "async (request) => await ba.getSession(request) ?"],
        ["lib/auth.ts", 'Passkey({ relayingParty: { id: "acme.example" } })'],
      ] as const
    ) {
      assert(textOf(path).includes(text), textOf(path));
    }
    const isListed = plan.notes.some(({ kind, text }) =>
      kind === "left" && text.includes("`errorCallbackURL`")
    );
    assert(isListed);
  });
});

Deno.test("move: Better Auth: a middleware that has another `auth` reads the session by a name of its own", async () => {
  const files = {
    "package.json": '{ "dependencies": { "next": "^16.0.0", "better-auth": "^1.7.25" } }',
    "lib/auth.ts": `import { betterAuth } from "better-auth";
import { Pool } from "pg";
export const auth = betterAuth({ database: new Pool() });
`,
    "src/proxy.ts": `import { getSessionCookie } from "better-auth/cookies";
const auth = "x-auth";
export default (request) => getSessionCookie(request) ? next(auth) : leave();
`,
  };
  await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    const text = plan.changes.find(({ path }) => path === "src/proxy.ts")!.after;
    assert(text.includes('import { auth as sessionAuth } from "../lib/auth"'), text);
    assert(text.includes("async (request) => await sessionAuth.getSession(request) ?"), text);
  });
});
