/**
 * The page of an organization's single sign-on, for its owners, and the one that an admin link opens
 * for a person without an account.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertNotEquals,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { Landing } from "../../src/tools/testing/mod.ts";
import { createWorld, type World, type WorldOptions } from "./_connections.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type Person,
  reasonOf,
  requestOf,
  signIn,
} from "./_organizations.ts";
import { onEveryStore } from "./_every_store.ts";

type Visitor = Pick<Person, "browser">;

const HOUR_MS = 60 * 60 * 1000;
const PAGE = "/auth/organization/acme/sign-in";
const SETUP = "/auth/connection-setup";

/** A company whose owner has connected nothing yet. */
async function start(options: WorldOptions = {}) {
  const world = createWorld(options);
  const owner = await signIn(world.app, "boss@founders.example", world.open());
  const { id: org } = await createOrg(world.app, owner, "acme");
  const idp = await world.startIdp("https://idp.acme.example");
  return { world, owner, org, idp };
}

async function read({ response, url }: Landing) {
  const html = await response.text();
  const text = html.replace(/<style[^]*?<\/style>|<script[^]*?<\/script>/g, "")
    .replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  return { path: url.pathname + url.search, status: response.status, html, text, response };
}

const visit = async ({ browser }: Visitor, path: string) => await read(await browser.visit(path));

const submit = async (
  { browser }: Visitor,
  page: string,
  fields: Record<string, string>,
  button?: string,
) => await read(await browser.submit(page, fields, button));

/** Posts a form that no page has drawn. */
async function post({ browser }: Visitor, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
  return await read(await browser.visit(path, { method: "POST", body }));
}

/** The page as a program gets it. */
async function json(visitor: Visitor, path: string) {
  const response = await visitor.browser.fetch(path, { headers: { accept: "application/json" } });
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  return { status: response.status, body: await response.json() as any };
}

/** Makes an admin link on the page. */
async function makeLink(owner: Visitor): Promise<URL> {
  const { html } = await submit(owner, PAGE, {}, "Create link");
  const [, url] = /<code class="made"[^>]*>([^<]+)</.exec(html) ?? [];
  assert(url, "the link is shown");
  return new URL(url);
}

/** A browser in which an admin link was opened. */
async function openSetup(world: World, owner: Visitor): Promise<Visitor & { link: URL }> {
  const link = await makeLink(owner);
  const visitor = { browser: world.open(), link };
  const { path } = await submit(visitor, link.href, {}, "Start setup");
  assertEquals(path, SETUP);
  return visitor;
}

/** What is stored about the connection of an organization. */
async function stored({ app }: World, org: string): Promise<string> {
  const lists = ["connection", "connection.claim"].map((kind) =>
    app.records.list(`org:${org}`, kind)
  );
  return JSON.stringify(await Promise.all(lists));
}

Deno.test("connections pages: an owner adds a domain, connects a provider and tests it", async () => {
  const { world, owner, org, idp } = await start();
  const settings = await visit(owner, "/auth/organization/acme/settings");
  assertStringIncludes(settings.html, `href="${APP}${PAGE}"`);

  const bad = await submit(owner, PAGE, { domain: "gmail.com" });
  assertMatch(bad.html, /value="gmail.com"[^>]*aria-invalid="true"/);
  const added = await submit(owner, PAGE, { domain: "Acme.example" });
  assertEquals(added.path, `${PAGE}?done=added`);
  const { body } = await json(owner, PAGE);
  assertEquals([body.step, body.domains.length], ["connections:list", 1]);
  const { name, value } = body.domains[0].record;
  for (const text of [name, value]) {
    assertStringIncludes(added.html, `data-copy="${text}"`);
    assertStringIncludes(added.text, text);
  }
  const absent = await submit(owner, PAGE, {}, "Check now");
  assertStringIncludes(absent.text, "The TXT record was not found yet.");
  world.dns.set(name, [value]);
  assertStringIncludes((await submit(owner, PAGE, {}, "Check now")).text, "is confirmed.");

  // The URI is that of the connection, before there is one.
  assertEquals(body.redirectUri, `${APP}/auth/callback/sso-acme`);
  const { issuer, clientId, clientSecret } = idp;
  const wrong = await submit(owner, PAGE, {
    ...{ issuer: "http://idp.acme.example", clientId, clientSecret },
  });
  assertMatch(wrong.html, /value="http:\/\/idp.acme.example"[^>]*aria-invalid="true"/);
  assertStringIncludes(wrong.html, `value="${clientId}"`);
  assertEquals(wrong.html.includes(clientSecret), false);
  const connected = await submit(owner, PAGE, { issuer, clientId, clientSecret });
  assertEquals(connected.path, `${PAGE}?done=connected`);
  assertStringIncludes(connected.text, issuer);
  assertEquals(connected.html.includes(clientSecret), false);
  assertEquals((await submit(owner, PAGE, {}, "Test connection")).path, `${PAGE}?done=tested`);

  // A person of the company signs in.
  idp.user = { sub: "1", email: "ada@acme.example", name: "Ada" };
  const browser = world.open();
  await browser.signIn("sso", { fields: { email: "ada@acme.example" }, callbackUrl: "/after" });
  assertEquals((await browser.session())?.user?.email, "ada@acme.example");
  assertEquals(await world.roleOf(org, "ada@acme.example"), "member");
});

