/**
 * A user of no app, with whom the callbacks are tried.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { nowDate, nowSeconds } from "../../base/time.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { SignInCallbackParams } from "../../types/config.ts";
import type { Account, Profile, User } from "../../types/entities.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import { isOAuth } from "./providers.ts";

/** A sign-in of the sample user. */
export interface SampleSignIn {
  /** What the `signIn` callback is asked, in this order. */
  readonly decisions: readonly SignInCallbackParams[];
  /** The user whose session begins: as stored, or as the provider describes them. */
  readonly user: (AdapterUser | User) & { id: string };
  /** The account. */
  readonly account: Account;
  /** Profile from the provider; absent for providers without one. */
  readonly profile: Profile | undefined;
  /** `true` when the sign-in created the user; absent without an adapter. */
  readonly isNewUser?: boolean;
}

/** Names of the members of an account that are secret. */
export const SECRET_TOKENS = ["access_token", "refresh_token", "id_token"] as const;

/**
 * The sign-ins of the sample user with a provider: with an adapter a first one, which creates the
 * user, and a later one; else one, since every sign-in is alike.
 */
export function listSamples(provider: ResolvedProvider, hasUsers: boolean): SampleSignIn[] {
  if (!hasUsers) return [sampleOf(provider)];
  const [first, later] = [sampleOf(provider), sampleOf(provider)];
  const known = stored(later.user);
  return [
    { ...first, user: stored(first.user), isNewUser: true },
    {
      ...later,
      user: known,
      decisions: later.decisions.map((params) => ({ ...params, user: known })),
      isNewUser: false,
    },
  ];
}

const stored = (user: User & { id: string }): AdapterUser => ({
  ...user,
  email: user.email!,
  emailVerified: nowDate(),
});

/** A sign-in whose user is as the provider describes them. */
function sampleOf(provider: ResolvedProvider): SampleSignIn {
  const id = `doctor-${crypto.randomUUID()}`;
  const email = `${id}@doctor.invalid`;
  const name = "Sample User";
  const image = "https://doctor.invalid/picture.png";
  const user = { id, name, email, image };
  const account: Account = {
    provider: provider.id,
    type: provider.type,
    providerAccountId: provider.type === "email" ? email : id,
    userId: id,
  };
  if (isOAuth(provider)) {
    const profile = profileOf(user);
    const own = { ...account, ...tokens() };
    const decisions = [{ user, account: own, profile }];
    return { user, account: own, profile, decisions };
  }
  const asked = { user, account };
  const decisions: SignInCallbackParams[] = provider.type === "email"
    // The callback is asked before the email is sent, and when its link is used.
    ? [{ ...asked, email: { verificationRequest: true } }, asked]
    : provider.type === "credentials"
    ? [{ ...asked, credentials: fieldsOf(provider) }]
    : [asked];
  return { user, account, profile: undefined, decisions };
}

/** Each field of the form of a provider, filled in. */
function fieldsOf(provider: ResolvedProvider): Record<string, string> {
  const { credentials } = provider as { credentials?: unknown };
  const names = isRecord(credentials) ? Object.keys(credentials) : [];
  return Object.fromEntries(names.map((field) => [field, "doctor"]));
}

function tokens(): Partial<Account> {
  const expiresIn = 3600;
  return {
    ...Object.fromEntries(
      SECRET_TOKENS.map((token) => [token, `sample-${token}-${crypto.randomUUID()}`]),
    ),
    token_type: "bearer",
    scope: "openid profile email",
    expires_in: expiresIn,
    expires_at: nowSeconds() + expiresIn,
  };
}

function profileOf(
  { id, name, email, image }: { id: string; name: string; email: string; image: string },
): Profile {
  return {
    id,
    sub: id,
    name,
    given_name: "Sample",
    family_name: "User",
    preferred_username: "sample",
    login: "sample",
    email,
    email_verified: true,
    picture: image,
    avatar_url: image,
    locale: "en",
  };
}
