/**
 * The commands about the audit log.
 *
 * @module
 */

import type { AuditFunctions, StoredAuditEntry } from "../../capabilities/audit_log/typed.ts";
import { broughtGroup } from "../../server/group.ts";
import type { AuditName } from "../../types/audit.ts";
import { columns, escapeJson, plain, time, toJson } from "./terminal.ts";
import { type Call, type Command, readNumber } from "./types.ts";

const FILTERS = ["--user", "--organization", "--name", "--since", "--until"];

/** The commands, by their word. */
export const AUDIT_COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    about: "lists entries, the newest first",
    takes: undefined,
    flags: [...FILTERS, "--limit", "--after"],
    async run(call) {
      const { flags, isJson, print, note } = call;
      const page = await auditOf(call).list({
        ...filtersIn(flags),
        limit: readNumber("--limit", flags.get("--limit")),
        after: flags.get("--after"),
      });
      if (isJson) print(toJson(page));
      else if (page.entries.length > 0) print(columns(page.entries.map(toRow)));
      else note("There is no such entry.");
      if (page.next !== undefined && !isJson) note(`There are more: --after ${plain(page.next)}`);
      return 0;
    },
  },
  export: {
    about: "prints entries as lines of JSON",
    takes: undefined,
    flags: FILTERS,
    async run(call) {
      const stream = await auditOf(call).export(filtersIn(call.flags));
      const decoder = new TextDecoder();
      // Each chunk is one line.
      for await (const line of stream) call.print(escapeJson(decoder.decode(line).trimEnd()));
      return 0;
    },
  },
  verify: {
    about: "compares the hashes of all entries; the exit code is 1 when something is wrong",
    takes: undefined,
    flags: ["--since", "--until"],
    async run(call) {
      const { flags, isJson, print } = call;
      const result = await auditOf(call).verify(timesIn(flags));
      if (isJson) {
        print(toJson(result));
        return result.ok ? 0 : 1;
      }
      print(`${result.entries} entries were compared.`);
      for (const { kind, chain, first, last } of result.faults) {
        // Who has only the database writes what they like there.
        print(plain(`${kind}: entries ${first} to ${last} of chain ${chain}`));
      }
      for (const chain of result.unverifiable) {
        print(plain(`no secret of the config is that of ${chain}`));
      }
      if (result.ok) print("Nothing was changed or removed.");
      return result.ok ? 0 : 1;
    },
  },
};

function auditOf({ config }: Call): AuditFunctions {
  return broughtGroup(config, "audit") as unknown as AuditFunctions;
}

function filtersIn(flags: Call["flags"]) {
  const text = (flag: string, member: string) =>
    flags.has(flag) ? { [member]: flags.get(flag)! } : {};
  return {
    ...text("--user", "userId"),
    ...text("--organization", "organizationId"),
    ...flags.has("--name") ? { name: flags.get("--name") as AuditName } : {},
    ...timesIn(flags),
  };
}

function timesIn(flags: Call["flags"]) {
  return { ...timeIn(flags, "--since", "from"), ...timeIn(flags, "--until", "to") };
}

function timeIn(flags: Call["flags"], flag: string, member: string): Record<string, Date> {
  const text = flags.get(flag);
  if (text === undefined) return {};
  const at = new Date(text);
  if (!Number.isNaN(at.getTime())) return { [member]: at };
  throw new Error(`${flag} needs a time, such as 2030-01-31 or 2030-01-31T12:00Z`);
}

function toRow(
  { at, name, reason, userId, pseudonym, actor, organization }: StoredAuditEntry,
): string[] {
  return [
    time(at),
    name,
    reason ?? "",
    userId ?? (pseudonym === undefined ? "" : `(${pseudonym})`),
    actor === undefined ? "" : `by ${actor}`,
    organization ?? "",
  ];
}
