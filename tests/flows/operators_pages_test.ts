/**
 * The pages of operators, without scripts: each action for everybody who may try, and what an operator
 * finds there.
 *
 * @module
 */

import { merges } from "../../src/accounts/open_merges.ts";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { activityEnglish } from "../../pages/activity/english.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { KINDS, REASONS } from "../../src/capabilities/audit_log/activity_kinds.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { ACTIONS } from "../../src/capabilities/operators/actions.ts";
import { audit } from "../../src/hooks/audit.ts";
import { de } from "../../src/languages/de.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { capability } from "../../src/symbols.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Organizations } from "../../src/capabilities/organizations/mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  access,
  APP,
  createOperatorApp,
  enter,
  type OperatorApp,
  type OperatorVisitor,
  post,
  readJson,
  visit,
  VISITORS,
} from "./_operators.ts";

const SECRET = "whsec_" + btoa("a-secret-of-32-random-characters");

function createApp(config: Partial<AuthConfig> = {}, down = { is: true }) {
  return createOperatorApp({
    audit: AuditLog({ beforeAnswer: true }),
    webhooks: Webhooks({
      endpoints: [{
        url: "https://billing.example/hooks/a-path-that-opens-something",
        secret: SECRET,
        events: ["user.created"],
      }],
      fetch: () => Promise.resolve(new Response(null, { status: down.is ? 500 : 204 })),
    }),
    account: AccountPage(),
    ...config,
  });
}

/** Makes a user whom nobody knows. */
async function makeUser(app: OperatorApp, email = "target@example.com"): Promise<string> {
  return (await app.auth.users.create({ email, name: "Target", emailVerified: new Date() })).id;
}

const userPath = (id: string) => `/auth/operators/users/${encodeURIComponent(id)}`;

const CHANGES = [
  "suspend",
  "sign-out",
  "end-session",
  "reset-factors",
  "export",
  "delete",
] as const;

/** What a person can do on the pages; returns `true` when it was done. */
type Try = (app: OperatorApp, visitor: OperatorVisitor | null, user: string) => Promise<boolean>;

const shows = (path: (user: string) => string): Try => async (app, visitor, user) =>
  (await visit(app, visitor, path(user))).status === 200;

const changes = (step: string): Try => async (app, visitor, user) => {
  const [session] = await app.auth.sessions.list(user);
  const fields = { step, note: "A reason", session: session?.id ?? "" };
  const { status, location } = await post(app, visitor, userPath(user), fields);
  return step === "export"
    ? status === 200
    : location !== null && new URL(location).searchParams.get("done") === step;
};

const TRIES: Readonly<Record<string, { try: Try; isRead?: true }>> = {
  "list users": { try: shows(() => "/auth/operators?query=target"), isRead: true },
  "read a user": { try: shows(userPath), isRead: true },
  "read the log": { try: shows(() => "/auth/operators/log"), isRead: true },
  "read webhooks": { try: shows(() => "/auth/operators/webhooks"), isRead: true },
  "open the form of a new user": { try: shows(() => "/auth/operators?step=create") },
  "open the question before a deletion": { try: shows((id) => `${userPath(id)}?step=delete`) },
  "open the form of a merge": { try: shows((id) => `${userPath(id)}?step=merge`) },
  "see what a merge does": {
    try: async (app, visitor, user) => {
      const into = await makeUser(app, `${crypto.randomUUID()}@example.com`);
      const { text } = await post(app, visitor, userPath(user), { step: "merge", into });
      return text.includes("What moves");
    },
  },
  "merge": {
    try: async (app, visitor, user) => {
      const into = await makeUser(app, `${crypto.randomUUID()}@example.com`);
      await post(app, visitor, userPath(user), { step: "merge-into", into });
      return await app.auth.users.get(user) === null;
    },
  },
  "give up a merge": {
    try: async (app, visitor, user) => {
      const into = await makeUser(app, `${crypto.randomUUID()}@example.com`);
      const one = { id: into, from: user, into, at: 0, state: "moving" as const, moving: [] };
      const { records } = requireConfig(app.auth.config).revocation!;
      await merges.update(records, "open", () => ({ expires: null, data: { open: [one] } }));
      await post(app, visitor, userPath(user), { step: "merge-cancel", into });
      return await merges.take(records, "open") === null;
    },
  },
  "create a user": {
    try: async (app, visitor) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const fields = { step: "create", email, name: "New" };
      await post(app, visitor, "/auth/operators", fields);
      return await app.adapter.getUserByEmail!(email) !== null;
    },
  },
  "send a webhook again": {
    try: async (app, visitor) => {
      const answer = await post(app, visitor, "/auth/operators/webhooks", {
        step: "send",
        id: "1",
      });
      // There is none with this id.
      return answer.status === 409 && answer.text.includes("isn’t there anymore");
    },
  },
  "resume": {
    try: async (app, visitor, user) => {
      await app.auth.users.suspend(user);
      await changes("resume")(app, visitor, user);
      return !await app.auth.users.isSuspended(user);
    },
  },
  ...Object.fromEntries(CHANGES.map((step) => [step, { try: changes(step) }])),
};

