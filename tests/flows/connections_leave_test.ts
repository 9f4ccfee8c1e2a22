/**
 * Sign-outs that go on to the provider of a connection: which are led there, with what, and how they come
 * back. The session here has ended in any case.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Buffer } from "node:buffer";
import { Auth } from "../../mod.ts";
import { AuthError } from "../../src/errors.ts";
import { ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { signatureOf, verify } from "../../src/capabilities/saml/signature.ts";
import { readXml } from "../../src/capabilities/saml/xml.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { makeCertificate } from "./_certificate.ts";
import { type Company, createWorld, type SamlCompany, type World } from "./_connections.ts";
import { onEveryStore } from "./_every_store.ts";
import { APP, done, requestOf } from "./_organizations.ts";
import {
  type Answer,
  answerOf,
  byRedirect,
  company,
  enter,
  EXTENDED,
  isIn,
  OWN,
  readLogoutRequest,
  responseXml,
  start,
  STRANGER,
} from "./_saml_logout.ts";
import { newId, PERSISTENT, sign } from "./_saml_messages.ts";
import { STRATEGIES } from "./_strategies.ts";

const ON = { signsOutAtProvider: true };
const ADA = { sub: "1", name: "Ada", email: "ada@acme.example" };

const signOut = async (browser: TestBrowser, fields: Record<string, string> = {}) => {
  const response = await browser.post("/signout", { callbackUrl: "/bye", ...fields });
  await response.body?.cancel();
  return new URL(response.headers.get("location")!, APP);
};

/** A company whose OpenID Provider ends sessions. */
async function oidcCompany(world: World, options: Record<string, unknown> = ON): Promise<Company> {
  const acme = await world.company("acme", "acme.example", undefined, options);
  acme.idp.hostile.answer = {
    discovery: async (response) =>
      Response.json({
        ...await response.json(),
        end_session_endpoint: `${acme.idp.issuer}/logout`,
      }),
  };
  return acme;
}

async function enterByOidc(world: World, acme: Company, claims = ADA): Promise<TestBrowser> {
  const { outcome, browser } = await world.enter(acme, claims);
  assertEquals(outcome, "in");
  return browser;
}

/** What the record of the one session of a person tells the provider. */
async function leavingOf(world: World, email: string) {
  const user = (await world.userOf(email))!;
  const found = await world.app.records.list(String(user.id), "session");
  return found.map(({ data }) => (data as { leaving?: { sealed: string } }).leaving);
}

const update = async (world: World, { org, id }: Company, changes: object) =>
  done(await world.sso.update(world.app.orgs.asSystem(org), id, changes));

for (const strategy of STRATEGIES) {
  Deno.test(`Connections(): a sign-out goes on to the OpenID Provider of the connection and back (${strategy})`, async () => {
    const world = createWorld({ strategy });
    const acme = await oidcCompany(world);
    const browser = await enterByOidc(world, acme);
    const [leaving] = await leavingOf(world, ADA.email);
    assert(leaving && !leaving.sealed.includes("eyJhbGciOiJFUzI1NiIs"), "the ID token is sealed");
    const user = (await world.userOf(ADA.email))!;
    assertEquals("leaving" in (await world.app.auth.sessions.list(user.id))[0]!, false);
    const url = await signOut(browser);
    assertEquals(await isIn(browser), false);
    assertEquals(url.origin + url.pathname, `${acme.idp.issuer}/logout`);
    const { state, id_token_hint: hint, ...rest } = Object.fromEntries(url.searchParams);
    assertEquals(rest, {
      client_id: acme.idp.clientId,
      post_logout_redirect_uri: `${APP}/auth/signout/${acme.id}`,
    });
    const claims = JSON.parse(Buffer.from(hint!.split(".")[1]!, "base64url").toString());
    assertEquals([claims.iss, claims.sub], [acme.idp.issuer, "1"]);
    const back = `${APP}/auth/signout/${acme.id}?state=${state}`;
    const other = await world.open().fetch(back);
    assertEquals(other.headers.get("location"), `${APP}/`);
    assertEquals((await browser.fetch(back)).headers.get("location"), `${APP}/bye`);
    assertEquals((await browser.fetch(back)).headers.get("location"), `${APP}/`);
  });

  Deno.test(`Connections(): each browser ends the session at the provider that it has (${strategy})`, async () => {
    const world = createWorld({ strategy });
    const acme = await oidcCompany(world);
    const sidOf = (url: URL) => {
      const [, payload] = url.searchParams.get("id_token_hint")!.split(".");
      return JSON.parse(Buffer.from(payload!, "base64url").toString()).sid;
    };
    const browsers = [];
    for (const sid of ["s1", "s2"]) {
      browsers.push(await enterByOidc(world, acme, { ...ADA, sid } as typeof ADA));
    }
    assertEquals(sidOf(await signOut(browsers[0]!)), "s1");
    assertEquals(await isIn(browsers[1]!), true);
    assertEquals(sidOf(await signOut(browsers[1]!)), "s2");
  });
}

