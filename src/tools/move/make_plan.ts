/**
 * Reads an app and plans its move. Nothing is written.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type App, type Library, type Progress, readApp } from "./app.ts";
import { moveAuthJs } from "./auth_js.ts";
import { moveBetterAuth } from "./better_auth.ts";
import { installedVersion } from "./installed.ts";
import { changeManifest, checkVersions } from "./manifest.ts";
import { moveNextAuth4 } from "./next_auth_4.ts";
import { moveOwn } from "./own.ts";
import { Draft, type Plan } from "./plan.ts";
import { makeResolver } from "./resolver.ts";
import { findParser, type Parser } from "./typescript.ts";

/** A plan with what it was made by. */
export interface Planned {
  /** The plan. */
  readonly plan: Plan;
  /** The library that the app uses. */
  readonly library: Library;
  /** Whose TypeScript has parsed the files. */
  readonly parser: Parser;
}

/**
 * Plans the move of the app in a folder; a sentence when there is nothing to plan.
 *
 * @param isOwn `true` for a move between versions of this library
 */
export async function makePlan(
  folder: string,
  progress: Progress,
  isOwn = false,
): Promise<Planned | string> {
  const app = await readApp(folder, progress, isOwn);
  if (typeof app === "string") return app;
  if (isOwn && app.found.length === 0) return `${app.manifest.path} does not depend on @x/auth`;
  const library = libraryOf(app);
  if (typeof library === "object") return library.problem;
  // A package of a workspace can depend on it for the code of another one, which has to move first.
  if (app.files.size === 0) {
    return `No file in ${folder} names ${
      app.found[0]!.name
    }: run the command where the config is, ` +
      `or remove the package from ${app.manifest.path}`;
  }
  const parser = await findParser(folder);
  if (!parser) {
    return "The files are parsed with TypeScript 5 or 6, which is not installed; version 7 has no " +
      "interface for that. Run `npx --package=typescript@5 --package=@x/auth x-auth move`, which " +
      "adds nothing to the app";
  }
  const draft = new Draft(
    app,
    parser.ts,
    makeResolver(folder, parser.ts, app.framework),
    (path) => {
      try {
        return readFileSync(join(folder, path), "utf8");
      } catch {
        return undefined;
      }
    },
  );
  checkVersions(draft, (name) => installedVersion(folder, name));
  for (const path of app.links) {
    const text =
      "this is a link to a file of another folder: run the command there, or copy the file";
    draft.notes.push({ kind: "stop", path, text });
  }
  for (const path of app.long) {
    const text = "the file is too long for the command to read: move what it uses by hand";
    draft.notes.push({ kind: "left", path, text });
  }
  MOVES[library](draft);
  return { plan: draft.finish([changeManifest(draft)]), library, parser };
}

/** What moves an app of a library. */
const MOVES: Readonly<Record<Library, (draft: Draft) => void>> = {
  "auth-js": moveAuthJs,
  "better-auth": moveBetterAuth,
  "next-auth-4": moveNextAuth4,
  "x-auth": moveOwn,
};

/** The one library of an app. */
function libraryOf(app: App): Library | { problem: string } {
  const libraries = [...new Set(app.found.map(({ library }) => library))];
  // `@auth/core` beside next-auth 4 has the types of an adapter.
  const isOfAdapter = app.found.every(({ library, name }) =>
    library !== "auth-js" || name === "@auth/core"
  );
  if (libraries.includes("next-auth-4") && isOfAdapter) {
    libraries.splice(0, libraries.length, ...libraries.filter((one) => one !== "auth-js"));
  }
  const [library, ...others] = libraries;
  if (others.length > 0) {
    const names = app.found.map(({ name, version }) => `${name} ${version}`).join(", ");
    return {
      problem: `The app has several libraries: ${names}. Remove the one that it does not use`,
    };
  }
  if (library) return library;
  const known = app.packages.get("next-auth");
  if (known !== undefined) {
    return {
      problem: `next-auth ${known} is neither version 4 nor version 5: update it to 4 first`,
    };
  }
  if (app.packages.has("@x/auth")) {
    return { problem: "The app uses @x/auth already: nothing to move" };
  }
  const where = app.members.length > 0
    ? `: run the command in ${app.members.join(", or in ")}`
    : ": it depends on none of next-auth, @auth/core, @auth/sveltekit, @auth/express, " +
      "@auth/solid-start, @auth/qwik and better-auth";
  return { problem: `There is no library to move from in ${app.manifest.path}${where}` };
}