Deno.test("connections pages: a test says what the provider lacks", async () => {
  const { world, owner } = await start();
  const answers: Record<string, unknown> = {};
  const issuer = "https://idp.broken.example";
  world.idps.set(issuer, {
    handler: (request: Request) => {
      const answer = answers[new URL(request.url).pathname];
      return answer ? Response.json(answer) : new Response("none", { status: 404 });
    },
  } as never);
  await submit(owner, PAGE, { issuer, clientId: "id", clientSecret: "secret" });
  const test = () => submit(owner, PAGE, {}, "Test connection");
  const path = "/.well-known/openid-configuration";
  const whole = {
    ...{ issuer, authorization_endpoint: `${issuer}/a`, token_endpoint: `${issuer}/t` },
    jwks_uri: `${issuer}/k`,
  };
  assertStringIncludes((await test()).text, "could not be read at this issuer. Check the issuer.");
  answers[path] = { ...whole, issuer: `${issuer}/other` };
  const other = await test();
  assertStringIncludes(other.text, "Check the issuer.");
  assertStringIncludes(other.html, `${issuer}/other`);
  assertEquals(other.html.includes("AUTH_SSO"), false, "advice for developers");
  for (const field of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    answers[path] = { ...whole, [field]: undefined };
    const { text } = await test();
    assertStringIncludes(text, `The provider does not name its ${field}.`);
  }
  answers[path] = whole;
  assertStringIncludes((await test()).text, "The keys of the provider could not be read.");
  answers["/k"] = { keys: [] };
  assertEquals((await test()).path, `${PAGE}?done=tested`);
});

Deno.test("connections pages: an owner changes and removes what is connected, after a question", async () => {
  const world = createWorld();
  const { owner, org, id, idp } = await world.company("acme");
  const before = await stored(world, org);
  const question = await visit(owner, `${PAGE}?step=remove-domain&domain=acme.example`);
  assertStringIncludes(question.text, "Remove acme.example?");
  const change = `${PAGE}?step=change&id=${id}`;
  const form = await visit(owner, change);
  assertStringIncludes(form.html, `value="${idp.issuer}"`);
  assertEquals(form.html.includes(idp.clientSecret), false);
  assertEquals(await stored(world, org), before, "to open a page changes nothing");

  // An empty secret stays.
  const year = new Date().getUTCFullYear() + 2;
  const changed = await submit(owner, change, { secretExpires: `${year}-05-01` });
  assertEquals(changed.path, `${PAGE}?done=changed`);
  const by = world.app.orgs.asSystem(org);
  const { connections: [connection] } = done(await world.sso.list(by));
  assertEquals(connection!.secretExpires?.toISOString(), `${year}-05-01T00:00:00.000Z`);
  const entry = await world.enter({ org, slug: "acme", domain: "acme.example", id, idp, owner }, {
    sub: "1",
    email: "ada@acme.example",
  });
  assertEquals(entry.outcome, "in");
  for (const text of ["2000-01-01", "tomorrow", "9999-99-99"]) {
    const past = await post(owner, PAGE, {
      ...{ step: "change", id, issuer: idp.issuer, clientId: idp.clientId, secretExpires: text },
    });
    assertStringIncludes(past.text, "Enter a date in the future.", text);
  }
  assertStringIncludes(
    (await visit(owner, `${PAGE}?step=remove&id=${id}`)).text,
    "Nobody can sign",
  );
  assertEquals(
    (await submit(owner, `${PAGE}?step=remove&id=${id}`, {})).path,
    `${PAGE}?done=removed`,
  );
  assertEquals(
    (await submit(owner, `${PAGE}?step=remove-domain&domain=acme.example`, {})).path,
    `${PAGE}?done=freed`,
  );
  assertEquals(await stored(world, org), "[[],[]]");
});