onEveryStore("operators pages", (test) => {
  test("one visitor passes, for every action", async (store) => {
    const app = createApp(store.config);
    for (const [name, make] of Object.entries(VISITORS)) {
      const visitor = await make(app);
      for (const [action, { try: run, isRead }] of Object.entries(TRIES)) {
        const email = `${crypto.randomUUID()}@example.com`;
        const user = await makeUser(app, email);
        await enter(app, user);
        const lacksProof = name.endsWith("stale proof") || name.endsWith("second factor");
        const wanted = name === "an operator" || lacksProof && isRead === true;
        assertEquals(await run(app, visitor, user), wanted, `${name}: ${action}`);
        if (wanted) continue;
        assert(await app.adapter.getUser!(user), `${name}: ${action}: the user is there`);
        const isSuspended = await app.auth.users.isSuspended(user);
        assertEquals(isSuspended, action === "resume", `${name}: ${action}`);
        assertEquals((await app.auth.sessions.list(user)).length, isSuspended ? 0 : 1, action);
      }
    }
  });

  test("fifty forms at once make one user, and end one session once", async (store) => {
    const app = createApp(store.config);
    const boss = await enter(app, "boss", { role: "owner" });
    const typed = { step: "create", email: "one@example.com", name: "One" };
    const made = await Promise.all(
      Array.from({ length: 50 }, () => post(app, boss, "/auth/operators", typed)),
    );
    assertEquals(made.filter(({ location }) => location !== null).length, 1);
    assertEquals(made.filter(({ status }) => status === 400).length, 49);
    const user = await makeUser(app);
    await enter(app, user);
    const [session] = await app.auth.sessions.list(user);
    const fields = { step: "end-session", session: session!.id };
    app.mails.length = 0;
    const ended = await Promise.all(
      Array.from({ length: 50 }, () => post(app, boss, userPath(user), fields)),
    );
    assertEquals(ended.filter(({ location }) => location !== null).length, 1);
    assertEquals(app.mails.length, 1);
  });

  test("a page of users leads to the next one", async (store) => {
    const app = createApp(store.config);
    const boss = await enter(app, "boss", { role: "owner" });
    for (let number = 0; number < 30; number++) await makeUser(app, `reader${number}@example.com`);
    const first = await readJson(app, boss, "/auth/operators?query=reader");
    assertEquals(first.body.step, "operators:list");
    assertEquals(first.body.users.length, 25);
    assertEquals(Object.keys(first.body.users[0]).sort(), [
      ...["email", "emailVerified", "id", "name", "suspendedAt", "url"],
    ]);
    const { pathname, search } = new URL(first.body.nextUrl);
    const second = await readJson(app, boss, pathname + search);
    assertEquals(second.body.users.length, 5);
    assertEquals(second.body.nextUrl, undefined);
    assert(second.body.firstUrl);
    const { body } = await readJson(app, boss, "/auth/operators?query=reader&state=suspended");
    assertEquals([body.users, body.search], [[], "scan"]);
  });
});

