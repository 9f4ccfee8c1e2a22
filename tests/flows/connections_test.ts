/**
 * Connections of organizations: how they are set up, how a domain is proven, lost and changes hands,
 * how an address leads to a provider, and what many calls at once make of it.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { totpCode } from "../../src/tools/testing/mod.ts";
import { AuthError } from "../../src/errors.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { connections as kind } from "../../src/capabilities/connections/kinds.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { type Claims, createWorld, type World } from "./_connections.ts";
import { APP, createOrgApp, done, membership, reasonOf, requestOf } from "./_organizations.ts";
import { onEveryStore } from "./_every_store.ts";
import { STRATEGIES } from "./_strategies.ts";

const DAY = 24 * 60 * 60 * 1000;

const person = (sub: string, email: string): Claims => ({ sub, name: "A person", email });

const by = ({ app }: World, org: string) => app.orgs.asSystem(org);

/** What a page answers to an address that was typed, without what differs by chance. */
async function typed(world: World, path: string, email: string) {
  const browser = world.open();
  const response = await browser.post(path, { email, callbackUrl: "/after" });
  const location = new URL(response.headers.get("location") ?? "", APP);
  const cookies = response.headers.getSetCookie()
    .map((one) => one.split("=")[0]!.replace(/(state)\..*/, "$1")).sort();
  const body = await response.text();
  return { status: response.status, location, cookies, body, browser };
}

Deno.test("auth.connections: a secret is sealed, and nothing shows it", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const { connections } = done(await world.sso.list(by(world, acme.org)));
  assertEquals(connections.map(({ id, issuer }) => [id, issuer]), [[
    "sso-acme",
    "https://idp.acme.example",
  ]]);
  assertEquals(JSON.stringify(connections).includes("secret-"), false);
  const stored = await kind.get(world.app.records, "sso-acme");
  assertEquals(JSON.stringify(stored).includes(acme.idp.clientSecret), false);
  const shown = JSON.stringify(world.app.entries) + JSON.stringify(world.app.errors);
  assertEquals(shown.includes(acme.idp.clientSecret), false);
});

Deno.test("auth.connections: an organization has one, and sees its own alone", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const evil = await world.company("evil");
  const values = { issuer: "https://idp.example", clientId: "id" };
  assertEquals(reasonOf(await world.sso.create(by(world, acme.org), values)), "connection-exists");
  for (
    const result of [
      await world.sso.update(by(world, evil.org), acme.id, { clientId: "other" }),
      await world.sso.remove(by(world, evil.org), acme.id),
      await world.sso.test(by(world, evil.org), acme.id),
      await world.domains.remove(by(world, evil.org), acme.domain),
      await world.domains.check(by(world, evil.org), acme.domain),
      await world.sso.remove(by(world, evil.org), "sso-nothing"),
      await world.sso.remove(by(world, evil.org), "a".repeat(100_000)),
      await world.sso.remove(by(world, acme.org), ""),
      await world.sso.update(by(world, acme.org), "", { clientId: "other" }),
      await world.sso.test(by(world, acme.org), ""),
    ]
  ) assertEquals(reasonOf(result), "unknown");
  assertEquals((await world.enter(acme, person("1", "ada@acme.example"))).outcome, "in");
});

Deno.test("auth.connections: members and admins change nothing, and owners need a fresh proof", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const entry = await world.enter(acme, person("1", "ada@acme.example"));
  const { id } = (await world.userOf("ada@acme.example"))!;
  for (const role of ["member", "admin"] as const) {
    done(await world.app.orgs.changeRole(by(world, acme.org), String(id), role));
    const at = await membership(world.app, entry, "acme");
    for (
      const result of [
        await world.sso.create(at, { issuer: acme.idp.issuer, clientId: "id" }),
        await world.sso.list(at),
        await world.sso.update(at, acme.id, { clientId: "other" }),
        await world.sso.remove(at, acme.id),
        await world.sso.test(at, acme.id),
        await world.domains.add(at, "other.example"),
        await world.domains.check(at, acme.domain),
        await world.domains.list(at),
        await world.domains.remove(at, acme.domain),
      ]
    ) assertEquals(reasonOf(result), "forbidden");
  }
  using time = new FakeTime();
  await time.tickAsync(60 * 60 * 1000);
  const owner = await membership(world.app, acme.owner, "acme");
  assertEquals(reasonOf(await world.sso.list(owner)), "ok");
  assertEquals(reasonOf(await world.sso.remove(owner, acme.id)), "proof-too-weak");
  assertEquals(reasonOf(await world.domains.add(owner, "other.example")), "proof-too-weak");
});

