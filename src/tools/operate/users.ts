/**
 * The commands about users.
 *
 * @module
 */

import { findNamedUser } from "../../accounts/user_list.ts";
import { requireStore } from "../../server/environment.ts";
import { revokeAll } from "../../server/sessions.ts";
import * as users from "../../server/users.ts";
import { IMPORT } from "./import.ts";
import { columns, plain, time, toJson } from "./terminal.ts";
import { type Call, type Command, readNumber } from "./types.ts";

/** Users of a page where all are listed. */
const PAGE = 100;

/** The commands, by their word. */
export const USER_COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    about: "lists users",
    takes: undefined,
    flags: ["--query", "--state", "--organization", "--limit", "--after", "--all"],
    async run({ config, flags, isJson, print, note }) {
      const query = {
        query: flags.get("--query"),
        // One that is none is refused there.
        ...flags.has("--state") ? { state: flags.get("--state") as users.UserState } : {},
        ...flags.has("--organization") ? { organization: flags.get("--organization")! } : {},
      };
      const isAll = flags.has("--all");
      if (isAll && flags.has("--limit")) throw new Error("Pass --all, or --limit");
      const limit = isAll ? PAGE : readNumber("--limit", flags.get("--limit"));
      let after = flags.get("--after");
      for (;;) {
        const page = await users.list(config, { ...query, after, limit });
        if (isAll && isJson) { for (const user of page.users) print(toJson(user, 0)); }
        else if (isJson) print(toJson(page));
        else if (page.users.length > 0) print(columns(page.users.map(toRow)));
        else if (page.next === undefined && after === undefined) note("There is no such user.");
        if (page.next === undefined) return 0;
        after = page.next;
        if (!isAll) {
          if (!isJson) note(`There are more: --after ${plain(after)}`);
          return 0;
        }
      }
    },
  },
  show: {
    about: "shows what is kept about a user",
    takes: "user",
    flags: [],
    async run({ config, user, isJson, print }) {
      const facts = await users.get(config, user!.id);
      if (!facts) throw new Error(`There is no user ${plain(user!.id)}`);
      if (isJson) {
        print(toJson(facts));
        return 0;
      }
      const { accounts, sessions, passkeys, factors, passwordSetAt, suspendedAt } = facts;
      const { id, name, email, emailVerified } = facts.user;
      print(columns([
        ["id", id],
        ["name", name ?? "-"],
        ["address", email ?? "-"],
        ["confirmed", time(emailVerified ?? null)],
        ["suspended", time(suspendedAt)],
        ...facts.deletionDueAt ? [["deletion due", time(facts.deletionDueAt)]] : [],
        ["password", time(passwordSetAt)],
        ["accounts", accounts.map(({ provider }) => provider).join(", ") || "-"],
        ["passkeys", String(passkeys.length)],
        ["second factors", factors.map(({ factor }) => factor).join(", ") || "-"],
        ["sessions", String(sessions.length)],
        ...facts.organizations
          ? [["organizations", facts.organizations.map(({ slug }) => slug).join(", ") || "-"]]
          : [],
        ...facts.keys ? [["API keys", facts.keys.map(({ hint }) => hint).join(", ") || "-"]] : [],
        ...facts.grants ? [["apps", facts.grants.map(({ name }) => name).join(", ") || "-"]] : [],
      ]));
      return 0;
    },
  },
  export: {
    about: "prints the data of a user as JSON, for the user; the user is notified",
    takes: "user",
    flags: [],
    async run({ config, user, print }) {
      const copy = await users.export(config, user!.id);
      if (!copy) throw new Error(`There is no user ${plain(user!.id)}`);
      print(toJson(copy));
      return 0;
    },
  },
  import: IMPORT,
  suspend: {
    about: "ends all sessions, and refuses every sign-in",
    takes: "user",
    flags: [],
    run: changing("suspended", (config, id) => users.suspend(config, id)),
  },
  resume: {
    about: "ends the suspension",
    takes: "user",
    flags: [],
    run: changing("resumed", (config, id) => users.resume(config, id)),
  },
  "sign-out": {
    about: "ends all sessions; the user can sign in again",
    takes: "user",
    flags: [],
    run: changing("signed out everywhere", (config, id) => revokeAll(config, id)),
  },
  merge: {
    about: "merges an account into another one, or gives it up; shows what it does, until --yes",
    takes: "user",
    flags: ["--into", "--cancel", "--yes"],
    async run({ config, user, flags, isJson, print, note }) {
      const named = flags.get("--into");
      if (named === undefined) throw new Error("Name the account that stays: --into <user>");
      const into = await findNamedUser(requireStore(config).store, named);
      if (!into) throw new Error(`There is no user ${plain(named)}`);
      const isDry = !flags.has("--yes");
      const [from, stays] = [String(user!.id), String(into.id)];
      if (flags.has("--cancel")) {
        return await cancelMerge({ config, isJson, print, note }, from, stays, isDry);
      }
      const merge = await users.merge(config, from, stays, { dryRun: isDry });
      print(isJson ? toJson({ ...merge, done: !isDry }) : columns(toFacts(merge)));
      if (isDry) note("Nothing was changed. To merge them, which cannot be undone, add --yes.");
      return 0;
    },
  },
  merges: {
    about: "lists merges that were begun, and are not finished",
    takes: undefined,
    flags: [],
    async run({ config, isJson, print, note }) {
      const merges = await users.unfinishedMerges(config);
      if (isJson) print(toJson(merges));
      else if (merges.length === 0) note("Every merge is finished.");
      else {
        print(columns(merges.map(({ from, into, since, canCancel, stopped }) => [
          ...[time(since), from, into],
          stopped === undefined ? "runs, or was killed" : `stopped: ${stopped}`,
          canCancel ? "can be given up" : "only the end is left",
        ])));
        note(
          "To continue one: users merge <from> --into <into> --yes; to give it up, add --cancel.",
        );
      }
      return 0;
    },
  },
  delete: {
    about: "deletes a user with everything that is kept",
    takes: "user",
    flags: ["--yes"],
    async run(call) {
      if (!call.flags.has("--yes")) {
        throw new Error(
          `Nothing was deleted. To delete ${plain(call.user!.id)} with everything that is kept, ` +
            "which cannot be undone, add --yes.",
        );
      }
      return await changing("deleted", (config, id) => users.delete(config, id))(call);
    },
  },
};