Deno.test("operators pages: a visitor who is no operator sees what a path that does not exist has", async () => {
  const app = createApp();
  await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  const visitors = [
    await enter(app, "eve"),
    await enter(app, "member", { role: "member" }),
    await enter(app, "other", { role: "owner", organization: "acme" }),
  ];
  const plain = (text: string) =>
    text.replaceAll(/nonce[-=]"?[\w-]+"?/g, "").replaceAll(/[\w-]{6,}(?=<\/code>|<\/bdi>)/g, "");
  const paths = [
    ...["", "?step=create", "/log", "/webhooks", "/stop"].map((path) => `/auth/operators${path}`),
    ...["", "?step=delete", "?step=merge", "/act"].map((path) => userPath(user) + path),
    userPath("nobody"),
  ];
  const bodies = {
    "without a token": { step: "create" },
    "with the token of another browser": { step: "delete", csrfToken: "1".repeat(64) + ".0" },
    "with a step that is none": { step: "x", csrfToken: "" },
  };
  for (const { cookie } of visitors) {
    for (const accept of ["text/html", "application/json"]) {
      const ask = async (path: string, fields?: Record<string, string>) => {
        const response = await app.fetch(path, {
          method: fields ? "POST" : "GET",
          headers: { accept, cookie },
          ...fields ? { body: new URLSearchParams(fields) } : {},
        });
        const headers = [...response.headers].map(([name, value]) => `${name}: ${plain(value)}`);
        return [response.status, plain(await response.text()), headers];
      };
      for (const path of paths) {
        assertEquals(await ask(path), await ask("/auth/nothing"), path);
        // These pages take no form.
        if (path.endsWith("/log")) continue;
        for (const [what, fields] of Object.entries(bodies)) {
          assertEquals(await ask(path, fields), await ask("/auth/nothing", fields), path + what);
        }
      }
    }
    const { status } = await post(app, { id: "", cookie }, "/auth/operators/stop", {});
    assertEquals(status, 404);
  }
  // An operator learns what is wrong with the form.
  const boss = await enter(app, "boss", { role: "owner" });
  const [form, stop] = [
    await app.fetch("/auth/operators", {
      method: "POST",
      headers: { cookie: boss.cookie },
      body: new URLSearchParams(bodies["without a token"]),
    }),
    await visit(app, boss, "/auth/operators/stop"),
  ];
  assertStringIncludes(form.headers.get("location")!, "MissingCSRF");
  assertEquals([stop.status, stop.location], [302, APP]);
});

Deno.test("operators pages: a form of another site changes nothing", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  const paths = ["/auth/operators", userPath(user), "/auth/operators/webhooks"];
  for (const path of paths) {
    for (const csrfToken of ["", "forged", "forged|0123"]) {
      const response = await app.fetch(path, {
        method: "POST",
        headers: { accept: "text/html", origin: "https://evil.example", cookie: boss.cookie },
        body: new URLSearchParams({ csrfToken, step: "delete", email: "new@example.com" }),
      });
      await response.body?.cancel();
      assert(response.status >= 300 && response.status < 500, String(response.status));
    }
  }
  // The token of a form is that of one visitor.
  const eve = await enter(app, "eve");
  const csrf = await app.fetch("/auth/csrf", { headers: { cookie: eve.cookie } });
  const { csrfToken } = await csrf.json();
  const response = await app.fetch(userPath(user), {
    method: "POST",
    headers: { accept: "text/html", origin: "https://app.example", cookie: boss.cookie },
    body: new URLSearchParams({ csrfToken, step: "delete" }),
  });
  await response.body?.cancel();
  assert(await app.adapter.getUser!(user));
  assertEquals(await app.adapter.getUserByEmail!("new@example.com"), null);
});

Deno.test("operators pages: a change has its operator and reason in the log, and its usual email", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  await enter(app, user);
  app.entries.length = 0;
  await post(app, boss, userPath(user), { step: "suspend", note: "  Wrote   spam " });
  const suspended = app.entries.find(({ name }) => name === "user.suspended")!;
  assertEquals(
    [suspended.userId, suspended.actor, suspended.note, suspended.address, suspended.device],
    [user, "boss", "Wrote spam", null, null],
  );
  assert(app.entries.every(({ actor }) => actor === "boss"), "each entry names the operator");
  const shown = await visit(app, boss, userPath(user));
  assertStringIncludes(shown.text, "Wrote spam");
  assertStringIncludes(shown.text, "Suspended since");
  await post(app, boss, userPath(user), { step: "resume" });
  await enter(app, user);
  for (const step of ["sign-out", "export"]) {
    app.mails.length = 0;
    await post(app, boss, userPath(user), { step });
    assertEquals(app.mails.map(({ to }) => to), ["target@example.com"], step);
    assertEquals(/Firefox|Chrome|203\.0/.test(app.mails[0]!.text), false);
  }
  const byBoss = await app.auth.audit.list({ actor: "boss", userId: user });
  assertEquals(byBoss.entries.map(({ name }) => name).toSorted(), [
    ...["session.revoked", "session.revoked", "user.exported", "user.resumed", "user.suspended"],
  ]);
  await app.auth.users.delete(user);
  // The words of the operator are about the user, and go with the user.
  const left = await app.auth.audit.list({ actor: "boss" });
  assertEquals(left.entries.length, 5);
  assert(left.entries.every(({ note }) => note === undefined));
});

