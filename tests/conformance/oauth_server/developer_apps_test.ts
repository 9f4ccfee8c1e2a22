/**
 * The page of an organization's own apps, for its owners.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { listForClient } from "../../../src/capabilities/oauth_server/client_grants.ts";
import type { Grant as FoundGrant } from "../../../src/capabilities/oauth_server/grants.ts";
import { clients, grants } from "../../../src/capabilities/oauth_server/kinds.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { AuthError } from "../../../src/errors.ts";
import { ownerOfOrg } from "../../../src/records/owner.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import type { AuditEntry } from "../../../src/types/audit.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import type { TestBrowser } from "../../../src/tools/testing/mod.ts";
import type { DeveloperAppProps } from "../../../pages/oauth_server/developer_step.ts";
import { type Answer, enter, get, OLD, open, post } from "./_authorize.ts";
import { callOf } from "./_clients.ts";
import { CALLBACK, createServer, ISSUER, MCP } from "./_rig.ts";
import { access } from "./_services.ts";
import { grantTokens, grantTokensFor } from "./_tokens.ts";

const PAGE = "/auth/organization/acme/apps";

type Options = NonNullable<Parameters<typeof createServer>[0]>;

/** An app with two organizations, each with an owner, and a member of the first one. */
async function createSite(
  options: Options = { developerApps: {} },
  adapter?: FullAdapter,
  config: object = {},
) {
  const entries: AuditEntry[] = [];
  const rig = createServer(options, {
    sendMail: () => {},
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    events: { audit: (entry: AuditEntry) => void entries.push(entry) },
    ...adapter ? { adapter } : {},
    ...config,
  } as never);
  const { auth } = rig;
  for (const id of ["olga", "mara", "otto"]) {
    await rig.adapter.createUser!({ id, email: `${id}@example.com`, emailVerified: new Date() });
  }
  const create = async (owner: string, slug: string) => {
    const made = await auth.organizations.createOrganization(owner, { name: slug, slug });
    assert(made.ok);
    return made.organization.id;
  };
  const organization = await create("olga", "acme");
  const other = await create("otto", "other");
  await auth.organizations.importMembers(organization, [
    { email: "mara@example.com", role: "admin" },
  ]);
  return { rig, entries, organization, other };
}

/** What is filled in for an app on a server. */
const FORM = {
  step: "create",
  name: "Acme Sync",
  redirectUris: `${CALLBACK}\r\n\r\n ${CALLBACK}/second `,
  method: "secret",
  logoUri: "https://acme.example/logo.png",
};

/** The data of the page. */
async function read(browser: TestBrowser, query = ""): Promise<DeveloperAppProps> {
  const response = await browser.fetch(`${ISSUER}${PAGE}${query}`, {
    headers: { accept: "application/json" },
  });
  assertEquals(response.status, 200);
  const { step, ...props } = await response.json();
  return { ...props, step: step.replace("developer-apps:", "") };
}

async function list(browser: TestBrowser) {
  const props = await read(browser);
  assert(props.step === "list");
  return props.apps;
}

async function send(browser: TestBrowser, fields: Record<string, string>): Promise<Answer> {
  return await post(browser, "organization/acme/apps", fields);
}

/** The client id and the secret that an answer shows. */
function shownIn({ status, html }: Answer): { id: string; secret: string } {
  assertEquals(status, 200);
  const [id, secret] = [...html.matchAll(/<code dir="ltr">([\w-]+)<\/code>/g)].map(([, one]) =>
    one!
  );
  assert(id && secret, html.slice(-2000));
  return { id, secret };
}

