/**
 * Account pre-hijacking: a first user signs in under an address, then the owner
 * of the address does, with every ordered pair of sign-in methods, with each kind
 * of sessions, on a complete store and on one with only the contract's methods. By default each
 * pair runs with one kind of sessions, on both stores.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { isChosen } from "../_stride.ts";
import {
  ADDRESS,
  type AddressRig,
  createAddressRig,
  type Person,
  type Way,
  WAYS,
  withContractOnly,
} from "./_address_rig.ts";

const REFUSED = "/auth/signin OAuthAccountNotLinked";

/** Session strategy and store of an app. */
interface Variant {
  name: string;
  session(): AuthConfig["session"];
  /** `true` when the store has more than the contract's methods. */
  isWhole: boolean;
  /** `true` when accounts are listed, by the store or by records beside it. */
  listsAccounts: boolean;
}

const strategies: [string, () => AuthConfig["session"]][] = [
  ["database sessions", () => ({ strategy: "database" })],
  ["token sessions", () => ({ strategy: "jwt" })],
  ["token sessions with records", () => ({ strategy: "jwt", revocation: {} })],
];

const VARIANTS: Variant[] = [true, false].flatMap((isWhole) =>
  strategies.map(([name, session]) => ({
    name: `${name}, ${isWhole ? "MemoryAdapter" : "the contract's methods"}`,
    session,
    isWhole,
    listsAccounts: isWhole || session()?.revocation !== undefined,
  }))
);

async function createRig({ session, isWhole }: Variant): Promise<AddressRig> {
  return await createAddressRig(session(), isWhole ? (memory) => memory : withContractOnly);
}

/** Ids of the users that a person gets: by the session's cookie, and by signing in again. */
async function reach(
  rig: AddressRig,
  { browser, signIn }: Person,
): Promise<(string | undefined)[]> {
  const later = rig.newBrowser();
  await signIn(later);
  return [(await rig.who(browser))?.id, (await rig.who(later))?.id];
}

/** The owner is signed in, has the address, and shares the user with no other person. */
async function assertOwns(rig: AddressRig, owner: Person, first: Person): Promise<void> {
  const session = await rig.who(owner.browser);
  assert(session, "the owner is not signed in");
  assertEquals(session.email, ADDRESS);
  assertEquals(await rig.idOf(ADDRESS), session.id, "the address is not the owner's");
  const reached = await reach(rig, first);
  assertEquals(
    reached.includes(session.id),
    false,
    "the first person is signed in as the owner's user",
  );
  assertNotEquals((await rig.who(first.browser))?.email, ADDRESS);
  // In the store, the owner's user has no passkey and no account of the first person.
  assertEquals(await rig.memory.listAuthenticatorsByUserId(session.id), []);
  for (const { providerAccountId } of await rig.memory.listAccounts(session.id)) {
    assertNotEquals(providerAccountId, "first");
  }
  for (const { userId, sessionToken } of await rig.memory.listSessions(session.id)) {
    const held = first.browser.cookies.list("app.example").map(({ value }) => value);
    assert(!held.includes(sessionToken), `a session of the first person belongs to ${userId}`);
  }
}

/** Neither of the two persons gets the other's user. */
async function assertApart(rig: AddressRig, one: Person, other: Person): Promise<void> {
  const [ones, others] = [await reach(rig, one), await reach(rig, other)];
  for (const id of ones) assert(id === undefined || !others.includes(id), "they share a user");
}

/** `true` when a refusal waits for a parallel sign-in, which does not depend on the strategy. */
function isSlow(first: Way, owner: Way): boolean {
  return first.proves === "yes" && owner.proves === "yes" && owner.oauth !== undefined;
}

/** Says whether a pair runs in a variant. */
function runs(first: Way, owner: Way, variant: Variant): boolean {
  const pair = WAYS.indexOf(first) + WAYS.indexOf(owner);
  if (!isSlow(first, owner)) return isChosen(pair + VARIANTS.indexOf(variant), 3);
  return /database/.test(variant.name) && isChosen(pair + Number(variant.isWhole), 2);
}

