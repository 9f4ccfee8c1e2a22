/**
 * Passkeys: options for a ceremony in the browser, and the check of its answer.
 * Functions of the provider do the cryptography; this module decides which
 * user's key may be made or used.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations WebAuthn Level 3 §7}
 * @module
 */

import { preciseSeconds } from "../../base/time.ts";
import { publish } from "../../hooks/topics.ts";
import { AccountNotLinked, InvalidCheck } from "../../errors.ts";
import { isSameOrigin } from "../../http/origin.ts";
import { requireVisitor } from "../../session/csrf.ts";
import { currentUser } from "../../session/strategies.ts";
import { assertMayChange, findVisitor } from "../../session/visitor.ts";
import type { AdapterAuthenticator, AdapterUser } from "../../types/adapter.ts";
import type { Account } from "../../types/entities.ts";
import type { Flow, Refusal } from "../../types/flow.ts";
import type { Context, Store } from "../../types/internal.ts";
import type { Identity } from "../../types/identity.ts";
import type {
  RelayingParty,
  WebAuthnAuthenticationJSON,
  WebAuthnConfig,
  WebAuthnContext,
  WebAuthnOptionsResponse,
  WebAuthnRequest,
} from "../../types/webauthn.ts";
import { type Ceremony, createCeremony, openCeremony, useCeremony } from "./ceremony.ts";
import { createUserHandle, namesAnotherUser, randomUserHandle } from "./user_handle.ts";
import { type Answer, readAnswer, toDescriptor } from "./answer.ts";
import {
  type CheckedCeremony,
  listMethods,
  refused,
  verifyNewKey,
  verifySignature,
} from "./key.ts";

/** Seconds after a password within which the browser may make a passkey without a dialog. */
const CONDITIONAL_SECONDS = 5 * 60;

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

