/**
 * Connections by SAML: what owners and their IT departments set up, what a request is, and what happens
 * at times and at once. Who gets in is judged by `connections_saml_matrix_test.ts`.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Buffer } from "node:buffer";
import { createVerify } from "node:crypto";
import { Auth } from "../../mod.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { AuthError } from "../../src/errors.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import type { SamlOptions } from "../../src/capabilities/saml/options.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import type { Landing } from "../../src/tools/testing/mod.ts";
import { makeCertificate } from "./_certificate.ts";
import { createWorld, type SamlCompany, type World, type WorldOptions } from "./_connections.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  done,
  membership,
  reasonOf,
  requestOf,
  signIn,
} from "./_organizations.ts";
import type { Parts } from "./_saml_cases.ts";
import { encrypt } from "./_saml_messages.ts";
import { createSamlIdp, encodeAnswer, readRequest } from "./_saml_idp.ts";
import { at, runTrapped } from "./_trap.ts";

const DAY = 24 * 60 * 60 * 1000;
const PAGE = "/auth/organization/acme/sign-in";
const SETUP = "/auth/connection-setup";
const OWN = makeCertificate("the app");

function createSamlWorld(saml: SamlOptions = {}, options: WorldOptions = {}): World {
  const connections = { kinds: ["oidc", "saml"] as const, saml: Saml(saml) };
  return createWorld({ ...options, connections: { ...connections, ...options.connections } });
}

const person = (nameId: string, email = "ada@acme.example"): Parts => ({
  said: { nameId, attributes: { email } },
});

async function enter(world: World, at: SamlCompany, parts: Parts, browser = world.open()) {
  at.saml.parts = parts;
  return await world.follow(await world.begin(at, browser), browser);
}

/** A company whose owner has connected nothing yet. */
async function start(options: WorldOptions = {}, saml: SamlOptions = {}) {
  const world = createSamlWorld(saml, options);
  const owner = await signIn(world.app, "boss@founders.example", world.open());
  const { id: org } = await createOrg(world.app, owner, "acme");
  const idp = createSamlIdp("https://saml.acme.example");
  world.idps.set("https://saml.acme.example", idp as never);
  return { world, owner, org, idp };
}

async function read({ response, url }: Landing) {
  const html = await response.text();
  return { path: url.pathname + url.search, html, status: response.status };
}

Deno.test("connections pages: an owner chooses SAML, sees what to copy, and connects by metadata", async () => {
  const { world, owner, org, idp } = await start();
  const visit = async (path: string) => await read(await owner.browser.visit(path));
  const submit = async (path: string, fields: Record<string, string>, button?: string) =>
    await read(await owner.browser.submit(path, fields, button));
  const first = await visit(PAGE);
  assertMatch(first.html, /href="[^"]*\?kind=saml"/);
  const form = `${PAGE}?kind=saml`;
  const page = await visit(form);
  const entityId = `${APP}/auth/saml/acme/metadata`;
  assertStringIncludes(page.html, `data-copy="${entityId}"`);
  assertStringIncludes(page.html, `data-copy="${APP}/auth/callback/sso-acme"`);

  // What the metadata lacks is said, and what was typed is still there.
  const broken = idp.metadata().replace("HTTP-Redirect", "HTTP-Artifact");
  const bad = await submit(form, { metadata: broken, subjectAttribute: "oid" }, "Connect provider");
  assertStringIncludes(bad.html, "it lacks a SingleSignOnService with the binding HTTP-Redirect");
  assertStringIncludes(bad.html, "HTTP-Artifact");
  assertMatch(
    bad.html,
    /name="subjectAttribute"[^>]*value="oid"|value="oid"[^>]*name="subjectAttribute"/,
  );
  const nothing = await submit(form, {}, "Connect provider");
  assertStringIncludes(nothing.html, "Enter the metadata of your identity provider");
  assertEquals((await world.app.records.list(`org:${org}`, "connection")).length, 0);

  const made = await submit(form, { metadataUrl: idp.issuer }, "Connect provider");
  assertEquals(made.path, `${PAGE}?done=connected`);
  assertStringIncludes(made.html, idp.ssoUrl);
  const tested = await submit(PAGE, {}, "Test connection");
  assertEquals(tested.path, `${PAGE}?done=checked`);

  // A change without metadata keeps what is there.
  const change = `${PAGE}?step=change&id=sso-acme`;
  assertEquals((await submit(change, { groupsAttribute: "teams" })).path, `${PAGE}?done=changed`);
  const membershipOf = await membership(world.app, owner, "acme");
  const [connection] = done(await world.sso.list(membershipOf)).connections;
  const { kind, issuer, saml } = connection!;
  assertEquals([kind, issuer, saml!.groups, saml!.metadataUrl], [
    "saml",
    idp.issuer,
    "teams",
    idp.issuer,
  ]);
  assertEquals(saml!.certificates.map(({ base64 }) => base64), [idp.key.base64]);

  await world.prove(org, "acme.example");
  idp.parts = person("1");
  const browser = world.open();
  const entry = await world.follow(await world.begin({ id: "sso-acme" }, browser), browser);
  assertEquals([entry.outcome, entry.email], ["in", "ada@acme.example"]);
});

