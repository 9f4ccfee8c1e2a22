/**
 * The test of a sign-in, from the page of an organization and by an admin link: what it shows, and that it
 * signs nobody in, creates nothing and proves nothing.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Auth } from "../../mod.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { createWorld, type WorldOptions } from "./_connections.ts";
import { APP, createOrg, done, join, membership, signIn } from "./_organizations.ts";
import { onEveryStore } from "./_every_store.ts";
import type { Parts } from "./_saml_cases.ts";

const PAGE = "/auth/organization/acme/sign-in";
const SETUP = "/auth/connection-setup";
const BUTTON = "Test sign-in";

const ROLES = { role: { claim: "groups", roles: [{ group: "admins", role: "admin" }] } };

function start(options: WorldOptions = {}) {
  const world = createWorld({
    ...options,
    connections: {
      kinds: ["oidc", "saml"],
      saml: Saml(),
      attributes: ROLES,
      ...options.connections,
    },
  });
  return world;
}

type World = ReturnType<typeof start>;

/** The kinds of records that a test may write, besides counters. */
const OWN = new Set(["connection.test", "connection.assertion"]);

/** All that is stored about people and connections; a test changes nothing of it. */
async function stored({ app }: World, org: string, userIds: readonly string[]) {
  const kinds = ["connection", "connection.claim", "connection.domain", "connection.link"];
  const lists = [`org:${org}`, ...userIds].flatMap((owner) =>
    [...kinds, "connection.identity", "org.member", "session", "connection.removed"].map((kind) =>
      app.records.list(owner, kind)
    )
  );
  return JSON.stringify(await Promise.all(lists));
}

/** What a page says, as a program gets it. */
async function resultAt(browser: TestBrowser, url: URL) {
  const response = await browser.fetch(url.href, { headers: { accept: "application/json" } });
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  const body = await response.json() as any;
  return { step: body.step, result: body.result };
}

/** Presses the button, and goes through the provider to the page with the result. */
async function tryAt(browser: TestBrowser, page: string) {
  const landing = await browser.submit(page, {}, BUTTON);
  const html = await landing.response.text();
  assertEquals(landing.response.status, 200, html);
  return { url: landing.url, html, ...await resultAt(browser, landing.url) };
}

async function openLink(world: World, owner: { browser: TestBrowser }): Promise<TestBrowser> {
  const made = await owner.browser.submit(PAGE, {}, "Create link");
  const [, url] = /<code class="made"[^>]*>([^<]+)</.exec(await made.response.text()) ?? [];
  const browser = world.open();
  await (await browser.submit(url!, {}, "Start setup")).response.body?.cancel();
  return browser;
}

const said = (nameId: string, attributes: Record<string, string | string[]>): Parts => ({
  said: { nameId, attributes },
});

for (const kind of ["oidc", "saml"] as const) {
  for (const from of ["the page of an owner", "an admin link"] as const) {
    Deno.test(`connections pages: a test of the sign-in by ${kind} from ${from} shows who, groups and role, and changes nothing`, async () => {
      const world = start();
      const saml = kind === "saml" ? await world.samlCompany("acme") : undefined;
      const acme = saml ?? await world.company("acme");
      const { owner, org } = acme;
      const isLink = from === "an admin link";
      const browser = isLink ? await openLink(world, owner) : owner.browser;
      const page = isLink ? SETUP : PAGE;
      const say = (sub: string, email: string, groups: string[]) => {
        if (saml) saml.saml.parts = said(sub, { email, groups });
        else acme.idp.user = { sub, email, groups };
      };
      const before = await stored(world, org, [owner.id]);
      const mails = world.app.mails.length;
      const entries = world.app.entries.length;
      const cookies = (await browser.session())?.user?.email;

      say("1", "ada@acme.example", ["staff", "admins"]);
      const one = await tryAt(browser, page);
      assertEquals(one.url.pathname, page);
      assertEquals(one.step, "connections:tried");
      assertEquals(one.result, {
        ...{ subject: "1", email: "ada@acme.example", groups: ["staff", "admins"] },
        ...{ role: "admin", as: "new", refused: null },
      });
      assertStringIncludes(one.html, "The sign-in works");
      assertStringIncludes(one.html, "ada@acme.example");

      say("1", "ada@elsewhere.example", []);
      const two = await tryAt(browser, page);
      assertEquals([two.result.as, two.result.role, two.result.email], [
        ...[null, null, "ada@elsewhere.example"],
      ]);
      assertEquals([two.result.refused.by, two.result.refused.field], ["domain", "email"]);

      // Nobody is signed in, nobody exists, and nothing is proven or told.
      assertEquals((await browser.session())?.user?.email, cookies);
      assertEquals(await world.userOf("ada@acme.example"), null);
      assertEquals(await stored(world, org, [owner.id]), before);
      assertEquals(world.app.mails.length, mails);
      const names = world.app.entries.slice(entries).map(({ name }) => name);
      assertEquals(names.filter((name) => /^(user|session|organization\.member)/.test(name)), []);
      for (const kind of OWN) {
        for (const { expires } of await world.app.records.list(`org:${org}`, kind)) assert(expires);
      }

      // A sign-in goes on as before.
      say("1", "ada@acme.example", ["admins"]);
      const person = world.open();
      const entry = await world.follow(await world.begin(acme, person), person);
      assertEquals([entry.outcome, await world.roleOf(org, "ada@acme.example")], ["in", "admin"]);
      // Now the person is known.
      const known = await tryAt(browser, page);
      assertEquals([known.result.as, known.result.role], ["member", "admin"]);
    });
  }
}