Deno.test("connections pages: an owner lets sign-outs go on to an OpenID Provider, and sees what to register", async () => {
  const world = createWorld();
  const { owner, org, id } = await world.company("acme");
  const change = `${PAGE}?step=change&id=${id}`;
  const by = world.app.orgs.asSystem(org);
  const isOn = async () => done(await world.sso.list(by)).connections[0]!.signsOutAtProvider;
  assertEquals((await visit(owner, PAGE)).text.includes("Redirect URI after sign-out"), false);
  await submit(owner, change, { signsOutAtProvider: "1" });
  assertEquals(await isOn(), true);
  const { text } = await visit(owner, PAGE);
  assertStringIncludes(text, "Redirect URI after sign-out");
  assertStringIncludes(text, `/auth/signout/${id}`);
  // What is chosen stays when something else is changed.
  assertStringIncludes((await visit(owner, change)).html, 'value="1" checked');
  await submit(owner, change, { signsOutAtProvider: "" });
  assertEquals(await isOn(), false);
});

Deno.test("connections pages: roles by groups are added, ordered and removed", async () => {
  const roles = [{ group: "staff", role: "member" }] as const;
  const world = createWorld({ connections: { attributes: { role: { roles } } } });
  const { owner, id } = await world.company("acme");
  const list = async () => (await json(owner, PAGE)).body.roles;
  assertEquals([(await list()).list, (await list()).isOfApp], [roles, true]);
  await submit(owner, PAGE, { group: "admins <1>", role: "admin" }, "Add group");
  assertEquals((await list()).list, [...roles, { group: "admins <1>", role: "admin" }]);
  assertEquals((await list()).isOfApp, false);
  const one = { id, group: "admins <1>", role: "admin" };
  await submit(owner, PAGE, {}, "Move up");
  assertEquals((await list()).list, [{ group: "admins <1>", role: "admin" }, ...roles]);
  for (const role of ["owner", "king", ""]) {
    const { text } = await post(owner, PAGE, { step: "add-role", id, group: "a", role });
    assertStringIncludes(text, "Enter a group and choose a role.", role);
  }
  await post(owner, PAGE, { step: "remove-role", ...one });
  assertEquals((await list()).list, roles);
  // Groups give no roles.
  const without = createWorld();
  const other = await without.company("acme");
  assertEquals("roles" in (await json(other.owner, PAGE)).body, false);
});

Deno.test("connections pages: who came through the provider requires it, and an owner takes that back", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const { owner, org, id } = acme;
  const require = `${PAGE}?step=require&id=${id}`;
  const refused = await submit(owner, require, {});
  assertStringIncludes(refused.text, "Sign in with your identity provider first,");
  await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  const { id: ada } = (await world.userOf("ada@acme.example"))!;
  done(await world.app.orgs.changeRole(world.app.orgs.asSystem(org), String(ada), "owner"));
  const entry = await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  assertEquals((await submit(entry, require, {})).path, `${PAGE}?done=required`);
  const shown = await visit(owner, PAGE);
  assertStringIncludes(shown.text, "Members must sign in with your identity provider.");
  const release = `${PAGE}?step=release&id=${id}`;
  assertEquals((await submit(owner, release, {})).path, `${PAGE}?done=released`);
});

