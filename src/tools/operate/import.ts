/**
 * The command that imports users from a file.
 *
 * @module
 */

import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import { nowMs } from "../../base/time.ts";
import * as users from "../../server/users.ts";
import {
  type ExportFile,
  type FirebaseHash,
  readAuth0,
  readClerk,
  readCsv,
  readFirebase,
  readJsonLines,
  type ReadRows,
  readSupabase,
} from "../migrate/user_rows.ts";
import { plain, toJson } from "./terminal.ts";
import { type Call, type Command, readNumber } from "./types.ts";

/** Problems that are printed for people. */
const SHOWN = 100;

/** Rows after which a line is printed where there is no terminal. */
const ROWS_OF_LINE = 10_000;

/** Milliseconds between two changes of the bar. */
const PAUSE_MS = 100;

const BAR = 24;

/** Flag of the system; in plain quotes, it would look like an import. */
const FROM = `--from`;

type Flags = Call["flags"];

/** Reads the file of a system. */
type Reader = (file: ExportFile, flags: Flags) => ReadRows | Promise<ReadRows>;

const READERS: Readonly<Record<string, Reader>> = {
  auth0: async (file, flags) => {
    const path = flags.get("--passwords");
    return readAuth0(file, path === undefined ? {} : { passwords: (await openFile(path)).parts });
  },
  clerk: readClerk,
  csv: (file, flags) => readCsv(file, { ignore: readList(flags, "--ignore") }),
  firebase: async (file, flags) => readFirebase(file, { hash: await readHashConfig(flags) }),
  jsonl: (file, flags) => readJsonLines(file, { ignore: readList(flags, "--ignore") }),
  supabase: readSupabase,
};

/** Flags that one reader takes. */
const OWN_FLAGS: Readonly<Record<string, readonly string[]>> = {
  "--hash-config": ["firebase"],
  "--ignore": ["csv", "jsonl"],
  "--passwords": ["auth0"],
};

/** Most bytes of the parameters of hashes. */
const MAX_CONFIG = 10_000;

/** The parameters of hashes, in a file with the text that the console of Firebase shows. */
async function readHashConfig(flags: Flags): Promise<FirebaseHash | false | undefined> {
  if (flags.has("--without-passwords")) return false;
  const path = flags.get("--hash-config");
  if (path === undefined) return undefined;
  const { parts, size } = await openFile(path);
  let text = "";
  if (size <= MAX_CONFIG) {
    for await (const part of parts) {
      text += new TextDecoder().decode(part);
    }
  }
  const read = (name: string) => {
    const at = text.indexOf(name);
    return /^\s{0,9}"?\s{0,9}:\s{0,9}"?([\w+/=-]{1,200})/.exec(text.slice(at + name.length))?.[1];
  };
  const [separator, rounds, memCost] = ["base64_salt_separator", "rounds", "mem_cost"].map((name) =>
    text.includes(name) ? read(name) : undefined
  );
  if (separator !== undefined && rounds !== undefined && memCost !== undefined) {
    return { saltSeparator: separator, rounds: Number(rounds), memCost: Number(memCost) };
  }
  throw new Error("--hash-config needs a file with base64_salt_separator, rounds and mem_cost");
}

