/**
 * Entries of `events.audit` in whole flows, with both session strategies: each name
 * and each reason of the closed lists, and no secret in any entry.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type EmailConfig } from "../../mod.ts";
import { MissingCSRF, TokenRefreshError } from "../../src/errors.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { setClientAddress } from "../../src/http/client_address.ts";
import { getAccessToken, getSession, requireProof, signOut } from "../../src/frameworks/server.ts";
import {
  cancelReset as cancelFactorReset,
  list as listFactors,
  rename as renameFactor,
  reset as resetFactors,
} from "../../src/capabilities/factors/functions.ts";
import {
  create as createUser,
  delete as deleteUser,
  deleteDue,
  export as exportUser,
  merge as mergeUsers,
  requestDeletion,
  resume as resumeUser,
  suspend as suspendUser,
} from "../../src/server/users.ts";
import { list as listAccounts, unlink as unlinkAccount } from "../../src/server/accounts.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
  rename as renamePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import {
  list as listSessions,
  revoke as revokeSession,
  revokeAll as revokeAllSessions,
  revokeOthers as revokeOtherSessions,
} from "../../src/server/sessions.ts";
import {
  remove as removePassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { createAuthenticator, createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import type {
  AccountMail,
  AuditEntry,
  AuditName,
  AuditReason,
  EmailProviderSendVerificationRequestParams,
  RefusalReason,
  SessionReason,
} from "../../src/types/mod.ts";
import { codeTo, post as postAddress, undoLinkTo } from "./_addresses.ts";
import { formOf } from "./_email.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import { codesOn, post } from "./_factors_page.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { answer, ask, run, send } from "./_passkeys.ts";
import { CHEAP, OTHER, PASSWORD, save } from "./_passwords.ts";
import { SECRET } from "./_rig.ts";
import { createRefreshingIdp, providerOf } from "./_tokens.ts";
import type { Strategy } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

const APP = "https://app.example";
const ADA = { id: "ada", name: "Ada", email: "ada@example.com" };
const GRACE = "grace@example.com";
const PEER = "192.0.2.1";

/** An app with every sign-in method, in which Ada has a password. */
/** Fields whose values entries may name. */
const NOT_SECRET = ["action", "callbackUrl", "factor", "step"];

async function createRig(strategy: Strategy) {
  const adapter = MemoryAdapter();
  await adapter.createUser({ ...ADA, emailVerified: new Date() });
  const idp = await createIdp({ user: { sub: "7", name: "Grace", email: GRACE } });
  const entries: AuditEntry[] = [];
  const mails: EmailProviderSendVerificationRequestParams[] = [];
  /** Values that no entry may contain. */
  const secrets = new Set([SECRET, ADA.email, GRACE, idp.clientSecret]);
  const mail: EmailConfig = {
    id: "mail",
    name: "Mail",
    type: "email",
    code: true,
    sendVerificationRequest(params) {
      mails.push(params);
      for (const value of [params.token, params.code!, params.url]) secrets.add(value);
    },
  };
  const config: AuthConfig = {
    providers: [
      Credentials({ authorize: ({ password }) => password === "opensesame" ? { ...ADA } : null }),
      providerAt(idp, "idp", {
        name: "IdP",
        checks: ["pkce", "state", "nonce"],
        emailVerified: true,
      }),
      mail,
      Passkey,
    ],
    adapter,
    session: { strategy, revocation: {} },
    signOut: ProviderSignOut({ backChannel: BackChannel() }),
    experimental: { enableWebAuthn: true },
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    // The entry comes after the answer.
    notifyNewDevice: false,
    // All scenarios have one address.
    limits: { perAddress: false },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    events: { audit: (entry) => void entries.push(entry) },
  };
  const app = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.startsWith("/auth/")) return new Response("app");
    setClientAddress(request, PEER);
    const isForm = request.headers.get("content-type")?.includes("form");
    const body = request.method === "POST" && isForm ? await request.clone().formData() : [];
    // Elsewhere, a query has the names of a failure.
    const query = pathname.includes("/callback/") ? searchParams : [];
    for (const [name, value] of [...query, ...body]) {
      if (!NOT_SECRET.includes(name)) secrets.add(String(value));
    }
    const response = await Auth(request, config);
    for (const line of response.headers.getSetCookie()) {
      secrets.add(decodeURIComponent(line.slice(line.indexOf("=") + 1, line.indexOf(";"))));
    }
    return response;
  };
  const open = () => createBrowser(APP, { [APP]: app, [idp.issuer]: idp.handler });
  const browser = open();
  return {
    adapter,
    config,
    idp,
    entries,
    mails,
    secrets,
    open,
    browser,
    authenticator: createAuthenticator(APP),
    enter: (password = "opensesame", by = browser) => by.signInWithCredentials({ password }),
    /** Requests a mail. */
    mail: (email = GRACE, from = browser) => from.start("mail", { fields: { email } }),
    /** A request of the app's own, with the cookies of the browser. */
    request: (init: RequestInit = {}) => {
      const cookie = browser.cookies.header(new URL(APP), { method: "GET" });
      return new Request(`${APP}/page`, { ...init, headers: { ...init.headers, cookie } });
    },
    /** Only what comes after counts. */
    forget: () => void (entries.length = 0),
  };
}