Deno.test("developer apps: an owner creates, changes and removes one, and gets its secret once", async () => {
  const { rig, entries, organization } = await createSite();
  const browser = await open(rig, "olga");
  const made = shownIn(await send(browser, FORM));
  const client = (await rig.auth.oauthServer.getClient(made.id))!;
  assertEquals(client.organization, organization);
  assertEquals(client.redirectUris, [CALLBACK, `${CALLBACK}/second`]);
  assertEquals(client.logoUri, FORM.logoUri);
  const as = (client_secret: string) =>
    rig.post("oauth/introspect", { client_id: made.id, client_secret, token: "x" });
  assertEquals((await as(made.secret)).status, 200);
  const page = await get(browser, `${ISSUER}${PAGE}`);
  assertStringIncludes(page.html, made.id);
  assert(!page.html.includes(made.secret));

  const change = await get(browser, `${ISSUER}${PAGE}?step=change&id=${made.id}`);
  assertStringIncludes(change.html, 'value="Acme Sync"');
  const evil = encodeURIComponent("https://evil.example/callback");
  const linked = await get(
    browser,
    `${ISSUER}${PAGE}?step=change&id=${made.id}&name=Acme+Sync&redirectUris=${evil}`,
  );
  assertStringIncludes(linked.html, `${CALLBACK}/second`);
  assert(!linked.html.includes("evil.example/callback"), "a link fills in a redirect URI");
  const changed = await send(browser, {
    ...{ step: "change", id: made.id, name: "Acme Sync 2", redirectUris: CALLBACK },
  });
  assertEquals(changed.location, `${ISSUER}${PAGE}?done=changed`);
  const [app] = await list(browser);
  assertEquals([app!.name, app!.redirectUris], ["Acme Sync 2", [CALLBACK]]);
  assertEquals((await rig.auth.oauthServer.getClient(made.id))!.logoUri, undefined);

  const next = shownIn(await send(browser, { step: "rotate", id: made.id, overlap: "86400" }));
  assertEquals([(await as(made.secret)).status, (await as(next.secret)).status], [200, 200]);
  const last = shownIn(await send(browser, { step: "rotate", id: made.id, overlap: "0" }));
  assertEquals(
    [
      (await as(made.secret)).status,
      (await as(next.secret)).status,
      (await as(last.secret)).status,
    ],
    [401, 401, 200],
  );
  const question = await get(browser, `${ISSUER}${PAGE}?step=remove&id=${made.id}`);
  assertStringIncludes(question.html, "Remove Acme Sync 2?");
  await send(browser, { step: "remove", id: made.id });
  assertEquals(await list(browser), []);
  assertEquals((await as(last.secret)).status, 401);
  const told = entries.filter(({ name }) => name.startsWith("client."));
  assertEquals(
    told.map((one) => [one.name, one.userId, one.organization, one.credential]),
    ["created", "updated", "rotated", "rotated", "removed"].map((
      name,
    ) => [`client.${name}`, "olga", organization, made.id]),
  );
  assert(!JSON.stringify(entries).includes(last.secret));
});

Deno.test("clients of an organization: an id that no record can have is refused with a sentence", async () => {
  const { oauthServer } = (await createSite()).rig.auth;
  for (const organization of ["o".repeat(600), "a\0", "\ud800"]) {
    const client = { name: "Acme", redirectUris: [CALLBACK], organization };
    const what = "not the id of an organization";
    await assertRejects(() => oauthServer.registerClient(client), TypeError, what);
    await assertRejects(() => oauthServer.listClients({ organization }), RangeError, what);
  }
});

Deno.test("developer apps: a form makes one app, and one secret, however often it is sent", async () => {
  const { rig } = await createSite();
  const browser = await open(rig, "olga");
  const once = "AAAAAAAAAAAAAAAAAAAAAA";
  // The token of all of them.
  await list(browser);
  const made = await Promise.all(
    Array.from({ length: 5 }, () => send(browser, { ...FORM, once })),
  );
  assertEquals(made.filter(({ status }) => status === 200).map(shownIn).length, 1);
  const again = await send(browser, { ...FORM, once });
  assertEquals(again.location, `${ISSUER}${PAGE}?done=made`);
  const [app, second] = await list(browser);
  assertEquals(second, undefined);
  const form = { step: "rotate", id: app!.id, overlap: "0", once: "BBBBBBBBBBBBBBBBBBBBBB" };
  const { secret } = shownIn(await send(browser, form));
  assertEquals((await send(browser, form)).location, `${ISSUER}${PAGE}`);
  const fields = { client_id: app!.id, client_secret: secret, token: "x" };
  assertEquals((await rig.post("oauth/introspect", fields)).status, 200);
  // One that made nothing can be sent again.
  const wrong = { ...FORM, name: "Loom", redirectUris: "", once: "CCCCCCCCCCCCCCCCCCCCCC" };
  assertStringIncludes((await send(browser, wrong)).html, 'aria-invalid="true"');
  shownIn(await send(browser, { ...wrong, redirectUris: CALLBACK }));
});

