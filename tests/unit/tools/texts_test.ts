import { assertEquals, assertRejects } from "@std/assert";
import {
  addText,
  ENGLISH_FILES,
  readEnglish,
  readLanguages,
  removeText,
  renameText,
  toEnglishSource,
  toLanguageSource,
} from "../../tools/_texts.ts";

const FILES = [
  ...ENGLISH_FILES.map(([, file]) => file),
  ...[...(await readLanguages()).keys()].map((name) => `src/languages/${name}.json`),
];

/** A copy of all texts. */
async function copyOfTexts() {
  const root = await Deno.makeTempDir();
  for (const file of FILES) {
    await Deno.mkdir(`${root}/${file.slice(0, file.lastIndexOf("/"))}`, { recursive: true });
    await Deno.copyFile(file, `${root}/${file}`);
  }
  return { root, [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }) };
}

/** Lines of every file that a change added (`+`) and removed (`-`). */
async function changesIn(root: string): Promise<Record<string, string[]>> {
  const changes: Record<string, string[]> = {};
  for (const file of FILES) {
    const before = (await Deno.readTextFile(file)).split("\n");
    const after = (await Deno.readTextFile(`${root}/${file}`)).split("\n");
    let start = 0;
    while (start < before.length && before[start] === after[start]) start++;
    let end = 0;
    const most = Math.min(before.length, after.length) - start;
    while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
    const lines = [
      ...before.slice(start, before.length - end).map((line) => `- ${line.trim()}`),
      ...after.slice(start, after.length - end).map((line) => `+ ${line.trim()}`),
    ];
    if (lines.length > 0) changes[file] = lines;
  }
  return changes;
}

Deno.test("addText() adds one line to English and to every language, and changes nothing else", async () => {
  await using copy = await copyOfTexts();
  await addText("account.name.hint", "As “{name}”", copy);
  const languages = [...(await readLanguages()).keys()];
  assertEquals(languages.length, 13);
  assertEquals(await changesIn(copy.root), {
    "pages/account/english.ts": ['+ hint: "As “{name}”",'],
    ...Object.fromEntries(languages.map((name) => [
      `src/languages/${name}.json`,
      ['+ "account.name.hint": "[en] As “{name}”",'],
    ])),
  });
});

Deno.test("addText() writes the note above the text, and escapes what nobody sees", async () => {
  await using copy = await copyOfTexts();
  await addText("notices.account.seen.subject", "A\u00a0b", { ...copy, note: "A note." });
  const changes = await changesIn(copy.root);
  assertEquals(changes["src/mail/account_english.ts"], [
    "+ seen: {",
    "+ /** A note. */",
    '+ subject: "A\\u00a0b",',
    "+ },",
  ]);
  assertEquals(changes["src/languages/de.json"], [
    '+ "notices.account.seen.subject": "[en] A\\u00a0b",',
  ]);
  const added = (await readEnglish(copy.root)).find(({ path }) => path.includes(".seen."));
  assertEquals(added, {
    path: "notices.account.seen.subject",
    text: "A\u00a0b",
    note: "A note.",
  });
});

Deno.test("addText() gives each language the plural forms of its own", async () => {
  await using copy = await copyOfTexts();
  await addText("account.tries.one", "One try", copy);
  await addText("account.tries.other", "{count} tries", copy);
  const { "src/languages/ja.json": ja, "src/languages/pl.json": pl } = await changesIn(copy.root);
  assertEquals(ja, ['+ "account.tries.other": "[en] {count} tries",']);
  assertEquals(pl, [
    '+ "account.tries.one": "[en] One try",',
    '+ "account.tries.few": "[en] {count} tries",',
    '+ "account.tries.many": "[en] {count} tries",',
    '+ "account.tries.other": "[en] {count} tries",',
  ]);
});

Deno.test("addText() refuses what is there, and paths and notes of another form", async () => {
  await using copy = await copyOfTexts();
  const add = (path: string, note?: string) =>
    assertRejects(() => addText(path, "Text", { ...copy, note }), TypeError, "Cannot");
  for (const path of ["signIn.heading", "signIn", "signIn.heading.more", "", "a..b", "a b"]) {
    await add(path);
  }
  await add("signIn.other", "ends here */ alert(1) /*");
  await add("signIn.other", "two\nlines");
  assertEquals(await changesIn(copy.root), {});
});

Deno.test("renameText() and removeText() undo each other's work in every file", async () => {
  await using copy = await copyOfTexts();
  await renameText("verify.wrong", "verify.mistaken", copy);
  const changes = await changesIn(copy.root);
  assertEquals(Object.keys(changes).length, 14);
  assertEquals(changes["src/languages/ko.json"]!.length, 2);
  await renameText("verify.mistaken", "verify.wrong", copy);
  await addText("account.more.text", "More", copy);
  await removeText("account.more", copy);
  assertEquals(await changesIn(copy.root), {});
  await assertRejects(() => renameText("again", "signIn.third", copy), TypeError, "in its group");
  await assertRejects(() => renameText("again", "site", copy), TypeError, "there is site");
  await assertRejects(() => removeText("nothing", copy), TypeError, "no text");
});

Deno.test("texts: every file has the form in which the command writes it", async () => {
  for (const [, file] of ENGLISH_FILES) {
    const source = await Deno.readTextFile(file);
    assertEquals(toEnglishSource(file, source), source);
  }
  const english = await readEnglish();
  for (const [name, texts] of await readLanguages()) {
    const source = await Deno.readTextFile(`src/languages/${name}.json`);
    assertEquals(toLanguageSource(texts, english) === source, true, name);
  }
});
