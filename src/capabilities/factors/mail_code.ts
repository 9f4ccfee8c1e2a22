/**
 * Codes by email.
 *
 * @module
 */

import { ATTEMPT_MAX_AGE } from "../../config/defaults.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { randomDigits } from "../../base/crypto/bytes.ts";
import { AuthError } from "../../errors.ts";
import { textsIn } from "../../base/language.ts";
import { filledMail } from "../../mail/layout.ts";
import { durationInWords } from "../../base/in_words.ts";
import { isRecord } from "../../base/objects.ts";
import { readTypedCode } from "../../base/typed_code.ts";
import type { AccountMail, Factor, FactorContext } from "../../types/factor.ts";
import type { Json } from "../../types/records.ts";
import { factorCodeEnglish } from "./code_english.ts";
import { defineFactor } from "./define.ts";

const DIGITS = 8;

/** Wrong answers that end a code. */
const MAX_TRIES = 5;

/** Data of an attempt. */
type Data = {
  /** Sealed code: from the hash of so few digits, the code could be found by trying. */
  code: string;
  /** Wrong answers so far. */
  tries: number;
};

/**
 * A code of eight digits to the address that the user confirmed, valid for ten minutes in the browser
 * that asked for it. It counts only beside a first proof that needs no access to the same
 * mailbox: after a password, a passkey or a provider, not after a link by email.
 *
 * Emails are sent by `sendMail` of the config, else by its first email provider.
 *
 * @example
 * ```ts
 * import { MailCode } from "@x/auth/factors";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(MailCode().methods, ["mail"]);
 * ```
 */
export function MailCode(): Factor {
  return defineFactor({
    id: "mail",
    isSingle: true,
    name: "Code by email",
    methods: ["mail"],
    isTyped: true,
    needsMail: true,
    isEnrollable: ({ user }) => user.email !== undefined,

    async target(ctx) {
      const address = await openAddress(ctx);
      return address && masked(address);
    },

    async send(ctx) {
      const address = await openAddress(ctx);
      if (address === undefined) {
        throw new AuthError("Cannot send a code: no secret opens the address");
      }
      await send(ctx, address);
    },

    async verify(ctx, answer) {
      const [enrolment] = ctx.enrolments;
      return enrolment !== undefined && await use(ctx, answer) &&
        await ctx.replace(enrolment, enrolment.data);
    },

    async enrol(ctx) {
      // The pages offer it to users with an address only.
      const address = ctx.user.email!;
      await send(ctx, address);
      return { data: await ctx.seal(address) };
    },

    async confirm(ctx, data, answer) {
      return await use(ctx, answer) ? data : undefined;
    },
  });
}

/** The address that was confirmed: a later change of the user's address does not move it. */
async function openAddress({ enrolments: [enrolment], open }: FactorContext) {
  return typeof enrolment?.data === "string" ? await open(enrolment.data) : undefined;
}

/** `"a•••@example.com"`: the page is shown after the first proof, before the user is signed in. */
function masked(address: string): string {
  const at = address.lastIndexOf("@");
  return `${[...address][0]}•••${address.slice(at)}`;
}

async function send(ctx: FactorContext, to: string): Promise<void> {
  const code = randomDigits(DIGITS);
  const data: Data = { code: await ctx.seal(code), tries: 0 };
  await ctx.remember(data);
  await ctx.sendMail({ to, ...makeMail(ctx, code) });
}

/** Uses up a code; of parallel calls with one code, one does. */
async function use(ctx: FactorContext, answer: string): Promise<boolean> {
  const data = await ctx.useUp();
  if (!isData(data)) return false;
  const typed = readTypedCode(answer, DIGITS);
  const sent = await ctx.open(data.code);
  if (sent !== undefined && typed !== undefined && isEqual(typed, sent)) return true;
  // The user may correct a typing error; guesses are also counted per user.
  if (data.tries + 1 < MAX_TRIES) await ctx.remember({ ...data, tries: data.tries + 1 });
  return false;
}

function isData(data: Json): data is Data {
  return isRecord(data) && typeof data.code === "string" && typeof data.tries === "number";
}

/** The email with a code. */
export function makeMail(
  { origin, appName, ...wording }: Pick<FactorContext, "origin" | "appName" | "language" | "texts">,
  code: string,
): Omit<AccountMail, "to"> {
  const texts = textsIn(factorCodeEnglish, wording, ({ mails }) => mails?.factorCode);
  const { host } = new URL(origin);
  const values = {
    host,
    site: appName ?? host,
    code: `${code.slice(0, 4)} ${code.slice(4)}`,
    time: durationInWords(wording.language, ATTEMPT_MAX_AGE),
  };
  return { language: wording.language, ...filledMail(texts, values) };
}