Deno.test("developer apps: what is typed wrong is shown again, with its fault", async () => {
  const { rig } = await createSite();
  const browser = await open(rig, "olga");
  const cases: [Record<string, string>, string][] = [
    [{ name: " " }, "name"],
    [{ name: "x".repeat(65) }, "name"],
    [{ redirectUris: "" }, "redirectUris"],
    [{ redirectUris: "http://acme.example/" }, "redirectUris"],
    [{ redirectUris: "https://10.0.0.1/" }, "redirectUris"],
    [{ redirectUris: "javascript:alert(1)" }, "redirectUris"],
    [{ redirectUris: `${CALLBACK}?${"x".repeat(20_000)}` }, "redirectUris"],
    [
      { redirectUris: Array.from({ length: 21 }, (_, i) => `${CALLBACK}/${i}`).join("\n") },
      "redirectUris",
    ],
    [{ clientUri: "http://acme.example/" }, "clientUri"],
    [{ logoUri: "data:image/png,x" }, "logoUri"],
    [{ tosUri: "terms" }, "tosUri"],
    [{ tosUri: `https://acme.example/${"李".repeat(120)}` }, "tosUri"],
    [{ policyUri: `https://acme.example/${"x".repeat(1000)}` }, "policyUri"],
  ];
  const { id } = shownIn(await send(browser, FORM));
  for (const [wrong, field] of cases) {
    for (const step of ["create", "change"]) {
      const { status, html } = await send(browser, { ...FORM, step, id, ...wrong });
      assertEquals(status, 200, field);
      assertMatch(html, new RegExp(`id="input-${field}"[^>]*aria-invalid="true"`), step);
    }
  }
  assertEquals((await list(browser)).length, 1);
  const strange: Record<string, string>[] = [
    { step: "rotate", id, overlap: "999999999" },
    { step: "none" },
  ];
  for (const fields of strange) {
    assertStringIncludes((await send(browser, fields)).location, "/auth/error?");
  }
  const { html } = await post(browser, "organization/acme/apps", FORM, { csrf: false });
  assert(!html.includes("Client secret"));
  assertEquals((await list(browser)).length, 1);
});

const CHANGES: readonly Record<string, string>[] = [
  FORM,
  { ...FORM, step: "change", name: "Mine" },
  { step: "rotate", overlap: "0" },
  { step: "remove" },
];

Deno.test("developer apps: nobody but an owner of the organization sees or changes anything", async () => {
  const { rig, organization } = await createSite();
  const owner = await open(rig, "olga");
  const { id, secret } = shownIn(await send(owner, FORM));
  const known = await rig.auth.oauthServer.getClient(id);
  for (const user of ["mara", "otto", null]) {
    const browser = await open(rig, user);
    const statuses = { mara: 403, otto: 404 };
    for (const query of ["", `?step=change&id=${id}`, `?step=rotate&id=${id}`]) {
      const { status, html } = await get(browser, `${ISSUER}${PAGE}${query}`);
      assertEquals(status, user === null ? 302 : statuses[user as "mara" | "otto"]);
      assert(!html.includes(id) && !html.includes("Acme Sync"));
    }
    for (const fields of CHANGES) {
      const { html } = await send(browser, { ...fields, id });
      assert(!html.includes(id) && !html.includes("client secret"));
    }
  }
  // The owner of another organization names this app on the own page.
  const browser = await open(rig, "otto");
  for (const fields of CHANGES.slice(1)) {
    const { html } = await post(browser, "organization/other/apps", { ...fields, id });
    assertStringIncludes(html, "This app no longer exists.", fields.step);
  }
  const page = await get(browser, `${ISSUER}/auth/organization/other/apps?step=change&id=${id}`);
  assertStringIncludes(page.html, "This app no longer exists.");
  // Neither is a client of the app itself.
  const own = await rig.auth.oauthServer.registerClient({ name: "Own", redirectUris: [CALLBACK] });
  for (const fields of CHANGES.slice(1)) {
    assertStringIncludes((await send(owner, { ...fields, id: own.id })).html, "no longer exists");
  }
  assertEquals(await rig.auth.oauthServer.getClient(id), known);
  const fields = { client_id: id, client_secret: secret, token: "x" };
  assertEquals((await rig.post("oauth/introspect", fields)).status, 200);
  const { records } = callOf(rig).config;
  assertEquals((await clients.list(records, ownerOfOrg(organization))).length, 1);
});

