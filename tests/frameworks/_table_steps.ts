/**
 * Steps of the scenario: the user of the browser's session, the request, and the
 * app's calls during it.
 *
 * @module
 */

import { type AuthConfig, CredentialsSignin } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import type { Adapter } from "../../adapters/mod.ts";
import type { Call } from "./_table.ts";

/** A session strategy. */
export type Strategy = "jwt" | "database";

/** One step. */
export interface Step {
  name: string;
  /** User of the session before the step. Default: no session. */
  as?: "Ada" | "Big";
  /** User of the session after the step, with every wrapper. Default: the same. */
  after?: "Grace" | "Countess" | "no one";
  /** Cookies that the response sets, with every wrapper; `""` for none. Default: not compared. */
  sets?: string;
  /** Proof that the app sees, with every wrapper. */
  proof?: string;
  /** Calls of the app. */
  calls?: readonly Call[];
  /** Path of an action that the browser requests, instead of a page. */
  action?: string;
  /** A form, with the CSRF token of the page when `csrf` is `true`. */
  form?: { fields?: Record<string, string>; csrf?: boolean };
  /** Headers of the request; empty ones are omitted. Default for forms: `origin` of the app. */
  headers?: Record<string, string>;
  /** Members of the config. */
  config?: Partial<AuthConfig>;
  /** `true` for a step only of wrappers that read the `Host` header. */
  hosts?: boolean;
}

const read: Call = { call: "read" };
const proof: Call = { call: "proof" };
const require: Call = { call: "require", options: { maxAge: 600, redirectTo: "/home" } };
const signOut: Call = { call: "signOut" };
const update: Call = { call: "update", data: { name: "Countess" } };
const signIn = (provider?: string, fields: Record<string, string> = {}): Call => ({
  call: "signIn",
  provider,
  fields: { redirectTo: "/home", ...fields },
});
const rightPassword = signIn("credentials", { password: "right" });

/** Every read renews the session. */
const due: Partial<AuthConfig> = { session: { updateAge: 0 } };
/** Sessions have records, which hold the proof of database sessions. */
const kept: Partial<AuthConfig> = { session: { revocation: {} } };
const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
/** A form of another site, from a browser that sends no origin. */
const unnamed = { origin: "", "sec-fetch-site": "cross-site" };
/** Without `trustHost`, only hosts of this machine are trusted. */
const unvouched: Partial<AuthConfig> = { trustHost: false };
const publicHost = { host: "app.example" };
const noHost = { host: "localhost:99999" };

class TooMany extends CredentialsSignin {
  override code = "too_many";
}

