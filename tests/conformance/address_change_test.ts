/**
 * A change of address with a typing error, on both libraries: the new address belongs to a
 * stranger, who opens the mail. Reported for Better Auth as #7196; it has two ways, one of which
 * asks the address before first.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import {
  ADA,
  type AddressApp,
  ask,
  change,
  codeTo,
  createAddressApp,
  emailOf,
  signIn,
  type,
  undo,
  undoLinkTo,
} from "../flows/_addresses.ts";

const TYPO = "adaa@example.com";
const PASSWORD = "engines weave algebraic patterns";
const APP = "https://app.example";

/** What follows from the mail to the stranger, and from a change in a stolen session. */
interface Outcome {
  /** `true` when the stranger, with the mail alone, makes the address that of the account. */
  strangerMoves: boolean;
  /** `true` when the stranger then gets into the account. */
  strangerEnters: boolean;
  /** `true` when the address before is told of a change. */
  isTold: boolean;
  /** `true` when the address before gets the account back by itself. */
  comesBack: boolean;
}

/** Sends a request; returns the JSON of the answer. */
type Visit = (path: string, body?: object) => Promise<{ user?: { email?: string } }>;

/** Requests of one browser to Better Auth. */
function browserOf(auth: { handler(request: Request): Promise<Response> }): Visit {
  const cookies = new Map<string, string>();
  return async (path: string, body?: object) => {
    const url = path.startsWith("http") ? path : `${APP}/api/auth${path}`;
    const answer = await auth.handler(
      new Request(url, {
        method: body ? "POST" : "GET",
        headers: {
          "content-type": "application/json",
          origin: APP,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
        ...body ? { body: JSON.stringify(body) } : {},
      }),
    );
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const text = await answer.text();
    return text.startsWith("{") ? JSON.parse(text) : {};
  };
}

/** @param asksOld `true` when the address before confirms the change first */
async function onBetterAuth(asksOld: boolean): Promise<Outcome> {
  const mails: { to: string; url: string }[] = [];
  const auth = betterAuth({
    baseURL: APP,
    secret: "a-secret-of-at-least-32-characters",
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: {
      enabled: true,
      sendResetPassword: ({ user, token }) =>
        Promise.resolve(void mails.push({ to: user.email, url: token })),
    },
    emailVerification: {
      sendVerificationEmail: ({ user, url }) =>
        Promise.resolve(void mails.push({ to: user.email, url })),
    },
    user: {
      changeEmail: {
        enabled: true,
        ...asksOld
          ? {
            sendChangeEmailConfirmation: ({ user, url }) =>
              Promise.resolve(void mails.push({ to: user.email, url })),
          }
          : {},
      },
    },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  });
  const ada = browserOf(auth);
  await ada("/sign-up/email", { email: ADA, password: PASSWORD, name: "Ada" });
  await ada("/send-verification-email", { email: ADA });
  await ada(mails.at(-1)!.url);
  const known = mails.length;
  await ada("/change-email", { newEmail: TYPO });
  // Ada has not noticed the typing error.
  if (asksOld) await ada(mails.at(-1)!.url);
  const stranger = browserOf(auth);
  const mail = mails.slice(known).find(({ to }) => to === TYPO);
  if (mail) await stranger(mail.url);
  const emailNow = async () => (await ada("/get-session?disableCookieCache=true")).user?.email;
  const strangerMoves = await emailNow() === TYPO;
  await stranger("/request-password-reset", { email: TYPO });
  const reset = mails.findLast(({ to }) => to === TYPO)!;
  await stranger("/reset-password", { newPassword: "of the stranger", token: reset.url });
  const entered = await stranger("/sign-in/email", { email: TYPO, password: "of the stranger" });
  const toldMails = mails.slice(known).filter(({ to }) => to === ADA);
  return {
    strangerMoves,
    strangerEnters: entered.user?.email === TYPO,
    isTold: toldMails.length > 0,
    comesBack: await comesBack(stranger, ada, toldMails.at(-1)?.url),
  };
}

/** Opens the link in the mail to the address before once more. */
async function comesBack(
  stranger: Visit,
  ada: Visit,
  link: string | undefined,
): Promise<boolean> {
  if (link) await ada(link);
  return (await stranger("/get-session?disableCookieCache=true")).user?.email === ADA;
}

/** The stranger posts and opens everything that the mail holds. */
async function strangerActs(app: AddressApp): Promise<void> {
  const stranger = app.open();
  await type(stranger, codeTo(app, TYPO));
  await signIn(app, stranger, "stranger@example.com");
  await type(stranger, codeTo(app, TYPO));
}

async function onThisLibrary(): Promise<Outcome> {
  const app = createAddressApp();
  await signIn(app);
  const { id } = (await app.adapter.getUserByEmail(ADA))!;
  await ask(app, app.browser, TYPO);
  await strangerActs(app);
  const strangerMoves = await emailOf(app.browser) === TYPO;
  const stranger = app.open();
  await signIn(app, stranger, TYPO);
  const strangerEnters = (await app.adapter.getUserByEmail(TYPO))?.id === id;
  // A thief of the session, who can read mail at the new address, does change it.
  await change(app, app.browser, "thief@example.com");
  const link = undoLinkTo(app, ADA);
  await undo(app.open(), link);
  const comesBack = (await app.adapter.getUserByEmail(ADA))?.id === id;
  return { strangerMoves, strangerEnters, isTold: link !== "", comesBack };
}

Deno.test("address change: a stranger at a mistyped address does not get the account, and the address before is told", async () => {
  const columns = {
    better: await onBetterAuth(false),
    betterAskingOld: await onBetterAuth(true),
    own: await onThisLibrary(),
  };
  const taken = { strangerMoves: true, strangerEnters: true, comesBack: false };
  assertEquals(columns, {
    better: { ...taken, isTold: false },
    betterAskingOld: { ...taken, isTold: true },
    own: { strangerMoves: false, strangerEnters: false, isTold: true, comesBack: true },
  });
});
