/**
 * Rows for Qwik City: our package, and the peer's with the same app.
 *
 * @module
 */

import type { FrameworkApp } from "./_rows.ts";

const qwik: FrameworkApp = {
  name: "qwik",
  folder: "examples/qwik",
  build: ["npm", "run", "build"],
  start: () => ["node", "server/entry.node-server.js"],
  basePath: "/auth",
  csrf: false,
};

/** Our package, after the peer's has shown that the app is written for it. */
export const qwikApps: FrameworkApp[] = [
  {
    ...qwik,
    name: "qwik with @auth/qwik",
    imports: {
      "@x/auth/qwik": "@auth/qwik",
      "@x/auth/providers/credentials": "@auth/qwik/providers/credentials",
    },
    dependencies: { "@x/auth": undefined, "@auth/qwik": "0.9.1" },
  },
  qwik,
];