Deno.test("connections pages: an admin link sets SAML up, and a certificate that it adds knows nobody", async () => {
  const { world, owner, org, idp } = await start();
  await world.prove(org, "acme.example");
  const { html } = await read(await owner.browser.submit(PAGE, {}, "Create link"));
  const [, url] = /<code class="made"[^>]*>([^<]+)</.exec(html) ?? [];
  const browser = world.open();
  await read(await browser.submit(url!, {}, "Start setup"));
  const form = `${SETUP}?kind=saml`;
  const made = await read(
    await browser.submit(form, { metadata: idp.metadata() }, "Connect provider"),
  );
  assertEquals(made.path, `${SETUP}?done=connected`);
  const acme = { id: "sso-acme", saml: idp } as SamlCompany;
  assertEquals((await enter(world, acme, person("1"))).outcome, "in");

  const change = `${SETUP}?step=change&id=sso-acme`;
  // The same certificate again changes nothing.
  await read(await browser.submit(change, { metadata: idp.metadata() }));
  assertEquals((await enter(world, acme, person("1"))).outcome, "in");
  // One that an attacker with the link would add.
  const evil = makeCertificate("evil");
  const both = idp.metadata([idp.key.base64, evil.base64]);
  assertEquals(
    (await read(await browser.submit(change, { metadata: both }))).path,
    `${SETUP}?done=changed`,
  );
  assertEquals((await enter(world, acme, { ...person("1"), key: evil })).outcome, "not-linked");
});

/** A browser with an admin link, of a company that is connected by SAML. */
async function startSetup(options: SamlOptions = {}) {
  const { world, owner, org, idp } = await start({}, options);
  await world.prove(org, "acme.example");
  const saml = { metadata: idp.metadata(), groups: "teams" };
  done(await world.sso.create(world.app.orgs.asSystem(org), { saml }));
  const { html } = await read(await owner.browser.submit(PAGE, {}, "Create link"));
  const [, url] = /<code class="made"[^>]*>([^<]+)</.exec(html) ?? [];
  const browser = world.open();
  await read(await browser.submit(url!, {}, "Start setup"));
  const acme = { id: "sso-acme", saml: idp } as SamlCompany;
  const change = async (fields: Record<string, string>) =>
    await read(await browser.submit(`${SETUP}?step=change&id=sso-acme`, fields));
  const isKnown = async () =>
    (await enter(world, acme, {
      said: { nameId: "1", attributes: { email: "ada@acme.example", oid: "1" } },
    })).outcome === "in";
  assertEquals(await isKnown(), true);
  return { browser, change, isKnown, idp, world, org };
}

/** Metadata with a URL for answers to sign-outs. */
function withLogout({ metadata }: SamlCompany["saml"], url: string): string {
  const service = `<SingleLogoutService Location="${url}" ` +
    'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"/>';
  return metadata().replace("<SingleSignOnService", `${service}$&`);
}

Deno.test("connections pages: owners get an email about the URLs that an admin link has changed", async () => {
  const { change, idp, world } = await startSetup();
  const news = () =>
    world.app.mails.splice(0).map(({ text }) =>
      /What is new: ([^]*?)\.\s/.exec(text.replaceAll(/\s+/g, " "))?.[1]
    ).filter((one) => one !== undefined);
  news();
  const metadata = withLogout(idp, "https://evil.example/slo");
  assertEquals((await change({ metadata })).path, `${SETUP}?done=changed`);
  assertEquals(news(), ["Sign-out URL: https://evil.example/slo"]);
  await change({ metadata });
  assertEquals(news(), []);
  await change({ metadata: idp.metadata() });
  assertEquals(news(), ["Sign-out URL"]);
  await change({ metadataUrl: idp.issuer });
  assertEquals(news(), [`Metadata URL of the provider: ${idp.issuer}`]);
});

