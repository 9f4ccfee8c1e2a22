/**
 * Facts about the source that `changes_test.ts` compares with its lists: steps of forms, questions
 * about changes, and places that write.
 *
 * @module
 */

/** A file without its comments. */
export interface Code {
  path: string;
  text: string;
  code: string;
}

/** The files below `src`, without the kit for tests. */
export async function readCode(): Promise<Code[]> {
  const found: Code[] = [];
  const visit = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory) {
        if (path !== "src/tools/testing") await visit(path);
      } else if (/\.tsx?$/.test(name)) {
        const text = await Deno.readTextFile(path);
        found.push({ path, text, code: withoutComments(text) });
      }
    }
  };
  await visit("src");
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** Paths of the files whose code matches. */
export function pathsWith(files: readonly Code[], pattern: RegExp): string[] {
  return files.filter(({ code }) => pattern.test(code)).map(({ path }) => path);
}

/** A member of a table on its first level: with a value, in short, or as a method. */
const MEMBER = /^ {2}(?:async )?"?([\w-]+)"?[:,(]/gm;

/** The names of the action table, which has a handler for each. */
export function actionsIn({ code }: Pick<Code, "code">): string[] {
  const table = /const actions: [^=]+= \{\n([\s\S]*?)\n\};/.exec(code)?.[1] ?? "";
  return [...table.matchAll(MEMBER)].map(([, name]) => name!);
}

/** The paths of endpoints of capabilities that take a POST. */
export function postEndpointsIn(files: readonly Pick<Code, "code">[]): string[] {
  const endpoint =
    /\bkind: "(?:ambient|explicit)",[^{}[\]]*\bpath: "([^"]+)",[^{}[\]]*\bmethods: \[([^\]]*)\]/g;
  return files.flatMap(({ code }) =>
    [...code.matchAll(endpoint)].flatMap(([, path, methods]) =>
      methods!.includes('"POST"') ? [path!] : []
    )
  );
}

/** Code that reads which step a form is for. */
export const READS_STEP =
  /readField\(\s*\w+,\s*"step"\s*\)|\{[^{}]*\bstep\b[^{}]*\} = [\w.]*body\b/;

/**
 * The steps that a file knows: the cases of a `switch`, the texts that a step is compared with,
 * and the members of the tables in which a step is looked up.
 */
export function stepsIn({ code }: Pick<Code, "code">): string[] {
  const steps = new Set<string>();
  for (const [, , cases] of code.matchAll(/^( *)switch \(step\) \{\n([\s\S]*?)\n\1\}/gm)) {
    for (const [, step] of cases!.matchAll(/^ *case "([\w-]+)":/gm)) steps.add(step!);
  }
  for (const [, step] of code.matchAll(/(?<![.\w])step === "([\w-]+)"/g)) steps.add(step!);
  for (const [, table] of code.matchAll(/Object\.hasOwn\((\w+), step\)/g)) {
    const body = new RegExp(`const ${table}: [^=]+(?:=>[^=]+)?= \\{\\n([\\s\\S]*?)\\n\\};`)
      .exec(code)?.[1] ?? "";
    for (const [, step] of body.matchAll(MEMBER)) steps.add(step!);
  }
  return [...steps].sort();
}

/** The changes that a file asks for, and the questions that name none. */
export function questionsIn({ code }: Pick<Code, "code">): { asked: string[]; unnamed: string[] } {
  const calls = [...code.matchAll(/(?<!function )\bassertMayChange\(\s*([^,()]+),\s*([^,()]+)/g)];
  const count = [...code.matchAll(/(?<!function )\bassertMayChange\(/g)].length;
  const asked: string[] = [];
  const unnamed: string[] = calls.length === count ? [] : ["a call that cannot be read"];
  for (const [, , change] of calls) {
    const name = /^"([a-z-]+)"$/.exec(change!.trim())?.[1];
    if (name) asked.push(name);
    // The table of a page names it.
    else if (change!.trim() === "change" && /\bchange: "[a-z-]+"/.test(code)) {
      asked.push(...[...code.matchAll(/\bchange: "([a-z-]+)"/g)].map(([, one]) => one!));
    } else unnamed.push(change!.trim());
  }
  return { asked, unnamed };
}

/** The words of errors about each change, and what it needs, as its table says. */
export function changesIn(
  { code }: Pick<Code, "code">,
): Map<string, [words: string, need: string]> {
  const rows = code.matchAll(/^ {2}"?([a-z-]+)"?: \["([^"]+)", "([a-z]+)"\],$/gm);
  return new Map([...rows].map(([, name, words, need]) => [name!, [words!, need!]]));
}

/** Calls of a store that change what a user is, and how it can sign in. */
export const STORE_WRITES =
  /\.(linkAccount|unlinkAccount|createAuthenticator|deleteAuthenticator|renameAuthenticator|updateAuthenticatorCounter|createUser|createUserWithAccount|createUsers|updateUser|deleteUser)[!?]?\.?\(/;

/** Calls that write records: of a kind, of `tryPut`, or of the store. */
export const RECORD_WRITES =
  /\btryPut\(|\.(put|take|deleteOwner)\(|\.(add|replace|update|removeAll)\(\s*(([\w!?]+\.){0,4}records\b|recordsOf\()/;

/** Functions that change a way in or a protection, or show everything, and ask nobody. */
export const CHANGERS = [
  "changeAddress",
  "addEnrolment",
  "applyDueDeletion",
  "cancelDeletion",
  "cancelReset",
  "changePassword",
  "deleteDue",
  "addFactor",
  "enroll",
  "makeUserExport",
  "forgetDevices",
  "reserveAddress",
  "importPassword",
  "keepUndo",
  "putPassword",
  "registerPasskey",
  "removeEnrolment",
  "removeUserFactor",
  "removeKey",
  "removePassword",
  "renameEnrolment",
  "renameUserFactor",
  "renameKey",
  "renameUser",
  "replaceData",
  "requestDeletion",
  "requestReset",
  "revokeAll",
  "revokeOne",
  "setPassword",
  "takeAddress",
  "takePassword",
  "trustDevice",
  "undoChange",
] as const;

/** Matches code that uses one; `remove` and `unlink` are common names, found by their import. */
export const USES_CHANGER = new RegExp(
  `\\b(${CHANGERS.join("|")})\\b|import \\{[^}]*\\b(remove|unlink)\\b[^}]*\\} from ` +
    `"[^"]*accounts/manage\\.ts"`,
);