type Rig = Awaited<ReturnType<typeof createRig>>;

/** Posts without a CSRF token. */
async function forge({ browser }: Rig, path: string) {
  const body = new URLSearchParams({ csrfToken: "forged" });
  await (await browser.fetch(`/auth/${path}`, { method: "POST", body })).body?.cancel();
}

/** A message of the provider. */
async function tell({ browser }: Rig, fields: Record<string, string>) {
  const init = { method: "POST", body: new URLSearchParams(fields) };
  await (await browser.fetch("/auth/signout/idp", init)).body?.cancel();
}

/** A key of Ada, in the browser where Ada is signed in. */
async function addKey(rig: Rig) {
  await rig.enter();
  await run(rig, rig.browser, { action: "register" });
}

/** Types a code on the page that asks for it. */
async function type({ browser }: Rig, code: string) {
  const page = await browser.fetch("/auth/verify-request?provider=mail&type=email");
  const { action, fields } = formOf(await page.text());
  const body = new URLSearchParams({ ...fields, code });
  return await browser.visit(action, { method: "POST", body });
}

type Told = AuditName | `${AuditName} ${AuditReason}`;
type Scenario = [what: string, told: Told[] | Record<Strategy, Told[]>, act: (rig: Rig) => unknown];

const KEPT_ACCOUNT = [
  ...["user.deletion-requested", "signin.pending", "user.deletion-cancelled", "session.started"],
] as const;
const LOST_ACCOUNT = [
  ...["session.revoked revoked", "user.deletion-requested", "user.deleted"],
] as const;

