/**
 * Who accepts an invitation: by how the person signed in, whose address it is for, and what has
 * happened to the one who invited. Exactly those who proved the address are admitted, while the
 * inviter may invite.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Credentials from "../../src/providers/credentials.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  signInAs,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { oauth2At, providerAt } from "../_idp.ts";
import { isChosen } from "../_stride.ts";
import {
  APP,
  createOrgApp,
  done,
  type OrgApp,
  reasonOf,
  requestOf,
  tokenTo,
} from "./_organizations.ts";
import { run } from "./_passkeys.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

/** Proves addresses, so that the app keeps no unproven ones. */
const MAIL = {
  id: "mail",
  name: "Email",
  type: "email" as const,
  sendVerificationRequest: () => {},
};

/** Spellings of the invited address and of the user's, for a person of a name. */
const ADDRESSES: Readonly<
  Record<string, [invited: (name: string) => string, own: (name: string) => string, same: boolean]>
> = {
  "the same address": [(name) => `${name}@example.com`, (name) => `${name}@example.com`, true],
  "invited in another case": [
    (name) => `${name.toUpperCase()}@EXAMPLE.com`,
    (name) => `${name}@example.com`,
    true,
  ],
  "stored in another case": [
    (name) => `${name}@example.com`,
    (name) => `${name.toUpperCase()}@Example.COM`,
    true,
  ],
  "a plus address of the invited": [
    (name) => `${name}@example.com`,
    (name) => `${name}+x@example.com`,
    false,
  ],
  "a plus address that was invited": [
    (name) => `${name}+x@example.com`,
    (name) => `${name}@example.com`,
    false,
  ],
  "a domain in another alphabet": [
    (name) => `${name}@xn--bcher-kva.example`,
    (name) => `${name}@bücher.example`,
    true,
  ],
  "the same domain, decoded": [
    (name) => `${name}@bücher.example`,
    (name) => `${name}@xn--bcher-kva.example`,
    true,
  ],
  "a domain that looks alike": [
    (name) => `${name}@example.com`,
    (name) => `${name}@exаmple.com`,
    false,
  ],
  "another address": [
    (name) => `${name}@example.com`,
    (name) => `other-${name}@example.com`,
    false,
  ],
};

/** Events that meet the inviter, who is an admin. */
const INVITERS: Readonly<
  Record<string, (app: OrgApp, org: string, id: string) => Promise<unknown>>
> = {
  "still an admin": () => Promise.resolve(),
  demoted: async ({ orgs }, org, id) =>
    done(await orgs.changeRole(orgs.asSystem(org), id, "member")),
  removed: async ({ orgs }, org, id) => done(await orgs.removeMember(orgs.asSystem(org), id)),
  suspended: ({ auth }, _org, id) => auth.users.suspend(id),
  deleted: ({ auth }, _org, id) => auth.users.delete(id),
};

/** A way to become a user with an address. */
interface Kind {
  /** `true` when the address is proven. */
  proves: boolean;
  /** Makes the config, and the sign-in of a new person with an address. */
  prepare(): Promise<{
    providers: AuthConfig["providers"];
    signIn(app: OrgApp, email: string): Promise<TestBrowser>;
  }>;
}

const browserOf = ({ config }: OrgApp, others: Parameters<typeof createBrowser>[1] = {}) =>
  createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
    ...others,
  });

/** A user of the app's own table. */
const credentials = (emailVerified: Date | null): Kind => ({
  proves: emailVerified !== null,
  prepare: () =>
    Promise.resolve({
      providers: [
        Credentials({ authorize: ({ id, email }) => ({ id: String(id), email: String(email) }) }),
        MAIL,
      ],
      async signIn(app, email) {
        const user = await app.adapter.createUser!({
          id: crypto.randomUUID(),
          email,
          emailVerified,
        });
        const browser = browserOf(app);
        await browser.signInWithCredentials({ id: String(user.id), email });
        return browser;
      },
    }),
});

const passkey = (...others: AuthConfig["providers"]): Kind => ({
  proves: false,
  prepare: () =>
    Promise.resolve({
      providers: [Passkey, ...others],
      async signIn(app, email) {
        const browser = browserOf(app);
        const authenticator = createAuthenticator(APP);
        await run({ authenticator }, browser, { action: "register", email });
        return browser;
      },
    }),
});

