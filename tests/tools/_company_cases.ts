/**
 * Cases of companies that can be put to any site: a sentence each, and what shows whether it holds.
 *
 * @module
 */

import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { makeCertificate } from "../flows/_certificate.ts";
import { GOOD, makeAnswer, makeCases, type Parts } from "../flows/_saml_cases.ts";
import { encodeAnswer } from "../flows/_saml_idp.ts";
import { EMAIL_FORMAT } from "../flows/_saml_messages.ts";
import type { Company, CompanySite, Entered } from "./_company_site.ts";

/** What was found. */
export interface Verdict {
  readonly holds: boolean;
  readonly found: string;
}

/** A case. */
export interface Case {
  readonly group: string;
  readonly sentence: string;
  run(site: CompanySite): Promise<Verdict>;
}

const VIC = "vic@acme.example";

/** Whom a provider describes next. */
function describe(at: Company, sub: string, email: string | undefined, more: object = {}): void {
  if (at.idp) at.idp.user = { sub, name: sub, ...email === undefined ? {} : { email }, ...more };
  else at.saml!.parts = said(sub, email, more);
}

const said = (nameId: string, email: string | undefined, more: object): Parts => ({
  said: { nameId, attributes: { ...email === undefined ? {} : { email }, ...more } as never },
});

async function enter(
  site: CompanySite,
  at: Company,
  sub: string,
  email: string | undefined,
  more: object = {},
  browser: TestBrowser = site.open(),
): Promise<Entered> {
  describe(at, sub, email, { ...at.idp ? { email_verified: true } : {}, ...more });
  return await site.follow(await site.begin(at, browser), browser);
}

const shown = ({ email }: Entered) => email === undefined ? "refused" : `in as ${email}`;
const refused = (entered: Entered): Verdict => ({
  holds: entered.email === undefined,
  found: shown(entered),
});
/** Nothing holds where nothing works. */
async function mustEnter(site: CompanySite, at: Company, sub: string, email: string) {
  const entered = await enter(site, at, sub, email);
  if (entered.email !== email) throw new Error(`the sign-in does not work: ${shown(entered)}`);
  return entered;
}

const BOTH: Record<string, (site: CompanySite, kind: "oidc" | "saml") => Promise<Verdict>> = {
  async "a new person at the proven domain gets in"(site, kind) {
    const acme = await site.company("acme", kind);
    const entered = await enter(site, acme, "1", "new@acme.example");
    return { holds: entered.email === "new@acme.example", found: shown(entered) };
  },
  async "a provider does not open the user of another company by the address"(site, kind) {
    await site.company("acme", "oidc");
    const evil = await site.company("evil", kind);
    await mustEnter(site, evil, "0", "one@evil.example");
    const id = await site.signUp(VIC);
    const entered = await enter(site, evil, "1", VIC);
    const holds = entered.id !== id && entered.email === undefined;
    return { holds, found: shown(entered) };
  },
  async "nor in upper case"(site, kind) {
    await site.company("acme", "oidc");
    const evil = await site.company("evil", kind);
    await site.signUp(VIC);
    return refused(await enter(site, evil, "1", "VIC@ACME.EXAMPLE"));
  },
  async "a provider makes no user at the proven domain of another company"(site, kind) {
    await site.company("acme", "oidc");
    const evil = await site.company("evil", kind);
    return refused(await enter(site, evil, "1", "nobody@acme.example"));
  },
  async "a provider makes no user at a domain of nobody"(site, kind) {
    const evil = await site.company("evil", kind);
    return refused(await enter(site, evil, "1", "x@nobody.example"));
  },
  async "the same subject at two companies is two people"(site, kind) {
    const acme = await site.company("acme", kind);
    const evil = await site.company("evil", kind);
    const one = await mustEnter(site, acme, "1", "one@acme.example");
    const two = await enter(site, evil, "1", "two@evil.example");
    return { holds: two.email === "two@evil.example" && one.id !== two.id, found: shown(two) };
  },
  async "a known person without an address is none at another company"(site, kind) {
    const acme = await site.company("acme", kind);
    const evil = await site.company("evil", kind);
    await mustEnter(site, acme, "1", "one@acme.example");
    return refused(await enter(site, evil, "1", undefined));
  },
  async "another subject with the address of a known person does not become that person"(
    site,
    kind,
  ) {
    const acme = await site.company("acme", kind);
    await mustEnter(site, acme, "1", "one@acme.example");
    return refused(await enter(site, acme, "2", "one@acme.example"));
  },
  async "a user who came another way is not opened without having agreed"(site, kind) {
    const acme = await site.company("acme", kind);
    await mustEnter(site, acme, "0", "zero@acme.example");
    await site.signUp(VIC);
    return refused(await enter(site, acme, "1", VIC));
  },
  async "a removed member does not come back by a sign-in"(site, kind) {
    const acme = await site.company("acme", kind);
    const { id } = await mustEnter(site, acme, "1", "one@acme.example");
    if (!await site.roleOf(acme, id!)) throw new Error("nobody became a member");
    await site.remove(acme, { id: id!, email: "one@acme.example" });
    await enter(site, acme, "1", "one@acme.example");
    const role = await site.roleOf(acme, id!);
    return { holds: role === undefined, found: role ?? "no member" };
  },
  async "a banned user stays out"(site, kind) {
    const acme = await site.company("acme", kind);
    const { id } = await mustEnter(site, acme, "1", "one@acme.example");
    await site.ban(id!);
    return refused(await enter(site, acme, "1", "one@acme.example"));
  },
  async "an answer counts in the browser that asked alone"(site, kind) {
    const acme = await site.company("acme", kind);
    await mustEnter(site, acme, "0", "zero@acme.example");
    describe(acme, "1", "one@acme.example", acme.idp ? { email_verified: true } : {});
    const url = await site.begin(acme, site.open());
    return refused(await site.follow(url, site.open()));
  },
};

