/**
 * One word per thing: terms and idioms that have a standard word are not written in sources, texts
 * and documents.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { readEnglish } from "../tools/_texts.ts";
import { goneNames, ofSeveral, privateWords, vagueFile } from "./_names.ts";
import { readSources } from "./_sources.ts";

/** What is not written → what is. */
const WORDS: readonly [pattern: RegExp, standard: string][] = [
  [/\be-mails?\b/i, "email"],
  [/\btold by e?mail\b/i, "notified by email"],
  [/\bby mail\b/i, "by email"],
  [/\ba mail\b/i, "an email"],
  [/\bthe address before\b(?! (it|the|that))/i, "the previous address"],
  [/\bthe password before\b(?! (it|the))/i, "the previous password"],
  [/\bwhoever\b/i, "a person who, a process that"],
  [
    /\b(whatever|what) takes a (way to sign in|sign-in method) away\b/i,
    "what removes a sign-in method",
  ],
  [/\bmakes that of \w+ useless\b/i, "makes the link useless"],
  [/\bis there before\b/i, "exists before"],
  [/\bdoes not belong into\b/i, "must not be in"],
  [/\bhashes of another system\b/i, "hashes from another system"],
  [/\bhands over its place\b/i, "lets the next one start"],
  [/\bat once make one user\b/i, "in parallel create one user"],
  [/\blast way in\b/i, "last sign-in method"],
  [/\bways in\b(?! which)/i, "sign-in methods"],
  [/\b(perPlace|per_place)\b/, "perOrigin"],
  [/\b(turnToBegin|inTurn)\b/, "limitConcurrency, semaphore"],
  [/\bcreateSlot\b/, "createFieldStore"],
  [/\b(noteAccount|notedAccounts|forgetAccount)\b/, "accountIndex"],
  [/\bnoteSeen\b/, "touchLastSeen"],
  [/\bmayBegin\b/, "canStartSession"],
  [/\bmayGoOn\b/, "isLegacySessionValid"],
  [/\bheld_?[aA]ddress(es)?\b/, "reserved address"],
  [/\bisHeld\b/, "isReserved"],
  [/\bNAMESAKE\b/, "EMAIL_TAKEN"],
  [/\bcountWaysIn\b/, "countSignInMethods"],
  [/\b(beginUser|endUser|isUnfinished)\b/, "pending user creation"],
  [/\b(areTwo|addsFactor)\b/, "isMultiFactor, isDistinctFactor"],
  [/\b(enrolFirst|enrolFurther)\b/, "enroll, addFactor"],
  [/\bcarryOutDue\b/, "applyDueReset"],
  [/\b(tellUser|tellLinked)\b/, "notifyUser, notifyLinked"],
  [/\b(setPeer|peerOf|copyPeer)\b/, "client address"],
  [/\b(logSeldom|sparingly)\b/, "rateLimitedLog"],
  [/\bUpstream(Session|Ending|Proof)\b/, "session at a provider"],
  [/\b(toWritten|resolveWritten)\b/, "user config"],
  [/\b(visitOf|visitorOf)\b/, "findVisitor"],
  [/\b(OptionalAction|OptionalPath|offeredPaths)\b/, "enabledPaths"],
  [/\b\w+Engine\b/, "code of a capability, or its parts"],
  [/\b(is|are|was|were) told (of|to the user)\b/i, "notified of"],
  [/\bisClaim\b/, "hasOnlyUnprovenAccess"],
  [/\b(ADOPTED|retireSession)\b/, "migrate legacy session, tombstone"],
  [/\b(leaveAll|prolongAll)\b/, "removeAll, extend"],
  [/\bkeepTokens\b/, "storeTokens"],
  [/\b(second[- ]factor gate|gate of the ending)\b/i, "second-factor check"],
  [/\bway in which the user signs in\b/i, "the user's sign-in method"],
  [/\bsession that goes on\b/i, "session that continues"],
  [/\bkept tokens?\b/i, "stored tokens"],
  [/\bwritten config\b/i, "user config"],
  [/\b(needs no|and|with a) second steps?\b/i, "two-step verification, method"],
  [/\btwice\(/, "retryOnce"],
  [/\b(enrolFirst|enrolFurther|addsFactor|areTwo)\b/, "enroll, addFactor, isDistinctFactor"],
];

/** What documents do not say either: readers are addressed, and words are those of the field. */
const IN_DOCUMENTS: readonly [pattern: RegExp, standard: string][] = [
  [/\bbeside\b(?!\/|\.ts\b)/i, "with, in addition to, next to"],
  [/\benrol(s|ment|ments)?\b(?!\.ts)/i, "enroll, enrollment"],
  [/\bmails\b(?!\.js)/i, "emails"],
  [/^You (want|have) (people|to|an app)\b/, "an imperative: Let users …, Start from …"],
  [/(^|[.!?:] |- )Who (is|has|fled|wants|can)\b/, "a user who, people who"],
  [/\bstands? on `/, "is built on"],
  [/\bfor want of\b/i, "without"],
  [/\bpresent password\b/i, "current password"],
  [/\b(begins?|began) no session\b/i, "starts no session"],
  [/\bis no (proof|failure|link)\b/i, "is not a"],
  [/\bmissed\b/i, "targets are for tests/bench"],
];

/** What texts for people do not say. */
const IN_TEXTS: readonly [pattern: RegExp, standard: string][] = [
  [/\bmay\b(?! (keep|know)\b)/i, "can"],
  [/\bpresent\b/i, "current"],
  [/(?<!, |\buntil )\bthen\b/i, "a sentence without it"],
  [/\bbegins? again\b/i, "start again"],
  [/\bany more\b/i, "anymore"],
  [/\bcannot\b/i, "can’t"],
  [/'/, "’"],
];

/** The first word of a button or row, which says what it does. */
const VERB =
  /^(Accept|Add|Cancel|Change|Choose|Confirm|Connect|Create|Delete|Disconnect|Download|Keep|Leave|Make|Open|Remove|Replace|Revoke|Save|See|Send|Set|Transfer|Undo)\b/;

/** Words in a text that its readers do not know from elsewhere, and the standard ones. */
function textBreaches(path: string, text: string): string[] {
  const found = IN_TEXTS.filter(([pattern]) => pattern.test(text));
  const isLabel = VERB.test(text) && !/[.?!:]\s*$/.test(text) && !/heading\w*$/.test(path);
  return [
    ...found.map(([pattern, standard]) => `${path}: ${pattern} → ${standard}: ${text}`),
    ...isLabel && /\b(the|an?)\b/.test(text) ? [`${path}: no article in a label: ${text}`] : [],
  ];
}

const FOLDERS = ["src", "pages", "adapters", "docs", "examples"];
const FILES = [
  ...["mod.ts", "README.md", "SECURITY.md", "CONTRIBUTING.md", "PROVIDERS.md", "CHANGELOG.md"],
  "CODE_OF_CONDUCT.md",
];

/** Languages have words of their own, and the reference those of the sources that it is made from. */
const LEFT_OUT = /\/languages\/(?!mod\.ts)|node_modules|^docs\/reference$/;

async function* paths(dir: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    const path = `${dir}/${name}`;
    if (LEFT_OUT.test(path)) continue;
    if (isDirectory) yield* paths(path);
    else if (/\.(tsx?|md)$/.test(name)) yield path;
  }
}

/** Finds at least what the patterns find, in a text of many lines at once. */
const anyOf = (words: typeof WORDS) =>
  new RegExp(words.map(([{ source }]) => `(?:${source})`).join("|"), "im");
const ANY = anyOf(WORDS);
const ANY_IN_DOCUMENTS = anyOf([...WORDS, ...IN_DOCUMENTS]);

/** Lines with a word that is not written, and the standard one. */
function breaches(path: string, text: string): string[] {
  const isDocument = path.endsWith(".md");
  if (!(isDocument ? ANY_IN_DOCUMENTS : ANY).test(text)) return [];
  return text.split("\n").flatMap((line, index) =>
    (isDocument ? [...WORDS, ...IN_DOCUMENTS] : WORDS)
      .filter(([pattern]) => pattern.test(line))
      .map(([pattern, standard]) => `${path}:${index + 1}: ${pattern} → ${standard}`)
  );
}

Deno.test("words: sources, texts and documents have one word per thing", async () => {
  const found = await Promise.all(
    FILES.map(async (path) => breaches(path, await Deno.readTextFile(path))),
  );
  for (const folder of FOLDERS) {
    for await (const path of paths(folder)) {
      found.push(breaches(path, await Deno.readTextFile(path)));
    }
  }
  assertEquals(found.flat(), []);
});

Deno.test("words: a planted breach is found", () => {
  assertEquals(breaches("a.ts", "// sends a mail to whoever asks\n// fine").length, 2);
  assertEquals(breaches("a.ts", "// a key beside the module").length, 0);
  assertEquals(breaches("a.md", "Text.\n\nA key beside the module.").length, 1);
  assertEquals(breaches("a.md", "Text.\n\nWho is there? Nobody.").length, 1);
});

Deno.test("words: texts for people have the words of the field, and labels have no article", async () => {
  const texts = await readEnglish();
  assertEquals(texts.flatMap(({ path, text }) => textBreaches(path, text)), []);
});

Deno.test("words: a planted breach in a text is found", () => {
  const count = (path: string, text: string) => textBreaches(path, text).length;
  assertEquals(count("a.submit", "Create the key"), 1);
  assertEquals(count("a.row", "Add a passkey"), 1);
  assertEquals(count("a.heading", "Create a key"), 0);
  assertEquals(count("a.text", "Create a key first."), 0);
  assertEquals(
    count("a.text", "You may not do this any more. The present key cannot be used then."),
    5,
  );
  assertEquals(count("a.text", "Until then, sign out, then sign in. Your device may keep it."), 0);
});

const sources = (await readSources()).filter(({ path }) => !path.startsWith("src/languages/"));

Deno.test("words: identifiers of sources are words of the field", () => {
  assertEquals(sources.flatMap(({ path, text }) => privateWords(path, text)), []);
  assertEquals(goneNames(sources.map(({ text }) => text)), [], "an exception that nothing needs");
});

Deno.test("words: the name of a file says what it does", () => {
  assertEquals(sources.flatMap(({ path }) => vagueFile(path)), []);
});

Deno.test("words: a function that ends in `Of` is a projection of one argument", () => {
  assertEquals(sources.flatMap(({ path, text }) => ofSeveral(path, text)), []);
});

Deno.test("words: planted names are found", () => {
  const names = (text: string) => privateWords("a.ts", text).length;
  assertEquals(names("interface Door {}\nconst keptKeys = readLately(stranger);"), 3);
  assertEquals(names("// a door, kept lately\nconst standingGrants = isSecondVisit('kept');"), 0);
  assertEquals(names("await guarded(run);\nimport { verifyProof, hasProof } from 'a';"), 3);
  assertEquals(names("const guard = auth.protect(done);\ninterface GuardOptions {}"), 0);
  assertEquals(
    ["src/a/guard.ts", "src/session/access.ts", "src/a/acting.ts"].flatMap(vagueFile).length,
    3,
  );
  assertEquals(["src/session/acting.ts", "src/a/access_token.ts"].flatMap(vagueFile), []);
  const several = (text: string) => ofSeveral("a.ts", text).length;
  assertEquals(several("function nameOf(a: A, b?: B) {}\nconst keyOf = () => 1;"), 2);
  assertEquals(several("interface A { keyOf(...a: A[]): B; idOf: (a: A, b: B) => C }"), 2);
  assertEquals(several("function nameOf({ a, b }: A) {}\nconst of = (a: A, b: B) => 1;"), 0);
});
