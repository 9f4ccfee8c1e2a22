/**
 * The merge on the pages of operators: the form, the question, and what is refused.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { merges } from "../../src/accounts/open_merges.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import {
  assertMerged,
  createMergeApp,
  enrollTotp,
  enterBoth,
  type MergeApp,
  moveClock,
} from "./_merge.ts";
import { enter, post, readJson, visit } from "./_operators.ts";

const OLD = "/auth/operators/users/old";

async function open() {
  const app = createMergeApp({ audit: AuditLog({ beforeAnswer: true }) });
  const boss = await enter(app, "boss", { role: "owner" });
  await enterBoth(app);
  return { app, boss };
}

const isThere = async ({ auth }: MergeApp) => await auth.users.get("old") !== null;

Deno.test("merge pages: the form, the question, and the end", async () => {
  const { app, boss } = await open();
  const user = await visit(app, boss, OLD);
  assertStringIncludes(user.text, `${OLD}?step=merge`);
  const form = await visit(app, boss, `${OLD}?step=merge`);
  assertStringIncludes(form.text, "Email address or ID of the account that stays");
  const asked = await post(app, boss, OLD, { step: "merge", into: " ADA@example.com " });
  assertEquals(asked.status, 200);
  for (const text of ["GitHub", "GitLab", "works", "club", "What moves", "What ends"]) {
    assertStringIncludes(asked.text, text);
  }
  assertStringIncludes(asked.text, "Merge old (old@example.com) into ada (ada@example.com)?");
  assert(await isThere(app), "a question changes nothing");
  const done = await post(app, boss, OLD, { step: "merge-into", into: "ada" });
  assertEquals([done.status, done.location], [
    302,
    "https://app.example/auth/operators/users/ada?done=merge-into",
  ]);
  const end = await visit(app, boss, "/auth/operators/users/ada?done=merge-into");
  assertStringIncludes(end.text, "The accounts were merged.");
  await assertMerged(app);
  const entry = app.entries.find(({ name }) => name === "user.merged")!;
  assertEquals([entry.userId, entry.merged, entry.actor], ["ada", "old", "boss"]);
  assertEquals((await visit(app, boss, OLD)).status, 404);
  assertEquals((await post(app, boss, OLD, { step: "merge-into", into: "ada" })).status, 404);
  assertEquals(app.errors, []);
});

Deno.test("merge pages: the same as JSON", async () => {
  const { app, boss } = await open();
  const { body } = await readJson(app, boss, `${OLD}?step=merge`);
  assertEquals([body.step, body.typed], ["operators:merge", { into: "" }]);
  const page = await app.fetch("/auth/account", {
    headers: { accept: "application/json", cookie: boss.cookie },
  });
  const set = page.headers.getSetCookie().map((line) => line.split(";")[0]);
  const { csrfToken } = await page.json();
  const response = await app.fetch(OLD, {
    method: "POST",
    headers: {
      ...{ accept: "application/json", origin: "https://app.example" },
      cookie: [boss.cookie, ...set].join("; "),
    },
    body: new URLSearchParams({ csrfToken, step: "merge", into: "ada" }),
  });
  const question = await response.json();
  assertEquals(question.step, "operators:merge-into");
  assertEquals(question.into, {
    ...{ id: "ada", name: "ada (ada@example.com)", isUnconfirmed: false },
  });
  assertEquals(question.isUnconfirmed, false);
  assertEquals(question.moves.accounts.length, 2);
  assertEquals(question.ends.sessions, 2);
});

const LATE: Readonly<
  Record<string, [make: (app: MergeApp) => Promise<unknown>, into: string, text: RegExp]>
> = {
  "the same user": [() => Promise.resolve(), "old", /not the one that ends/],
  "nobody": [() => Promise.resolve(), "", /There is no such user/],
  "an unknown user": [() => Promise.resolve(), "none", /There is no such user/],
  "an unknown address": [() => Promise.resolve(), "none@example.com", /There is no such user/],
  "a huge text": [() => Promise.resolve(), "x@".repeat(5000), /There is no such user/],
  "an organization": [
    async ({ auth }) => await auth.organizations.listOrganizations("old"),
    "org:works",
    /There is no such user/,
  ],
  "a suspended user": [({ auth }) => auth.users.suspend("ada"), "ada", /must be active/],
  "one whose deletion waits": [
    ({ auth }) => auth.users.requestDeletion("ada"),
    "ada",
    /must be active/,
  ],
  "another operator": [(app) => enter(app, "ada", { role: "reader" }), "ada", /an operator/],
  "one without a second factor": [(app) => enrollTotp(app, "old"), "ada", /two-step verification/],
};

for (const [what, [make, into, text]] of Object.entries(LATE)) {
  Deno.test(`merge pages: refused into ${what}, in words, and nothing changes`, async () => {
    const { app, boss } = await open();
    await make(app);
    for (const step of ["merge", "merge-into"]) {
      const answer = await post(app, boss, OLD, { step, into });
      assert(answer.status === 400 || answer.status === 409, `${step}: ${answer.status}`);
      assertMatch(answer.text, text);
      assertMatch(answer.text, /role="alert"/);
    }
    assert(await isThere(app));
    assertEquals(await app.auth.users.unfinishedMerges(), []);
    assertEquals(app.errors, []);
  });
}

Deno.test("merge pages: nobody merges the own account, nor that of an operator with more", async () => {
  const { app, boss } = await open();
  for (const [path, into] of [["boss", "ada"], ["old", "boss"]]) {
    for (const step of ["merge", "merge-into"]) {
      const { status, text } = await post(app, boss, `/auth/operators/users/${path}`, {
        ...{ step, into: into! },
      });
      assertEquals(status, 403, `${path} ${step}`);
      assertStringIncludes(text, "your own account");
    }
  }
  // The support has no such permission, and no link to the form.
  const support = await enter(app, "support", { role: "support" });
  assertEquals((await visit(app, support, OLD)).text.includes("step=merge"), false);
  assertEquals((await visit(app, support, `${OLD}?step=merge`)).status, 403);
  for (const step of ["merge", "merge-into"]) {
    assertEquals((await post(app, support, OLD, { step, into: "ada" })).status, 403);
  }
  assert(await isThere(app));
});

Deno.test("merge pages: no user can ask for a merge", async () => {
  const { app } = await open();
  const ada = await enter(app, "ada");
  for (
    const [path, fields] of [
      [OLD, { step: "merge-into", into: "ada" }],
      ["/auth/account", { step: "merge-into", into: "ada" }],
      ["/auth/account", { step: "merge", into: "ada" }],
    ] as const
  ) {
    const { status } = await post(app, ada, path, fields);
    assert(status < 500, `${path}: ${status}`);
  }
  assert(await isThere(app));
  assertEquals(await app.auth.users.unfinishedMerges(), []);
});

Deno.test("merge pages: fifty forms at once do one merge", async () => {
  const { app, boss } = await open();
  const all = await Promise.all(
    Array.from({ length: 50 }, () => post(app, boss, OLD, { step: "merge-into", into: "ada" })),
  );
  assert(all.every(({ status }) => [302, 400, 404, 409].includes(status)), "no failure");
  assert(all.some(({ location }) => location?.endsWith("done=merge-into")));
  await assertMerged(app);
  assertEquals(app.entries.filter(({ name }) => name === "user.merged").length, 1);
});

Deno.test("merge pages: the question says which address nobody has proven", async () => {
  const { app, boss } = await open();
  const ask = async () => (await post(app, boss, OLD, { step: "merge", into: "ada" })).text;
  const sentence = "Email address not confirmed";
  assert(!(await ask()).includes(sentence));
  for (const id of ["old", "ada"]) {
    await app.adapter.updateUser!({ id, emailVerified: null } as never);
    const text = await ask();
    assertMatch(text, new RegExp(`${id} \\(${id}@example.com\\)</bdi>: ${sentence}`));
    assertEquals(text.split(sentence).length, 2);
    await app.adapter.updateUser!({ id, emailVerified: new Date() } as never);
  }
});

Deno.test("merge pages: a merge that is not finished continues on the page of the user, who is not let in", async () => {
  const { app, boss } = await open();
  app.hook.fails = true;
  const failed = await app.auth.users.merge("old", "ada").then(() => null, (error) => error);
  assertMatch(String(failed), /The shop is closed/);
  const page = await visit(app, boss, OLD);
  assertStringIncludes(
    page.text,
    "The merge of old (old@example.com) into ada (ada@example.com) isn’t finished.",
  );
  assertMatch(page.text, /name="into" value="ada"/);
  assertEquals(page.text.includes("step=resume"), false);
  const resumed = await post(app, boss, OLD, { step: "resume" });
  assertEquals(resumed.status, 409);
  assertEquals(await app.auth.users.isSuspended("old"), true);
  const support = await enter(app, "support", { role: "support" });
  const theirs = await visit(app, support, OLD);
  assertStringIncludes(theirs.text, "isn’t finished");
  assertEquals(theirs.text.includes('name="into"'), false);
  app.hook.fails = false;
  assertEquals((await post(app, boss, OLD, { step: "merge", into: "ada" })).status, 200);
  assertEquals((await post(app, boss, OLD, { step: "merge-into", into: "ada" })).status, 302);
  await assertMerged(app);
});

/** An app with a merge that has stopped, and the operator who looks at it. */
async function openStopped() {
  const { app, boss } = await open();
  app.hook.fails = true;
  await app.auth.users.merge("old", "ada").catch((error) => error);
  return { app, boss };
}

