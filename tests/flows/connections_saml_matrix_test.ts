/**
 * Companies against each other by SAML: whatever a provider says, and however it is said, it opens no
 * user of another company and brings nobody back who was removed. Each row is tried with a session
 * strategy in memory, and some on each store.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import { isChosen } from "../_stride.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { makeCertificate } from "./_certificate.ts";
import {
  createWorld,
  type Entry,
  type Outcome,
  type SamlCompany,
  type World,
  type WorldOptions,
} from "./_connections.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { done } from "./_organizations.ts";
import { type Case, GOOD, makeCases, type Parts } from "./_saml_cases.ts";
import { createSamlIdp, encodeAnswer } from "./_saml_idp.ts";
import { assertionIn, EMAIL_FORMAT, encrypt, signatureIn } from "./_saml_messages.ts";
import { STRATEGIES } from "./_strategies.ts";

interface Scene {
  world: World;
  acme: SamlCompany;
  evil: SamlCompany;
}

interface Row {
  options?: WorldOptions;
  try(scene: Scene): Promise<Entry>;
  ends: Outcome;
  as?: string;
  also?(scene: Scene, entry: Entry): Promise<void>;
}

const VIC = "vic@acme.example";
const DAY = 24 * 60 * 60 * 1000;
const KEY = makeCertificate("the app");

/** Signs in whom a provider describes. */
async function enter(
  { world }: Scene,
  at: SamlCompany,
  parts: Parts = {},
  browser = world.open(),
): Promise<Entry> {
  at.saml.parts = parts;
  return await world.follow(await world.begin(at, browser), browser);
}

const person = (nameId: string, email?: string | string[], more = {}): Parts => ({
  said: { nameId, attributes: { ...email === undefined ? {} : { email }, ...more } },
});

const evilSays = (email?: string | string[], more = {}): Row => ({
  try: (scene) => enter(scene, scene.evil, person("1", email, more)),
  ends: "other-domain",
});

const NEW = "new@acme.example";
const first = (scene: Scene, parts = person("1", NEW)) => enter(scene, scene.acme, parts);

/** Acme, whose connection an owner, or a link, has changed. */
async function change({ world, acme }: Scene, saml: object): Promise<void> {
  done(await world.sso.update(world.app.orgs.asSystem(acme.org), acme.id, { saml }));
}

const groups = (value: string | string[], role: string): Row => ({
  options: {
    connections: {
      attributes: { role: { claim: "groups", roles: [{ group: "admins", role: "admin" }] } },
    },
  },
  try: (scene) => enter(scene, scene.acme, person("1", NEW, { groups: value })),
  ends: "in",
  as: NEW,
  async also({ world, acme }) {
    assertEquals(await world.roleOf(acme.org, NEW), role);
  },
});