Deno.test("connections pages: an admin link does not choose the attribute that gives roles", async () => {
  const { browser, change, isKnown, world, org } = await startSetup();
  for (const groupsAttribute of ["nickname", ""]) {
    const refused = await change({ groupsAttribute });
    assertStringIncludes(refused.html, "Your role doesn’t allow this.");
  }
  const groups = async () =>
    done(await world.sso.list(world.app.orgs.asSystem(org))).connections[0]!.saml!.groups;
  assertEquals(await groups(), "teams");
  // The form has it in any case.
  assertEquals((await change({})).path, `${SETUP}?done=changed`);
  assertEquals([await groups(), await isKnown()], ["teams", true]);
  // Neither by a connection that takes the place of this one.
  const page = await browser.fetch(SETUP, { headers: { accept: "application/json" } });
  assertEquals((await page.json()).urls.remove, undefined);
  const removal = await read(await browser.submit(`${SETUP}?step=remove&id=sso-acme`, {}));
  assertStringIncludes(removal.html, "Your role doesn’t allow this.");
  assertEquals(await groups(), "teams");
  // An owner may.
  done(
    await world.sso.update(world.app.orgs.asSystem(org), "sso-acme", {
      saml: { groups: "nickname" },
    }),
  );
  assertEquals([await groups(), await isKnown()], ["nickname", true]);
});

for (
  const [what, fields] of [
    ["another sign-on URL", (idp) => {
      const metadata = idp.metadata().replace(idp.ssoUrl, "https://evil.example/sso");
      return { metadata };
    }],
    ["another sign-out URL", (idp) => ({ metadata: withLogout(idp, "https://evil.example/slo") })],
    ["another attribute for people", () => ({ subjectAttribute: "oid" })],
    ["another attribute for addresses", () => ({ emailAttribute: "email" })],
    ["signed responses", () => ({ takesSignedResponse: "1" })],
    ["sign-ins that begin at the provider", () => ({ startsAtProvider: "1" })],
  ] as readonly [string, (idp: SamlCompany["saml"]) => Record<string, string>][]
) {
  Deno.test(`connections pages: with ${what} by an admin link, nobody is known`, async () => {
    const { change, isKnown, idp, world, org } = await startSetup();
    assertEquals((await change(fields(idp))).path, `${SETUP}?done=changed`);
    done(
      await world.sso.update(world.app.orgs.asSystem(org), "sso-acme", {
        saml: { metadata: idp.metadata(), subject: null, email: null },
      }),
    );
    assertEquals(await isKnown(), false);
  });
}

Deno.test("connections pages: with another URL for its sign-outs by an admin link, nobody is known, and owners learn it", async () => {
  const { change, isKnown, idp, world, org } = await startSetup();
  const by = world.app.orgs.asSystem(org);
  const metadata = withLogout(idp, "https://saml.acme.example/slo");
  done(await world.sso.update(by, "sso-acme", { saml: { metadata } }));
  assertEquals((await change({ metadata })).path, `${SETUP}?done=changed`);
  assertEquals(await isKnown(), true);
  const answers = 'ResponseLocation="https://saml.acme.example/slo" Location';
  world.app.mails.length = 0;
  await change({
    metadata: withLogout(idp, "https://evil.example/slo").replace(
      "SingleLogoutService Location",
      `SingleLogoutService ${answers}`,
    ),
  });
  assertEquals(await isKnown(), false);
  const [mail] = world.app.mails;
  assertStringIncludes(
    mail!.text.replaceAll(/\s+/g, " "),
    "Sign-out URL: https://evil.example/slo",
  );
});

Deno.test("connections pages: an owner, or an admin link, lets sign-outs go on to the provider", async () => {
  const { change, isKnown, idp, world, org, browser } = await startSetup({
    singleLogout: true,
    keys: [OWN],
  });
  const read = async () =>
    done(await world.sso.list(world.app.orgs.asSystem(org))).connections[0]!.signsOutAtProvider;
  const refused = await change({ signsOutAtProvider: "1" });
  assertStringIncludes(refused.html, "The metadata has no single logout URL.");
  assertMatch(refused.html, /id="input-signsOutAtProvider"[^>]* checked/);
  assertEquals(await read(), false);
  const metadata = withLogout(idp, "https://saml.acme.example/slo");
  done(
    await world.sso.update(world.app.orgs.asSystem(org), "sso-acme", { saml: { metadata } }),
  );
  world.app.mails.length = 0;
  assertEquals((await change({ signsOutAtProvider: "1" })).path, `${SETUP}?done=changed`);
  assertEquals([await read(), await isKnown()], [true, true]);
  assertStringIncludes(
    world.app.mails[0]!.text.replaceAll(/\s+/g, " "),
    "What is new: Also sign people out of the identity provider.",
  );
  const headers = { accept: "application/json" };
  const page = await (await browser.fetch(SETUP, { headers })).json();
  assertEquals(page.connection.signOutUrl, `${APP}/auth/saml/acme/logout`);
  const form = await browser.fetch(`${SETUP}?step=change&id=sso-acme`, { headers });
  assertEquals((await form.json()).saml.signsOutAtProvider, true);
  // A form without it is one whose box is empty.
  assertEquals((await change({ signsOutAtProvider: "" })).path, `${SETUP}?done=changed`);
  assertEquals(await read(), false);
});

