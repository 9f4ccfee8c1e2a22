/**
 * Shows and changes the texts of pages and emails in all languages at once; task `texts`:
 *
 *     deno task texts                              # what is not translated yet
 *     deno task texts <path>                       # one text, or a group, in all languages
 *     deno task texts add <path> <English> [note]  # the other languages get it untranslated
 *     deno task texts remove <path>                # one text, or a group
 *     deno task texts rename <path> <path>         # it stays in its group
 *
 * @module
 */

import {
  addText,
  isWithin,
  readEnglish,
  readLanguages,
  removeText,
  renameText,
  untranslated,
} from "./_texts.ts";

/** Every text below a path in all languages, with its note. */
async function show(path: string): Promise<string> {
  const english = (await readEnglish()).filter((one) => isWithin(one.path, path));
  if (english.length === 0) throw new TypeError(`There is no text "${path}"`);
  const languages = await readLanguages();
  return english.map(({ path, text, note }) => {
    const lines = [["en", text], ...[...languages].map(([name, texts]) => [name, texts[path]])];
    return [
      note ? `${path}: ${note}` : path,
      ...lines.map(([name, text]) => `  ${name!.padEnd(8)}${text ?? "-"}`),
    ].join("\n");
  }).join("\n\n");
}

async function missing(): Promise<string> {
  const lines = [...await readLanguages()].flatMap(([name, texts]) =>
    untranslated(texts).map((path) => `${name.padEnd(8)}${path}`)
  );
  return lines.join("\n") || "Every text is in every language.";
}

const [first, path, ...rest] = Deno.args;
try {
  if (first === undefined) {
    console.log(await missing());
  } else if (first === "add" && path && rest[0] !== undefined) {
    await addText(path, rest[0], { note: rest[1] });
    console.log(`${await missing()}\n\nTranslate these lines of src/languages/*.json.`);
  } else if (first === "remove" && path) {
    await removeText(path);
  } else if (first === "rename" && path && rest[0]) {
    await renameText(path, rest[0]);
  } else {
    console.log(await show(first));
  }
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(error.message);
  Deno.exitCode = 1;
}