const ROWS: Record<string, Row> = {
  "the first sign-in at the own domain": {
    try: (scene) => first(scene),
    ends: "in",
    as: NEW,
    async also({ world, acme }) {
      assertEquals(await world.roleOf(acme.org, NEW), "member");
    },
  },
  "a domain of nobody": evilSays("vic@nobody.example"),
  "a proven domain of another company": evilSays(VIC),
  "the same, verified in words": evilSays(VIC, { email_verified: "true" }),
  "the same in upper case": evilSays("VIC@ACME.EXAMPLE"),
  "the same in wide letters": evilSays("vic@ａｃｍｅ.example"),
  "an address with two domains": evilSays("vic@acme.example@evil.example"),
  "the same the other way round": evilSays("vic@evil.example@acme.example"),
  "a subdomain": evilSays("vic@sub.evil.example"),
  "a domain that looks alike": evilSays("vic@еvil.example"),
  "two addresses, one of another company": evilSays(["vic@evil.example", VIC]),
  "no address": evilSays(undefined),
  "an empty address": evilSays(""),
  "an address that is the name alone": {
    try: (scene) =>
      enter(scene, scene.evil, {
        said: { nameId: VIC, format: EMAIL_FORMAT, attributes: {} },
      }),
    ends: "failed",
  },
  "an address that the provider calls unverified": {
    try: (scene) => first(scene, person("1", NEW, { email_verified: "false" })),
    ends: "other-domain",
  },
  "claims that name another issuer and subject": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      const own = { sub: "1", iss: scene.acme.saml.issuer };
      return await enter(scene, scene.evil, person("2", "new@evil.example", own));
    },
    ends: "in",
    as: "new@evil.example",
  },

  "the same name at two companies": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      return await enter(scene, scene.evil, person("1", "new@evil.example"));
    },
    ends: "in",
    as: "new@evil.example",
  },
  "the same name, without an address": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      return await enter(scene, scene.evil, person("1"));
    },
    ends: "other-domain",
  },
  "one provider for two companies, an answer for the other": {
    async try(scene) {
      const { world, acme } = scene;
      const third = await world.samlCompany("third", acme.saml);
      acme.saml.answer = (received) =>
        encodeAnswer(
          makeCases({
            ...received,
            audience: received.audience.replace("third", "acme"),
          }, acme.saml.key)["a signed assertion"]!.answer,
        );
      return await enter(scene, third, person("1", NEW));
    },
    ends: "failed",
  },
  "another entity id, the same name and address": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      const idp = createSamlIdp("https://saml2.acme.example");
      scene.world.idps.set("https://saml2.acme.example", idp as never);
      await change(scene, { metadata: idp.metadata() });
      return await enter(scene, { ...scene.acme, saml: idp }, person("1", NEW));
    },
    ends: "not-linked",
  },
  "another certificate of the same provider, by the owner": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      scene.acme.saml.key = makeCertificate("the next key of acme");
      await change(scene, { metadata: scene.acme.saml.metadata() });
      return await enter(scene, scene.acme, person("1", NEW));
    },
    ends: "in",
    as: NEW,
  },
  "the certificate from before": {
    async try(scene) {
      const before = scene.acme.saml.key;
      scene.acme.saml.key = makeCertificate("the next key of acme");
      await change(scene, { metadata: scene.acme.saml.metadata() });
      return await enter(scene, scene.acme, { ...person("1", NEW), key: before });
    },
    ends: "failed",
  },
  "both certificates of a rotation": {
    async try(scene) {
      const before = scene.acme.saml.key;
      scene.acme.saml.key = makeCertificate("the next key of acme");
      const metadata = scene.acme.saml.metadata([before.base64, scene.acme.saml.key.base64]);
      await change(scene, { metadata });
      const old = await enter(scene, scene.acme, { ...person("1", NEW), key: before });
      assertEquals(old.outcome, "in");
      return await enter(scene, scene.acme, person("1", NEW));
    },
    ends: "in",
    as: NEW,
  },
  "a certificate that has expired since": {
    async try(scene) {
      using time = new FakeTime();
      await time.tickAsync(366 * DAY);
      return await enter(scene, scene.acme, person("1", NEW));
    },
    ends: "failed",
  },
  "another name with the address of a person": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      return await enter(scene, scene.acme, person("2", NEW));
    },
    ends: "not-linked",
  },
  "a known person who has an address of another company now": {
    async try(scene) {
      assertEquals(
        (await enter(scene, scene.evil, person("1", "new@evil.example"))).outcome,
        "in",
      );
      return await enter(scene, scene.evil, person("1", VIC));
    },
    ends: "other-domain",
  },
  "a person who is known by an attribute, and its text as the name": {
    async try(scene) {
      await change(scene, { subject: "oid" });
      assertEquals((await first(scene, person("x", NEW, { oid: "o-1" }))).outcome, "in");
      await change(scene, { subject: null });
      return await first(scene, person("o-1", NEW));
    },
    ends: "not-linked",
  },
  "an attribute that names two people": {
    async try(scene) {
      await change(scene, { subject: "oid" });
      return await first(scene, person("x", NEW, { oid: ["o-1", "o-2"] }));
    },
    ends: "failed",
  },
  "a name of one session, with an attribute that stays": {
    async try(scene) {
      await change(scene, { subject: "oid" });
      const format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
      return await first(scene, {
        said: { nameId: "x", format, attributes: { email: NEW, oid: "o-1" } },
      });
    },
    ends: "in",
    as: NEW,
  },
  "a domain that was lost": {
    async try(scene) {
      scene.world.dns.clear();
      using time = new FakeTime();
      await time.tickAsync(8 * DAY);
      return await first(scene);
    },
    ends: "other-domain",
  },
  "a removed member": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      const { world, acme } = scene;
      const { id } = (await world.userOf(NEW))!;
      done(await world.app.orgs.removeMember(world.app.orgs.asSystem(acme.org), String(id)));
      return await first(scene);
    },
    ends: "not-admitted",
  },
  "a removed member with another name": {
    async try(scene) {
      assertEquals((await first(scene)).outcome, "in");
      const { world, acme } = scene;
      const { id } = (await world.userOf(NEW))!;
      done(await world.app.orgs.removeMember(world.app.orgs.asSystem(acme.org), String(id)));
      await world.app.auth.users.delete(String(id));
      return await first(scene, person("2", NEW));
    },
    ends: "not-admitted",
  },
  "a group that gives a role": groups(["staff", "admins"], "admin"),
  "groups in one text": groups("staff,admins", "member"),
  "a group in upper case": groups("ADMINS", "member"),
  "a group of the organization that makes an owner": groups("owner", "member"),

  "an answer in another browser": {
    async try({ world, acme }) {
      acme.saml.parts = person("1", NEW);
      const url = await world.begin(acme, world.open());
      return await world.follow(url, world.open());
    },
    ends: "start-again",
  },
  "another relay state": {
    async try(scene) {
      scene.acme.saml.relayState = () => "another";
      return await first(scene);
    },
    ends: "start-again",
  },
  "no relay state": {
    async try(scene) {
      scene.acme.saml.relayState = () => undefined;
      return await first(scene);
    },
    ends: "start-again",
  },
  "an answer to the request of another tab": {
    async try(scene) {
      const { world, acme } = scene;
      const browser = world.open();
      acme.saml.parts = person("1", NEW);
      const other = await browser.fetch(await world.begin(acme, browser));
      await other.body?.cancel();
      acme.saml.answer = () => acme.saml.sent[0]!;
      return await world.follow(await world.begin(acme, browser), browser);
    },
    ends: "failed",
  },
  "a sign-in that begins at the provider": {
    async try(scene) {
      scene.acme.saml.relayState = () => "/after";
      scene.acme.saml.answer = (received) =>
        encodeAnswer(
          makeCases({ ...received, requestId: "" }, scene.acme.saml.key)["a signed assertion"]!
            .answer,
        );
      return await first(scene);
    },
    ends: "start-again",
  },
  "the same, where the connection lets it begin one here": {
    async try(scene) {
      await change(scene, { startsAtProvider: true });
      const { acme } = scene;
      let rounds = 0;
      acme.saml.relayState = (text) => rounds > 1 ? text : "/after";
      acme.saml.answer = (received) =>
        encodeAnswer(
          makeCases(
            { ...received, requestId: rounds++ === 0 ? "" : received.requestId },
            acme.saml.key,
          )[
            "a signed assertion"
          ]!.answer.replace(rounds === 1 ? / InResponseTo="[^"]*"/g : /(?!)/, ""),
        );
      const { landing, browser, outcome } = await first(scene);
      // Another site can post as much, so that nothing begins by itself.
      assertEquals([landing.url.pathname, outcome], [`/auth/signin/${acme.id}`, "failed"]);
      assertEquals(acme.saml.received.length, 1);
      const entry = await scene.world.press(landing, browser);
      assertEquals(acme.saml.received.length, 2);
      return entry;
    },
    ends: "in",
    as: "ada@acme.example",
  },
  "the same, with an answer to a request that nobody knows": {
    async try(scene) {
      await change(scene, { startsAtProvider: true });
      scene.acme.saml.relayState = () => "another";
      const entry = await first(scene);
      assertEquals(scene.acme.saml.received.length, 1);
      return entry;
    },
    ends: "start-again",
  },
  "an assertion that was used before": {
    async try(scene) {
      const { acme } = scene;
      const said = { id: "_used-once" };
      const again = { ...person("1", NEW), said: { ...person("1", NEW).said, ...said } };
      assertEquals((await first(scene, again)).outcome, "in");
      return await enter(scene, acme, again);
    },
    ends: "failed",
  },
  "a provider of another company": {
    async try(scene) {
      const { acme, evil } = scene;
      acme.saml.answer = (received) =>
        encodeAnswer(
          makeCases({ ...received, issuer: evil.saml.issuer }, evil.saml.key)[
            "a signed assertion"
          ]!.answer,
        );
      return await first(scene);
    },
    ends: "failed",
  },
  "a connection that was removed meanwhile": {
    async try({ world, acme }) {
      const browser = world.open();
      const url = await world.begin(acme, browser);
      done(await world.sso.remove(world.app.orgs.asSystem(acme.org), acme.id));
      return await world.follow(url, browser);
    },
    ends: "failed",
  },
  "a signed response, where it is enough": {
    async try(scene) {
      await change(scene, { takesSignedResponse: true });
      return await first(scene, { ...person("1", NEW), sign: ["response"] });
    },
    ends: "in",
    as: NEW,
  },
  "no signature, where a signed response is enough": {
    async try(scene) {
      await change(scene, { takesSignedResponse: true });
      return await first(scene, { ...person("1", NEW), sign: [] });
    },
    ends: "failed",
  },
};