Deno.test("Connections(): after a fresh proof at the provider, a sign-out ends the session there that is current", async () => {
  const world = createWorld();
  const acme = await oidcCompany(world);
  const browser = await enterByOidc(world, acme, { ...ADA, sid: "s1" } as typeof ADA);
  using time = new FakeTime();
  await time.tickAsync(10 * 60_000);
  const options = { maxAge: 60, allowSilentSignIn: true };
  const way = await world.app.auth.requireProof(requestOf({ browser }), options);
  await (await browser.visit(way!)).response.body?.cancel();
  acme.idp.user = { ...ADA, sid: "s2" } as typeof ADA;
  acme.idp.hostile.idTokenClaims = (claims) =>
    void (claims.auth_time = Math.floor(Date.now() / 1000));
  const before = await leavingOf(world, ADA.email);
  assertEquals((await world.follow(await world.begin(acme, browser), browser)).outcome, "in");
  const after = await leavingOf(world, ADA.email);
  // The session goes on.
  assertEquals([before.length, after.length], [1, 1]);
  const url = await signOut(browser);
  const [, payload] = url.searchParams.get("id_token_hint")!.split(".");
  assertEquals(JSON.parse(Buffer.from(payload!, "base64url").toString()).sid, "s2");
});

/** What leaves a sign-out here alone. */
const LOCAL: Record<string, (world: World, acme: Company) => Promise<unknown>> = {
  "whose option was switched off": (world, acme) =>
    update(world, acme, { signsOutAtProvider: false }),
  "with another issuer": async (world, acme) => {
    const idp = await world.startIdp("https://idp2.acme.example");
    await update(world, acme, { issuer: idp.issuer });
  },
  "that was removed": (world, { org, id }) => world.sso.remove(world.app.orgs.asSystem(org), id),
  "that was made again": async (world, { org, id, idp }) => {
    const by = world.app.orgs.asSystem(org);
    done(await world.sso.remove(by, id));
    const { issuer, clientId, clientSecret } = idp;
    done(await world.sso.create(by, { issuer, clientId, clientSecret, ...ON }));
  },
  "of an organization that was deleted": (world, { org }) =>
    world.app.orgs.deleteOrganization(world.app.orgs.asSystem(org)),
};

for (const [title, change] of Object.entries(LOCAL)) {
  Deno.test(`Connections(): a sign-out with a connection ${title} ends here`, async () => {
    const world = createWorld();
    const acme = await oidcCompany(world);
    const browser = await enterByOidc(world, acme);
    world.reached.length = 0;
    await change(world, acme);
    assertEquals((await signOut(browser)).href, `${APP}/bye`);
    assertEquals([await isIn(browser), world.reached], [false, []]);
  });
}

Deno.test("Connections(): without the option, a session keeps nothing for the provider, and a call can leave it out", async () => {
  const world = createWorld();
  const acme = await oidcCompany(world, {});
  const browser = await enterByOidc(world, acme);
  assertEquals(await leavingOf(world, ADA.email), [undefined]);
  assertEquals((await signOut(browser)).href, `${APP}/bye`);
  // A session that began before has nothing to tell.
  const before = await enterByOidc(world, acme);
  await update(world, acme, ON);
  assertEquals((await signOut(before)).href, `${APP}/bye`);
  const after = await enterByOidc(world, acme);
  assertEquals((await signOut(after, { federated: "false" })).href, `${APP}/bye`);
  assertEquals(await isIn(after), false);
  // Who came another way has no session at the provider.
  assertEquals((await signOut(acme.owner.browser)).href, `${APP}/bye`);
  assertEquals(world.app.errors, []);
});

Deno.test("Connections(): with sign-outs at providers of the app, both have one path", async () => {
  const config = { signOut: ProviderSignOut() };
  const world = createWorld({ config });
  const acme = await oidcCompany(world);
  const url = await signOut(await enterByOidc(world, acme));
  assertEquals(url.origin, acme.idp.issuer);
});

