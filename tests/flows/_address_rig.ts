/**
 * An app with every sign-in method, and users who sign in under one address.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig, customFetch, type Provider } from "../../mod.ts";
import { CONTRACT } from "../../src/hooks/adapter.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type Idp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { formOf } from "./_email.ts";
import { APP, run } from "./_passkeys.ts";
import { SECRET } from "./_rig.ts";

/** Address that all users state. */
export const ADDRESS = "ada@example.com";

/** The same store with only the methods of the Auth.js contract. */
export function withContractOnly(memory: ReturnType<typeof MemoryAdapter>) {
  return Object.fromEntries(CONTRACT.map((name) => [name, memory[name]])) as AuthConfig["adapter"];
}

/** One user with one sign-in method. */
export interface Person {
  browser: TestBrowser;
  /** Signs in; returns the path of the last page and its `error` parameter. */
  signIn(browser: TestBrowser): Promise<string>;
}

/** A sign-in method. */
export interface Way {
  name: string;
  /**
   * - `yes`: only the owner of the address can sign in
   * - `no`: any user can state the address
   * - `app`: the app decides
   */
  proves: "yes" | "no" | "app";
  /** Type and members of its provider, and the user's claims. */
  oauth?: { type: "oauth" | "oidc"; claims?: object; members?: object };
  /** Id of its provider. */
  id: string;
}

export const WAYS: readonly Way[] = [
  { name: "OAuth, unstated", id: "open", proves: "no", oauth: { type: "oauth" } },
  {
    name: "OAuth, always verified",
    id: "strict",
    proves: "yes",
    oauth: { type: "oauth", members: { emailVerified: true } },
  },
  {
    name: "OAuth, verified by claim",
    id: "claim",
    proves: "yes",
    oauth: {
      type: "oauth",
      claims: { is_ok: true },
      members: { emailVerified: ({ is_ok }: { is_ok?: boolean }) => is_ok === true },
    },
  },
  {
    name: "OAuth, unverified by claim",
    id: "claim",
    proves: "no",
    oauth: {
      type: "oauth",
      claims: { is_ok: false },
      members: { emailVerified: ({ is_ok }: { is_ok?: boolean }) => is_ok === true },
    },
  },
  {
    name: "OIDC, email_verified true",
    id: "op",
    proves: "yes",
    oauth: { type: "oidc", claims: { email_verified: true } },
  },
  {
    name: "OIDC, email_verified false",
    id: "op",
    proves: "no",
    oauth: { type: "oidc", claims: { email_verified: false } },
  },
  { name: "OIDC without the claim", id: "op", proves: "no", oauth: { type: "oidc" } },
  {
    name: "OAuth with allowDangerousEmailAccountLinking",
    id: "dangerous",
    proves: "yes",
    oauth: { type: "oauth", members: { allowDangerousEmailAccountLinking: true } },
  },
  { name: "link by email", id: "mail", proves: "yes" },
  { name: "code by email", id: "mail", proves: "yes" },
  { name: "credentials", id: "credentials", proves: "app" },
  { name: "passkey", id: "passkey", proves: "no" },
];

let sharedIdp: Promise<Idp> | undefined;

export interface AddressRig {
  memory: ReturnType<typeof MemoryAdapter>;
  config: AuthConfig;
  /** Configures the providers of these sign-in methods. */
  offer(ways: readonly Way[]): void;
  newPerson(way: Way, name: string): Person;
  newBrowser(): TestBrowser;
  /** Id and address of the user whose session a browser has. */
  who(browser: TestBrowser): Promise<{ id: string; email?: string | null } | null>;
  idOf(email: string): Promise<string | undefined>;
  errors: Error[];
}

export async function createAddressRig(
  session: AuthConfig["session"],
  toAdapter: (memory: ReturnType<typeof MemoryAdapter>) => AuthConfig["adapter"],
): Promise<AddressRig> {
  const idp = await (sharedIdp ??= createIdp());
  const memory = MemoryAdapter();
  const adapter = toAdapter(memory);
  const mails: { url: string; code?: string }[] = [];
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [],
    adapter,
    // For adapters that keep none.
    records: session?.revocation && !adapter?.records ? MemoryRecords() : undefined,
    session,
    secret: SECRET,
    trustHost: true,
    // One address gets more mails here than a person asks for.
    limits: false,
    experimental: { enableWebAuthn: true },
    callbacks: {
      session: ({ session, user, token }) => ({
        expires: new Date(session.expires).toISOString(),
        // Database sessions have a user, token sessions a token.
        user: { id: (user ?? {}).id ?? token.sub, email: session.user.email },
      }),
    },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
  };
  const providers: Record<string, Provider> = {
    mail: {
      id: "mail",
      name: "Mail",
      type: "email",
      code: true,
      sendVerificationRequest: (mail) => void mails.push(mail),
    },
    credentials: Credentials({
      authorize: ({ id }) => ({ id: String(id), email: ADDRESS }),
    }),
    passkey: Passkey(),
  };
  for (const { id, oauth } of WAYS) {
    if (!oauth) continue;
    const { type, members } = oauth;
    providers[id] = {
      id,
      name: id,
      type,
      clientId: idp.clientId,
      clientSecret: idp.clientSecret,
      [customFetch]: idp.fetch,
      issuer: idp.issuer,
      ...type === "oidc" ? {} : {
        authorization: `${idp.issuer}/authorize`,
        token: `${idp.issuer}/token`,
        userinfo: `${idp.issuer}/userinfo`,
      },
      ...members,
    } as Provider;
  }

  const origins = {
    [APP]: async (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? await Auth(request, config)
        : new Response("app"),
    [idp.issuer]: idp.handler,
  };
  const newBrowser = () => createBrowser(APP, origins);

  const signInBy = (way: Way, name: string): Person["signIn"] => {
    const authenticator = createAuthenticator(APP);
    const pathOf = ({ pathname, searchParams }: URL) =>
      pathname + (searchParams.get("error") ? ` ${searchParams.get("error")}` : "");
    return async (browser) => {
      if (way.oauth) {
        idp.user = { sub: name, email: ADDRESS, ...way.oauth.claims };
        return pathOf((await browser.signIn(way.id, { callbackUrl: "/after" })).url);
      }
      if (way.id === "credentials") {
        return pathOf(
          (await browser.signInWithCredentials({ id: name, callbackUrl: "/after" })).url,
        );
      }
      if (way.id === "passkey") {
        const action = authenticator.credentials.length > 0 ? "authenticate" : "register";
        return pathOf(await run({ authenticator }, browser, { action, email: ADDRESS }));
      }
      await browser.start("mail", { fields: { email: ADDRESS }, callbackUrl: "/after" });
      const { url, code } = mails.at(-1)!;
      if (way.name.startsWith("link")) return pathOf((await browser.visit(url)).url);
      const page = await browser.fetch("/auth/verify-request?provider=mail&type=email");
      const { action, fields } = formOf(await page.text());
      const body = new URLSearchParams({ ...fields, code: code! });
      return pathOf((await browser.visit(action, { method: "POST", body })).url);
    };
  };

  return {
    memory,
    config,
    errors,
    offer(ways) {
      config.providers = [...new Set(ways.map(({ id }) => id))].map((id) => providers[id]!);
    },
    newBrowser,
    newPerson: (way, name) => ({ browser: newBrowser(), signIn: signInBy(way, name) }),
    async who(browser) {
      const user = (await browser.session())?.user;
      return user ? { id: user.id!, ...user.email ? { email: user.email } : {} } : null;
    },
    idOf: async (email) => (await memory.getUserByEmail(email))?.id,
  };
}