/** Encrypted assertions, for an app with a key. */
const encrypted = (
  how: Parameters<typeof encrypt>[2],
  parts: Parts,
  ends: Outcome,
  around: (xml: string) => string = (xml) => xml,
): Row => ({
  options: { connections: { saml: Saml({ keys: [KEY] }) } },
  try: (scene) =>
    first(scene, {
      ...person("1", NEW),
      after: (xml) => encrypt(around(xml), KEY, how),
      ...parts,
    }),
  ends,
  ...ends === "in" ? { as: NEW } : {},
});

ROWS["an encrypted assertion"] = encrypted({}, {}, "in");
ROWS["an encrypted assertion by CBC"] = encrypted({ cipher: "cbc" }, {}, "failed");
ROWS["the same in a signed response"] = encrypted(
  { cipher: "cbc" },
  { sign: ["assertion", "response"] },
  "in",
);
ROWS["an encrypted assertion whose key comes by RSA 1.5"] = encrypted(
  { transport: "1_5" },
  {},
  "failed",
);
ROWS["an encrypted assertion without a signature"] = encrypted({}, { sign: [] }, "failed");
ROWS["an encrypted assertion with a comment"] = encrypted(
  {},
  {},
  "failed",
  (xml) => xml.replace("</saml:NameID>", "<!-- -->$&"),
);
ROWS["two assertions in one that is encrypted"] = encrypted(
  {},
  {},
  "failed",
  (xml) => xml.replace("</saml:Assertion>", () => `${assertionIn(xml)}</saml:Assertion>`),
);
ROWS["a changed signature in one that is encrypted"] = encrypted(
  {},
  {},
  "failed",
  (xml) => xml.replace(signatureIn(xml), ""),
);
ROWS["an encrypted assertion for an app without a key"] = {
  try: (scene) => first(scene, { ...person("1", NEW), after: (xml) => encrypt(xml, KEY) }),
  ends: "failed",
};

