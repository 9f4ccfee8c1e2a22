/**
 * Rows for Express on Node: our package on both majors, and the peer's with the
 * same app.
 *
 * @module
 */

import type { FrameworkApp } from "./_rows.ts";

const express: FrameworkApp = {
  name: "express",
  folder: "examples/express",
  start: () => ["node", "server.js"],
  basePath: "/auth",
};

/** Our package, after the peer's has shown that the app is written for it. */
export const expressApps: FrameworkApp[] = [
  {
    ...express,
    name: "express with @auth/express",
    imports: {
      "@x/auth/express": "@auth/express",
      "@x/auth/providers/credentials": "@auth/express/providers/credentials",
    },
    dependencies: { "@x/auth": undefined, "@auth/express": "^0.12.0" },
  },
  express,
  { ...express, name: "express 4", dependencies: { express: "^4.22.0" } },
];
