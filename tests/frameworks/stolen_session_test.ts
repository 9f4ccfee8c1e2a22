/**
 * A copied session through every wrapper: it changes nothing about the account. A session whose
 * proof is too old, or lacks the second factor, is led to a proof and back; one in which another
 * person acts is refused.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { AccessDenied } from "../../src/errors.ts";
import { beginChange as beginAddressChange } from "../../src/capabilities/address/functions.ts";
import {
  begin as beginFactor,
  confirm as confirmFactor,
} from "../../src/capabilities/factors/functions.ts";
import { createAuthenticator } from "../../src/tools/testing/mod.ts";
import type { App, Call } from "./_table.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";
import {
  type Browser,
  createStolenRig,
  idp,
  inWords,
  type Kind,
  openBrowser,
  PASSWORD,
  type Person,
  type Rig,
  type Sent,
  type UserId,
} from "./_stolen.ts";

const OTHER = "looms weave flowers and leaves";

/** A change of the account. */
interface Step {
  name: string;
  /** Sends the request that makes the change. */
  send: Sent | ((person: Person, at: At) => Sent | Promise<Sent>);
  /** Whose account. Default: Grace's for a session that skipped the second factor, else Ada's. */
  who?: UserId;
  /** Page that the user comes back to from a proof; with `json`, as JSON for a script. */
  back: string | ((person: Person) => string);
  json?: true;
  /** Answer to a session with a fresh proof. */
  done: string;
  /** `true` when the change stores nothing by itself. */
  storesNothing?: true;
}

/** Where a step is taken. */
interface At {
  app: App;
  /** The browser with the session. */
  browser: Browser;
  /** Browser with a fresh session of the same user. */
  fresh: Browser;
}

const account =
  (step: string, fields: (person: Person) => Record<string, string> = () => ({})) =>
  (person: Person): Sent => ({ action: "/account", fields: { step, ...fields(person) } });

const signIn: Call = { call: "signIn", provider: "one", fields: { redirectTo: "/home" } };

/** Answers a ceremony that a fresh session has begun, as if the session was copied meanwhile. */
async function answerCeremony(_: Person, { app, browser, fresh }: At): Promise<Sent> {
  const { text, setCookies } = await fresh.send({
    action: "/webauthn-options/passkey?action=register",
  });
  browser.take(setCookies.filter((line) => line.includes("challenge")));
  const { action, options } = JSON.parse(text!);
  const data = JSON.stringify(await createAuthenticator(app.origin).create(options));
  return { action: "/callback/passkey", fields: { action, data, callbackUrl: "/home" } };
}

/** Comes back from the provider with an attempt that began without a session. */
async function comeBack(_: Person, { app, browser }: At): Promise<Sent> {
  const begun = await openBrowser(app, []).send({
    action: "/signin/one",
    fields: { callbackUrl: "/home" },
  });
  browser.take(begun.setCookies);
  const { headers } = await idp.handler(new Request(begun.location!));
  const { pathname, search } = new URL(headers.get("location")!);
  return { action: pathname.slice(app.basePath.length) + search };
}

