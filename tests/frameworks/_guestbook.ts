/**
 * The capability of `examples/guestbook`, which knows the public doors alone, in apps of frameworks:
 * its page, its records, and its endpoints for programs below the base path and at the root.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import ts from "typescript";
import type { FrameworkApp } from "./_rows.ts";
import type { Step } from "./_scenario.ts";

const source = await Deno.readTextFile(
  new URL("../../examples/guestbook/guestbook.ts", import.meta.url),
);

/** The capability as JavaScript, for apps without a compiler. */
const compiled = ts.transpileModule(source, {
  compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
}).outputText;

const KEY = "a-key-of-more-than-sixteen-characters";

/** What the config gets. */
const MEMBERS = `records: MemoryRecords(),
  capabilities: { guestbook: Guestbook({ key: "${KEY}" }) },`;

/** Files and changes of the app in `examples/next`. */
export const inNext: Pick<FrameworkApp, "files" | "texts"> = {
  files: {
    "guestbook.ts": source,
    "app/.well-known/guestbook/route.ts":
      'export { GET } from "../../api/auth/[...nextauth]/route";',
  },
  texts: {
    'import NextAuth from "@x/auth/next";': `import { MemoryRecords } from "@x/auth/records/memory";
import { Guestbook } from "./guestbook";
import NextAuth from "@x/auth/next";`,
    "unstable_update } = NextAuth({": `unstable_update } = NextAuth({
  ${MEMBERS}`,
  },
};

/** Files and changes of the app in `examples/express`. */
export const inExpress: Pick<FrameworkApp, "files" | "texts"> = {
  files: { "guestbook.js": compiled },
  texts: {
    'import express from "express";': `import express from "express";
import { MemoryRecords } from "@x/auth/records/memory";
import { Guestbook } from "./guestbook.js";`,
    "const config = {\n": `const config = {\n  ${MEMBERS}\n`,
    'app.use("/auth", ExpressAuth(config));': `app.use("/auth", ExpressAuth(config));
app.get("/.well-known/guestbook", ExpressAuth(config));`,
  },
};

/** Ada signs the guestbook, and programs read it. */
export const guestbookStep: Step = {
  name: "a capability from outside: page, records, endpoints for programs, a path at the root",
  async run({ origin, basePath }, { browser, post, signIn }) {
    const path = `${basePath}/guestbook`;
    const entry = async (headers: HeadersInit) => {
      const response = await browser.fetch(`${path}/1/entry`, { headers });
      assertEquals(response.headers.getSetCookie(), []);
      return { status: response.status, body: await response.json() };
    };
    const away = await browser.fetch(path);
    await away.body?.cancel();
    assertStringIncludes(
      away.headers.get("location") ?? "",
      `${basePath}/signin?error=SessionRequired`,
    );
    await (await signIn("ada", "lovelace")).response.body?.cancel();
    assertStringIncludes(await (await browser.fetch(path)).text(), "You have written nothing yet.");
    const signed = await post("/guestbook", { text: "Hello <world>" });
    await signed.body?.cancel();
    assertEquals([signed.status, signed.headers.get("location")], [302, origin + path]);
    assertStringIncludes(await (await browser.fetch(path)).text(), "Hello &lt;world>");

    assertEquals((await entry({})).status, 401, "cookies prove nothing to an endpoint of programs");
    assertEquals(await entry({ authorization: `Bearer ${KEY}` }), {
      status: 200,
      body: { text: "Hello <world>" },
    });
    const wellKnown = await browser.fetch("/.well-known/guestbook");
    assertEquals(await wellKnown.json(), { guestbook: origin });
    await (await post("/signout", { callbackUrl: origin })).body?.cancel();
  },
};