Deno.test("auth.connections.create: a value that cannot be used is named, and nothing is written", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  done(await world.sso.remove(by(world, acme.org), acme.id));
  const good = { issuer: "https://idp.acme.example", clientId: "id", clientSecret: "secret" };
  const bad: [Record<string, unknown>, string][] = [
    ...[
      undefined,
      "",
      1,
      "idp.acme.example",
      "http://idp.acme.example",
      "https://idp.acme.example:8443",
      "https://user@idp.acme.example",
      "https://idp.acme.example#a",
      "https://idp.acme.example?a=b",
      "https://IDP.acme.example",
      "https://localhost",
      "https://127.0.0.1",
      "https://[::1]",
      "https://10.0.0.1",
      "https://169.254.169.254",
      "https://2130706433",
      "https://idp",
      "https://idp.internal",
      "https://idp.local",
      "file:///etc/passwd",
      `https://idp.acme.example/${"a".repeat(1000)}`,
    ].map((issuer): [Record<string, unknown>, string] => [{ issuer }, "issuer"]),
    ...["common", "organizations", "consumers"].map((word): [Record<string, unknown>, string] => [
      { issuer: `https://login.microsoftonline.com/${word}/v2.0` },
      "tenants",
    ]),
    ...[undefined, "", 1, "a\nb", "a".repeat(256)].map((
      clientId,
    ): [Record<string, unknown>, string] => [{ clientId }, "clientId"]),
    ...["", 1, "a\0", "a".repeat(2001)].map((clientSecret): [Record<string, unknown>, string] => [
      { clientSecret },
      "clientSecret",
    ]),
    [{ secretExpires: new Date(0) }, "secretExpires"],
    [{ secretExpires: "tomorrow" }, "secretExpires"],
    [{ tenants: [] }, "tenants"],
    [{ tenants: ["common"] }, "tenants"],
    [{ roles: "admin" }, "roles"],
    [{ roles: [{ group: "a", role: "king" }] }, "roles"],
    [{ roles: [{ group: "a", role: "owner" }] }, "roles"],
    [{ roles: [{ group: "", role: "admin" }] }, "roles"],
  ];
  for (const [value, field] of bad) {
    const error = await assertRejects(
      () => world.sso.create(by(world, acme.org), { ...good, ...value } as never),
      AuthError,
      "Cannot use",
      JSON.stringify(value),
    );
    assertEquals(error.cause?.field, field, JSON.stringify(value));
  }
  assertEquals(done(await world.sso.list(by(world, acme.org))).connections, []);
});

Deno.test("auth.connections.update: the secret of an issuer is not sent to another one", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const idp = await world.startIdp("https://other.example");
  done(await world.sso.update(by(world, acme.org), acme.id, { issuer: idp.issuer }));
  const entry = await world.enter({ ...acme, idp }, person("1", "ada@acme.example"));
  assertEquals(entry.outcome, "failed");
  const sent = JSON.stringify(idp.requests.map(({ body, headers }) => [body, [...headers]]));
  assertEquals(sent.includes(acme.idp.clientSecret), false);
  assertEquals(sent.includes(btoa(`${acme.idp.clientId}:${acme.idp.clientSecret}`)), false);
});

Deno.test("auth.connections.update: of changes at once, none undoes another one", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const roles = [{ group: "admins", role: "admin" }];
  const secretExpires = new Date(Date.now() + 90 * DAY);
  const changes = [{ clientId: "other" }, { roles }, { secretExpires }];
  const results = await Promise.all(
    Array.from(
      { length: 50 },
      (_, i) => world.sso.update(by(world, acme.org), acme.id, changes[i % changes.length]!),
    ),
  );
  for (const result of results) done(result);
  const [found] = done(await world.sso.list(by(world, acme.org))).connections;
  const { clientId, roles: ownRoles, secretExpires: end } = found!;
  assertEquals([clientId, ownRoles, end], ["other", roles, secretExpires]);
});

Deno.test("auth.connections.test: a provider that cannot be used is put into a sentence", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  assertEquals(await world.sso.test(by(world, acme.org), acme.id), { ok: true });
  const answers: Record<string, () => Response> = {
    "status 500": () => new Response("", { status: 500 }),
    "content type": () => new Response("<p>", { headers: { "content-type": "text/html" } }),
    "redirects": () => Response.redirect("https://other.example/", 302),
    "its issuer is": () => Response.json({ issuer: "https://other.example" }),
    "longer than": () => Response.json({ issuer: acme.idp.issuer, a: "a".repeat(70_000) }),
  };
  for (const [words, answer] of Object.entries(answers)) {
    acme.idp.hostile.answer = { discovery: answer };
    const result = await world.sso.test(by(world, acme.org), acme.id);
    assert(!result.ok && result.reason === "provider-failed", words);
    assert("message" in result && result.message.includes(words), JSON.stringify(result));
  }
});

Deno.test("auth.domains: what is no domain, and what belongs to everybody, is refused", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const names = [
    ...["", " ", "acme", ".example", "acme..example", "acme.example/", "a@acme.example", "1.2.3.4"],
    ...["[::1]", "acme.local", "acme.internal", "localhost", "acme.example:443", "*.acme.example"],
    ...["gmail.com", "GMAIL.com", "ｇmail.com", "outlook.com", "yahoo.co.uk", "qq.com", "web.de"],
    ...[
      "a".repeat(64) + ".example",
      "a.".repeat(200) + "example",
      "acme.example\0",
      "_dmarc.a.example",
    ],
  ];
  for (const name of [...names, undefined, null, 1, ["acme.example"]]) {
    const error = await assertRejects(
      () => world.domains.add(by(world, acme.org), name as string),
      AuthError,
      "Cannot use the domain",
      String(name),
    );
    assertEquals(error.cause?.field, "domain");
  }
  const { domains } = done(await world.domains.list(by(world, acme.org)));
  assertEquals(domains.map(({ name, isProven }) => [name, isProven]), [["acme.example", true]]);
});

