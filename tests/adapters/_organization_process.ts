/**
 * A process of an app with organizations: `_organization_process.ts <store> <location> <secret>`. For
 * each line of its input, a {@linkcode Command}, it prints the outcome as JSON. Its clock stands
 * still, except when a command moves it.
 *
 * @module
 */

import { createOrgApp, type OrgApp, reasonOf, requestOf } from "../flows/_organizations.ts";
import type { Strategy } from "../flows/_strategies.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { TextLineStream } from "../_lines.ts";
import { openShared } from "./_shared_stores.ts";

/** What the process does. */
export type Command =
  & { strategy: Strategy; maxLag: number; cookie: string }
  & (
    | { does: "read"; org: string; afterMs: number }
    | { does: "leave"; org: string }
    | { does: "accept"; token: string; times: number }
  );

/** A membership, as this process sees it. */
export interface Read {
  /** Role; the reason of a refusal for others. */
  role: string;
  /** Answer to an invitation that is sent with the membership; absent without one. */
  invites?: string;
}

/** Acceptances that were made. */
export interface Accepted {
  /** Reason of each answer. */
  reasons: string[];
  /** Emails that left this process. */
  mails: number;
  /** Entries of its audit log. */
  joined: number;
}

/** Sends cookies as a browser does. */
function requestWith(cookie: string): Request {
  const browser = { cookies: Object.assign(new CookieStore(), { header: () => cookie }) };
  return requestOf({ browser: browser as never }, "POST");
}

async function read(app: OrgApp, cookie: string, org: string): Promise<Read> {
  const found = await app.orgs.readMembership(requestWith(cookie), org);
  if (!found.ok) return { role: found.reason };
  const email = `${crypto.randomUUID()}@example.com`;
  const invites = reasonOf(await app.orgs.invite(found, { email, role: "guest" }));
  return { role: found.role, invites };
}

/** Leaves an organization; returns `"ok"`, or the reason of the refusal. */
async function leave(app: OrgApp, cookie: string, org: string): Promise<string> {
  const found = await app.orgs.readMembership(requestWith(cookie), org);
  return reasonOf(found.ok ? await app.orgs.leave(found) : found);
}

async function accept(
  app: OrgApp,
  cookie: string,
  token: string,
  times: number,
): Promise<Accepted> {
  app.mails.length = app.entries.length = 0;
  const calls = Array.from(
    { length: times },
    () => app.orgs.acceptInvitation(requestWith(cookie), token),
  );
  const reasons = (await Promise.all(calls)).map(reasonOf);
  const joined = app.entries.filter(({ name }) => name === "organization.joined").length;
  return { reasons, mails: app.mails.length, joined };
}

if (import.meta.main) {
  const [kind, location, secret] = Deno.args as [string, string, string];
  let now = Date.now();
  Date.now = () => now;
  /** By session strategy and `maxLag`: what one has read, the others have not. */
  const apps = new Map<string, OrgApp>();
  const appOf = async ({ strategy, maxLag }: Command) => {
    const name = `${strategy} ${maxLag}`;
    const app = apps.get(name) ?? createOrgApp(
      strategy,
      { adapter: (await openShared(kind, location)).adapter, secret },
      { maxLag },
    );
    apps.set(name, app);
    return app;
  };
  const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream());
  for await (const line of lines) {
    const command = JSON.parse(line) as Command;
    const app = await appOf(command);
    if (command.does === "read") now += command.afterMs;
    const outcome = command.does === "read"
      ? await read(app, command.cookie, command.org)
      : command.does === "leave"
      ? await leave(app, command.cookie, command.org)
      : await accept(app, command.cookie, command.token, command.times);
    console.log(JSON.stringify(outcome));
  }
  // Connections stay open otherwise.
  Deno.exit();
}
