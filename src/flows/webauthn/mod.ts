/**
 * Passkeys: options for a ceremony in the browser, and the check of its answer.
 * Functions of the provider do the cryptography; this module decides which
 * user's key may be made or used.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations WebAuthn Level 3 §7}
 * @module
 */

import {
  AccountNotLinked,
  AuthError,
  InvalidCheck,
  WebAuthnVerificationError,
} from "../../errors.ts";
import { fromBase64url } from "../../crypto/base64url.ts";
import { isSameOrigin } from "../../http/origin.ts";
import { sessionOf } from "../../session/mod.ts";
import type { AdapterAuthenticator, AdapterUser } from "../../types/adapter.ts";
import type { Account } from "../../types/entities.ts";
import type { Flow, Refusal } from "../../types/flow.ts";
import type { Context, Identity, Store } from "../../types/internal.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import type {
  RelayingParty,
  WebAuthnAuthenticationJSON,
  WebAuthnConfig,
  WebAuthnContext,
  WebAuthnOptionsResponse,
  WebAuthnRegistrationJSON,
  WebAuthnRequest,
  WebAuthnVerifiedAuthentication,
} from "../../types/webauthn.ts";
import { type Ceremony, createCeremony, openCeremony, useCeremony } from "./ceremony.ts";
import { createUserHandle, namesAnotherUser, randomUserHandle } from "./user_handle.ts";
import { type Answer, readAnswer, toBase64, toDescriptor, toStored } from "./answer.ts";

/** Options: a challenge. Finish: the signed answer → identity. */
export const webauthnFlow: Flow<WebAuthnConfig> = { options, finish, finishMethods: ["POST"] };

/** A request about passkeys, with everything that its answer depends on. */
interface CeremonyContext {
  ctx: Context;
  provider: WebAuthnConfig;
  store: Store;
  party: RelayingParty;
  about: [WebAuthnContext, WebAuthnRequest];
}

function ceremonyContextOf(ctx: Context, provider: WebAuthnConfig): CeremonyContext {
  // The config check requires an adapter.
  const store = ctx.config.store!;
  const { origin, method, query, body, request } = ctx.request;
  const { pathname, search } = new URL(request.url);
  const url = new URL(origin + pathname + search);
  const about: CeremonyContext["about"] = [
    { provider, url, adapter: store },
    { url, method: method === "POST" ? method : "GET", query, body, request },
  ];
  return { ctx, provider, store, party: provider.getRelayingParty(...about), about };
}

/**
 * Options for the action that was asked for:
 *
 * | Asked for | Signed in | Not signed in |
 * |---|---|---|
 * | `authenticate` | with the user's keys | with any key |
 * | `register` | for the user | for the user in the request |
 * | nothing | refused | `authenticate`, with any key |
 *
 * Without a session, the answer is the same for known and unknown users: a
 * difference would show which addresses have an account. So the answer lists no
 * keys, and a registration for a known address is refused at its end.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration WebAuthn Level 3 §14.6.2}
 */
async function options(
  ctx: Context,
  provider: WebAuthnConfig,
): Promise<WebAuthnOptionsResponse | Refusal> {
  const { action } = ctx.request.query;
  const context = ceremonyContextOf(ctx, provider);
  const current = await sessionOf(ctx).user(ctx);
  if (action === undefined && current) {
    return refuse("signed_in", "A user is signed in: ask for `register` or `authenticate`");
  }
  switch (action) {
    case undefined:
    case "authenticate":
      return await authenticationOptions(context, current?.id);
    case "register":
      return current ? await addKeyOptions(context, current) : await signUpOptions(context);
    default:
      return refuse("unknown_action", "The action must be `register` or `authenticate`");
  }
}

function refuse(code: string, error: string): Refusal {
  return { error, code };
}

async function authenticationOptions(
  { ctx, provider, store, party }: CeremonyContext,
  userId: string | undefined,
): Promise<WebAuthnOptionsResponse> {
  const known = userId === undefined ? undefined : await store.listAuthenticatorsByUserId(userId);
  const options = await provider.simpleWebAuthn.generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: party.id,
    allowCredentials: known?.map(toDescriptor),
  });
  const { challenge } = options;
  await createCeremony(ctx, { provider: provider.id, action: "authenticate", challenge, userId });
  return { action: "authenticate", options };
}

/** Options for a further key of the signed-in user. */
async function addKeyOptions(
  context: CeremonyContext,
  user: AdapterUser,
): Promise<WebAuthnOptionsResponse> {
  return await registrationOptions(
    context,
    // A user without an address has a name, or at least an id.
    { userName: user.email || user.name || user.id, userDisplayName: user.name ?? undefined },
    await context.store.listAuthenticatorsByUserId(user.id),
    await createUserHandle(context.ctx, user.id),
    // The id only: the user is read again at the end, and its row may be large or private.
    { userId: user.id },
  );
}

