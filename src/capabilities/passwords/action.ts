/**
 * The page on which users set and change their password.
 *
 * | Session of the browser | Page |
 * |---|---|
 * | none | asks for an address, and sends a link that leads here |
 * | of a user whose address is not proven, or without a password and a fresh proof | the same, for the address of the user |
 * | with a fresh proof by other means than the password | sets a password |
 * | of a user with a password | changes it, given the present one |
 *
 * So a password is set only by a person who has just proven the address or another sign-in method,
 * and who has passed the second factor, which every sign-in asks for. A user who has a second
 * factor, and has not just proven it in this session, is led to that first.
 *
 * @module
 */

import type { PasswordError, PasswordProps, PasswordView } from "../../../pages/password/step.ts";
import { changePassword, readMinLength, setPassword, type WithPasswords } from "./changes.ts";
import { renameUser } from "../../accounts/profile.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { cleanName } from "../../base/names.ts";
import { countOfUser, limitUser, rememberUser } from "./wrong_passwords.ts";
import { findPassword } from "./records.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { accountPageUrl, afterwards, pageUrl, readField } from "../../request/page.ts";
import { renderPart } from "../../response/render.ts";
import { reseal } from "../../session/jwt.ts";
import { findIdentity } from "../../session/strategies.ts";
import { assertIsUser, assertMayChange, findVisitor, type Visitor } from "../../session/visitor.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";

const page = lazy(async () => (await import("../../../pages/password/mod.ts")).passwordPart);

const lostSessions = lazy(() => import("../../core/lost_session.ts"));

const signUps = lazy(() => import("./sign_up_mark.ts"));

/** Step that the page offers to the user of a session. */
type Permission =
  | { step: "ask"; email?: string }
  | { step: "set" | "change"; user: AdapterUser; visitor: Visitor };

/** `GET password` and `POST password`. */
export const password: ActionHandlers = {
  async GET(ctx) {
    const { query } = ctx.request;
    const found = await readPermission(ctx);
    if (found.step === "ask") return await show(ctx, found);
    if (query.done === "1") return await show(ctx, { step: "done" });
    const { user, step } = found;
    const config = configOf(ctx);
    const { maxLength } = config.passwords;
    const minLength = await readMinLength(config, user);
    const name = step === "set" ? await findNameField(ctx, user) : undefined;
    return await show(ctx, { step, email: user.email, name, minLength, maxLength });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const found = await readPermission(ctx);
    // The session or its proof ended while the form was open.
    if (found.step === "ask") return { redirect: pageUrl(ctx, "password", { error: "expired" }) };
    const error = await apply(ctx, found);
    if (error) {
      if (readField(ctx, "name")) await (await lostSessions()).keepForm(ctx);
      return { redirect: pageUrl(ctx, "password", { error }) };
    }
    // A sign-up and a reset go on to where the person was going: the person is signed in.
    return {
      redirect: found.step === "set"
        ? afterwards(ctx, "password")
        : pageUrl(ctx, "password", { done: "1" }),
    };
  },
};

/** Sets or changes the password; returns the reason for which it was not. */
async function apply(
  ctx: Context,
  { step, user, visitor }: Extract<Permission, { step: "set" | "change" }>,
): Promise<PasswordError | null> {
  const chosen = readField(ctx, "password");
  // The page asks once, with a button that shows the password; a form of the app may ask twice.
  const { repeat = chosen } = ctx.request.body ?? {};
  if (repeat !== chosen) return "different";
  const config = configOf(ctx);
  const caller = { config, request: ctx.request };
  await countOfUser({ ...ctx, config }, user);
  const keepSession = (await findIdentity(ctx))?.id;
  if (step === "set") {
    const name = await readName(ctx, user);
    if (name === null) return "name";
    const takeSignUp = async () => await (await signUps()).takeSignUp(config, visitor);
    const named = { ...user, name: name ?? user.name ?? null };
    const fault = await setPassword(caller, named, chosen, { keepSession, takeSignUp });
    if (fault) return fault;
    await rememberUser({ ...ctx, config }, user);
    if (name !== undefined) await addName(ctx, user, name);
    return null;
  }
  const result = await limitUser({ ...ctx, config }, user, async () => {
    const current = readField(ctx, "current");
    const fault = await changePassword(caller, user, current, chosen, keepSession);
    // A fault of the new password shows that the present one was right.
    return fault === "wrong-password" ? null : { fault };
  });
  if (result) return result.fault;
  await audit(ctx, { name: "password.refused", reason: "wrong-credentials", userId: user.id });
  return "wrong-password";
}

