/**
 * The texts of pages and emails where they are written: in English one a line of the files that
 * {@linkcode ENGLISH_FILES} lists, with notes for translators, and in other languages one a line of
 * `src/languages/*.json`.
 *
 * @module
 */

/** Files with texts in English, by what the paths of their texts begin with. */
export const ENGLISH_FILES: readonly (readonly [start: string, file: string])[] = [
  ["", "pages/english.ts"],
  ["links", "src/mail/foot_english.ts"],
  ["factor", "pages/factor/english.ts"],
  ["factors", "pages/factor/factors_english.ts"],
  ["password", "pages/password/english.ts"],
  ["account", "pages/account/english.ts"],
  ["activity", "pages/activity/english.ts"],
  ["acting", "pages/acting/english.ts"],
  ["address", "pages/address/english.ts"],
  ["connections", "pages/connections/english.ts"],
  ["device", "pages/oauth_server/device_english.ts"],
  ["developerApps", "pages/oauth_server/developer_english.ts"],
  ["keys", "pages/keys/english.ts"],
  ["organizationKeys", "pages/keys/organization_english.ts"],
  ["native", "pages/native/english.ts"],
  ["operators", "pages/operators/english.ts"],
  ["oauthServer", "pages/oauth_server/english.ts"],
  ["organizations", "pages/organizations/english.ts"],
  ["roles", "pages/organizations/roles_english.ts"],
  ["permissions", "pages/permissions_english.ts"],
  ["mails.link", "src/mail/link_english.ts"],
  ["mails.factorCode", "src/capabilities/factors/code_english.ts"],
  ["mails", "src/capabilities/address/code_english.ts"],
  ["notices", "src/mail/notice_english.ts"],
  ["notices.account", "src/mail/account_english.ts"],
  ["notices.acting", "src/capabilities/operators/acting_english.ts"],
  ["notices.address", "src/capabilities/address/notice_english.ts"],
  ["notices.connections", "src/capabilities/connections/notice_english.ts"],
  ["notices.factors", "src/capabilities/factors/notice_english.ts"],
  ["notices.organizations", "src/capabilities/organizations/notice_english.ts"],
  ["notices.passwords", "src/capabilities/passwords/notice_english.ts"],
];

/** Folder of the other languages. */
const LANGUAGES = "src/languages";

/** What a text begins with that is not translated yet. */
export const UNTRANSLATED = "[en] ";

/** Plural forms, in the order in which they are written (CLDR). */
const FORMS = ["zero", "one", "two", "few", "many", "other"];

/** A text in English. */
export interface EnglishText {
  /** Names, separated by dots. */
  path: string;
  /** The text. */
  text: string;
  /** What translators should know; of its group where the text has no note of its own. */
  note: string | undefined;
}

/** Texts by their paths. */
export type FlatTexts = Record<string, string>;

/** A text, or the begin of a group. */
const LINE = /^ *([\w$]+|"[^"]+"): (?:\{|("(?:[^"\\]|\\.)*"),)$/;

/** A note for translators, above its text or group. */
const NOTE = /^ *\/\*\* (.+) \*\/$/;

/** A line of a file in English, with the note above it. */
interface Line {
  /** Path of the text or group within the file; of the group that ends. */
  path: string;
  /** What begins, stands there or ends. */
  kind: "group" | "text" | "end";
  /** The text. */
  text?: string;
  /** The note. */
  note?: string | undefined;
}

/** A file in English. */
interface EnglishFile {
  /** Lines before the texts. */
  head: string[];
  /** The texts. */
  lines: Line[];
}

const join = (...names: string[]) => names.filter(Boolean).join(".");
const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf("."), 0));
const lastOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** A value as JSON, in which characters that nobody sees are escaped. */
function quoted(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\p{Cf}\p{Zs}]/gu,
    (one) => one === " " ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The line as it is written. */
function written({ path, kind, text, note }: Line): string {
  const indent = "  ".repeat(path.split(".").length);
  if (kind === "end") return `${indent}},`;
  const name = /^[A-Za-z_$][\w$]*$/.test(lastOf(path)) ? lastOf(path) : quoted(lastOf(path));
  const comment = note === undefined ? "" : `${indent}/** ${note} */\n`;
  return `${comment}${indent}${name}: ${kind === "group" ? "{" : `${quoted(text)},`}`;
}

/**
 * Reads the lines of a file in English.
 *
 * @throws {SyntaxError} for a line that is not one text, and not the begin or end of a group
 */
