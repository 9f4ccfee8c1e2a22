/**
 * The steps of a person from an empty folder, or from a new app, to a server that runs, and the
 * lines that the person writes.
 *
 * @module
 */

import { markdown } from "../_table.ts";

/** A step. The texts of `write` and `add` and the `to` of `replace` are what the person writes. */
export type Step =
  /** Runs to its end. */
  | { readonly kind: "command"; readonly line: string }
  /** The whole file. */
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  /** Lines at the end of a file, which can be new. */
  | { readonly kind: "add"; readonly path: string; readonly text: string }
  /** Other text in a file that a command has written. */
  | {
    readonly kind: "replace";
    readonly path: string;
    readonly from: string;
    readonly to: string;
  }
  /** Starts the server. */
  | { readonly kind: "start"; readonly line: string };

/** Libraries that are compared. */
export const LIBRARIES = ["@x/auth", "Auth.js", "Better Auth"] as const;

/** A library that is compared. */
export type Library = typeof LIBRARIES[number];

/** Apps in which they are compared. */
export const APPS = ["Deno.serve", "Next.js"] as const;

/** An app in which they are compared. */
export type App = typeof APPS[number];

/** A way to the first sign-in. */
export interface Recipe {
  readonly library: Library;
  readonly app: App;
  /** npm package whose installed version is printed; our own version is in `deno.json`. */
  readonly package?: string;
  readonly steps: readonly Step[];
  /** Path of the library's callback for the provider `op`. */
  readonly callbackPath: string;
  /** Authentication method of the client that is registered at the provider. */
  readonly authMethod: "client_secret_basic" | "client_secret_post";
  /** Path where a sign-in begins. */
  readonly signInPath: string;
  /** `true` when a button is pressed there, `false` when the path leads to the provider. */
  readonly hasButton: boolean;
}

/** Lines that a person writes. */
export interface Lines {
  readonly commands: number;
  /** Lines of `.env`. */
  readonly variables: number;
  /** Lines of all other files. */
  readonly code: number;
  readonly total: number;
}

/** Counts lines that are neither blank nor comments; a command counts as one. */
export function countLines(steps: readonly Step[]): Lines {
  let [commands, variables, code] = [0, 0, 0];
  for (const step of steps) {
    if (step.kind === "command" || step.kind === "start") commands++;
    else if (step.path === ".env") variables += writtenLines(step).length;
    else code += writtenLines(step).length;
  }
  return { commands, variables, code, total: commands + variables + code };
}

/** Lines of a file that count. */
function writtenLines(step: Exclude<Step, { line: string }>): string[] {
  const text = step.kind === "replace" ? step.to : step.text;
  const comment = step.path === ".env" ? /^#/ : /^(\/\/|\/\*|\*)/;
  return text.split("\n").filter((line) => line.trim() !== "" && !comment.test(line.trim()));
}

/** Text of a step in few words. */
export function nameOf(step: Step): string {
  return "line" in step ? `$ ${step.line}` : `${step.kind} ${step.path}`;
}

/** Everything that a person writes, for a reader who wants to check the count. */
export function listing(recipe: Recipe): string {
  const { commands, variables, code, total } = countLines(recipe.steps);
  const steps = recipe.steps.map((step) =>
    "line" in step
      ? nameOf(step)
      : [nameOf(step), ...writtenLines(step).map((line) => `    ${line}`)].join("\n")
  );
  const title = `${recipe.app}, ${recipe.library}: ${total} lines ` +
    `(${commands} commands, ${variables} variables, ${code} of code)`;
  return [title, ...steps].join("\n");
}

/** The median of one kind of step in seconds, and the range of all rounds. */
export interface Seconds {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Summary of seconds. */
export function toSeconds(samples: readonly number[]): Seconds {
  if (samples.length === 0) throw new RangeError("Cannot summarize: there are no samples");
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1
    ? sorted[middle]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, least: sorted[0]!, most: sorted.at(-1)! };
}

/** A recipe with its times. */
export interface Row {
  readonly recipe: Recipe;
  readonly cold: Seconds;
  readonly warm: Seconds;
}

/** The results: an app's libraries below each other, the least of a column in bold. */
export function resultsTable(rows: readonly Row[]): string {
  const head = ["App", "Library", "lines", "of code", "caches empty", "caches filled"];
  return markdown(
    head,
    rows.map(({ recipe, cold, warm }) => {
      const rivals = rows.filter((row) => row.recipe.app === recipe.app);
      const { total, code } = countLines(recipe.steps);
      const best = (value: number, of: (row: Row) => number, text: string) =>
        value <= Math.min(...rivals.map(of)) ? `**${text}**` : text;
      return [
        recipe.app,
        recipe.library,
        best(total, (row) => countLines(row.recipe.steps).total, String(total)),
        String(code),
        best(cold.median, (row) => row.cold.median, format(cold)),
        best(warm.median, (row) => row.warm.median, format(warm)),
      ];
    }),
  );
}

function format({ median, least, most }: Seconds): string {
  const digits = (value: number) => value.toFixed(1);
  return `${digits(median)} s (${digits(least)}–${digits(most)})`;
}