Deno.test("auth.domains.check: only the record of this organization, in full, proves a domain", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const evil = await world.company("evil");
  const add = async (org: string) => done(await world.domains.add(by(world, org), "new.example"));
  const [{ domain: own }, { domain: other }] = [await add(acme.org), await add(evil.org)];
  assertNotEquals(own.record.value, other.record.value);
  assertEquals(await add(acme.org), { ok: true, domain: own });
  const { name, value } = own.record;
  for (
    const texts of [
      [],
      [other.record.value],
      [value.slice(0, -1)],
      [`${value}x`],
      [`v=spf1 ${value}`],
      [value.toUpperCase()],
      ["a".repeat(100_000)],
    ]
  ) {
    world.dns.set(name, texts);
    const { domain } = done(await world.domains.check(by(world, acme.org), "new.example"));
    assertEquals(domain.isProven, false, texts[0]?.slice(0, 100));
  }
  world.dns.set(name, new Error("no answer"));
  assertEquals(done(await world.domains.check(by(world, acme.org), "new.example")).domain, own);
  world.dns.set(name, ["v=spf1 -all", value]);
  assert(done(await world.domains.check(by(world, acme.org), "NEW.example")).domain.isProven);
});

Deno.test("Connections(): a domain is looked at again after a week, and a loss is told once", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const enter = (sub: string) => world.enter(acme, person(sub, `${sub}@acme.example`));
  assertEquals((await enter("first")).outcome, "in");
  const looks = () => world.asked.length;
  const before = looks();
  using time = new FakeTime();
  await time.tickAsync(6 * DAY);
  assertEquals([(await enter("second")).outcome, looks()], ["in", before]);
  await time.tickAsync(DAY);
  assertEquals([(await enter("third")).outcome, looks()], ["in", before + 1]);
  // One whose resolver does not answer keeps what it has for a while.
  const [name] = [...world.dns.keys()];
  world.dns.set(name!, new Error("no answer"));
  await time.tickAsync(7 * DAY);
  assertEquals((await enter("fourth")).outcome, "in");
  world.app.mails.length = 0;
  world.dns.clear();
  await time.tickAsync(2 * DAY);
  assertEquals((await enter("fifth")).outcome, "other-domain");
  assertEquals((await enter("sixth")).outcome, "other-domain");
  assertEquals((await enter("first")).outcome, "in");
  await time.tickAsync(8 * DAY);
  assertEquals((await enter("first")).outcome, "in");
  const told = world.app.mails.filter(({ subject }) => subject.includes("no longer confirmed"));
  assertEquals(told.map(({ to }) => to), ["owner@acme-founders.example"]);
  assertEquals(world.app.entries.filter(({ name }) => name === "domain.lost").length, 1);
  const [lost] = done(await world.domains.list(by(world, acme.org))).domains;
  assertEquals([lost!.isProven, lost!.lostAt !== null], [false, true]);
  await world.prove(acme.org, acme.domain);
  assertEquals((await enter("seventh")).outcome, "in");
});

Deno.test("Connections(): the end of a secret is told 30, 7 and 1 days before", async () => {
  using time = new FakeTime();
  const world = createWorld();
  const secretExpires = new Date(Date.now() + 40 * DAY);
  const acme = await world.company("acme", "acme.example", undefined, { secretExpires });
  const days: string[] = [];
  for (let day = 0; day < 41; day++) {
    world.app.mails.length = 0;
    await world.prove(acme.org, acme.domain);
    for (let again = 0; again < 2; again++) {
      assertEquals((await world.enter(acme, person("1", "ada@acme.example"))).outcome, "in");
    }
    for (const { text, to } of world.app.mails) {
      const [, left] = /Days left: (\d+)/.exec(text) ?? [];
      if (left) days.push(`${left} ${to}`);
    }
    await time.tickAsync(DAY);
  }
  const to = "owner@acme-founders.example";
  assertEquals(days, [`30 ${to}`, `7 ${to}`, `1 ${to}`]);
});

Deno.test("Connections(): no URL of a discovery document leads into a network of the app", async () => {
  const members = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"];
  const urls = [
    ...[
      "http://idp.acme.example/a",
      "https://localhost/a",
      "https://127.0.0.1/a",
      "https://[::1]/a",
    ],
    ...["https://169.254.169.254/latest/meta-data", "https://10.0.0.1/a", "https://2130706433/a"],
    ...[
      "https://idp.acme.example:8443/a",
      "https://user:pw@idp.acme.example/a",
      "file:///etc/passwd",
    ],
    ...["https://metadata.google.internal/a", "https://printer.local/a"],
  ];
  using time = new FakeTime();
  for (const member of members) {
    const world = createWorld();
    const acme = await world.company("acme");
    // So that user data is asked for.
    acme.idp.hostile.idTokenClaims = (claims) => {
      delete claims.name;
      delete claims.email;
    };
    for (const url of urls) {
      acme.idp.hostile.answer = {
        discovery: async (answer) => Response.json({ ...await answer.json(), [member]: url }),
      };
      // A provider that failed is not asked for some seconds.
      await time.tickAsync(11_000);
      world.reached.length = 0;
      await world.sso.test(by(world, acme.org), acme.id);
      const browser = world.open();
      const begun = new URL(await world.begin(acme, browser));
      // Browsers are led to any https URL, as by each provider.
      if (begun.origin === "https://idp.acme.example") {
        const entry = await world.follow(begun.href, browser);
        assertNotEquals(entry.outcome, "in", `${member}: ${url}`);
      }
      const own = world.reached.filter((one) => !one.startsWith("https://idp.acme.example/"));
      assertEquals(own, [], `${member}: ${url}`);
      assertEquals(world.reached.includes(url), false, `${member}: ${url}`);
    }
  }
});