Deno.test("developer apps: an old session proves who it is before each change, and keeps what was typed", async () => {
  const { rig } = await createSite();
  const owner = await open(rig, "olga");
  const { id } = shownIn(await send(owner, FORM));
  const known = await rig.auth.oauthServer.getClient(id);
  const browser = await open(rig, null);
  await enter(rig, browser, "olga", OLD);
  for (const fields of CHANGES) {
    const { status, location } = await send(browser, { ...fields, id });
    assertEquals(status, 302, fields.step);
    assert(!location.startsWith(`${ISSUER}${PAGE}`), location);
    assertStringIncludes(decodeURIComponent(location), `step=${fields.step}`);
  }
  assertEquals(await rig.auth.oauthServer.getClient(id), known);
  assertEquals((await list(owner)).length, 1);
});

Deno.test("developer apps: of fifty-five forms at once, fifty make an app", async () => {
  const { rig, organization } = await createSite();
  const browser = await open(rig, "olga");
  // The token of all of them.
  await list(browser);
  const answers = await Promise.all(Array.from({ length: 55 }, () => send(browser, FORM)));
  const refused = answers.filter(({ html }) => html.includes("has too many apps"));
  assertEquals(refused.length, 5);
  assertEquals((await list(browser)).length, 50);
  const { records } = callOf(rig).config;
  assertEquals((await clients.list(records, ownerOfOrg(organization), { limit: 100 })).length, 50);
});

Deno.test("developer apps: absent means absent, and options say what apps may ask for", async () => {
  const { rig } = await createSite({});
  const browser = await open(rig, "olga");
  assertEquals((await get(browser, `${ISSUER}${PAGE}`)).status, 404);
  assertEquals((await send(browser, FORM)).status, 404);
  const { html } = await get(browser, `${ISSUER}/auth/organization/acme`);
  assert(!html.includes("Developer apps"));

  const limited = await createSite({
    developerApps: { scopes: ["openid", "project:read"], resources: [MCP] },
  });
  const owner = await open(limited.rig, "olga");
  const page = await get(owner, `${ISSUER}/auth/organization/acme`);
  assertStringIncludes(page.html, `href="${ISSUER}${PAGE}"`);
  const { id } = shownIn(await send(owner, FORM));
  const app = (await limited.rig.auth.oauthServer.getClient(id))!;
  assertEquals([app.scopes, app.resources], [["openid", "project:read"], [MCP]]);
  const open_ = await send(owner, { ...FORM, method: "none", name: "Loom" });
  assertEquals(open_.location, `${ISSUER}${PAGE}?done=made`);
  assertEquals((await list(owner)).map(({ name, urls }) => [name, urls.rotate === undefined]), [
    ["Acme Sync", false],
    ["Loom", true],
  ]);
});

Deno.test("developer apps: options that cannot be used are refused at start", () => {
  const cases: [object | true, string][] = [
    [true, "developerApps"],
    [{ scopes: ["none"] }, "developerApps.scopes"],
    [{ resources: ["https://none.example/"] }, "developerApps.resources"],
    [{}, "organizations"],
  ];
  for (const [developerApps, words] of cases) {
    const { auth } = createServer({ developerApps } as never);
    assertThrows(() => requireConfig(auth.config), AuthError, words);
  }
});