const OIDC: Record<string, (site: CompanySite) => Promise<Verdict>> = {
  async "an address that the provider calls unverified makes no user"(site) {
    const acme = await site.company("acme", "oidc");
    return refused(await enter(site, acme, "1", "new@acme.example", { email_verified: false }));
  },
  async "with another issuer, nobody is known from before"(site) {
    const acme = await site.company("acme", "oidc");
    const { id } = await mustEnter(site, acme, "1", "one@acme.example");
    const idp = await site.changeIssuer(acme);
    const entered = await enter(site, { ...acme, idp }, "1", "two@acme.example");
    return { holds: entered.id !== id, found: shown(entered) };
  },
  async "an answer that was used before opens nothing"(site) {
    const acme = await site.company("acme", "oidc");
    const { trail } = await mustEnter(site, acme, "1", "one@acme.example");
    const url = trail.find((one) => one.includes("code="))!;
    return refused(await site.follow(url, site.open()));
  },
};

const HOSTILE: Record<string, (idp: NonNullable<Company["idp"]>) => void> = {
  "a token of another issuer": (idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.iss = "https://idp.evil.example");
  },
  "a token for another client": (idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.aud = "another");
  },
  "a token with another nonce": (idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.nonce = "another");
  },
  "a token without a signature": (idp) => void (idp.hostile.signature = "none"),
  "a token with a wrong signature": (idp) => void (idp.hostile.signature = "bad"),
  "a token without a subject": (idp) => {
    idp.hostile.idTokenClaims = (claims) => void delete claims.sub;
  },
  "user data of another subject": (idp) => {
    idp.hostile.idTokenClaims = (claims) => {
      delete claims.email;
      delete claims.name;
    };
    idp.hostile.userinfoClaims = (claims) => void (claims.sub = "2");
  },
  "an answer with another state": (idp) => {
    idp.hostile.authorization = (params) => params.set("state", "another");
  },
  "an answer without a state": (idp) => {
    idp.hostile.authorization = (params) => params.delete("state");
  },
};

function oidcCases(): Case[] {
  return Object.entries(HOSTILE).map(([sentence, change]) => ({
    group: "OpenID Connect: none of these opens anything",
    sentence,
    async run(site) {
      const acme = await site.company("acme", "oidc");
      await mustEnter(site, acme, "0", "zero@acme.example");
      change(acme.idp!);
      return refused(await enter(site, acme, "1", "one@acme.example"));
    },
  }));
}

