/**
 * A move from an earlier version of this library. `names_0.2.txt` has the names of 0.2: those of each
 * subpath, with `@x/auth/types` for all of that one, and the members of options. It is never changed.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../src/tools/move/command.ts";
import { makePlan } from "../../src/tools/move/make_plan.ts";
import { FUNCTIONS, GONE, OPTIONS, PARTS, TYPES } from "../../src/tools/move/own_renames.ts";
import { fromText } from "../tools/_exports.ts";
import { inApp, writeFiles } from "./_apps.ts";

const now = fromText(await Deno.readTextFile(new URL("../exports.txt", import.meta.url)));
const before = new Map(
  (await Deno.readTextFile(new URL("names_0.2.txt", import.meta.url))).trim()
    .replaceAll("\n  ", " ").split("\n").map((line) => {
      const [name, ...words] = line.split(" ");
      return [name!, words] as const;
    }),
);

Deno.test("move --from 0.2: each subpath, export and option of 0.2 is there, is renamed, or has a reason", () => {
  const types = before.get("@x/auth/types")!;
  const missing: string[] = [];
  for (const [name, words] of before) {
    if (!name.startsWith("@x/auth")) {
      const lines = Object.values(now).flatMap((entry) => entry[name] ?? []);
      const members = new Set(lines.map((line) => /^(?:readonly )?(\w+)/.exec(line)?.[1]));
      if (lines.length === 0) continue; // Its name is among those of a subpath.
      for (const word of words) {
        if (!members.has(word) && !Object.hasOwn(OPTIONS, word)) missing.push(`${name}.${word}`);
      }
      continue;
    }
    const entry = now[name];
    if (!entry) missing.push(name);
    for (const word of words.flatMap((one) => one === "@x/auth/types" ? types : [one])) {
      const isServer = name === "@x/auth/server";
      const isKnown = Object.hasOwn(PARTS, word) || Object.hasOwn(GONE, word) ||
        (isServer && (FUNCTIONS.has(word) || TYPES.has(word)));
      if (entry && !(word in entry) && !isKnown) missing.push(`${word} of ${name}`);
    }
  }
  assertEquals(missing, []);
});

Deno.test("move --from 0.2: what stands in place of a name is exported", () => {
  for (
    const { module, name } of [...FUNCTIONS.values(), ...TYPES.values(), ...Object.values(OPTIONS)]
  ) {
    assert(now[module] && name in now[module], `${name} of ${module}`);
  }
  assert("Texts" in now["@x/auth/types"]!);
});

const APP: Readonly<Record<string, string>> = {
  "deno.json": `{
  "imports": {
    "@x/auth": "jsr:@x/auth@^0.1.0"
  }
}
`,
  "auth.ts": `import { type AccountPageTexts, type DialogTexts } from "@x/auth/types";
import { defineAuth } from "@x/auth/server";

export const texts: Partial<AccountPageTexts> = {};
export type Dialog = DialogTexts;
export const config = { providers: [] };
export const auth = defineAuth({
  providers: [],
  account: true,
  tokens: { providers: ["github"] },
});
`,
  "admin.ts": `import {
  beginAddressChange,
  type SessionInfo,
  suspendUser,
} from "@x/auth/server";
import { auth, config } from "./auth.ts";

export async function stop(id: string): Promise<SessionInfo[]> {
  await suspendUser(config, id);
  await auth.suspendUser(id);
  return await auth.listSessions(id);
}
export const begin = (request: Request, email: string, headers: Headers) =>
  beginAddressChange(request, config, email, headers);
export const member = (request: Request) => auth.organizations.membershipOf(request, "tea");
`,
};

Deno.test("move --from 0.2: imports, calls, arguments, types and options are written anew, and the rest is listed", async () => {
  await inApp({ files: APP }, async (folder) => {
    const planned = await makePlan(folder, () => {}, true);
    assert(typeof planned !== "string", String(planned));
    const { plan } = planned;
    const textOf = (path: string) => plan.changes.find((one) => one.path === path)!.after;
    for (
      const [path, text] of [
        ["deno.json", "jsr:@x/auth@^0.2.0"],
        ["auth.ts", 'Partial<Texts["account"]>'],
        ["auth.ts", "account: AccountPage(),"],
        ["auth.ts", 'tokens: KeepTokens({ providers: ["github"] }),'],
        ["auth.ts", 'from "@x/auth/account";'],
        ["admin.ts", 'import { suspend as suspendUser } from "@x/auth/users";'],
        ["admin.ts", 'import { type SessionInfo } from "@x/auth/sessions";'],
        ["admin.ts", "await auth.users.suspend(id);"],
        ["admin.ts", "auth.sessions.list(id)"],
        ["admin.ts", "beginAddressChange(config, request, email, headers)"],
        ["admin.ts", 'auth.organizations.readMembership(request, "tea")'],
      ] as const
    ) {
      assertStringIncludes(textOf(path), text);
    }
    const left = plan.notes.filter(({ kind }) => kind === "left");
    assertEquals(left.map(({ path, text }) => [path, text.slice(0, 13)]), [[
      "auth.ts",
      "`DialogTexts`",
    ]]);
    for (const { path, after } of plan.changes) await writeFiles(folder, { [path]: after });
    const again = await makePlan(folder, () => {}, true);
    assertEquals(typeof again === "string" ? [] : again.plan.changes, []);
  });
});

Deno.test("move --from 0.2: versions in imports are those of today, and names that a module passes on are listed", async () => {
  const files = {
    "deno.json": '{ "imports": { "@x/auth/": "jsr:/@x/auth@0.1.0/" } }',
    "a.ts": `import { defineAuth } from "jsr:@x/auth@^0.1.0/server";
import { type SessionInfo, suspendUser } from "npm:@x/auth@0.1/server";
export { listFactors, defineAuth as define } from "@x/auth/server";
export type { CeremonyError } from "@x/auth/types";
export const use = [defineAuth, suspendUser] as SessionInfo[];
`,
  };
  await inApp({ files }, async (folder) => {
    const planned = await makePlan(folder, () => {}, true);
    assert(typeof planned !== "string", String(planned));
    const { changes, notes } = planned.plan;
    const { after } = changes.find(({ path }) => path === "a.ts")!;
    assertStringIncludes(after, 'from "jsr:@x/auth@^0.2.0/server"');
    assertStringIncludes(after, '{ suspend as suspendUser } from "npm:@x/auth@^0.2.0/users"');
    const left = notes.filter(({ kind }) => kind === "left");
    assertEquals(left.map(({ line }) => line), [3, 4]);
  });
});

Deno.test("move --from 0.2: names that other code has stay as they are", async () => {
  const files = {
    "package.json": '{ "dependencies": { "@x/auth": "^0.2.0" } }',
    "a.ts": `import { getSession } from "@x/auth/hono";
import { suspendUser } from "./own.ts";
export const done = { suspendUser, name: store.suspendUser(getSession), texts: "@x/auth" };
`,
    "own.ts": 'export const suspendUser = () => "@x/auth";\n',
  };
  await inApp({ files }, async (folder) => {
    const planned = await makePlan(folder, () => {}, true);
    assert(typeof planned !== "string", String(planned));
    assertEquals(planned.plan.changes, []);
  });
});

Deno.test("move --from: another version and an app without this library are said", async () => {
  const run = async (folder: string, ...args: string[]) => {
    const lines: string[] = [];
    const code = await main([folder, ...args], {
      print: (text) => lines.push(text),
      tell: () => {},
    });
    return { code, text: lines.join("\n") };
  };
  await inApp({ files: { "package.json": "{}" } }, async (folder) => {
    for (const args of [["--from", "0.9"], ["--from"], ["--from", ""], ["--from", "--json"]]) {
      const { code, text } = await run(folder, ...args);
      assertEquals(code, 2, args.join(" "));
      assertStringIncludes(text, "pass 0.2");
    }
    const { code, text } = await run(folder, "--from", "0.2");
    assertEquals([code, text], [1, "package.json does not depend on @x/auth"]);
  });
});

Deno.test("move --from 0.2: a config with a name moves, and other uses of a result and a module are listed", async () => {
  const files = {
    "package.json": '{ "dependencies": { "@x/auth": "^0.2.0" } }',
    "auth.js": `import { defineAuth } from "@x/auth/server";
import * as server from "@x/auth/server";
const config = { providers: [], account: true };
export const auth = defineAuth(config);
export const other = defineAuth(makeConfig());
const { suspendUser } = auth;
auth["suspendUser"]("1");
server.suspendUser(config, "1");
(await import("@x/auth/server")).suspendUser(config, "1");
auth[name]("1");
server.beginAddressChange(...given);
`,
    "more.js": `import { beginAddressChange, defineAuth } from "@x/auth/server";
import { shared } from "./shared.js";
beginAddressChange(...given);
export const more = defineAuth(shared);
export const last = defineAuth({ account: isOn });
`,
    "shared.js": 'export const shared = { account: true, name: "@x/auth" };\n',
  };
  await inApp({ files }, async (folder) => {
    const planned = await makePlan(folder, () => {}, true);
    assert(typeof planned !== "string");
    const { changes, notes } = planned.plan;
    const linesOf = (name: string) =>
      notes.filter(({ kind, path }) => kind === "left" && path === name).map(({ line }) => line);
    assertEquals([...new Set(linesOf("auth.js"))], [5, 6, 7, 8, 9, 10, 11]);
    assertEquals(linesOf("more.js"), [3, 5]);
    assertEquals(linesOf("shared.js"), [1]);
    assertStringIncludes(
      changes.find(({ path }) => path === "auth.js")!.after,
      "account: AccountPage()",
    );
  });
});
