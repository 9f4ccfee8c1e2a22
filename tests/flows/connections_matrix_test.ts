/**
 * Companies against each other: whatever a provider of one says, it opens no user of another, proves
 * no address of another, and brings nobody back who was removed. Each row is tried with both session
 * strategies in memory, and some on each store; after each, the users whom nobody may become are as
 * they were.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { isChosen } from "../_stride.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import {
  type Claims,
  type Company,
  createWorld,
  type Outcome,
  type World,
} from "./_connections.ts";
import type { Entry, WorldOptions } from "./_connections.ts";
import { done, tokenTo } from "./_organizations.ts";
import { STRATEGIES } from "./_strategies.ts";

/** The two companies of a row, and Vic, whom Acme invited and who signs in by email. */
interface Scene {
  world: World;
  acme: Company;
  evil: Company;
}

/** What a row tries, and how it must end. */
interface Row {
  options?: WorldOptions;
  try(scene: Scene): Promise<Entry>;
  ends: Outcome;
  /** Address of the user who is signed in at the end. Default: none */
  as?: string;
  /** Says more about the end. */
  also?(scene: Scene, entry: Entry): Promise<void>;
}

const VIC = "vic@acme.example";
const DAY = 24 * 60 * 60 * 1000;

const person = (sub: string, email: unknown, more: Record<string, unknown> = {}): Claims => ({
  sub,
  name: "A person",
  email,
  ...more,
});

/** What Evil's provider says about a person of its own choice. */
const evilClaims = (email: unknown, more: Record<string, unknown> = {}): Row => ({
  try: ({ world, evil }) => world.enter(evil, person("1", email, more)),
  ends: "other-domain",
});

/** A sign-in at Acme with claims that count for nobody. */
const acmeClaims = (email: unknown, more: Record<string, unknown> = {}): Row => ({
  try: ({ world, acme }) => world.enter(acme, person("1", email, more)),
  ends: "other-domain",
});

/** Roles that groups must not give. */
const groups = (value: unknown, role = "member"): Row => ({
  options: {
    connections: {
      attributes: { role: { claim: "groups", roles: [{ group: "admins", role: "admin" }] } },
    },
  },
  try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example", { groups: value })),
  ends: "in",
  as: "new@acme.example",
  async also({ world, acme }) {
    assertEquals(await world.roleOf(acme.org, "new@acme.example"), role);
  },
});

/** A person who was a member of Acme by its provider, and was removed. */
async function removed({ world, acme }: Scene): Promise<void> {
  const first = await world.enter(acme, person("r", "rob@acme.example"));
  assertEquals(first.outcome, "in");
  const { id } = (await world.userOf("rob@acme.example"))!;
  done(await world.app.orgs.removeMember(world.app.orgs.asSystem(acme.org), String(id)));
}

/** An answer of a provider that is tampered with. */
const hostile = (change: (idp: Company["idp"]) => void): Row => ({
  async try({ world, acme }) {
    change(acme.idp);
    return await world.enter(acme, person("1", "new@acme.example"));
  },
  ends: "failed",
});