/** The messages by which every reader of SAML is judged. */
function samlCases(): Case[] {
  const sample = makeCases(
    { requestId: "", audience: "", recipient: "", issuer: "" },
    makeCertificate("sample"),
  );
  const group = "SAML: messages";
  const cases: Case[] = Object.keys(sample).filter((name) => !sample[name]!.isRepeated)
    .map((sentence) => ({
      group,
      sentence: GOOD.includes(sentence) ? `${sentence} is believed` : sentence,
      async run(site) {
        const acme = await site.company("acme", "saml");
        if (!GOOD.includes(sentence)) await mustEnter(site, acme, "0", "zero@acme.example");
        acme.saml!.answer = (received) => {
          const { answer, isBase64 } = makeCases(received, acme.saml!.key)[sentence]!;
          return isBase64 ? answer : encodeAnswer(answer);
        };
        const browser = site.open();
        const entered = await site.follow(await site.begin(acme, browser), browser);
        return GOOD.includes(sentence)
          ? { holds: entered.email !== undefined, found: shown(entered) }
          : refused(entered);
      },
    }));
  const one = (sentence: string, run: Case["run"]) => cases.push({ group, sentence, run });
  one("an assertion that was used before", async (site) => {
    const acme = await site.company("acme", "saml");
    const parts = said("1", "one@acme.example", {});
    acme.saml!.parts = { ...parts, said: { ...parts.said, id: "_used-once" } };
    const again = async () => {
      const browser = site.open();
      return await site.follow(await site.begin(acme, browser), browser);
    };
    if ((await again()).email === undefined) throw new Error("the first one does not work");
    return refused(await again());
  });
  one("an answer that nobody has asked for", async (site) => {
    const acme = await site.company("acme", "saml");
    await mustEnter(site, acme, "0", "zero@acme.example");
    acme.saml!.relayState = () => "/after";
    acme.saml!.answer = (received) =>
      encodeAnswer(
        makeAnswer({ ...received, requestId: "" }, acme.saml!.key, said("1", "x@acme.example", {}))
          .replace(/ InResponseTo="[^"]*"/g, ""),
      );
    const browser = site.open();
    return refused(await site.follow(await site.begin(acme, browser), browser));
  });
  one("an answer of the provider of another company", async (site) => {
    const acme = await site.company("acme", "saml");
    const evil = await site.company("evil", "saml");
    await mustEnter(site, acme, "0", "zero@acme.example");
    acme.saml!.answer = (received) =>
      encodeAnswer(
        makeAnswer({ ...received, issuer: evil.saml!.issuer }, evil.saml!.key, {
          ...said("1", "x@acme.example", {}),
        }),
      );
    const browser = site.open();
    return refused(await site.follow(await site.begin(acme, browser), browser));
  });
  one("a name that is an address, and no name that stays", async (site) => {
    const acme = await site.company("acme", "saml");
    await mustEnter(site, acme, "0", "zero@acme.example");
    acme.saml!.parts = {
      said: { nameId: "x@acme.example", format: EMAIL_FORMAT, attributes: {} },
    };
    const browser = site.open();
    return refused(await site.follow(await site.begin(acme, browser), browser));
  });
  return cases;
}

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type Client = (
  method: string,
  path: string,
  body?: object,
  // deno-lint-ignore no-explicit-any -- a case reads what it expects
) => Promise<{ status: number; body: any }>;