Deno.test("operators pages: a user reads who changed the account by one name, in the own language", async () => {
  for (
    const [name, shown, language] of [
      [undefined, "Support", "en"],
      [undefined, "Der Support", "de"],
      ["Help desk", "Help desk", "de"],
    ] as const
  ) {
    const app = createApp({
      languages: [de],
      operators: Operators({ organization: "staff", acting: { name } }),
    });
    const boss = await enter(app, "boss", { role: "owner" });
    const user = await makeUser(app);
    for (const step of ["suspend", "resume"]) {
      await post(app, boss, userPath(user), { step, note: "Spam" });
    }
    const ada = await enter(app, user);
    const read = async (accept: string) =>
      await (await app.fetch("/auth/activity", {
        headers: { accept, cookie: ada.cookie, "accept-language": language },
      })).text();
    const [json, html] = [await read("application/json"), await read("text/html")];
    const { entries } = JSON.parse(json) as { entries: { kind: string; by?: object }[] };
    const by = { is: "operator", name: shown };
    assertEquals(entries.flatMap((one) => one.by ? [[one.kind, one.by]] : []).toReversed(), [
      ["suspended", by],
      ["resumed", by],
    ]);
    assertStringIncludes(html.replaceAll(/[\u2066-\u2069]/g, ""), shown);
    const copy = JSON.stringify(await app.auth.users.export(user));
    assertStringIncludes(copy, `"actorName":"${name ?? "Support"}"`);
    for (const text of [json, html, copy]) assertEquals(text.includes("boss"), false);
  }
});

Deno.test("operators pages: a reason is needed where the change says so", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  for (const note of ["", "   ", "\u200b", "x".repeat(201), "a\nb\u202e", "x".repeat(3000)]) {
    for (const step of ["suspend", "reset-factors"]) {
      const { status, text } = await post(app, boss, userPath(user), { step, note });
      assertEquals(status, 400, `${step} ${JSON.stringify(note.slice(0, 10))}`);
      assertMatch(text, /aria-invalid="true"/);
    }
  }
  assertEquals(await app.auth.users.isSuspended(user), false);
  // A link fills in no form.
  const linked = await visit(app, boss, `${userPath(user)}?step=suspend&note=Mine`);
  assertEquals([linked.status, linked.text.includes("Mine")], [200, false]);
});

Deno.test("operators pages: an operator learns why an account cannot be changed", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const support = await enter(app, "support", { role: "support" });
  const own = await visit(app, boss, userPath("boss"));
  assertStringIncludes(own.text, "This is your own account.");
  assertEquals(own.text.includes("?step=suspend"), false);
  const other = await visit(app, support, userPath("boss"));
  assertStringIncludes(other.text, "permissions that you don’t have");
  assertEquals(other.text.includes("?step="), false);
  const tried = await post(app, support, userPath("boss"), { step: "suspend", note: "Mine now" });
  assertEquals(tried.status, 403);
  assertStringIncludes(tried.text, "permissions that you don’t have");
  assertEquals(await app.auth.users.isSuspended("boss"), false);
  const user = await makeUser(app);
  const page = await visit(app, support, userPath(user));
  const steps = [...page.text.matchAll(/\?step=([\w-]+)/g)].map(([, step]) => step);
  assertEquals(steps, ["suspend"], "what the role permits, and what there is to do");
  // Without the permission for the log, the page has nothing of it.
  assertEquals(page.text.includes("operators/log"), false);
  assertEquals((await visit(app, support, "/auth/operators/log")).status, 403);
});