Deno.test("auth.connections: an organization makes the app ask providers 60 times an hour", async () => {
  const { world, org, idp } = await start();
  const by = world.app.orgs.asSystem(org);
  const saml = { metadataUrl: idp.issuer };
  done(await world.sso.create(by, { saml }));
  // One too many is refused before anything is asked.
  const before = world.reached.length;
  assertEquals(reasonOf(await world.sso.create(by, { saml })), "connection-exists");
  assertEquals(world.reached.length, before);
  for (let count = 1; count < 60; count++) {
    const ask = count % 2 === 0
      ? world.sso.test(by, "sso-acme")
      : world.sso.update(by, "sso-acme", { saml });
    assertEquals(reasonOf(await ask as never), "ok");
  }
  assertEquals(reasonOf(await world.sso.update(by, "sso-acme", { saml })), "too-many");
  assertEquals(reasonOf(await world.sso.test(by, "sso-acme") as never), "too-many");
  assertEquals(world.reached.length, before + 59);
  // What asks nobody is not counted.
  done(await world.sso.update(by, "sso-acme", { saml: { metadata: idp.metadata() } }));
  done(await world.sso.remove(by, "sso-acme"));
  assertEquals(reasonOf(await world.sso.create(by, { saml })), "too-many");
  assertEquals(world.reached.length, before + 59);
  done(await world.sso.create(by, { saml: { metadata: idp.metadata() } }));
});

Deno.test("auth.connections.update: metadata takes the place of the URL of other metadata", async () => {
  const { world, org, idp } = await start();
  const by = world.app.orgs.asSystem(org);
  done(await world.sso.create(by, { saml: { metadataUrl: idp.issuer } }));
  const update = async (saml: object) =>
    done(await world.sso.update(by, "sso-acme", { saml })).connection.saml!.metadataUrl;
  assertEquals(await update({ subject: "oid" }), idp.issuer);
  assertEquals(await update({ metadata: idp.metadata() }), null);
  assertEquals(await update({ metadataUrl: idp.issuer }), idp.issuer);
  assertEquals(await update({ metadataUrl: null }), null);
});

Deno.test("connections pages: metadata with an entity ID that cannot be used is said to have one", async () => {
  const { owner, idp, world } = await start();
  const form = `${PAGE}?kind=saml`;
  const connect = async (fields: Record<string, string>) =>
    (await read(await owner.browser.submit(form, fields, "Connect provider"))).html;
  const spaced = idp.metadata().replace('entityID="', 'entityID=" ');
  assertStringIncludes(await connect({ metadata: spaced }), "its entity ID is not a text");
  // What is read from a URL is shorter than what is entered.
  idp.handler = () => Promise.resolve(new Response(spaced + " ".repeat(64 * 1024)));
  world.idps.set("https://saml.acme.example", idp as never);
  assertStringIncludes(await connect({ metadataUrl: idp.issuer }), "bytes; enter it as XML");
});

