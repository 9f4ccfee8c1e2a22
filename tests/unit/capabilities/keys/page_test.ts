/**
 * The page of API keys, without a browser.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { AccountPage } from "../../../../src/capabilities/account/mod.ts";
import type { ApiKeysOptions } from "../../../../src/capabilities/keys/mod.ts";
import type { KeyList, KeyMade, KeyQuestion } from "../../../../pages/keys/step.ts";
import { Auth } from "../../../../mod.ts";
import type { SignInAsOptions } from "../../../../src/tools/testing/mod.ts";
import { parseHtml, select } from "../../pages/_html.ts";
import {
  APP,
  createKeyApp,
  type KeyApp,
  keyOf,
  outcome,
  type RoleName,
  type ScopeName,
} from "./_keys.ts";
import { visitPage } from "./_page.ts";

const KEYS = `${APP}/auth/keys`;

async function open(
  options: Partial<ApiKeysOptions<ScopeName>> = {},
  how: Omit<SignInAsOptions<RoleName>, "origin"> = {},
) {
  return await visitPage(createKeyApp(options, { account: AccountPage() }), KEYS, "ada", how);
}

const stored = async ({ records }: KeyApp, userId: string) =>
  (await records.list(userId, "key")).map(({ data }) => data as { name: string });

const NEW = { step: "create", name: "CI <1>", days: "30", "scope.project:read": "1" };

Deno.test("page of keys: a visitor without a session is led to the sign-in page, and back", async () => {
  const app = createKeyApp();
  const request = new Request(`${KEYS}?name=CI&scopes=project%3Aread`);
  const response = await Auth(request, app.auth.config);
  assertEquals(response.status, 302);
  const url = new URL(response.headers.get("location")!);
  assertEquals(url.pathname, "/auth/signin");
  assertEquals(url.searchParams.get("callbackUrl"), KEYS);
});

Deno.test("page of keys: a new key is on the answer to the form, and nowhere after it", async () => {
  const { app, userId, get, html, post } = await open();
  const { text: empty } = await html();
  assertStringIncludes(empty, "You have no API keys.");
  const once = ((await get()) as unknown as KeyList).create!.once;
  const csrf = (await get()).csrfToken as string;
  const made = await post({ ...NEW, once }, csrf);
  assertEquals(made.status, 200);
  assertMatch(made.headers.get("cache-control")!, /no-store/);
  const text = await made.text();
  const secret = /acme_k1_\w{65}/.exec(text)![0];
  assertEquals(await outcome(app, secret), "in");
  assertStringIncludes(text, `data-copy="${secret}"`);
  assertStringIncludes(text, "CI &lt;1>");
  assert(!made.headers.getSetCookie().join().includes(secret));
  // A reload posts the form again.
  const again = await post({ ...NEW, once }, csrf);
  assertEquals([again.status, again.headers.get("location")], [302, `${KEYS}?done=made`]);
  assertEquals((await stored(app, userId)).map(({ name }) => name), ["CI <1>"]);
  const { text: list } = await html(`${KEYS}?done=made`);
  assert(!list.includes(secret));
  assertStringIncludes(list, `${secret.slice(0, 12)}…`);
  assertStringIncludes(list, "It was shown once");
  const [key] = await app.auth.keys.list(userId);
  assertEquals(key!.expires!.valueOf() - key!.createdAt.valueOf(), 30 * 86_400_000);
  assertEquals(key!.scopes, ["project:read"]);
});

Deno.test("page of keys: fifty posts of one form make one key", async () => {
  const { app, userId, get, post } = await open();
  const { csrfToken, create } = await get() as unknown as KeyList;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post({ ...NEW, once: create!.once }, csrfToken)),
  );
  assertEquals(answers.filter(({ status }) => status === 200).length, 1);
  assertEquals((await stored(app, userId)).length, 1);
});

Deno.test("page of keys: one box chooses all scopes of a group, and no others", async () => {
  const { app, userId, get, post, html } = await open();
  const { text } = await html(KEYS);
  const box = select(parseHtml(text), "input")
    .find(({ attributes }) => attributes.get("name")?.startsWith("scopes."))!;
  assertEquals(box.attributes.get("value"), "project:read project:write");
  const { "scope.project:read": _, ...fields } = NEW;
  const typed = async (value: string) => {
    const { once } = ((await get()) as unknown as KeyList).create!;
    return await post({ ...fields, once, "scopes.project": value });
  };
  await (await typed("project:read project:write")).body?.cancel();
  const [key] = await app.auth.keys.list(userId);
  assertEquals(key!.scopes, ["project:read", "project:write"]);
  const typo = await typed("project:read project:typo");
  assertStringIncludes(await typo.text(), "Choose the permissions of the key.");
});

Deno.test("page of keys: what was typed wrong is said, and the rest stays", async () => {
  const { app, userId, post, get } = await open();
  const cells: [fields: Record<string, string>, sentence: string][] = [
    [{ name: "" }, "1 to 64"],
    [{ "scope.project:read": "", "scope.typo": "1" }, "Choose the permissions of the key."],
    [{ days: "0" }, "Enter 1 to 3650 days."],
    [{ days: "3651" }, "Enter 1 to 3650 days."],
    [{ days: "1e9" }, "Enter 1 to 3650 days."],
    [{ days: "" }, "Enter 1 to 3650 days."],
  ];
  for (const [fields, sentence] of cells) {
    const once = ((await get()) as unknown as KeyList).create!.once;
    const answer = await post({ ...NEW, once, ...fields });
    assertEquals(answer.status, 200);
    const text = await answer.text();
    assertStringIncludes(text, sentence);
    assert(!/acme_k1_\w{65}/.test(text));
    const elements = parseHtml(text);
    const input = (name: string) =>
      select(elements, "input").find(({ attributes }) => attributes.get("name") === name);
    assertEquals(input("name")!.attributes.get("value") ?? "", fields.name ?? NEW.name);
    assert(input("once")!.attributes.get("value") !== once);
    // The same form can be sent again, once it is right.
    const right = await post({ ...NEW, once });
    assertMatch(await right.text(), /acme_k1_\w{65}/);
  }
  assertEquals((await stored(app, userId)).length, cells.length);
  const none = await post({ step: "create", name: "CI", days: "1" });
  assertStringIncludes(await none.text(), "Choose the permissions of the key.");
});

Deno.test("page of keys: without a fresh proof, all lead to one, and back", async () => {
  const at = Math.floor(Date.now() / 1000) - 3 * 60 * 60;
  const { app, userId, get, html, post } = await open({}, { proof: { at } });
  const { key, secret } = await keyOf(app, userId);
  const { text } = await html();
  assert(!text.includes('name="once"'), "the form comes with the proof");
  const list = await get() as unknown as KeyList;
  assertMatch(list.proofUrl!, /\/auth\/(signin|factor)/);
  for (const step of ["rotate", "revoke"]) {
    assert((await get(`${KEYS}?step=${step}&id=${key.id}`) as unknown as KeyQuestion).proofUrl);
  }
  const posts: Record<string, string>[] = [
    NEW,
    { step: "rotate", id: key.id },
    { step: "revoke", id: key.id },
  ];
  for (const fields of posts) {
    const answer = await post(fields);
    assertEquals(answer.status, 302, fields.step);
    const url = new URL(answer.headers.get("location")!);
    const back = url.searchParams.get("callbackUrl")!;
    assert(back.startsWith(KEYS), url.href);
    const view = fields.step === "create" ? "" : `?step=${fields.step}&id=${key.id}`;
    assertEquals(new URL(back).search, view, "what was typed is in no URL");
  }
  assertEquals((await stored(app, userId)).length, 1);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of keys: another person who acts for the user sees them, and changes nothing", async () => {
  const { app, userId, get, post } = await open({}, { proof: { actor: "eve" } });
  const { key, secret } = await keyOf(app, userId);
  const list = await get() as unknown as KeyList;
  assertEquals([list.isReadOnly, list.create, list.keys[0]!.urls], [true, undefined, {}]);
  for (const step of ["create", "rotate", "revoke"]) {
    const answer = await post({ ...NEW, step, id: key.id });
    assertEquals(answer.status, 302);
    assertMatch(answer.headers.get("location")!, /error=AccessDenied/);
  }
  assertEquals((await stored(app, userId)).length, 1);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of keys: a replacement, and a revocation", async () => {
  const { app, userId, get, html, post } = await open();
  const { key, secret } = await keyOf(app, userId, { name: "Nightly" });
  const ask = await get(`${KEYS}?step=rotate&id=${key.id}`) as unknown as KeyQuestion;
  assertEquals([ask.step as string, ask.key.name], ["keys:rotate", "Nightly"]);
  const made = await (await post({ step: "rotate", id: key.id })).text();
  const next = /acme_k1_\w{65}/.exec(made)![0];
  assertEquals([await outcome(app, secret), await outcome(app, next)], ["in", "in"]);
  const again = await (await post({ step: "rotate", id: key.id })).text();
  assertStringIncludes(again, "This key was replaced already.");
  const { text } = await html(`${KEYS}?step=rotate&id=${key.id}`);
  assertStringIncludes(text, "This key was replaced already.");
  assertStringIncludes(text, "Replaced, still valid until");
  assertStringIncludes((await html(`${KEYS}?step=revoke&id=${key.id}`)).text, "Revoke Nightly?");
  const revoked = await post({ step: "revoke", id: key.id });
  assertEquals(revoked.headers.get("location"), `${KEYS}?done=revoked`);
  assertEquals([await outcome(app, secret), await outcome(app, next)], ["revoked", "in"]);
  for (const step of ["revoke", "rotate"]) {
    const gone = await (await post({ step, id: key.id })).text();
    assertStringIncludes(gone, "This key no longer exists.");
    const { text } = await html(`${KEYS}?step=${step}&id=${key.id}`);
    assertStringIncludes(text, "This key no longer exists.");
  }
});

Deno.test("page of keys: as JSON, without the secret but once", async () => {
  const { app, userId, get, ask, json } = await open({}, {});
  const list = await get() as unknown as KeyList & { step: string };
  assertEquals([list.step, list.keys, list.create!.days], ["keys:list", [], "90"]);
  assertEquals(
    list.create!.offered,
    app.auth.config.keys && (await import("./_keys.ts")).access.ownPermissions,
  );
  const response = await ask(KEYS, {
    method: "POST",
    body: JSON.stringify({
      csrfToken: list.csrfToken,
      step: "create",
      name: "CI",
      scopes: "project:read project:write",
      days: "1",
    }),
    headers: { ...json, "content-type": "application/json" },
  });
  const made = await response.json() as KeyMade & { step: string };
  assertEquals([response.status, made.step, made.key.name], [200, "keys:made", "CI"]);
  assertEquals(made.key.scopes, ["project:read", "project:write"]);
  assertEquals(await outcome(app, made.secret), "in");
  const text = JSON.stringify(await get());
  assert(!text.includes(made.secret) && text.includes(made.key.id));
  assertEquals((await stored(app, userId)).length, 1);
});

Deno.test("page of keys: what the user may not do is not offered", async () => {
  const { app, userId, get, post } = await open({ permissionsOf: () => ["project:read"] });
  const { create } = await get() as unknown as KeyList;
  assertEquals(create!.offered, ["project:read"]);
  const text = await (await post({ ...NEW, "scope.project:write": "1" })).text();
  assertStringIncludes(text, "A key can’t have permissions that you don’t have.");
  assertEquals(await stored(app, userId), []);
});

Deno.test("page of keys: an app without scopes makes keys that may do what their users may", async () => {
  const { app, userId, html, post } = await open({ scopes: [] });
  assert(!(await html()).text.includes("<fieldset"));
  assertMatch(
    await (await post({ step: "create", name: "CI", days: "1" })).text(),
    /acme_k1_\w{65}/,
  );
  assertEquals((await app.auth.keys.list(userId))[0]!.scopes, "all");
});

Deno.test("page of keys: no form of another site, and no unknown step", async () => {
  const { app, userId, post } = await open();
  const wrong = await post(NEW, "no token");
  assertEquals(wrong.status, 302);
  assertMatch(wrong.headers.get("location")!, /MissingCSRF/);
  const unknown = await post({ step: "destroy" });
  assert(unknown.status >= 300);
  assertEquals(await stored(app, userId), []);
});

Deno.test("account page: a row about keys", async () => {
  const { app, userId, html } = await open();
  assertStringIncludes((await html(`${APP}/auth/account`)).text, "You have no API keys.");
  for (const name of ["One", "Two", "Three", "Four"]) await keyOf(app, userId, { name });
  const { text } = await html(`${APP}/auth/account`);
  assertMatch(text, /(One|Two|Three|Four) · \w+ · \w+ · …/);
  assertStringIncludes(text, `href="${KEYS}"`);
});
