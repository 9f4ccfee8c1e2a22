/**
 * The typed apps that the command `move` is tried on, after the move: the compiler accepts each. Their
 * packages are installed once, in the folder above theirs, where Node looks too.
 *
 * @module
 */

import { moveApps, planOf, writeFiles } from "../move/_apps.ts";
import type { PackageStep, Run } from "./_package.ts";

const PACKAGES = [
  ...["next@15", "react@19", "react-dom@19", "@types/node@24", "@types/react@19"],
  ...["typescript@5.9", "@auth/prisma-adapter@2", "@auth/drizzle-adapter@1", "vitest@4"],
  ...["express@5", "@types/express@5", "hono@4", "@sveltejs/kit@2", "svelte@5", "drizzle-orm@0.45"],
  ...["pg@8", "@types/pg@8", "better-sqlite3@12", "@types/better-sqlite3@7", "nodemailer@7"],
  ...["@types/nodemailer@7", "@simplewebauthn/server@14", "resend@6", "better-auth@1.7.25"],
];

/** Steps: the installation, and one for each app. */
export function movedAppsSteps(tarball: string, run: Run): PackageStep[] {
  const install: PackageStep = {
    name: "installs the packages",
    async run(dir, signal) {
      await Deno.writeTextFile(`${dir}/package.json`, '{ "private": true }');
      const flags = ["--legacy-peer-deps", "--ignore-scripts"];
      await run(dir, "npm", ["install", ...flags, tarball, ...PACKAGES], signal);
    },
  };
  const typed = moveApps.filter(({ isTyped }) => isTyped !== false);
  return [
    install,
    ...typed.map(({ name, files }): PackageStep => ({
      name: `compiles: ${name}`,
      limit: "compile",
      async run(dir, signal) {
        const folder = `${dir}/${name.replaceAll(/\W+/g, "_")}`;
        await writeFiles(folder, files);
        const { plan } = await planOf(folder);
        for (const { path, after } of plan.changes) await writeFiles(folder, { [path]: after });
        const compiler = `${dir}/node_modules/typescript/bin/tsc`;
        await run(folder, "node", [compiler, "--noEmit", "--pretty", "false"], signal);
      },
    })),
  ];
}