Deno.test("connections pages: only owners see the page, and changes need a fresh proof", async () => {
  const { world, owner, org } = await start();
  const bob = await join(world.app, owner, "acme", "bob@example.com", "admin");
  const eve = await signIn(world.app, "eve@example.com", world.open());
  for (const path of ["organization/acme", "organization/acme/settings"]) {
    assertEquals((await visit(bob, `/auth/${path}`)).html.includes("/sign-in"), false, path);
  }
  assertEquals((await visit(bob, PAGE)).status, 403);
  assertEquals((await visit(eve, PAGE)).status, 404);
  const nobody = await visit({ browser: world.open() }, `${PAGE}?step=change`);
  assertEquals(
    new URL(nobody.path, APP).searchParams.get("callbackUrl"),
    `${APP}${PAGE}?step=change`,
  );
  const before = await stored(world, org);
  const fields: Record<string, string>[] = [
    { step: "add-domain", domain: "evil.example" },
    { step: "connect", issuer: "https://idp.evil.example", clientId: "id" },
    { step: "create-link" },
  ];
  for (const one of fields) {
    assertEquals((await post(bob, PAGE, one)).status, 403, one.step);
    assertEquals((await post(eve, PAGE, one)).status, 404, one.step);
    const body = new URLSearchParams(one);
    const bare = await owner.browser.fetch(PAGE, { method: "POST", body });
    assertStringIncludes(bare.headers.get("location")!, "error=MissingCSRF", "without a token");
  }
  using time = new FakeTime();
  await time.tickAsync(11 * 60_000);
  const stale = await visit(owner, PAGE);
  assertStringIncludes(stale.html, "Verify it");
  for (const one of fields) {
    const led = await post(owner, PAGE, one);
    assertMatch(led.path, /^\/auth\/signin\?/, one.step);
    assertEquals(decodeURIComponent(led.path).includes("secret"), false);
  }
  assertEquals(await stored(world, org), before);
});

Deno.test("connections pages: an admin link lets a person without an account set everything up", async () => {
  const { world, owner, org, idp } = await start();
  const link = await makeLink(owner);
  assertEquals([link.origin, link.pathname], [APP, SETUP]);
  const person = { browser: world.open() };
  // A program opens links before people do.
  for (let time = 0; time < 3; time++) {
    const scanned = await visit({ browser: world.open() }, link.href);
    assertEquals(scanned.status, 200);
    assertEquals(scanned.response.headers.get("referrer-policy"), "strict-origin");
    assertEquals(
      scanned.response.headers.getSetCookie().some((one) => one.includes("link")),
      false,
    );
  }
  const opened = await read(await person.browser.submit(link.href, {}, "Start setup"));
  assertEquals(opened.path, SETUP);
  const cookies = opened.html.includes(link.searchParams.get("token")!);
  assertEquals(cookies, false, "the token is nowhere on the page");
  assertEquals((await json(owner, PAGE)).body.link.isOpened, true);

  await submit(person, SETUP, { domain: "acme.example" });
  const { body } = await json(person, SETUP);
  assertEquals(Object.keys(body).sort(), [
    ...["create", "csrfToken", "domain", "domains", "formAction", "kind", "organization"],
    ...["redirectUri", "signinUrl", "step"],
  ]);
  const { name, value } = body.domains[0].record;
  world.dns.set(name, [value]);
  assertEquals((await submit(person, SETUP, {}, "Check now")).path, `${SETUP}?done=proven`);
  const { issuer, clientId, clientSecret } = idp;
  await submit(person, SETUP, { issuer, clientId, clientSecret });
  assertEquals((await submit(person, SETUP, {}, "Test connection")).path, `${SETUP}?done=tested`);
  idp.user = { sub: "1", email: "ada@acme.example" };
  const { browser } = { browser: world.open() };
  await browser.signIn("sso", { fields: { email: "ada@acme.example" }, callbackUrl: "/after" });
  assertEquals(await world.roleOf(org, "ada@acme.example"), "member");

  // Every change names the owner, and the link.
  const entries = world.app.entries.filter(({ name }) => /^(connection|domain)\./.test(name));
  assertEquals(entries.map(({ name, via }) => [name, via]), [
    ["connection.link-created", undefined],
    ["connection.link-opened", "admin-link"],
    ["domain.added", "admin-link"],
    ["domain.proven", "admin-link"],
    ["connection.created", "admin-link"],
  ]);
  assertEquals(new Set(entries.map(({ userId }) => userId)), new Set([owner.id]));
  const said = JSON.stringify([world.app.entries, world.app.errors.map(String)]);
  assertEquals(said.includes(link.searchParams.get("token")!.split(".")[1]!), false);
  const kept = JSON.stringify(await world.app.records.list(`org:${org}`, "connection.link"));
  assertEquals(kept.includes(link.searchParams.get("token")!.split(".")[1]!), false);
});