/** Options for the first key of a new user. */
async function signUpOptions(context: CeremonyContext): Promise<WebAuthnOptionsResponse | Refusal> {
  const { ctx, provider, store, about } = context;
  const found = await provider.getUserInfo(...about);
  if (!found) return refuse("no_user", "Cannot register a passkey: the request contains no user");
  const { email } = found.user;
  if (!email) {
    return refuse("no_email", "Cannot register a passkey: the user has no e-mail address");
  }
  const id = crypto.randomUUID();
  const keepsId = store.createUserWithAccount && !await store.generatesUserIds?.();
  return await registrationOptions(
    context,
    { userName: email },
    [],
    // Other stores may give the user another id, which is not known yet.
    keepsId ? await createUserHandle(ctx, id) : randomUserHandle(),
    // Members of a known user's row must not become part of the sign-up.
    { user: { ...found.exists ? { email } : found.user, id }, isTaken: found.exists ? 1 : 0 },
  );
}

async function registrationOptions(
  { ctx, provider, party }: CeremonyContext,
  names: { userName: string; userDisplayName?: string },
  known: AdapterAuthenticator[],
  userID: Uint8Array<ArrayBuffer>,
  registrant: Pick<Ceremony, "userId" | "user" | "isTaken">,
): Promise<WebAuthnOptionsResponse> {
  const { authenticatorSelection, ...rest } = provider.registrationOptions ?? {};
  const options = await provider.simpleWebAuthn.generateRegistrationOptions({
    ...rest,
    // A copy, since the library adds members to the object.
    ...(authenticatorSelection ? { authenticatorSelection: { ...authenticatorSelection } } : {}),
    ...names,
    userID,
    rpID: party.id,
    rpName: party.name,
    excludeCredentials: known.map(toDescriptor),
  });
  const { challenge } = options;
  await createCeremony(ctx, {
    provider: provider.id,
    action: "register",
    challenge,
    ...registrant,
  });
  return { action: "register", options };
}

async function finish(ctx: Context, provider: WebAuthnConfig): Promise<Identity> {
  const context = ceremonyContextOf(ctx, provider);
  assertSameOrigin(context);
  const answer = readAnswer(ctx.request.body);
  const ceremony = await openCeremony(ctx, provider, answer.action, answer.challenge);
  return answer.action === "register"
    ? await register(context, ceremony, answer)
    : await authenticate(context, ceremony, answer);
}

/**
 * The form carries no CSRF token, so the headers of the browser decide whether
 * another site posted it, with a key of its own, to sign the person in as another
 * user.
 */
function assertSameOrigin({ ctx, party, provider }: CeremonyContext): void {
  const { origin, request } = ctx.request;
  if (isSameOrigin(request, origin, party.origin)) return;
  throw new InvalidCheck("Cannot finish the passkey ceremony: another site posted the answer", {
    cause: { provider: provider.id },
  });
}

async function authenticate(
  context: CeremonyContext,
  ceremony: Ceremony,
  { credentialID, response }: Answer,
): Promise<Identity> {
  const { ctx, provider, store } = context;
  const key = await store.getAuthenticator(credentialID);
  if (!key) throw refused(provider, "no user has registered this key");
  if (ceremony.userId !== undefined && key.userId !== ceremony.userId) {
    throw refused(provider, "the key belongs to another user than the one who is signed in");
  }
  const { userHandle } = (response as WebAuthnAuthenticationJSON).response;
  if (await namesAnotherUser(ctx, userHandle, key.userId)) {
    throw refused(provider, "its user handle names another user than the key's");
  }
  const { newCounter, userVerified } = await verifyAssertion(context, ceremony, key, response);
  const stored = await store.getAccount(key.providerAccountId, provider.id);
  if (!stored || stored.userId !== key.userId) {
    throw refused(provider, "the key was not registered with this provider");
  }
  const user = await store.getUser(stored.userId);
  if (!user) throw refused(provider, "the key's user does not exist any more");
  await useCeremony(ctx, provider, ceremony);
  await store.updateAuthenticatorCounter(key.credentialID, newCounter);
  const account = { ...toAccount(provider, key.providerAccountId), userId: user.id };
  // The library refuses signatures that were made without the user's presence.
  const methods = methodsOf(key, { isPresent: true, isVerified: userVerified === true });
  return { user, account, isStored: true, methods };
}