Deno.test("operators pages: ids that are of no user, and odd ones", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const [org] = await app.auth.organizations.listOrganizations("boss");
  for (
    const id of [
      `org:${org!.id}`,
      "app:oauth.client",
      "outbox:webhooks",
      "nobody",
      "x".repeat(1000),
    ]
  ) {
    assertEquals((await visit(app, boss, userPath(id))).status, 404, id.slice(0, 20));
    assertEquals((await post(app, boss, userPath(id), { step: "delete" })).status, 404);
  }
  // Also where a store has a user of such an id: what is changed is by owner.
  const owner = `org:${org!.id}`;
  await app.adapter.createUser!({ id: owner, email: "org@example.com", emailVerified: null });
  for (const step of ["suspend", "delete", "export"]) {
    assertEquals((await post(app, boss, userPath(owner), { step, note: "A reason" })).status, 404);
  }
  assertEquals((await app.auth.organizations.listOrganizations("boss")).length, 1);
  const odd = 'a/b?c#d <"e"> %2F';
  await app.adapter.createUser!({ id: odd, email: "odd@example.com", emailVerified: null });
  const { status, body } = await readJson(app, boss, userPath(odd));
  assertEquals([status, body.user.id], [200, odd]);
  const { location } = await post(app, boss, userPath(odd), { step: "suspend", note: "Odd" });
  assertEquals(new URL(location!).pathname, userPath(odd));
  assert(await app.auth.users.isSuspended(odd));
});

Deno.test("operators pages: a session of another user is none", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  await enter(app, "eve");
  const [session] = await app.auth.sessions.list("eve");
  for (const id of [session!.id, "", "none", "x".repeat(3000)]) {
    const { status } = await post(app, boss, userPath(user), { step: "end-session", session: id });
    assertEquals(status, 409);
  }
  assertEquals((await app.auth.sessions.list("eve")).length, 1);
});

Deno.test("operators pages: an operator without a second factor is led to the page that adds one", async () => {
  const app = createApp({
    providers: [{ id: "mail", name: "Mail", type: "email", sendVerificationRequest() {} }],
  });
  const weak = await enter(app, "weak", { role: "owner", proof: "mail" });
  const user = await makeUser(app);
  const first = await post(app, weak, userPath(user), { step: "suspend", note: "A reason" });
  const { pathname, search, searchParams } = new URL(first.location!);
  assertEquals(pathname, "/auth/signin");
  const back = new URL(searchParams.get("callbackUrl")!);
  assertEquals([back.pathname, back.searchParams.get("step")], [userPath(user), "suspend"]);
  assertEquals(back.search.includes("reason"), false, "what was typed is in no URL");
  const next = await visit(app, weak, pathname + search);
  assertEquals(new URL(next.location!).pathname, "/auth/factors");
  assertEquals((await visit(app, weak, new URL(next.location!).pathname)).status, 200);
});

Deno.test("operators pages: a post of a visitor who is no operator is one to a path that does not exist", async () => {
  const app = createApp();
  await enter(app, "boss", { role: "owner" });
  const eve = await enter(app, "eve");
  const user = await makeUser(app);
  for (const path of ["/auth/operators", userPath(user), "/auth/operators/webhooks"]) {
    for (const step of ["create", "delete", "send"]) {
      const { status } = await post(app, eve, path, { step, email: "new@example.com" });
      assertEquals(status, 404, `${path} ${step}`);
    }
  }
});

Deno.test("operators pages: nothing that opens something is shown", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  const ada = await enter(app, user);
  const token = /session-token=([^;]+)/.exec(ada.cookie)![1]!;
  await app.adapter.linkAccount!({
    ...{ userId: user, type: "oauth", provider: "github", providerAccountId: "1815" },
    ...{ access_token: "access-secret", refresh_token: "refresh-secret", scope: "read" },
  });
  for (const accept of ["text/html", "application/json"]) {
    const { text, status } = await visit(app, boss, userPath(user), accept);
    assertEquals(status, 200);
    assertStringIncludes(text, "1815");
    for (const secret of [token, "access-secret", "refresh-secret"]) {
      assertEquals(text.includes(secret), false);
    }
    const hooks = await visit(app, boss, "/auth/operators/webhooks", accept);
    assertStringIncludes(hooks.text, "https://billing.example");
    for (const secret of ["a-path-that-opens", SECRET]) {
      assertEquals(hooks.text.includes(secret), false);
    }
  }
});

Deno.test("operators pages: the only owner of an organization stays", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  await enter(app, "owner", { role: "owner", organization: "acme" });
  const { status, text } = await post(app, boss, userPath("owner"), { step: "delete" });
  assertEquals(status, 409);
  assertStringIncludes(text, "only owner");
  assert(await app.adapter.getUser!("owner"));
});

