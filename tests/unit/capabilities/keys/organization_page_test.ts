/**
 * The page of an organization's API keys and services, without a browser.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { ApiKeysOptions } from "../../../../src/capabilities/keys/mod.ts";
import type { KeyMade } from "../../../../pages/keys/step.ts";
import type {
  OrganizationKeyList,
  OrganizationKeyQuestion,
  ServiceDeletion,
  ServiceForm,
  ServiceKeyForm,
} from "../../../../pages/keys/organization_step.ts";
import type { OrganizationMembers } from "../../../../pages/organizations/step.ts";
import { Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import { Auth } from "../../../../mod.ts";
import {
  access,
  APP,
  authenticate,
  createKeyApp,
  done,
  type KeyApp,
  membership,
  outcome,
  type RoleName,
  type ScopeName,
  signIn,
} from "./_keys.ts";
import { visitPage } from "./_page.ts";

const TEAM = `${APP}/auth/organization/acme`;
const KEYS = `${TEAM}/keys`;
const NEW = { step: "create", name: "CI <1>", days: "30", "scope.project:read": "1" };
const SERVICE = { step: "service", name: "Build <1>", "scope.project:read": "1" };
const SECRET = /acme_k1_\w{65}/;

const LATE = { at: Math.floor(Date.now() / 1000) - 3 * 60 * 60 };

async function open(
  role: RoleName = "admin",
  { proof, ...options }: Partial<ApiKeysOptions<ScopeName>> & {
    proof?: { at?: number; actor?: string };
  } = {},
) {
  const app = createKeyApp(options);
  const owner = await signIn(app, "olga", { membership: { organization: "acme", role: "owner" } });
  const system = app.auth.organizations.asSystem((await membership(app, owner)).organization.id);
  const visitor = await visitPage(app, KEYS, "ada", {
    membership: { organization: "acme", role },
    ...proof ? { proof } : {},
  });
  const list = async () => await visitor.get() as unknown as OrganizationKeyList;
  const keys = async () => done(await app.auth.keys.listOfOrganization(system)).keys;
  const services = async () => done(await app.auth.keys.listServices(system)).services;
  /** A key of the app's own making. */
  const make = async (options: { service?: string; scopes?: "all" | ScopeName[] } = {}) =>
    done(
      await app.auth.keys.createForOrganization(system, {
        name: "Nightly",
        scopes: ["project:read"],
        ...options,
      }),
    );
  const serve = async (scopes: ScopeName[] = ["project:read"]) =>
    done(await app.auth.keys.createService(system, { name: "Build", scopes })).service;
  return { ...visitor, system, list, keys, services, make, serve };
}

const locationOf = (response: Response) => response.headers.get("location")!;

const idIn = (app: KeyApp, name: string) =>
  app.entries.filter((entry) => entry.name === name).at(-1)!.credential!;

Deno.test("page of an organization's keys: reachable from the organization, by a role that may read them", async () => {
  for (const [role, isShown] of [["admin", true], ["owner", true], ["member", false]] as const) {
    const { get, html } = await open(role);
    const members = await get(TEAM) as unknown as OrganizationMembers;
    assertEquals(members.links, isShown ? [{ url: KEYS, label: "API keys" }] : undefined);
    const { text } = await html(TEAM);
    assertEquals(text.includes(`href="${KEYS}"`), isShown, role);
    const { response, text: page } = await html();
    assertEquals(response.status, isShown ? 200 : 403, role);
    assertEquals(page.includes("API keys of acme"), isShown);
  }
  // Services without their keys are of no use.
  const { html } = await open("builder");
  assertEquals((await html(`${KEYS}?step=service`)).response.status, 403);
});