const scenarios: Scenario[] = [
  ["a sign-in and a sign-out", ["session.started", "session.ended signed-out"], async (rig) => {
    await rig.enter();
    await rig.browser.post("/signout");
  }],
  ["a sign-out without a session", [], async ({ browser }) => {
    await browser.post("/signout");
  }],
  ["a second sign-in in a browser", [
    "session.started",
    "session.started",
    "session.ended replaced",
  ], async (rig) => {
    await rig.enter();
    await rig.enter();
  }],
  ["a read and a renewal of the session", [], async (rig) => {
    using time = new FakeTime();
    await rig.enter();
    rig.forget();
    time.tick(2 * 24 * 60 * 60 * 1000);
    assert(await rig.browser.session());
  }],
  ["an update of the session", ["session.updated"], async (rig) => {
    await rig.enter();
    rig.forget();
    await rig.browser.post("/session", { data: "1" });
  }],
  ["a wrong password", ["signin.refused wrong-credentials"], (rig) => rig.enter("sesame")],
  ["forms without a CSRF token", [
    "signin.refused csrf",
    "signin.refused csrf",
    "signout.refused csrf",
    "update.refused csrf",
  ], async (rig) => {
    await forge(rig, "signin/idp");
    await forge(rig, "callback/credentials");
    await forge(rig, "signout");
    await forge(rig, "session");
  }],
  ["a sign-out by the app for a form of another site", ["signout.refused csrf"], async (rig) => {
    const headers = { origin: "https://evil.example" };
    const request = rig.request({ method: "POST", headers });
    await assertRejects(() => signOut(request, rig.config), MissingCSRF);
  }],
  ["requests that no form sends", [], async ({ browser }) => {
    for (const path of ["signin/nobody", "nothing", "callback/credentials"]) {
      await (await browser.fetch(`/auth/${path}`)).body?.cancel();
    }
  }],
  ["a revoked session", {
    jwt: ["session.revoked revoked", "session.refused revoked"],
    database: ["session.revoked revoked", "session.refused unknown"],
  }, async (rig) => {
    await rig.enter();
    rig.forget();
    const [one] = await listSessions(rig.config, ADA.id);
    assert(await revokeSession(rig.config, ADA.id, one!.id));
    assertEquals(rig.entries[0]!.sessionId, one!.id);
    assertEquals(await revokeSession(rig.config, ADA.id, one!.id), false);
    assertEquals(await getSession(rig.request(), rig.config), null);
  }],
  ["all sessions but one, then all", [
    "session.revoked revoked",
    "session.revoked revoked",
    "session.revoked revoked",
  ], async (rig) => {
    for (let i = 0; i < 3; i++) await rig.enter("opensesame", rig.open());
    rig.forget();
    const ids = (await listSessions(rig.config, ADA.id)).map(({ id }) => id);
    await revokeOtherSessions(rig.config, ADA.id, ids[1]!);
    await revokeAllSessions(rig.config, ADA.id);
    const told = rig.entries.map(({ sessionId }) => sessionId);
    assertEquals(told.slice(0, 2).sort(), [ids[0]!, ids[2]!].sort());
    assertEquals(told[2], ids[1]);
  }],
  ["a session that has expired", {
    jwt: ["session.refused expired"],
    database: ["session.refused unknown"],
  }, async (rig) => {
    using time = new FakeTime();
    await rig.enter();
    rig.forget();
    const request = rig.request();
    time.tick(31 * 24 * 60 * 60 * 1000);
    assertEquals(await getSession(request, rig.config), null);
  }],
  ["a cookie that was changed", {
    jwt: ["session.refused unreadable"],
    database: ["session.refused unknown"],
  }, async ({ config }) => {
    const cookie = "__Secure-authjs.session-token=changed";
    assertEquals(await getSession(new Request(APP, { headers: { cookie } }), config), null);
  }],
  ["a `jwt` callback that ends sessions", {
    jwt: ["session.ended access-denied", "signin.refused access-denied"],
    database: ["session.started", "session.ended replaced"],
  }, async (rig) => {
    await rig.enter();
    rig.forget();
    rig.config.callbacks = { jwt: () => null };
    await getSession(rig.request(), rig.config);
    await rig.enter();
  }],
  ["a sign-up by email", ["mail.sent", "user.created", "session.started"], async (rig) => {
    await rig.mail();
    await rig.browser.visit(rig.mails[0]!.url);
  }],
  ["a sign-in by a mailed code, and a first proof of the address", [
    "mail.sent",
    "signin.refused wrong-code",
    "user.updated",
    "session.started",
  ], async (rig) => {
    await rig.adapter.createUser({ id: "grace", email: GRACE, emailVerified: null });
    await rig.mail();
    assertEquals(rig.entries[0]!.userId, "grace");
    const { code } = rig.mails[0]!;
    await type(rig, code === "00000000" ? "11111111" : "00000000");
    await type(rig, code!);
  }],
  ["more mails to one address than the limit", [
    "mail.sent",
    "signin.refused too-many",
  ], async (rig) => {
    rig.config.limits = { perRecipient: 1 };
    await rig.mail();
    await rig.mail(undefined, rig.open());
  }],
  ["a link that is used twice", ["signin.refused expired-link"], async (rig) => {
    await rig.mail();
    const { url } = rig.mails[0]!;
    // The page was opened while the link counted.
    const other = rig.open();
    const { action, fields } = formOf(await (await other.visit(url)).response.text());
    await rig.browser.visit(url);
    rig.forget();
    await other.visit(action, { method: "POST", body: new URLSearchParams(fields) });
  }],
  ["an address that is none", ["signin.refused mail-failed"], (rig) => rig.mail("nobody")],
  ["a mail by which another user's session ends", {
    jwt: ["session.started", "session.ended replaced"],
    database: ["session.ended replaced", "session.started"],
  }, async (rig) => {
    await rig.enter();
    await rig.adapter.createUser({ id: "grace", email: GRACE, emailVerified: new Date() });
    await rig.mail();
    rig.forget();
    await rig.browser.visit(rig.mails[0]!.url);
  }],
  ["a `signIn` callback that refuses, and one that leads elsewhere", [
    "signin.refused access-denied",
    "signin.refused access-denied",
  ], async (rig) => {
    rig.config.callbacks = { signIn: () => false };
    await rig.enter();
    rig.config.callbacks = { signIn: () => "/wait" };
    await rig.enter();
  }],
  ["a sign-up with a passkey", [
    "user.created",
    "passkey.added",
    "session.started",
  ], (rig) => run(rig, rig.browser, { action: "register", email: GRACE })],
  ["a passkey that is added, renamed and removed", [
    "passkey.added",
    "passkey.renamed",
    "passkey.removed",
  ], async (rig) => {
    await rig.enter();
    rig.forget();
    await run(rig, rig.browser, { action: "register" });
    // A token session is sealed anew by every sign-in.
    rig.entries.splice(1);
    const [key] = await listPasskeys(rig.config, ADA.id);
    await renamePasskey(rig.config, ADA.id, key!.id, "Laptop");
    assert(await removePasskey(rig.config, ADA.id, key!.id, { hasOtherWayIn: true }));
  }],
  ["a passkey that does not verify, one without its attempt, and one that is used twice", [
    "signin.refused wrong-passkey",
    "signin.refused attempt-mismatch",
    "session.started",
    "signin.refused replayed",
  ], async (rig) => {
    await addKey(rig);
    rig.forget();
    const browser = rig.open();
    await run(rig, browser, {}, { origin: "https://evil.example" });
    const fields = await answer(await ask(browser, {}), rig.authenticator, { counter: 0 });
    await send(rig.open(), fields);
    const cookie = browser.cookies.header(new URL(`${APP}/auth/`), { method: "POST" });
    await send(browser, fields);
    await send(rig.open(), fields, "passkey", { cookie });
  }],
  ["a sign-up with a provider", [
    "user.created",
    "account.linked",
    "session.started",
  ], ({ browser }) => browser.signIn("idp")],
  ["an account that is linked and unlinked", [
    "account.linked",
    "account.unlinked",
  ], async (rig) => {
    await rig.enter();
    rig.forget();
    await rig.browser.signIn("idp");
    rig.entries.splice(1);
    const [account] = await listAccounts(rig.config, ADA.id);
    assert(await unlinkAccount(rig.config, ADA.id, account!, { hasOtherWayIn: true }));
    assertEquals(rig.entries.map(({ provider }) => provider), ["idp", "idp"]);
  }],
  ["an account whose address belongs to another user", ["signin.refused not-linked"], (rig) => {
    rig.idp.user.email = ADA.email;
    return rig.browser.signIn("idp");
  }],
  ["a provider that refuses", ["signin.refused provider-error"], (rig) => {
    rig.idp.hostile.authorization = (params) => {
      params.delete("code");
      params.set("error", "access_denied");
    };
    return rig.browser.signIn("idp");
  }],
  ["an ID token with another nonce", ["signin.refused invalid-answer"], (rig) => {
    rig.idp.hostile.idTokenClaims = (claims) => void (claims.nonce = "other");
    return rig.browser.signIn("idp");
  }],
  ["a logout token, the same again, and one with a nonce", [
    "session.revoked signed-out",
    "signout.refused replayed",
    "signout.refused invalid-answer",
  ], async (rig) => {
    await rig.browser.signIn("idp");
    rig.forget();
    const token = await rig.idp.logoutToken({ sub: "7" });
    await tell(rig, { logout_token: token });
    await tell(rig, { logout_token: token });
    const claims = (all: Record<string, unknown>) => void (all.nonce = "n");
    await tell(rig, { logout_token: await rig.idp.logoutToken({ sub: "7" }, { claims }) });
    assertEquals(rig.entries.map(({ provider }) => provider), ["idp", "idp", "idp"]);
  }],
  ["an event by which a provider revokes a session", [
    "session.revoked revoked",
  ], async (rig) => {
    await rig.browser.signIn("idp");
    rig.forget();
    const subject = { format: "iss_sub", iss: rig.idp.issuer, sub: "7" };
    const headers = { "content-type": "application/secevent+jwt" };
    const body = await rig.idp.securityEvent(subject);
    await rig.browser.fetch("/auth/signout/idp", { method: "POST", headers, body });
  }],
  ["a sign-in whose provider has ended the session", [
    "user.created",
    "account.linked",
    "signin.refused signed-out",
  ], async (rig) => {
    await tell(rig, { logout_token: await rig.idp.logoutToken({ sub: "7" }) });
    rig.idp.hostile.idTokenClaims = (claims) => void (claims.iat = Number(claims.iat) - 5);
    await rig.browser.signIn("idp");
  }],
  ["an answer with another state", ["signin.refused attempt-mismatch"], (rig) => {
    rig.idp.hostile.authorization = (params) => params.set("state", "other");
    return rig.browser.signIn("idp");
  }],
  ["a provider that fails", ["signin.refused failed"], (rig) => {
    rig.idp.hostile.answer = { token: () => new Response("down", { status: 503 }) };
    return rig.browser.signIn("idp");
  }],
  ["a sign-up that is undone", [
    "user.created",
    "user.deleted",
    "signin.refused failed",
  ], async (rig) => {
    const fail = () => Promise.reject(new Error("the store is down"));
    Object.assign(rig.adapter, { createUserWithAccount: undefined, linkAccount: fail });
    rig.config.adapter = { ...rig.adapter };
    await rig.browser.signIn("idp");
  }],
  ["a second factor that is enrolled, with a wrong code before", [
    "signin.pending",
    "signin.refused wrong-factor",
    "factor.added",
    "session.started",
  ], async (rig) => {
    Object.assign(rig.config, { factors: [Totp()], factorPolicy: { required: () => true } });
    const page = await (await rig.enter()).response.text();
    const { html } = await submit(rig.browser, page, { step: "enrol" });
    await submit(rig.browser, html, { answer: "abcdef" });
    await submit(rig.browser, html, { answer: await codeOf(secretOn(html)) });
  }],
  ["tokens that are refreshed, refused and revoked, and a way back that is none", [
    "tokens.refreshed",
    "refresh.refused provider-error",
    "session.ended signed-out",
    "tokens.revoked",
    "signout.refused attempt-mismatch",
  ], async (rig) => {
    const { issuer } = rig.idp;
    const op = await createRefreshingIdp(issuer, "7", rig.idp);
    rig.config.providers = [providerOf(op)];
    rig.config.tokens = KeepTokens();
    rig.config.signOut = ProviderSignOut({ revokeTokens: true });
    await rig.browser.signIn("idp");
    rig.forget();
    const refresh = () => getAccessToken(rig.request(), rig.config, { minimumSeconds: Infinity });
    assert(await refresh());
    op.fails = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    await assertRejects(refresh, TokenRefreshError);
    await rig.browser.post("/signout");
    await rig.browser.visit(`${APP}/auth/signout/idp?state=none`);
    for (const token of op.sent) rig.secrets.add(token);
  }],
  ["a session that is proven again", ["session.proven"], async (rig) => {
    using time = new FakeTime();
    await rig.enter();
    rig.forget();
    time.tick(60 * 60 * 1000);
    const url = await requireProof(rig.request(), rig.config, { maxAge: 600 });
    await (await rig.browser.fetch(url!)).body?.cancel();
    await rig.enter();
  }],
  ["second factors that are added, replaced, renamed, removed and reset", [
    "session.started",
    "factor.refused wrong-factor",
    "factor.added",
    "session.proven",
    "factor.added",
    "factor.replaced",
    "factor.replaced",
    "factor.renamed",
    "factors.reset-requested",
    "factors.reset-cancelled",
    "factor.removed",
    "factors.reset-requested",
    "factors.reset",
  ], async (rig) => {
    rig.config.factors = [Totp(), RecoveryCodes()];
    await rig.enter();
    const { html } = await post(rig.browser, { step: "enrol", factor: "totp" });
    await submit(rig.browser, html, { answer: "abcdef" });
    await submit(rig.browser, html, { answer: await codeOf(secretOn(html)) });
    for (let i = 0; i < 2; i++) {
      const { html } = await post(rig.browser, { step: "enrol", factor: "recovery" });
      for (const code of codesOn(html)) rig.secrets.add(code);
    }
    const known = await listFactors(rig.config, ADA.id);
    const codes = known.find(({ factor }) => factor === "recovery")!;
    await renameFactor(rig.config, ADA.id, codes.id, "Paper");
    await resetFactors(rig.config, ADA.id);
    await cancelFactorReset(rig.config, ADA.id);
    await post(rig.browser, { step: "remove", id: codes.id });
    await resetFactors(rig.config, ADA.id, { now: true });
  }],
  ["a trusted device", [
    "signin.pending",
    "factor.added",
    "session.started",
    "signin.pending",
    "session.started",
    "device.trusted",
  ], async (rig) => {
    using time = new FakeTime();
    Object.assign(rig.config, {
      factors: [Totp()],
      factorPolicy: { required: () => true, trustedDevice: { maxAge: 86_400 } },
    });
    const browser = rig.open();
    const page = await (await rig.enter("opensesame", browser)).response.text();
    const { html } = await submit(browser, page, { step: "enrol" });
    const secret = secretOn(html);
    await submit(browser, html, { answer: await codeOf(secret) });
    time.tick(60_000);
    const again = await (await rig.enter()).response.text();
    await submit(rig.browser, again, { answer: await codeOf(secret), trust: "1" });
  }],
  ["a browser in which the user had not signed in before", [
    "session.started",
    "session.started",
    "session.ended replaced",
    "device.new",
  ], async (rig) => {
    Object.assign(rig.config, {
      account: AccountPage(),
      sendMail: () => {},
      notifyNewDevice: true,
    });
    await rig.enter();
    await rig.enter();
    await new Promise((resolve) => setTimeout(resolve));
  }],
  [
    "a mail to a person who may not become a user",
    ["signin.refused sign-up-refused"],
    async (rig) => {
      rig.config.signUp = "invited";
      await rig.mail();
      await new Promise((resolve) => setTimeout(resolve));
    },
  ],
  ["a copy of a user's data, and a change of the account from another site", [
    "user.exported",
    "account.refused csrf",
  ], async (rig) => {
    rig.config.account = AccountPage();
    rig.config.sendMail = () => {};
    await rig.enter();
    rig.forget();
    await exportUser(rig.config, ADA.id);
    await forge(rig, "account");
  }],
  ["an address that is changed, changed back, and proven later", [
    "session.started",
    "address.refused csrf",
    "address.requested",
    "address.refused wrong-code",
    "user.updated",
    "address.changed",
    "session.revoked revoked",
    "user.updated",
    "session.revoked revoked",
    "address.undone",
    "address.refused expired-link",
    "session.started",
    "address.requested",
    "user.updated",
    "address.proven",
  ], async (rig) => {
    const mails: AccountMail[] = [];
    rig.config.account = AccountPage();
    rig.config.sendMail = (mail) => void mails.push(mail);
    await rig.enter("opensesame", rig.open());
    rig.forget();
    await rig.enter();
    await forge(rig, "address");
    const to = "countess@example.com";
    rig.secrets.add(to);
    await postAddress(rig.browser, "request", { email: to });
    await postAddress(rig.browser, "confirm", { code: "1" });
    rig.secrets.add(codeTo({ mails }, to));
    await postAddress(rig.browser, "confirm", { code: codeTo({ mails }, to) });
    const token = new URL(undoLinkTo({ mails }, ADA.email)).searchParams.get("undo")!;
    for (let i = 0; i < 2; i++) await postAddress(rig.browser, "undo", { token });
    rig.secrets.add(token);
    await rig.config.adapter!.updateUser!({ id: ADA.id, emailVerified: null });
    const later = rig.open();
    await rig.enter("opensesame", later);
    await postAddress(later, "request", { email: ADA.email });
    await postAddress(later, "confirm", { code: codeTo({ mails }, ADA.email) });
  }],
  ["the undo of a change of address that waits, and is stopped", [
    "factor.added",
    "session.proven",
    "address.undo-requested",
    "address.undo-cancelled",
  ], async (rig) => {
    const mails: AccountMail[] = [];
    rig.config.account = AccountPage();
    rig.config.factors = [Totp()];
    rig.config.sendMail = (mail) => void mails.push(mail);
    await rig.enter();
    const to = "countess@example.com";
    rig.secrets.add(to);
    await postAddress(rig.browser, "request", { email: to });
    rig.secrets.add(codeTo({ mails }, to));
    await postAddress(rig.browser, "confirm", { code: codeTo({ mails }, to) });
    rig.forget();
    const { html } = await post(rig.browser, { step: "enrol", factor: "totp" });
    await submit(rig.browser, html, { answer: await codeOf(secretOn(html)) });
    const token = new URL(undoLinkTo({ mails }, ADA.email)).searchParams.get("undo")!;
    rig.secrets.add(token);
    await postAddress(rig.browser, "undo", { token });
    await postAddress(rig.browser, "keep", {});
  }],
  ["an account that will be deleted, is kept, and is deleted", {
    jwt: ["session.revoked revoked", ...KEPT_ACCOUNT, "session.ended replaced", ...LOST_ACCOUNT],
    database: ["session.revoked revoked", ...KEPT_ACCOUNT, ...LOST_ACCOUNT],
  }, async (rig) => {
    rig.config.account = AccountPage({ deletion: { graceDays: 1 } });
    rig.config.sendMail = () => {};
    await rig.enter();
    rig.forget();
    await requestDeletion(rig.config, ADA.id);
    await rig.enter();
    const body = new URLSearchParams({ csrfToken: await rig.browser.csrf(), step: "keep" });
    await rig.browser.visit("/auth/account", { method: "POST", body });
    await requestDeletion(rig.config, ADA.id);
    using time = new FakeTime();
    time.tick(24 * 60 * 60 * 1000);
    await deleteDue(rig.config);
  }],
  ["an account that is merged into another one", ["user.merged", "user.deleted"], async (rig) => {
    await rig.enter();
    const into = await createUser(rig.config, { email: "ada@new.example" });
    await revokeAllSessions(rig.config, ADA.id);
    rig.forget();
    await mergeUsers(rig.config, ADA.id, into.id);
  }],
  ["a user who is deleted", ["user.deleted"], async (rig) => {
    await rig.enter();
    rig.forget();
    await deleteUser(rig.config, ADA.id);
  }],
  ["a password that is set on the page, changed by the app, and removed", [
    "mail.sent",
    "session.started",
    "password.set",
    "password.refused csrf",
    "session.revoked revoked",
    "password.changed",
    "password.removed",
  ], async (rig) => {
    rig.config.providers = [...rig.config.providers, Password(CHEAP)];
    await rig.mail(ADA.email);
    await rig.browser.visit(rig.mails[0]!.url);
    const page = await rig.browser.fetch("/auth/password");
    await save(rig.browser, await page.text(), { password: PASSWORD });
    await forge(rig, "password");
    assertEquals(await setPassword(rig.config, ADA.id, OTHER), null);
    assertEquals(await removePassword(rig.config, ADA.id), true);
    rig.secrets.add(OTHER);
  }],
  ["a user who is suspended, and resumed", {
    jwt: [
      "session.revoked suspended",
      "user.suspended",
      "session.refused suspended",
      "signin.refused suspended",
      "user.resumed",
      "session.started",
    ],
    database: [
      "session.revoked suspended",
      "user.suspended",
      "session.refused unknown",
      "signin.refused suspended",
      "user.resumed",
      "session.started",
    ],
  }, async (rig) => {
    await rig.enter();
    rig.forget();
    await suspendUser(rig.config, ADA.id);
    assertEquals(await rig.browser.session(), null);
    await rig.enter();
    await resumeUser(rig.config, ADA.id);
    await rig.enter();
  }],
];