Deno.test("operators pages: a form says what is wrong, and keeps what was typed", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  await makeUser(app);
  const typed = { step: "create", name: "Ada", confirmed: "1" };
  for (const email of ["", "ada", "target@example.com"]) {
    const { status, text } = await post(app, boss, "/auth/operators", { ...typed, email });
    assertEquals(status, 400);
    assertMatch(text, /value="Ada"/);
    assertMatch(text, /name="confirmed"[^>]*checked/);
  }
  const made = await post(app, boss, "/auth/operators", { ...typed, email: "Ada@Example.com" });
  assertMatch(made.location!, /done=created$/);
  assert((await app.adapter.getUserByEmail!("ada@example.com"))?.emailVerified);
  const bad = [
    ...["after=none", "state=unknown", "organization=none", `query=${"x".repeat(101)}`],
  ].map((query) => `/auth/operators?${query}`);
  const log = [
    ...["after=none", "from=never", "to=2030-13-45", `user=${"x".repeat(600)}`],
  ].map((query) => `/auth/operators/log?${query}`);
  for (const path of [...bad, ...log]) {
    const { status, text } = await visit(app, boss, path);
    assertEquals(status, 400, path.slice(0, 60));
    assertStringIncludes(text, 'id="form-error"');
  }
  assertEquals(
    (await visit(app, boss, `/auth/operators/webhooks?after=${"x".repeat(600)}`)).status,
    200,
  );
});

Deno.test("operators pages: the log is filtered, and leads to users", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  await app.auth.users.suspend(user);
  const today = new Date().toISOString().slice(0, 10);
  const found = async (query: string) =>
    (await readJson(app, boss, `/auth/operators/log?${query}`)).body.entries
      .map(({ kind }: { kind: string }) => kind);
  assertEquals(await found(`user=${user}&name=suspended`), ["suspended"]);
  assertEquals(await found(`user=${user}&from=${today}&to=${today}`), ["suspended", "userCreated"]);
  assertEquals(await found(`user=${user}&to=2001-01-01`), []);
  assertEquals(await found("name=none"), []);
  const page = await visit(app, boss, `/auth/operators/log?user=${user}`);
  assertStringIncludes(page.text, `https://app.example${userPath(user)}`);
  const events = [...page.text.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value!);
  assert(events.length > 80, `${events.length}`);
  for (const event of events) {
    const { status } = await visit(app, boss, `/auth/operators/log?user=${user}&name=${event}`);
    assertEquals(status, 200, event);
  }
});

Deno.test("operators pages: a webhook is sent again", async () => {
  using time = new FakeTime();
  const down = { is: true };
  const app = createApp({}, down);
  await makeUser(app);
  const parked = async () => (await app.auth.webhooks.undelivered()).webhooks;
  for (let hour = 0; hour <= 30 && (await parked()).length === 0; hour++) {
    await app.auth.webhooks.deliver();
    time.now += 60 * 60_000;
  }
  const boss = await enter(app, "boss", { role: "owner" });
  const support = await enter(app, "support", { role: "support" });
  const path = "/auth/operators/webhooks";
  const { body } = await readJson(app, boss, path);
  assertEquals(body.endpoints, [{ origin: "https://billing.example", kinds: ["userCreated"] }]);
  const [webhook] = body.webhooks;
  assertEquals([webhook.kind, webhook.origin], ["userCreated", "https://billing.example"]);
  assertEquals((await visit(app, support, path)).status, 403);
  assertEquals((await post(app, support, path, { step: "send", id: webhook.id })).status, 403);
  assertEquals((await parked()).length, 1);
  down.is = false;
  const sent = await post(app, boss, path, { step: "send", id: webhook.id });
  assertMatch(sent.location!, /done=sent$/);
  assertEquals(await parked(), []);
  assertEquals((await post(app, boss, path, { step: "send", id: webhook.id })).status, 409);
});

Deno.test("operators pages: pages of the log and of webhooks exist with them alone", async () => {
  const app = createApp({ audit: undefined, webhooks: undefined });
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  for (const path of ["log", "webhooks"]) {
    assertEquals((await visit(app, boss, `/auth/operators/${path}`)).status, 404);
  }
  const { text, status } = await visit(app, boss, userPath(user));
  assertEquals(status, 200);
  assertEquals(/operators\/(log|webhooks)/.test(text), false);
  const { body } = await readJson(app, boss, userPath(user));
  assertEquals(body.entries, undefined);
});

