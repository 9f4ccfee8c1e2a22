/**
 * Passkeys: options for a ceremony in the browser, and the check of what comes
 * back. The cryptography is in the functions that the provider carries; what
 * is decided here is whose key may be made or used.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations WebAuthn Level 3 §7}
 * @module
 */

import { AuthError, InvalidCheck, WebAuthnVerificationError } from "../errors.ts";
import { fromBase64url } from "../crypto/base64url.ts";
import { sessionOf } from "../session/mod.ts";
import type { AdapterAuthenticator } from "../types/adapter.ts";
import type { Account, User } from "../types/entities.ts";
import type { Context, Flow, Identity, Refusal, Store } from "../types/internal.ts";
import type {
  RelayingParty,
  WebAuthnAction,
  WebAuthnAuthenticationJSON,
  WebAuthnConfig,
  WebAuthnContext,
  WebAuthnOptionsResponse,
  WebAuthnRegistrationJSON,
  WebAuthnRequest,
} from "../types/webauthn.ts";
import { type Ceremony, createCeremony, openCeremony, useCeremony } from "./challenge.ts";
import { type Answer, readAnswer, toBase64, toDescriptor, toStored } from "./webauthn_answer.ts";

/** Options: a challenge. Finish: the signed answer → identity. */
export const webauthnFlow: Flow = { options, finish, finishMethods: ["POST"] };

/** Who asks, on which origin, with which store. */
interface Scene {
  ctx: Context;
  provider: WebAuthnConfig;
  store: Store;
  party: RelayingParty;
  about: [WebAuthnContext, WebAuthnRequest];
}

function sceneOf(ctx: Context): Scene {
  // The flow table picked this flow by the provider's type, and the config
  // check demands an adapter.
  const provider = ctx.provider as WebAuthnConfig;
  const store = ctx.config.store!;
  const { origin, method, query, body, request } = ctx.request;
  const { pathname, search } = new URL(request.url);
  const url = new URL(origin + pathname + search);
  const about: Scene["about"] = [
    { provider, url, adapter: store },
    { url, method: method === "POST" ? method : "GET", query, body, request },
  ];
  return { ctx, provider, store, party: provider.getRelayingParty(...about), about };
}

async function options(ctx: Context): Promise<WebAuthnOptionsResponse | Refusal> {
  const scene = sceneOf(ctx);
  const current = await sessionOf(ctx).user(ctx);
  const found = current
    ? { user: current as User, exists: true }
    : await scene.provider.getUserInfo(...scene.about);
  const decision = decide(ctx.request.query.action, current !== null, found?.exists);
  if (typeof decision !== "string") return decision;
  if (decision === "authenticate") {
    return await authenticationOptions(scene, found?.exists ? found.user.id : undefined);
  }
  // A registration is only decided on when there is somebody to register.
  const user = found!.user as User;
  if (!user.email) {
    return refuse("no_email", "A passkey needs an account with an e-mail address");
  }
  return await registrationOptions(scene, user, current?.id);
}

/**
 * What may happen:
 *
 * | Asked for | Signed in | Known user | Unknown user | Nobody named |
 * |---|---|---|---|---|
 * | `authenticate` | yes | yes | yes | yes |
 * | `register` | yes | no | yes | no |
 * | nothing | no | `authenticate` | `register` | `authenticate` |
 */
function decide(
  asked: string | undefined,
  isSignedIn: boolean,
  exists: boolean | undefined,
): WebAuthnAction | Refusal {
  switch (asked) {
    case "authenticate":
      return "authenticate";
    case "register":
      if (exists === undefined) {
        return refuse("no_user", "Registering a passkey needs to know whose it will be");
      }
      if (isSignedIn === exists) return "register";
      return refuse(
        "user_exists",
        "Sign in first: passkeys are added to a known user by that user",
      );
    case undefined:
      if (isSignedIn) {
        return refuse("signed_in", "Somebody is signed in: ask for `register` or `authenticate`");
      }
      return exists === false ? "register" : "authenticate";
    default:
      return refuse("unknown_action", "The action must be `register` or `authenticate`");
  }
}

function refuse(code: string, error: string): Refusal {
  return { error, code };
}

