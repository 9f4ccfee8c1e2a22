/**
 * A plan as text for the terminal, and as JSON.
 *
 * @module
 */

import { guideUrl } from "../doctor/docs.ts";
import type { Planned } from "./make_plan.ts";
import type { Kind, Note } from "./plan.ts";

/** Names of the libraries, as people write them. */
const LIBRARIES = {
  "auth-js": "Auth.js v5",
  "next-auth-4": "next-auth 4",
  "better-auth": "Better Auth",
  "x-auth": "@x/auth",
} as const;

/** Headings, in the order in which they are printed. */
const HEADINGS: readonly (readonly [Kind, string])[] = [
  ["change", "Changes"],
  ["stop", "Stops the command: nothing is written until these are settled"],
  ["left", "Left to you"],
  ["later", "Later"],
];

/** What happened to the plan. */
export interface Outcome {
  /** `true` when the files are written. */
  readonly isWritten: boolean;
  /** Id of the commit. */
  readonly commit?: string | undefined;
  /** Sentences about the steps after the edits. */
  readonly remarks: readonly string[];
  /** What was found after the edits. */
  readonly found: readonly Note[];
}

/** Name of the library that an app moves from. */
export function nameOf({ library }: Planned): string {
  return LIBRARIES[library];
}

/** A plan as text. */
export function toText(planned: Planned, outcome: Outcome): string {
  const { plan, parser } = planned;
  const { app } = plan;
  const notes = [...plan.notes, ...outcome.found];
  const packages = app.found.map(({ name, version }) => `${name} ${version}`).join(", ");
  const framework = [app.framework, ...app.framework === "Next.js" ? [routersOf(app.routers)] : []];
  const lines = [
    `Move to @x/auth: ${app.folder}`,
    `  ${nameOf(planned)} (${packages}), ${
      framework.filter(Boolean).join(", ") || "no framework"
    }, ` +
    app.manager,
    `  ${app.files.size} of ${app.searched} files use it; parsed with ${
      parser.isOfApp ? "the TypeScript of the app" : "the TypeScript that comes with the command"
    }`,
  ];
  for (const [kind, heading] of HEADINGS) {
    const own = notes.filter((note) => note.kind === kind);
    if (own.length > 0) lines.push("", heading, ...own.flatMap(linesOf));
  }
  if (outcome.remarks.length > 0) lines.push("", ...outcome.remarks);
  const count = (kind: Kind) => notes.filter((note) => note.kind === kind).length;
  const { length } = plan.changes;
  const files = `${length} ${length === 1 ? "file" : "files"} ${
    outcome.isWritten ? "changed" : "to change"
  }`;
  lines.push("", `${files}, ${count("left")} left to you, ${count("stop")} stops`);
  if (!outcome.isWritten && length > 0 && count("stop") === 0) {
    lines.push("Nothing is written. `--write` does it, as one commit.");
  }
  return lines.join("\n");
}

/** A plan as JSON. */
export function toJson(planned: Planned, outcome: Outcome): string {
  const { plan, library, parser } = planned;
  const { app } = plan;
  return JSON.stringify(
    {
      folder: app.folder,
      library,
      packages: Object.fromEntries(app.found.map(({ name, version }) => [name, version])),
      framework: app.framework ?? null,
      routers: app.routers,
      manager: app.manager,
      searched: app.searched,
      parsed: plan.parsed,
      parser: parser.isOfApp ? "app" : "command",
      isWritten: outcome.isWritten,
      commit: outcome.commit ?? null,
      changes: plan.changes,
      notes: [...plan.notes, ...outcome.found].map(({ guide, ...note }) => ({
        ...note,
        ...guide === undefined ? {} : { docs: guideUrl(guide) },
      })),
      remarks: outcome.remarks,
    },
    null,
    2,
  );
}

function linesOf({ kind, path, line, text, guide, code }: Note): string[] {
  const place = line === undefined ? path : `${path}:${line}`;
  const box = kind === "change" ? "" : "[ ] ";
  const link = guide === undefined || kind === "change" ? [] : [`      ${guideUrl(guide)}`];
  const copied = code?.split("\n").map((one) => one === "" ? "" : `      ${one}`) ?? [];
  return [`  ${box}${place}: ${text}`, ...link, ...copied];
}

function routersOf(routers: readonly string[]): string {
  return routers.length === 2 ? "both routers" : `${routers[0] ?? "no"} router`;
}
