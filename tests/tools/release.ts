/**
 * Prepares a release, and helps the workflow that publishes it:
 *
 *     deno task release <version>          # everything that a release changes in the repository
 *     deno task release --check <tag>      # fails unless the tag is the version of all manifests,
 *                                          # with its package and its formats
 *     deno task release --notes <version>  # what CHANGELOG.md says about it
 *     deno task release --dry-run          # all of it in a copy, with the uploads as dry runs
 *
 * A release writes its number into every manifest and example, gives the entries under
 * "Unreleased" its heading, freezes its formats (`tests/formats/`), its exports
 * (`tests/exports.txt`) and its package (`tests/beside/released/`), which runs beside the next
 * version from then on. All of it is added to the index. Then commit, tag and push: the command prints
 * how.
 *
 * @module
 */

import { BENCHMARKS } from "../bench/_document.ts";
import { buildNpmPackage } from "./npm.ts";
import {
  addedBy,
  changelogSection,
  isNewer,
  missingOf,
  packageName,
  releaseChangelog,
  tableVersions,
  withTableVersion,
  withVersion,
} from "./_release.ts";

const RELEASED = "tests/beside/released";

/** Text files in which the number of a version may stand; what browsers and stores keep has it too. */
const NAMES_VERSION = /(?:^|\/)(?:deno\.json|deno\.lock|package\.json|.*\.(?:md|tsv))$/;

if (import.meta.main) {
  const [first, second] = Deno.args;
  if (first === "--check" && second) await check(second);
  else if (first === "--notes" && second) console.log(await notes(second));
  else if (first === "--dry-run") await dryRun();
  else if (first && isNewer(first, "0.0.0")) await release(first);
  else fail("Which version? Write `deno task release 1.2.3`");
}

/** Version of the manifest of this folder. */
async function currentVersion(): Promise<string> {
  return JSON.parse(await Deno.readTextFile("deno.json")).version;
}

async function release(version: string): Promise<void> {
  const changelog = await Deno.readTextFile("CHANGELOG.md");
  const current = await currentVersion();
  if (changelogSection(changelog, version)) fail(`${version} is in CHANGELOG.md already`);
  if (version !== current && !isNewer(version, current)) fail(`${version} is below ${current}`);
  if (!changelogSection(changelog, "Unreleased")) fail('CHANGELOG.md has nothing "Unreleased"');
  const date = new Date().toISOString().slice(0, 10);
  for (const path of await trackedFiles()) {
    if (!NAMES_VERSION.test(path) || path === "CHANGELOG.md") continue;
    const text = await Deno.readTextFile(path);
    const changed = withVersion(path, text, current, version);
    if (changed !== text) await Deno.writeTextFile(path, changed);
  }
  // Before the changelog has its heading, since formats of a released version are never written.
  await run("deno", "task", "formats", version);
  await Deno.writeTextFile("CHANGELOG.md", releaseChangelog(changelog, version, date));
  await run("deno", "task", "exports", "--accept");
  await Deno.remove(RELEASED, { recursive: true }).catch(() => {});
  const made = await Deno.makeTempDir({ prefix: "auth-release-" });
  try {
    const { tarball } = await buildNpmPackage(made);
    await Deno.mkdir(RELEASED, { recursive: true });
    await Deno.copyFile(tarball, `${RELEASED}/${packageName(version)}`);
  } finally {
    await Deno.remove(made, { recursive: true });
  }
  // A commit of all tracked files would leave the new ones out.
  await run("git", "add", "--update");
  await run("git", "add", "--", ...addedBy(version));
  await check(`v${version}`);
  console.log(`
${version} is prepared. Look at the changes, then:
  .ci/run
  git commit ${
    commitOf(version).map((word) => word.includes(" ") ? `"${word}"` : word).join(" ")
  } && git tag v${version}
  git push --follow-tags`);
}

/** Arguments of `git commit` for a release; `--all`, since the gate may mend a file. */
function commitOf(version: string): string[] {
  return ["--all", "--message", `release: ${version}`];
}

/**
 * Fails unless the tag names the version that all manifests and the changelog have, and git tracks
 * what its release added.
 */
