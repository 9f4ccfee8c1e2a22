/**
 * The cells of credentials on this library: each state is brought about by the public functions of
 * an app.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  API,
  APP,
  ask,
  callNative,
  createOrganization,
  type CredentialApp,
  headersOf,
  issue,
  type Issued,
  KEY_MAX_AGE,
  readMembership,
  tryKey,
  type Wanted,
} from "./_credential_app.ts";
import type { Answers, Credential, CredentialSite, Seen, State } from "./_credential_cases.ts";
import { createProver } from "./_dpop_proofs.ts";
import { later } from "./_later.ts";

/**
 * Seconds after which each credential is over: sessions have a month, access tokens ten minutes,
 * and clocks may differ by some seconds.
 */
const OVER_AFTER: Readonly<Record<Credential, number>> = {
  "cookie": 31 * 86_400,
  "bearer": 620,
  "dpop": 620,
  "user-key": KEY_MAX_AGE + 1,
  "member-key": KEY_MAX_AGE + 1,
  "org-key": KEY_MAX_AGE + 1,
  "service-key": KEY_MAX_AGE + 1,
};

const isKey = (credential: Credential) => credential.endsWith("-key");
const isOfOrganization = (credential: Credential) =>
  credential === "org-key" || credential === "service-key";

/** Answers of the app, with what its audit log says of a cookie that opens nothing. */
export interface OwnAnswers extends Answers {
  readonly after: Seen & { readonly audited: readonly string[] };
}

/** A site whose answers say more. */
export interface OwnSite extends CredentialSite {
  answer(credential: Credential, state: State): Promise<OwnAnswers>;
}

/** The site; one app serves all cells. */
export function createCredentialSite(
  app: CredentialApp,
  close = () => Promise.resolve(),
): OwnSite {
  return {
    answer: async (credential, state) => {
      const issued = await issue(app, credential);
      return await STATES[state](app, issued, (wanted) => asked(app, issued, wanted));
    },
    close,
  };
}

type Ask = (wanted?: Wanted) => ReturnType<typeof ask>;
type Bring = (app: CredentialApp, issued: Issued, ask: Ask) => Promise<OwnAnswers>;

async function asked(app: CredentialApp, issued: Issued, wanted?: Wanted) {
  return await ask(app, await headersOf(issued), wanted);
}

/** The same request before and after a change. */
function around(bring: (app: CredentialApp, issued: Issued) => Promise<unknown>): Bring {
  return async (app, issued, ask) => {
    const before = await ask();
    await bring(app, issued);
    return { before, after: await ask() };
  };
}

/** The same request for the organization before and after a change. */
function within(
  bring: (app: CredentialApp, issued: Issued) => Promise<{ readonly ok: boolean }>,
  wanted: Wanted = {},
): Bring {
  return async (app, issued, ask) => {
    const asking = { ...wanted, organization: issued.org };
    const before = await ask(asking);
    assert((await bring(app, issued)).ok, "the change took place");
    const after = await ask(asking);
    // A bound key is for its organization, whether the request names it or not.
    if (issued.credential === "member-key") assertEquals((await ask(wanted)).reason, after.reason);
    return { before, after };
  };
}