// What another reader judged, through the whole: none of them opens anything.
const sample = makeCases(
  { requestId: "", audience: "", recipient: "", issuer: "" },
  makeCertificate("https://saml.acme.example"),
);
const encode = ({ answer, isBase64 }: Case) => isBase64 ? answer : encodeAnswer(answer);
for (const name of Object.keys(sample)) {
  if (sample[name]!.isRepeated) continue;
  ROWS[`answers: ${name}`] = {
    try: (scene) => {
      const { saml } = scene.acme;
      saml.answer = (received) => encode(makeCases(received, saml.key)[name]!);
      return first(scene);
    },
    ends: GOOD.includes(name) ? "in" : "failed",
    ...GOOD.includes(name) ? { as: "ada@acme.example" } : {},
  };
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

async function tryRow(row: Row, { connections, ...options }: WorldOptions): Promise<void> {
  const world = createWorld({
    ...options,
    connections: { kinds: ["oidc", "saml"], saml: Saml(), ...connections },
  });
  const acme = await world.samlCompany("acme");
  const evil = await world.samlCompany("evil");
  await world.app.orgs.importMembers(acme.org, [{ email: VIC, role: "member" }]);
  await world.byMail(VIC);
  const scene = { world, acme, evil };
  const kept = [acme.owner.email, evil.owner.email, VIC];
  const before = await waysIn(world, kept);
  const entry = await row.try(scene);
  assertEquals([entry.outcome, entry.email], [row.ends, row.as]);
  assertEquals(await waysIn(world, kept), before);
  await row.also?.(scene, entry);
}

Deno.test("Connections(): the rows of SAML are many", () => {
  assert(Object.keys(ROWS).length > 100, String(Object.keys(ROWS).length));
});

for (const [number, [name, row]] of Object.entries(ROWS).entries()) {
  // A row takes a tenth of a second, and the messages alone are judged by a test of the unit.
  if (!isChosen(number, 4)) continue;
  const strategy = STRATEGIES[number % STRATEGIES.length]!;
  Deno.test(`Connections(): SAML, ${name} (${strategy})`, async () => {
    await tryRow(row, { ...row.options, strategy });
  });
}

/** Rows on the stores that last, each of them elsewhere. */
const LASTING = 40;

function onStore(title: string, openStore: OpenStore, place: number): void {
  for (const [number, [name, row]] of Object.entries(ROWS).entries()) {
    if (!isChosen(number + place * (LASTING / 4), LASTING)) continue;
    const strategy = STRATEGIES[(number + place) % STRATEGIES.length]!;
    Deno.test(`Connections(): SAML, ${name} (${title}, ${strategy})`, async () => {
      const store = await openStore();
      try {
        const config = { ...row.options?.config, ...store.config };
        await tryRow(row, { ...row.options, strategy, config });
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
  "Connections() by SAML on PostgreSQL",
  (server) => onStore("PostgreSQL", serverStores(server)["PostgresAdapter"]!, 0),
);