Deno.test("Connections(): a provider leads nowhere else, and its answers have an end", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const hosts = ["https://other.example", "https://10.0.0.1"];
  for (const endpoint of ["discovery", "token", "jwks"] as const) {
    for (const host of hosts) {
      acme.idp.hostile.answer = { [endpoint]: () => Response.redirect(`${host}/x`, 307) };
      await world.sso.test(by(world, acme.org), acme.id);
      assertNotEquals((await world.enter(acme, person("1", "a@acme.example"))).outcome, "in");
      assertEquals(world.reached.some((one) => one.startsWith(host)), false, endpoint);
    }
    const long = () => Response.json({ a: "a".repeat(70_000) });
    acme.idp.hostile.answer = { [endpoint]: long };
    await world.sso.test(by(world, acme.org), acme.id);
    assertNotEquals((await world.enter(acme, person("1", "a@acme.example"))).outcome, "in");
  }
});

Deno.test("Connections(): an address leads to the provider of its domain, with all fields", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  for (const path of ["/signin/sso", "/signin/mail", "/signin"]) {
    const { location, status } = await typed(world, path, "Ada@ACME.example");
    assertEquals([status, location.origin], [302, "https://idp.acme.example"], path);
    const query = Object.fromEntries(location.searchParams);
    assertEquals(query.login_hint, "ada@acme.example");
    assertEquals(query.redirect_uri, `${APP}/auth/callback/sso-acme`);
    for (const name of ["state", "nonce", "code_challenge"]) assert(query[name], name);
  }
  acme.idp.user = person("1", "ada@acme.example");
  const browser = world.open();
  const fields = { email: "ada@acme.example" };
  const url = await browser.start("sso", { callbackUrl: "/after", fields });
  assertEquals((await world.follow(url, browser)).outcome, "in");
  const answer = await world.app.auth.signIn(new Request(`${APP}/`), "sso", fields);
  assertEquals(new URL(answer.headers.get("location")!).origin, "https://idp.acme.example");
});

Deno.test("Connections(): an address of any other domain gets the same answer, by the same reads", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const evil = await world.company("evil");
  // One that is claimed, one without a connection, and one whose domain is gone.
  done(await world.domains.add(by(world, evil.org), "claimed.example"));
  const bare = await world.company("bare");
  done(await world.sso.remove(by(world, bare.org), bare.id));
  const gone = await world.company("gone");
  done(await world.app.orgs.deleteOrganization(by(world, gone.org)));
  await world.byMail("user@acme.example");
  let reads = 0;
  const { records } = world.app;
  const { get, list } = records;
  records.get = (...args) => (reads++, get(...args));
  records.list = (...args) => (reads++, list(...args));
  for (const path of ["/signin/sso", "/signin"]) {
    const found = [];
    for (
      const domain of [
        "nobody.example",
        "claimed.example",
        "bare.example",
        "gone.example",
        "b.example",
      ]
    ) {
      reads = 0;
      const { browser: _, location, ...answer } = await typed(world, path, `ada@${domain}`);
      location.searchParams.delete("reference");
      found.push({ ...answer, location: location.href, reads });
    }
    for (const one of found) assertEquals(one, found[0], path);
  }
  const { location } = await typed(world, "/signin/sso", "ada@nobody.example");
  assertEquals(location.searchParams.get("code"), "NoConnection");
  // Whether there is a user of the address changes nothing either.
  const [known, unknown] = [
    await typed(world, "/signin", "user@acme.example"),
    await typed(world, "/signin", "none@acme.example"),
  ];
  assertEquals(known.location.origin, unknown.location.origin);
  assertEquals(known.cookies, unknown.cookies);
  assertEquals(acme.id, "sso-acme");
});

Deno.test("Connections(): what is no address leads nowhere", async () => {
  const world = createWorld();
  await world.company("acme");
  for (
    const email of [
      "",
      "acme.example",
      "@acme.example",
      "a@b@acme.example",
      "a@acme.example, b@c.de",
    ]
  ) {
    const { location, status } = await typed(world, "/signin/sso", email);
    assertEquals([status, location.searchParams.get("code")], [302, "NoConnection"], email);
  }
});

Deno.test("Connections(): an address that is typed again goes on to the usual step", async () => {
  const world = createWorld();
  await world.company("acme");
  const browser = world.open();
  const post = async () => {
    const answer = await browser.post("/signin/mail", { email: "ada@acme.example" });
    await answer.body?.cancel();
    return new URL(answer.headers.get("location")!).origin;
  };
  assertEquals([await post(), await post()], ["https://idp.acme.example", APP]);
});

Deno.test("Connections(): the same on a page of the app, which keeps nothing else", async () => {
  const world = createWorld({ config: { pages: { signIn: "/login" } } });
  await world.company("acme");
  const browser = world.open();
  const post = async () => {
    const answer = await browser.post("/signin/mail", { email: " Ada@acme.example" });
    await answer.body?.cancel();
    return new URL(answer.headers.get("location")!).origin;
  };
  assertEquals([await post(), await post()], ["https://idp.acme.example", APP]);
});