async function authenticationOptions(
  { ctx, provider, store, party }: Scene,
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

async function registrationOptions(
  { ctx, provider, store, party }: Scene,
  user: User,
  userId: string | undefined,
): Promise<WebAuthnOptionsResponse> {
  const known = userId === undefined ? [] : await store.listAuthenticatorsByUserId(userId);
  const { authenticatorSelection, ...rest } = provider.registrationOptions ?? {};
  const options = await provider.simpleWebAuthn.generateRegistrationOptions({
    ...rest,
    // The library completes the object it is given.
    ...(authenticatorSelection ? { authenticatorSelection: { ...authenticatorSelection } } : {}),
    // Random, so that the authenticator learns nothing about the person.
    userID: crypto.getRandomValues(new Uint8Array(32)),
    userName: user.email!,
    userDisplayName: user.name ?? undefined,
    rpID: party.id,
    rpName: party.name,
    excludeCredentials: known.map(toDescriptor),
  });
  const { challenge } = options;
  await createCeremony(ctx, {
    provider: provider.id,
    action: "register",
    challenge,
    userId,
    // A stored user is read again at the end; its row may be large or private.
    user: userId === undefined ? { ...user, id: crypto.randomUUID() } : undefined,
  });
  return { action: "register", options };
}

async function finish(ctx: Context): Promise<Identity> {
  const scene = sceneOf(ctx);
  const { provider } = scene;
  assertSameOrigin(scene);
  const answer = readAnswer(ctx.request.body);
  const ceremony = await openCeremony(ctx, provider, answer.action, answer.challenge);
  return answer.action === "register"
    ? await register(scene, ceremony, answer)
    : await authenticate(scene, ceremony, answer);
}

/**
 * The form carries no CSRF token, so the browser's own words decide whether
 * another site posted it, with a key of its own, to sign somebody in as
 * somebody else.
 */
function assertSameOrigin({ ctx, party, provider }: Scene): void {
  const { headers } = ctx.request.request;
  const from = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isOurs = from !== null && from !== "null"
    ? from === ctx.request.origin || from === party.origin
    : site === null || site === "same-origin" || site === "none";
  if (!isOurs) {
    throw new InvalidCheck("Cannot finish the passkey ceremony: another site posted the answer", {
      cause: { provider: provider.id },
    });
  }
}

async function authenticate(
  scene: Scene,
  ceremony: Ceremony,
  { credentialID, response }: Answer,
): Promise<Identity> {
  const { ctx, provider, store } = scene;
  const key = await store.getAuthenticator(credentialID);
  if (!key) throw refused(provider, "nobody has registered this key");
  if (ceremony.userId !== undefined && key.userId !== ceremony.userId) {
    throw refused(provider, "the key belongs to another user than the one who was asked for");
  }
  const newCounter = await verifyAssertion(scene, ceremony, key, response);
  const stored = await store.getAccount(key.providerAccountId, provider.id);
  if (!stored || stored.userId !== key.userId) {
    throw refused(provider, "the key was not registered with this provider");
  }
  const user = await store.getUser(stored.userId);
  if (!user) throw refused(provider, "the key's user does not exist any more");
  await useCeremony(ctx, provider, ceremony);
  await store.updateAuthenticatorCounter(key.credentialID, newCounter);
  return { user, account: { ...toAccount(provider, key.providerAccountId), userId: user.id } };
}

/** Checks the signature; the counter of a copied key falls behind (§6.1.1). */
async function verifyAssertion(
  { provider, party }: Scene,
  { challenge }: Ceremony,
  key: AdapterAuthenticator,
  response: Answer["response"],
): Promise<number> {
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
  return newCounter;
}

async function register(
  scene: Scene,
  ceremony: Ceremony,
  { response }: Answer,
): Promise<Identity> {
  const { ctx, provider, store, party } = scene;
  const user = await registrant(scene, ceremony);
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
  const { credential, credentialBackedUp, credentialDeviceType } = registrationInfo;
  const credentialID = toBase64(fromBase64url(credential.id));
  // Nothing proves that a new key made its own id: whoever registers a known
  // one would sign in as its owner (§7.1 step 26).
  if (await store.getAuthenticator(credentialID)) {
    throw refused(provider, "its id is registered already");
  }
  await useCeremony(ctx, provider, ceremony);
  const transports = (response as WebAuthnRegistrationJSON).response.transports;
  return {
    user,
    account: toAccount(provider, credentialID),
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

/** Whoever began the registration, if they are who is there now. */
async function registrant({ ctx, provider }: Scene, ceremony: Ceremony): Promise<User> {
  const current = await sessionOf(ctx).user(ctx);
  if (current?.id !== ceremony.userId) {
    throw new InvalidCheck(
      "Cannot finish the passkey ceremony: somebody signed in or out since it began",
      { cause: { provider: provider.id } },
    );
  }
  return current ?? ceremony.user!;
}

function toAccount(provider: WebAuthnConfig, providerAccountId: string): Account {
  return { providerAccountId, provider: provider.id, type: "webauthn" };
}

/** What the library throws is about the answer, so the person may try again. */
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