const oidc = (isVerified: boolean, ...others: AuthConfig["providers"]): Kind => ({
  proves: isVerified,
  async prepare() {
    const idp = await createIdp({ issuer: "https://idp.example" });
    return {
      providers: [providerAt(idp, "idp", { emailVerified: "email_verified" }), ...others],
      async signIn(app, email) {
        idp.user = { sub: crypto.randomUUID(), name: "Eve", email, email_verified: isVerified };
        const browser = browserOf(app, { [idp.issuer]: idp.handler });
        await browser.signIn("idp");
        return browser;
      },
    };
  },
});

const oauth2: Kind = {
  proves: false,
  async prepare() {
    const idp = await createIdp({ issuer: "https://idp.example" });
    return {
      providers: [oauth2At(idp, "idp"), MAIL],
      async signIn(app, email) {
        idp.user = { sub: crypto.randomUUID(), name: "Eve", email, email_verified: true };
        const browser = browserOf(app, { [idp.issuer]: idp.handler });
        await browser.signIn("idp");
        return browser;
      },
    };
  },
};

const KINDS: Readonly<Record<string, Kind>> = {
  "credentials, an unproven address": credentials(null),
  "credentials, an address that the app has proven": credentials(new Date()),
  "a passkey alone": passkey(),
  "a passkey beside email": passkey(MAIL),
  "OpenID Connect, a verified address": oidc(true),
  "OpenID Connect, an unverified address": oidc(false),
  "OpenID Connect, an unverified address beside email": oidc(false, MAIL),
  "OAuth 2, which states nothing": oauth2,
};

/** Invites, lets something happen to the inviter, and accepts; returns the number of cells. */
async function acceptAll(
  kind: Kind,
  inviter: keyof typeof INVITERS,
  strategy: Strategy,
): Promise<number> {
  const { providers, signIn } = await kind.prepare();
  const app = createOrgApp(strategy, { providers, experimental: { enableWebAuthn: true } });
  const user = async (name: string) =>
    await app.adapter.createUser!({
      id: name,
      email: `${name}@example.com`,
      emailVerified: new Date(),
    });
  const [owner, admin] = [await user("owner"), await user("admin")];
  const { organization: { id: org } } = done(
    await app.orgs.createOrganization(String(owner.id), { name: "Acme", slug: "acme" }),
  );
  const given = { org, role: "admin", by: null, isManaged: false, externalId: null };
  const adminId = String(admin.id);
  assertEquals(await addMember(app.records, adminId, given, Infinity), true);
  const { headers } = await signInAs(app.config, admin, { origin: APP, env: {} });
  const by = () => {
    const request = new Request(`${APP}/page`, { method: "POST", headers });
    request.headers.set("origin", APP);
    return app.orgs.readMembership(request, org);
  };
  const rows = Object.entries(ADDRESSES).map(([name, row], index) => ({ name, row, index }));
  const tokens: string[] = [];
  for (const { row: [invited], index } of rows) {
    const membership = await by();
    assert(membership.ok);
    done(await app.orgs.invite(membership, { email: invited(`p${index}`), role: "member" }));
    tokens.push(tokenTo(app, app.mails.at(-1)!.to));
  }
  await INVITERS[inviter]!(app, org, adminId);
  for (const { name, row: [, own, isSame], index } of rows) {
    const browser = await signIn(app, own(`p${index}`));
    assert(await browser.session(), `${name}: signed in`);
    const request = requestOf({ browser }, "POST");
    const reason = reasonOf(await app.orgs.acceptInvitation(request, tokens[index]!));
    const expected = !kind.proves || !isSame
      ? "invitation-other-address"
      : inviter === "still an admin"
      ? "ok"
      : "inviter-lost-right";
    assertEquals(reason, expected, `${name}, inviter ${inviter}`);
    const found = await app.orgs.readMembership(requestOf({ browser }), org);
    assertEquals(found.ok ? found.role : found.reason, reason === "ok" ? "member" : "not-member");
  }
  return rows.length;
}

// By default each inviter meets each kind of user with one kind of sessions.
for (const [shift, strategy] of STRATEGIES.entries()) {
  for (const [row, [name, kind]] of Object.entries(KINDS).entries()) {
    Deno.test(`organization invitations: ${name}: admitted exactly when the address is proven and the inviter may invite (${strategy})`, async () => {
      let cells = 0;
      const inviters = Object.keys(INVITERS)
        .filter((_, column) => isChosen(row + column + shift, 2));
      for (const inviter of inviters) cells += await acceptAll(kind, inviter, strategy);
      assertEquals(cells, Object.keys(ADDRESSES).length * inviters.length);
    });
  }
}