Deno.test("page of an organization's keys: strangers get the page of a path that does not exist", async () => {
  const { app, make } = await open();
  const { key, secret } = await make();
  const eve = await visitPage(app, KEYS, "eve", {
    membership: { organization: "other", role: "owner" },
  });
  const { csrfToken } = await eve.get(`${APP}/auth/organization/other/keys`);
  const texts = new Set<string>();
  for (
    const url of [KEYS, `${KEYS}?step=revoke&id=${key.id}`, `${APP}/auth/organization/none/keys`]
  ) {
    const { response, text } = await eve.html(url);
    assertEquals(response.status, 404);
    texts.add(text.replaceAll(/nonce="[^"]+"|callbackUrl=[^"]+/g, ""));
  }
  assertEquals(texts.size, 1);
  const fields = [
    NEW,
    SERVICE,
    { step: "rotate", id: key.id },
    { step: "revoke", id: key.id },
    { step: "service-delete", id: "svc_0000000000000000" },
  ];
  for (const one of fields) assertEquals((await eve.post(one, csrfToken)).status, 404, one.step);
  // Her own page changes nothing of others.
  const own = await visitPage(app, `${APP}/auth/organization/other/keys`, "eve");
  for (const step of ["rotate", "revoke"]) {
    const text = await (await own.post({ step, id: key.id })).text();
    assertStringIncludes(text, "This key or service account no longer exists.");
  }
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of an organization's keys: a visitor without a session is led to the sign-in page, and back", async () => {
  const app = createKeyApp();
  const response = await Auth(new Request(`${KEYS}?step=service&name=CI`), app.auth.config);
  assertEquals(response.status, 302);
  const url = new URL(locationOf(response));
  assertEquals(url.pathname, "/auth/signin");
  assertEquals(url.searchParams.get("callbackUrl"), `${KEYS}?step=service`);
});

Deno.test("page of an organization's keys: a new key is shown once, and opens the API for the organization", async () => {
  const { app, userId, html, post, list, keys } = await open();
  assertStringIncludes((await html()).text, "The organization has no API keys.");
  const { create } = await list();
  assertEquals(create!.offered.includes("billing:manage"), false, "beyond the own role");
  assert(create!.offered.includes("project:write"));
  const made = await post({ ...NEW, once: create!.once });
  assertEquals(made.status, 200);
  assertMatch(made.headers.get("cache-control")!, /no-store/);
  const text = await made.text();
  const secret = SECRET.exec(text)![0];
  const who = await authenticate(app, secret);
  assert(who.ok);
  assertEquals([who.kind, who.organization?.slug], ["organization", "acme"]);
  const again = await post({ ...NEW, once: create!.once });
  assertEquals([again.status, locationOf(again)], [302, `${KEYS}?done=made`]);
  const [key, ...others] = await keys();
  assertEquals(others, []);
  assertEquals([key!.name, key!.createdBy, key!.scopes], ["CI <1>", userId, ["project:read"]]);
  assertEquals(key!.expires!.valueOf() - key!.createdAt.valueOf(), 30 * 86_400_000);
  const { text: shown } = await html(`${KEYS}?done=made`);
  assert(!shown.includes(secret));
  assertStringIncludes(shown, "CI &lt;1>");
  assertStringIncludes(shown, `${secret.slice(0, 12)}…`);
  assertEquals(idIn(app, "key.created"), key!.id);
});

Deno.test("page of an organization's keys: fifty posts of one form make one key", async () => {
  const { post, list, keys } = await open();
  const { csrfToken, create } = await list();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post({ ...NEW, once: create!.once }, csrfToken)),
  );
  assertEquals(answers.filter(({ status }) => status === 200).length, 1);
  assertEquals((await keys()).length, 1);
});

Deno.test("page of an organization's keys: fifty rotations of one key make one successor", async () => {
  const { get, post, keys, make } = await open();
  const { key } = await make();
  const { csrfToken } = await get();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post({ step: "rotate", id: key.id }, csrfToken)),
  );
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  assertEquals(texts.filter((text) => SECRET.test(text)).length, 1);
  assertEquals((await keys()).length, 2);
});