Deno.test("Connections(): an ID token that is too long is not kept, and the provider may ask", async () => {
  const world = createWorld();
  const acme = await oidcCompany(world);
  const groups = Array.from({ length: 400 }, (_, i) => `group-${i}`);
  const browser = await enterByOidc(world, acme, { ...ADA, groups } as typeof ADA);
  const url = await signOut(browser);
  assertEquals([...url.searchParams.keys()], ["client_id", "post_logout_redirect_uri", "state"]);
});

Deno.test("Connections(): a provider that is away leaves the person signed out here, and a page says so", async () => {
  const world = createWorld();
  const acme = await oidcCompany(world);
  const failures: (() => void)[] = [
    () => acme.idp.hostile.answer = { discovery: () => new Response("busy", { status: 503 }) },
    () => acme.idp.hostile.answer = {},
    () => world.idps.clear(),
  ];
  for (const fail of failures) {
    const { idps } = world;
    const known = [...idps];
    const browser = await enterByOidc(world, acme);
    fail();
    const page = await signOut(browser);
    assertEquals([page.pathname, await isIn(browser)], [`/auth/signout/${acme.id}`, false]);
    const html = await (await browser.fetch(page.href)).text();
    assertStringIncludes(html, "has not confirmed that it signed you out");
    assertStringIncludes(html, `href="${APP}/bye"`);
    for (const [origin, idp] of known) idps.set(origin, idp);
    acme.idp.hostile.answer = {};
  }
});

Deno.test("auth.connections.test: a provider without an endpoint for sign-outs lacks it where they go on to it", async () => {
  const world = createWorld();
  const acme = await world.company("acme", "acme.example", undefined, ON);
  const by = world.app.orgs.asSystem(acme.org);
  const result = await world.sso.test(by, acme.id);
  assert(!result.ok && result.reason === "provider-failed");
  assertEquals(result.lacks, "end_session_endpoint");
  await update(world, acme, { signsOutAtProvider: false });
  assertEquals((await world.sso.test(by, acme.id)).ok, true);
});

// SAML.

type Bring = (browser: TestBrowser, at: SamlCompany, answer: Answer) => Promise<URL>;

const bringByRedirect: Bring = async (browser, at, answer) => {
  const { response, url } = await browser.visit(byRedirect(at, answer));
  await response.body?.cancel();
  return url;
};

const byPost: Bring = async (browser, at, answer) => {
  const id = newId();
  const xml = responseXml(answer, id);
  const { algorithm } = answer;
  const signed = answer.key ? sign(xml, id, answer.key, algorithm ? { algorithm } : {}) : xml;
  const landing = await browser.visit(`${APP}/auth/saml/${at.slug}/logout`, {
    method: "POST",
    from: at.saml.issuer,
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(signed).toString("base64"),
      RelayState: answer.state,
    }),
  });
  // A form of another site brings no cookie, so the page posts it once more.
  const isAgain = landing.response.status === 200 && landing.url.pathname.endsWith("/logout");
  const { url, response } = isAgain ? await browser.submit(landing) : landing;
  await response.body?.cancel();
  return url;
};