function makeCeremonyContext(ctx: Context, provider: WebAuthnConfig): CeremonyContext {
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
 * | `register` with `mediation=conditional` | for the user, soon after a password | refused |
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
  const { action, visitor } = ctx.request.query;
  if (action === "register") await requireVisitor(ctx, visitor);
  const context = makeCeremonyContext(ctx, provider);
  const current = await currentUser(ctx);
  if (action === undefined && current) {
    return refuse("signed_in", "A user is signed in: ask for `register` or `authenticate`");
  }
  switch (action) {
    case undefined:
    case "authenticate":
      return await authenticationOptions(context, current?.id);
    case "register":
      if (ctx.request.query.mediation === "conditional") {
        return await conditionalOptions(context, current);
      }
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

/**
 * Options for a key that the browser makes without a dialog, after its password manager has
 * filled the password. The answer has no proof that the person is there, so the password
 * must be fresh.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#dom-clientcapability-conditionalcreate WebAuthn Level 3 §5.1.7}
 */
async function conditionalOptions(
  context: CeremonyContext,
  user: AdapterUser | null,
): Promise<WebAuthnOptionsResponse | Refusal> {
  const visitor = user && await findVisitor(context.ctx);
  const { proof, actsForAnother } = visitor ?? {};
  const isFresh = !actsForAnother && proof?.methods.includes("pwd") &&
    preciseSeconds() - proof.at <= CONDITIONAL_SECONDS;
  if (!user || !isFresh) {
    return refuse("no_password", "The user has not signed in with a password a moment ago");
  }
  return await addKeyOptions(context, user, { isConditional: true });
}

/**
 * Options for a further key of the signed-in user.
 *
 * @throws {ProofRequired} when the session lacks the proof that this needs
 */
async function addKeyOptions(
  context: CeremonyContext,
  user: AdapterUser,
  mediation: Pick<Ceremony, "isConditional"> = {},
): Promise<WebAuthnOptionsResponse> {
  await assertMayAddKey(context);
  return await registrationOptions(
    context,
    // A user without an address has a name, or at least an id.
    { userName: user.email || user.name || user.id, userDisplayName: user.name ?? undefined },
    await context.store.listAuthenticatorsByUserId(user.id),
    await createUserHandle(context.ctx, user.id),
    // The id only: the user is read again at the end, and its row may be large or private.
    { userId: user.id, ...mediation },
  );
}

/** Options for the first key of a new user. */
async function signUpOptions(context: CeremonyContext): Promise<WebAuthnOptionsResponse | Refusal> {
  const { ctx, provider, store, about } = context;
  // Before the user is looked up, since the answer at the end would tell who exists.
  if (ctx.config.signUp === "invited") {
    return refuse("no_sign_up", "A passkey can be added by users who are signed in only");
  }
  const found = await provider.getUserInfo(...about);
  if (!found) return refuse("no_user", "Cannot register a passkey: the request contains no user");
  const { email } = found.user;
  if (!email) {
    return refuse("no_email", "Cannot register a passkey: the user has no email address");
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
  registrant: Pick<Ceremony, "userId" | "user" | "isTaken" | "isConditional">,
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
  const context = makeCeremonyContext(ctx, provider);
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
  const checked = makeChecked(context, ceremony);
  const key = await store.getAuthenticator(credentialID);
  if (!key) throw refused(checked, "no user has registered this key", "unknown_passkey");
  if (ceremony.userId !== undefined && key.userId !== ceremony.userId) {
    throw refused(checked, "the key belongs to another user than the one who is signed in");
  }
  const { userHandle } = (response as WebAuthnAuthenticationJSON).response;
  if (await namesAnotherUser(ctx, userHandle, key.userId)) {
    throw refused(checked, "its user handle names another user than the key's");
  }
  const { newCounter, userVerified } = await verifySignature(
    checked,
    key,
    response,
    provider.verifyAuthenticationOptions,
  );
  const stored = await store.getAccount(key.providerAccountId, provider.id);
  if (!stored || stored.userId !== key.userId) {
    throw refused(checked, "the key was not registered with this provider");
  }
  const user = await store.getUser(stored.userId);
  if (!user) throw refused(checked, "the key's user does not exist any more");
  await useCeremony(ctx, provider, ceremony);
  await store.updateAuthenticatorCounter(key.credentialID, newCounter);
  const { config } = ctx;
  await publish(config, "passkey.used", { config, userId: key.userId, credentialID });
  const account = { ...toAccount(provider, key.providerAccountId), userId: user.id };
  // The library refuses signatures that were made without the user's presence.
  const methods = listMethods(key, { isPresent: true, isVerified: userVerified === true });
  return { user, account, isStored: true, methods };
}

/** The ceremony, for the checks of its answer. */
function makeChecked(
  { provider: { id, simpleWebAuthn }, party }: CeremonyContext,
  { challenge }: Ceremony,
): CheckedCeremony {
  return { library: simpleWebAuthn, party, challenge, cause: { provider: id } };
}

async function register(
  context: CeremonyContext,
  ceremony: Ceremony,
  { response }: Answer,
): Promise<Identity> {
  const { ctx, provider, store } = context;
  const checked = makeChecked(context, ceremony);
  const current = await currentRegistrant(context, ceremony);
  if (current) await assertMayAddKey(context);
  const { isConditional = false } = ceremony;
  const { supportedAlgorithmIDs } = provider.registrationOptions ?? {};
  const { isVerified, aaguid, ...key } = await verifyNewKey(checked, response, {
    ...(supportedAlgorithmIDs ? { supportedAlgorithmIDs } : {}),
    ...provider.verifyRegistrationOptions,
    ...(isConditional ? { requireUserPresence: false, requireUserVerification: false } : {}),
  });
  const { credentialID } = key;
  // A new key does not prove that its id is its own: a user who registers a known
  // id would sign in as its owner (§7.1 step 26).
  if (await store.getAuthenticator(credentialID)) {
    throw refused(checked, "its id is registered already");
  }
  await useCeremony(ctx, provider, ceremony);
  // When the app proves addresses, a new user is stored without one, so none is taken.
  if (!current && ceremony.isTaken && !ctx.config.canProve) {
    throw new AccountNotLinked(
      "Cannot sign up: the user exists; sign in first, then add the passkey",
      { cause: { provider: provider.id } },
    );
  }
  return {
    user: current ?? ceremony.user!,
    account: toAccount(provider, credentialID),
    isStored: current !== null,
    methods: listMethods(key, {
      isPresent: !isConditional &&
        provider.verifyRegistrationOptions?.requireUserPresence !== false,
      isVerified,
    }),
    authenticator: { providerAccountId: credentialID, ...key },
    aaguid,
  };
}

/** The signed-in user, or none; the same as when the registration began. */
async function currentRegistrant(
  { ctx, provider }: CeremonyContext,
  ceremony: Ceremony,
): Promise<AdapterUser | null> {
  const current = await currentUser(ctx);
  if (current?.id !== ceremony.userId) {
    throw new InvalidCheck(
      "Cannot finish the passkey ceremony: the signed-in user changed since it began",
      { cause: { provider: provider.id } },
    );
  }
  return current;
}

/** Asked when a registration begins, and when it ends, since a session can be copied between. */
async function assertMayAddKey({ ctx, provider }: CeremonyContext): Promise<void> {
  const visitor = await findVisitor(ctx);
  if (visitor) return assertMayChange(visitor, "add-passkey");
  throw new InvalidCheck("Cannot add a passkey: the session has ended meanwhile", {
    cause: { provider: provider.id },
  });
}

function toAccount(provider: WebAuthnConfig, providerAccountId: string): Account {
  return { providerAccountId, provider: provider.id, type: "webauthn" };
}
