/**
 * The functions of factors, bound to a user.
 *
 * @module
 */

import type { Seal } from "../../base/seals.ts";
import { secondsFromNow } from "../../base/time.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import type { Json } from "../../types/records.ts";
import { findNeed } from "../../config/needs.ts";
import { makeWording } from "../../mail/wording.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import { countMail } from "../../limits/recipient.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { User } from "../../types/entities.ts";
import type { Factor, FactorContext, FactorUser } from "../../types/factor.ts";
import type { Enrolled } from "../../types/factor_task.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import { recordsOf } from "./attempt.ts";
import { mailDemandOf } from "./check.ts";
import { userIdOf } from "../../session/visitor.ts";
import { listEnrolments, replaceData } from "./enrolments.ts";

/** Of secrets, which stay sealed for as long as a user keeps them: fifty years. */
const SEAL = { salt: "authjs.factor", maxAge: 1_576_800_000 } as const satisfies Seal;

/** Challenges, codes and sealed enrolments, by factor and attempt; the owner is the user. */
const challenges = defineKind<string, Json>("factor.attempt", hashedId("factor attempt"));

/** Reads the enrolments of a user. */
export async function readEnrolled(
  config: ResolvedConfig,
  user: User | AdapterUser,
): Promise<Enrolled> {
  const owner = factorUserOf(user);
  return { user: owner, enrolments: await listEnrolments(recordsOf(config), owner.id) };
}

/** The user as factors see it. */
function factorUserOf(user: User | AdapterUser): FactorUser {
  const id = userIdOf(user);
  const { email, name } = user;
  return { id, email: email || undefined, label: email || name || id };
}

/** Name of the account on pages; `undefined` for a user who has neither an address nor a name. */
export function accountName({ id, label }: FactorUser): string | undefined {
  return label === id ? undefined : label;
}

/** A secret of another user or factor cannot be opened as one of this. */
function boundTo({ id }: Pick<Factor, "id">, user: Pick<FactorUser, "id">): string {
  return `${id}.${user.id}`;
}

/** Seals a secret of a factor for the store. */
export async function seal(
  { jwt: { secret } }: Pick<ResolvedConfig, "jwt">,
  factor: Pick<Factor, "id">,
  user: Pick<FactorUser, "id">,
  text: string,
): Promise<string> {
  return await sealText(secret, SEAL, { text }, boundTo(factor, user));
}

/**
 * Data of what a user is doing, which the store keeps for ten minutes.
 *
 * @param key id of what the user is doing
 */
export function makeMemory(
  config: ResolvedConfig,
  { id: userId }: Pick<FactorUser, "id">,
  key: string,
): Pick<FactorContext, "remember" | "recall" | "useUp"> {
  const records = recordsOf(config);
  return {
    async remember(data) {
      const expires = secondsFromNow(ATTEMPT_MAX_AGE);
      const known = await challenges.get(records, key);
      // A parallel request of the same browser may have made one; the user sees its challenge.
      await challenges.replace(records, key, { userId, expires, data }, known);
    },
    async recall() {
      return (await challenges.get(records, key))?.data ?? null;
    },
    async useUp() {
      return (await challenges.take(records, key))?.data ?? null;
    },
  };
}

/**
 * Binds the functions of a factor to a user.
 *
 * @param attempt id of what the user is doing, to which challenges and codes are bound
 */
export function makeFactorContext(
  { config, request }: Pick<Context, "config" | "request">,
  { user, enrolments }: Enrolled,
  factor: Factor,
  attempt: string,
): FactorContext {
  const { jwt: { secret }, limits, sendMail, userConfig } = config;
  const records = recordsOf(config);
  return {
    ...makeMemory(config, user, `${factor.id} ${attempt}`),
    user,
    origin: request.origin,
    appName: config.theme.name,
    enrolments: enrolments.filter((one) => one.factor === factor.id),
    ...makeWording(config, request),
    seal: (text) => seal(config, factor, user, text),
    async open(sealed) {
      try {
        return (await openText<{ text: string }>(secret, SEAL, sealed, boundTo(factor, user)))
          ?.text;
      } catch {
        return undefined;
      }
    },
    replace: (enrolment, data) => replaceData(records, user.id, enrolment, data),
    async sendMail(mail) {
      if (!sendMail) throw findNeed(userConfig, [], mailDemandOf(factor));
      if (limits?.perRecipient) await countMail(config, mail.to, limits.perRecipient);
      await sendMail({ ...mail, origin: request.origin });
    },
  };
}