Deno.test("merge pages: the page says why a merge stopped, and an operator gives it up", async () => {
  const { app, boss } = await openStopped();
  const page = await visit(app, boss, OLD);
  for (const text of ["the app or its store failed", "Not done yet", "Give up this merge"]) {
    assertStringIncludes(page.text, text);
  }
  const other = await visit(app, boss, "/auth/operators/users/ada");
  assertStringIncludes(other.text, "isn’t finished");
  assertStringIncludes(other.text, `href="https://app.example${OLD}"`);
  assertEquals(
    other.text.includes("merge-cancel"),
    false,
    "it is given up on the page of the other",
  );
  const asked = await visit(app, boss, `${OLD}?step=merge-cancel`);
  assertStringIncludes(asked.text, "Give up the merge of old (old@example.com) into ada");
  assertEquals((await app.auth.users.unfinishedMerges()).length, 1);
  const done = await post(app, boss, OLD, { step: "merge-cancel", into: "ada" });
  assertEquals([done.status, done.location], [302, `https://app.example${OLD}?done=merge-cancel`]);
  assertEquals(await app.auth.users.unfinishedMerges(), []);
  assertEquals(await app.auth.users.isSuspended("old"), false);
  const end = await visit(app, boss, `${OLD}?done=merge-cancel`);
  assertStringIncludes(end.text, "The merge was given up.");
  // Another tab still shows the question.
  assertEquals((await post(app, boss, OLD, { step: "merge-cancel", into: "ada" })).status, 409);
  assertEquals((await visit(app, boss, `${OLD}?step=merge-cancel`)).status, 302);
  assertEquals(app.errors, []);
});