Deno.test("page of an organization's keys: without a fresh proof, all lead to one, and back", async () => {
  const { app, get, html, post, list, keys, services, make, serve } = await open("admin", {
    proof: LATE,
  });
  const { key, secret } = await make();
  const { id } = await serve();
  assert(!(await html()).text.includes('name="once"'), "the form comes with the proof");
  assertMatch((await list()).proofUrl!, /\/auth\/(signin|factor)/);
  const views = [
    `step=rotate&id=${key.id}`,
    `step=revoke&id=${key.id}`,
    "step=service",
    `step=service-key&id=${id}`,
    `step=service-delete&id=${id}`,
  ];
  for (const view of views) {
    const { proofUrl, step } = await get(`${KEYS}?${view}`);
    assertEquals(step, `organization-keys:${new URLSearchParams(view).get("step")}`);
    const back = new URL(String(proofUrl)).searchParams.get("callbackUrl");
    assertEquals(back, `${KEYS}?${view}`);
    assert(!(await html(`${KEYS}?${view}`)).text.includes("<form"), view);
  }
  const posts: [fields: Record<string, string>, back: string][] = [
    [NEW, ""],
    [{ ...NEW, service: id }, views[3]!],
    [SERVICE, views[2]!],
    [{ step: "rotate", id: key.id }, views[0]!],
    [{ step: "revoke", id: key.id }, views[1]!],
    [{ step: "service-delete", id }, views[4]!],
  ];
  for (const [fields, back] of posts) {
    const answer = await post(fields);
    assertEquals(answer.status, 302, fields.step);
    const url = new URL(locationOf(answer));
    assertMatch(url.pathname, /\/auth\/(signin|factor)/);
    assertEquals(url.searchParams.get("callbackUrl"), back ? `${KEYS}?${back}` : KEYS);
  }
  assertEquals([(await keys()).length, (await services()).length], [1, 1]);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of an organization's keys: another person who acts for the user sees them, and changes nothing", async () => {
  const { app, get, html, post, list, keys, services, make, serve } = await open("admin", {
    proof: { actor: "eve" },
  });
  const { key, secret } = await make();
  const { id } = await serve();
  const page = await list();
  assertEquals([page.isReadOnly, page.create, page.serviceUrl], [true, undefined, undefined]);
  assertEquals([page.keys[0]!.urls, page.services![0]!.urls], [{}, {}]);
  assert(!(await html()).text.includes("<form"));
  for (const step of ["rotate", "revoke", "service", "service-key", "service-delete"]) {
    const view = await get(`${KEYS}?step=${step}&id=${step.includes("service") ? id : key.id}`);
    assertEquals(view.step, "organization-keys:list", step);
  }
  const posts = [
    NEW,
    SERVICE,
    { step: "rotate", id: key.id },
    { step: "revoke", id: key.id },
    { step: "service-delete", id },
  ];
  for (const fields of posts) {
    assertMatch(locationOf(await post(fields)), /error=AccessDenied/, fields.step);
  }
  assertEquals([(await keys()).length, (await services()).length], [1, 1]);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of an organization's keys: a replacement, and a revocation", async () => {
  const { app, get, html, post, make } = await open();
  const { key, secret } = await make();
  const ask = await get(`${KEYS}?step=rotate&id=${key.id}`) as unknown as OrganizationKeyQuestion;
  assertEquals([ask.step as string, ask.key.name], ["organization-keys:rotate", "Nightly"]);
  const next = SECRET.exec(await (await post({ step: "rotate", id: key.id })).text())![0];
  assertEquals([await outcome(app, secret), await outcome(app, next)], ["in", "in"]);
  const again = await (await post({ step: "rotate", id: key.id })).text();
  assertStringIncludes(again, "This key was replaced already.");
  const { text } = await html(`${KEYS}?step=revoke&id=${key.id}`);
  assertStringIncludes(text, "Revoke Nightly?");
  assertStringIncludes(text, "can no longer act for the organization");
  const revoked = await post({ step: "revoke", id: key.id });
  assertEquals(locationOf(revoked), `${KEYS}?done=revoked`);
  assertEquals([await outcome(app, secret), await outcome(app, next)], ["revoked", "in"]);
  for (const step of ["revoke", "rotate"]) {
    const gone = await (await post({ step, id: key.id })).text();
    assertStringIncludes(gone, "This key or service account no longer exists.");
    assertStringIncludes(
      (await html(`${KEYS}?step=${step}&id=${key.id}`)).text,
      "no longer exists",
    );
  }
});