Deno.test("connections pages: the cookie of a setup is sealed, for its page alone, and for an hour", async () => {
  const { world, owner } = await start();
  const link = await makeLink(owner);
  const browser = world.open();
  const page = await browser.visit(link.href);
  const body = new URLSearchParams({
    csrfToken: await browser.csrf(),
    step: "open",
    token: link.searchParams.get("token")!,
  });
  await page.response.body?.cancel();
  const answer = await browser.fetch(SETUP, { method: "POST", body, from: link.href });
  assertEquals(answer.headers.get("location"), `${APP}${SETUP}`);
  const cookie = answer.headers.getSetCookie().find((one) => one.includes("admin-link"))!;
  assertMatch(cookie, /^__Secure-authjs\.admin-link=[\w.-]+; Path=\/auth\/connection-setup; /);
  for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax"]) {
    assertStringIncludes(cookie, attribute);
  }
  assertEquals(cookie.includes("Domain"), false);
  const ms = Date.parse(/Expires=([^;]+)/.exec(cookie)![1]!) - Date.now();
  assert(ms > HOUR_MS - 60_000 && ms <= HOUR_MS + 1000, `${ms}`);
});

/** Ways to a page that a link must not open, each in a world with a link that is open in a browser. */
const ENDS: Record<
  string,
  (at: {
    world: World;
    owner: Person;
    other: Person;
    org: string;
    person: Visitor & { link: URL };
  }) => Promise<unknown>
> = {
  "its maker was removed": async ({ world, owner, org }) =>
    done(await world.app.orgs.removeMember(world.app.orgs.asSystem(org), owner.id)),
  "its maker has another role": async ({ world, owner, org }) =>
    done(await world.app.orgs.changeRole(world.app.orgs.asSystem(org), owner.id, "admin")),
  "its maker was an owner, and is one again": async ({ world, owner, org }) => {
    const by = world.app.orgs.asSystem(org);
    done(await world.app.orgs.changeRole(by, owner.id, "admin"));
    done(await world.app.orgs.changeRole(by, owner.id, "owner"));
  },
  "its maker left": async ({ world, owner }) =>
    done(await world.app.orgs.leave(await membership(world.app, owner, "acme"))),
  "its maker is suspended": async ({ world, owner }) =>
    await world.app.auth.users.suspend(owner.id),
  "its maker was suspended, and is no more": async ({ world, owner }) => {
    await world.app.auth.users.suspend(owner.id);
    await world.app.auth.users.resume(owner.id);
  },
  "its maker was deleted": async ({ world, owner }) => await world.app.auth.users.delete(owner.id),
  "the organization was deleted": async ({ world, org }) =>
    done(await world.app.orgs.deleteOrganization(world.app.orgs.asSystem(org), "Acme")),
  "there is a new link": async ({ owner }) => await makeLink(owner),
  "it was revoked": async ({ owner }) => await submit(owner, PAGE, {}, "Revoke link"),
};

for (const [title, end] of Object.entries(ENDS)) {
  for (const isOpen of [true, false]) {
    const name = isOpen ? "an open setup ends" : "a link opens nothing";
    Deno.test(`connections pages: ${name} once ${title}`, async () => {
      const { world, owner, org } = await start();
      const other = await join(world.app, owner, "acme", "second@example.com", "owner");
      const person = isOpen
        ? await openSetup(world, owner)
        : { browser: world.open(), link: await makeLink(owner) };
      const path = isOpen ? SETUP : person.link.href;
      assertEquals((await visit(person, path)).status, 200);
      const before = await stored(world, org);
      await end({ world, owner, other, org, person });
      const page = await visit(person, path);
      assertEquals(page.status, 410);
      assertStringIncludes(page.text, "This link is no longer valid");
      const fields: Record<string, string> = isOpen
        ? { step: "add-domain", domain: "evil.example" }
        : { step: "open", token: person.link.searchParams.get("token")! };
      assertEquals((await post(person, SETUP, fields)).status, 410);
      assertEquals(await stored(world, org), before);
    });
  }
}

