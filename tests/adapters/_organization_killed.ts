/**
 * A process that changes an organization until it is killed: `_organization_killed.ts <work as
 * JSON>`. It prints a line before the call of the store at which it is killed, makes this call, and
 * does no more; or `done` when there are fewer calls.
 *
 * @module
 */

import { failing } from "../flows/_fault_store.ts";
import { organizationFlows } from "../flows/_organization_flows.ts";
import { createOrgApp, type Person } from "../flows/_organizations.ts";
import type { Strategy } from "../flows/_strategies.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { openShared } from "./_shared_stores.ts";

/** Ids of a person, and the cookies of its browser. */
export interface SignedIn {
  id: string;
  email: string;
  cookie: string;
}

/** The work of the process. */
export interface Work {
  kind: string;
  location: string;
  secret: string;
  strategy: Strategy;
  /** Name of the flow. */
  flow: string;
  /** Number of the call at which the process is killed, from 1. */
  number: number;
  people: readonly [ada: SignedIn, bob: SignedIn, eve: SignedIn];
  org: string;
  newSlug: string;
  /** Emails with invitations that have left before. */
  mails: readonly AccountMail[];
}

function toPerson({ id, email, cookie }: SignedIn): Person {
  return { id, email, browser: { cookies: { header: () => cookie } } as never };
}

if (import.meta.main) {
  const work = JSON.parse(Deno.args[0]!) as Work;
  const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
  const { adapter } = await openShared(work.kind, work.location);
  // Opens the store, before calls are counted.
  await adapter.getUserByEmail!("none@example.com");
  let calls = 0;
  const store = failing({ adapter }, {
    countUsers: () => Promise.resolve(0),
    close: () => Promise.resolve(),
    begins(name) {
      if (++calls === work.number) say(name);
    },
  });
  const app = createOrgApp(work.strategy, { ...store.config, secret: work.secret });
  app.mails.push(...work.mails);
  const [ada, bob, eve] = work.people.map(toPerson) as [Person, Person, Person];
  const { org, newSlug } = work;
  // Stays until it is killed: the signal may come late.
  setInterval(() => {}, 60_000);
  // The call after the one at which it is killed is never made.
  store.arm(work.number + 1, "never");
  await organizationFlows[work.flow]!.run({ app, ada, bob, eve, org, newSlug });
  say("done");
  // Connections stay open otherwise.
  Deno.exit();
}