/** In an order in which each of them can succeed. */
const STEPS: readonly Step[] = [
  {
    name: "POST account name",
    send: account("name", () => ({ name: "Eve" })),
    back: "{base}/account?step=name",
    done: "to {base}/account done=name",
  },
  {
    name: "POST account session-end",
    send: account("session-end", ({ elsewhere }) => ({ id: elsewhere })),
    back: "{base}/account",
    done: "to {base}/account done=session-ended",
  },
  {
    name: "POST signin/one",
    send: { action: "/signin/one", fields: { callbackUrl: "/home" } },
    back: "/settings",
    done: "to https://one.example/authorize",
    storesNothing: true,
  },
  {
    name: "signIn(one) of the app",
    send: { calls: [signIn], fields: {} },
    back: "/settings",
    done: "to https://one.example/authorize",
    storesNothing: true,
  },
  { name: "GET callback/one", send: comeBack, back: "/home", done: "to /home" },
  {
    name: "GET webauthn-options",
    send: { action: "/webauthn-options/passkey?action=register" },
    back: "/settings",
    json: true,
    done: "200",
    storesNothing: true,
  },
  {
    name: "POST callback/passkey",
    send: answerCeremony,
    back: "/settings",
    done: "to /home",
  },
  {
    name: "POST account passkey-rename",
    send: account("passkey-rename", ({ key }) => ({ id: key, name: "Eve" })),
    back: ({ key }) => `{base}/account?step=passkey&id=${key}`,
    done: "to {base}/account done=passkey-renamed",
  },
  {
    name: "POST account passkey-remove",
    send: account("passkey-remove", ({ key }) => ({ id: key })),
    back: ({ key }) => `{base}/account?step=passkey&id=${key}`,
    done: "to {base}/account done=passkey-removed",
  },
  {
    name: "POST account unlink",
    send: account("unlink", ({ account }) => ({ provider: "two", id: account })),
    back: ({ account }) => `{base}/account?step=account&id=${account}&provider=two`,
    done: "to {base}/account done=unlinked",
  },
  {
    name: "POST factors enrol",
    send: { action: "/factors", fields: { step: "enrol", factor: "totp" } },
    who: "grace",
    back: "{base}/factors",
    done: "to {base}/factors step=confirm factor=totp",
  },
  {
    name: "POST factors remove",
    send: ({ factor }) => ({ action: "/factors", fields: { step: "remove", id: factor } }),
    who: "grace",
    back: ({ factor }) => `{base}/factors?id=${factor}&step=remove`,
    done: "to {base}/factors done=removed",
  },
  {
    name: "POST password, change",
    send: {
      action: "/password",
      fields: { current: PASSWORD, password: OTHER, repeat: OTHER, callbackUrl: "/home" },
    },
    who: "grace",
    back: "{base}/password?callbackUrl=%2Fhome",
    done: "to {base}/password done=1 callbackUrl=/home",
  },
  {
    name: "POST password, set",
    send: {
      action: "/password",
      fields: { password: OTHER, repeat: OTHER, callbackUrl: "/home" },
    },
    who: "lin",
    back: "{base}/password?callbackUrl=%2Fhome",
    done: "to /home",
  },
  {
    name: "POST address request",
    send: {
      action: "/address",
      fields: { step: "request", email: "eve@example.com", callbackUrl: "/home" },
    },
    back: "{base}/address?callbackUrl=%2Fhome",
    done: "to {base}/address callbackUrl=/home",
  },
  {
    name: "POST account export",
    send: account("export"),
    back: "{base}/account?step=export",
    done: "200",
    storesNothing: true,
  },
  {
    name: "POST account password-remove",
    send: account("password-remove"),
    back: "{base}/account?step=password",
    done: "to {base}/account done=password-removed",
  },
  {
    name: "POST account sessions-end",
    send: account("sessions-end"),
    back: "{base}/account?step=sessions",
    done: "to {base}/account done=sessions-ended",
  },
  {
    name: "POST account delete",
    send: account("delete", ({ email }) => ({ confirm: email })),
    back: "{base}/account?step=delete",
    done: "200",
  },
];

/** A function of the app's code that changes the account of a request's user. */
type ChangeOf = (request: Request, config: AuthConfig) => Promise<unknown>;

const answered = { factor: "totp", state: "", answer: "000000" };

/** What the app's own pages call; they lead the user to a proof by the error's requirement. */
const FUNCTIONS: Record<string, ChangeOf> = {
  beginFactor: (request, config) => beginFactor(config, request, "totp", new Headers()),
  confirmFactor: (request, config) => confirmFactor(config, request, answered, new Headers()),
  beginAddressChange: (request, config) =>
    beginAddressChange(config, request, "eve@example.com", new Headers()),
};

/** A session that is worth nothing to a thief. */
type Stolen = Exclude<Kind, "fresh">;

const STOLEN: readonly Stolen[] = ["old", "half", "acting"];

const personOf = ({ persons }: Rig, kind: Kind, who?: UserId): Person =>
  persons[who ?? (kind === "half" ? "grace" : "ada")];

/** Takes a step; returns the answer, the changes of the store, and the number of mails. */
async function take({ name, send, who }: Step, kind: Kind, app: App, rig: Rig) {
  const { writes, mails } = rig;
  const person = personOf(rig, kind, who);
  const browser = openBrowser(app, person.sessions[kind]);
  const fresh = openBrowser(app, person.sessions.fresh);
  const sent = typeof send === "function" ? await send(person, { app, browser, fresh }) : send;
  writes.length = mails.length = 0;
  const words = inWords(await browser.send(sent), app);
  return { name: `${name}, ${kind}`, words, writes: [...writes], mails: mails.length };
}

function refusalOf({ name, who, back, json }: Step, kind: Stolen, rig: Rig) {
  const page = typeof back === "function" ? back(personOf(rig, kind, who)) : back;
  const words = kind === "acting"
    ? "to {base}/error error=AccessDenied"
    : `${json ? "400 proof_required" : "to"} {base}/signin stepUp=* callbackUrl=${page}`;
  return { name: `${name}, ${kind}`, words, writes: [], mails: 0 };
}