for (const variant of VARIANTS) {
  for (const firstWay of WAYS) {
    Deno.test(`address: ${firstWay.name}, then the owner by any method (${variant.name})`, async () => {
      for (const ownerWay of WAYS) {
        if (!runs(firstWay, ownerWay, variant)) continue;
        const cell = `${firstWay.name} → ${ownerWay.name}`;
        const rig = await createRig(variant);
        rig.offer(WAYS);
        const first = rig.newPerson(firstWay, "first");
        assertEquals(await first.signIn(first.browser), "/after", cell);
        const firstId = (await rig.who(first.browser))!.id;
        if (firstWay.proves === "no") {
          assertEquals((await rig.who(first.browser))?.email, undefined, cell);
          assertEquals((await rig.memory.getUser(firstId))?.email ?? undefined, undefined, cell);
          assertEquals(await rig.idOf(ADDRESS), undefined, cell);
        }
        const owner = rig.newPerson(ownerWay, "owner");
        const landing = await owner.signIn(owner.browser);
        await assertCell(rig, { firstWay, ownerWay, first, owner, landing, variant }, cell);
      }
    });
  }
}

interface Cell {
  firstWay: Way;
  ownerWay: Way;
  first: Person;
  owner: Person;
  landing: string;
  variant: Variant;
}

async function assertCell(
  rig: AddressRig,
  { firstWay, ownerWay, first, owner, landing, variant }: Cell,
  cell: string,
): Promise<void> {
  const { isWhole } = variant;
  if (firstWay.proves === "no") {
    assertEquals(landing, "/after", cell);
    if (ownerWay.proves === "yes") return await assertOwns(rig, owner, first);
    return await assertApart(rig, first, owner);
  }
  if (ownerWay.proves === "no") {
    // Here the second person does not own the address.
    assertEquals(landing, "/after", cell);
    return await assertApart(rig, first, owner);
  }
  // Both persons own the address, or the app states that they do.
  if (landing === REFUSED) {
    assert(ownerWay.oauth, cell);
    return assertEquals(await rig.who(owner.browser), null, cell);
  }
  assertEquals(landing, "/after", cell);
  const isJoined = (await rig.who(owner.browser))?.id === (await rig.who(first.browser))?.id;
  const isStored = firstWay.proves === "yes" && ownerWay.proves === "yes";
  if (isStored && isWhole && /mail|Dangerous/.test(ownerWay.name)) {
    // A provider without `emailVerified` is treated as one with unverified addresses.
    assertEquals(isJoined, firstWay.id !== "op", cell);
  }
}

/** Sign-in methods of an app that could not verify addresses. */
const BEFORE = WAYS.filter(({ id, proves }) =>
  ["open", "op", "passkey"].includes(id) && proves === "no"
);

for (const variant of VARIANTS) {
  for (const firstWay of BEFORE) {
    Deno.test(`address: ${firstWay.name}, stored before the app could verify addresses (${variant.name})`, async () => {
      for (const ownerWay of WAYS.filter(({ proves }) => proves === "yes")) {
        if (!runs(firstWay, ownerWay, variant)) continue;
        const cell = `${firstWay.name} → ${ownerWay.name}`;
        const rig = await createRig(variant);
        rig.offer(BEFORE);
        const first = rig.newPerson(firstWay, "first");
        assertEquals(await first.signIn(first.browser), "/after", cell);
        const before = await rig.who(first.browser);
        assertEquals(before?.email, ADDRESS, cell);
        assertEquals(await rig.idOf(ADDRESS), before!.id, cell);

        rig.offer(WAYS);
        const owner = rig.newPerson(ownerWay, "owner");
        const landing = await owner.signIn(owner.browser);
        if (!variant.listsAccounts && ownerWay.oauth && firstWay.oauth) {
          // Where accounts are not listed, a provider's claim is refused; a magic link is accepted.
          assertEquals(landing, REFUSED, cell);
          assertEquals(await rig.who(owner.browser), null, cell);
          const byMail = rig.newPerson(WAYS.find(({ id }) => id === "mail")!, "owner");
          await byMail.signIn(byMail.browser);
          await assertOwns(rig, byMail, first);
        } else {
          assertEquals(landing, "/after", cell);
          await assertOwns(rig, owner, first);
        }
        // The first person keeps the user, without the address.
        assertEquals(await reach(rig, first), [before!.id, before!.id], cell);
      }
    });
  }
}
