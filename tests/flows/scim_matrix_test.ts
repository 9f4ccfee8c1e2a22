/**
 * Directories against each other: whatever one sends, it reaches its own organization, makes nobody of
 * another one a member, and changes no user. Each row is tried with both session strategies in memory,
 * and some on each store; after each, Vic and both organizations are as they were.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { isChosen } from "../_stride.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { done, reasonOf, signIn } from "./_organizations.ts";
import {
  type Answer,
  type Client,
  type Company,
  create,
  createScimWorld,
  GROUP,
  type Json,
  patch,
  person,
  type ScimOptionsOfTest,
  type ScimWorld,
  USER,
} from "./_scim.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const VIC = "vic@acme.example";

/** Two companies with their directories; Vic is a member of Acme by both its directory and provider. */
interface Scene {
  scene: ScimWorld;
  acme: Company;
  evil: Company;
  /** Acme's directory. */
  own: Client;
  /** Evil's directory. */
  send: Client;
  secrets: { acme: string; evil: string };
  keyIds: { acme: string; evil: string };
  /** Vic in Acme's directory. */
  vic: string;
  userId: string;
}

interface Row {
  options?: ScimOptionsOfTest;
  try(scene: Scene): Promise<Answer>;
  /** Status of the answer. */
  is: number;
  /** Kind of the error. Default: none is looked at */
  type?: string;
  /** Says more about the end. */
  also?(scene: Scene, answer: Answer): Promise<void>;
}

const replace = (path: string | undefined, value: unknown) => ({ op: "replace", path, value });

/** A person whom Evil's directory sends. */
const evilPerson = (
  email: unknown,
  { is = 400, userName = email, ...more }: Record<string, unknown> & { is?: number } = {},
): Row => ({
  try: ({ send }) =>
    send("POST", "/Users", {
      body: { schemas: [USER], userName, emails: [{ value: email, primary: true }], ...more },
    }),
  is,
});

/** A request to Acme's directory with a credential that opens none. */
const asOther = (
  secretOf: (scene: Scene) => Promise<string | undefined> | string | undefined,
  is: number,
  slug = "acme",
): Row => ({
  async try(scene) {
    const send = scene.scene.clientOf(slug, await secretOf(scene));
    const answers = [
      await send("GET", `/Users/${scene.vic}`),
      await send("GET", "/Users"),
      await send("PATCH", `/Users/${scene.vic}`, { body: patch(replace("active", false)) }),
      await send("DELETE", `/Users/${scene.vic}`),
      await send("POST", "/Users", { body: person("new@acme.example") }),
      await send("POST", "/.search", { body: {} }),
      await send("GET", "/ServiceProviderConfig"),
    ];
    for (const { status, body } of answers) {
      assertEquals(status, is);
      assertEquals(body.status, String(is));
      assertEquals(JSON.stringify(body).includes("vic@"), false);
    }
    return answers[0]!;
  },
  is,
});

/** A body that is none of the protocol. */
const body = (sent: Json, is = 400, type = "invalidSyntax", media?: string): Row => ({
  async try({ send }) {
    const mine = await create(send, "mine@evil.example");
    const more = { body: sent, ...media ? { type: media } : {} };
    for (const [method, path] of [["POST", "/Users"], ["POST", "/Groups"], ["POST", "/.search"]]) {
      const answer = await send(method!, path!, more);
      assert(answer.status >= 400 || path === "/.search", `${method} ${path}: ${answer.status}`);
    }
    return await send("PATCH", `/Users/${mine.id}`, more);
  },
  is,
  ...is === 400 ? { type } : {},
  also: async ({ send }) => void assertEquals((await send("GET", "/Users")).body.totalResults, 1),
});

/** A change of a user of Evil's own directory, which is refused. */
const change = (operation: Json, type: string, is = 400): Row => ({
  async try({ send }) {
    const mine = await create(send, "mine@evil.example");
    const answer = await send("PATCH", `/Users/${mine.id}`, { body: patch(operation) });
    const now = await send("GET", `/Users/${mine.id}`);
    assertEquals(now.body.meta.version, 'W/"1"');
    return answer;
  },
  is,
  type,
});