Deno.test("auth.connections.create: a value of SAML that cannot be used is named, and nothing is written", async () => {
  const { world, org, idp } = await start();
  const by = world.app.orgs.asSystem(org);
  const good = { entityId: "urn:idp", ssoUrl: idp.ssoUrl, certificates: [idp.key.certificate] };
  const bad: [object, string][] = [
    [{}, "metadata"],
    [{ metadata: 1 }, "metadata"],
    [{ metadata: "<a/>" }, "metadata"],
    [{ metadataUrl: 1 }, "metadataUrl"],
    [{ metadataUrl: {} }, "metadataUrl"],
    [{ metadataUrl: "" }, "metadataUrl"],
    [{ metadataUrl: "http://idp.example/" }, "metadataUrl"],
    [{ metadataUrl: "https://127.0.0.1/" }, "metadataUrl"],
    [{ metadataUrl: "https://nobody.example/" }, "metadataUrl"],
    [{ ...good, entityId: "" }, "entityId"],
    [{ ...good, entityId: "a\n" }, "entityId"],
    [{ ...good, entityId: "a".repeat(1025) }, "entityId"],
    [{ ...good, ssoUrl: "https://10.0.0.1/sso" }, "ssoUrl"],
    [{ ...good, ssoUrl: "javascript:alert(1)" }, "ssoUrl"],
    [{ ...good, ssoUrl: undefined }, "ssoUrl"],
    [{ ...good, certificates: [] }, "certificates"],
    [{ ...good, certificates: ["text"] }, "certificates"],
    [{ ...good, certificates: "text" }, "certificates"],
    [{ ...good, certificates: ["x".repeat(100_000)] }, "certificates"],
    [{ ...good, subject: "" }, "subject"],
    [{ ...good, email: "a".repeat(501) }, "email"],
    [{ ...good, groups: 1 }, "groups"],
  ];
  for (const [saml, field] of bad) {
    const error = await assertRejects(
      () => world.sso.create(by, { saml: saml as never }),
      AuthError,
      "of the connection",
      JSON.stringify(saml),
    );
    assertEquals((error.cause as { field?: string }).field, field, JSON.stringify(saml));
  }
  assertEquals((await world.app.records.list(`org:${org}`, "connection")).length, 0);
  done(await world.sso.create(by, { saml: good }));
  // Neither kind becomes the other one.
  const issuer = "https://idp.example";
  await assertRejects(
    () => world.sso.update(by, "sso-acme", { issuer }),
    AuthError,
    "another protocol",
  );
  done(await world.sso.remove(by, "sso-acme"));
  done(await world.sso.create(by, { issuer, clientId: "a" }));
  await assertRejects(
    () => world.sso.update(by, "sso-acme", { saml: good }),
    AuthError,
    "another protocol",
  );
});

Deno.test("auth.connections.test: what the metadata lacks now is put into a sentence", async () => {
  const { world, org, idp } = await start();
  const by = world.app.orgs.asSystem(org);
  done(await world.sso.create(by, { saml: { metadataUrl: idp.issuer } }));
  const lacksOf = async () => {
    const result = await world.sso.test(by, "sso-acme");
    return result.ok
      ? "ok"
      : "lacks" in result
      ? `${result.lacks}: ${result.message}`
      : result.reason;
  };
  assertEquals(await lacksOf(), "ok");
  const { key } = idp;
  idp.key = makeCertificate("the next key of acme");
  assertEquals(await lacksOf(), "certificate: The metadata has another certificate");
  idp.key = key;
  const { ssoUrl } = idp;
  idp.ssoUrl = "https://saml.acme.example/other";
  assertEquals(await lacksOf(), "metadata: The metadata has another sign-on URL");
  idp.ssoUrl = ssoUrl;
  const { handler } = idp;
  idp.handler = () => Promise.resolve(new Response("away", { status: 503 }));
  assertEquals(await lacksOf(), "metadata: The metadata cannot be read: its host answers 503");
  idp.handler = handler;
  using time = new FakeTime();
  await time.tickAsync(366 * DAY);
  assertEquals(await lacksOf(), "certificate: No certificate of the connection is valid now");
});

Deno.test("Saml(): the metadata of the app has its URLs and certificates, for any name", async () => {
  const older = makeCertificate("an older key of the app");
  const world = createSamlWorld({ keys: [OWN, older] });
  const get = async (path: string) =>
    await Auth(new Request(`${APP}/auth/${path}`), world.app.config);
  const answer = await get("saml/nobody/metadata");
  assertEquals(answer.status, 200);
  assertMatch(answer.headers.get("content-type")!, /^application\/samlmetadata\+xml/);
  const text = await answer.text();
  for (
    const part of [
      `entityID="${APP}/auth/saml/nobody/metadata"`,
      `Location="${APP}/auth/callback/sso-nobody"`,
      'WantAssertionsSigned="true"',
      'AuthnRequestsSigned="true"',
      OWN.base64,
      older.base64,
    ]
  ) assertStringIncludes(text, part);
  assertEquals(text.includes("PRIVATE"), false);
  for (const name of ["-", "a_b", "A", "a".repeat(200), "%00", "a%22b"]) {
    const { status, body } = await get(`saml/${name}/metadata`);
    await body?.cancel();
    assert(status >= 400 && status < 500, `${name} ${status}`);
  }
});