for (
  const [binding, bring] of Object.entries({ "a redirect": bringByRedirect, "a form": byPost })
) {
  for (const strategy of STRATEGIES) {
    Deno.test(`Saml(): a sign-out goes on to the provider, which answers by ${binding} (${strategy})`, async () => {
      const world = start({ keys: [OWN] }, { strategy });
      const acme = await company(world, "acme", "HTTP-Redirect", ON);
      const browser = await enter(world, acme, "ada", "s1 & <2>");
      const url = await signOut(browser);
      assertEquals(await isIn(browser), false);
      assertEquals([url.origin, url.pathname], ["https://saml.acme.example", "/slo"]);
      const asked = readLogoutRequest(url);
      assertStringIncludes(asked.xml, `<saml:NameID Format="${PERSISTENT}">ada</saml:NameID>`);
      assertStringIncludes(
        asked.xml,
        "<samlp:SessionIndex>s1 &amp; &lt;2&gt;</samlp:SessionIndex>",
      );
      assertStringIncludes(asked.xml, `<saml:Issuer>${APP}/auth/saml/acme/metadata</saml:Issuer>`);
      assertStringIncludes(asked.xml, 'Destination="https://saml.acme.example/slo?a=b"');
      // Some providers leave the URL out, and name the request.
      const xml = (one: string) =>
        strategy === "jwt" ? one : one.replace(/ Destination="[^"]*"/, "");
      const answer = answerOf(acme, asked, { xml });
      assertEquals((await bring(browser, acme, answer)).href, `${APP}/bye`);
      // Once.
      assertEquals((await bring(browser, acme, answer)).href, `${APP}/`);
    });
  }

  /** Answers that are believed, and say that something is open. */
  const OPEN: Record<string, [Partial<Answer>, string]> = {
    "that it has failed": [
      { status: "urn:oasis:names:tc:SAML:2.0:status:Responder" },
      "has not confirmed that it signed you out",
    ],
    "that it has reached some sites": [
      { why: "urn:oasis:names:tc:SAML:2.0:status:PartialLogout" },
      "could not sign you out of all its other sites",
    ],
  };
  for (const [title, [change, text]] of Object.entries(OPEN)) {
    Deno.test(`Saml(): an answer to a sign-out by ${binding} ${title} is put on a page`, async () => {
      const world = start();
      const acme = await company(world, "acme", "HTTP-Redirect", ON);
      const browser = await enter(world, acme, "ada", "s1");
      const asked = readLogoutRequest(await signOut(browser));
      const url = await bring(browser, acme, answerOf(acme, asked, change));
      assertEquals(url.pathname, `/auth/signout/${acme.id}`);
      const html = await (await browser.fetch(url.href)).text();
      assertStringIncludes(html, text);
      assertStringIncludes(html, `href="${APP}/bye"`);
    });
  }

  /** Answers that say nothing. */
  const WRONG: Record<string, Partial<Answer>> = {
    "that is not signed": { key: null },
    "that a stranger has signed": { key: STRANGER },
    "with SHA-1": { algorithm: EXTENDED },
    "of another issuer": { issuer: "https://evil.example" },
    "for another URL": { destination: `${APP}/auth/saml/other/logout` },
    "to another request": { inResponseTo: "_other" },
    "to no request": { xml: (xml) => xml.replace(/ InResponseTo="[^"]*"/, "") },
    "that is old": { issued: Date.now() - 10 * 60_000 },
    "of another version": { xml: (xml) => xml.replace('Version="2.0"', 'Version="1.1"') },
    "that is a request": { xml: (xml) => xml.replaceAll("LogoutResponse", "LogoutRequest") },
    "with a document type": { xml: (xml) => `<!DOCTYPE a>${xml}` },
    "with another relay state": { state: "other" },
  };
  for (const [title, change] of Object.entries(WRONG)) {
    Deno.test(`Saml(): an answer to a sign-out by ${binding} ${title} says nothing`, async () => {
      const world = start();
      const acme = await company(world, "acme", "HTTP-Redirect", ON);
      const browser = await enter(world, acme, "ada", "s1");
      const asked = readLogoutRequest(await signOut(browser));
      const url = await bring(browser, acme, answerOf(acme, asked, change));
      // What does not belong to the browser, or cannot be read, does not get that far.
      const isRead = !["with another relay state", "with a document type"].includes(title);
      const path = title === "with another relay state" ? "/" : "/auth/error";
      assertEquals(url.pathname, isRead ? `/auth/signout/${acme.id}` : path);
      assertEquals(url.searchParams.get("open"), isRead ? "provider" : null);
    });
  }
}

Deno.test("Saml(): an answer to a sign-out in another browser leads nowhere", async () => {
  const world = start();
  const acme = await company(world, "acme", "HTTP-Redirect", ON);
  const browser = await enter(world, acme, "ada", "s1");
  const asked = readLogoutRequest(await signOut(browser));
  for (const bring of [bringByRedirect, byPost]) {
    assertEquals((await bring(world.open(), acme, answerOf(acme, asked))).href, `${APP}/`);
  }
  assertEquals((await bringByRedirect(browser, acme, answerOf(acme, asked))).href, `${APP}/bye`);
});

Deno.test("Saml(): the request goes by a form where the provider takes no redirect", async () => {
  const world = start();
  const acme = await company(world, "acme", "HTTP-POST", ON);
  const browser = await enter(world, acme, "ada", "s1");
  const url = await signOut(browser);
  assertEquals([url.origin, url.pathname], [APP, "/auth/saml/acme/logout"]);
  const text = await (await browser.fetch(url.href)).text();
  assertStringIncludes(text, 'action="https://saml.acme.example/slo?a=b"');
  const [, encoded] = /name="SAMLRequest" value="([^"]+)"/.exec(text) ?? [];
  const xml = Buffer.from(encoded!, "base64").toString();
  const root = readXml(xml);
  const signed = await verify(xml, root, signatureOf(root)!, [OWN.base64]);
  assertEquals(signed.root.local, "LogoutRequest");
  assertStringIncludes(xml, "<samlp:SessionIndex>s1</samlp:SessionIndex>");
  const id = / ID="([^"]+)"/.exec(xml)![1]!;
  const state = url.searchParams.get("state")!;
  // Not in another browser, and nothing else that is sealed.
  const stolen = await world.open().fetch(url.href);
  assertEquals(stolen.headers.get("location"), `${APP}/`);
  const changed = new URL(url);
  for (
    const leave of [
      "",
      "x",
      "x".repeat(50_000),
      (await leavingOf(world, "owner@acme-founders.example"))[0]?.sealed ?? "none",
    ]
  ) {
    changed.searchParams.set("leave", leave);
    const answer = await browser.fetch(changed.href);
    await answer.body?.cancel();
    assert([302, 414, 431].includes(answer.status), String(answer.status));
  }
  const answer = answerOf(acme, { xml, id, state });
  assertEquals((await byPost(browser, acme, answer)).href, `${APP}/bye`);
});