function parse(file: string, source: string): EnglishFile {
  const all = source.split("\n");
  const start = all.findIndex((line) => /^export const \w+ = \{$/.test(line)) + 1;
  const groups: string[] = [];
  const lines: Line[] = [];
  let note: string | undefined;
  for (const [index, line] of all.slice(start, all.lastIndexOf("};")).entries()) {
    const [, words] = NOTE.exec(line) ?? [];
    const [, quotedName, text] = LINE.exec(line) ?? [];
    const name = quotedName?.replaceAll('"', "");
    if (words !== undefined) {
      note = words;
    } else if (/^ +\},$/.test(line)) {
      lines.push({ path: join(...groups), kind: "end" });
      groups.pop();
    } else if (name === undefined) {
      throw new SyntaxError(`${file}:${start + index + 1}: a line is a note, a text, or a group`);
    } else {
      const path = join(...groups, name);
      if (text === undefined) groups.push(name);
      lines.push({
        path,
        ...text === undefined ? { kind: "group" } : { kind: "text", text: JSON.parse(text) },
        note,
      });
      note = undefined;
    }
  }
  return { head: all.slice(0, start), lines };
}

function print({ head, lines }: EnglishFile): string {
  return [...head, ...lines.map(written), "};", ""].join("\n");
}

/** The source of a file in English as the command writes it. */
export function toEnglishSource(file: string, source: string): string {
  return print(parse(file, source));
}

/** Adds a text at the end of its group; groups that are missing begin with it. */
function withText({ head, lines }: EnglishFile, text: Line): EnglishFile {
  const added = [text];
  let group = parentOf(text.path);
  for (; group && !lines.some(({ path }) => path === group); group = parentOf(group)) {
    added.unshift({ path: group, kind: "group" });
    added.push({ path: group, kind: "end" });
  }
  const end = lines.findIndex(({ path, kind }) => kind === "end" && path === group);
  return { head, lines: lines.toSpliced(end < 0 ? lines.length : end, 0, ...added) };
}

/** Removes a text, and the groups that have no other. */
function withoutText({ head, lines }: EnglishFile, path: string): EnglishFile {
  let left = lines.filter((line) => line.path !== path);
  for (let group = parentOf(path); group; group = parentOf(group)) {
    if (left.some((line) => line.path.startsWith(`${group}.`))) break;
    left = left.filter((line) => line.path !== group);
  }
  return { head, lines: left };
}

/** The file in which a text stands or belongs, and its path within the file. */
function placeOf(path: string): { file: string; inner: string } {
  const [start, file] = ENGLISH_FILES.filter(([start]) => !start || path.startsWith(`${start}.`))
    .reduce((found, one) => one[0].length > found[0].length ? one : found);
  return { file, inner: start ? path.slice(start.length + 1) : path };
}

/** Reads the texts in English, in the order in which they are written. */
export async function readEnglish(root = "."): Promise<EnglishText[]> {
  const all: EnglishText[] = [];
  for (const [start, file] of ENGLISH_FILES) {
    const { lines } = parse(file, await Deno.readTextFile(`${root}/${file}`));
    const groups = lines.filter(({ kind }) => kind === "group");
    const notes = new Map(groups.map(({ path, note }) => [path, note]));
    for (const { path, kind, text, note } of lines) {
      if (kind !== "text") continue;
      all.push({ path: join(start, path), text: text!, note: note ?? notes.get(parentOf(path)) });
    }
  }
  return all;
}

/** Reads the texts of the other languages, by the names of their files. */
export async function readLanguages(root = "."): Promise<Map<string, FlatTexts>> {
  const found = new Map<string, FlatTexts>();
  for await (const { name } of Deno.readDir(`${root}/${LANGUAGES}`)) {
    if (!name.endsWith(".json")) continue;
    const texts = JSON.parse(await Deno.readTextFile(`${root}/${LANGUAGES}/${name}`));
    found.set(name.slice(0, -".json".length), texts);
  }
  return new Map([...found].sort(([a], [b]) => a < b ? -1 : 1));
}

/** Makes the source of a language: a text is one line, in the order of English. */
export function toLanguageSource(texts: FlatTexts, english: readonly EnglishText[]): string {
  const ranks = new Map(english.map(({ path }, index) => [path, index]));
  const rankOf = (path: string): number => {
    // The first plural form in English stands for all forms, of which each language has its own.
    const form = FORMS.indexOf(lastOf(path));
    const first = form < 0 ? undefined : ranks.get(`${parentOf(path)}.one`);
    return first === undefined ? ranks.get(path) ?? Infinity : first + form / FORMS.length;
  };
  const sorted = Object.entries(texts).sort(([a], [b]) => rankOf(a) - rankOf(b));
  return `${quoted(Object.fromEntries(sorted), 2)}\n`;
}