Deno.test("operators pages: they work without organizations", async () => {
  const app = createApp({
    organizations: undefined,
    operators: Operators({
      permissionsOf: ({ id }) => id === "ada" ? ["user:read", "user:suspend", "audit:read"] : [],
    }),
  });
  const ada = await enter(app, "ada");
  const user = await makeUser(app);
  const { text } = await visit(app, ada, "/auth/operators");
  assertEquals(text.includes("input-organization"), false);
  await post(app, ada, userPath(user), { step: "suspend", note: "Spam" });
  assert(await app.auth.users.isSuspended(user));
  assertEquals((await post(app, ada, userPath(user), { step: "delete" })).status, 403);
});

Deno.test("operators pages: a store that fails says nothing about anybody", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const user = await makeUser(app);
  const { adapter } = app;
  const getUser = adapter.getUser!.bind(adapter);
  let fails = false;
  const failing = createApp({
    adapter: {
      ...adapter,
      getUser: (id: string) => {
        if (fails && id === user) throw new Error("the store is away");
        return getUser(id);
      },
    },
    secret: app.auth.config.secret as string,
    organizations: Organizations({ access, create: "nobody" }),
  });
  assertEquals((await visit(failing, boss, userPath(user))).status, 200);
  fails = true;
  for (const path of [userPath(user), `${userPath(user)}?step=delete`]) {
    const { status, headers } = await visit(failing, boss, path);
    assertEquals([status, headers.has("retry-after")], [503, true], path);
  }
});

Deno.test("operators pages: an id that no store takes, and a day that is none, are no failure", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const wrong = ["user=%00", "by=%00", "organization=%00", "name=%00", "from=2026-02-31"];
  for (const query of [...wrong, "to=2026-02-30"]) {
    const { status } = await visit(app, boss, `/auth/operators/log?${query}`);
    assertEquals(status, 400, query);
  }
  const { status } = await visit(app, boss, "/auth/operators/webhooks?after=%00");
  assertEquals(status, 200);
  assertEquals((await visit(app, boss, "/auth/operators/log?from=2028-02-29")).status, 200);
});

Deno.test("operators pages: who searches too often gets a plain page, before the store is asked", async () => {
  const memory = MemoryAdapter();
  let searches = 0;
  const app = createApp({
    limits: undefined as never,
    adapter: {
      ...memory,
      listUsers: (search) => {
        searches++;
        return memory.listUsers!(search);
      },
    },
  });
  const boss = await enter(app, "boss", { role: "owner" });
  const other = await enter(app, "other", { role: "owner" });
  const path = "/auth/operators?query=target";
  const found = await Promise.all(Array.from({ length: 100 }, () => visit(app, boss, path)));
  const refused = found.filter(({ status }) => status === 429);
  assertEquals([refused.length, searches], [40, 2 * 60]);
  for (const one of ["", "/log", "/webhooks", "/users/boss"]) {
    const { status, text, headers } = await visit(app, boss, `/auth/operators${one}`);
    assertEquals([status, headers.get("retry-after")], [429, "1"], one);
    assertStringIncludes(text, "That was too often.");
  }
  const { status, body } = await readJson(app, boss, path);
  assertEquals([status, body.step, body.reason], [429, "operators:refused", "too-many"]);
  assertEquals(searches, 2 * 60);
  assertEquals((await visit(app, other, path)).status, 200);
});

/** Compares all pages of an app while nobody can tell who is an operator with how they were before. */
async function walkWhileUnknown(
  app: OperatorApp,
  down: { is: boolean },
  visitors: readonly OperatorVisitor[],
): Promise<void> {
  const paths = [...requireConfig(app.auth.config as never).endpoints]
    .filter(([, all]) => all.some((one) => one.kind === "ambient"))
    .map(([path]) => path.replace("{slug}", "acme").replace("{id}", "eve"))
    .concat("signin", "signout", "error", "session", "providers");
  assert(paths.length > 20, `${paths}`);
  for (const visitor of visitors) {
    for (const path of paths) {
      const ask = async () => {
        const { status, location } = await visit(app, visitor, `/auth/${path}`);
        return [status, location?.replace(/reference=\w+/, "")];
      };
      down.is = false;
      const before = await ask();
      down.is = true;
      if (!path.startsWith("operators")) {
        assertEquals(await ask(), before, `${visitor.id}: ${path}`);
        continue;
      }
      const { status, headers } = await visit(app, visitor, `/auth/${path}`);
      assertEquals([status, headers.get("retry-after")], [503, "5"], `${visitor.id}: ${path}`);
    }
  }
}