/** A request of Evil's directory for a path with the id of something of Acme's. */
const foreignId = (method: string, sent?: Json, path = "Users"): Row => ({
  async try({ send, own, vic }) {
    const group = await own("POST", "/Groups", { body: { displayName: "Team" } });
    const id = path === "Users" ? vic : group.body.id;
    const answer = await send(method, `/${path}/${id}`, sent ? { body: sent } : {});
    const never = await send(method, `/${path}/${"a".repeat(22)}`, sent ? { body: sent } : {});
    assertEquals(answer.body, never.body);
    assertEquals((await own("DELETE", `/Groups/${group.body.id}`)).status, 204);
    return answer;
  },
  is: 404,
});

const members = (ids: (scene: Scene) => unknown[]): Row => ({
  try: (scene) =>
    scene.send("POST", "/Groups", {
      body: { schemas: [GROUP], displayName: "Admins", members: ids(scene) },
    }),
  is: 400,
  type: "invalidValue",
});

const ROWS: Readonly<Record<string, Row>> = {
  "no key": asOther(() => undefined, 401),
  "a text that is no key": asOther(() => "nonsense", 401),
  "a key of another form": asOther(() => "other_0123456789abcdef", 401),
  "the key of another organization": asOther(({ secrets }) => secrets.evil, 404),
  "an own key at a slug of nobody": asOther(({ secrets }) => secrets.evil, 404, "nobody"),
  "a slug in upper case": asOther(({ secrets }) => secrets.acme, 404, "ACME"),
  "the id of the organization as its slug": {
    async try({ scene, acme, secrets }) {
      return await scene.clientOf(acme.org, secrets.acme)("GET", "/Users");
    },
    is: 404,
  },
  "a way out of the slug": {
    async try({ scene, secrets }) {
      const paths = ["..%2facme", "evil%2f..%2facme", "acme%00", "acme%2fUsers", "%61cme%20"];
      for (const slug of paths.slice(1)) {
        const found = await scene.clientOf(slug, secrets.evil)("GET", "/Users");
        assertEquals(found.status, 404, slug);
      }
      return await scene.clientOf(paths[0]!, secrets.evil)("GET", "/Users");
    },
    is: 404,
  },
  "a way out of the id": {
    async try({ send, vic }) {
      const paths = [
        `..%2f..%2facme%2fUsers%2f${vic}`,
        "%2e%2e",
        "__proto__",
        "a%00",
        "%ff",
        "%2f",
      ];
      for (const path of paths.slice(1)) {
        const { status } = await send("GET", `/Users/${path}`);
        assert(status === 404 || status === 400, `${path}: ${status}`);
      }
      return await send("GET", `/Users/${paths[0]}`);
    },
    is: 404,
  },
  "a key without the scope": asOther(
    async ({ scene, acme }) => (await scene.keyOf(acme.org, ["project:read"])).secret,
    403,
  ),
  "a key with all permissions": asOther(
    async ({ scene, acme }) => (await scene.keyOf(acme.org, "all")).secret,
    403,
  ),
  "a key of a user": asOther(
    async ({ scene, userId }) =>
      done(await scene.keys.createFor(userId, { name: "K", scopes: "all" })).secret,
    403,
  ),
  "a key of a user with the scope": {
    options: { scopes: ["project:read", "scim"] },
    ...asOther(
      async ({ scene, acme }) => {
        const options = { name: "K", scopes: ["scim"] };
        return done(await scene.keys.createFor(acme.owner.id, options)).secret;
      },
      403,
    ),
  },
  "a key of a service": {
    options: { scopes: ["project:read", "scim"] },
    ...asOther(
      async ({ scene, acme }) => {
        const by = scene.app.orgs.asSystem(acme.org);
        const { service } = done(
          await scene.keys.createService(by, { name: "S", scopes: ["scim"] }),
        );
        const options = { name: "K", scopes: ["scim"] as const, service: service.id };
        return done(await scene.keys.createForOrganization(by, options)).secret;
      },
      403,
    ),
  },
  "a revoked key": asOther(async ({ scene, acme }) => {
    const { secret, id } = await scene.keyOf(acme.org);
    done(await scene.keys.revokeOfOrganization(scene.app.orgs.asSystem(acme.org), id));
    return secret;
  }, 401),
  "a key whose maker was removed": {
    async try({ scene, acme, secrets }) {
      const other = await scene.world.enter(acme, { sub: "o", email: "o@acme.example" });
      assertEquals(other.outcome, "in");
      return await scene.clientOf("acme", secrets.acme)("GET", "/ServiceProviderConfig");
    },
    // It is the organization's, and stays.
    is: 200,
  },
  "a key in the query": {
    async try({ scene, secrets }) {
      const send = scene.clientOf("acme", undefined);
      return await send("GET", `/Users?access_token=${secrets.acme}`);
    },
    is: 400,
  },
  "a key in another header": {
    async try({ scene, secrets }) {
      const send = scene.clientOf("acme", undefined);
      return await send("GET", "/Users", { headers: { "x-api-key": secrets.acme } });
    },
    is: 400,
  },
  "two keys": {
    async try({ scene, secrets }) {
      const send = scene.clientOf("acme", undefined);
      const authorization = `Bearer ${secrets.evil}, Bearer ${secrets.acme}`;
      return await send("GET", "/Users", { headers: { authorization } });
    },
    is: 400,
  },
  "the session of an owner": {
    async try({ scene, acme }) {
      const cookie = acme.owner.browser.cookies.header(new URL("https://app.example")) ?? "";
      return await scene.clientOf("acme", undefined)("GET", "/Users", { headers: { cookie } });
    },
    is: 401,
  },

  "a foreign user": foreignId("GET"),
  "a change of a foreign user": foreignId("PATCH", patch(replace("active", false))),
  "a foreign user in the place of an own one": foreignId("PUT", person("mine@evil.example")),
  "the end of a foreign user": foreignId("DELETE"),
  "a foreign group": foreignId("GET", undefined, "Groups"),
  "a change of a foreign group": foreignId(
    "PATCH",
    patch(replace("displayName", "Mine")),
    "Groups",
  ),
  "a foreign group in the place of an own one": foreignId("PUT", { displayName: "M" }, "Groups"),
  "the end of a foreign group": foreignId("DELETE", undefined, "Groups"),
  "a foreign user as a member": members(({ vic }) => [{ value: vic }]),
  "nobody as a member": members(() => [{ value: "a".repeat(22) }]),
  "a user of the app as a member": members(({ userId }) => [{ value: userId }]),
  "a path as a member": members(({ vic }) => [{ value: `../Users/${vic}` }]),
  "no id as a member": members(() => [{}, 1, null]),
  "a foreign user in a filter": {
    async try({ send, vic }) {
      for (const filter of [`id eq "${vic}"`, `userName eq "${VIC}"`, `emails.value eq "${VIC}"`]) {
        const found = await send("GET", `/Users?filter=${encodeURIComponent(filter)}`);
        assertEquals(found.body.totalResults, 0, filter);
      }
      return await send("POST", "/.search", { body: {} });
    },
    is: 200,
    also: (_, { body }) => Promise.resolve(assertEquals(body.Resources, [])),
  },

  "an address of a proven domain of another organization": evilPerson(VIC),
  "the same for nobody who is a user": evilPerson("new@acme.example"),
  "the same in upper case": evilPerson("VIC@ACME.EXAMPLE"),
  "the same in wide letters": evilPerson("vic@ａｃｍｅ.example"),
  "an address of a domain of nobody": evilPerson("vic@nobody.example"),
  "an address of a public host": evilPerson("vic@gmail.com"),
  "an address of a subdomain": evilPerson("vic@sub.evil.example"),
  "a domain that ends alike": evilPerson("vic@notevil.example"),
  "a domain that looks alike": evilPerson("vic@еvil.example"),
  "a name at an own domain, and a foreign address": evilPerson(VIC, { userName: "a@evil.example" }),
  "an own address that is not the primary one": {
    try: ({ send }) =>
      send("POST", "/Users", {
        body: {
          userName: "a",
          emails: [{ value: "a@evil.example" }, { value: VIC, primary: true }],
        },
      }),
    is: 400,
  },
  "an own primary address before a foreign one": {
    try: ({ send }) =>
      send("POST", "/Users", {
        body: {
          userName: "a",
          emails: [{ value: "a@evil.example", primary: true }, { value: VIC }],
        },
      }),
    is: 201,
  },
  "two primary addresses": {
    try: ({ send }) =>
      send("POST", "/Users", {
        body: {
          userName: "a",
          emails: [{ value: "a@evil.example", primary: true }, { value: VIC, primary: true }],
        },
      }),
    is: 400,
  },
  "an address with two domains": evilPerson("vic@acme.example@evil.example"),
  "a list of addresses": evilPerson("vic@evil.example, vic@acme.example"),
  "a display name": evilPerson("Vic <vic@evil.example>"),
  "a line break": evilPerson("vic@acme.example\n@evil.example"),
  "a NUL": evilPerson("vic@evil.example\0"),
  "a lone surrogate": evilPerson("vic\ud800@evil.example"),
  "an invisible character": evilPerson("vic@evil\u200b.example"),
  "an address with a plus": evilPerson("vic+acme@evil.example", { is: 201 }),
  "an own address in upper case": evilPerson("Vic@EVIL.example", { is: 201 }),
  "no address": evilPerson(undefined, { userName: "vic" }),
  "an empty address": evilPerson("", { userName: "vic" }),
  "an address that is a number": evilPerson(1, { userName: "vic@evil.example" }),
  "an address that is a list": evilPerson([VIC], { userName: "vic@evil.example" }),
  "no name": evilPerson("vic@evil.example", { userName: null }),
  "a name that is an object": evilPerson("vic@evil.example", { userName: {} }),
  "a name that is too long": evilPerson("vic@evil.example", { userName: "a".repeat(400) }),
  "a title that is too long": evilPerson("vic@evil.example", { title: "a".repeat(2000) }),
  "an id of its own choice": {
    try: ({ send, vic }) => send("POST", "/Users", { body: person("a@evil.example", { id: vic }) }),
    is: 201,
    also: ({ vic }, { body }) => Promise.resolve(assert(body.id !== vic)),
  },
  "a password, which is not kept": {
    async try(scene) {
      const { send, scene: { app } } = scene;
      const answer = await send("POST", "/Users", {
        body: person("a@evil.example", { password: "hunter2 hunter2" }),
      });
      const stored = await app.records.get("scim.user", answer.body.id);
      assertEquals(JSON.stringify([stored, answer.body]).includes("hunter2"), false);
      return answer;
    },
    is: 201,
  },
  "the prototype of an object": {
    try: ({ send }) =>
      send("POST", "/Users", {
        body: '{"userName":"a@evil.example","__proto__":{"active":false},"constructor":{"a":1}}',
      }),
    is: 201,
    also: (_, { body }) =>
      Promise.resolve(assertEquals([body.active, ({} as Json).a], [true, undefined])),
  },

  "a change to a foreign address": change(
    replace('emails[type eq "work"].value', VIC),
    "invalidValue",
  ),
  "a change to a foreign address by name": {
    async try({ send }) {
      const mine = await send("POST", "/Users", { body: { userName: "mine@evil.example" } });
      return await send("PATCH", `/Users/${mine.body.id}`, {
        body: patch(replace("userName", VIC)),
      });
    },
    is: 400,
    type: "invalidValue",
  },
  "a change that leaves no address": change({
    op: "replace",
    value: { userName: "mine", emails: [{ value: "mine" }] },
  }, "invalidValue"),
  "a change of the id": change(replace("id", "a"), "mutability"),
  "a change of meta": change(replace("meta.version", "a"), "mutability"),
  "a change of groups": change(
    { op: "add", path: "groups", value: [{ value: "a" }] },
    "mutability",
  ),
  "the removal of the name": change({ op: "remove", path: "userName" }, "mutability"),
  "the removal of active": change({ op: "remove", path: "active" }, "mutability"),
  "a removal without a path": change({ op: "remove" }, "noTarget"),
  "an operation that there is not": change({ op: "move", path: "title" }, "invalidSyntax"),
  "an operation without a name": change({ path: "title" }, "invalidSyntax"),
  "active that is a word": change(replace("active", "perhaps"), "invalidValue"),
  "active that is a number": change(replace("active", 0), "invalidValue"),
  "a path that is none": change(replace("emails[", "a"), "invalidFilter"),
  "a path with a bracket after a text": change(replace('title[type eq "a"]', "a"), "invalidPath"),
  "a path through several levels": change(replace("name.a.b", "a"), "invalidPath"),
  "a path that is too long": change(replace("a".repeat(2000), "a"), "invalidPath"),
  "a path that is an object": change(replace({} as never, "a"), "invalidPath"),
  "a value that is too long": change(replace("title", "a".repeat(2000)), "invalidValue"),
  "too many addresses": change(
    replace("emails", Array.from({ length: 60 }, (_, at) => ({ value: `a${at}@evil.example` }))),
    "invalidValue",
  ),

  "a group that would make an owner": {
    async try({ send }) {
      const mine = await create(send, "mine@evil.example");
      return await send("POST", "/Groups", {
        body: { displayName: "owner", members: [{ value: mine.id }], roles: ["owner"] },
      });
    },
    is: 201,
    async also({ scene, evil }) {
      await scene.world.enter(evil, { sub: "m", email: "mine@evil.example" });
      assertEquals(await scene.roleOf(evil.org, "mine@evil.example"), "member");
    },
  },
  "a role that a person says": {
    try: ({ send }) =>
      send("POST", "/Users", {
        body: person("mine@evil.example", { roles: [{ value: "owner" }], userType: "owner" }),
      }),
    is: 201,
    async also({ scene, evil }) {
      await scene.world.enter(evil, { sub: "m", email: "mine@evil.example" });
      assertEquals(await scene.roleOf(evil.org, "mine@evil.example"), "member");
    },
  },
  "a suspended user": {
    async try({ scene, send }) {
      const { app, world } = scene;
      const eve = await signIn(app, "eve@evil-other.example", world.open());
      await app.adapter.updateUser!({ id: eve.id, email: "eve@evil.example" });
      await app.auth.users.suspend(eve.id);
      return await send("POST", "/Users", { body: person("eve@evil.example") });
    },
    is: 201,
    async also({ scene, evil }) {
      assertEquals(await scene.roleOf(evil.org, "eve@evil.example"), undefined);
    },
  },
  "a user who has not proven the address": {
    async try({ scene, send }) {
      const { id } = await scene.app.adapter.createUser!({
        id: "eve",
        email: "eve@evil.example",
        emailVerified: null,
        name: "Eve of her own",
      });
      await scene.app.adapter.linkAccount!({
        ...{ userId: id, type: "oauth", provider: "other", providerAccountId: "1" },
      });
      return await send("POST", "/Users", { body: person("eve@evil.example") });
    },
    is: 201,
    async also({ scene, evil }, { body }) {
      assertEquals(await scene.roleOf(evil.org, "eve@evil.example"), undefined);
      assertEquals(JSON.stringify(body).includes("of her own"), false);
    },
  },
  "what a user said, in an answer": {
    async try({ scene, own, vic, userId }) {
      await scene.app.adapter.updateUser!({
        id: userId,
        name: "Secret",
        image: "https://x.example",
      });
      const answer = await own("GET", `/Users/${vic}`);
      await scene.app.adapter.updateUser!({ id: userId, name: "Vic", image: null });
      return answer;
    },
    is: 200,
    also: (_, { body }) =>
      Promise.resolve(assertEquals(/Secret|x\.example/.test(JSON.stringify(body)), false)),
  },
  "a member of another organization": {
    async try({ scene, evil, send }) {
      const { app } = scene;
      // Evil's app invites Vic, who says no; the directory does not say yes for Vic.
      const invited = await app.orgs.invite(app.orgs.asSystem(evil.org), {
        email: VIC,
        role: "member",
      });
      assertEquals(reasonOf(invited), "ok");
      return await send("POST", "/Users", { body: person(VIC) });
    },
    is: 400,
  },

  "no JSON": body("{"),
  "a list": body("[]"),
  "a text": body('"a"'),
  "null": body("null"),
  "nothing": body(" "),
  "lists that are nested deeply": body(
    `{"Operations":[{"op":"add","path":"photos","value":${"[".repeat(5000)}${"]".repeat(5000)}}]}`,
  ),
  "objects that are nested deeply": body(
    `{"Operations":[{"op":"add","path":"photos","value":${'{"a":'.repeat(20)}1${"}".repeat(20)}}]}`,
  ),
  "no changes": body({ Operations: [] }),
  "changes that are none": body({ Operations: [1] }),
  "too many changes": body({ Operations: Array.from({ length: 1100 }, () => ({})) }),
  "a document type": body(
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    415,
    "",
    "application/xml",
  ),
  "XML in the place of JSON": body("<a/>", 400, "invalidSyntax", "application/json"),
  "a form": body("userName=a", 415, "", "multipart/form-data"),
  "a text for browsers": body("{}", 415, "", "text/plain"),
  "more than a megabyte": body(`{"userName":"${"a".repeat(1024 * 1024)}"}`, 413, ""),
};