Deno.test("Connections(): a user who exists signs in as before, and is then offered the connection", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const email = "vic@acme.example";
  await world.byMail(email);
  const entry = await world.enter(acme, person("1", email));
  assertEquals(entry.outcome, "not-linked");
  const { browser } = entry;
  // The address does not lead to the provider again, which would refuse again.
  const before = world.app.links.length;
  await browser.start("mail", { fields: { email: "Vic@acme.example" }, callbackUrl: "/after" });
  assertEquals(world.app.links.length, before + 1);
  const page = await browser.visit(world.app.links.at(-1)!);
  assertEquals(page.url.searchParams.get("connect"), acme.id);
  const linked = await browser.submit(page);
  assertEquals(linked.url.pathname, "/after");
  assertEquals((await world.enter(acme, person("1", email))).email, email);
});

Deno.test("Connections(): a provider that is away leads to the usual step, or to a page", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  acme.idp.hostile.answer = { discovery: () => new Response("", { status: 503 }) };
  const { location } = await typed(world, "/signin/mail", "ada@acme.example");
  assertEquals([location.origin, location.pathname], [APP, "/auth/verify-request"]);
  const browser = world.open();
  const url = new URL(await world.begin(acme, browser));
  assertEquals(url.searchParams.get("code"), "ConnectionFailed");
  const asked = acme.idp.count("discovery");
  for (let again = 0; again < 5; again++) await world.begin(acme, world.open());
  assertEquals(acme.idp.count("discovery"), asked, "a provider that is away is spared");
});

for (const strategy of STRATEGIES) {
  Deno.test(`auth.connections.update: only who came through it can require it (${strategy})`, async () => {
    const world = createWorld({ strategy });
    const acme = await world.company("acme");
    const require = async (at: Parameters<World["sso"]["update"]>[0]) =>
      reasonOf(await world.sso.update(at, acme.id, { required: true }));
    assertEquals(await require(by(world, acme.org)), "forbidden");
    const owner = await membership(world.app, acme.owner, "acme");
    assertEquals(await require(owner), "provider-required");
    const policy = { memberProviders: [acme.id] };
    const { updateOrganization } = world.app.orgs;
    assertEquals(reasonOf(await updateOrganization(owner, { policy })), "provider-required");
    const second = await world.enter(acme, person("1", "boss@acme.example"));
    const boss = String((await world.userOf("boss@acme.example"))!.id);
    done(await world.app.orgs.changeRole(by(world, acme.org), boss, "owner"));
    // No policy leaves owners the connection alone.
    const own = await membership(world.app, second, "acme");
    const only = await assertRejects(
      () => updateOrganization(own, { policy: { providers: [acme.id] } }),
      AuthError,
      "none of them is a provider of the config",
    );
    assertEquals(only.cause?.field, "policy.providers");
    assertEquals(await require(own), "ok");
    assert(done(await world.sso.list(own)).connections[0]!.isRequired);
    // A member by another way is refused; the owner who founded it is not.
    const vic = await world.byMail("vic@acme.example");
    await world.app.orgs.importMembers(acme.org, [{ email: vic.email, role: "member" }]);
    const refused = await world.app.orgs.readMembership(requestOf(vic), "acme");
    assertEquals(reasonOf(refused), "provider-required");
    await membership(world.app, acme.owner, "acme");
    const ada = await world.enter(acme, person("2", "ada@acme.example"));
    await membership(world.app, ada, "acme");
    // Whatever makes the connection another one sets members free.
    done(await world.sso.remove(await membership(world.app, acme.owner, "acme"), acme.id));
    await membership(world.app, vic, "acme");
  });
}

for (const inside of ["the demand", "the removal"] as const) {
  Deno.test(`auth.connections.remove: with a demand at the same time, none is left (within ${inside})`, async () => {
    const world = createWorld();
    const acme = await world.company("acme");
    const entry = await world.enter(acme, person("1", "boss@acme.example"));
    const boss = String((await world.userOf("boss@acme.example"))!.id);
    done(await world.app.orgs.changeRole(by(world, acme.org), boss, "owner"));
    const at = await membership(world.app, entry, "acme");
    const demand = () => world.sso.update(at, acme.id, { required: true });
    const remove = () => world.sso.remove(by(world, acme.org), acme.id);
    const { records } = world.app;
    const { put, take } = records;
    // The other call runs as a whole before the write of the one.
    if (inside === "the demand") {
      records.put = async (record, known) => {
        if (record.kind === "org") {
          records.put = put;
          done(await remove());
        }
        return await put(record, known);
      };
      assertEquals(reasonOf(await demand()), "unknown");
    } else {
      records.take = async (name, id) => {
        if (name === "connection") {
          records.take = take;
          done(await demand());
        }
        return await take(name, id);
      };
      done(await remove());
    }
    const { policy } = done(await world.app.orgs.readPolicy(by(world, acme.org)));
    assertEquals(policy.memberProviders, undefined);
    assertEquals(await kind.get(records, acme.id), null);
  });
}