/** The command. */
export const IMPORT: Command = {
  about: "imports users of another system",
  takes: "file",
  flags: [
    ...[FROM, "--dry-run", "--source", "--providers", "--ignore", "--without-passwords"],
    ...["--stop", "--concurrency", "--passwords", "--hash-config"],
  ],
  async run(call) {
    const { config, named, flags, isJson, print } = call;
    const from = flags.get(FROM) ?? "";
    const reader = Object.hasOwn(READERS, from) ? READERS[from] : undefined;
    if (!reader) throw new Error(`${FROM} is one of ${Object.keys(READERS).join(", ")}`);
    for (const [flag, readers] of Object.entries(OWN_FLAGS)) {
      if (!flags.has(flag) || readers.includes(from)) continue;
      throw new Error(`${flag} belongs to ${FROM} ${readers.join(" and ")}`);
    }
    const file = await openFile(named!);
    const isDry = flags.has("--dry-run");
    const concurrency = readNumber("--concurrency", flags.get("--concurrency"));
    const shown = showProgress(call, file);
    let problems = 0;
    const report = await users.import(config, await reader(file.parts, flags), {
      dryRun: isDry,
      source: flags.get("--source") ?? (from === "csv" || from === "jsonl" ? "import" : from),
      providers: readProviders(flags.get("--providers")),
      passwords: !flags.has("--without-passwords"),
      stopOnProblem: flags.has("--stop"),
      ...concurrency === undefined ? {} : { concurrency },
      onProgress: shown.update,
      onRow(row) {
        if (isJson) return print(toJson(row, 0));
        for (const problem of row.problems) {
          if (problems++ < SHOWN) shown.note(toLine(problem));
        }
      },
    }).finally(shown.end);
    const { problems: _, ...counts } = report;
    if (isJson) print(toJson(counts, 0));
    else {
      if (problems > SHOWN) call.note(`… and ${problems - SHOWN} more, which --json prints`);
      print(inWords(counts, isDry));
      if (!report.isComplete) call.note("It has ended at the first row that is wrong: --stop");
    }
    return report.refused > 0 ? 1 : 0;
  },
};

function inWords(
  { rows, created, known, exists, refused }: users.UserImportCounts,
  isDry: boolean,
): string {
  const made = isDry ? "would be created" : "created";
  return `${rows} rows: ${created} ${made}, ${known} imported before, ${exists} with the address ` +
    `or account of a user, ${refused} refused`;
}

function toLine(
  { row, line, id, field, message, without }: users.UserImportProblem,
): string {
  const place = line === undefined ? `row ${row}` : `line ${line}`;
  const about = [place, ...id === undefined ? [] : [id], ...field === undefined ? [] : [field]];
  const effect = without === "user" ? "" : " (imported without it)";
  return plain(`${about.join(": ")}: ${message}${effect}`);
}

function readList(flags: Flags, flag: string): string[] {
  return (flags.get(flag) ?? "").split(",").map((one) => one.trim()).filter(Boolean);
}

function readProviders(text: string | undefined): Record<string, string | null> {
  return Object.fromEntries(
    (text ?? "").split(",").filter(Boolean).map((pair) => {
      const [there = "", here, ...rest] = pair.split("=").map((one) => one.trim());
      if (there !== "" && here !== undefined && rest.length === 0) return [there, here || null];
      throw new Error(
        "--providers needs pairs such as google-oauth2=google, or facebook= for none",
      );
    }),
  );
}

/** A file that is read. */
interface OpenFile {
  readonly parts: AsyncIterable<Uint8Array>;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes that were read. */
  read(): number;
}

/**
 * Opens a file, also one that gzip has packed.
 *
 * @throws {Error} when there is none
 */
export async function openFile(path: string): Promise<OpenFile> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isFile()) throw new Error(`There is no file ${plain(path)}`);
  const stream = createReadStream(path);
  const parts = path.endsWith(".gz") ? stream.pipe(createGunzip()) : stream;
  stream.on("error", (error) => parts.destroy(error));
  return { parts, size: facts.size, read: () => stream.bytesRead };
}

/** Shows how far an import is: a bar on a terminal, and else a line now and then. */
function showProgress({ bar, note, isJson }: Call, { size, read }: OpenFile) {
  let shownAt = 0;
  const clear = () => bar?.("");
  return {
    update({ rows, created, refused }: users.UserImportCounts): void {
      const text = `${rows} rows, ${created} created, ${refused} refused`;
      if (!bar) {
        if (!isJson && rows % ROWS_OF_LINE === 0) note(text);
        return;
      }
      if (nowMs() - shownAt < PAUSE_MS) return;
      shownAt = nowMs();
      const share = size === 0 ? 1 : Math.min(1, read() / size);
      const full = Math.round(share * BAR);
      bar(`[${"#".repeat(full)}${"-".repeat(BAR - full)}] ${Math.floor(share * 100)} %  ${text}`);
    },
    note(line: string): void {
      clear();
      note(line);
    },
    end: clear,
  };
}
