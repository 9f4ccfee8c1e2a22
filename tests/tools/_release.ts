/**
 * What a release changes in the texts of the repository.
 *
 * @module
 */

/** Whether the first version comes after the second; `false` also for what is no version. */
export function isNewer(version: string, other: string): boolean {
  const [first, second] = [partsOf(version), partsOf(other)];
  if (!first || !second) return false;
  const index = first.findIndex((part, index) => part !== second[index]);
  return index >= 0 && first[index]! > second[index]!;
}

function partsOf(version: string): number[] | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return match ? match.slice(1).map(Number) : undefined;
}

/** Entries of a version, or of "Unreleased"; `undefined` without any. */
export function changelogSection(changelog: string, name: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m);
  for (const section of sections) {
    const [heading = "", ...lines] = section.split("\n");
    if (heading.split(" ")[0] === name) return lines.join("\n").trim() || undefined;
  }
  return undefined;
}

/** Gives the entries under "Unreleased" the heading of a version. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(/^## Unreleased$/m, `## ${version} (${date})`);
}

/**
 * A file with another version of this package: in the manifests as their own version, elsewhere
 * where the package is named with it.
 */
export function withVersion(path: string, text: string, from: string, to: string): string {
  const old = from.replaceAll(".", "\\.");
  const named = new RegExp(`(@x/auth(?:-\\w+)?(?:@\\^?|": "\\^)|x-auth-)${old}(?![\\d.]*\\d)`, "g");
  const replaced = text.replaceAll(named, (_, before: string) => before + to);
  const isManifest = /^(?:deno\.json|src\/frameworks\/\w+\/deno\.json)$/.test(path);
  return isManifest ? replaced.replace(`"version": "${from}"`, `"version": "${to}"`) : replaced;
}

/** The first version whose package is kept; previews before it were published nowhere. */
const FIRST = "0.2.0";

/** Name of the file of a version's package. */
export function packageName(version: string): string {
  return `x-auth-${version}.tgz`;
}

/** What a release adds to the repository, as path or as folder that ends with a slash. */
export function addedBy(version: string): readonly string[] {
  return [`tests/beside/released/${packageName(version)}`, `tests/formats/${version}/`];
}

/** What of a release is not among the tracked files. */
export function missingOf(version: string, tracked: readonly string[]): string[] {
  return addedBy(version).filter((added) =>
    !tracked.some((path) => added.endsWith("/") ? path.startsWith(added) : path === added)
  );
}

/** The newest version that the changelog names, and whose package must be there. */
export function newestVersion(changelog: string): string | undefined {
  const names = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, name]) => name!);
  const newest = names.reduce<string | undefined>(
    (known, name) => known === undefined || isNewer(name, known) ? name : known,
    undefined,
  );
  return newest === undefined || isNewer(FIRST, newest) ? undefined : newest;
}

/**
 * Versions of this package that the tables of a document were measured with; an empty text for a
 * table that names none.
 */
export function tableVersions(document: string): string[] {
  return document.split("\n\n").filter((paragraph) => paragraph.startsWith("Made on "))
    .map((paragraph) => TABLE_VERSION.exec(paragraph)?.[1] ?? "");
}

/** A document whose tables name a version, for a release that is only tried. */
export function withTableVersion(document: string, version: string): string {
  return document.split("\n\n").map((paragraph) => {
    if (!paragraph.startsWith("Made on ")) return paragraph;
    return TABLE_VERSION.test(paragraph)
      ? paragraph.replace(TABLE_VERSION, (found, before) => found.replace(before, version))
      : `${paragraph.replace(/\.$/, "")}; @x/auth ${version}.`;
  }).join("\n\n");
}

/** The lines are wrapped. */
const TABLE_VERSION = /@x\/auth\s(\d{1,5}\.\d{1,5}\.\d{1,5})/;