/** Changes the texts of every language, in the order that English has then. */
async function changeLanguages(
  root: string,
  change: (texts: FlatTexts, language: string) => FlatTexts,
): Promise<void> {
  const english = await readEnglish(root);
  for (const [name, texts] of await readLanguages(root)) {
    const source = toLanguageSource(change(texts, name), english);
    await Deno.writeTextFile(`${root}/${LANGUAGES}/${name}.json`, source);
  }
}

async function changeEnglish(
  root: string,
  path: string,
  change: (file: EnglishFile, inner: string) => EnglishFile,
): Promise<void> {
  const { file, inner } = placeOf(path);
  const source = parse(file, await Deno.readTextFile(`${root}/${file}`));
  await Deno.writeTextFile(`${root}/${file}`, print(change(source, inner)));
}

/**
 * Adds a text in English, and to every other language one that is not translated yet. With `one` and
 * `other` in English, each language gets the plural forms of its own.
 *
 * @param note what translators should know
 * @throws {TypeError} when there is such a text or group, or the path has another form
 */
export async function addText(
  path: string,
  text: string,
  { note, root = "." }: { note?: string | undefined; root?: string } = {},
): Promise<void> {
  const english = await readEnglish(root);
  requireFree(path, english);
  if (note && /\*\/|\n/.test(note)) {
    throw new TypeError("Cannot add the note: it is one line of a comment");
  }
  await changeEnglish(
    root,
    path,
    (file, inner) => withText(file, { path: inner, kind: "text", text, note }),
  );
  const group = parentOf(path);
  const one = english.find((one) => one.path === `${group}.one`)?.text;
  await changeLanguages(root, (texts, language) => {
    if (lastOf(path) !== "other" || one === undefined) {
      return { ...texts, [path]: UNTRANSLATED + text };
    }
    const forms = formsOf(language).map((form): [string, string] => [
      `${group}.${form}`,
      UNTRANSLATED + (form === "one" ? one : text),
    ]);
    return { ...without(texts, (path) => parentOf(path) === group), ...Object.fromEntries(forms) };
  });
}

/**
 * Removes a text from every language, or a group.
 *
 * @throws {TypeError} when there is no such text or group
 */
export async function removeText(path: string, { root = "." } = {}): Promise<void> {
  for (const text of await requireTexts(path, root)) await changeEnglish(root, text, withoutText);
  await changeLanguages(root, (texts) => without(texts, (one) => isWithin(one, path)));
}

/**
 * Gives a text or group another name in every language. It stays in its group.
 *
 * @throws {TypeError} when there is no such text or group, or the other path is taken
 */
export async function renameText(from: string, to: string, { root = "." } = {}): Promise<void> {
  await requireTexts(from, root);
  requireFree(to, await readEnglish(root));
  if (parentOf(from) !== parentOf(to)) {
    throw new TypeError(`Cannot rename "${from}": it stays in its group`);
  }
  const renamed = (path: string, before: string, after: string) =>
    isWithin(path, before) ? after + path.slice(before.length) : path;
  await changeEnglish(root, from, ({ head, lines }, inner) => {
    const after = join(parentOf(inner), lastOf(to));
    return {
      head,
      lines: lines.map((line) => ({ ...line, path: renamed(line.path, inner, after) })),
    };
  });
  await changeLanguages(root, (texts) =>
    Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [renamed(path, from, to), text]),
    ));
}

/** The plural forms that a language has for numbers that texts have. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language.replace("_", "-"));
  const used = new Set(Array.from({ length: 200 }, (_, index) => rules.select(index + 1)));
  return FORMS.filter((form) => form === "other" || used.has(form as Intl.LDMLPluralRule));
}

function without(texts: FlatTexts, isRemoved: (path: string) => boolean): FlatTexts {
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !isRemoved(path)));
}

function requireFree(path: string, english: readonly EnglishText[]): void {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(path)) {
    throw new TypeError(`Cannot use "${path}": a path is names, separated by dots`);
  }
  const other = english.find((one) => isWithin(one.path, path) || isWithin(path, one.path));
  if (other) throw new TypeError(`Cannot use "${path}": there is ${other.path}`);
}

async function requireTexts(path: string, root: string): Promise<string[]> {
  const found = (await readEnglish(root)).map(({ path }) => path)
    .filter((one) => isWithin(one, path));
  if (found.length === 0) throw new TypeError(`There is no text "${path}"`);
  return found;
}

/** `true` for the path of a text or group, and of everything in the group. */
export function isWithin(path: string, group: string): boolean {
  return path === group || path.startsWith(`${group}.`);
}

/** Texts that a language has in English, by their paths. */
export function untranslated(texts: FlatTexts): string[] {
  return Object.entries(texts).filter(([, text]) => text.startsWith(UNTRANSLATED))
    .map(([path]) => path);
}