Deno.test("Saml(): a request is signed with the first key, and asks for a new sign-in where one is needed", async () => {
  const world = createSamlWorld({ keys: [OWN] });
  const acme = await world.samlCompany("acme");
  const entry = await enter(world, acme, person("1"));
  assertEquals(entry.outcome, "in");
  const [{ url, xml, requestId }] = acme.saml.received as [SamlCompany["saml"]["received"][0]];
  assertMatch(requestId, /^_[0-9a-f]{40}$/);
  assertStringIncludes(xml, "nameid-format:persistent");
  assertEquals(xml.includes("ForceAuthn"), false);
  const [signed, signature] = url.search.slice(1).split("&Signature=");
  const verify = (text: string) =>
    createVerify("RSA-SHA256").update(text)
      .verify(OWN.certificate, Buffer.from(decodeURIComponent(signature!), "base64"));
  assertEquals([verify(signed!), verify(`${signed}x`)], [true, false]);

  using time = new FakeTime();
  await time.tickAsync(60 * 60 * 1000);
  const require = () =>
    world.app.auth.requireProof(requestOf(entry), { maxAge: 60, allowSilentSignIn: true });
  await read(await entry.browser.visit((await require())!));
  assertEquals((await enter(world, acme, person("1"), entry.browser)).outcome, "in");
  assertStringIncludes(acme.saml.received[1]!.xml, 'ForceAuthn="true"');
  assertEquals(await require(), null);
});

Deno.test("Saml(): an attribute that the app cannot open is left out, unless the connection reads it", async () => {
  const errors: string[] = [];
  const error = (one: Error) => {
    const { err } = (one.cause ?? {}) as { err?: Error };
    errors.push((err ?? one).message);
  };
  const roles = [{ group: "admins", role: "admin" }];
  const world = createSamlWorld({}, {
    config: { logger: { error } },
    connections: { attributes: { role: { claim: "groups", roles } } } as never,
  });
  const acme = await world.samlCompany("acme");
  const sealed = encrypt("<a/>", OWN, { local: "EncryptedAttribute" });
  const add = (xml: string) => xml.replace("</saml:AttributeStatement>", (end) => sealed + end);
  const outcome = async () => (await enter(world, acme, { ...person("1"), before: add })).outcome;
  assertEquals([await outcome(), await outcome()], ["in", "in"]);
  const left = errors.filter((one) => one.includes("was left out"));
  assertEquals(left.length, 1);
  assertMatch(left[0]!, /^An attribute of https:\/\/saml\.acme\..* was left out: .*`keys` of Saml/);
  const fields = { subject: "oid", email: "post", groups: "teams" };
  for (const [field, name] of Object.entries(fields)) {
    const others = { subject: null, email: null, groups: null };
    const saml = { ...others, [field]: name };
    done(await world.sso.update(world.app.orgs.asSystem(acme.org), acme.id, { saml }));
    errors.length = 0;
    assertEquals(await outcome(), "failed", field);
    assertStringIncludes(errors.join("\n"), `has no "${name}" that can be read: The Encrypted`);
  }
});

Deno.test("Saml(): the cookie of a request is sealed, and comes back with a form of another site", async () => {
  const world = createSamlWorld();
  const acme = await world.samlCompany("acme");
  const browser = world.open();
  const body = new URLSearchParams({ csrfToken: await browser.csrf() });
  const answer = await browser.fetch(`/auth/signin/${acme.id}`, { method: "POST", body });
  await answer.body?.cancel();
  const cookie = answer.headers.getSetCookie().find((one) => one.includes("authjs.state"))!;
  for (const part of ["HttpOnly", "Secure", "SameSite=None"]) assertStringIncludes(cookie, part);
  const { requestId, relayState } = readRequest(
    new URL(answer.headers.get("location")!),
    acme.saml.issuer,
  );
  assert(requestId.length > 40 && relayState.length > 40 && relayState.length <= 80);
  for (const text of [requestId, relayState]) assertEquals(cookie.includes(text), false);
});

Deno.test("Saml(): of fifty sign-ins with one assertion at once, one gets in", async () => {
  const world = createSamlWorld();
  const acme = await world.samlCompany("acme");
  // An answer that fits all: it is for one request, whose cookie all browsers have.
  const browser = world.open();
  acme.saml.parts = person("1");
  const landing = await browser.fetch(await world.begin(acme, browser));
  const html = await landing.text();
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!;
  const body = new URLSearchParams({
    SAMLResponse: value("SAMLResponse"),
    RelayState: value("RelayState"),
  });
  const url = `${APP}/auth/callback/${acme.id}`;
  const cookie = browser.cookies.header(new URL(url))!;
  const answers = await Promise.all(Array.from({ length: 50 }, async () => {
    const answer = await Auth(
      new Request(url, { method: "POST", body, headers: { cookie } }),
      world.app.config,
    );
    await answer.body?.cancel();
    assert(answer.status < 500, String(answer.status));
    return answer.headers.get("location");
  }));
  const ins = answers.filter((location) => location === `${APP}/after`);
  assertEquals(ins.length, 1, JSON.stringify(new Set(answers)));
});