Deno.test("connections pages: a test of the sign-in says which guarantee refuses, and by which field", async () => {
  let role: string | null = "member";
  const world = start({ connections: { join: () => role as never, attributes: {} } });
  const acme = await world.company("acme");
  const { owner, org, idp } = acme;
  const by = world.app.orgs.asSystem(org);
  const refusedOf = async (claims: Record<string, unknown>) => {
    idp.user = { sub: "1", ...claims } as never;
    const { result } = await tryAt(owner.browser, PAGE);
    const { by, field, message } = result.refused ?? {};
    assert(!String(message).includes(idp.clientSecret), "no secret is shown");
    return [by, field];
  };
  const email = "ada@acme.example";
  assertEquals(await refusedOf({}), ["no-address", "email"]);
  assertEquals(await refusedOf({ email: "no address" }), ["no-address", "email"]);
  assertEquals(await refusedOf({ email, email_verified: false }), ["unverified", "email_verified"]);
  assertEquals(await refusedOf({ email, email_verified: null }), ["unverified", "email_verified"]);
  assertEquals(await refusedOf({ email: "ada@sub.acme.example" }), ["domain", "email"]);
  role = null;
  assertEquals(await refusedOf({ email }), ["role", null]);
  role = "member";
  assertEquals(await refusedOf({ email }), [undefined, undefined]);
  const answer = idp.user;
  // An address that has a user, who has not added the connection.
  await world.byMail(email);
  assertEquals(await refusedOf({ email }), ["linked", "email"]);
  // A member whose user is suspended, and one who was removed.
  const bob = await world.enter(acme, { sub: "2", email: "bob@acme.example" });
  assertEquals(bob.outcome, "in");
  const bobs = String((await world.userOf("bob@acme.example"))!.id);
  await world.app.auth.users.suspend(bobs);
  assertEquals(await refusedOf({ sub: "2", email: "bob@acme.example" }), ["suspended", null]);
  await world.app.auth.users.resume(bobs);
  done(await world.app.orgs.removeMember(by, bobs));
  assertEquals(await refusedOf({ sub: "2", email: "bob@acme.example" }), ["removed", null]);
  // What the provider says instead of a code.
  const denied = await owner.browser.submit(PAGE, {}, BUTTON);
  await denied.response.body?.cancel();
  assert(answer);
  const landing = await begun(owner.browser);
  const state = new URL(landing).searchParams.get("state")!;
  const back = await owner.browser.visit(
    `${APP}/auth/callback/${acme.id}?error=access_denied&state=${state}&iss=${idp.issuer}`,
  );
  await back.response.body?.cancel();
  const { result } = await resultAt(owner.browser, back.url);
  assertEquals([result.subject, result.refused.by], [null, "provider"]);
});

Deno.test("connections pages: a test by an admin link does not say who has an account, and each test is in the audit log", async () => {
  const world = start({ connections: { join: () => "member" as never, attributes: {} } });
  const acme = await world.company("acme");
  const { owner, org, idp } = acme;
  await world.byMail("linked@acme.example");
  const enter = async (sub: string) => {
    const email = `${sub}@acme.example`;
    assertEquals((await world.enter(acme, { sub, email })).outcome, "in");
    return String((await world.userOf(email))!.id);
  };
  const [suspended, removed] = [await enter("suspended"), await enter("removed")];
  await world.app.auth.users.suspend(suspended);
  done(await world.app.orgs.removeMember(world.app.orgs.asSystem(org), removed));
  const link = await openLink(world, owner);
  const tested = () => world.app.entries.filter(({ name }) => name === "connection.tested");
  for (const [count, sub] of ["linked", "suspended", "removed"].entries()) {
    const email = `${sub}@acme.example`;
    idp.user = { sub, email };
    const { result, html } = await tryAt(link, SETUP);
    assertEquals(result, {
      ...{ subject: sub, email, groups: null, role: null, as: null },
      refused: { by: "withheld", field: null, message: "" },
    });
    assertStringIncludes(html, "An owner of the organization sees the reason in a test.");
    assertEquals((await tryAt(owner.browser, PAGE)).result.refused.by, sub);
    const entries = tested().slice(2 * count);
    assertEquals(entries.map(({ userId, organization, via }) => [userId, organization, via]), [
      [owner.id, org, "admin-link"],
      [owner.id, org, undefined],
    ]);
  }
  // What the provider itself says stays in words.
  idp.user = { sub: "1", email: "ada@elsewhere.example" };
  assertEquals((await tryAt(link, SETUP)).result.refused.by, "domain");
});

