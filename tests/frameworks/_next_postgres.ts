/**
 * Row for the guide to Next.js with PostgreSQL, on a server of its own.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { FrameworkApp } from "./_rows.ts";
import { signInAtProvider, type Step } from "./_scenario.ts";

const scenario: Step[] = [{
  name:
    "OpenID Connect: page and session show the user with the app's own column; sign-out ends it",
  async run(app, visitor) {
    assertStringIncludes((await visitor.read("/page")).text, "You are not signed in");
    await signInAtProvider(app, visitor, "/page");
    const { text } = await visitor.read("/page");
    // Comments of React are between the parts of a sentence.
    assertStringIncludes(text, "Hello Grace Hopper, your plan is free");
    assertEquals((await visitor.session())?.plan, "free");
    await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
    assertEquals(await visitor.session(), null);
  },
}];

/** The guide, with an OpenID Provider beside its own: passwords need no database. */
export const nextPostgres: FrameworkApp = {
  name: "next-postgres",
  guide: "next-postgres",
  versionOf: "next",
  needsPostgres: true,
  texts: { "[GitHub]": '[GitHub, { id: "op", name: "OP", type: "oidc" }]' },
  files: {
    // Without the fonts of the template, which a build fetches from Google.
    "app/layout.tsx": `import type { ReactNode } from "react";

export default function RootLayout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  },
  build: ["node", "node_modules/next/dist/bin/next", "build"],
  start: (port) => ["node", "node_modules/next/dist/bin/next", "start", "-p", String(port)],
  basePath: "/api/auth",
  scenario,
  quiet: /error|warn/i,
};
