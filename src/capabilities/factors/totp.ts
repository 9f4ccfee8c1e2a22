/**
 * Codes of an authenticator app.
 *
 * @module
 */

import { fromBase32, toBase32 } from "../../base/crypto/base32.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { AuthError } from "../../errors.ts";
import { isRecord } from "../../base/objects.ts";
import { nowMs } from "../../base/time.ts";
import { readTypedCode } from "../../base/typed_code.ts";
import type { Enrolment, Factor, FactorContext } from "../../types/factor.ts";
import type { Json } from "../../types/records.ts";
import { makePassword, stepAt } from "./one_time_password.ts";
import { defineFactor } from "./define.ts";

/** Bytes of a secret: as long as the output of SHA-1 (RFC 4226 §4, R6). */
const SECRET_BYTES = 20;

const DIGITS = 6;

/** Time steps before and after the present one that are accepted, since clocks differ. */
const TOLERANCE = 1;

/** Data of an enrolment. */
type Data = {
  /** Sealed secret in Base32. */
  secret: string;
  /** Last time step that was used: none is accepted twice. */
  step: number;
};

/** Options of {@linkcode Totp}. */
export interface TotpOptions {
  /**
   * Name of the app in the user's authenticator app: 1 to 64 characters, without a colon, which
   * ends the name in the URI. Default: `theme.name`, else the host of the site without its port.
   */
  issuer?: string | undefined;
}

/** A name that authenticator apps read as it is: a colon would end it. */
const ISSUER = /^[^:\p{C}\p{Zl}\p{Zp}]{1,64}$/u;

/**
 * Codes of an authenticator app: six digits, every 30 seconds a new one, by SHA-1, which all
 * apps know. The codes before and after the present one are accepted, each once.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6238 RFC 6238}
 *
 * @example
 * ```ts
 * import { Totp } from "@x/auth/factors";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(Totp({ issuer: "Example" }).id, "totp");
 * ```
 *
 * @throws {AuthError} when `issuer` is no such name
 */
export function Totp({ issuer: configured }: TotpOptions = {}): Factor {
  if (configured !== undefined && !(typeof configured === "string" && isIssuer(configured))) {
    throw new AuthError(
      "Cannot use `issuer` of `Totp`: it must have 1 to 64 visible characters and no colon, which " +
        "ends the name in the URI that authenticator apps read",
      { cause: { option: "factors" } },
    );
  }
  return defineFactor({
    id: "totp",
    name: "Authenticator app",
    methods: ["otp"],
    isTyped: true,

    async verify(ctx, answer) {
      for (const enrolment of ctx.enrolments) if (await use(ctx, enrolment, answer)) return true;
      return false;
    },

    async enrol({ seal, origin, appName, user }) {
      const issuer = configured?.trim() ?? (withoutColons(appName ?? "") ||
        withoutColons(new URL(origin).hostname));
      const secret = toBase32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
      const label = encodeURIComponent(`${issuer}:${withoutColons(user.label)}`);
      const query = new URLSearchParams({ secret, issuer });
      const uri = `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
      return { data: totpData(await seal(secret)), secret, uri };
    },

    async confirm(ctx, data, answer) {
      const step = isData(data) ? await findStep(ctx, data, answer) : undefined;
      // The code that confirms is used up too.
      return step === undefined ? undefined : { ...data as Data, step };
    },
  });
}

function isIssuer(text: string): boolean {
  return ISSUER.test(text) && text.trim() !== "";
}

/** A name of the app, an address such as `[::1]` or the name of a user, as it may be in a label. */
function withoutColons(text: string): string {
  return text.replaceAll(/[:\s]+/g, " ").trim();
}

/** Data of an enrolment with a secret that another library has made. */
export function totpData(sealedSecret: string): Json {
  return { secret: sealedSecret, step: 0 } satisfies Data;
}

/** Uses up the code of a time step; of any number of callers, one does. */
async function use(ctx: FactorContext, enrolment: Enrolment, answer: string): Promise<boolean> {
  const { data } = enrolment;
  if (!isData(data)) return false;
  const step = await findStep(ctx, data, answer);
  return step !== undefined && await ctx.replace(enrolment, { ...data, step });
}

/** The time step of a code, when it is accepted now and was not used before. */
async function findStep(
  ctx: FactorContext,
  { secret, step: last }: Data,
  answer: string,
): Promise<number | undefined> {
  const typed = readTypedCode(answer, DIGITS);
  if (typed === undefined) return undefined;
  const opened = await ctx.open(secret);
  const bytes = opened === undefined ? undefined : fromBase32(opened);
  if (!bytes) return undefined;
  const now = stepAt(nowMs());
  let found: number | undefined;
  // All of them, so that the time does not tell which one it was.
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step++) {
    const isMeant = isEqual(typed, await makePassword(bytes, step, DIGITS, "SHA-1"));
    if (isMeant && step > last) found = step;
  }
  return found;
}

function isData(data: Json): data is Data {
  return isRecord(data) && typeof data.secret === "string" && typeof data.step === "number";
}