const ROWS: Readonly<Record<string, Row>> = {
  "the first sign-in at the own domain": {
    try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example")),
    ends: "in",
    as: "new@acme.example",
    async also({ world, acme }) {
      assertEquals(await world.roleOf(acme.org, "new@acme.example"), "member");
    },
  },
  "a domain of nobody": evilClaims("vic@nobody.example"),
  "a domain of nobody, verified": evilClaims("vic@nobody.example", { email_verified: true }),
  "a proven domain of another company": evilClaims(VIC),
  "the same, verified": evilClaims(VIC, { email_verified: true }),
  "the same, verified in words": evilClaims(VIC, { email_verified: "true" }),
  "the same for a person who is no user": evilClaims("nobody@acme.example"),
  "the same in upper case": evilClaims("VIC@ACME.EXAMPLE"),
  "the same in wide letters": evilClaims("vic@ａｃｍｅ.example"),
  "the same with a wide at": evilClaims("vic＠acme.example"),
  "an address with two domains": evilClaims("vic@acme.example@evil.example"),
  "the same the other way round": evilClaims("vic@evil.example@acme.example"),
  "a quoted part": evilClaims('"vic@acme.example"@evil.example'),
  "a list of addresses": evilClaims("vic@evil.example, vic@acme.example"),
  "a display name": evilClaims("Vic <vic@evil.example>"),
  "a line break": evilClaims("vic@acme.example\n@evil.example"),
  "a NUL": evilClaims("vic@evil.example\0"),
  "an invisible character": evilClaims("vic@evil\u200b.example"),
  "a subdomain": evilClaims("vic@sub.evil.example"),
  "a domain that ends alike": evilClaims("vic@notevil.example"),
  "a domain above": evilClaims("vic@example"),
  "a dot at the end": evilClaims("vic@evil.example."),
  "an address of a computer": evilClaims("vic@[127.0.0.1]"),
  "a domain that looks alike": evilClaims("vic@еvil.example"),
  "an array of addresses": evilClaims(["vic@evil.example"]),
  "an object as the address": evilClaims({ address: "vic@evil.example" }),
  "a number as the address": evilClaims(1),
  "a long address": evilClaims(`${"a".repeat(5000)}@evil.example`),
  "no address": evilClaims(undefined),
  "an empty address": evilClaims(""),
  "null as the address": evilClaims(null),
  "an address that the provider calls unverified": acmeClaims("new@acme.example", {
    email_verified: false,
  }),
  "the same in words": acmeClaims("new@acme.example", { email_verified: "false" }),
  "the same as a number": acmeClaims("new@acme.example", { email_verified: 0 }),
  "the same as null": acmeClaims("new@acme.example", { email_verified: null }),
  "a foreign address beside one of the own": evilClaims(undefined, {
    emails: ["vic@evil.example"],
    preferred_username: "vic@evil.example",
    upn: VIC,
  }),

  "the same subject at two companies": {
    async try({ world, acme, evil }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      return await world.enter(evil, person("1", "new@evil.example"));
    },
    ends: "in",
    as: "new@evil.example",
    async also({ world, acme }) {
      assertEquals(await world.roleOf(acme.org, "new@evil.example"), undefined);
    },
  },
  "the same subject, without an address": {
    async try({ world, acme, evil }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      return await world.enter(evil, person("1", undefined));
    },
    ends: "other-domain",
  },
  "one issuer for two companies": {
    async try({ world, acme }) {
      const third = await world.company("third", "third.example", acme.idp);
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      return await world.enter(third, person("1", "new@third.example"));
    },
    ends: "in",
    as: "new@third.example",
  },
  "one issuer for two companies, with an address of the other": {
    async try({ world, acme }) {
      const third = await world.company("third", "third.example", acme.idp);
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      return await world.enter(third, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "an answer for another company with the same issuer": {
    async try({ world, acme }) {
      const third = await world.company("third", "third.example", acme.idp);
      const browser = world.open();
      acme.idp.user = person("1", "new@acme.example");
      const url = new URL(await world.begin(acme, browser));
      const answer = await browser.fetch(url.href);
      const callback = answer.headers.get("location")!.replace(acme.id, third.id);
      return await world.follow(callback, browser);
    },
    ends: "start-again",
  },
  "another issuer, the same subject and address": {
    async try({ world, acme }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      const idp = await world.startIdp("https://idp2.acme.example");
      const by = world.app.orgs.asSystem(acme.org);
      done(
        await world.sso.update(by, acme.id, { issuer: idp.issuer, clientSecret: idp.clientSecret }),
      );
      return await world.enter({ ...acme, idp }, person("1", "new@acme.example"));
    },
    ends: "not-linked",
  },
  "another issuer, the same subject and another address": {
    async try({ world, acme }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      const idp = await world.startIdp("https://idp2.acme.example");
      const by = world.app.orgs.asSystem(acme.org);
      done(
        await world.sso.update(by, acme.id, { issuer: idp.issuer, clientSecret: idp.clientSecret }),
      );
      return await world.enter({ ...acme, idp }, person("1", "other@acme.example"));
    },
    ends: "in",
    as: "other@acme.example",
  },
  "another issuer and back again": {
    async try({ world, acme }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      const idp = await world.startIdp("https://idp2.acme.example");
      const by = world.app.orgs.asSystem(acme.org);
      done(
        await world.sso.update(by, acme.id, { issuer: idp.issuer, clientSecret: idp.clientSecret }),
      );
      done(
        await world.sso.update(by, acme.id, {
          issuer: acme.idp.issuer,
          clientSecret: acme.idp.clientSecret,
        }),
      );
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "not-linked",
  },
  "a connection that is removed and made again": {
    async try({ world, acme }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      const by = world.app.orgs.asSystem(acme.org);
      done(await world.sso.remove(by, acme.id));
      const { issuer, clientId, clientSecret } = acme.idp;
      const { connection } = done(
        await world.sso.create(by, { issuer, clientId, clientSecret }),
      );
      return await world.enter({ ...acme, id: connection.id }, person("1", "new@acme.example"));
    },
    ends: "not-linked",
  },
  "the slug of a company that was deleted": {
    async try({ world, acme, evil }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      const { orgs } = world.app;
      done(await orgs.deleteOrganization(orgs.asSystem(acme.org)));
      const by = orgs.asSystem(evil.org);
      done(await world.sso.remove(by, evil.id));
      done(await orgs.updateOrganization(by, { slug: acme.slug }));
      const { issuer, clientId, clientSecret } = acme.idp;
      const { connection } = done(await world.sso.create(by, { issuer, clientId, clientSecret }));
      return await world.enter(
        { ...evil, id: connection.id, idp: acme.idp },
        person("1", "new@acme.example"),
      );
    },
    ends: "other-domain",
  },
  "another subject with the address of a person": {
    async try({ world, acme }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      return await world.enter(acme, person("2", "new@acme.example"));
    },
    ends: "not-linked",
  },
  "a known subject who has an address of another company now": {
    async try({ world, evil }) {
      assertEquals((await world.enter(evil, person("1", "new@evil.example"))).outcome, "in");
      return await world.enter(evil, person("1", VIC));
    },
    ends: "other-domain",
  },
  "a known subject without an address now": {
    async try({ world, evil }) {
      assertEquals((await world.enter(evil, person("1", "new@evil.example"))).outcome, "in");
      return await world.enter(evil, person("1", undefined));
    },
    ends: "in",
    as: "new@evil.example",
  },

  "a domain that was lost, for a new person": {
    async try({ world, acme }) {
      world.dns.clear();
      using time = new FakeTime();
      await time.tickAsync(8 * DAY);
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "a domain that was lost, for a new person who is invited": {
    async try({ world, acme }) {
      const by = world.app.orgs.asSystem(acme.org);
      done(await world.app.orgs.invite(by, { email: "new@acme.example", role: "guest" }));
      world.dns.clear();
      using time = new FakeTime();
      await time.tickAsync(8 * DAY);
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "a domain that was lost, for a known person": {
    async try({ world, acme }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      world.dns.clear();
      using time = new FakeTime();
      await time.tickAsync(8 * DAY);
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "in",
    as: "new@acme.example",
  },
  "a domain whose records cannot be asked for, for weeks": {
    async try({ world, acme }) {
      for (const name of [...world.dns.keys()]) world.dns.set(name, new Error("no answer"));
      using time = new FakeTime();
      await time.tickAsync(30 * DAY);
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "a domain that another company has registered since": {
    async try({ world, acme, evil }) {
      world.dns.clear();
      await world.prove(evil.org, acme.domain);
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "a domain that another company has, whose record is there again": {
    async try({ world, acme, evil }) {
      const [name, texts] = [...world.dns].find(([name]) => name.endsWith(acme.domain))!;
      world.dns.clear();
      await world.prove(evil.org, acme.domain);
      world.dns.set(name, [...world.dns.get(name) as string[], ...texts as string[]]);
      using time = new FakeTime();
      await time.tickAsync(8 * DAY);
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "a user of a domain that another company has registered since": {
    async try({ world, acme, evil }) {
      world.dns.clear();
      await world.prove(evil.org, acme.domain);
      return await world.enter(evil, person("1", VIC, { email_verified: true }));
    },
    ends: "not-linked",
  },
  "a known person of a domain that another company has registered since": {
    async try({ world, acme, evil }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      world.dns.clear();
      await world.prove(evil.org, acme.domain);
      return await world.enter(evil, person("1", "new@acme.example"));
    },
    ends: "not-linked",
  },
  "a domain that was added and not proven": {
    async try({ world, evil }) {
      done(await world.domains.add(world.app.orgs.asSystem(evil.org), "claimed.example"));
      return await world.enter(evil, person("1", "new@claimed.example"));
    },
    ends: "other-domain",
  },
  "a domain that was removed": {
    async try({ world, acme }) {
      done(await world.domains.remove(world.app.orgs.asSystem(acme.org), acme.domain));
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },
  "a domain that is proven still, for another company": {
    async try({ world, acme, evil }) {
      const by = world.app.orgs.asSystem(evil.org);
      const { domain: { record } } = done(await world.domains.add(by, acme.domain));
      // Both records are there: the first company keeps it.
      world.dns.set(record.name, [...world.dns.get(record.name) as string[], record.value]);
      const checked = await world.domains.check(by, acme.domain);
      assertEquals(checked.ok, false);
      return await world.enter(evil, person("1", "new@acme.example"));
    },
    ends: "other-domain",
  },

  "letters in upper case": {
    try: ({ world, acme }) => world.enter(acme, person("1", "New@ACME.Example")),
    ends: "in",
    as: "new@acme.example",
  },
  "a user in another case": {
    try: ({ world, acme }) => world.enter(acme, person("1", "VIC@Acme.example")),
    ends: "not-linked",
  },
  "a plus address of a user": {
    try: ({ world, acme }) => world.enter(acme, person("1", "vic+x@acme.example")),
    ends: "in",
    as: "vic+x@acme.example",
  },
  "a domain in another alphabet": {
    async try({ world }) {
      const buch = await world.company("buch", "bücher.example");
      return await world.enter(buch, person("1", "ada@bücher.example"));
    },
    ends: "in",
    as: "ada@xn--bcher-kva.example",
  },
  "the same domain, encoded": {
    async try({ world }) {
      const buch = await world.company("buch", "BÜCHER.example");
      return await world.enter(buch, person("1", "Ada@XN--BCHER-KVA.example"));
    },
    ends: "in",
    as: "ada@xn--bcher-kva.example",
  },
  "a domain without the accent": {
    async try({ world }) {
      const buch = await world.company("buch", "bücher.example");
      return await world.enter(buch, person("1", "ada@bucher.example"));
    },
    ends: "other-domain",
  },

  "a user who signs in by email, and is not signed in": {
    try: ({ world, acme }) => world.enter(acme, person("1", VIC)),
    ends: "not-linked",
  },
  "the same, signed in": {
    async try({ world, acme }) {
      const vic = await world.byMail(VIC);
      return await world.enter(acme, person("1", VIC), vic.browser);
    },
    ends: "in",
    as: VIC,
  },
  "the same, signed in, at the next sign-in": {
    async try({ world, acme }) {
      const vic = await world.byMail(VIC);
      assertEquals((await world.enter(acme, person("1", VIC), vic.browser)).outcome, "in");
      return await world.enter(acme, person("1", VIC));
    },
    ends: "in",
    as: VIC,
  },
  "a user who is signed in, with an address of somebody else": {
    async try({ world, acme }) {
      const vic = await world.byMail(VIC);
      const entry = await world.enter(acme, person("1", "new@acme.example"), vic.browser);
      assertEquals(await world.userOf("new@acme.example"), null);
      return entry;
    },
    ends: "not-linked",
    as: VIC,
  },
  "the user of another company who is signed in": {
    async try({ world, acme, evil }) {
      return await world.enter(acme, person("1", "new@acme.example"), evil.owner.browser);
    },
    ends: "not-linked",
    as: "owner@evil-founders.example",
  },
  "a user who is signed in, with a known subject of somebody else": {
    async try({ world, acme, evil }) {
      assertEquals((await world.enter(acme, person("1", "new@acme.example"))).outcome, "in");
      return await world.enter(acme, person("1", "new@acme.example"), evil.owner.browser);
    },
    ends: "not-linked",
    as: "owner@evil-founders.example",
  },
  "a member of another company, at whose provider an address of the own company is claimed": {
    async try({ world, evil }) {
      const { orgs } = world.app;
      await orgs.importMembers(evil.org, [{ email: VIC, role: "member" }]);
      const vic = await world.byMail(VIC);
      return await world.enter(evil, person("1", VIC), vic.browser);
    },
    ends: "other-domain",
    as: VIC,
  },
  "the same with an address of that company": {
    async try({ world, evil }) {
      const { orgs } = world.app;
      await orgs.importMembers(evil.org, [{ email: VIC, role: "member" }]);
      const vic = await world.byMail(VIC);
      return await world.enter(evil, person("1", "vic@evil.example"), vic.browser);
    },
    ends: "not-linked",
    as: VIC,
  },

  "groups that the app knows": groups(["staff", "admins"], "admin"),
  "one group, as text": groups("admins", "admin"),
  "the name of the owner's role": groups(["owner"]),
  "the name of a role": groups(["admin"]),
  "a group in another case": groups(["Admins"]),
  "groups in one text": groups("staff,admins"),
  "groups in a text of JSON": groups('["admins"]'),
  "groups as an object": groups({ admins: true }),
  "groups in a list of lists": groups([["admins"]]),
  "a group with a NUL": groups(["admins\0"]),
  "a group with a space": groups([" admins"]),
  "many groups, beyond those that are read": groups([
    ...Array.from({ length: 5000 }, (_, i) => `g${i}`),
    "admins",
  ]),
  "a group that the organization maps to the owner": {
    async try({ world, acme }) {
      const by = world.app.orgs.asSystem(acme.org);
      const refused = await world.sso.update(by, acme.id, {
        roles: [{ group: "admins", role: "owner" }],
      }).catch((error) => error);
      assert(refused instanceof Error);
      return await world.enter(acme, person("1", "new@acme.example", { groups: ["admins"] }));
    },
    ends: "in",
    as: "new@acme.example",
    async also({ world, acme }) {
      assertEquals(await world.roleOf(acme.org, "new@acme.example"), "member");
    },
  },

  "a removed member": {
    async try(scene) {
      await removed(scene);
      return await scene.world.enter(scene.acme, person("r", "rob@acme.example"));
    },
    ends: "not-admitted",
  },
  "a removed member without an address": {
    async try(scene) {
      await removed(scene);
      return await scene.world.enter(scene.acme, person("r", undefined));
    },
    ends: "not-admitted",
  },
  "a removed member who has deleted the account": {
    async try(scene) {
      await removed(scene);
      const { world, acme } = scene;
      await world.app.auth.users.delete(String((await world.userOf("rob@acme.example"))!.id));
      return await world.enter(acme, person("r", "rob@acme.example"));
    },
    ends: "not-admitted",
  },
  "the same with another subject": {
    async try(scene) {
      await removed(scene);
      const { world, acme } = scene;
      await world.app.auth.users.delete(String((await world.userOf("rob@acme.example"))!.id));
      return await world.enter(acme, person("r2", "rob@acme.example"));
    },
    ends: "not-admitted",
  },
  "the same with another address": {
    async try(scene) {
      await removed(scene);
      const { world, acme } = scene;
      await world.app.auth.users.delete(String((await world.userOf("rob@acme.example"))!.id));
      return await world.enter(acme, person("r", "robert@acme.example"));
    },
    ends: "not-admitted",
  },
  "a member who has left": {
    async try({ world, acme }) {
      const entry = await world.enter(acme, person("r", "rob@acme.example"));
      const at = await world.app.orgs.readMembership(requestIn(entry), acme.slug);
      assert(at.ok);
      done(await world.app.orgs.leave(at));
      return await world.enter(acme, person("r", "rob@acme.example"));
    },
    ends: "not-admitted",
  },
  "a member by email who was removed, and has another address now": {
    async try({ world, acme }) {
      const vic = await world.byMail(VIC);
      const { orgs, adapter } = world.app;
      done(await orgs.removeMember(orgs.asSystem(acme.org), vic.id));
      await adapter.updateUser!({
        id: vic.id,
        email: "vic2@acme.example",
        emailVerified: new Date(),
      });
      const entry = await world.enter(acme, person("1", "vic2@acme.example"), vic.browser);
      await adapter.updateUser!({ id: vic.id, email: VIC });
      // A session token has the address of its sign-in.
      return { ...entry, email: undefined };
    },
    ends: "not-admitted",
  },
  "a removed member who is invited": {
    async try(scene) {
      await removed(scene);
      const { world, acme } = scene;
      const by = world.app.orgs.asSystem(acme.org);
      done(await world.app.orgs.invite(by, { email: "rob@acme.example", role: "guest" }));
      return await world.enter(acme, person("r", "rob@acme.example"));
    },
    ends: "in",
    as: "rob@acme.example",
    async also({ world, acme }, entry) {
      assertEquals(await world.roleOf(acme.org, "rob@acme.example"), undefined);
      const token = tokenTo(world.app, "rob@acme.example");
      done(await world.app.orgs.acceptInvitation(requestIn(entry, "POST"), token));
      assertEquals(await world.roleOf(acme.org, "rob@acme.example"), "guest");
      const again = await world.enter(acme, person("r", "rob@acme.example"));
      assertEquals([again.outcome, again.email], ["in", "rob@acme.example"]);
    },
  },
  "a removed member whom the directory has again": {
    async try(scene) {
      await removed(scene);
      const { world, acme } = scene;
      const rows = [{ email: "rob@acme.example", role: "guest" }];
      await world.app.orgs.importMembers(acme.org, rows);
      return await world.enter(acme, person("r", "rob@acme.example"));
    },
    ends: "in",
    as: "rob@acme.example",
    async also({ world, acme }) {
      assertEquals(await world.roleOf(acme.org, "rob@acme.example"), "guest");
    },
  },
  "a suspended user": {
    async try({ world, acme }) {
      await world.enter(acme, person("1", "new@acme.example"));
      await world.app.auth.users.suspend(String((await world.userOf("new@acme.example"))!.id));
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "denied",
  },
  "a person whom the app does not let in": {
    options: { connections: { join: () => null } },
    try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example")),
    ends: "not-admitted",
  },
  "the same, invited": {
    options: { connections: { join: () => null } },
    async try({ world, acme }) {
      const by = world.app.orgs.asSystem(acme.org);
      done(await world.app.orgs.invite(by, { email: "new@acme.example", role: "guest" }));
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "in",
    as: "new@acme.example",
  },
  "a person about whom the function of the app throws": {
    options: {
      connections: {
        join: () => {
          throw new Error("not today");
        },
      },
    },
    try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example")),
    ends: "not-admitted",
  },
  "a person to whom the app gives a role that there is not": {
    options: { connections: { join: () => "king" as never } },
    try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example")),
    ends: "not-admitted",
  },
  "a person whom the app would make an owner": {
    options: { connections: { join: () => "owner" as never } },
    try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example")),
    ends: "not-admitted",
  },
  "a person whom the `signIn` callback refuses": {
    options: { config: { callbacks: { signIn: ({ account }) => account?.type === "email" } } },
    async try({ world, acme }) {
      const entry = await world.enter(acme, person("1", "new@acme.example"));
      assertEquals(await world.userOf("new@acme.example"), null);
      return entry;
    },
    ends: "denied",
  },
  "a new person where only invited people become users": {
    options: { config: { signUp: ({ account }) => account.type === "email" } },
    try: ({ world, acme }) => world.enter(acme, person("1", "new@acme.example")),
    ends: "denied",
  },

  "an answer in another browser": {
    async try({ world, acme }) {
      acme.idp.user = person("1", "new@acme.example");
      const browser = world.open();
      const url = await world.begin(acme, browser);
      return await world.follow(url, world.open());
    },
    ends: "start-again",
  },
  "an answer with another state": {
    async try({ world, acme }) {
      acme.idp.user = person("1", "new@acme.example");
      acme.idp.hostile.authorization = (params) => params.set("state", "another");
      const browser = world.open();
      return await world.follow(await world.begin(acme, browser), browser);
    },
    ends: "start-again",
  },
  "an answer without a state": {
    async try({ world, acme }) {
      acme.idp.user = person("1", "new@acme.example");
      acme.idp.hostile.authorization = (params) => params.delete("state");
      const browser = world.open();
      return await world.follow(await world.begin(acme, browser), browser);
    },
    ends: "start-again",
  },
  "an answer that was used before": {
    async try({ world, acme }) {
      const browser = world.open();
      const first = await world.enter(acme, person("1", "new@acme.example"), browser);
      assertEquals(first.outcome, "in");
      const { url } = first.landing.trail.find(({ url }) => url.includes("/callback/"))!;
      return await world.follow(url, world.open());
    },
    ends: "start-again",
  },
  "an answer of the provider of another company": {
    async try({ world, acme, evil }) {
      const browser = world.open();
      evil.idp.user = person("1", "new@evil.example");
      const answer = await browser.fetch(await world.begin(evil, browser));
      const own = new URL(await world.begin(acme, browser));
      const url = new URL(answer.headers.get("location")!.replace(evil.id, acme.id));
      url.searchParams.set("state", own.searchParams.get("state")!);
      return await world.follow(url.href, browser);
    },
    ends: "failed",
  },
  "a connection that was removed meanwhile": {
    async try({ world, acme }) {
      const browser = world.open();
      acme.idp.user = person("1", "new@acme.example");
      const url = await world.begin(acme, browser);
      done(await world.sso.remove(world.app.orgs.asSystem(acme.org), acme.id));
      return await world.follow(url, browser);
    },
    ends: "failed",
  },
  "an organization that was deleted meanwhile": {
    async try({ world, acme }) {
      const browser = world.open();
      acme.idp.user = person("1", "new@acme.example");
      const url = await world.begin(acme, browser);
      const { orgs } = world.app;
      done(await orgs.deleteOrganization(orgs.asSystem(acme.org)));
      return await world.follow(url, browser);
    },
    ends: "failed",
  },
  "an issuer that was changed meanwhile": {
    async try({ world, acme, evil }) {
      const browser = world.open();
      acme.idp.user = person("1", "new@acme.example");
      const url = await world.begin(acme, browser);
      const by = world.app.orgs.asSystem(acme.org);
      done(await world.sso.update(by, acme.id, { issuer: evil.idp.issuer }));
      return await world.follow(url, browser);
    },
    ends: "failed",
  },
  "a token of another issuer": hostile((idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.iss = "https://idp.evil.example");
  }),
  "a token for another client": hostile((idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.aud = "another");
  }),
  "a token with another nonce": hostile((idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.nonce = "another");
  }),
  "a token without a signature": hostile((idp) => void (idp.hostile.signature = "none")),
  "a token with a wrong signature": hostile((idp) => void (idp.hostile.signature = "bad")),
  "a token without a subject": hostile((idp) => {
    idp.hostile.idTokenClaims = (claims) => void delete claims.sub;
  }),
  "a token with an empty subject": hostile((idp) => {
    idp.hostile.idTokenClaims = (claims) => void (claims.sub = "");
  }),
  "an address from the endpoint for user data": {
    async try({ world, evil }) {
      evil.idp.hostile.idTokenClaims = (claims) => {
        delete claims.email;
        delete claims.name;
      };
      evil.idp.hostile.userinfoClaims = (claims) => void (claims.email = VIC);
      return await world.enter(evil, person("1", "vic@evil.example"));
    },
    ends: "other-domain",
  },
  "user data of another subject": {
    async try({ world, acme }) {
      acme.idp.hostile.idTokenClaims = (claims) => {
        delete claims.email;
        delete claims.name;
      };
      acme.idp.hostile.userinfoClaims = (claims) => void (claims.sub = "2");
      return await world.enter(acme, person("1", "new@acme.example"));
    },
    ends: "failed",
  },
};

/** A request of the browser in which a sign-in ended. */
function requestIn({ browser }: Entry, method = "GET"): Request {
  const url = "https://app.example/page";
  const cookie = browser.cookies.header(new URL(url)) ?? "";
  const own: Record<string, string> = method === "GET" ? {} : { origin: "https://app.example" };
  return new Request(url, { method, headers: { cookie, ...own } });
}

/** Users whom no provider may open, with what opens them. */
async function waysIn({ app, userOf }: World, emails: readonly string[]): Promise<unknown[]> {
  const found = [];
  for (const email of emails) {
    const user = (await userOf(email))!;
    const accounts = await app.adapter.listAccounts!(user.id);
    found.push([email, user.id, accounts.map(({ provider }) => provider)]);
  }
  return found;
}

/** Rows whose person is Vic, who adds the account. */
const LINKS = new Set(["the same, signed in", "the same, signed in, at the next sign-in"]);

/** Tries a row, and looks at the users whom it must not touch. */
async function tryRow(name: string, row: Row, options: WorldOptions): Promise<void> {
  const world = createWorld(options);
  const acme = await world.company("acme");
  const evil = await world.company("evil");
  await world.app.orgs.importMembers(acme.org, [{ email: VIC, role: "member" }]);
  await world.byMail(VIC);
  const scene = { world, acme, evil };
  const owners = [acme.owner.email, evil.owner.email];
  const kept = LINKS.has(name) ? owners : [...owners, VIC];
  const before = await waysIn(world, kept);
  const entry = await row.try(scene);
  assertEquals([entry.outcome, entry.email], [row.ends, row.as]);
  assertEquals(await waysIn(world, kept), before);
  await row.also?.(scene, entry);
}

for (const [number, [name, row]] of Object.entries(ROWS).entries()) {
  for (const [place, strategy] of STRATEGIES.entries()) {
    if (!isChosen(number + place, STRATEGIES.length)) continue;
    Deno.test(`Connections(): ${name} (${strategy})`, async () => {
      await tryRow(name, row, { ...row.options, strategy });
    });
  }
}

/** Rows on the stores that last, each of them elsewhere. */
const LASTING = 16;

function onStore(title: string, openStore: OpenStore, place: number): void {
  for (const [number, [name, row]] of Object.entries(ROWS).entries()) {
    if (!isChosen(number + place * (LASTING / 4), LASTING)) continue;
    const strategy = STRATEGIES[(number + place) % STRATEGIES.length]!;
    Deno.test(`Connections(): ${name} (${title}, ${strategy})`, async () => {
      const store = await openStore();
      try {
        const config = { ...row.options?.config, ...store.config };
        await tryRow(name, row, { ...row.options, strategy, config });
      } finally {
        await store.close();
        await openStore.end?.();
      }
    });
  }
}

for (const [place, [title, openStore]] of Object.entries(localStores).entries()) {
  if (place > 0) onStore(title, openStore, place);
}
withPostgres(
  "Connections() on PostgreSQL",
  (server) => onStore("PostgreSQL", serverStores(server)["PostgresAdapter"]!, 0),
);
