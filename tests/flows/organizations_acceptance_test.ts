/**
 * The acceptance of an invitation, while the person who invited loses the right to do so. The loss is
 * put between every two calls of the store of records.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { isChosen } from "../_stride.ts";
import {
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  type Person,
  reasonOf,
  requestOf,
  signIn,
  tokenTo,
  trail,
} from "./_organizations.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";

/** Something that happens before or after a call of the store. */
interface Interruption {
  /** Calls until then. */
  left: number;
  /** `true` when the call takes place first. */
  isAfter: boolean;
  /** What happens. */
  run(): Promise<void>;
}

/** A store of records whose calls can be interrupted, once. */
function interruptible() {
  const records = MemoryRecords();
  const state: { next?: Interruption | undefined } = {};
  const due = (isAfter: boolean) => {
    const { next } = state;
    if (!next || next.isAfter !== isAfter || next.left > 0) return undefined;
    state.next = undefined;
    return next.run();
  };
  const store = new Proxy(records, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return async (...args: unknown[]) => {
        if (state.next) state.next.left--;
        await due(false);
        const own = state.next;
        const result = await Reflect.apply(member, target, args);
        // What happens is made of calls too.
        if (own && own === state.next) await due(true);
        return result;
      };
    },
  }) as RecordStore;
  return { store, state };
}

type Loss = (app: OrgApp, ada: Person, bob: Person, org: string) => Promise<unknown>;

const LOSSES: Record<string, Loss> = {
  "is removed": async (app, ada, bob, org) =>
    done(await app.orgs.removeMember(await membership(app, ada, org), bob.id)),
  "gets a lower role": async (app, ada, bob, org) =>
    done(await app.orgs.changeRole(await membership(app, ada, org), bob.id, "guest")),
  "leaves": async (app, _, bob, org) => done(await app.orgs.leave(await membership(app, bob, org))),
  "is suspended": async (app, _, bob) => await app.auth.users.suspend(bob.id),
  "is deleted": async (app, _, bob) => await app.auth.users.delete(bob.id),
};

/** Owners, since admins may give no role of an admin here. */
const ROLES = { "is removed": "owner", "leaves": "owner", "is deleted": "owner" } as Record<
  string,
  "owner" | "admin"
>;

for (const [index, [name, lose]] of Object.entries(LOSSES).entries()) {
  Deno.test(`organization invitations: nobody becomes a member once the inviter ${name}`, async () => {
    let kept = 0;
    let ended = 0;
    for (let call = 1;; call++) {
      let hasHappened = false;
      for (const isAfter of [false, true]) {
        // By default in turn before one call and after the next.
        if (!isChosen(call + Number(isAfter) + index, 2)) continue;
        const { store, state } = interruptible();
        const app = createOrgApp("jwt", { records: store });
        const ada = await signIn(app, ADA);
        const acme = await createOrg(app, ada);
        const bob = await join(app, ada, acme.id, BOB, ROLES[name] ?? "admin");
        const eve = await signIn(app, EVE);
        const role = ROLES[name] ? "admin" : "member";
        done(await app.orgs.invite(await membership(app, bob, acme.id), { email: EVE, role }));
        const token = tokenTo(app, EVE);
        const isMember = async () => (await app.orgs.listOrganizations(eve.id)).length > 0;
        let wasMember = false;
        state.next = {
          left: call,
          isAfter,
          run: async () => {
            wasMember = await isMember();
            await lose(app, ada, bob, acme.id);
            hasHappened = true;
          },
        };
        const result = await app.orgs.acceptInvitation(requestOf(eve, "POST"), token);
        state.next = undefined;
        const at = `${isAfter ? "after" : "before"} call ${call}: ${reasonOf(result)}`;
        assertEquals(await isMember(), result.ok, at);
        if (!hasHappened) continue;
        if (result.ok) {
          assert(wasMember, at);
          kept++;
        } else {
          assertEquals(result.reason, "inviter-lost-right", at);
          assert(!trail(app).slice(-1)[0]!.includes("joined"), at);
          ended++;
        }
      }
      if (!hasHappened) break;
    }
    assert(ended > 10 && kept > 0, `${ended} ended, ${kept} kept`);
  });
}
