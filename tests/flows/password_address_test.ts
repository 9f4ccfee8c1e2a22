/**
 * Account pre-hijacking with passwords: a first user has a password and claims the address of
 * another person, who then proves it, with every method, with each kind of sessions, on a
 * complete store and on one with only the contract's methods; and the other way round.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import {
  has as hasPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import {
  ADDRESS,
  type AddressRig,
  createAddressRig,
  WAYS,
  withContractOnly,
} from "./_address_rig.ts";
import { CHEAP, enter, OTHER, PASSWORD } from "./_passwords.ts";

const EVE = "eve@example.com";

const SESSIONS: [string, AuthConfig["session"]][] = [
  ["database sessions", { strategy: "database", revocation: {} }],
  ["token sessions", { strategy: "jwt" }],
  ["token sessions with records", { strategy: "jwt", revocation: {} }],
];

async function createRig(session: AuthConfig["session"], isWhole: boolean): Promise<AddressRig> {
  const rig = await createAddressRig(session, isWhole ? (memory) => memory : withContractOnly);
  rig.offer(WAYS);
  rig.config.records ??= isWhole ? undefined : MemoryRecords();
  rig.config.providers = [...rig.config.providers, Password(CHEAP)];
  return rig;
}

/** Id of the user that a password opens. */
async function opens(rig: AddressRig, email: string, password: string) {
  const browser = rig.newBrowser();
  await enter(browser, password, email);
  return (await rig.who(browser))?.id;
}

for (const isWhole of [true, false]) {
  for (const [name, session] of SESSIONS) {
    const variant = `${name}, ${isWhole ? "MemoryAdapter" : "the contract's methods"}`;

    Deno.test(`address: a password under a claimed address, then the owner by any method (${variant})`, async () => {
      for (const way of WAYS.filter(({ proves }) => proves === "yes")) {
        const rig = await createRig(session, isWhole);
        const { memory, config } = rig;
        await memory.createUser({ id: "eve", email: EVE, emailVerified: new Date() });
        assertEquals(await setPassword(config, "eve", PASSWORD), null);
        const eve = rig.newBrowser();
        await enter(eve, PASSWORD, EVE);
        assertEquals((await rig.who(eve))?.id, "eve", way.name);
        // The app lets users change their address without a proof.
        await memory.updateUser({ id: "eve", email: ADDRESS, emailVerified: null });
        assertEquals(await opens(rig, ADDRESS, PASSWORD), undefined, way.name);

        const owner = rig.newPerson(way, "owner");
        assertEquals(await owner.signIn(owner.browser), "/after", way.name);
        const id = (await rig.who(owner.browser))!.id;
        assertNotEquals(id, "eve", way.name);
        assertEquals(await rig.idOf(ADDRESS), id, way.name);
        assertEquals(await opens(rig, ADDRESS, PASSWORD), undefined, way.name);
        assertEquals(await hasPassword(config, "eve"), false, way.name);
        assertEquals((await rig.who(eve))?.id ?? "eve", "eve", way.name);
      }
    });

    Deno.test(`address: any method under a claimed address, then the owner's password (${variant})`, async () => {
      for (const way of WAYS.filter(({ proves }) => proves === "no")) {
        const rig = await createRig(session, isWhole);
        const first = rig.newPerson(way, "first");
        assertEquals(await first.signIn(first.browser), "/after", way.name);
        const firstId = (await rig.who(first.browser))!.id;
        const owner = rig.newPerson(WAYS.find(({ id }) => id === "mail")!, "owner");
        await owner.signIn(owner.browser);
        const { id } = (await rig.who(owner.browser))!;
        assertEquals(await setPassword(rig.config, id, OTHER), null, way.name);
        assertEquals(await opens(rig, ADDRESS, OTHER), id, way.name);
        assert(id !== firstId, way.name);
        const later = rig.newBrowser();
        await first.signIn(later);
        assertNotEquals((await rig.who(later))?.id, id, way.name);
      }
    });
  }
}
