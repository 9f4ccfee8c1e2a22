/**
 * Records of the audit log. An entry is one record for its day, which says nothing about a person
 * but a pseudonym, and one for each whom it is about, which a deletion removes with its owner.
 *
 * @module
 */

import { defineKind } from "../../records/kind.ts";
import { ownerOfAudit } from "../../records/owner.ts";

/** An entry, in the list of its day. */
export type EntryData = {
  /** Id of the chain. */
  chain: string;
  /** Place in the chain, from 0. */
  seq: number;
  /** Hash of the entry before it; empty for the first one. */
  prev: string;
  /** HMAC of place, previous hash and body. */
  hash: string;
  /** The entry as JSON, as it was hashed: a store may sort the members of an object. */
  body: string;
};

/** What an entry says about its user, in the list of that user. */
export type UserData = {
  /** Random: the digest in the entry tells nothing without it. */
  salt: string;
  /** JSON. */
  body: string;
};

/** The head of a chain. */
export type ChainData = {
  /** First characters of the hash of its key. */
  key: string;
  /** Number of entries that were written, or whose write failed. */
  count: number;
  /** Hash of the last one. */
  hash: string;
  /** HMAC of id, number and hash. */
  mac: string;
};

/** By {@linkcode makeEntryId}; the owner is the day. */
export const entries = defineKind<string, EntryData>("audit.entry", (id) => id);

/** What belongs to the user, by the id of the entry. */
export const userParts = defineKind<string, UserData>("audit.user", (id) => id);

/** That a person acted, by the id of the entry. */
export const actorParts = defineKind<string, null>("audit.actor", (id) => id);

/** That an entry is about an organization, by its id. */
export const organizationParts = defineKind<string, null>("audit.organization", (id) => id);

/** By the id of the chain; the owner is the log. */
export const chains = defineKind<string, ChainData>("audit.chain", (id) => id);

/** Owner of the chains; no user has such an id. */
export const CHAINS = ownerOfAudit("chains");

/** Milliseconds of a day. */
export const DAY_MS = 24 * 60 * 60_000;

/** Digits of times, days and places, and what they are counted down from: the newest sorts first. */
const TIME = { digits: 9, top: 36 ** 9 - 1 };
const DAY = { digits: 4, top: 36 ** 4 - 1 };
const PLACE = { digits: 7, top: 36 ** 7 - 1 };

/** Sorts after all ids that begin with the same digits. */
const END = "/";

/** Form of the id of an entry, whose length is checked before. */
const ENTRY_ID = /^[0-9a-z]{9}\.[0-9a-z]{4}\.[\w-]{16}\.[0-9a-z]{7}$/;

/** Form of the end of a time. */
const TIME_END = /^[0-9a-z]{9}\/$/;

/** Characters of the id of an entry. */
const ENTRY_ID_LENGTH = 39;

function countDown({ digits, top }: typeof TIME, value: number): string {
  return (top - value).toString(36).padStart(digits, "0");
}

/** The day of a time, as its number since 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Owner of the entries of a day; no user has such an id. */
export function ownerOfDay(day: number): string {
  return ownerOfAudit(String(day));
}

/** Makes the id of a chain. */
export function makeChainId(day: number, random: string): string {
  return `${countDown(DAY, day)}.${random}`;
}

/** The day of a chain. */
export function dayOfChain(chain: string): number {
  return DAY.top - parseInt(chain.slice(0, DAY.digits), 36);
}

/** What chains of a day and of earlier days follow, in the list of chains. */
export function beforeDay(day: number): string {
  return countDown(DAY, day);
}

/** What chains of earlier days follow. */
export function afterDay(day: number): string {
  return countDown(DAY, day) + END;
}

/** Makes the id of an entry. */
export function makeEntryId(at: number, chain: string, seq: number): string {
  return `${countDown(TIME, at)}.${chain}.${countDown(PLACE, seq)}`;
}

/** The time in the id of an entry. */
export function timeOfEntry(id: string): number {
  return TIME.top - parseInt(id.slice(0, TIME.digits), 36);
}

/** What entries before a time follow, in the list of entries. */
export function beforeTime(ms: number): string {
  return countDown(TIME, ms) + END;
}

/** Returns `true` for what a page can begin after: the id of an entry, or the end of a time. */
export function isCursor(value: unknown): value is string {
  if (typeof value !== "string" || value.length > ENTRY_ID_LENGTH) return false;
  return ENTRY_ID.test(value) || TIME_END.test(value);
}

/** Returns `true` for the id of a chain: with it, the id of an entry has its form. */
export function isChainId(value: unknown): value is string {
  return typeof value === "string" && isCursor(makeEntryId(0, value, 0));
}