/** Whether the form asks for a name: that for the first password of a user without one. */
async function findNameField(
  ctx: Context,
  user: AdapterUser,
): Promise<"needed" | "optional" | undefined> {
  const { signUpName } = ctx.config;
  if (user.name || signUpName === "none" || await findPassword(configOf(ctx), user.id)) {
    return undefined;
  }
  return signUpName === "ask" ? "needed" : "optional";
}

/** The name that was typed; `undefined` for none, and `null` for one that the form does not take. */
async function readName(ctx: Context, user: AdapterUser): Promise<string | undefined | null> {
  const wanted = await findNameField(ctx, user);
  const typed = readField(ctx, "name");
  if (!wanted || wanted === "optional" && typed.trim() === "") return undefined;
  return cleanName(typed) ?? null;
}

/** The password counts already, so a name that cannot be stored fails nothing. */
async function addName(ctx: Context, user: AdapterUser, name: string): Promise<void> {
  const { config } = ctx;
  try {
    await renameUser({ config: configOf(ctx), request: ctx.request }, user.id, name);
    if (config.session.strategy === "jwt") await reseal(ctx, { name });
  } catch (error) {
    config.logger.error(error as Error);
  }
}

/** @throws {ProofRequired} for a user who has a second factor to prove first */
async function readPermission(ctx: Context): Promise<Permission> {
  const config = configOf(ctx);
  const visitor = await findVisitor(ctx);
  if (!visitor) return { step: "ask" };
  assertIsUser(visitor, "change a password");
  const { stored: user } = visitor;
  if (!user?.email) return { step: "ask" };
  const { email } = user;
  if (!await hasProvenEvidence(ctx, config.store, user)) return { step: "ask", email };
  const back = pageUrl(ctx, "password");
  // A password that was typed a moment ago is typed again, since another person may sit there.
  if (visitor.isFresh && !visitor.proof.methods.includes("pwd")) {
    assertMayChange(visitor, "set-password", back);
    return { step: "set", user, visitor };
  }
  assertMayChange(visitor, "change-password", back);
  return await findPassword(config, user.id)
    ? { step: "change", user, visitor }
    : { step: "ask", email };
}

/** The path exists only with passwords, which need a store. */
function configOf({ config }: Context): WithPasswords {
  return config as WithPasswords;
}

/** Returns `false` for a visitor who signs up or resets a password, and has not seen the page. */
function comesFromAccount(
  view: PasswordView,
  callbackUrl: string,
  account: string | undefined,
): boolean {
  if (view.step === "ask") return view.email !== undefined;
  return view.step !== "set" || account !== undefined && callbackUrl.startsWith(account);
}

async function show(ctx: Context, view: PasswordView): Promise<ResponseInternal> {
  const { mailProviderId } = configOf(ctx).passwords;
  // The config check demands an email provider for the page.
  const mailAction = actionUrl(ctx, "signin", mailProviderId);
  const mailFields = { callbackUrl: pageUrl(ctx, "password"), purpose: "password" };
  const isAsking = view.step === "ask";
  const callbackUrl = afterwards(ctx, "password");
  const account = accountPageUrl(ctx);
  const props: PasswordProps = {
    ...view,
    error: ctx.request.query.error,
    csrfToken: await csrfToken(ctx),
    formAction: isAsking ? mailAction : actionUrl(ctx, "password"),
    ...(isAsking ? { fields: mailFields } : {}),
    mailAction,
    mailFields,
    callbackUrl,
    accountUrl: comesFromAccount(view, callbackUrl, account) ? account : undefined,
  };
  return await renderPart("password", page, props, ctx.request, ctx.config);
}