const toldBy = (entries: readonly AuditEntry[]) =>
  entries.map(({ name, reason }) => reason ? `${name} ${reason}` as const : name);

for (const [what, expected, act] of scenarios) {
  for (const strategy of ["jwt", "database"] as const) {
    Deno.test(`audit: ${what} (${strategy})`, async () => {
      const rig = await createRig(strategy);
      await act(rig);
      assertEquals<unknown>(
        toldBy(rig.entries),
        Array.isArray(expected) ? expected : expected[strategy],
      );
      const text = JSON.stringify(rig.entries);
      for (const secret of rig.secrets) {
        assert(secret.length < 5 || !text.includes(secret), `an entry has ${secret}`);
      }
    });
  }
}

Deno.test("audit: the scenarios have every name and every reason", () => {
  // Those of organizations are in organizations_audit_test.ts, those of connections in
  // connections_test.ts, those of directories in scim_test.ts, those of operators in
  // require_operator_test.ts and acting_test.ts, those of credentials in
  // unit/server/authenticate_test.ts and beside their capabilities.
  type Elsewhere = `${
    | "acting"
    | "client"
    | "connection"
    | "credential"
    | "directory"
    | "domain"
    | "grant"
    | "key"
    | "native"
    | "oauth"
    | "operator"
    | "organization"
    | "service"
    | "token"}.${string}`;
  const names: Record<Exclude<AuditName, Elsewhere>, true> = {
    "account.linked": true,
    "account.refused": true,
    "account.unlinked": true,
    "address.changed": true,
    "address.proven": true,
    "address.refused": true,
    "address.requested": true,
    "address.undo-cancelled": true,
    "address.undo-requested": true,
    "address.undone": true,
    "device.new": true,
    "device.trusted": true,
    "factor.added": true,
    "factor.refused": true,
    "factor.removed": true,
    "factor.renamed": true,
    "factor.replaced": true,
    "factors.reset": true,
    "factors.reset-cancelled": true,
    "factors.reset-requested": true,
    "mail.sent": true,
    "passkey.added": true,
    "passkey.removed": true,
    "passkey.renamed": true,
    "password.changed": true,
    "password.refused": true,
    "password.removed": true,
    "password.set": true,
    "refresh.refused": true,
    "session.ended": true,
    "session.proven": true,
    "session.refused": true,
    "session.revoked": true,
    "session.started": true,
    "session.updated": true,
    "signin.pending": true,
    "signin.refused": true,
    "signout.refused": true,
    "tokens.refreshed": true,
    "tokens.revoked": true,
    "update.refused": true,
    "user.created": true,
    "user.deleted": true,
    "user.deletion-cancelled": true,
    "user.deletion-requested": true,
    "user.exported": true,
    "user.merged": true,
    "user.resumed": true,
    "user.suspended": true,
    "user.updated": true,
  };
  const reasons: Record<SessionReason | RefusalReason, true> = {
    "access-denied": true,
    "attempt-mismatch": true,
    "csrf": true,
    "expired": true,
    "expired-link": true,
    "failed": true,
    "invalid-answer": true,
    "mail-failed": true,
    "not-linked": true,
    "provider-error": true,
    "replaced": true,
    "replayed": true,
    "revoked": true,
    "sign-up-refused": true,
    "signed-out": true,
    "suspended": true,
    "too-many": true,
    "unknown": true,
    "unreadable": true,
    "wrong-code": true,
    "wrong-credentials": true,
    "wrong-factor": true,
    "wrong-passkey": true,
  };
  const told = scenarios.flatMap(([, expected]) =>
    Array.isArray(expected) ? expected : [...expected.jwt, ...expected.database]
  );
  const known = [...Object.keys(names), ...Object.keys(reasons)];
  assertEquals(
    [...new Set(told.flatMap((words) => words.split(" ")))].sort(),
    known.sort(),
  );
});

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`audit: entries of a session name it, its user, provider, proof, address and device (${strategy})`, async () => {
    const rig = await createRig(strategy);
    const headers = { "user-agent": "test browser" };
    const csrfToken = await rig.browser.csrf();
    const body = new URLSearchParams({ csrfToken, password: "opensesame" });
    const init = { method: "POST", headers, body };
    await (await rig.browser.fetch("/auth/callback/credentials", init)).body?.cancel();
    const [session] = await listSessions(rig.config, ADA.id);
    const [{ at, proof, ...entry }] = rig.entries as [AuditEntry];
    assert(at instanceof Date);
    assertEquals([proof?.methods, proof?.provider], [["pwd"], "credentials"]);
    assertEquals<unknown>(entry, {
      name: "session.started",
      userId: ADA.id,
      sessionId: session!.id,
      provider: "credentials",
      address: PEER,
      device: "test browser",
    });
    await rig.browser.post("/signout");
    const { userId, sessionId, provider } = rig.entries[1]!;
    assertEquals([userId, sessionId, provider], [ADA.id, session!.id, undefined]);
  });

  Deno.test(`audit: a handler that fails changes no answer (${strategy})`, async () => {
    const rig = await createRig(strategy);
    rig.config.events = { audit: () => Promise.reject(new Error("log is full")) };
    assertEquals((await rig.enter()).url.searchParams.get("error"), null);
    assert(await rig.browser.session());
    assertEquals((await rig.enter("sesame")).url.searchParams.get("error"), "CredentialsSignin");
    assertEquals(await revokeAllSessions(rig.config, ADA.id), 1);
    assertEquals(await rig.browser.session(), null);
  });
}
