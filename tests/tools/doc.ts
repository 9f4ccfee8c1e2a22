/**
 * Checks the documentation of every export of `deno.json`, and of the wrappers
 * that are separate packages; task `doc`.
 *
 * @module
 */

const { exports, workspace } = JSON.parse(await Deno.readTextFile("deno.json"));
const files = new Set<string>(Object.values(exports));
for (const member of workspace as string[]) {
  if (!member.startsWith("./src/frameworks/")) continue;
  const manifest = JSON.parse(await Deno.readTextFile(`${member}/deno.json`));
  // The wrappers' types refer to the stand-ins, so these are checked too.
  const paths = [manifest.exports, manifest.imports].flatMap((map) => Object.values<string>(map));
  for (const path of paths) files.add(`${member}/${path.slice(2)}`);
}
const { stderr } = await new Deno.Command(Deno.execPath(), {
  args: ["doc", "--lint", ...files],
  env: { NO_COLOR: "1" },
  stdout: "null",
}).output();

/** Types of a framework, which its own documentation has, are no types of this package. */
const foreign = new Map<string, Set<string>>();

/** The names that a file imports from packages. */
function namesIn(path: string): Set<string> {
  let names = foreign.get(path);
  if (!names) {
    const imports = Deno.readTextFileSync(path).matchAll(/^import \{([^}]*)\} from "[^."]/gm);
    const words = [...imports].flatMap(([, list]) => list!.split(","));
    names = new Set(words.map((word) => word.trim().replace(/^type /, "")));
    foreign.set(path, names);
  }
  return names;
}

const faults = new TextDecoder().decode(stderr).split(/^(?=error\[)/m).filter((block) => {
  const [, name] = /references private type '([\w$]+)/.exec(block) ?? [];
  const [, path] = /--> ([^:]+):\d/.exec(block) ?? [];
  return block.startsWith("error[") && !(name && path && namesIn(path).has(name));
});
for (const fault of faults) console.error(fault);
Deno.exit(faults.length > 0 ? 1 : 0);