Deno.test("connections pages: a test of the sign-in by SAML names the part of an answer that is wrong", async () => {
  const world = start();
  const { owner, saml } = await world.samlCompany("acme");
  const right = said("1", { email: "ada@acme.example" }).said!;
  const refusedOf = async (parts: Parts) => {
    saml.parts = parts;
    const { result } = await tryAt(owner.browser, PAGE);
    return [result.subject, result.refused?.by, result.refused?.field];
  };
  const wrong: Record<string, Parts> = {
    Audience: { said: { ...right, audience: "https://other.example" } },
    SubjectConfirmation: { said: { ...right, recipient: "https://other.example" } },
    Issuer: { said: { ...right, issuer: "https://other.example" } },
    NotOnOrAfter: { said: { ...right, notOnOrAfter: -3_600_000, now: Date.now() } },
  };
  for (const [field, parts] of Object.entries(wrong)) {
    assertEquals(await refusedOf(parts), [null, "answer", field], field);
  }
  assertEquals(await refusedOf({ said: { ...right, format: "urn:other" } }), [
    ...[null, "answer", "NameID"],
  ]);
});

/** Begins a test, and returns the URL at the provider. */
async function begun(browser: TestBrowser, page = PAGE, id = "sso-acme"): Promise<string> {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), step: "try", id });
  const answer = await browser.fetch(page, { method: "POST", body });
  await answer.body?.cancel();
  const location = answer.headers.get("location");
  assert(location, `${answer.status}`);
  return location;
}

/** What the provider sends back: a URL by OpenID Connect, fields by SAML. */
async function answerOf(world: World, url: string): Promise<string> {
  const idp = world.idps.get(new URL(url).origin)!;
  const answer = await idp.handler(new Request(url));
  await answer.body?.cancel();
  return answer.headers.get("location")!;
}

Deno.test("connections pages: the answer to a test signs nobody in, and that to a sign-in ends no test", async () => {
  const world = start();
  const { owner, id, idp } = await world.company("acme");
  idp.user = { sub: "1", email: "ada@acme.example" };
  // In another browser: it has no attempt.
  const back = await answerOf(world, await begun(owner.browser));
  const stranger = world.open();
  const elsewhere = await stranger.visit(back);
  await elsewhere.response.body?.cancel();
  assertEquals(await stranger.session(), null);
  assertEquals(elsewhere.url.searchParams.get("code"), "InvalidCheck");

  // The cookie of a test where that of a sign-in is expected, and the other way round: the names of both
  // are made from the state, so each takes the place of the other.
  const person = world.open();
  const signing = new URL(await begunSignIn(person, id));
  const testing = new URL(await begun(owner.browser));
  const cookieOf = (browser: TestBrowser) =>
    browser.cookies.header(new URL(`${APP}/auth/callback/${id}`))!.split("; ")
      .filter((one) => one.includes("state.")).at(-1)!.split("=");
  const [nameOfTest, test] = cookieOf(owner.browser);
  const [nameOfSignIn, signIn] = cookieOf(person);
  const swapped = async (url: URL, name: string, value: string) => {
    const to = await answerOf(world, url.href);
    const answer = await Auth(
      new Request(to, { headers: { cookie: `${name}=${value}` } }),
      world.app.config,
    );
    await answer.body?.cancel();
    return answer;
  };
  for (
    const answer of [
      await swapped(signing, nameOfSignIn!, test!),
      await swapped(testing, nameOfTest!, signIn!),
    ]
  ) {
    const location = new URL(answer.headers.get("location")!);
    assertEquals(location.searchParams.get("code"), "InvalidCheck");
    assertEquals(
      answer.headers.getSetCookie().some((one) => /session-token=[^;]/.test(one)),
      false,
    );
  }
  assertEquals(await world.userOf("ada@acme.example"), null);
});

async function begunSignIn(browser: TestBrowser, id: string): Promise<string> {
  return await browser.start(id, { callbackUrl: "/after" });
}