Deno.test("page of an organization's keys: a service, its key, and the end of both", async () => {
  const { app, get, html, post, list, keys, services } = await open();
  const { serviceUrl } = await list();
  const form = await get(serviceUrl) as unknown as ServiceForm;
  assertEquals(form.step as string, "organization-keys:service");
  assertEquals(form.create.offered.includes("billing:manage"), false);
  assertEquals(locationOf(await post(SERVICE)), `${KEYS}?done=service`);
  const [service] = await services();
  assertEquals([service!.name, service!.scopes], ["Build <1>", ["project:read"]]);
  const { text } = await html(`${KEYS}?done=service`);
  assertStringIncludes(text, "The service account was created. It has no keys yet.");
  assertStringIncludes(text, "Build &lt;1>");
  const { urls } = (await list()).services![0]!;
  const ask = await get(urls.key) as unknown as ServiceKeyForm;
  assertEquals(ask.create.offered, ["project:read"], "within the service");
  const made = await (await post({ ...NEW, service: service!.id, once: ask.create.once })).text();
  const secret = SECRET.exec(made)![0];
  const who = await authenticate(app, secret);
  assert(who.ok);
  assertEquals([who.kind, who.id], ["service", service!.id]);
  assertEquals((await list()).keys[0]!.service, "Build <1>");
  assertStringIncludes((await html()).text, "Service account: Build &lt;1>");
  const end = await get(urls.delete) as unknown as ServiceDeletion;
  assertEquals(end.service.name, "Build <1>");
  assertStringIncludes((await html(urls.delete)).text, "Delete Build &lt;1>?");
  const deleted = await post({ step: "service-delete", id: service!.id });
  assertEquals(locationOf(deleted), `${KEYS}?done=service-deleted`);
  assertEquals([await keys(), await services()], [[], []]);
  assert(await outcome(app, secret) !== "in");
  const gone = await (await post({ step: "service-delete", id: service!.id })).text();
  assertStringIncludes(gone, "This key or service account no longer exists.");
  const none = await (await post({ ...NEW, service: service!.id })).text();
  assertStringIncludes(none, "This key or service account no longer exists.");
  for (const url of [urls.key, urls.delete]) {
    assertStringIncludes((await html(url)).text, "This key or service account no longer exists.");
  }
});

Deno.test("page of an organization's keys: what was typed wrong is said, and the rest stays", async () => {
  const { post, keys, services, serve, list } = await open();
  const { id } = await serve();
  const cells: [fields: Record<string, string>, sentence: string][] = [
    [{ ...NEW, name: "" }, "1 to 64"],
    [{ step: "create", name: "CI", days: "1" }, "Choose the permissions of the key."],
    [{ ...NEW, days: "0" }, "Enter 1 to 3650 days."],
    [{ ...NEW, days: "0", service: id }, "Enter 1 to 3650 days."],
    [{ step: "create", name: "CI", days: "1", service: id }, "Choose the permissions of the key."],
    [{ ...SERVICE, name: "" }, "1 to 64"],
    [{ step: "service", name: "Build" }, "Choose the permissions of the service account."],
  ];
  for (const [fields, sentence] of cells) {
    const once = (await list()).create!.once;
    const answer = await post({ ...fields, once });
    assertEquals(answer.status, 200);
    const text = await answer.text();
    assertStringIncludes(text, sentence);
    assertStringIncludes(text, 'id="form-error"');
    assert(!SECRET.test(text));
    if (fields.service) assertStringIncludes(text, `name="service" value="${id}"`);
    if (fields.name) assertStringIncludes(text, `value="${fields.name.replace("<", "&lt;")}"`);
    // The same form can be sent again, once it is right.
    if (fields.step === "create") assertMatch(await (await post({ ...NEW, once })).text(), SECRET);
  }
  assertEquals([(await keys()).length, (await services()).length], [5, 1]);
});