Deno.test("auth.connections.update: nothing is required where no owner has another way to sign in", async () => {
  const world = createWorld({ config: { providers: [] } });
  const idp = await world.startIdp("https://idp.acme.example");
  // The founder of an app without other ways comes from a script.
  const { app } = world;
  const make = async (email: string) =>
    String((await app.adapter.createUser!({ id: email, email, emailVerified: new Date() })).id);
  const founder = await make("founder@elsewhere.example");
  const { organization } = done(
    await app.orgs.createOrganization(founder, { name: "Acme", slug: "acme" }),
  );
  const { issuer, clientId, clientSecret } = idp;
  const values = { issuer, clientId, clientSecret };
  const { connection } = done(await world.sso.create(by(world, organization.id), values));
  await world.prove(organization.id, "acme.example");
  const at = { org: organization.id, id: connection.id, idp } as Parameters<World["enter"]>[0];
  const entry = await world.enter(at, person("1", "boss@acme.example"));
  const { id } = (await world.userOf("boss@acme.example"))!;
  done(await app.orgs.changeRole(by(world, organization.id), String(id), "owner"));
  const boss = await membership(app, entry, "acme");
  const require = async () =>
    reasonOf(await world.sso.update(boss, connection.id, { required: true }));
  assertEquals(await require(), "no-other-way");
});

Deno.test("Connections(): a user proves again by a new sign-in at the provider, whose `acr` is not taken", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  acme.idp.hostile.idTokenClaims = (claims) => void (claims.acr = "gold");
  const entry = await world.enter(acme, person("1", "ada@acme.example"));
  using time = new FakeTime();
  await time.tickAsync(60 * 60 * 1000);
  const require = (options: object) => world.app.auth.requireProof(requestOf(entry), options);
  const way = await require({ maxAge: 60, allowSilentSignIn: true });
  const page = await entry.browser.visit(way!);
  assert((await page.response.text()).includes("/auth/signin/sso-acme"));
  acme.idp.hostile.idTokenClaims = (claims) => {
    claims.acr = "gold";
    claims.auth_time = Math.floor(Date.now() / 1000);
  };
  const url = new URL(await world.begin(acme, entry.browser));
  assertEquals(url.searchParams.get("prompt"), "login");
  assertEquals((await world.follow(url.href, entry.browser)).outcome, "in");
  assertEquals(await require({ maxAge: 60 }), null);
  assertNotEquals(await require({ acrValues: ["gold"] }), null);
});

Deno.test("Connections(): a second factor follows, and then the sign-in goes on as that of the provider", async () => {
  const world = createWorld({ config: { factors: [Totp()], notifyNewDevice: true } });
  const acme = await world.company("acme");
  const claims = person("1", "ada@acme.example");
  const first = await world.enter(acme, claims);
  const { factors } = world.app.auth;
  const request = () => requestOf(first, "POST");
  const headers = new Headers();
  const { secret, state } = await factors.begin(request(), "totp", headers);
  first.browser.cookies.store(new URL(APP), headers.getSetCookie());
  const answer = await totpCode(secret!);
  const confirmed = { factor: "totp", state: state!, answer };
  assert(await factors.confirm(request(), confirmed as never, new Headers()));
  const browser = world.open();
  acme.idp.user = claims;
  const page = await browser.visit(await world.begin(acme, browser));
  assertEquals(page.url.pathname, "/auth/factor");
  assertEquals(await browser.session(), null);
  const next = await totpCode(secret!, new Date(Date.now() + 30_000));
  assertEquals((await browser.submit(page, { answer: next })).url.pathname, "/after");
  assertEquals((await browser.session())?.user?.email, "ada@acme.example");
  const started = world.app.entries.filter(({ name }) => name === "session.started").at(-1)!;
  assertEquals([started.provider, started.proof?.methods.includes("mfa")], [acme.id, true]);
});

Deno.test("Connections(): groups move members between roles, and never touch owners", async () => {
  const roles = [{ group: "admins", role: "admin" }, { group: "guests", role: "guest" }] as const;
  const world = createWorld({ connections: { attributes: { role: { roles } } } });
  const acme = await world.company("acme");
  const enter = async (groups: unknown) => {
    const claims = { ...person("1", "ada@acme.example"), groups };
    assertEquals((await world.enter(acme, claims)).outcome, "in");
    return await world.roleOf(acme.org, "ada@acme.example");
  };
  assertEquals(await enter(["guests"]), "guest");
  assertEquals(await enter(["guests", "admins"]), "admin");
  assertEquals(await enter([]), "member");
  assertEquals(await enter(["admins"]), "admin");
  const { id } = (await world.userOf("ada@acme.example"))!;
  done(await world.app.orgs.changeRole(by(world, acme.org), String(id), "guest"));
  assertEquals(await enter([]), "guest", "a role that an owner gave stays");
  done(await world.app.orgs.changeRole(by(world, acme.org), String(id), "owner"));
  assertEquals(await enter(["guests"]), "owner");
  const own = [{ group: "admins", role: "guest" }];
  done(await world.app.orgs.changeRole(by(world, acme.org), String(id), "member"));
  done(await world.sso.update(by(world, acme.org), acme.id, { roles: own }));
  assertEquals(await enter(["admins"]), "guest", "the list of the organization counts");
  done(await world.sso.update(by(world, acme.org), acme.id, { roles: null }));
  await world.app.auth.users.suspend(String(id));
  const suspended = { ...person("1", "ada@acme.example"), groups: ["admins"] };
  assertEquals((await world.enter(acme, suspended)).outcome, "denied");
  assertEquals(await world.roleOf(acme.org, "ada@acme.example"), "guest");
});