/** Gives up a merge that is not finished. */
async function cancelMerge(
  { config, isJson, print, note }: Pick<Call, "config" | "isJson" | "print" | "note">,
  from: string,
  into: string,
  isDry: boolean,
): Promise<number> {
  const open = (await users.unfinishedMerges(config))
    .find((merge) => merge.from === from && merge.into === into);
  if (!open) throw new Error(`There is no merge of ${plain(from)} into ${plain(into)} to give up`);
  const options = { cancel: true, dryRun: isDry };
  const { notMoved = [] } = await users.merge(config, from, into, options);
  if (isJson) print(toJson({ ...open, notMoved, done: !isDry }));
  else {
    const names = (some: typeof notMoved) => some.map(({ provider }) => provider).join(", ") || "-";
    print(columns([
      ["would end", from],
      ["would stay", into],
      ["accounts that go back", names(open.moved)],
      ...notMoved.length > 0 ? [["accounts that could not", names(notMoved)]] : [],
    ]));
  }
  if (isDry) note("Nothing was changed. To give the merge up, add --yes.");
  return 0;
}

/** The run of a command that changes a user. */
function changing(
  done: string,
  change: (config: Parameters<typeof users.suspend>[0], id: string) => Promise<unknown>,
): Command["run"] {
  return async ({ config, user, isJson, print }) => {
    const { id } = user!;
    await change(config, id);
    print(isJson ? toJson({ id, done }, 0) : `${plain(id)}: ${done}`);
    return 0;
  };
}

/** What a merge does, for people. */
function toFacts({ from, into, moves, ends }: users.UserMerge): string[][] {
  const names = (some: users.UserMerge["moves"]["organizations"]) =>
    some?.map(({ slug, role }) => `${slug} (${role})`).join(", ") || "-";
  return [
    ["ends", from],
    ["stays", into],
    ["accounts that move", moves.accounts.map(({ provider }) => provider).join(", ") || "-"],
    ["organizations that move", names(moves.organizations)],
    ["organizations of both", names(ends.organizations)],
    ...(["sessions", "passkeys", "factors", "keys", "grants"] as const)
      .map((name) => [`${name} that end`, String(ends[name])]),
    ["password that ends", ends.password ? "yes" : "no"],
  ];
}

function toRow({ id, email, name, suspendedAt }: users.ListedUser): string[] {
  return [id, email ?? "-", name ?? "-", suspendedAt === null ? "" : "suspended"];
}
