/**
 * A diagnosis as text for a terminal, and as JSON.
 *
 * @module
 */

import type { Diagnosis } from "./diagnosis.ts";
import { type Finding, type FindingGroup, groupOf, type Severity } from "./finding.ts";
import type { Unchecked } from "./unchecked.ts";

/** Headings of the groups, in the order in which they are printed. */
const HEADINGS: Readonly<Record<FindingGroup, string>> = {
  config: "Config",
  environment: "Environment",
  providers: "Providers",
  store: "Store",
  mail: "Mail",
  app: "Running app",
};

const COLORS: Readonly<Record<Severity, string>> = { error: "31", warning: "33", note: "36" };

/** Characters of a line, without the indentation. */
const WIDTH = 84;

/** Settings of {@linkcode toText}. */
export interface PrintOptions {
  /** Module or URL that was examined. */
  subject: string;
  /** `true` colors the severities. */
  hasColors: boolean;
  /** Command that runs the app; absent where Deno does not run it. */
  command?: RunCommand | undefined;
}

/** Command that runs the app, without its permissions. */
export interface RunCommand {
  /** Words before the permissions. */
  readonly before: string;
  /** Words after them. */
  readonly after: string;
  /** `true` when the app was loaded and its stores used with the permissions. */
  readonly isTried: boolean;
}

/** Numbers of findings, by severity. */
export interface Counts {
  /** Number of errors. */
  readonly errors: number;
  /** Number of warnings. */
  readonly warnings: number;
  /** Number of notes. */
  readonly notes: number;
}

/** Counts findings. */
export function countOf(findings: readonly Finding[]): Counts {
  const of = (severity: Severity) => findings.filter((found) => found.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), notes: of("note") };
}

/** A diagnosis as text. */
export function toText(
  diagnosis: Diagnosis,
  { subject, hasColors, command }: PrintOptions,
): string {
  const { findings, unchecked, redirectUris, permissions } = diagnosis;
  const lines = [`Doctor of @x/auth: ${subject}`];
  for (const [group, heading] of Object.entries(HEADINGS)) {
    const own = findings.filter(({ id }) => groupOf(id) === group);
    if (own.length > 0) {
      lines.push(
        "",
        heading,
        ...own.flatMap((found) => makeLines(found, hasColors)),
      );
    }
  }
  if (unchecked.length > 0) {
    lines.push("", "Not checked", ...unchecked.flatMap(linesOfUnchecked));
  }
  const uris = Object.entries(redirectUris);
  if (uris.length > 0) {
    const width = Math.max(...uris.map(([id]) => id.length));
    lines.push("", "Redirect URIs to register at the providers");
    lines.push(...uris.map(([id, uri]) => `  ${id.padEnd(width)}  ${uri}`));
  }
  if (command) {
    const { before, after, isTried } = command;
    const heading = `Narrowest permissions${isTried ? "" : ", as far as the config shows them"}`;
    lines.push("", heading, `  ${[before, ...permissions, after].join(" ")}`);
  }
  const { errors, warnings } = countOf(findings);
  const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const left = unchecked.length > 0 ? [`${unchecked.length} not checked`] : [];
  lines.push("", [plural(errors, "error"), plural(warnings, "warning"), ...left].join(", "));
  return lines.join("\n");
}

/** A diagnosis as JSON; the members are those of {@linkcode Diagnosis}, and the counts. */
export function toJson(diagnosis: Diagnosis, subject: string): string {
  return JSON.stringify({ subject, ...countOf(diagnosis.findings), ...diagnosis }, null, 2);
}

function makeLines({ id, severity, message, cure, docs }: Finding, hasColors: boolean): string[] {
  const word = hasColors ? `\x1b[${COLORS[severity]}m${severity}\x1b[0m` : severity;
  return [
    `  ${word} ${id}`,
    ...wrap(message).map((line) => `    ${line}`),
    ...wrap(`Cure: ${cure}`).map((line) => `    ${line}`),
    ...docs === undefined ? [] : [`    ${docs}`],
  ];
}

function linesOfUnchecked({ subject, reason, cure }: Unchecked): string[] {
  const [first = "", ...others] = wrap(`${subject}: ${reason.replace(/\.$/, "")}. ${cure}`);
  return [`  ${first}`, ...others.map((line) => `    ${line}`)];
}

/** Breaks text at spaces outside of code; words are never broken. */
function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line];
}
