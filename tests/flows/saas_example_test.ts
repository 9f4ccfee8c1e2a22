/**
 * `examples/saas`, by requests: from the first organization to its deletion.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { app, auth } from "../../examples/saas/app.ts";
import { captureMail, createBrowser, signInAs, type TestBrowser } from "@x/auth/testing";

const ORIGIN = "http://localhost:8000";
const EXAMPLE = new URL("../../examples/saas/app.ts", import.meta.url);

const inbox = captureMail(auth);

/** A person who signs in by a link, as the first page says. */
async function signIn(email: string): Promise<TestBrowser> {
  const browser = createBrowser(ORIGIN, { [ORIGIN]: (request) => app(request) });
  await browser.submit("/auth/signin", { email });
  const { url } = await inbox.next(email);
  const { response } = await browser.visit(url!);
  await response.body?.cancel();
  return browser;
}

/** Status and text of a page, after redirects. */
async function see(browser: TestBrowser, path: string): Promise<[number, string]> {
  const { response } = await browser.visit(path);
  return [response.status, await response.text()];
}

/** Presses a button of a page; the text of the next one. */
async function press(
  browser: TestBrowser,
  path: string,
  button: string,
  fields: Record<string, string> = {},
): Promise<[number, string]> {
  const { response } = await browser.submit(path, fields, button);
  return [response.status, await response.text()];
}

/** Accepts the invitation in the newest email. */
async function accept(browser: TestBrowser, email: string): Promise<string> {
  const { text } = await inbox.next(email);
  const [link] = /http\S+\/join\?token=\S+/.exec(text) ?? [];
  assert(link, text);
  const [status, page] = await press(browser, link, "Join");
  assertEquals(status, 200, page);
  return page;
}

/** What a person posts without a form of the page. */
async function post(browser: TestBrowser, path: string, fields: Record<string, string>) {
  const headers = { origin: ORIGIN };
  const body = new URLSearchParams(fields);
  const response = await browser.fetch(ORIGIN + path, { method: "POST", body, headers });
  return [response.status, await response.text()] as const;
}

Deno.test("examples/saas: from the first organization to a removed member's 404", async () => {
  const [ada, bob] = [await signIn("ada@saas.example"), await signIn("bob@saas.example")];
  const [, created] = await press(ada, "/", "Create", { name: "Tea & Co", slug: "tea" });
  assertStringIncludes(created, "<h1>Tea &#38; Co</h1>");
  assertStringIncludes(created, "ada@saas.example: owner");
  assertStringIncludes(created, '<a href="/auth/organization/tea">');
  assertEquals((await see(bob, "/teams/tea"))[0], 404);
  assertEquals((await see(bob, "/teams/nothing"))[0], 404);

  await press(ada, "/teams/tea", "Invite", { email: "bob@saas.example", role: "member" });
  const joined = await accept(bob, "bob@saas.example");
  assertStringIncludes(joined, "bob@saas.example: member");
  for (const button of ["Invite", "Add", "Delete", "Change", "Remove"]) {
    assert(!joined.includes(`<button>${button}</button>`), button);
  }
  // Pages without a form do not protect: the functions do.
  const denied = { do: "project", project: "Of Bob" };
  assertEquals((await post(bob, "/teams/tea", denied))[0], 403);
  const invitation = { do: "invite", email: "eve@saas.example", role: "member" };
  assertEquals((await post(bob, "/teams/tea", invitation))[0], 403);

  await press(ada, "/teams/tea", "Change", { role: "admin" });
  const [, promoted] = await press(bob, "/teams/tea", "Add", { project: "<Green>" });
  assertStringIncludes(promoted, "bob@saas.example: admin");
  assertStringIncludes(promoted, "<li>&#60;Green&#62;</li>");
  const owner = { do: "invite", email: "eve@saas.example", role: "owner" };
  assertEquals((await post(bob, "/teams/tea", owner))[0], 403);
  const unknown = { do: "invite", email: "eve@saas.example", role: "boss" };
  // A role that is not defined is a value that cannot be used.
  const [status, message] = await post(bob, "/teams/tea", unknown);
  assertEquals(status, 400);
  assertStringIncludes(message, "boss");

  await press(ada, "/teams/tea", "Remove");
  assertEquals((await see(bob, "/teams/tea"))[0], 404);
  const [, home] = await see(bob, "/");
  assert(!home.includes("Tea"), home);
});

Deno.test("examples/saas: the owner moves, leaves, and another deletes the organization", async () => {
  const [cleo, dan] = [await signIn("cleo@saas.example"), await signIn("dan@saas.example")];
  await press(cleo, "/", "Create", { name: "Club", slug: "club" });
  const [alone, refused] = await press(cleo, "/teams/club", "Leave");
  assertEquals(alone, 409, refused);
  await press(cleo, "/teams/club", "Invite", { email: "dan@saas.example", role: "member" });
  await accept(dan, "dan@saas.example");
  const [, moved] = await press(cleo, "/teams/club", "Make the owner");
  assertStringIncludes(moved, "cleo@saas.example: admin");
  assertStringIncludes(moved, "dan@saas.example: owner");
  const [, left] = await press(cleo, "/teams/club", "Leave");
  assertStringIncludes(left, "<h1>Your teams</h1>");
  assertEquals((await see(cleo, "/teams/club"))[0], 404);
  const [typed, message] = await press(dan, "/teams/club", "Delete", { name: "Other" });
  assertEquals([typed, message.includes("the typed name is not its name")], [400, true]);
  await press(dan, "/teams/club", "Delete", { name: "Club" });
  assertEquals((await see(dan, "/teams/club"))[0], 404);
});

Deno.test("examples/saas: the policy asks for a proof of the last hour", async () => {
  const finn = await signIn("finn@saas.example");
  await press(finn, "/", "Create", { name: "Strict", slug: "strict" });
  await press(finn, "/teams/strict", "Ask for a proof every hour");
  assertEquals((await see(finn, "/teams/strict"))[0], 200);
  const at = Math.floor(Date.now() / 1000) - 3601;
  const { headers } = await signInAs(auth, { email: "finn@saas.example" }, { proof: { at } });
  const old = await app(new Request(`${ORIGIN}/teams/strict`, { headers }));
  assertEquals(old.status, 303);
  assertMatch(old.headers.get("location")!, /\/auth\/signin\b.*strict/);
});

Deno.test("examples/saas: forms of other sites, strangers, and values that were typed wrong", async () => {
  const gus = await signIn("gus@saas.example");
  const [status, text] = await press(gus, "/", "Create", { name: "Gus", slug: "No slug" });
  assertEquals(status, 400);
  assertStringIncludes(text, "lower-case");
  const body = new URLSearchParams({ name: "Planted", slug: "planted" });
  const init = { method: "POST", body, headers: { origin: "https://evil.example" } };
  assertEquals((await gus.fetch(`${ORIGIN}/`, init)).status, 303);
  assert(!(await see(gus, "/"))[1].includes("Planted"));
  const stranger = createBrowser(ORIGIN, { [ORIGIN]: (request) => app(request) });
  assertStringIncludes((await see(stranger, "/"))[1], "Sign in");
  const asked = await stranger.fetch(`${ORIGIN}/teams/tea`);
  assertEquals(asked.status, 303);
});

Deno.test("examples/saas: less than 150 lines", async () => {
  const text = await Deno.readTextFile(EXAMPLE);
  assert(text.split("\n").length <= 150, `${text.split("\n").length} lines`);
});