Deno.test("merge pages: a form that names another merge gives none up", async () => {
  const { app, boss } = await openStopped();
  for (const [path, into] of [[OLD, "boss"], [OLD, ""], ["/auth/operators/users/ada", "old"]]) {
    const { status } = await post(app, boss, path!, { step: "merge-cancel", into: into! });
    assertEquals(status, 409, `${path} ${into}`);
  }
  assertEquals((await app.auth.users.unfinishedMerges()).length, 1);
});

Deno.test("merge pages: nobody without the permission, a fresh proof and the form gives a merge up", async () => {
  const { app, boss } = await openStopped();
  const fields = { step: "merge-cancel", into: "ada" };
  const support = await enter(app, "support", { role: "support" });
  assertEquals((await visit(app, support, OLD)).text.includes("merge-cancel"), false);
  assertEquals((await visit(app, support, `${OLD}?step=merge-cancel`)).status, 403);
  assertEquals((await post(app, support, OLD, fields)).status, 403);
  const ada = await enter(app, "ada");
  assertEquals((await post(app, ada, OLD, fields)).status, 404);
  const forged = await app.fetch(OLD, {
    method: "POST",
    headers: { origin: "https://app.example", cookie: boss.cookie },
    body: new URLSearchParams(fields),
  });
  assertEquals(forged.headers.get("location")?.includes("done=") ?? false, false, "a forged form");
  using _later = moveClock(60 * 60_000);
  const stale = await post(app, boss, OLD, fields);
  assertEquals(stale.location?.includes("done=") ?? false, false, "a stale proof");
  assertEquals((await app.auth.users.unfinishedMerges()).length, 1);
});

Deno.test("merge pages: the question before a deletion says what becomes of the merge", async () => {
  const { app, boss } = await openStopped();
  const sentence = /go back to (<bdi>)?old \(old@example.com\)/;
  for (const id of ["old", "ada"]) {
    const { text } = await visit(app, boss, `/auth/operators/users/${id}?step=delete`);
    assertMatch(text, sentence, id);
  }
  await enter(app, "bob", { role: "owner", organization: "works" });
  assertEquals(
    (await post(app, boss, "/auth/operators/users/ada", { step: "delete" })).status,
    302,
  );
  assertEquals(await app.auth.users.unfinishedMerges(), []);
  assertEquals(await app.auth.users.isSuspended("old"), false);
  const { text } = await visit(app, boss, `${OLD}?step=delete`);
  assertEquals(sentence.test(text), false);
});

Deno.test("merge pages: a merge of which only the end is left is neither given up nor deleted away", async () => {
  const { app, boss } = await openStopped();
  await merges.update(app.adapter.records!, "open", (known) => ({
    expires: null,
    data: { open: known!.data.open.map((one) => ({ ...one, state: "ending" as const })) },
  }));
  const { text } = await visit(app, boss, OLD);
  assertStringIncludes(text, "can’t be given up anymore");
  for (const part of ["step=merge-cancel", "step=delete"]) assertEquals(text.includes(part), false);
  const refused = await post(app, boss, OLD, { step: "merge-cancel", into: "ada" });
  assertEquals(refused.status, 409);
  assertEquals((await app.auth.users.unfinishedMerges()).length, 1);
});

Deno.test("merge pages: the question names both accounts, and says why each thing moves or ends", async () => {
  const { app, boss } = await open();
  await enter(app, "ada", { role: "reader", organization: "club" });
  const { text } = await post(app, boss, OLD, { step: "merge", into: "ada" });
  for (
    const sentence of [
      "The account that stays",
      "The account that ends",
      "The account that stays isn’t a member there yet.",
      "Both accounts are members here. The account that stays keeps its own role.",
      "Devices that are signed out: 2",
    ]
  ) assertStringIncludes(text, sentence);
});