Deno.test("connections pages: a link works once, and what is no link opens nothing", async () => {
  const { world, owner, org } = await start();
  const person = await openSetup(world, owner);
  const token = person.link.searchParams.get("token")!;
  const forged = [
    token,
    `${token}x`,
    token.slice(0, -1),
    token.toUpperCase(),
    `${org}.`,
    org,
    `${org}.${"A".repeat(43)}`,
    `org_0000000000000000000000.${token.split(".")[1]}`,
    "",
    ".",
    "a".repeat(100_000),
  ];
  for (const one of forged) {
    const stranger = { browser: world.open() };
    if (one.length < 1000) {
      const path = `${SETUP}?token=${encodeURIComponent(one)}`;
      assertEquals((await visit(stranger, path)).status, 410, one);
    }
    assertEquals((await post(stranger, SETUP, { step: "open", token: one })).status, 410, one);
    assertEquals((await visit(stranger, SETUP)).status, 410, one);
  }
  // In the browser that has opened it, the link leads to the page.
  assertEquals((await visit(person, person.link.href)).path, SETUP);
  // The cookie of one organization opens no other.
  const eve = await signIn(world.app, "eve@example.com", world.open());
  const { id: other } = await createOrg(world.app, eve, "evil");
  const before = await stored(world, other);
  await post(person, SETUP, {
    step: "add-domain",
    domain: "acme.example",
    org: other,
    slug: "evil",
  });
  assertEquals(await stored(world, other), before);
});

Deno.test("connections pages: a setup is no way to anything else", async () => {
  const { world, owner, org } = await start({
    connections: { attributes: { role: { roles: [] } } },
  });
  const person = await openSetup(world, owner);
  const { issuer, clientId } = world.idps.get("https://idp.acme.example")!;
  await submit(person, SETUP, { issuer, clientId });
  const id = "sso-acme";
  const pages = ["", "/settings", "/sign-in", "/sign-in?step=require"].map((one) =>
    `/auth/organization/acme${one}`
  );
  for (const path of [...pages, "/auth/organizations", "/auth/session"]) {
    // Also where the cookie is sent to other pages.
    const cookie = person.browser.cookies.header(new URL(APP + SETUP))!;
    assertStringIncludes(cookie, "admin-link");
    const response = await person.browser.fetch(path, { headers: { cookie } });
    const text = await response.text();
    if (path.endsWith("session")) assertEquals(text, "null");
    else assertEquals(response.status, 302, path);
  }
  const before = await stored(world, org);
  const policy = JSON.stringify((await world.app.records.get("org", org))!.data);
  const beyond: Record<string, string>[] = [
    { step: "require", id },
    { step: "release", id },
    { step: "add-role", id, group: "a", role: "admin" },
    { step: "create-link" },
    { step: "revoke-link" },
  ];
  for (const fields of beyond) {
    const { status } = await post(person, SETUP, fields);
    assertNotEquals(status, 200, fields.step);
  }
  for (const step of ["require", "release", "made", "open"]) {
    const { body } = await json(person, `${SETUP}?step=${step}&id=${id}`);
    assertEquals(body.step, "connections:list", step);
    assertEquals([body.link, body.roles, body.urls.require], [undefined, undefined, undefined]);
  }
  assertEquals(await stored(world, org), before);
  assertEquals(JSON.stringify((await world.app.records.get("org", org))!.data), policy);
  // Forms of other sites, and without the token of the browser.
  const body = new URLSearchParams({ step: "add-domain", domain: "evil.example" });
  const bare = await person.browser.visit(SETUP, { method: "POST", body });
  await bare.response.body?.cancel();
  const csrfToken = await world.open().csrf();
  const foreign = await person.browser.fetch(SETUP, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, step: "add-domain", domain: "evil.example" }),
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });
  await foreign.body?.cancel();
  assertEquals(await stored(world, org), before);
});