const STATES: Readonly<Record<State, Bring>> = {
  "suspended": around(({ auth }, { person }) => auth.users.suspend(person.id)),
  "deleted": around(({ auth }, { person }) => auth.users.delete(person.id)),
  "factor-pending": factorPending,
  "revoked": around(revoke),
  async "expired"(_app, { credential }, ask) {
    const before = await ask();
    using _later = later(OVER_AFTER[credential] * 1000);
    return { before, after: await ask() };
  },
  async "other-organization"(app, { credential, org, owner, person }, ask) {
    const before = await ask({ organization: org });
    // The user of a bound key is a member of the other organization too.
    const admin = credential === "member-key" ? person : undefined;
    const other = await createOrganization(app, owner, admin);
    const { organization } = await readMembership(app, owner, other);
    const after = await ask({ organization: other });
    assertEquals((await ask({ organization: organization.slug })).reason, after.reason);
    return { before, after };
  },
  "member-removed": within(async (app, { owner, person, org }) =>
    await app.auth.organizations.removeMember(await readMembership(app, owner, org), person.id)
  ),
  "role-lowered": within(
    async (app, { owner, person, org }) =>
      await app.auth.organizations.changeRole(
        await readMembership(app, owner, org),
        person.id,
        "member",
      ),
    { scopes: ["project:write"] },
  ),
  "policy-raised": within(async ({ auth: { organizations } }, { org }) =>
    await organizations.updateOrganization(organizations.asSystem(org), {
      policy: { methods: ["hwk"] },
    })
  ),
  async "wrong-audience"(_app, _issued, ask) {
    const before = await ask({ resource: `${APP}/mcp` });
    return { before, after: await ask({ resource: "https://other.example/mcp" }) };
  },
  async "wrong-key"(app, issued, ask) {
    const before = await ask();
    return { before, after: await askWithProof(app, issued, API) };
  },
  async "replayed"(app, issued, ask_) {
    const { credential, secret } = issued;
    const jti = crypto.randomUUID();
    if (credential === "dpop") {
      const headers = await headersOf(issued, { jti });
      return { before: await ask(app, headers), after: await ask(app, headers) };
    }
    const before = await ask_();
    const dpop = await (await createProver()).prove({
      url: API,
      method: "GET",
      token: secret,
      jti,
    });
    const headers = { ...await headersOf(issued), dpop };
    await ask(app, headers, { dpop: "required" });
    return { before, after: await ask(app, headers, { dpop: "required" }) };
  },
  async "http-url"(app, issued, ask_) {
    const before = await ask_();
    const url = API.replace("https:", "http:");
    if (issued.credential !== "dpop") {
      return { before, after: await askWithProof(app, issued, url) };
    }
    return { before, after: await ask(app, await headersOf(issued, { url })) };
  },
  async "two-credentials"(app, issued, ask_) {
    const before = await ask_();
    const headers = await headersOf(issued);
    const other = await issue(app, issued.credential === "cookie" ? "bearer" : issued.credential);
    if (issued.credential === "cookie") {
      const url = `${API}?access_token=${other.secret}`;
      return { before, after: await ask(app, headers, {}, url) };
    }
    const [scheme] = headers.authorization!.split(" ");
    const authorization = `${headers.authorization}, ${scheme} ${other.secret}`;
    return { before, after: await ask(app, { ...headers, authorization }) };
  },
};

/** The DPoP scheme with a proof of a key that the credential is not bound to. */
async function askWithProof(app: CredentialApp, { secret }: Issued, url: string) {
  const dpop = await (await createProver()).prove({ url, method: "GET", token: secret });
  return await ask(app, { authorization: `DPoP ${secret}`, dpop });
}

async function revoke(app: CredentialApp, issued: Issued): Promise<void> {
  const { auth } = app;
  const { credential, person, owner, org, id } = issued;
  if (!isKey(credential)) {
    // Where a client is signed in, its session is one of the user's.
    const [first, ...others] = await auth.sessions.list(person.id);
    assert(first, "there is a session");
    for (const session of [first, ...others]) await auth.sessions.revoke(person.id, session.id);
  } else if (isOfOrganization(credential)) {
    const membership = await readMembership(app, owner, org);
    const result = await auth.keys.revokeOfOrganization(membership, id);
    assert(result.ok, result.ok ? "" : result.reason);
  } else assert(await auth.keys.revoke(person.id, id));
}

/** A sign-in that waits takes the place of the credential. */
async function factorPending(
  app: CredentialApp,
  issued: Issued,
  asking: Ask,
): Promise<OwnAnswers> {
  const { credential, person, org, prover } = issued;
  const before = await asking();
  app.withFactor.add(person.id);
  if (credential === "bearer" || credential === "dpop") {
    const { state, tokens } = await callNative(app, { user: person.id }, prover);
    assert(state && !tokens, "the sign-in waits");
    return { before, after: await ask(app, await headersOf({ ...issued, secret: state })) };
  }
  const browser = app.open();
  const { url, response } = await browser.signInWithCredentials({ user: person.id });
  await response.body?.cancel();
  assertEquals(url.pathname, "/auth/factor", "the sign-in waits");
  const cookie = browser.cookies.header(new URL(APP));
  assert(cookie, "the sign-in has a state");
  if (credential === "cookie") return { before, after: await ask(app, { cookie }) };
  const value = cookie.split("; ").find((pair) => pair.includes("factor"))?.split("=")[1];
  assert(value, "the state is a cookie");
  const after = await ask(app, { authorization: `Bearer ${value}` });
  const made = await tryKey(app, credential, { ...person, cookie }, org);
  assert(!made.ok, "a sign-in that waits makes no key");
  assertEquals(made.reason, isOfOrganization(credential) ? "not-member" : "signed-out");
  return { before, after };
}