Deno.test("Saml(): the end of the last certificate is told 30, 7 and 1 days before", async () => {
  using time = new FakeTime();
  const world = createSamlWorld();
  const until = Date.now() + 40 * DAY;
  const acme = await world.samlCompany("acme", {
    ...createSamlIdp("https://saml.acme.example", makeCertificate("short", { until })),
  });
  const days: string[] = [];
  for (let day = 0; day < 40; day++) {
    world.app.mails.length = 0;
    await world.prove(acme.org, acme.domain);
    for (let again = 0; again < 2; again++) {
      assertEquals((await enter(world, acme, person("1"))).outcome, "in");
    }
    for (const { text, to } of world.app.mails) {
      const [, left] = /A certificate of the identity provider[^]*Days left: (\d+)/.exec(text) ??
        [];
      if (left) days.push(`${left} ${to}`);
    }
    await time.tickAsync(DAY);
  }
  const to = "owner@acme-founders.example";
  assertEquals(days, [`30 ${to}`, `7 ${to}`, `1 ${to}`]);
});

Deno.test("Saml(): what begins at the provider leads on to URLs of the app alone", async () => {
  const world = createSamlWorld();
  const acme = await world.samlCompany("acme", undefined, { startsAtProvider: true });
  for (
    const [relayState, target] of [
      ["/after", "/after"],
      ["https://evil.example/", "/"],
      // A path of the app, which has no such page.
      ["//evil.example/", "//evil.example/"],
      ["javascript:alert(1)", "/"],
      ["", "/"],
    ] as const
  ) {
    let isFirst = true;
    acme.saml.parts = person("1");
    const browser = world.open();
    acme.saml.relayState = (text) => isFirst ? relayState : text;
    acme.saml.answer = () => {
      if (!isFirst) return undefined as never;
      return encodeAnswer('<p:Response xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol"/>');
    };
    const page = await browser.fetch(await world.begin(acme, browser));
    const html = await page.text();
    isFirst = false;
    acme.saml.answer = undefined;
    const body = new URLSearchParams({
      SAMLResponse: /name="SAMLResponse" value="([^"]*)"/.exec(html)![1]!,
      RelayState: relayState,
    });
    const asked = await browser.visit(`/auth/callback/${acme.id}`, {
      ...{ method: "POST", body },
      from: "https://saml.acme.example/",
    });
    await asked.response.body?.cancel();
    assertEquals(await browser.session(), null, relayState);
    const { landing, email } = await world.press(asked, browser);
    assertEquals(landing.url.href, APP + target, relayState);
    assertEquals(email, "ada@acme.example", relayState);
  }
});

Deno.test("Saml(): the address is found under the usual names, also those of X.500", async () => {
  const world = createSamlWorld();
  const acme = await world.samlCompany("acme");
  const names = ["mail", "urn:oid:0.9.2342.19200300.100.1.3", "urn:oid:1.2.840.113549.1.9.1"];
  for (const [number, name] of names.entries()) {
    const email = `person${number}@acme.example`;
    const said = { nameId: String(number), attributes: { [name]: email } };
    const { outcome, email: found } = await enter(world, acme, { said });
    assertEquals([outcome, found], ["in", email], name);
  }
});

Deno.test("Saml(): who came through the connection can require it", async () => {
  const world = createSamlWorld();
  const acme = await world.samlCompany("acme");
  const boss = await enter(world, acme, person("1", "boss@acme.example"));
  const id = String((await world.userOf("boss@acme.example"))!.id);
  done(await world.app.orgs.changeRole(world.app.orgs.asSystem(acme.org), id, "owner"));
  const require = async (at: Parameters<World["sso"]["update"]>[0], more = {}) =>
    reasonOf(await world.sso.update(at, acme.id, { required: true, ...more }));
  assertEquals(
    await require(await membership(world.app, acme.owner, "acme")),
    "provider-required",
  );
  const own = await membership(world.app, boss, "acme");
  // Nobody has come through one with another entity id.
  assertEquals(await require(own, { saml: { entityId: "urn:other" } }), "forbidden");
  assertEquals(await require(own), "ok");
  // Another certificate is the same provider, and another entity id is not.
  acme.saml.key = makeCertificate("the next key of acme");
  const { metadata } = { metadata: acme.saml.metadata() };
  const update = async (saml: object) =>
    done(await world.sso.update(own, acme.id, { saml })).connection.isRequired;
  assertEquals(await update({ metadata }), true);
  assertEquals(await update({ entityId: "urn:other" }), false);
});