Deno.test("Saml(): a connection tells its provider of sign-outs only where app and metadata can", async () => {
  const refused = async (world: World, binding: string, words: string) => {
    const error = await assertRejects(
      () => company(world, "acme", binding, ON),
      AuthError,
      words,
    );
    assertEquals((error.cause as { field?: string }).field, "signsOutAtProvider");
  };
  await refused(start({ keys: [] }), "HTTP-Redirect", "set `singleLogout` and `keys` of Saml()");
  await refused(
    start({ keys: [OWN], singleLogout: false }),
    "HTTP-Redirect",
    "set `singleLogout` and `keys` of Saml()",
  );
  await refused(start(), "SOAP", "has no SingleLogoutService");
  const world = start();
  const acme = await company(world, "acme", "HTTP-Redirect", ON);
  // Other metadata, which has none.
  const plain = acme.saml.metadata().replace(/<SingleLogoutService [^>]*>/, "");
  await assertRejects(() => update(world, acme, { saml: { metadata: plain } }), AuthError);
  await update(world, acme, { saml: { metadata: plain }, signsOutAtProvider: false });
});

Deno.test("Saml(): a connection whose certificate has expired tells its provider nothing", async () => {
  const world = start();
  const acme = await company(world, "acme", "HTTP-Redirect", ON);
  const hour = 60 * 60_000;
  acme.saml.key = makeCertificate("a short one", { until: Date.now() + hour });
  await update(world, acme, { saml: { metadata: acme.saml.metadata() } });
  const browser = await enter(world, acme, "ada", "s1");
  using time = new FakeTime();
  await time.tickAsync(2 * hour);
  const url = await signOut(browser);
  assertEquals([url.pathname, await isIn(browser)], [`/auth/signout/${acme.id}`, false]);
  assertEquals(url.searchParams.get("open"), "provider");
});

Deno.test("Saml(): a SessionIndex that is too long is not kept, so that no other session ends", async () => {
  const world = start();
  const acme = await company(world, "acme", "HTTP-Redirect", ON);
  const browser = await enter(world, acme, "ada", "i".repeat(2000));
  assertEquals((await signOut(browser)).href, `${APP}/bye`);
});

onEveryStore("Saml()", (test) => {
  test("of fifty equal answers to a sign-out at once, one leads on", async (store) => {
    const world = start({ keys: [OWN] }, { config: store.config });
    const acme = await company(world, "acme", "HTTP-Redirect", ON);
    const browser = await enter(world, acme, "ada", "s1");
    const asked = readLogoutRequest(await signOut(browser));
    const cookie = browser.cookies.header(new URL(`${APP}/auth/saml/acme/logout`))!;
    const brought = byRedirect(acme, answerOf(acme, asked));
    const answers = await Promise.all(Array.from({ length: 50 }, async () => {
      const answer = await Auth(new Request(brought, { headers: { cookie } }), world.app.config);
      await answer.body?.cancel();
      return answer.headers.get("location");
    }));
    assertEquals(answers.filter((one) => one === `${APP}/bye`).length, 1);
  });
});
