/**
 * Account pre-hijacking by a change of address: a first person signs in by each method, asks
 * for the address of another person, and guesses the code; then its owner signs in, by each
 * method that proves an address. And the other way round. By default each pair runs with one kind
 * of sessions.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { AccountMail } from "../../src/types/factor.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { isChosen } from "../_stride.ts";
import { ADDRESS, type AddressRig, createAddressRig, WAYS } from "./_address_rig.ts";
import { post } from "./_addresses.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

const UNPROVEN = WAYS.filter(({ proves }) => proves === "no");
const PROVING = WAYS.filter(({ proves }) => proves === "yes");

async function createRig(strategy: "jwt" | "database") {
  const mails: AccountMail[] = [];
  const session = { strategy, revocation: {} };
  const rig = await createAddressRig(session, (memory) => memory);
  rig.offer(WAYS);
  rig.config.sendMail = (mail) => void mails.push(mail);
  rig.config.account = AccountPage();
  return { rig, mails };
}

/** Asks for the address and guesses its code until no guess is left. */
async function grab(browser: TestBrowser): Promise<void> {
  const asked = await post(browser, "request", { email: ADDRESS });
  assertEquals(asked.url.pathname, "/auth/address");
  for (let guess = 0; guess < 6; guess++) {
    const { url } = await post(browser, "confirm", { code: `0000000${guess}` });
    assert(url.searchParams.get("error"));
  }
}

/** Neither of the two users has what belongs to the other. */
async function assertApart(
  rig: AddressRig,
  owner: TestBrowser,
  first: TestBrowser,
  cell: string,
): Promise<void> {
  const { id, email } = (await rig.who(owner))!;
  assertEquals(email, ADDRESS, cell);
  assertEquals(await rig.idOf(ADDRESS), id, cell);
  const other = (await rig.who(first))!;
  assertNotEquals(other.id, id, cell);
  assertEquals(other.email, undefined, cell);
}

/** Signs up; an address that the way did not prove is asked to be confirmed. */
async function signUp(person: ReturnType<AddressRig["newPerson"]>, cell: string): Promise<void> {
  const path = await person.signIn(person.browser);
  assert(["/after", "/auth/address"].includes(path), `${cell}: ${path}`);
}

for (const [shift, strategy] of (["jwt", "database"] as const).entries()) {
  Deno.test(`address: a change to a foreign address, then its owner by any method (${strategy})`, async () => {
    for (const [row, firstWay] of UNPROVEN.entries()) {
      for (const [column, ownerWay] of PROVING.entries()) {
        if (!isChosen(row + column + shift, 2)) continue;
        const cell = `${firstWay.name} → ${ownerWay.name}`;
        const { rig, mails } = await createRig(strategy);
        const first = rig.newPerson(firstWay, "first");
        await signUp(first, cell);
        mails.length = 0;
        await grab(first.browser);
        assertEquals(mails.map(({ to }) => to), [ADDRESS], cell);
        const owner = rig.newPerson(ownerWay, "owner");
        assertEquals(await owner.signIn(owner.browser), "/after", cell);
        await assertApart(rig, owner.browser, first.browser, cell);
      }
    }
  });

  Deno.test(`address: the owner by any method, then a change to the address (${strategy})`, async () => {
    for (const [row, firstWay] of UNPROVEN.entries()) {
      for (const [column, ownerWay] of PROVING.entries()) {
        if (!isChosen(row + column + shift, 2)) continue;
        const cell = `${firstWay.name} ← ${ownerWay.name}`;
        const { rig, mails } = await createRig(strategy);
        const owner = rig.newPerson(ownerWay, "owner");
        assertEquals(await owner.signIn(owner.browser), "/after", cell);
        const first = rig.newPerson(firstWay, "first");
        await signUp(first, cell);
        mails.length = 0;
        await grab(first.browser);
        assertEquals(/\d{4} \d{4}/.test(mails[0]!.text), false, cell);
        await assertApart(rig, owner.browser, first.browser, cell);
      }
    }
  });
}