Deno.test("page of an organization's keys: nothing beyond the own role, nor beyond the service", async () => {
  const { post, keys, services, serve, make, app } = await open();
  const { id } = await serve();
  const { key, secret } = await make({ scopes: ["billing:manage"] });
  const beyond = { "scope.billing:manage": "1" };
  const posts: Record<string, string>[] = [
    { ...NEW, ...beyond },
    { ...SERVICE, ...beyond },
    { ...NEW, service: id, "scope.project:write": "1" },
    // The one who rotates a key holds it.
    { step: "rotate", id: key.id },
  ];
  for (const fields of posts) {
    const text = await (await post(fields)).text();
    assertStringIncludes(text, "A key can’t have permissions that you don’t have.");
    assert(!SECRET.test(text));
  }
  assertEquals([(await keys()).length, (await services()).length], [1, 1]);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of an organization's keys: a role that may read alone gets no form, and changes nothing", async () => {
  const { app, get, html, post, list, keys, services, make, serve } = await open("reader");
  const { key, secret } = await make();
  const { id } = await serve();
  const page = await list();
  assertEquals([page.create, page.serviceUrl, page.services], [undefined, undefined, undefined]);
  assertEquals(page.keys.map(({ urls }) => urls), [{}]);
  const { text } = await html();
  // What is around the page has the one that signs out.
  assertEquals([...text.matchAll(/<form /g)].length, 1);
  assertStringIncludes(text, "Nightly");
  for (const step of ["service", "service-key", "service-delete", "rotate", "revoke"]) {
    const view = await get(`${KEYS}?step=${step}&id=${step.includes("service") ? id : key.id}`);
    assertEquals(view.step, "organization-keys:list", step);
  }
  const posts: Record<string, string>[] = [
    NEW,
    { ...NEW, service: id },
    SERVICE,
    { step: "rotate", id: key.id },
    { step: "revoke", id: key.id },
    { step: "service-delete", id },
  ];
  for (const fields of posts) {
    const text = await (await post(fields)).text();
    assertStringIncludes(text, "A key can’t have permissions that you don’t have.");
    assert(!SECRET.test(text), fields.step);
  }
  assertEquals([(await keys()).length, (await services()).length], [1, 1]);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of an organization's keys: a role that was lost meanwhile changes nothing", async () => {
  const { app, userId, post, get, keys, make, system } = await open();
  const { key, secret } = await make();
  const { csrfToken } = await get();
  done(await app.auth.organizations.changeRole(system, userId, "guest"));
  for (const fields of [NEW, SERVICE, { step: "revoke", id: key.id }] as Record<string, string>[]) {
    assertEquals((await post(fields, csrfToken)).status, 403, fields.step);
  }
  done(await app.auth.organizations.removeMember(system, userId));
  for (const fields of [NEW, SERVICE, { step: "revoke", id: key.id }] as Record<string, string>[]) {
    assertEquals((await post(fields, csrfToken)).status, 404, fields.step);
  }
  assertEquals((await keys()).length, 1);
  assertEquals(await outcome(app, secret), "in");
});

Deno.test("page of an organization's keys: as JSON, without the secret but once", async () => {
  const { app, ask, json, list, get } = await open();
  const page = await list();
  assertEquals([page.step as string, page.keys, page.services], ["organization-keys:list", [], []]);
  assertEquals(page.organization, { name: "acme", url: TEAM });
  const response = await ask(KEYS, {
    method: "POST",
    body: JSON.stringify({
      csrfToken: page.csrfToken,
      step: "create",
      name: "CI",
      scopes: "project:read project:write",
      days: "1",
    }),
    headers: { ...json, "content-type": "application/json" },
  });
  const made = await response.json() as KeyMade;
  assertEquals([response.status, made.step as string], [200, "organization-keys:made"]);
  assertEquals(await outcome(app, made.secret), "in");
  const text = JSON.stringify(await get());
  assert(!text.includes(made.secret) && text.includes(made.key.id));
});

Deno.test("page of an organization's keys: no form of another site, and no unknown step", async () => {
  const { post, keys, services, make } = await open();
  const { key } = await make();
  const posts = [NEW, SERVICE, { step: "revoke", id: key.id }] as Record<string, string>[];
  for (const fields of posts) {
    assertMatch(locationOf(await post(fields, "no token")), /MissingCSRF/, fields.step);
  }
  assertMatch(locationOf(await post({ step: "toString" })), /error=/);
  assertEquals([(await keys()).length, (await services()).length], [1, 0]);
});

Deno.test("page of an organization's keys: an app without scopes makes keys for all that the owner may do", async () => {
  const { html, post, keys } = await open("owner", { scopes: [] });
  assert(!(await html()).text.includes("<fieldset"));
  assertMatch(await (await post({ step: "create", name: "CI", days: "1" })).text(), SECRET);
  assertEquals((await keys())[0]!.scopes, "all");
  assertStringIncludes((await html()).text, "All permissions of the organization");
});

Deno.test("page of an organization's keys: absent without organizations, and where they are the app's own tables", async () => {
  const tables = {
    of: () => Promise.resolve([]),
    in: () => Promise.resolve([]),
    get: () => Promise.resolve(null),
  };
  for (const organizations of [undefined, Organizations({ access, memberships: tables })]) {
    const { auth } = createKeyApp();
    const config = { ...auth.config, organizations };
    const response = await Auth(new Request(KEYS), config);
    assertEquals(response.status, 400);
  }
  const { auth } = createKeyApp();
  assertEquals((await Auth(new Request(KEYS), { ...auth.config, keys: undefined })).status, 400);
});