Deno.test("connections pages: who may not change a connection begins no test, and sees no result", async () => {
  const world = start();
  const acme = await world.company("acme");
  const other = await world.company("other");
  const { owner, org, idp } = acme;
  idp.user = { sub: "1", email: "ada@acme.example" };
  const admin = await join(world.app, owner, "acme", "admin@example.com", "admin");
  const second = await join(world.app, owner, "acme", "second@example.com", "owner");
  const stranger = await signIn(world.app, "stranger@example.com", world.open());
  const tests = async () => (await world.app.records.list(`org:${org}`, "connection.test")).length;
  for (
    const [browser, page, id] of [
      ...[admin, stranger, other.owner, { browser: world.open() }].map((one) =>
        [one.browser, PAGE, acme.id] as const
      ),
      // An owner, for the connection of another organization.
      [other.owner.browser, "/auth/organization/other/sign-in", acme.id] as const,
      [world.open(), SETUP, acme.id] as const,
    ]
  ) {
    const body = new URLSearchParams({ csrfToken: await browser.csrf(), step: "try", id });
    const answer = await browser.fetch(page, { method: "POST", body });
    await answer.body?.cancel();
    const location = answer.headers.get("location") ?? "";
    assertEquals(location.startsWith(idp.issuer), false, location);
  }
  // Neither without the token of the form.
  const forged = await owner.browser.fetch(PAGE, {
    method: "POST",
    body: new URLSearchParams({ csrfToken: "forged", step: "try", id: acme.id }),
  });
  await forged.body?.cancel();
  assertEquals(await tests(), 0);

  const { url } = await tryAt(owner.browser, PAGE);
  for (const { browser } of [second, admin, stranger]) {
    assert((await resultAt(browser, url)).step !== "connections:tried");
  }
  const link = await openLink(world, owner);
  const there = new URL(SETUP + url.search, APP);
  assert((await resultAt(link, there)).step !== "connections:tried");
  assertEquals((await resultAt(owner.browser, url)).step, "connections:tried");
  await createOrg(world.app, owner, "second");
  const ofSecond = new URL(`/auth/organization/second/sign-in${url.search}`, APP);
  assertEquals((await resultAt(owner.browser, ofSecond)).step, "connections:list");
  for (const test of ["", "x".repeat(500), "\0".repeat(32), "none"]) {
    const made = new URL(url);
    made.searchParams.set("test", test);
    assertEquals((await resultAt(owner.browser, made)).step, "connections:list", test.slice(0, 10));
  }
  // Not before the provider has answered, and not of a connection that has become another one.
  const at = await begun(owner.browser);
  const waits = await world.app.records.list(`org:${org}`, "connection.test");
  assertEquals(waits.length, 2);
  const boss = await membership(world.app, owner, "acme");
  const moved = await world.startIdp("https://idp2.acme.example");
  const { issuer, clientId, clientSecret } = moved;
  done(await world.sso.update(boss, acme.id, { issuer, clientId, clientSecret }));
  const landing = await owner.browser.visit(await answerOf(world, at));
  await landing.response.body?.cancel();
  assertEquals((await resultAt(owner.browser, landing.url)).result.refused.by, "changed");
});

Deno.test("connections pages: a test whose provider is away says so", async () => {
  const world = start();
  const { owner, idp } = await world.company("acme");
  world.idps.delete(new URL(idp.issuer).origin);
  const landing = await owner.browser.submit(PAGE, {}, BUTTON);
  assertStringIncludes(await landing.response.text(), "The provider could not be read");
});

onEveryStore("connections pages", (test) => {
  test("of fifty equal answers to a test at once, one is read", async (store) => {
    const world = start({ config: store.config });
    const { owner, org, id, idp } = await world.company("acme");
    idp.user = { sub: "1", email: "ada@acme.example" };
    const url = new URL(await begun(owner.browser));
    const back = await answerOf(world, url.href);
    const cookie = owner.browser.cookies.header(new URL(`${APP}/auth/callback/${id}`))!;
    world.reached.length = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, async () => {
      const answer = await Auth(new Request(back, { headers: { cookie } }), world.app.config);
      await answer.body?.cancel();
      return answer.headers.get("location")!;
    }));
    assertEquals(new Set(answers.map((one) => new URL(one).pathname)), new Set([PAGE]));
    const exchanges = world.reached.filter((one) => one.includes("/token"));
    assertEquals(exchanges.length, 1, "one answer reached the provider");
    const { result } = await resultAt(owner.browser, new URL(answers[0]!));
    assertEquals([result.email, result.as], ["ada@acme.example", "new"]);
    assertEquals((await world.app.records.list(`org:${org}`, "connection.test")).length, 1);
    assertEquals(await world.userOf("ada@acme.example"), null);
  });
});