async function clientOf(site: CompanySite, slug: string, own?: string): Promise<Client> {
  const { url, token } = await site.directory(slug);
  return async (method, path, body) => {
    const response = await site.send(
      new Request(url + path, {
        method,
        headers: {
          authorization: `Bearer ${own ?? token}`,
          ...body ? { "content-type": "application/scim+json" } : {},
        },
        ...body ? { body: JSON.stringify(body) } : {},
      }),
    );
    const text = await response.text();
    const isJson = text.startsWith("{");
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
}

const newUser = (email: string) => ({
  schemas: [USER],
  ...{ userName: email, externalId: email, active: true },
  name: { givenName: "Ada", familyName: "Lovelace" },
  emails: [{ value: email, primary: true, type: "work" }],
});

async function made(client: Client, email: string): Promise<string> {
  const { status, body } = await client("POST", "/Users", newUser(email));
  if (status !== 201) throw new Error(`POST /Users answers ${status}`);
  return body.id;
}

const DIRECTORIES: Record<string, (site: CompanySite) => Promise<Verdict>> = {
  async "a user is created, found by userName and read"(site) {
    await site.company("acme", "oidc");
    const client = await clientOf(site, "acme");
    const id = await made(client, "one@acme.example");
    const filter = encodeURIComponent('userName eq "one@acme.example"');
    const { body } = await client("GET", `/Users?filter=${filter}`);
    const found = `${body.totalResults} found`;
    return { holds: body.totalResults === 1 && body.Resources[0].id === id, found };
  },
  async "a token of nobody opens nothing"(site) {
    await site.company("acme", "oidc");
    const { status } = await (await clientOf(site, "acme", "of-nobody"))("GET", "/Users");
    return { holds: status === 401, found: String(status) };
  },
  async "a directory neither reads, changes nor removes a user of another one"(site) {
    await site.company("acme", "oidc");
    await site.company("evil", "oidc");
    const id = await made(await clientOf(site, "acme"), "one@acme.example");
    const evil = await clientOf(site, "evil");
    const statuses = [
      (await evil("GET", `/Users/${id}`)).status,
      (await evil("PUT", `/Users/${id}`, newUser("x@evil.example"))).status,
      (await evil("DELETE", `/Users/${id}`)).status,
      (await evil("GET", "/Users")).body.totalResults,
    ];
    const holds = statuses.slice(0, 3).every((one) => one === 404 || one === 403) &&
      statuses[3] === 0;
    return { holds, found: statuses.join(", ") };
  },
  async "a directory does not take a user of another company by the address"(site) {
    await site.company("acme", "oidc");
    const evilCompany = await site.company("evil", "oidc");
    const id = await site.signUp(VIC);
    const evil = await clientOf(site, "evil");
    const { status } = await evil("POST", "/Users", newUser(VIC));
    const role = await site.roleOf(evilCompany, id);
    return { holds: role === undefined, found: `${status}, ${role ?? "no member"}` };
  },
  async "active: false ends the sessions of a person at once"(site) {
    return await deactivate(site, false);
  },
  async 'active: "False", as Entra writes it, does so too'(site) {
    return await deactivate(site, "False");
  },
  async "a filter that is not known is refused, and finds not everybody"(site) {
    await site.company("acme", "oidc");
    const client = await clientOf(site, "acme");
    await made(client, "one@acme.example");
    const filter = encodeURIComponent('password sw "a"');
    const { status, body } = await client("GET", `/Users?filter=${filter}`);
    const holds = status === 400 || body.totalResults === 0;
    return { holds, found: String(status) };
  },
};

async function deactivate(site: CompanySite, value: unknown): Promise<Verdict> {
  const acme = await site.company("acme", "oidc");
  const client = await clientOf(site, "acme");
  const id = await made(client, "one@acme.example");
  const browser = site.open();
  const entered = await enter(site, acme, "1", "one@acme.example", {}, browser);
  if (entered.email === undefined) throw new Error("a person of the directory does not get in");
  const { status } = await client("PATCH", `/Users/${id}`, {
    schemas: [PATCH],
    Operations: [{ op: "Replace", path: "active", value }],
  });
  const isIn = await site.isSignedIn(browser);
  return { holds: status < 300 && !isIn, found: `${status}, ${isIn ? "signed in" : "signed out"}` };
}

/** All cases, in the order of the table. */
export const CASES: readonly Case[] = [
  ...(["oidc", "saml"] as const).flatMap((kind) =>
    Object.entries(BOTH).map(([sentence, run]): Case => ({
      group: kind === "oidc" ? "Companies by OpenID Connect" : "Companies by SAML",
      sentence,
      run: (site) => run(site, kind),
    }))
  ),
  ...Object.entries(OIDC).map(([sentence, run]): Case => ({
    group: "Companies by OpenID Connect",
    sentence,
    run,
  })),
  ...oidcCases(),
  ...samlCases(),
  ...Object.entries(DIRECTORIES).map(([sentence, run]): Case => ({
    group: "Directories",
    sentence,
    run,
  })),
];