Deno.test("developer apps: an owner sees how many people gave each app access, and nobody else does", async () => {
  for (const organization of [undefined, "choose"] as const) {
    const { rig } = await createSite({
      developerApps: {},
      ...organization ? { organization } : {},
    });
    const browser = await open(rig, "olga");
    const { id, secret } = shownIn(await send(browser, FORM));
    await send(browser, { ...FORM, name: "Loom", method: "none" });
    const countOf = async () => await readPeople(browser, id);
    const [, loom] = await list(browser);
    assertEquals([await countOf(), await readPeople(browser, loom!.id)], [{ count: 0 }, {
      count: 0,
    }]);
    const users: string[] = [];
    const as = { client_id: id, client_secret: secret };
    for (let user = 0; user < 3; user++) {
      users.push((await grantTokens(rig, { client: id }, as)).userId);
    }
    assertEquals(await countOf(), { count: 3 });
    // The same person again, also for another organization, is one.
    await grantTokensFor(rig, users[0]!, { client: id }, as);
    if (organization) {
      const { records } = callOf(rig).config;
      const [{ data }] = (await grants.list(records, users[0]!)) as [FoundGrant];
      const other = { ...data, organization: "another" };
      await grants.add(records, "of-another", { userId: users[0]!, expires: null, data: other });
      await listForClient(records, { id: "of-another", data: other });
    }
    assertEquals(await countOf(), { count: 3 });
    // What has ended does not count.
    const [grant] = await rig.auth.oauthServer.listGrants(users[1]!);
    await rig.auth.oauthServer.revokeGrant(users[1]!, grant!.id);
    await rig.auth.users.suspend(users[2]!);
    assertEquals(await countOf(), { count: 1 });
    for (const step of ["change", "remove"]) {
      const url = `${ISSUER}${PAGE}?step=${step}&id=${id}`;
      assertStringIncludes((await get(browser, url)).html, "People who gave access: 1<");
      for (const user of ["mara", "otto"]) {
        const { html } = await get(await open(rig, user), url);
        assert(!html.includes("People who gave access"));
      }
    }
  }
});

/** The people of an app. */
async function readPeople(browser: TestBrowser, id: string) {
  const props = await read(browser, `?step=change&id=${id}`);
  assert(props.step === "change");
  return props.app.people;
}

Deno.test("developer apps: people are counted up to a bound, with few calls of the store", async () => {
  for (
    const [organization, most, reads] of [[undefined, 1000, 0], ["choose", 100, 100]] as const
  ) {
    const adapter = MemoryAdapter();
    const calls: string[] = [];
    const { records } = adapter;
    const counting = {
      ...records,
      get: (kind: string, id: string) => (calls.push(kind), records.get(kind, id)),
      list: (
        ...args: Parameters<typeof records.list>
      ) => (calls.push(args[1]), records.list(...args)),
    };
    const { rig, organization: owner } = await createSite(
      { developerApps: {}, ...organization ? { organization } : {} },
      { ...adapter, records: counting } as FullAdapter,
      organization ? { limits: { perAddress: false } } : {},
    );
    const browser = await open(rig, "olga");
    const { id } = shownIn(await send(browser, FORM));
    const data = { client: id, organization: null } as FoundGrant["data"];
    for (let user = 0; user <= most; user++) {
      const grant = `grant-${user}`;
      await grants.add(records, grant, { userId: `user-${user}`, expires: null, data });
      await listForClient(records, { id: grant, data });
    }
    // Fifty apps ask for no more than one.
    const rotation = `?step=rotate&id=${id}`;
    const isOfPeople = (kind: string) => /^oauth\.(client-)?grant$/.test(kind);
    calls.length = 0;
    await list(browser);
    await read(browser, rotation);
    const before = calls.length;
    assertEquals(calls.filter(isOfPeople), []);
    for (let app = 1; app < 50; app++) {
      await rig.auth.oauthServer.registerClient({
        ...{ name: `App ${app}`, redirectUris: [CALLBACK], organization: owner },
      });
    }
    calls.length = 0;
    assertEquals((await list(browser)).length, 50);
    await read(browser, rotation);
    assertEquals([calls.length, calls.filter(isOfPeople)], [before, []]);
    calls.length = 0;
    assertEquals(await readPeople(browser, id), { count: most, isMore: true });
    assertEquals(calls.filter((kind) => kind === "oauth.client-grant").length, 2);
    assertEquals(calls.filter((kind) => kind === "oauth.grant").length, reads);
    const { html } = await get(browser, `${ISSUER}${PAGE}?step=remove&id=${id}`);
    assertStringIncludes(
      html,
      `People who gave access: More than ${organization ? "100" : "1,000"}<`,
    );
    if (!organization) continue;
    while (await readPeople(browser, id)) assert(calls.length < 10_000);
    // Who asks too often can change the app still.
    calls.length = 0;
    assertEquals(await readPeople(browser, id), undefined);
    assertEquals(calls.filter(isOfPeople), []);
  }
});