Deno.test("Connections(): a role of groups ends with them where the app gives none", async () => {
  const roles = [{ group: "staff", role: "member" }] as const;
  const options = { join: () => null, attributes: { role: { roles } } };
  const world = createWorld({ connections: options });
  const acme = await world.company("acme");
  const claims = person("1", "ada@acme.example");
  const enter = async (groups: unknown) => (await world.enter(acme, { ...claims, groups })).outcome;
  assertEquals(await enter(["staff"]), "in");
  assertEquals(await enter(["others"]), "not-admitted");
  assertEquals(await world.roleOf(acme.org, "ada@acme.example"), undefined);
  assertEquals(await enter(["staff"]), "in");
});

Deno.test('Connections(): `signUp: "invited"` admits who a connection lets in, and nobody else', async () => {
  const world = createWorld({ config: { signUp: "open" } });
  const acme = await world.company("acme");
  (world.app.config as { signUp: string }).signUp = "invited";
  assertEquals((await world.enter(acme, person("1", "ada@acme.example"))).outcome, "in");
  const browser = world.open();
  await browser.start("mail", { fields: { email: "bob@acme.example" } });
  await browser.start("mail", { fields: { email: "bob@acme.example" } });
  assertEquals(await world.userOf("bob@acme.example"), null);
});

Deno.test("Connections(): Entra's tenants and Google's domains must be those of the connection", async () => {
  const world = createWorld();
  const tid = "11111111-2222-3333-4444-555555555555";
  const other = "99999999-2222-3333-4444-555555555555";
  const shared = "https://login.microsoftonline.com";
  const idp = await world.startIdp(`${shared}/common/v2.0`, { issuerParameter: false });
  idp.hostile.answer = {
    discovery: async (response) =>
      Response.json({
        ...await response.json(),
        issuer: `${shared}/{tenantid}/v2.0`,
      }),
  };
  idp.hostile.idTokenClaims = (claims) =>
    void (claims.iss = `${shared}/${claims.tid ?? "common"}/v2.0`);
  const acme = await world.company("acme", "acme.example", idp, { tenants: [tid.toUpperCase()] });
  const enter = async (sub: string, tenant: unknown, email = `${sub}@acme.example`) =>
    (await world.enter(acme, { ...person(sub, email), tid: tenant })).outcome;
  assertEquals(await enter("1", tid), "in");
  assertEquals(await enter("1", tid), "in");
  assertEquals(await enter("2", other), "other-domain");
  assertEquals(await enter("1", other), "other-domain");
  for (const tenant of [undefined, "", "common", [tid], `${tid}/x`]) {
    assertNotEquals(await enter("3", tenant), "in", String(tenant));
  }

  const google = await world.startIdp("https://accounts.google.com");
  const corp = await world.company("corp", "corp.example", google);
  const at = async (sub: string, hd: unknown) =>
    (await world.enter(corp, {
      ...person(sub, `${sub}@corp.example`),
      email_verified: true,
      hd,
    })).outcome;
  assertEquals(await at("1", "corp.example"), "in");
  for (const hd of [undefined, "other.example", "", ["corp.example"], "sub.corp.example"]) {
    assertEquals(await at("2", hd), "other-domain", String(hd));
  }
});

Deno.test("Connections(): an export has the identities, and a deletion leaves nothing of the user", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  await world.enter(acme, person("1", "ada@acme.example"));
  const id = String((await world.userOf("ada@acme.example"))!.id);
  const { records } = await world.app.auth.users.export(id) as unknown as {
    records: Record<string, { org: string; connection: string }[]>;
  };
  assertEquals(
    records["connection.identity"]!.map(({ org, connection }) => [org, connection]),
    [[acme.org, "sso-acme"]],
  );
  await world.app.auth.users.delete(id);
  assertEquals(await world.app.records.list(id, "connection.identity"), []);
  assertEquals((await world.enter(acme, person("1", "ada@acme.example"))).outcome, "in");
});

Deno.test("Connections(): the end of an organization ends its connection, domains and marks", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  done(await world.app.orgs.deleteOrganization(by(world, acme.org)));
  for (
    const name of ["connection", "connection.claim", "connection.domain", "connection.removed"]
  ) {
    assertEquals(await world.app.records.list(`org:${acme.org}`, name), [], name);
  }
  const evil = await world.company("evil");
  await world.prove(evil.org, acme.domain);
  assertEquals((await world.enter(evil, person("1", "ada@acme.example"))).outcome, "in");
});

Deno.test("Connections(): the callbacks of the app see no address that the provider must not speak for", async () => {
  const seen: unknown[] = [];
  const callbacks = {
    signIn({ account, user }: { account?: { type: string } | null; user: { email?: unknown } }) {
      if (account?.type === "oidc") seen.push(user.email);
      return true;
    },
  };
  const world = createWorld({ config: { callbacks } });
  const [acme, evil] = [await world.company("acme"), await world.company("evil")];
  const strange = { email_verified: false };
  for (
    const claims of [
      person("1", "owner@acme-founders.example"),
      person("1", "new@acme.example"),
      { ...person("1", "new@evil.example"), ...strange },
      { sub: "1", name: "A person" },
    ]
  ) assertEquals((await world.enter(evil, claims)).outcome, "other-domain");
  assertEquals(seen, []);
  await world.enter(acme, person("1", "new@acme.example"));
  assertEquals(seen, ["new@acme.example"]);
});