/** The steps in the order of the table. */
export const steps: readonly Step[] = [
  { name: "read without a session", sets: "", calls: [read] },
  { name: "read", as: "Ada", calls: [read] },
  { name: "read, renewal due", as: "Ada", calls: [read], config: due },
  { name: "read twice, renewal due, large", as: "Big", calls: [read, read], config: due },
  { name: "read an invalid cookie", headers: garbage(), calls: [read] },
  { name: "proof without a session", sets: "", proof: "none", calls: [proof] },
  { name: "proof", sets: "", proof: "unknown by null", as: "Ada", calls: [proof] },
  {
    name: "proof after sign-in",
    after: "Grace",
    proof: "pwd by credentials",
    form: {},
    calls: [rightPassword, proof],
    config: kept,
  },
  {
    name: "require a proof without a session",
    sets: "",
    proof: "{base}/signin callbackUrl=/home",
    calls: [require],
    config: kept,
  },
  {
    name: "require a proof, unknown methods",
    proof: "{base}/signin stepUp=* callbackUrl=/home",
    as: "Ada",
    calls: [read, require],
    config: kept,
  },
  {
    name: "require a proof after sign-in",
    after: "Grace",
    proof: "enough",
    form: {},
    calls: [rightPassword, require],
    config: kept,
  },
  {
    name: "require a proof and come back",
    proof: "{base}/signin stepUp=* callbackUrl=/page",
    as: "Ada",
    calls: [read, { call: "require", options: {} }],
    config: kept,
  },
  {
    name: "untrusted host: require a proof",
    sets: "",
    proof: "{base}/signin callbackUrl=/home",
    as: "Ada",
    headers: publicHost,
    calls: [require],
    config: { ...kept, ...unvouched },
  },
  {
    name: "proof after sign-out",
    after: "no one",
    proof: "none",
    as: "Ada",
    form: {},
    calls: [signOut, proof],
  },
  { name: "sign in", after: "Grace", form: {}, calls: [rightPassword] },
  { name: "sign in, wrong password", sets: "", form: {}, calls: [signIn("credentials")] },
  {
    name: "sign in, the app's own error",
    form: {},
    calls: [signIn("credentials", { password: "often" })],
  },
  {
    name: "sign in wrongly after a read",
    as: "Ada",
    form: {},
    calls: [read, signIn("credentials")],
    config: due,
  },
  {
    // Failures keep what a second try needs, and nothing of the attempt.
    name: "sign in, mail fails",
    sets: "callback-url set, typed set",
    form: {},
    calls: [signIn("mail", { email: "ada@example.com" })],
  },
  { name: "sign in, no address", form: {}, calls: [signIn("mail", { email: "ada" })] },
  {
    name: "sign in, provider unreachable",
    sets: "callback-url set",
    form: {},
    calls: [signIn("gone")],
  },
  { name: "start at a provider", form: {}, calls: [signIn("op")] },
  { name: "sign in without a provider", form: {}, calls: [signIn()] },
  { name: "sign in, unknown provider", form: {}, calls: [signIn("nothing")] },
  { name: "sign out", after: "no one", as: "Ada", form: {}, calls: [signOut] },
  { name: "sign out without a session", form: {}, calls: [signOut] },
  { name: "update", after: "Countess", as: "Ada", form: {}, calls: [update] },
  { name: "update without a session", form: {}, calls: [update] },
  {
    name: "update, then read",
    after: "Countess",
    as: "Ada",
    form: {},
    calls: [update, read],
    config: due,
  },
  {
    name: "sign out after a read",
    after: "no one",
    as: "Ada",
    form: {},
    calls: [read, signOut],
    config: due,
  },
  {
    name: "the same, large",
    after: "no one",
    as: "Big",
    form: {},
    calls: [read, signOut],
    config: due,
  },
  {
    name: "read after sign-out",
    after: "no one",
    as: "Big",
    form: {},
    calls: [read, signOut, read],
    config: due,
  },
  {
    name: "read after sign-in",
    after: "Grace",
    form: {},
    calls: [rightPassword, read],
    config: due,
  },
  {
    name: "read after sign-in as another",
    after: "Grace",
    as: "Big",
    form: {},
    calls: [read, rightPassword, read],
    config: due,
  },
  { name: "start after a read", as: "Ada", form: {}, calls: [read, signIn("op")], config: due },
  {
    name: "the same, then a read",
    as: "Ada",
    form: {},
    calls: [read, signIn("op"), read],
    config: due,
  },
  {
    name: "foreign form: sign in",
    sets: "",
    as: "Ada",
    form: {},
    headers: foreign,
    calls: [rightPassword],
  },
  {
    name: "foreign form: start",
    sets: "",
    as: "Ada",
    form: {},
    headers: foreign,
    calls: [signIn("op")],
  },
  {
    name: "foreign form: sign out",
    sets: "",
    as: "Ada",
    form: {},
    headers: foreign,
    calls: [signOut],
  },
  {
    name: "foreign form: update",
    sets: "",
    as: "Ada",
    form: {},
    headers: foreign,
    calls: [update],
  },
  {
    name: "foreign form, unnamed: sign out",
    sets: "",
    as: "Ada",
    form: {},
    headers: unnamed,
    calls: [signOut],
  },
  {
    name: "untrusted host: read",
    sets: "",
    as: "Ada",
    headers: publicHost,
    calls: [read],
    config: { ...due, ...unvouched },
  },
  {
    name: "untrusted host: proof",
    sets: "",
    proof: "none",
    as: "Ada",
    headers: publicHost,
    calls: [proof],
    config: unvouched,
  },
  {
    name: "untrusted host: sign in",
    sets: "",
    form: {},
    headers: publicHost,
    calls: [rightPassword],
    config: unvouched,
  },
  {
    name: "untrusted host: start",
    sets: "",
    form: {},
    headers: publicHost,
    calls: [signIn("op")],
    config: unvouched,
  },
  {
    name: "untrusted host: sign out",
    sets: "",
    as: "Ada",
    form: {},
    headers: publicHost,
    calls: [signOut],
    config: unvouched,
  },
  {
    name: "untrusted host: action",
    sets: "",
    as: "Ada",
    headers: publicHost,
    action: "/session",
    config: { ...due, ...unvouched },
  },
  {
    name: "invalid Host: read",
    sets: "",
    as: "Ada",
    headers: noHost,
    calls: [read],
    hosts: true,
  },
  {
    name: "invalid Host: proof",
    sets: "",
    as: "Ada",
    headers: noHost,
    calls: [proof],
    hosts: true,
  },
  {
    name: "invalid Host: sign in",
    sets: "",
    form: {},
    headers: noHost,
    calls: [rightPassword],
    hosts: true,
  },
  {
    name: "invalid Host: sign out",
    sets: "",
    as: "Ada",
    form: {},
    headers: noHost,
    calls: [signOut],
    hosts: true,
  },
  {
    name: "invalid Host: action",
    sets: "",
    as: "Ada",
    headers: noHost,
    action: "/session",
    hosts: true,
  },
  { name: "GET session", as: "Ada", action: "/session" },
  { name: "GET session, renewal due", as: "Big", action: "/session", config: due },
  {
    name: "POST callback/credentials",
    after: "Grace",
    action: "/callback/credentials",
    form: { csrf: true, fields: { password: "right", callbackUrl: "/home" } },
  },
  {
    name: "POST callback/credentials, wrong",
    action: "/callback/credentials",
    form: { csrf: true, fields: { callbackUrl: "/home" } },
  },
  {
    name: "POST signin/gone",
    action: "/signin/gone",
    form: { csrf: true, fields: { callbackUrl: "/home" } },
  },
  {
    name: "POST signin/op",
    action: "/signin/op",
    form: { csrf: true, fields: { callbackUrl: "/home" } },
  },
  {
    name: "POST signout",
    after: "no one",
    as: "Big",
    action: "/signout",
    form: { csrf: true, fields: { callbackUrl: "/home" } },
  },
  {
    name: "POST signout, foreign",
    sets: "",
    as: "Ada",
    action: "/signout",
    form: {},
    headers: foreign,
  },
  { name: "an unknown provider's path", action: "/callback/nothing" },
  { name: "two segments too many", action: "/session/a/b" },
];

