/**
 * A user of no app, with whom the callbacks are tried.
 *
 * @module
 */

import type { AdapterUser } from "../../types/adapter.ts";
import type { Account, Profile } from "../../types/entities.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import { isOAuth } from "./providers.ts";

/** A sign-in of the sample user. */
export interface SampleSignIn {
  /** The user, as a store has it. */
  readonly user: AdapterUser;
  /** The account. */
  readonly account: Account;
  /** Profile from the provider; absent for providers without one. */
  readonly profile: Profile | undefined;
}

/** Names of the members of an account that are secret. */
export const SECRET_TOKENS = ["access_token", "refresh_token", "id_token"] as const;

/** The sample user, who signs in with a provider. */
export function sampleOf(provider: ResolvedProvider): SampleSignIn {
  const id = `doctor-${crypto.randomUUID()}`;
  const email = `${id}@doctor.invalid`;
  const name = "Sample User";
  const image = "https://doctor.invalid/picture.png";
  const user = { id, name, email, image, emailVerified: new Date() };
  const providerAccountId = provider.type === "email" ? email : id;
  const account: Account = {
    provider: provider.id,
    type: provider.type,
    providerAccountId,
    userId: id,
  };
  if (!isOAuth(provider)) return { user, account, profile: undefined };
  const tokens = Object.fromEntries(
    SECRET_TOKENS.map((token) => [token, `sample-${token}-${crypto.randomUUID()}`]),
  );
  const profile: Profile = {
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
  const expiresIn = 3600;
  return {
    user,
    account: {
      ...account,
      ...tokens,
      token_type: "bearer",
      scope: "openid profile email",
      expires_in: expiresIn,
      expires_at: Math.floor(Date.now() / 1000) + expiresIn,
    },
    profile,
  };
}