Deno.test("Connections(): options that cannot be used are refused at start, by name", () => {
  const good = { kinds: ["oidc"], resolveTxt: () => [], join: "member" } as const;
  const errorOf = (options: object, config: object = {}) => {
    const app = createOrgApp("jwt", {
      ...config,
      connections: Connections({ ...good, ...options } as never),
    });
    try {
      requireConfig(app.config);
    } catch (error) {
      return String((error as AuthError).cause?.option);
    }
  };
  assertEquals(errorOf({}), undefined);
  const bad: [object, string][] = [
    [{ kinds: [] }, "connections.kinds"],
    [{ kinds: ["saml"] }, "connections.kinds"],
    [{ kinds: "oidc" }, "connections.kinds"],
    [{ resolveTxt: undefined }, "connections.resolveTxt"],
    [{ join: "king" }, "connections.join"],
    [{ join: "owner" }, "connections.join"],
    [{ join: undefined }, "connections.join"],
    [{ fetch: 1 }, "connections.fetch"],
    [{ attributes: { role: { claim: "" } } }, "connections.attributes"],
    [{ attributes: { role: { roles: "a" } } }, "connections.attributes"],
    [
      { attributes: { role: { roles: [{ group: "a", role: "owner" }] } } },
      "connections.attributes",
    ],
  ];
  for (const [options, option] of bad) assertEquals(errorOf(options), option);
});

Deno.test("auth.domains.check: of fifty calls of two organizations at once, one gets the domain", async () => {
  const world = createWorld();
  const [acme, evil] = [await world.company("acme"), await world.company("evil")];
  const records = [];
  for (const { org } of [acme, evil]) {
    records.push(done(await world.domains.add(by(world, org), "both.example")).domain.record);
  }
  world.dns.set(records[0]!.name, records.map(({ value }) => value));
  const results = await Promise.all(
    Array.from(
      { length: 50 },
      (_, i) => world.domains.check(by(world, [acme, evil][i % 2]!.org), "both.example"),
    ),
  );
  const winners = [0, 1].map((who) => results.filter((one, i) => i % 2 === who && one.ok).length);
  assertEquals(winners.toSorted((a, b) => a - b), [0, 25]);
  const proven = [];
  for (const { org } of [acme, evil]) {
    const { domains } = done(await world.domains.list(by(world, org)));
    proven.push(domains.find(({ name }) => name === "both.example")!.isProven);
  }
  assertEquals(proven, winners.map((count) => count > 0));
});

Deno.test("Connections(): the providers of many organizations are asked once each", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const stored = (await kind.get(world.app.records, acme.id))!;
  const hosts = Array.from({ length: 210 }, (_, i) => `https://idp${i}.example`);
  let asked = 0;
  for (const [i, issuer] of hosts.entries()) {
    const handler = () => {
      asked++;
      const endpoint = `${issuer}/authorize`;
      return Promise.resolve(Response.json({ issuer, authorization_endpoint: endpoint }));
    };
    world.idps.set(issuer, { ...acme.idp, issuer, handler });
    const data = { ...stored.data, key: String(i), issuer };
    await kind.add(world.app.records, `sso-org${i}`, { expires: null, data });
  }
  for (let round = 0; round < 2; round++) {
    for (const [i, issuer] of hosts.entries()) {
      const url = await world.begin({ id: `sso-org${i}` }, world.open());
      assertEquals(new URL(url).origin, issuer);
    }
  }
  assertEquals(asked, hosts.length);
});

Deno.test("Connections(): of fifty sign-ins while the member is removed, none brings the person back", async () => {
  const world = createWorld();
  const acme = await world.company("acme");
  const claims = person("1", "ada@acme.example");
  assertEquals((await world.enter(acme, claims)).outcome, "in");
  const id = String((await world.userOf("ada@acme.example"))!.id);
  const begun = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const browser = world.open();
      return { browser, url: await world.begin(acme, browser) };
    }),
  );
  const ends = begun.map(({ browser, url }) => world.follow(url, browser));
  done(await world.app.orgs.removeMember(by(world, acme.org), id));
  await Promise.all(ends);
  assertEquals(await world.roleOf(acme.org, "ada@acme.example"), undefined);
  assertEquals((await world.enter(acme, claims)).outcome, "not-admitted");
});

onEveryStore("Connections()", (test) => {
  test("fifty first sign-ins of one person at once make one user, and one member", async (store) => {
    const world = createWorld({ config: store.config });
    const { adapter } = world.app;
    const acme = await world.company("acme");
    acme.idp.user = person("1", "ada@acme.example");
    const begun = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const browser = world.open();
        return { browser, url: await world.begin(acme, browser) };
      }),
    );
    const ends = await Promise.all(begun.map(({ browser, url }) => world.follow(url, browser)));
    for (const { outcome, email } of ends) {
      assertEquals([outcome, email], ["in", "ada@acme.example"]);
    }
    const user = (await world.userOf("ada@acme.example"))!;
    assertEquals((await adapter.listAccounts!(user.id)).length, 1);
    const created = world.app.entries.filter(({ name }) => name === "user.created");
    assertEquals(created.length, 2, "the owner, and Ada");
    const joined = world.app.entries.filter(({ name }) => name === "organization.member-added");
    assertEquals(joined.length, 1);
  });
}, true);