Deno.test("Saml(): options that cannot be used are refused at start, by name", () => {
  const errorOf = (options: object) => {
    const app = createOrgApp("jwt", {
      connections: Connections({
        ...{ kinds: ["saml"], resolveTxt: () => [], join: "member" },
        ...options,
      } as never),
    });
    try {
      requireConfig(app.config);
    } catch (error) {
      const { cause, message } = error as AuthError;
      return `${cause?.option}: ${message}`;
    }
  };
  const other = makeCertificate("another");
  assertEquals(errorOf({ saml: Saml() }), undefined);
  assertEquals(errorOf({ saml: Saml({ keys: [OWN] }) }), undefined);
  for (
    const [options, words] of [
      [{}, "connections.kinds: "],
      [{ saml: {} }, "connections.saml: "],
      [{ kinds: ["oidc"], saml: Saml() }, "connections.saml: "],
      [{ saml: Saml({ keys: {} as never }) }, "is not a list"],
      [{ saml: Saml({ keys: [{}] as never }) }, "it is no certificate"],
      [{ saml: Saml({ keys: [{ ...OWN, privateKey: "" }] }) }, "no private key in PEM"],
      [
        { saml: Saml({ keys: [{ ...OWN, certificate: other.certificate }] }) },
        "not that of its key",
      ],
    ] as [object, string][]
  ) assertStringIncludes(errorOf(options) ?? "", words);
});

Deno.test("Saml(): a runtime without `node:crypto` is refused at start, by name", () => {
  const { process } = globalThis as unknown as { process: { getBuiltinModule: unknown } };
  const { getBuiltinModule } = process;
  process.getBuiltinModule = () => undefined;
  try {
    const app = createOrgApp("jwt", {
      connections: Connections({
        ...{ kinds: ["saml"], saml: Saml(), resolveTxt: () => [], join: "member" },
        fetch: () => Promise.reject(new Error("away")),
      } as never),
    });
    const error = app.config && (() => {
      try {
        requireConfig(app.config);
      } catch (error) {
        return error as AuthError;
      }
    })();
    assertStringIncludes(error?.message ?? "", "the runtime has no `node:crypto`");
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
});

Deno.test("Saml(): an app with OpenID Connect alone loads no module of SAML", async () => {
  const names = await Array.fromAsync(
    Deno.readDir(new URL("../../src/capabilities/saml/", import.meta.url)),
  );
  const modules = names.filter(({ name }) => name.endsWith(".ts"))
    .map(({ name }) => `src/capabilities/saml/${name}`);
  assert(modules.length > 10);
  const program = `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { Connections } from ${at("src/capabilities/connections/mod.ts")};
import { defineAccess, Organizations } from ${at("src/capabilities/organizations/mod.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
const access = defineAccess({ permissions: {}, roles: { member: {} } });
const auth = defineAuth({
  providers: [], adapter: MemoryAdapter(), sendMail() {},
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error() {}, warn() {}, debug() {} },
  organizations: Organizations({ access }),
  connections: Connections({ kinds: ["oidc"], resolveTxt: () => [], join: "member" }),
});
const by = auth.organizations.asSystem("org_0000000000000000000000");
await auth.connections.create(by, { issuer: "https://idp.example", clientId: "a" });
const visit = async (path) => (await auth.handler(new Request("http://localhost" + path))).status;
console.log(await visit("/auth/session"), await visit("/auth/saml/acme/metadata"));
`;
  assertEquals(await runTrapped(modules, program), "200 400");
});

Deno.test("Saml(): without its package, nothing is connected and no test passes", async () => {
  const program = `
import { makeProtocol } from ${at("src/capabilities/saml/protocol.ts")};
const { findLack, read, describe } = makeProtocol([]);
const why = async (run) => {
  try { return JSON.stringify(await run()); } catch (error) { return error.message; }
};
const saml = { certificates: [], metadataUrl: null };
console.log(await why(() => read({}, { metadata: "" }, true)));
console.log(await why(() => findLack({}, { issuer: "", saml })));
// What is shown of a connection needs none.
console.log(describe(saml).length);
`;
  const refused = "Cannot use SAML: the package `xml-crypto` cannot be loaded in this runtime";
  const [first, second, third] = (await runTrapped(["xml-crypto"], program)).split("\n");
  assertStringIncludes(first!, refused);
  assertStringIncludes(second!, refused);
  assertEquals(third, "0");
});
