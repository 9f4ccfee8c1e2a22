/**
 * Refusals of organizations: a closed list of reasons, each with its answer.
 *
 * @module
 */

import { createResponse } from "../../http/response.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";

/** Status and sentence of the answer. */
const ANSWERS: Readonly<Record<OrganizationRefusal, readonly [status: number, text: string]>> = {
  "already-member": [409, "This person is a member already."],
  "domain-not-allowed": [403, "Your email address is not one of this organization."],
  forbidden: [403, "Your role does not permit this."],
  "invitation-expired": [410, "This invitation is no longer valid. Ask for a new one."],
  "invitation-other-address": [403, "This invitation is for another email address."],
  "inviter-lost-right": [403, "The person who invited you may not do so any more."],
  "last-owner": [409, "An organization needs an owner. Make another member the owner first."],
  // The same for an organization that does not exist.
  "not-member": [404, "Not found."],
  "proof-too-weak": [403, "Prove again who you are."],
  "provider-required": [403, "Use the sign-in of your organization."],
  "role-beyond-own": [403, "Your role does not permit to give or take this role."],
  "session-too-old": [403, "Sign in again."],
  "slug-taken": [409, "Another organization has this name in its address."],
  "too-many": [429, "Too many. Try again later."],
};

/** Details of a refusal. */
export interface RefusalDetails {
  /** Absolute URL at which the user can do what is missing. */
  location?: string | undefined;
  /** Address of an invitation, masked. */
  address?: string | undefined;
}

/** A refusal: nothing was read for the visitor, or nothing was changed. */
export class Refusal {
  /** Distinguishes it from a result. */
  readonly ok = false;
  /** Reason, of a closed list. */
  readonly reason: OrganizationRefusal;
  /** Status of {@linkcode Refusal.response}. */
  readonly status: number;
  /**
   * Absolute URL at which the user signs in, or proves again who it is, and comes back; absent when
   * neither helps.
   */
  readonly location?: string;
  /** Address that an invitation is for, masked; absent for other reasons. */
  readonly address?: string;

  /** @internal Made by the functions for organizations. */
  constructor(reason: OrganizationRefusal, { location, address }: RefusalDetails = {}) {
    this.reason = reason;
    this.status = location === undefined ? ANSWERS[reason][0] : 303;
    if (location !== undefined) this.location = location;
    if (address !== undefined) this.address = address;
  }

  /**
   * The answer for a browser: a redirect to {@linkcode Refusal.location}, else the status with a
   * sentence. A stranger gets the same for an organization that does not exist.
   */
  response(): Response {
    const { location, status } = this;
    const response = createResponse(location === undefined ? ANSWERS[this.reason][1] : null, {
      status,
    });
    response.headers.set("cache-control", "private, no-store");
    if (location !== undefined) response.headers.set("location", location);
    else {
      response.headers.set("content-type", "text/plain; charset=utf-8");
      response.headers.set("x-content-type-options", "nosniff");
    }
    return response;
  }
}

/** Every reason, for the test that finds each of them answered. */
export const REASONS = Object.keys(ANSWERS) as OrganizationRefusal[];

/** `"a…@example.com"`: enough to recognize the own address. */
export function masked(address: string): string {
  const at = address.lastIndexOf("@");
  return `${[...address][0]}…${address.slice(at)}`;
}