async function check(tag: string): Promise<void> {
  const version = tag.replace(/^v/, "");
  const { workspace } = JSON.parse(await Deno.readTextFile("deno.json"));
  const members = (workspace as string[]).filter((member) => !member.startsWith("./tests/"));
  for (const folder of [".", ...members]) {
    const path = `${folder}/deno.json`;
    const { version: found } = JSON.parse(await Deno.readTextFile(path));
    if (found !== version) fail(`The tag is ${tag}, and ${path} has ${found}`);
  }
  await notes(version);
  for (const found of tableVersions(await Deno.readTextFile(BENCHMARKS))) {
    if (found === version) continue;
    fail(
      `${BENCHMARKS} has a table of ${found || "an unknown version"}: run ` +
        `\`deno task bench --for ${version}\` and \`deno task stopwatch --write --for ${version}\``,
    );
  }
  const missing = missingOf(version, await trackedFiles());
  if (missing.length > 0) fail(`git does not track ${missing.join(", ")}`);
  console.log(
    `${tag}: all manifests and CHANGELOG.md agree, and git tracks its package and formats`,
  );
}

async function notes(version: string): Promise<string> {
  const section = changelogSection(await Deno.readTextFile("CHANGELOG.md"), version);
  return section ?? fail(`CHANGELOG.md has no entries for ${version}`);
}

/** Prepares the next release in a copy of what git tracks, and uploads it nowhere. */
async function dryRun(): Promise<void> {
  const current = await currentVersion();
  const isReleased = changelogSection(await Deno.readTextFile("CHANGELOG.md"), current);
  const version = isReleased ? current.replace(/\d+$/, (patch) => `${+patch + 1}`) : current;
  const copy = await Deno.makeTempDir({ prefix: "auth-release-" });
  const here = Deno.cwd();
  try {
    for (const path of await trackedFiles()) {
      await Deno.mkdir(`${copy}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.copyFile(path, `${copy}/${path}`);
    }
    Deno.chdir(copy);
    await run("git", "init", "--quiet");
    await run("git", "add", ".");
    if (isReleased) {
      const text = await Deno.readTextFile("CHANGELOG.md");
      await Deno.writeTextFile(
        "CHANGELOG.md",
        text.replace("## ", "## Unreleased\n\n- A dry run.\n\n## "),
      );
    }
    // A release measures first; that takes half an hour on a quiet machine.
    const tables = await Deno.readTextFile(BENCHMARKS);
    await Deno.writeTextFile(BENCHMARKS, withTableVersion(tables, version));
    await run("git", "add", BENCHMARKS);
    const author = ["-c", "user.name=release", "-c", "user.email=release@localhost"];
    await run("git", ...author, "commit", "--quiet", "--message", "before the release");
    await run("deno", "task", "release", version);
    await run("git", ...author, "commit", "--quiet", ...commitOf(version));
    if (await outputOf("git", "status", "--porcelain")) fail("The commit leaves files out");
    await run("deno", "task", "release", "--check", `v${version}`);
    await run("deno", "task", "release", "--notes", version);
    // The types are those of the sources, which `deno task ok` checks, and so does an upload.
    await run("deno", "publish", "--dry-run", "--allow-dirty", "--no-check");
    const tarball = `${RELEASED}/${packageName(version)}`;
    await run("npm", "publish", "--dry-run", "--access=public", "--loglevel=error", tarball);
    console.log(`The release of ${version} would succeed`);
  } finally {
    Deno.chdir(here);
    await Deno.remove(copy, { recursive: true });
  }
}

async function trackedFiles(): Promise<string[]> {
  return (await outputOf("git", "ls-files")).split("\n").filter(Boolean);
}

async function outputOf(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await new Deno.Command(command, { args }).output();
  return new TextDecoder().decode(stdout);
}

/** Runs a command; its output is shown when it fails. */
async function run(command: string, ...args: string[]): Promise<void> {
  console.log(`$ ${[command, ...args].join(" ")}`);
  const program = command === "deno" ? Deno.execPath() : command;
  const { success, stdout, stderr } = await new Deno.Command(program, { args }).output();
  if (success) return;
  for (const bytes of [stdout, stderr]) console.error(new TextDecoder().decode(bytes));
  fail(`${command} ${args.join(" ")} failed`);
}

function fail(message: string): never {
  console.error(message);
  Deno.exit(1);
}