function garbage(): Record<string, string> {
  return { cookie: "authjs.session-token=garbage; authjs.session-token.0=%E0%A4%A" };
}

/**
 * The config of every step.
 *
 * @param grace id of the user who has the right password
 */
export function createConfig(
  strategy: Strategy,
  adapter: Adapter,
  grace: string,
  { session, ...members }: Partial<AuthConfig> = {},
): Omit<AuthConfig, "logger"> {
  return {
    adapter,
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    session: { strategy, ...session },
    providers: [
      Credentials({
        authorize({ password }) {
          if (password === "often") throw new TooMany();
          return password === "right" ? { id: grace, name: "Grace" } : null;
        },
      }),
      {
        id: "op",
        name: "OP",
        type: "oauth",
        clientId: "c",
        authorization: "https://op.example/authorize",
        token: "https://op.example/token",
        userinfo: "https://op.example/userinfo",
        checks: ["state", "pkce"],
      },
      // No server listens on port 1.
      { id: "gone", name: "Gone", type: "oidc", issuer: "https://127.0.0.1:1", clientId: "c" },
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: () => Promise.reject(new Error("The mail server is down")),
      },
    ],
    callbacks: {
      jwt({ token, trigger, session }) {
        if (trigger === "update") token.name = session.name;
        return token;
      },
      async session({ session, user, trigger, newSession }) {
        if (trigger !== "update" || strategy === "jwt") return session;
        await adapter.updateUser!({ id: user.id, name: newSession.name });
        return { ...session, user: { ...session.user, name: newSession.name } };
      },
    },
    ...members,
  };
}
