/**
 * Names that one resource of an organization has alone. A name is claimed before the resource is
 * written, and given back after it has another one: so of any number of requests at once, one gets it.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { addressIn } from "../organizations/address.ts";
import type { Directory } from "./directory.ts";
import { taken } from "./directory.ts";
import { type NameKey, names, ownerOfOrg } from "./kinds.ts";
import { foldCase, type Values } from "./values.ts";

/** Milliseconds within which a resource is written once its names are claimed. */
const WRITING_MS = 60 * 1000;

/** A name, in the form in which it is compared. */
export type Name = Omit<NameKey, "org">;

/** Attributes, as refusals name them. */
const WORDS: Readonly<Record<Name["of"], string>> = {
  address: "address",
  email: "email address",
  externalId: "externalId",
  group: "displayName",
  groupExternalId: "externalId",
  userName: "userName",
};

/** The form of an email address in which it is compared; text that is none is compared too. */
export function foldEmail(text: string): string {
  return addressIn(text) ?? foldCase(text);
}

/** The names of a user. */
export function namesOfUser(values: Values, address: string): readonly Name[] {
  const { userName, externalId, emails = [] } = values;
  const listed = (emails as readonly Values[]).map(({ value }) => foldEmail(String(value)));
  return [
    { of: "userName", value: foldCase(String(userName)) },
    ...typeof externalId === "string" ? [{ of: "externalId" as const, value: externalId }] : [],
    { of: "address", value: address },
    ...[...new Set(listed)].map((value) => ({ of: "email" as const, value })),
  ];
}

/** The names of a group. */
export function namesOfGroup({ displayName, externalId }: Values): readonly Name[] {
  return [
    { of: "group", value: foldCase(String(displayName)) },
    ...typeof externalId === "string"
      ? [{ of: "groupExternalId" as const, value: externalId }]
      : [],
  ];
}

/** Claims of a request, for a resource. */
export interface Claims {
  /**
   * Claims names.
   *
   * @throws {ScimRefusal} for one that another resource has
   */
  claim(list: readonly Name[]): Promise<void>;
  /** Gives back what was claimed, and what the resource had, but for the names that it has now. */
  release(now: readonly Name[], before?: readonly Name[]): Promise<void>;
}

/**
 * Makes the claims of a request.
 *
 * @param id id of the resource
 * @param hasName says whether the resource with an id exists, and has a name
 */
export function makeClaims(
  directory: Directory,
  id: string,
  hasName: (id: string, name: Name) => Promise<boolean>,
): Claims {
  const claimed: Name[] = [];
  return {
    async claim(list) {
      for (const name of list) {
        const claim = await claimName(directory, id, name, hasName);
        if (claim === "taken") throw taken(WORDS[name.of]);
        if (claim === "new") claimed.push(name);
      }
    },
    async release(now, before = []) {
      const gone = [...claimed, ...before].filter((one) => !includesName(now, one));
      await forgetNames(directory, id, gone);
    },
  };
}

async function claimName(
  { call: { records }, org }: Directory,
  id: string,
  name: Name,
  hasName: (id: string, name: Name) => Promise<boolean>,
): Promise<"new" | "own" | "taken"> {
  let claim: "new" | "own" | "taken" = "taken";
  await names.update(records, { org, ...name }, async (known) => {
    claim = known?.data.of === id ? "own" : "taken";
    if (claim === "own") return undefined;
    const { of, at } = known?.data ?? {};
    // One whose resource is being written is in use.
    const isInUse = of !== undefined && (at! + WRITING_MS > nowMs() || await hasName(of, name));
    if (isInUse) return undefined;
    claim = "new";
    return { userId: ownerOfOrg(org), expires: null, data: { of: id, at: nowMs() } };
  });
  return claim;
}

/** Returns `true` for a list with the name. */
export function includesName(list: readonly Name[], { of, value }: Name): boolean {
  return list.some((one) => one.of === of && one.value === value);
}

/** Gives back names of a resource. */
export async function forgetNames(
  { call: { records }, org }: Directory,
  id: string,
  list: readonly Name[],
): Promise<void> {
  for (const name of list) {
    const key = { org, ...name };
    const known = await names.get(records, key);
    if (known?.data.of === id) await names.removeSame(records, key, known);
  }
}

/** Id of the resource that has a name; `undefined` when none has. */
export async function findByName(
  { call: { records }, org }: Pick<Directory, "call" | "org">,
  name: Name,
): Promise<string | undefined> {
  return (await names.get(records, { org, ...name }))?.data.of;
}
