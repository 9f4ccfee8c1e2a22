/**
 * Several invitations at once, as typed into one field: each address has its own answer, and the
 * form can be sent again, since an address that is invited already gets no second email.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { InvitationAnswer } from "../../../pages/organizations/step.ts";
import { act } from "./actor.ts";
import { addressIn } from "./address.ts";
import { hasRole } from "./permissions.ts";
import { makeInvitingNeed, sendInvitation } from "./invitation_functions.ts";
import type { Membership } from "./membership.ts";
import type { Done } from "./typed.ts";

/** Most addresses at once. */
const MOST = 50;

/** Most characters of them. */
export const MOST_TYPED = 16_384;

/** The answer for an address that is invited already. */
const WAITING = "already-invited";

/** Invitations that are sent at once. */
const AT_ONCE = 10;

/** Separators of addresses, also those of Arabic and East Asian keyboards. */
const SEPARATORS = /[\r\n,;،、，；]+/;

/** A name in quotes before an address, which can have a comma. */
const QUOTED = /"[^"\r\n]*"(?=\s*<)/g;

/**
 * The addresses of a field, one a line or separated by commas or spaces; each once. Of
 * `Ada Lovelace <ada@example.com>`, as email programs copy it, the address stays.
 *
 * @throws {AuthError} for too many, or too long a text; `cause.field` is `emails`
 */
export function splitAddresses(typed: string): string[] {
  const found = typed.length <= MOST_TYPED
    ? [...new Set(typed.replaceAll(QUOTED, "").split(SEPARATORS).flatMap(listIn))]
    : undefined;
  if (found && found.length <= MOST) return found;
  throw new AuthError(`Cannot invite: there are more than ${MOST} addresses`, {
    cause: { field: "emails" },
  });
}

/** The addresses of a part without separators but spaces. Words before one in brackets are a name. */
function listIn(part: string): string[] {
  const found: string[] = [];
  let words: string[] = [];
  for (const word of part.split(/\s+/)) {
    const start = word.indexOf("<");
    if (start < 0 || !word.endsWith(">")) words.push(word);
    else {
      found.push(...words.filter((one) => one.includes("@")), word.slice(start + 1, -1));
      words = [];
    }
  }
  return [...found, ...words].filter(Boolean);
}

/** Invites each address; what one is answered changes nothing for the others. */
export async function inviteList(
  config: ServerConfig,
  membership: Membership,
  typed: readonly string[],
  role: string,
): Promise<Done<{ readonly answers: readonly InvitationAnswer[] }>> {
  // Two spellings of an address are one.
  const addresses = new Map(typed.map((one) => [addressIn(one) ?? one, one]));
  const list = [...addresses.values()];
  return await act(config, membership, makeInvitingNeed(role), async (actor) => {
    const { access } = actor.call.settings;
    if (!hasRole(access, role) || !access.mayGive(actor.role, role)) return "role-beyond-own";
    const answers: InvitationAnswer[] = [];
    for (let from = 0; from < list.length; from += AT_ONCE) {
      answers.push(
        ...await Promise.all(
          list.slice(from, from + AT_ONCE).map(async (email) => {
            const address = addressIn(email);
            if (address === undefined) return { email, answer: "address" as const };
            const sent = await sendInvitation(actor, address, role, WAITING);
            return { email: address, answer: typeof sent === "string" ? sent : "invited" as const };
          }),
        ),
      );
    }
    return { ok: true as const, answers };
  });
}