/** Calls a function as a page of the app does; returns where the page sends the user. */
async function callAs(kind: Stolen, change: ChangeOf, app: App, rig: Rig): Promise<string> {
  const browser = openBrowser(app, personOf(rig, kind).sessions[kind]);
  const request = new Request(`${app.origin}/settings`, { headers: browser.headers() });
  const error = await assertRejects(() => change(request, rig.config), AccessDenied);
  if (!error.requirement) return "nowhere";
  const options = { ...error.requirement, redirectTo: "/settings" };
  return inWords(await browser.send({ calls: [{ call: "require", options }] }), app);
}

/** Path of an action, for the URL that an answer leads to. */
function actionAt(location: string | undefined, { origin, basePath }: App): string {
  assert(location);
  const { pathname, search } = new URL(location, origin);
  return pathname.slice(basePath.length) + search;
}

for (const strategy of ["jwt", "database"] as const) {
  for (const wrapper of [...httpWrappers, ...portWrappers]) {
    const test = (name: string, run: (app: App, rig: Rig) => Promise<void>) =>
      Deno.test(`stolen session: ${wrapper.name} (${strategy}) ${name}`, async () => {
        const rig = await createStolenRig(strategy);
        const app = await wrapper.start(rig.config);
        try {
          await run(app, rig);
        } finally {
          await app.close?.();
        }
      });

    test("changes nothing for it", async (app, rig) => {
      const told = [];
      for (const step of STEPS) {
        for (const kind of STOLEN) told.push(await take(step, kind, app, rig));
      }
      assertEquals(told, STEPS.flatMap((step) => STOLEN.map((kind) => refusalOf(step, kind, rig))));
    });

    test("makes each change for a fresh session", async (app, rig) => {
      const told = [];
      for (const step of STEPS) {
        const { name, words, writes } = await take(step, "fresh", app, rig);
        told.push({ name, words, stores: writes.length > 0 });
      }
      assertEquals(
        told,
        STEPS.map(({ name, done, storesNothing }) => ({
          name: `${name}, fresh`,
          words: done,
          stores: !storesNothing,
        })),
      );
    });

    test("refuses an answer for a passkey that no ceremony asked for", async (app, rig) => {
      const challenge = btoa("no challenge of the server");
      const user = { id: "YWRh", name: "ada", displayName: "Ada" };
      const data = JSON.stringify(
        await createAuthenticator(app.origin).create({
          challenge,
          user,
          rp: { id: "localhost", name: "App" },
          pubKeyCredParams: [{ alg: -7, type: "public-key" }],
        }),
      );
      for (const kind of ["fresh", ...STOLEN] as const) {
        const browser = openBrowser(app, personOf(rig, kind).sessions[kind]);
        rig.writes.length = 0;
        const fields = { action: "register", data, callbackUrl: "/home" };
        const answer = await browser.send({ action: "/callback/passkey", fields });
        assertEquals(
          inWords(answer, app),
          "to {base}/error error=Configuration code=InvalidCheck",
          kind,
        );
        assertEquals(rig.writes, [], kind);
      }
    });

    test("leads the user to a proof, and back to the change", async (app, rig) => {
      const { email, sessions } = rig.persons.ada;
      const browser = openBrowser(app, sessions.old);
      const export_ = { action: "/account", fields: { step: "export" } };
      const { location } = await browser.send(export_);
      const page = await browser.send({ action: actionAt(location, app) });
      assertEquals(page.status, 200);
      assertStringIncludes(page.text!, "callback/password");
      const callbackUrl = new URL(location!, app.origin).searchParams.get("callbackUrl")!;
      const proven = await browser.send({
        action: "/callback/password",
        fields: { email, password: PASSWORD, callbackUrl },
      });
      assertEquals(inWords(proven, app), "to {base}/account step=export");
      assertEquals((await browser.send(export_)).status, 200);

      const half = openBrowser(app, rig.persons.grace.sessions.half);
      const link = await half.send(export_);
      const factor = await half.send({ action: actionAt(link.location, app) });
      assertEquals(inWords(factor, app), "to {base}/factor for=session");
    });

    test("leads from a refusal of a function to a proof", async (app, rig) => {
      rig.writes.length = 0;
      for (const [name, change] of Object.entries(FUNCTIONS)) {
        for (const kind of STOLEN) {
          const where = kind === "acting"
            ? "nowhere"
            : "to {base}/signin stepUp=* callbackUrl=/settings";
          assertEquals(await callAs(kind, change, app, rig), where, `${name}, ${kind}`);
        }
      }
      assertEquals(rig.writes, []);
    });
  }
}