Deno.test("connections pages: a link and a setup last an hour each, also when its maker signs out", async () => {
  const { world, owner } = await start();
  const link = await makeLink(owner);
  await submit(owner, "/auth/signout", {});
  assertEquals(await owner.browser.session(), null);
  using time = new FakeTime();
  await time.tickAsync(HOUR_MS - 60_000);
  const person = { browser: world.open() };
  assertEquals((await submit(person, link.href, {}, "Start setup")).path, SETUP);
  await time.tickAsync(HOUR_MS - 60_000);
  assertEquals((await visit(person, SETUP)).status, 200);
  await time.tickAsync(2 * 60_000);
  assertEquals((await visit(person, SETUP)).status, 410);
  // One that nobody opens.
  const again = await signIn(world.app, owner.email, world.open());
  const late = await makeLink(again);
  await time.tickAsync(HOUR_MS + 60_000);
  assertEquals((await visit({ browser: world.open() }, late.href)).status, 410);
});

onEveryStore("connections pages", (test) => {
  test("of fifty browsers at once, one opens a link", async (store) => {
    const { world, owner, org } = await start({ config: store.config });
    const link = await makeLink(owner);
    const token = link.searchParams.get("token")!;
    const browsers = Array.from({ length: 50 }, () => ({ browser: world.open() }));
    const opened = await Promise.all(
      browsers.map((one) => post(one, SETUP, { step: "open", token })),
    );
    assertEquals(opened.filter(({ status }) => status === 200).length, 1);
    assertEquals(opened.filter(({ status }) => status === 410).length, 49);
    const names = world.app.entries.map(({ name }) => name);
    assertEquals(names.filter((name) => name === "connection.link-opened").length, 1);
    // While the link is revoked, nothing is left open.
    const next = (await makeLink(owner)).searchParams.get("token")!;
    const by = world.app.orgs.asSystem(org);
    await Promise.all([
      world.sso.revokeAdminLink(by),
      ...browsers.slice(0, 10).map((one) => post(one, SETUP, { step: "open", token: next })),
    ]);
    for (const one of browsers.slice(0, 10)) assertEquals((await visit(one, SETUP)).status, 410);
  });
});

Deno.test("auth.connections.createAdminLink: owners alone, with a fresh proof, and by the app", async () => {
  const { world, owner, org } = await start();
  const bob = await join(world.app, owner, "acme", "bob@example.com", "admin");
  const admin = await membership(world.app, bob, "acme");
  for (const name of ["createAdminLink", "readAdminLink", "revokeAdminLink"] as const) {
    assertEquals(reasonOf(await world.sso[name](admin)), "forbidden", name);
  }
  const boss = await membership(world.app, owner, "acme");
  assertEquals(done(await world.sso.readAdminLink(boss)).link, null);
  assertEquals(reasonOf(await world.sso.revokeAdminLink(boss)), "unknown");
  const made = done(await world.sso.createAdminLink(boss));
  assertEquals(new URL(made.url).origin, APP);
  const { link } = done(await world.sso.readAdminLink(boss));
  assertEquals([link!.isOpened, link!.expires], [false, made.expires]);
  assertEquals(JSON.stringify(link).includes("token"), false);
  // No more than twenty in an hour.
  const results = await Promise.all(
    Array.from({ length: 50 }, () => world.sso.createAdminLink(boss)),
  );
  assertEquals(results.filter(({ ok }) => ok).length, 19);
  assertEquals(results.filter((one) => reasonOf(one) === "too-many").length, 31);
  using time = new FakeTime();
  await time.tickAsync(2 * HOUR_MS);
  assertEquals(reasonOf(await world.sso.createAdminLink(boss)), "proof-too-weak");
  assertEquals(reasonOf(await world.sso.revokeAdminLink(boss)), "proof-too-weak");
  assertEquals(world.app.entries.at(-1)?.organization, org);
});

Deno.test("connections pages: an app without connections has neither the pages nor a link to them", async () => {
  const app = createOrgApp();
  const owner = await signIn(app, "boss@founders.example");
  await createOrg(app, owner, "acme");
  for (const path of ["organization/acme", "organization/acme/settings"]) {
    const { html } = await visit(owner, `/auth/${path}`);
    assertEquals(/\/sign-in|single sign-on/i.test(html), false, path);
  }
  for (const path of ["organization/acme/sign-in", "connection-setup"]) {
    const none = await visit(owner, `/auth/${path}-none`);
    const { status, text } = await visit(owner, `/auth/${path}`);
    assertEquals([status, text], [none.status, none.text], path);
  }
  assertEquals(requestOf(owner).headers.get("cookie")?.includes("admin-link"), false);
});