/** Checks the signature and the counter, which shows when a key was copied (§6.1.1). */
async function verifyAssertion(
  { provider, party }: CeremonyContext,
  { challenge }: Ceremony,
  key: AdapterAuthenticator,
  response: Answer["response"],
): Promise<WebAuthnVerifiedAuthentication["authenticationInfo"]> {
  const credential = toStored(key);
  const { verified, authenticationInfo } = await guarded(
    provider,
    () =>
      provider.simpleWebAuthn.verifyAuthenticationResponse({
        ...provider.verifyAuthenticationOptions,
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        response: response as WebAuthnAuthenticationJSON,
        credential,
      }),
  );
  if (!verified) throw refused(provider, "the signature is not by this key");
  const { newCounter } = authenticationInfo;
  if (newCounter < key.counter || (newCounter === key.counter && newCounter !== 0)) {
    throw refused(provider, "its counter did not advance, so the key may have been copied");
  }
  return authenticationInfo;
}

async function register(
  context: CeremonyContext,
  ceremony: Ceremony,
  { response }: Answer,
): Promise<Identity> {
  const { ctx, provider, store, party } = context;
  const current = await currentRegistrant(context, ceremony);
  const { supportedAlgorithmIDs } = provider.registrationOptions ?? {};
  const { verified, registrationInfo } = await guarded(
    provider,
    () =>
      provider.simpleWebAuthn.verifyRegistrationResponse({
        ...(supportedAlgorithmIDs ? { supportedAlgorithmIDs } : {}),
        ...provider.verifyRegistrationOptions,
        expectedChallenge: ceremony.challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        response: response as WebAuthnRegistrationJSON,
      }),
  );
  if (!verified || !registrationInfo) throw refused(provider, "the new key did not verify");
  const { credential, credentialBackedUp, credentialDeviceType, userVerified } = registrationInfo;
  const credentialID = toBase64(fromBase64url(credential.id));
  // A new key does not prove that its id is its own: a user who registers a known
  // id would sign in as its owner (§7.1 step 26).
  if (await store.getAuthenticator(credentialID)) {
    throw refused(provider, "its id is registered already");
  }
  await useCeremony(ctx, provider, ceremony);
  // When the app proves addresses, a new user is stored without one, so none is taken.
  if (!current && ceremony.isTaken && !ctx.config.canProve) {
    throw new AccountNotLinked(
      "Cannot sign up: the user exists; sign in first, then add the passkey",
      { cause: { provider: provider.id } },
    );
  }
  const transports = (response as WebAuthnRegistrationJSON).response.transports;
  return {
    user: current ?? ceremony.user!,
    account: toAccount(provider, credentialID),
    isStored: current !== null,
    methods: methodsOf({ credentialDeviceType }, {
      isPresent: provider.verifyRegistrationOptions?.requireUserPresence !== false,
      isVerified: userVerified === true,
    }),
    authenticator: {
      providerAccountId: credentialID,
      credentialID,
      credentialPublicKey: toBase64(credential.publicKey),
      counter: credential.counter,
      credentialBackedUp,
      credentialDeviceType,
      transports: transports?.join(",") ?? null,
    },
  };
}

/** The signed-in user, or none; the same as when the registration began. */
async function currentRegistrant(
  { ctx, provider }: CeremonyContext,
  ceremony: Ceremony,
): Promise<AdapterUser | null> {
  const current = await sessionOf(ctx).user(ctx);
  if (current?.id !== ceremony.userId) {
    throw new InvalidCheck(
      "Cannot finish the passkey ceremony: the signed-in user changed since it began",
      { cause: { provider: provider.id } },
    );
  }
  return current;
}

/**
 * Methods of a ceremony. With user verification, the key and what unlocks it are two
 * factors.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8176#section-2 RFC 8176 §2}
 */
function methodsOf(
  { credentialDeviceType }: Pick<AdapterAuthenticator, "credentialDeviceType">,
  { isPresent, isVerified }: { isPresent: boolean; isVerified: boolean },
): AuthenticationMethod[] {
  // A key that several devices can have is kept by software.
  const methods: AuthenticationMethod[] = [credentialDeviceType === "singleDevice" ? "hwk" : "swk"];
  if (isPresent) methods.push("user");
  if (isVerified) methods.push("mfa");
  return methods;
}

function toAccount(provider: WebAuthnConfig, providerAccountId: string): Account {
  return { providerAccountId, provider: provider.id, type: "webauthn" };
}

/** Errors of the library are about the answer, so the user may try again. */
async function guarded<T>(provider: WebAuthnConfig, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new WebAuthnVerificationError(error as Error, { cause: { provider: provider.id } });
  }
}

function refused({ id }: WebAuthnConfig, why: string): WebAuthnVerificationError {
  return new WebAuthnVerificationError(`Cannot accept the passkey: ${why}`, {
    cause: { provider: id },
  });
}