Deno.test("operators pages: while nobody can tell who is an operator, other pages are as before", async () => {
  const down = { is: false };
  const app = createApp({
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    operators: Operators({
      permissionsOf: ({ id }) => {
        if (down.is) throw new Error("the directory is away");
        return id === "olga" ? Object.values(ACTIONS).map(({ permission }) => permission) : [];
      },
    }),
  });
  const enterAcme = (id: string) => enter(app, id, { role: "owner", organization: "acme" });
  await walkWhileUnknown(app, down, [await enterAcme("eve"), await enterAcme("olga")]);
  assert(app.errors.some(({ message }) => message.includes("the directory is away")));
});

Deno.test("operators pages: while the roles of operators cannot be read, other pages are as before", async () => {
  const down = { is: false };
  const memory = MemoryAdapter();
  let staff = "";
  const records = new Proxy(memory.records!, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver);
      return (...args: unknown[]) => {
        const isAbout = JSON.stringify(args).includes(staff);
        if (down.is && isAbout) throw new Error("the store is away");
        return (method as (...args: unknown[]) => unknown).apply(target, args);
      };
    },
  });
  const app = createApp({ adapter: { ...memory, records } });
  await enter(app, "boss", { role: "owner" });
  staff = (await app.auth.organizations.listOrganizations("boss"))[0]!.id;
  const eve = await enter(app, "eve", { role: "owner", organization: "acme" });
  await walkWhileUnknown(app, down, [eve]);
});

Deno.test("operators pages: a row or a link that fails is left out, and logged", async () => {
  const broken = {
    id: "broken",
    [capability]: {
      on: {
        "account.row": () => Promise.reject(new Error("no row")),
        "organization.link": () => Promise.reject(new Error("no link")),
      },
    },
  };
  const app = createApp({ capabilities: { broken } as never });
  const ada = await enter(app, "ada", { role: "owner", organization: "acme" });
  for (const path of ["account", "activity", "organization/acme", "organization/acme/activity"]) {
    assertEquals((await visit(app, ada, `/auth/${path}`)).status, 200, path);
  }
  const logged = app.errors.map(({ message, cause }) =>
    `${message} ${(cause as { err?: Error } | undefined)?.err}`
  );
  assert(["no row", "no link"].every((one) => logged.some((line) => line.includes(one))));
});

Deno.test("operators pages: no event and no reason reaches a page by its name in the log", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  await enter(app, "ada", { role: "owner", organization: "acme" });
  const [org] = await app.auth.organizations.listOrganizations("ada");
  const config = requireConfig(app.auth.config as never);
  const reasons = Object.keys(REASONS);
  const names = [...Object.keys(KINDS), "event.of-a-later-version"];
  for (const name of names) {
    const known = { name, userId: "ada", organization: org!.id, reason: reasons.at(-1) };
    await audit({ config }, known as never);
  }
  for (const reason of reasons) {
    await audit({ config }, { name: "signin.refused", userId: "ada", reason } as never);
  }
  const ada = await enter(app, "ada");
  const [shown, told] = [new Set<string>(), new Set<string>()];
  for (
    const [visitor, begin] of [
      [boss, "/auth/operators/log"],
      [boss, "/auth/operators/users/ada"],
      [ada, "/auth/activity"],
      [ada, "/auth/organization/acme/activity"],
    ] as const
  ) {
    for (let path: string | undefined = begin; path;) {
      const { status, text } = await visit(app, visitor, path);
      assertEquals(status, 200, path);
      const words = text.replaceAll(/<[^>]*>/g, "\n");
      const { body } = await readJson(app, visitor, path);
      for (const name of names) {
        for (const where of [words, JSON.stringify(body)]) {
          assertEquals(where.includes(name), false, `${path}: ${name}`);
        }
      }
      for (const reason of reasons.filter((one) => one.includes("-"))) {
        assertEquals(words.includes(reason), false, `${path}: ${reason}`);
      }
      assertEquals(/undefined|null/.test(words), false, path);
      for (const { kind, reason } of body.entries) {
        if (begin.includes("/log")) shown.add(kind);
        if (reason !== undefined) told.add(reason);
      }
      const next: URL | undefined = body.nextUrl && new URL(body.nextUrl, APP);
      path = next && next.pathname + next.search;
    }
  }
  // The log leaves nothing out.
  assertEquals(new Set([...Object.values(KINDS), "unknown"]).difference(shown), new Set());
  assertEquals(told, new Set(Object.keys(activityEnglish.reasons)));
});