Deno.test("connections pages: owners get an email about what an admin link has done, and it undoes nothing of theirs", async () => {
  const roles = [{ group: "staff", role: "member" }];
  const world = createWorld({ connections: { attributes: { role: { roles } } } });
  const idp = await world.startIdp("https://idp.acme.example");
  const owner = await signIn(world.app, "boss@founders.example", world.open());
  const { id: org } = await createOrg(world.app, owner, "acme");
  const second = await join(world.app, owner, "acme", "second@example.com", "owner");
  const told = () => {
    const mails = world.app.mails.filter(({ subject }) =>
      /identity provider of acme was/i.test(subject)
    );
    world.app.mails.length = 0;
    return mails.map(({ to, subject, text }) => {
      assertEquals(text.includes(idp.clientSecret), false);
      const [, news = ""] = /What is new: ([^]*?)\.\s/.exec(text.replaceAll(/\s+/g, " ")) ?? [];
      assertStringIncludes(text.replaceAll(/\s+/g, " "), `the setup link of ${owner.email}`);
      return `${to} ${/was (\w+)/.exec(subject)![1]}: ${news}`;
    }).sort();
  };
  const both = (what: string) => [`${owner.email} ${what}`, `${second.email} ${what}`];
  const { issuer, clientId, clientSecret } = idp;

  // An owner tells nobody.
  await submit(owner, PAGE, { issuer, clientId, clientSecret });
  assertEquals(told(), []);
  const person = await openSetup(world, owner);
  const id = "sso-acme";
  await post(person, SETUP, { step: "change", id, issuer, clientId: "other", clientSecret: "new" });
  assertEquals(told(), both("changed: Client ID: other, Client secret"));
  // What stays as it is.
  await post(person, SETUP, { step: "change", id, issuer, clientId: "other" });
  assertEquals(told(), []);
  await post(person, SETUP, { step: "remove", id });
  assertEquals(told(), both("removed: "));
  await submit(person, SETUP, { issuer, clientId, clientSecret });
  const made = `changed: Issuer: ${issuer}, Client ID: ${clientId}, Client secret`;
  assertEquals(told(), both(made));

  // What owners have decided about roles and the requirement is lost by no link.
  const by = world.app.orgs.asSystem(org);
  const own = [{ group: "app-admins", role: "member" }];
  done(await world.sso.update(by, id, { roles: own }));
  assertEquals((await json(person, SETUP)).body.urls.remove, undefined);
  await post(person, SETUP, { step: "remove", id });
  const kept = done(await world.sso.list(by)).connections;
  assertEquals(kept.map(({ roles }) => roles), [own]);
  for (const field of ["roles", "required", "role", "group"]) {
    await post(person, SETUP, { step: "change", id, issuer, clientId, [field]: "admin" });
  }
  for (const step of ["add-role", "raise-role", "remove-role", "require", "release"]) {
    await post(person, SETUP, { step, id, group: "app-admins", role: "admin" });
  }
  assertEquals(done(await world.sso.list(by)).connections.map(({ roles }) => roles), [own]);
  done(await world.sso.update(by, id, { roles: null }));
  assert((await json(person, SETUP)).body.urls.remove);

  // Nobody fills the mailboxes of owners.
  told();
  for (let time = 0; time < 30; time++) {
    await post(person, SETUP, { step: "change", id, issuer, clientId: `client-${time}` });
  }
  const count = told().length;
  assert(count > 20 && count < 40, `${count}`);
  // And what they could not be told of does not happen.
  const [before] = done(await world.sso.list(by)).connections;
  const evil = { issuer: "https://evil.example", clientId: "evil", clientSecret: "evil" };
  const late = await post(person, SETUP, { step: "change", id, ...evil });
  assertEquals(late.path.includes("done="), false);
  await post(person, SETUP, { step: "remove", id });
  assertEquals([done(await world.sso.list(by)).connections, told()], [[before], []]);
  // Owners are not limited by it.
  done(await world.sso.remove(by, id));
  await post(person, SETUP, { step: "connect", ...evil });
  assertEquals([done(await world.sso.list(by)).connections, told()], [[], []]);
  done(await world.sso.create(by, { issuer, clientId, clientSecret }));
});
