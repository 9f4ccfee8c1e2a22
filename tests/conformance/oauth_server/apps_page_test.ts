/**
 * The page of apps with access, and what it says and ends.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import type { AuditEntry } from "../../../src/types/audit.ts";
import type { AccountMail } from "../../../src/types/factor.ts";
import {
  approve,
  ask,
  assertPage,
  backFromProof,
  backFromSignIn,
  codeIn,
  enter,
  get,
  GOOD,
  OLD,
  open,
  post,
  questionIn,
  toldIn,
} from "./_authorize.ts";
import { createServer, ISSUER, MCP, OPTIONS, SECRET } from "./_rig.ts";
import { codeFields, refreshFields, tokensOf } from "./_tokens.ts";

const APPS = `${ISSUER}/auth/apps`;

Deno.test("apps: the list names the app, its host, its scopes in words, and the end of its access", async () => {
  const rig = createServer();
  const browser = await open(rig);
  assertStringIncludes((await get(browser, APPS)).html, "No app has access to your account.");
  toldIn(await approve(browser, { ...GOOD, scope: "openid project:read" }));
  const { html, status } = await get(browser, APPS);
  assertEquals(status, 200);
  for (const text of ["Partner", "client.example", "Projects", "Read projects", "About you"]) {
    assertStringIncludes(html, `<bdi>${text}</bdi>`);
  }
  assertStringIncludes(html, "Not used yet");
  assertMatch(html, /aria-label="Remove access: Partner"/);
});

Deno.test("apps: the end of access ends codes, refresh tokens and access tokens at once", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const web = { client_id: "web", client_secret: SECRET };
  const { code } = toldIn(await approve(browser));
  const tokens = await tokensOf(await rig.post("oauth/token", codeFields(code!, web)));
  assertEquals((await rig.ask(tokens.access_token)).status, 200);
  const second = toldIn(await ask(browser));
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  const question = await get(browser, `${APPS}?step=end&id=${grant!.id}`);
  assertStringIncludes(question.html, "Remove the access of Partner?");
  const ended = await post(browser, "apps", { step: "end", id: grant!.id });
  assertEquals(ended.location, `${APPS}?done=ended`);
  assertStringIncludes((await get(browser, ended.location)).html, "The app no longer has access.");
  assertEquals((await rig.ask(tokens.access_token)).status, 401);
  const refreshed = await rig.post("oauth/token", refreshFields(tokens.refresh_token, web));
  assertEquals((await refreshed.json()).error, "invalid_grant");
  const exchanged = await rig.post("oauth/token", codeFields(second.code!, web));
  assertEquals((await exchanged.json()).error, "invalid_grant");
  questionIn(await ask(browser));
});

Deno.test("apps: access of another user's cannot be ended, and one that has ended is unknown", async () => {
  const rig = createServer();
  const [ada, bob] = [await open(rig), await open(rig, "bob")];
  toldIn(await approve(ada));
  const [{ id } = { id: "" }] = await rig.auth.oauthServer.listGrants("ada");
  for (const one of [id, "x", ""]) {
    assertStringIncludes(
      (await post(bob, "apps", { step: "end", id: one })).html,
      "no longer has access",
    );
    assertStringIncludes(
      (await get(bob, `${APPS}?step=end&id=${one}`)).html,
      "no longer has access",
    );
  }
  assertEquals(await rig.auth.oauthServer.revokeGrant("bob", id), false);
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, 1);
});

Deno.test("apps: an end needs the CSRF token, a session and a fresh proof", async () => {
  const rig = createServer();
  const browser = await open(rig);
  toldIn(await approve(browser));
  const [{ id } = { id: "" }] = await rig.auth.oauthServer.listGrants("ada");
  const fields = { step: "end", id };
  await post(browser, "apps", fields, { csrf: false });
  backFromSignIn(await post(await open(rig, null), "apps", fields));
  backFromSignIn(await get(await open(rig, null), APPS));
  const old = await open(rig, "ada", OLD);
  const back = backFromProof(await post(old, "apps", fields));
  assertEquals(back, `${APPS}?step=end&id=${id}`);
  assert(!(await get(old, back)).html.includes('name="id"'), "the form is shown without a proof");
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, 1);
  await enter(rig, old, "ada");
  assertStringIncludes((await get(old, back)).html, `name="id" value="${id}"`);
});

Deno.test("apps: a person who acts for the user sees the list, and ends nothing", async () => {
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const [{ id } = { id: "" }] = await rig.auth.oauthServer.listGrants("ada");
  const actor = await open(rig, "ada", { proof: { actor: "support" } });
  const { html } = await get(actor, APPS);
  assertStringIncludes(html, "Partner");
  assert(!html.includes("Remove access"));
  await post(actor, "apps", { step: "end", id });
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, 1);
});

Deno.test("apps: the page is at the origin of the issuer alone", async () => {
  const rig = createServer();
  const headers = { accept: "text/html" };
  const answer = await rig.send("https://other.example/auth/apps", { headers });
  assertEquals(answer.status, 404);
  await answer.body?.cancel();
});

Deno.test("apps: access and its end are in the audit log, and the owner is notified of access", async () => {
  const entries: AuditEntry[] = [];
  const mails: AccountMail[] = [];
  const rig = createServer({}, {
    events: { audit: (entry) => void entries.push(entry) },
    sendMail: (mail) => void mails.push(mail),
  });
  const browser = await open(rig);
  const { data } = await codeIn(rig, await approve(browser));
  // What is remembered is no new access.
  toldIn(await ask(browser));
  toldIn(await approve(browser, { ...GOOD, scope: "project:write" }));
  await post(browser, "apps", { step: "end", id: data.grant });
  assertEquals(
    entries.filter(({ name }) => name.startsWith("grant."))
      .map(({ name, userId, credential }) => [name, userId, credential]),
    ["grant.given", "grant.given", "grant.ended"].map((name) => [name, "ada", data.grant]),
  );
  assertEquals(mails.map(({ to, subject }) => [to, subject]), [
    ["ada@example.com", "An app got access to your account (app.example)"],
    ["ada@example.com", "An app got access to your account (app.example)"],
  ]);
  const [first, second] = mails.map(({ text }) => text);
  assertStringIncludes(first!, "\n\nIt can now:\n");
  assertStringIncludes(first!, "\n\nApp: Partner\n");
  assertStringIncludes(second!, "Projects: Change projects\n");
});

Deno.test("apps: two approvals at once are one app in the list, which ends as one", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const pages = await Promise.all(Array.from({ length: 20 }, () => ask(browser)));
  await browser.csrf();
  const answers = await Promise.all(
    pages.map((page) => post(browser, "oauth/authorize", { ...questionIn(page), step: "allow" })),
  );
  answers.forEach((answer) => toldIn(answer));
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  assert(await rig.auth.oauthServer.revokeGrant("ada", grant!.id));
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
  questionIn(await ask(browser));
});

Deno.test("apps: the list has the name of the organization, and the account page a row", async () => {
  const access = defineAccess({ permissions: { project: ["read"] }, roles: {} });
  const rig = createServer({ organization: "choose" }, {
    adapter: MemoryAdapter(),
    organizations: Organizations({ access }),
    account: AccountPage(),
    sendMail: () => {},
  });
  const browser = await open(rig, "ada", { membership: { organization: "acme", role: "owner" } });
  const [organization] = await rig.auth.organizations.listOrganizations("ada");
  assertStringIncludes((await get(browser, `${ISSUER}/auth/account`)).html, "No app has access");
  toldIn(await approve(browser, GOOD, { organization: organization!.id }));
  assertStringIncludes((await get(browser, APPS)).html, `<bdi>${organization!.name}</bdi>`);
  const { html } = await get(browser, `${ISSUER}/auth/account`);
  assertStringIncludes(html, "Partner");
  assertStringIncludes(html, `href="${APPS}"`);
});

Deno.test("apps: an app draws the pages itself from the same data", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const headers = { accept: "application/json" };
  const asked = await (await browser.fetch(
    `/auth/oauth/authorize?${new URLSearchParams(GOOD as Record<string, string>)}`,
    { headers },
  )).json();
  assertEquals(
    [asked.step, asked.client, asked.target, asked.isStranger, asked.access],
    ["oauth:ask", "Partner", "client.example", false, [{
      resource: "Projects",
      scopes: ["project:read"],
    }]],
  );
  const body = JSON.stringify({
    csrfToken: asked.csrfToken,
    request: asked.request,
    step: "allow",
  });
  const answer = await browser.fetch(asked.formAction, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  const { url } = await answer.json();
  assert(new URL(url).searchParams.has("code"), url);
  const list = await (await browser.fetch("/auth/apps", { headers })).json();
  assertEquals([list.step, list.apps.length, list.apps[0].client], ["apps:list", 1, "Partner"]);
});

Deno.test("apps: an unknown step changes nothing", async () => {
  const rig = createServer();
  const browser = await open(rig);
  toldIn(await approve(browser));
  for (const step of ["", "list", "constructor"]) {
    const { location } = await post(browser, "apps", { step });
    assertPage(await get(browser, location));
  }
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, 1);
  assertEquals(OPTIONS.resources[MCP].name, "Projects");
});