async function tryRow(name: string, row: Row, options: ScimOptionsOfTest): Promise<void> {
  const scene = createScimWorld({
    ...options,
    scim: { roles: [{ group: "Admins", role: "admin" }] },
  });
  const { world } = scene;
  const acme = await world.company("acme");
  const evil = await world.company("evil");
  const [own, other] = [await scene.directoryOf(acme), await scene.directoryOf(evil)];
  const entry = await world.enter(acme, { sub: "vic", name: "Vic", email: VIC });
  assertEquals(entry.outcome, "in");
  const vic = await create(own.send, VIC);
  const user = (await world.userOf(VIC))!;
  const before = await own.send("GET", `/Users/${vic.id}`);
  const at: Scene = {
    ...{ scene, acme, evil, own: own.send, send: other.send, vic: vic.id },
    secrets: { acme: own.secret, evil: other.secret },
    keyIds: { acme: own.keyId, evil: other.keyId },
    userId: String(user.id),
  };
  const answer = await row.try(at);
  assertEquals(answer.status, row.is, `${name}: ${JSON.stringify(answer.body)}`);
  if (row.type) assertEquals(answer.body.scimType, row.type, name);
  await row.also?.(at, answer);

  // Vic, and both organizations, are as they were.
  assertEquals(await world.userOf(VIC), user);
  assertEquals(await scene.app.auth.users.isSuspended(at.userId), false);
  const found = await scene.app.orgs.listOrganizations(at.userId);
  assertEquals(found.map(({ id, role }) => [id, role]), [[acme.org, "member"]]);
  assertEquals((await own.send("GET", `/Users/${vic.id}`)).body, before.body);
  assertEquals((await own.send("GET", "/Users")).body.totalResults, 1);
  const again = await world.enter(acme, { sub: "vic", name: "Vic", email: VIC });
  assertEquals(again.outcome, "in");
}

for (const [number, [name, row]] of Object.entries(ROWS).entries()) {
  for (const [place, strategy] of STRATEGIES.entries()) {
    if (!isChosen(number + place, STRATEGIES.length)) continue;
    Deno.test(`Scim(): ${name} (${strategy})`, async () => {
      await tryRow(name, row, { ...row.options, strategy });
    });
  }
}

/** Rows on the stores that last, each of them elsewhere. */
const LASTING = 16;

function onStore(title: string, openStore: OpenStore, place: number): void {
  for (const [number, [name, row]] of Object.entries(ROWS).entries()) {
    if (!isChosen(number + place * (LASTING / 4), LASTING)) continue;
    const strategy: Strategy = STRATEGIES[(number + place) % STRATEGIES.length]!;
    Deno.test(`Scim(): ${name} (${title}, ${strategy})`, async () => {
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
  "Scim() on PostgreSQL",
  (server) => onStore("PostgreSQL", serverStores(server)["PostgresAdapter"]!, 0),
);
