/**
 * Records of SAML.
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { defineKind } from "../../records/kind.ts";

/** An assertion that was used: it counts once. It ends when nobody would believe it any more. */
export const usedAssertions = defineKind<{ key: string; id: string }, null>(
  "connection.assertion",
  ({ key, id }) => hashParts("used SAML assertion", [key, id]),
);
