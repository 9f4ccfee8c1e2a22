/**
 * Row for a new app of SolidStart. What a reader of the guide has before is written here, since
 * create-solid takes its templates from GitHub, which need not be reachable where tests run.
 *
 * @module
 */

import type { FrameworkApp } from "./_rows.ts";

/** The app. */
export const solidStart: FrameworkApp = {
  name: "new app of SolidStart",
  guide: "solid-start",
  versionOf: "@solidjs/start",
  begins: {
    "package.json": JSON.stringify({
      type: "module",
      dependencies: {
        "@solidjs/router": "^1.0.0",
        "@solidjs/start": "^2.0.0",
        "nitro": "3.0.260903-beta",
        "node": "^26.0.0", // it requires at least 24
        "solid-js": "^1.9.0",
        "vite": "^8.0.0",
      },
      allowScripts: { node: true },
    }),
    "vite.config.ts": `import { solidStart } from "@solidjs/start/config";
import { nitro } from "nitro/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [solidStart(), nitro()] });
`,
    "src/app.tsx": `import { Router } from "@solidjs/router";
import { FileRoutes } from "@solidjs/start/router";
import { Suspense } from "solid-js";

export default function App() {
  return (
    <Router root={(props) => <Suspense>{props.children}</Suspense>}>
      <FileRoutes />
    </Router>
  );
}
`,
    "src/entry-client.tsx": `import { mount, StartClient } from "@solidjs/start/client";

mount(() => <StartClient />, document.getElementById("app")!);
`,
    "src/entry-server.tsx": `import { createHandler, StartServer } from "@solidjs/start/server";

export default createHandler(() => (
  <StartServer
    document={({ assets, children, scripts }) => (
      <html lang="en">
        <head>{assets}</head>
        <body>
          <div id="app">{children}</div>
          {scripts}
        </body>
      </html>
    )}
  />
));
`,
  },
  build: ["node", "node_modules/vite/bin/vite.js", "build"],
  start: () => ["node", "--env-file=.env", ".output/server/index.mjs"],
  basePath: "/api/auth",
};
