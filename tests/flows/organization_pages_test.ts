/**
 * The pages of organizations: what each role sees and may do, refusals, and forms of other sites and
 * with copied sessions.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { PolicyData } from "../../src/capabilities/organizations/kinds.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { defineAccess } from "../../src/capabilities/organizations/mod.ts";
import { Auth } from "../../mod.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import {
  access,
  APP,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  ownersOf,
  type Person,
  reasonOf,
  setPolicy,
  signIn,
  trail,
} from "./_organizations.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const ADA = "ada@example.com";
const BOB = "bob@example.com";
const EVE = "eve@example.com";
const ELEVEN_MINUTES = 11 * 60_000;

/** The built-in page accepts invitations. */
const create = (strategy: Strategy, config: Partial<AuthConfig> = {}, options = {}) =>
  createOrgApp(strategy, config, { invitationUrl: undefined, ...options } as never);

type Visitor = Pick<Person, "browser">;

/** Opens a page; returns where that led, and its text. */
async function open({ browser }: Visitor, path: string) {
  const { response, url } = await browser.visit(`/auth/${path}`);
  return { path: url.pathname + url.search, status: response.status, html: await response.text() };
}

/** Posts a form of a page. */
async function post({ browser }: Visitor, path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
  const { response, url } = await browser.visit(`/auth/${path}`, { method: "POST", body });
  return { path: url.pathname + url.search, status: response.status, html: await response.text() };
}

/** Asks for a page, or posts, as a program that draws it itself. */
async function json(
  app: OrgApp,
  { browser }: Visitor,
  path: string,
  fields?: Record<string, string>,
) {
  const headers: Record<string, string> = {
    accept: "application/json",
    cookie: browser.cookies.header(new URL(APP)) ?? "",
  };
  const csrfToken = fields && await browser.csrf();
  if (fields) Object.assign(headers, { origin: APP, "content-type": "application/json" });
  headers.cookie = browser.cookies.header(new URL(APP)) ?? "";
  const response = await Auth(
    new Request(`${APP}/auth/${path}`, {
      method: fields ? "POST" : "GET",
      headers,
      ...fields ? { body: JSON.stringify({ csrfToken, ...fields }) } : {},
    }),
    app.config,
  );
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  return { status: response.status, body: await response.json() as any };
}

/** The token in the newest email to an address, whose link is that of the built-in page. */
function linkTo({ mails }: OrgApp, to: string): { token: string; path: string } {
  const mail = mails.findLast((mail) => mail.to === to && mail.link?.url.includes("token="));
  assert(mail, `an invitation to ${to} left`);
  const url = new URL(mail.link!.url);
  assertEquals([url.origin, url.pathname], [APP, "/auth/invitation"]);
  return { token: url.searchParams.get("token")!, path: `invitation${url.search}` };
}

/** What is stored about organizations. */
async function stored(app: OrgApp, org: string): Promise<string> {
  const found = await app.records.get("org", org);
  const lists = ["org.member", "org.invitation"].map((kind) =>
    app.records.list(`org:${org}`, kind)
  );
  return JSON.stringify([found, ...await Promise.all(lists)]);
}

const textOf = (html: string) =>
  html.replace(/<style[^]*?<\/style>/, "").replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

/** The hidden fields of a page that holds a form. */
function heldFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name!, value!]));
}

for (const strategy of STRATEGIES) {
  const test = (title: string, run: () => Promise<void>) =>
    Deno.test(`organization pages: ${title} (${strategy})`, run);

  test("a visitor signs in and comes back to the same view", async () => {
    const app = create(strategy);
    const paths = ["organizations", "organization/acme?step=leave"];
    for (const path of [...paths, "organization/acme/settings?step=delete"]) {
      const { path: at } = await open({ browser: app.open() }, path);
      const url = new URL(at, APP);
      assertEquals(url.pathname, "/auth/signin", path);
      assertEquals(url.searchParams.get("callbackUrl"), `${APP}/auth/${path}`);
    }
    const sent = await post({ browser: app.open() }, "organizations", {
      step: "create",
      name: "Acme",
      slug: "acme",
    });
    assertMatch(sent.path, /^\/auth\/signin\?/);
    assertEquals(trail(app), []);
  });

  test("an organization is created, and shown in the list", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const empty = await open(ada, "organizations");
    assertEquals(empty.status, 200);
    assertMatch(empty.html, /You belong to no organization\./);
    const made = await post(ada, "organizations", { step: "create", name: "Acme", slug: "acme" });
    assertEquals(made.path, "/auth/organization/acme?done=created");
    assertMatch(made.html, /role="status">The organization was created\./);
    const list = await open(ada, "organizations");
    assertMatch(list.html, /href="https:\/\/app\.example\/auth\/organization\/acme"/);
    assertMatch(textOf(list.html), /Acme Owner Member since/);
    assertEquals(trail(app), ["organization.created"]);
  });

  test("what is typed wrong stays, with a sentence at its field", async () => {
    const app = create(strategy);
    const [ada, bob] = [await signIn(app, ADA), await signIn(app, BOB)];
    await createOrg(app, bob);
    const send = (name: string, slug: string) =>
      post(ada, "organizations", { step: "create", name, slug });
    const taken = await send("Mine", "acme");
    assertEquals([taken.status, taken.path], [409, "/auth/organizations"]);
    assertMatch(taken.html, /value="Mine"/);
    assertMatch(textOf(taken.html), /Another organization has this URL name/);
    for (const slug of ["A b", "-x", "x".repeat(64)]) {
      const { html } = await send("Mine", slug);
      assertMatch(html, /id="input-slug"[^>]*aria-invalid="true"/, slug);
      assertMatch(html, /<title>Error: Your organizations – App/);
    }
    const nameless = await send("\u200b", "mine");
    assertMatch(nameless.html, /id="input-name"[^>]*aria-invalid="true"/);
    assertEquals(nameless.html.match(/<html/g)?.length, 1);
  });

  test("a URL name that is left empty comes from the name", async () => {
    const app = create(strategy, {}, { organizationsPerUser: false });
    const ada = await signIn(app, ADA);
    const send = (name: string) => post(ada, "organizations", { step: "create", name, slug: "" });
    const names: [name: string, slug: string][] = [
      ["Ácme & Söhne GmbH", "acme-sohne-gmbh"],
      ["  --X--  ", "x"],
      ["ﬁne Nº 7", "fine-no-7"],
      ["A".repeat(64), "a".repeat(63)],
    ];
    for (const [name, slug] of names) {
      assertEquals((await send(name)).path, `/auth/organization/${slug}?done=created`, name);
    }
    // What is proposed stands in the field, so that the person can change it.
    const taken = await send("Acme: Söhne, GmbH!");
    assertEquals(taken.status, 409);
    assertMatch(taken.html, /id="input-slug"[^>]*value="acme-sohne-gmbh"/);
    for (const name of ["東京", "—"]) {
      const { html } = await send(name);
      assertMatch(html, /id="input-slug"[^>]*aria-invalid="true"/, name);
    }
  });

  test("nobody creates one where the app forbids it", async () => {
    const app = create(strategy, {}, { create: (user: { email: string }) => user.email === ADA });
    const [ada, bob] = [await signIn(app, ADA), await signIn(app, BOB)];
    assertMatch((await open(ada, "organizations")).html, /value="create"/);
    assertEquals((await open(bob, "organizations")).html.includes('value="create"'), false);
    const sent = await post(bob, "organizations", { step: "create", name: "X", slug: "x" });
    assertEquals(sent.status, 403);
    assertMatch(sent.html, /Your role doesn’t allow this/);
  });

  test("members, roles and removal, as the role permits", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const eve = await join(app, ada, acme.id, EVE, "guest");
    const dan = await join(app, ada, acme.id, "dan@example.com", "admin");

    const ofAda = await open(ada, "organization/acme");
    assertMatch(ofAda.html, new RegExp(`step=member&amp;id=${bob.id}`));
    assertMatch(ofAda.html, /settings"/);
    const ofBob = await open(bob, "organization/acme");
    assertMatch(ofBob.html, new RegExp(`step=member&amp;id=${eve.id}`));
    // He may not take the role of an admin, nor of the owner.
    for (const id of [ada.id, dan.id]) assertEquals(ofBob.html.includes(`id=${id}`), false);
    assertMatch(ofBob.html, /ada@example\.com/);
    const ofEve = await open(eve, "organization/acme");
    assertEquals(/step=member|value="invite"|settings"/.test(ofEve.html), false);
    assertMatch(ofEve.html, /a…@example\.com/);
    assertEquals(ofEve.html.includes(ADA), false, "a guest sees a part of the addresses");
    assertMatch(ofEve.html, /eve@example\.com/);

    const view = await open(bob, `organization/acme?step=member&id=${eve.id}`);
    const options = [...view.html.matchAll(/<option value="(\w+)"/g)].map(([, role]) => role);
    assertEquals(options, ["member", "guest"]);
    const raised = await post(bob, "organization/acme", {
      step: "role",
      id: eve.id,
      role: "member",
    });
    assertEquals(raised.path, "/auth/organization/acme?done=role");
    assertEquals((await membership(app, eve, acme.id)).role, "member");
    const beyond = await post(bob, "organization/acme", {
      step: "role",
      id: eve.id,
      role: "admin",
    });
    assertEquals(beyond.status, 403);
    assertMatch(beyond.html, /You can’t assign or remove this role/);
    assertEquals((await membership(app, eve, acme.id)).role, "member");
    const other = await post(bob, "organization/acme", { step: "remove", id: dan.id });
    assertEquals([other.status, reasonOf(await memberOf(app, dan, acme.id))], [403, "ok"]);
    const gone = await post(bob, "organization/acme", { step: "remove", id: eve.id });
    assertEquals(gone.path, "/auth/organization/acme?done=removed");
    assertEquals((await open(eve, "organization/acme")).status, 404);
    // The member was removed meanwhile.
    const again = await post(bob, "organization/acme", {
      step: "role",
      id: eve.id,
      role: "member",
    });
    assertEquals(again.status, 404);
    assertMatch(again.html, /This person is no longer a member/);
  });

  test("a member leaves; the last owner does not", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await join(app, ada, acme.id, EVE, "guest");
    assertMatch((await open(eve, "organization/acme?step=leave")).html, /Leave Acme\?/);
    const left = await post(eve, "organization/acme", { step: "leave" });
    assertEquals(left.path, "/auth/organizations?done=left");
    const refused = await post(ada, "organization/acme", { step: "leave" });
    assertEquals(refused.status, 409);
    assertMatch(refused.html, /An organization needs an owner/);
    assertEquals(await ownersOf(app, acme.id), [ada.id]);
  });

  test("an invitation is sent, shown and canceled", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bad = await post(ada, "organization/acme", {
      step: "invite",
      email: "eve",
      role: "guest",
    });
    assertMatch(bad.html, /<textarea id="input-email"[^>]*aria-invalid="true"[^>]*>eve</);
    assertMatch(bad.html, /<option value="guest" selected>/);
    const sent = await post(ada, "organization/acme", {
      step: "invite",
      email: EVE,
      role: "guest",
    });
    assertEquals(sent.path, "/auth/organization/acme?done=invited");
    const { token, path } = linkTo(app, EVE);
    assertEquals(sent.html.includes(token), false);
    const id = /name="step" value="cancel"\/><input type="hidden" name="id" value="([^"]+)"/
      .exec(sent.html)?.[1];
    assert(id);
    const stranger = { browser: app.open() };
    assertEquals((await open(stranger, path)).status, 200);
    const canceled = await post(ada, "organization/acme", { step: "cancel", id });
    assertEquals(canceled.path, "/auth/organization/acme?done=cancelled");
    assertEquals((await open(stranger, path)).status, 410);
    const twice = await post(ada, "organization/acme", { step: "cancel", id });
    assertEquals(twice.status, 410);
    assertEquals(JSON.parse(await stored(app, acme.id))[2], []);
  });

  test("each address of a list has its own answer, and gets one email", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    await join(app, ada, acme.id, BOB, "member");
    app.mails.length = app.entries.length = 0;
    const email = `${EVE}, dan@example.com\r\nEVE@example.com;${BOB}\n\n  nobody@, x`;
    const form = { step: "invite", email, role: "guest" };
    const { status, body } = await json(app, ada, "organization/acme", form);
    assertEquals([status, body.step], [200, "organization:members"]);
    const answered = (answers: { email: string; answer: string }[]) =>
      answers.map((one) => `${one.email} ${one.answer}`);
    const rest = [`${BOB} already-member`, "nobody@ address", "x address"];
    assertEquals(answered(body.invite.answers), [
      `${EVE} invited`,
      "dan@example.com invited",
      ...rest,
    ]);
    assertEquals([body.invite.email, body.invite.role], ["nobody@\nx", "guest"]);
    assertEquals(app.mails.map(({ to }) => to), [EVE, "dan@example.com"]);
    assertEquals(trail(app), ["organization.invited", "organization.invited"]);

    const again = await post(ada, "organization/acme", form);
    assertEquals(app.mails.length, 2, "no address gets a second email");
    const text = textOf(again.html);
    assertEquals(/invitations? (was|were) sent/.test(text), false, "nothing was sent");
    const single = await post(ada, "organization/acme", { ...form, email: "amy@example.com, x" });
    assertMatch(textOf(single.html), /1 invitation was sent\. amy@example\.com Invitation sent/);
    assertEquals(app.mails.length, 3);
    assertMatch(text, /eve@example\.com Already invited\. To send the email again/);
    assertMatch(text, /bob@example\.com This person is a member already\./);
    assertMatch(text, /nobody@ Not an email address/);
    assertMatch(again.html, /<textarea id="input-email"[^>]*>nobody@\nx<\/textarea>/);
    const one = await post(ada, "organization/acme", { ...form, email: "  zoe@example.com,\n" });
    assertEquals(one.path, "/auth/organization/acme?done=invited");
  });

  test("of a list, nothing is sent beyond a limit, and nothing typed is lost", async () => {
    const app = create(strategy, {}, { invitationsPerHour: 3 });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const list = (count: number) =>
      Array.from({ length: count }, (_, index) => `guest-${index}@example.com`);
    const invite = (email: string, role = "guest") =>
      post(ada, "organization/acme", { step: "invite", email, role });
    const tooMany = await invite(list(51).join());
    assertMatch(textOf(tooMany.html), /Enter up to 50 email addresses\./);
    assertMatch(tooMany.html, /<textarea id="input-email"[^>]*aria-invalid="true"/);
    assert(tooMany.html.includes(list(51).join()));
    const tooLong = await invite(`${"x".repeat(16_384)},y`);
    assertMatch(tooLong.html, /<textarea id="input-email"[^>]*aria-invalid="true"/);
    const unknown = await invite(list(2).join(), "boss");
    assertEquals([unknown.status, app.mails.length], [403, 0]);

    const some = await invite(list(50).join("\n"));
    assertEquals(app.mails.length, 3);
    assertMatch(textOf(some.html), /3 invitations were sent\./);
    assertEquals(textOf(some.html).match(/Not sent\. Too many invitations/g)?.length, 47);
    const [, kept = ""] = /<textarea id="input-email"[^>]*>([^<]*)</.exec(some.html) ?? [];
    const sent = app.mails.map(({ to }) => to);
    assertEquals(kept.split("\n"), list(50).filter((one) => !sent.includes(one)));

    // With an old proof, a short list comes back after it, and a long one stays on a page.
    using time = new FakeTime(Date.now() + ELEVEN_MINUTES);
    app.mails.length = 0;
    const short = await invite(list(2).join());
    assertMatch(short.path, /^\/auth\/signin\?/);
    assertEquals(decodeURIComponent(decodeURIComponent(short.path)).includes("guest-"), false);
    await signIn(app, ADA, ada.browser);
    const back = await open(ada, "organization/acme");
    assertMatch(back.html, new RegExp(`<textarea id="input-email"[^>]*>${list(2).join()}<`));
    time.tick(ELEVEN_MINUTES);
    const long = list(50).map((one) => `${"x".repeat(30)}${one}`).join("\r\n");
    const held = await invite(long);
    assertEquals([held.status, app.mails.length], [409, 0]);
    assertMatch(held.html, /href="[^"]*\/auth\/signin\?stepUp=[^"]*" target="_blank"/);
    assertEquals(heldFields(held.html).email, long);
    assertEquals(JSON.parse(await stored(app, acme.id))[2].length, 3);
    // Proven in another tab, the page sends it.
    await signIn(app, ADA, ada.browser);
    const again = await post(ada, "organization/acme", heldFields(held.html));
    assertEquals(textOf(again.html).match(/Not sent\. Too many invitations/g)?.length, 50);
    time.restore();
  });

  test("a form that is too long for a cookie stays on a page while its session has ended", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    await createOrg(app, ada);
    const email = Array.from({ length: 50 }, (_, index) => `${"x".repeat(30)}${index}@example.com`)
      .join("\r\n");
    const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(
      (await open(ada, "organization/acme")).html,
    )![1]!;
    const form = {
      csrfToken,
      step: "invite",
      email,
      role: "guest",
      password: "engines",
      current: "1",
    };
    await app.auth.sessions.revokeAll(ada.id);
    const held = await post(ada, "organization/acme", form);
    assertEquals([held.status, held.path, app.mails], [409, "/auth/organization/acme", []]);
    assertMatch(
      held.html,
      /href="[^"]*\/auth\/signin\?error=SessionRequired[^"]*" target="_blank"/,
    );
    assertMatch(held.html, /<form action="https:\/\/app\.example\/auth\/organization\/acme"/);
    const { password, current, ...kept } = heldFields(held.html);
    assertEquals([password, current], [undefined, undefined], "no secret comes back");
    assertEquals(kept, { csrfToken, step: "invite", email, role: "guest" });
    // It can be sent before the sign-in, too.
    assertEquals(heldFields((await post(ada, "organization/acme", kept)).html), kept);
    // Another person who signs in is asked, and sends nothing without saying so.
    await signIn(app, BOB, ada.browser);
    const asked = await post(ada, "organization/acme", kept);
    assertEquals([asked.status, app.mails], [409, []]);
    assertMatch(textOf(asked.html), /You are now signed in as bob @example\.com/);
    await signIn(app, ADA, ada.browser);
    const sent = await post(ada, "organization/acme", kept);
    assertEquals([sent.status, app.mails.length], [200, 50]);
    // A short form goes through a cookie, as before, and an app that draws the form has it itself.
    await app.auth.sessions.revokeAll(ada.id);
    const short = await post(ada, "organization/acme", { ...form, email: "cleo@example.com" });
    assertMatch(short.path, /^\/auth\/signin\?/);
    const data = await json(app, ada, "organization/acme", form);
    assertEquals(new URL(data.body.url).pathname, "/auth/signin");
  });

  test("the person invited finds the invitation, and accepts or declines it", async () => {
    const app = create(strategy, { account: AccountPage() });
    const ada = await signIn(app, ADA);
    const [acme, bar] = [await createOrg(app, ada), await createOrg(app, ada, "bar")];
    for (const { id } of [acme, bar]) {
      done(await app.orgs.invite(await membership(app, ada, id), { email: EVE, role: "guest" }));
    }
    const ids = async (org: string) =>
      done(await app.orgs.listInvitations(await membership(app, ada, org))).invitations
        .map(({ id }) => id);
    const [[first], [second]] = [await ids(acme.id), await ids(bar.id)];
    // Another user neither sees nor takes them.
    const bob = await signIn(app, BOB);
    assertEquals((await open(bob, "organizations")).html.includes(first!), false);
    for (const step of ["accept", "decline"]) {
      for (const id of [first!, "x", "a".repeat(2000)]) {
        const refused = await post(bob, "organizations", { step, id });
        assertEquals(refused.path, "/auth/organizations");
        assertMatch(refused.html, /role="alert"/);
      }
    }
    assertEquals(await app.orgs.listOrganizations(bob.id), []);
    assertEquals((await ids(acme.id)).length, 1);

    const eve = await signIn(app, EVE);
    assertMatch(textOf((await open(eve, "account")).html), /You are invited to/);
    const list = await open(eve, "organizations");
    assertMatch(textOf(list.html), /Invitations for you/);
    assertMatch(textOf(list.html), /a…@example\.com invites you to become a member\./);
    app.entries.length = 0;
    const declined = await post(eve, "organizations", { step: "decline", id: second! });
    assertEquals(declined.path, "/auth/organizations?done=declined");
    assertMatch(declined.html, /The invitation was declined\./);
    assertEquals(await ids(bar.id), []);
    const joined = await post(eve, "organizations", { step: "accept", id: first! });
    assertEquals(joined.path, "/auth/organization/acme?done=joined");
    assertEquals(trail(app), [
      "organization.invitation-cancelled",
      "organization.joined",
    ]);
    assertEquals((await open(eve, "organizations")).html.includes("Invitations for you"), false);
  });

  test("of fifty acceptances and refusals of the list at once, one counts", async () => {
    for (let round = 0; round < 4; round++) {
      const app = create(strategy);
      const ada = await signIn(app, ADA);
      const acme = await createOrg(app, ada);
      const eve = await signIn(app, EVE);
      const at = await membership(app, ada, acme.id);
      const { invitation: { id } } = done(
        await app.orgs.invite(at, { email: EVE, role: "guest" }),
      );
      app.entries.length = 0;
      const csrfToken = await eve.browser.csrf();
      await Promise.all(Array.from({ length: 50 }, async (_, i) => {
        const step = (i + round) % 2 ? "accept" : "decline";
        const body = new URLSearchParams({ csrfToken, step, id });
        const path = "/auth/organizations";
        await (await eve.browser.visit(path, { method: "POST", body })).response.body?.cancel();
      }));
      const ended = trail(app).filter((name) => /joined|cancelled/.test(name));
      assertEquals(ended.length, 1);
      const isMember = ended[0] === "organization.joined";
      assertEquals((await app.orgs.listOrganizations(eve.id)).length, isMember ? 1 : 0);
    }
  });

  test("an invitation of the list needs a fresh proof and the proven address", async () => {
    using time = new FakeTime();
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    done(await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }));
    const eve = await signIn(app, EVE);
    const { invitations: [invitation] } = done(
      await app.orgs.listInvitations(await membership(app, ada, acme.id)),
    );
    await time.tickAsync(ELEVEN_MINUTES);
    for (const step of ["accept", "decline"]) {
      const led = await post(eve, "organizations", { step, id: invitation!.id });
      assert(led.path.startsWith("/auth/signin?"), led.path);
    }
    assertEquals(await app.orgs.listOrganizations(eve.id), []);
  });

  test("an invitation is sent again with a new link, and the earlier one ends", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    done(await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }));
    const { token, path } = linkTo(app, EVE);
    const page = await open(ada, "organization/acme");
    assertMatch(page.html, /aria-label="Send again: invitation for eve@example\.com"/);
    const [, id] = /name="id" value="([\w-]{43})"/.exec(page.html)!;
    const sent = await post(ada, "organization/acme", { step: "resend", id: id! });
    assertEquals(sent.path, "/auth/organization/acme?done=invited");
    assert(linkTo(app, EVE).token !== token);
    assertEquals((await open({ browser: app.open() }, path)).status, 410);
    const again = await post(ada, "organization/acme", { step: "resend", id: id! });
    assertMatch(again.html, /This invitation is no longer valid/);
    const other = await createOrg(app, ada, "other");
    const at = await membership(app, ada, acme.id);
    const { invitations: [waiting] } = done(await app.orgs.listInvitations(at));
    const foreign = await post(ada, "organization/other", { step: "resend", id: waiting!.id });
    assertMatch(foreign.html, /This invitation is no longer valid/);
    assertEquals((await app.records.list(`org:${other.id}`, "org.invitation")).length, 0);
  });

  test("the sign-in of an invitation has the invited address filled in", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    done(await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }));
    const { path } = linkTo(app, EVE);
    const browser = app.open();
    const asked = await open({ browser }, path);
    const [, href] = /href="([^"]*\/auth\/signin\?[^"]*)"/.exec(asked.html)!;
    const url = new URL(href!.replaceAll("&amp;", "&"));
    assertEquals(url.search.includes("eve"), false, "the address is in no URL");
    const page = await open({ browser }, `signin${url.search}`);
    assertMatch(page.html, /value="eve@example\.com"/);
  });

  test("an invitation is accepted by its button alone, by the user of the address", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    done(
      await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "member" }),
    );
    const { token, path } = linkTo(app, EVE);
    const browser = app.open();
    const asked = await open({ browser }, path);
    assertMatch(textOf(asked.html), /Join Acme\? a…@example\.com invites you/);
    assertMatch(asked.html, /e…@example\.com/);
    assertEquals(asked.html.includes(EVE), false);
    const signinUrl = /href="([^"]*\/auth\/signin\?[^"]*)"/.exec(asked.html)![1]!;
    const back = new URL(signinUrl.replaceAll("&amp;", "&")).searchParams.get("callbackUrl");
    assertEquals(back, `${APP}/auth/${path}`);
    // Programs open links, and some of them follow all.
    for (const method of ["GET", "HEAD"]) {
      await Auth(new Request(`${APP}/auth/${path}`, { method }), app.config);
    }

    const bob = await signIn(app, BOB);
    const other = await open(bob, path);
    assertMatch(textOf(other.html), /You are signed in as bob@example\.com/);
    assertMatch(other.html, /action="https:\/\/app\.example\/auth\/signout\?callbackUrl=/);
    assertEquals(other.html.includes('value="accept"'), false);
    const forced = await post(bob, "invitation", { step: "accept", token });
    assertEquals(forced.path, `/auth/${path}`);
    assertEquals((await open(bob, "organization/acme")).status, 404);

    const eve = await signIn(app, EVE, browser);
    const own = await open(eve, path);
    assertMatch(own.html, /value="accept"/);
    const joined = await post(eve, "invitation", { step: "accept", token });
    assertEquals(joined.path, "/auth/organization/acme?done=joined");
    assertMatch(joined.html, /You are a member now/);
    const again = await post(eve, "invitation", { step: "accept", token });
    assertEquals(again.status, 410);
    for (const wrong of ["", "x", "%00", "a".repeat(2000)]) {
      assertEquals((await open(eve, `invitation?token=${wrong}`)).status, 410);
    }
    assertEquals((await membership(app, eve, acme.id)).role, "member");
  });

  test("a user who has not confirmed the invited address is led to confirm it", async () => {
    const app = create(strategy, { account: AccountPage() });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await signIn(app, BOB);
    done(await app.orgs.invite(await membership(app, ada, acme.id), { email: EVE, role: "guest" }));
    const { path } = linkTo(app, EVE);
    // The app stored it before anything could prove it.
    await app.adapter.updateUser!({ id: bob.id, email: EVE, emailVerified: null });
    const { html } = await open(bob, path);
    assertEquals(html.includes('value="accept"'), false);
    const [, link = ""] = /<a class="submit" href="([^"]*)"/.exec(html) ?? [];
    const { pathname, searchParams } = new URL(link.replaceAll("&amp;", "&"));
    assertEquals([pathname, searchParams.get("callbackUrl")], [
      "/auth/address",
      `${APP}/auth/${path}`,
    ]);
  });

  test("an invitation of someone who has lost the right has ended", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    done(await app.orgs.invite(await membership(app, bob, acme.id), { email: EVE, role: "guest" }));
    const { token, path } = linkTo(app, EVE);
    const eve = await signIn(app, EVE);
    assertEquals((await open(eve, path)).status, 200);
    done(await app.orgs.removeMember(await membership(app, ada, acme.id), bob.id));
    assertEquals((await open(eve, path)).status, 410);
    const sent = await post(eve, "invitation", { step: "accept", token });
    assertEquals(sent.status, 403);
    assertEquals((await open(eve, "organization/acme")).status, 404);
  });

  test("settings: names, ownership and deletion", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const bob = await join(app, ada, acme.id, BOB, "admin");
    const eve = await join(app, ada, acme.id, EVE, "guest");
    const page = "organization/acme/settings";
    done(
      await app.orgs.updateOrganization(await membership(app, ada, acme.id), {
        policy: { domains: ["example.com"], sessionMaxAge: 86_400 },
      }),
    );
    const all = await open(ada, page);
    assertMatch(
      textOf(all.html),
      /at: example\.com Change Rules that you can’t change here Sign in again after: 24 hours/,
    );
    for (const view of ["name", "slug", "transfer", "delete"]) {
      assertMatch(all.html, new RegExp(`settings\\?step=${view}"`));
    }
    const ofBob = await open(bob, page);
    assertEquals(/step=(transfer|delete)/.test(ofBob.html), false);
    const ofEve = await open(eve, page);
    assertEquals(ofEve.status, 403);
    assertMatch(ofEve.html, /<h1>Your role can’t open this page<\/h1>/);
    assertMatch(ofEve.html, /href="[^"]*\/organization\/acme">Back to Acme</);
    for (
      const fields of [
        { step: "name", name: "Evil" },
        { step: "delete", confirm: "Acme" },
        { step: "transfer", id: eve.id, becomes: "guest" },
      ] as Record<string, string>[]
    ) {
      const before = await stored(app, acme.id);
      assertEquals((await post(eve, page, fields)).status, 403, fields.step);
      assertEquals(await stored(app, acme.id), before);
    }

    const named = await post(bob, page, { step: "name", name: "Acme Works" });
    assertEquals(named.path, "/auth/organization/acme/settings?done=updated");
    const moved = await post(bob, page, { step: "slug", slug: "works" });
    assertEquals(moved.path, "/auth/organization/works/settings?done=updated");
    assertEquals((await open(ada, "organization/acme")).status, 404);
    const wrong = await post(bob, "organization/works/settings", { step: "slug", slug: "Wo rks" });
    assertMatch(wrong.html, /value="Wo rks"[^>]*aria-invalid="true"/);

    const at = "organization/works/settings";
    const view = await open(ada, `${at}?step=transfer&id=${bob.id}`);
    assertMatch(view.html, new RegExp(`<option value="${bob.id}" selected>`));
    assertEquals(view.html.includes(`value="${ada.id}"`), false);
    const given = await post(ada, at, { step: "transfer", id: bob.id, becomes: "member" });
    assertEquals(given.path, "/auth/organization/works?done=transferred");
    assertEquals(await ownersOf(app, acme.id), [bob.id]);
    assertEquals((await post(ada, at, { step: "delete", confirm: "Acme Works" })).status, 403);
    const typo = await post(bob, at, { step: "delete", confirm: "Acme" });
    assertMatch(typo.html, /That does not match\. Enter Acme Works\./);
    const ended = await post(bob, at, { step: "delete", confirm: "Acme Works" });
    assertEquals(ended.path, "/auth/organizations?done=deleted");
    assertEquals((await open(bob, "organization/works")).status, 404);
  });

  test("strangers get the same page for unknown and foreign organizations", async () => {
    const app = create(strategy);
    const [ada, bob] = [await signIn(app, ADA), await signIn(app, BOB)];
    const acme = await createOrg(app, ada);
    const normal = (html: string) =>
      html.replaceAll(/nonce="[^"]*"/g, "").replaceAll(/acme|nobody/g, "");
    for (const rest of ["", "/settings", "?step=leave", "/settings?step=delete"]) {
      const [foreign, unknown, strange] = await Promise.all([
        open(bob, `organization/acme${rest}`),
        open(bob, `organization/nobody${rest}`),
        open(bob, `organization/%E2%9C%93${rest}`),
      ]);
      assertEquals(foreign.status, 404);
      assertEquals(normal(foreign.html), normal(unknown.html), rest);
      assertEquals(strange.status, 404);
      const [one, other] = [
        await json(app, bob, `organization/acme${rest}`),
        await json(app, bob, `organization/nobody${rest}`),
      ];
      assertEquals(one.status, 404);
      assertEquals(
        JSON.stringify(one).replaceAll("acme", ""),
        JSON.stringify(other).replaceAll("nobody", ""),
      );
    }
    const sent = [{ step: "leave" }, { step: "invite", email: EVE, role: "guest" }];
    for (const fields of sent as Record<string, string>[]) {
      const before = await stored(app, acme.id);
      assertEquals((await post(bob, "organization/acme", fields)).status, 404);
      assertEquals(await stored(app, acme.id), before);
    }
  });

  /** A post for each step of each page, which would change something. */
  const forms = (eve: string, id: string, token: string): [string, Record<string, string>][] => [
    ["organizations", { step: "create", name: "New", slug: "new" }],
    ["organization/acme", { step: "invite", email: BOB, role: "guest" }],
    ["organization/acme", { step: "cancel", id }],
    ["organization/acme", { step: "role", id: eve, role: "admin" }],
    ["organization/acme", { step: "remove", id: eve }],
    ["organization/acme", { step: "leave" }],
    ["organization/acme/settings", { step: "name", name: "Evil" }],
    ["organization/acme/settings", { step: "slug", slug: "evil" }],
    ["organization/acme/settings", { step: "transfer", id: eve, becomes: "guest" }],
    ["organization/acme/settings", { step: "delete", confirm: "Acme" }],
    ["invitation", { step: "accept", token }],
  ];

  const scene = async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await join(app, ada, acme.id, EVE, "guest");
    const { invitation } = done(
      await app.orgs.invite(await membership(app, ada, acme.id), { email: BOB, role: "guest" }),
    );
    const { token } = linkTo(app, BOB);
    return { app, ada, acme, forms: forms(eve.id, invitation.id, token) };
  };

  test("a form without the token of its browser, and a form of another site, change nothing", async () => {
    const { app, ada, acme, forms } = await scene();
    const before = [await stored(app, acme.id), trail(app)];
    for (const [path, fields] of forms) {
      const cookie = ada.browser.cookies.header(new URL(APP))!;
      for (const csrfToken of [undefined, "x".repeat(64)]) {
        const response = await Auth(
          new Request(`${APP}/auth/${path}`, {
            method: "POST",
            headers: { cookie, origin: "https://evil.example" },
            body: new URLSearchParams({ ...fields, ...csrfToken ? { csrfToken } : {} }),
          }),
          app.config,
        );
        await response.body?.cancel();
        assert(response.status >= 300, `${path} ${fields.step}`);
        assertMatch(response.headers.get("location") ?? "", /error=MissingCSRF/, path);
      }
    }
    assertEquals([await stored(app, acme.id), trail(app)], before);
  });

  test("a copied session changes nothing, and leads to a proof and back", async () => {
    using time = new FakeTime();
    const { app, ada, acme, forms } = await scene();
    time.tick(ELEVEN_MINUTES);
    const before = await stored(app, acme.id);
    for (const [path, fields] of forms.filter(([path]) => path !== "invitation")) {
      const { path: at } = await post(ada, path, fields);
      const url = new URL(at, APP);
      assertEquals(url.pathname, "/auth/signin", `${path} ${fields.step}`);
      assert(url.searchParams.has("stepUp"));
      const back = new URL(url.searchParams.get("callbackUrl")!);
      assertEquals(back.pathname, `/auth/${path}`);
      assertEquals(await stored(app, acme.id), before, `${path} ${fields.step}`);
    }
    assertEquals((await app.orgs.listOrganizations(ada.id)).length, 1);
    const view = await open(ada, "organization/acme/settings?step=delete");
    assertMatch(view.html, /Verify it’s you before you do this/);
    assertEquals(view.html.includes('value="delete"'), false);
  });

  test("what people typed is escaped everywhere", async () => {
    const evil = '<img src=x onerror=alert(1)>&"';
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    await app.adapter.updateUser!({ id: ada.id, name: evil });
    const { organization } = done(
      await app.orgs.createOrganization(ada.id, { name: evil, slug: "acme" }),
    );
    const eve = await join(app, ada, organization.id, EVE, "guest");
    await app.adapter.updateUser!({ id: eve.id, name: evil });
    const at = await membership(app, ada, organization.id);
    done(await app.orgs.invite(at, { email: BOB, role: "guest" }));
    const { path } = linkTo(app, BOB);
    for (
      const one of [
        "organizations",
        "organization/acme",
        `organization/acme?step=member&id=${eve.id}`,
        "organization/acme?step=leave",
        `organization/acme?email=${encodeURIComponent(evil)}`,
        "organization/acme/settings",
        "organization/acme/settings?step=name",
        "organization/acme/settings?step=transfer",
        "organization/acme/settings?step=delete",
        path,
      ]
    ) {
      const { html, status } = await open(ada, one);
      assertEquals(status, 200, one);
      assertEquals(html.includes("<img"), false, one);
      assertMatch(html, /&lt;img|value="create"/, one);
    }
  });

  test("every page is data for a page of the app", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const made = await json(app, ada, "organizations", {
      step: "create",
      name: "Acme",
      slug: "acme",
    });
    assertEquals([made.status, made.body.url], [
      200,
      `${APP}/auth/organization/acme?done=created`,
    ]);
    const list = await json(app, ada, "organizations");
    assertEquals(list.body.step, "organizations:list");
    assertEquals(list.body.organizations[0].slug, "acme");
    const page = await json(app, ada, "organization/acme");
    assertEquals(page.body.step, "organization:members");
    assertEquals(page.body.invite.roles, access.roles);
    assertEquals(page.body.members.map(({ id }: { id: string }) => id), [ada.id]);
    const settings = await json(app, ada, "organization/acme/settings");
    assertEquals(settings.body.step, "organization-settings:list");
    const taken = await json(app, ada, "organizations", {
      step: "create",
      name: "B",
      slug: "acme",
    });
    assertEquals([taken.status, taken.body.fault], [409, { reason: "slug-taken" }]);
    const bad = await json(app, ada, "organization/acme", { step: "invite", email: "x", role: "" });
    assertEquals(bad.body.fault, { field: "email" });
    const sent = await json(app, ada, "organization/acme", {
      step: "invite",
      email: EVE,
      role: "member",
    });
    assertEquals(sent.body.url, `${APP}/auth/organization/acme?done=invited`);
    const { token, path } = linkTo(app, EVE);
    const eve = await signIn(app, EVE);
    const asked = await json(app, eve, path);
    assertEquals([asked.body.step, asked.body.role], ["invitation:ask", "member"]);
    const joined = await json(app, eve, "invitation", { step: "accept", token });
    assertEquals(joined.body.url, `${APP}/auth/organization/acme?done=joined`);
    const refused = await json(app, eve, "organization/acme/settings");
    assertEquals([refused.status, refused.body.reason], [403, "forbidden"]);
  });

  test("a policy that the session does not meet says so, or leads to what helps", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await join(app, ada, acme.id, EVE, "guest");
    const demand = (policy: PolicyData) => setPolicy(app, acme.id, policy);
    await demand({ domains: ["acme.example"] });
    const away = await open(eve, "organization/acme");
    assertEquals(away.status, 403);
    assertMatch(away.html, /accepts only email addresses of its own domains/);
    await demand({ providers: ["sso"] });
    assertMatch(
      (await open(eve, "organization/acme")).html,
      /Use the sign-in of your organization/,
    );
    await demand({ methods: ["mfa"] });
    const { path } = await open(eve, "organization/acme");
    assertMatch(path, /^\/auth\/(signin\?stepUp|error\?)/);
  });

  test("of fifty posts at once, one accepts and one creates", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const eve = await signIn(app, EVE);
    const sendAll = async (person: Person, path: string, fields: Record<string, string>) => {
      const csrfToken = await person.browser.csrf();
      const cookie = person.browser.cookies.header(new URL(APP))!;
      return await Promise.all(Array.from({ length: 50 }, async () => {
        const response = await Auth(
          new Request(`${APP}/auth/${path}`, {
            method: "POST",
            headers: { cookie, origin: APP },
            body: new URLSearchParams({ csrfToken, ...fields }),
          }),
          app.config,
        );
        await response.body?.cancel();
        return new URL(response.headers.get("location") ?? "/none", APP).searchParams.get("done");
      }));
    };
    const created = await sendAll(ada, "organizations", {
      step: "create",
      name: "Acme",
      slug: "acme",
    });
    assertEquals(created.filter((one) => one === "created").length, 1);
    const [acme] = await app.orgs.listOrganizations(ada.id);
    done(
      await app.orgs.invite(await membership(app, ada, acme!.id), { email: EVE, role: "guest" }),
    );
    const { token } = linkTo(app, EVE);
    app.mails.length = 0;
    // Repeated by its own user while it is being written, an acceptance is the same one.
    const joined = await sendAll(eve, "invitation", { step: "accept", token });
    assert(joined.includes("joined"));
    assertEquals(trail(app).filter((name) => name === "organization.joined").length, 1);
    assertEquals(app.mails, [], "who accepts needs no email about it");
    const page = done(await app.orgs.listMembers(await membership(app, ada, acme!.id)));
    assertEquals(page.members.length, 2);
  });

  test("the button of an email leads to the page that it is about", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const eve = await join(app, ada, acme.id, EVE, "guest");
    const urlTo = (to: string) => app.mails.findLast((mail) => mail.to === to)!.link?.url;
    await post(ada, "organization/acme", { step: "role", id: eve.id, role: "member" });
    assertEquals(app.mails.at(-1)!.subject, "Your role in Acme has changed (App)");
    assertEquals(urlTo(EVE), `${APP}/auth/organization/acme`);
    await post(ada, "organization/acme/settings", {
      step: "transfer",
      id: eve.id,
      becomes: "guest",
    });
    assertEquals([urlTo(ADA), urlTo(EVE)], Array(2).fill(`${APP}/auth/organization/acme`));
    await post(eve, "organization/acme", { step: "remove", id: ada.id });
    assertEquals(app.mails.at(-1)!.subject, "You are no longer a member of Acme (App)");
    assertEquals(urlTo(ADA), `${APP}/auth/organizations`);
    await post(eve, "organization/acme/settings", { step: "delete", confirm: "Acme" });
    assertEquals(urlTo(EVE), `${APP}/auth/organizations`);
    assertEquals((await open(eve, "organizations")).status, 200);
  });

  test("the account page has a row that leads to them", async () => {
    const app = create(strategy, { account: AccountPage() });
    const ada = await signIn(app, ADA);
    assertMatch(textOf((await open(ada, "account")).html), /Organizations You belong to no/);
    for (const slug of ["acme", "bar", "cup", "dot"]) await createOrg(app, ada, slug);
    const { html } = await open(ada, "account");
    assertMatch(textOf(html), /Organizations Acme · Acme · Acme · … Manage organizations/);
    assertMatch(html, /href="https:\/\/app\.example\/auth\/organizations"/);
    const list = await open(ada, "organizations");
    assertMatch(list.html, /Back to your account/);
  });

  test("the last owner of an organization is led to it before the account is deleted", async () => {
    for (const options of [{}, { deletion: { graceDays: 14 } }]) {
      const app = create(strategy, { account: AccountPage(options) });
      const ada = await signIn(app, ADA);
      const acme = await createOrg(app, ada);
      const bob = await join(app, ada, acme.id, BOB, "guest");
      const view = await open(ada, "account?step=delete");
      assertEquals(view.status, 200);
      assertMatch(textOf(view.html), /You are the only owner of these organizations\..* Acme /);
      assertEquals(view.html.includes('name="confirm"'), false);
      const refused = await post(ada, "account", { step: "delete", confirm: ADA });
      assertEquals(refused.status, 409);
      const [, url] = /<a class="act" href="([^"]*)"><bdi>Acme</.exec(refused.html)!;
      assertEquals(url, `${APP}/auth/organization/acme/settings`);
      assertEquals((await open(ada, new URL(url!).pathname.slice("/auth/".length))).status, 200);
      assert(await app.adapter.getUser!(ada.id), "nothing was deleted");
      const data = await json(app, ada, "account?step=delete");
      assertEquals(data.body.obstacles, [{ name: "Acme", url }]);
      done(
        await app.orgs.transferOwnership(
          await membership(app, ada, acme.id),
          bob.id,
          "member",
        ),
      );
      const gone = await post(ada, "account", { step: "delete", confirm: ADA });
      assertEquals([gone.status, gone.path], [200, "/auth/account"]);
      assertEquals(await app.adapter.getUser!(ada.id) === null, !options.deletion);
    }
  });

  test("who acts for a member sees, and changes nothing", async () => {
    const { app, ada, acme, forms } = await scene();
    const browser = app.open();
    const proof = { methods: ["mail" as const], actor: "support" };
    const user = { id: ada.id, email: ADA };
    const options = { origin: APP, env: {}, proof };
    const { setCookies } = await signInAs(app.config, user, options);
    browser.cookies.store(new URL(APP), setCookies);
    const support = { browser };
    const page = await open(support, "organization/acme");
    assertEquals(page.status, 200);
    assertMatch(page.html, /You can’t change anything/);
    assertEquals(/<form|<button|step=/.test(page.html), false, page.html);
    assertEquals((await open(support, "organization/acme/settings")).status, 403);
    const before = await stored(app, acme.id);
    for (const [path, fields] of forms) {
      const { path: at } = await post(support, path, fields);
      assertMatch(at, /error=AccessDenied|settings$/, `${path} ${fields.step}`);
      assertEquals(await stored(app, acme.id), before, `${path} ${fields.step}`);
    }
    assertEquals((await app.orgs.listOrganizations(ada.id)).length, 1);
  });

  test("members are shown a page at a time", async () => {
    const app = create(strategy);
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    const rows = Array.from(
      { length: 60 },
      (_, i) => ({ email: `p${i}@x.example`, role: "guest" }),
    );
    for (const { email } of rows) {
      await app.adapter.createUser!({ id: email, email, emailVerified: new Date() });
    }
    await app.orgs.importMembers(acme.id, rows);
    const seen = new Set<string>();
    let path: string | undefined = "organization/acme";
    let count = 0;
    while (path) {
      const { html } = await open(ada, path);
      for (const [, id] of html.matchAll(/step=member&amp;id=([^"]+)"/g)) seen.add(id!);
      const next = /href="https:\/\/app\.example\/auth\/([^"]*)">Next page/.exec(html)?.[1];
      path = next?.replaceAll("&amp;", "&");
      assert(++count < 5);
    }
    assertEquals([count, seen.size], [2, 60]);
  });
}

/** The membership of a person. */
async function memberOf(app: OrgApp, person: Person, org: string) {
  return await app.orgs.readMembership(
    new Request(`${APP}/page`, {
      headers: { cookie: person.browser.cookies.header(new URL(APP)) ?? "" },
    }),
    org,
  );
}

Deno.test("organization pages: a question comes before a removal, and names who loses what", async () => {
  const app = create("jwt");
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const bob = await join(app, ada, acme.id, BOB, "admin");
  const view = await open(ada, `organization/acme?step=member&id=${bob.id}`);
  assertEquals(view.html.includes('value="remove"'), false, "no button removes at once");
  const question = await open(ada, `organization/acme?step=remove&id=${bob.id}`);
  assertMatch(textOf(question.html), /Remove bob@example\.com\? bob@example\.com will lose access/);
  assertEquals(reasonOf(await membership(app, bob, acme.id)), "ok");
  const landing = await ada.browser.submit(`/auth/organization/acme?step=remove&id=${bob.id}`, {});
  assertEquals(landing.url.search, "?done=removed");
  await landing.response.body?.cancel();
  // For those who may not remove, there is none.
  const eve = await join(app, ada, acme.id, EVE, "guest");
  const none = await open(eve, `organization/acme?step=remove&id=${ada.id}`);
  assertEquals(none.html.includes('value="remove"'), false);
  const { body } = await json(app, ada, `organization/acme?step=remove&id=${eve.id}`);
  assertEquals([body.step, body.member.id], ["organization:remove", eve.id]);
});

Deno.test("organization pages: the only owner is told why there is no way to leave", async () => {
  const app = create("jwt");
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const alone = await open(ada, "organization/acme");
  assertMatch(textOf(alone.html), /You’re the only owner\. To leave, transfer ownership first\./);
  assertEquals(alone.html.includes("step=leave"), false);
  const bob = await join(app, ada, acme.id, BOB, "owner");
  for (const person of [ada, bob]) {
    const { html } = await open(person, "organization/acme");
    assertEquals([html.includes("step=leave"), html.includes("only owner")], [true, false]);
  }
});

Deno.test("organization pages: an owner sets the rules for signing in, and keeps what the form lacks", async () => {
  const app = create("jwt");
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const bob = await join(app, ada, acme.id, BOB, "admin");
  const page = "organization/acme/settings";
  const policyOf = async () =>
    done(await app.orgs.readPolicy(app.orgs.asSystem(acme.id))).policy as PolicyData;
  assertEquals((await open(bob, page)).html.includes("step=policy"), false, "an admin");
  const other = await post(bob, page, { step: "policy", domains: "example.com" });
  assertEquals([other.status, await policyOf()], [403, {}]);
  assertMatch((await open(ada, page)).html, /step=policy/);
  done(
    await app.orgs.updateOrganization(app.orgs.asSystem(acme.id), {
      policy: { proofMaxAge: 3600 },
    }),
  );
  const wrong: [domains: string, entry: string][] = [
    ["nothing", "nothing"],
    ["a".repeat(400), `${"a".repeat(63)}…`],
    ["example.com http://x example", "http://x"],
    ["exa mple.com", "exa"],
    ["example.com, <b&.com", "&lt;b&amp;.com"],
    ["mpl\u202emoc.com", "mplmoc.com"],
  ];
  for (const [domains, entry] of wrong) {
    const bad = await post(ada, page, { step: "policy", domains });
    assertMatch(bad.html, /id="input-domains"[^>]*aria-invalid="true"/, domains);
    assert(bad.html.includes(`separated by spaces. Not a domain: ${entry}</p>`), bad.html);
  }
  const list = (count: number) =>
    Array.from({ length: count }, (_, index) => `x${index}.example`).join(" ");
  const many = await post(ada, page, { step: "policy", domains: list(51) });
  assertMatch(many.html, /id="input-domains"[^>]*aria-invalid="true"/);
  assertMatch(textOf(many.html), /Enter up to 50 domains such as example\.com/);
  assertEquals(many.html.includes("Not a domain"), false);
  assertMatch((await post(ada, page, { step: "policy", domains: list(50) })).html, /own domains/);
  const unnamed = await json(app, ada, page, { step: "policy", domains: "\u0430pple" });
  assertEquals(unnamed.body.fault, { field: "domains" }, "letters that look alike are not shown");
  // One that she does not meet.
  const beyond = await post(ada, page, { step: "policy", domains: "acme.example" });
  assertMatch(beyond.html, /only email addresses of its own domains/);
  assertEquals(await policyOf(), { proofMaxAge: 3600 });
  const saved = await post(ada, page, { step: "policy", domains: "Example.com, example.org" });
  assertEquals(saved.path, "/auth/organization/acme/settings?done=updated");
  assertEquals(await policyOf(), { domains: ["example.com", "example.org"], proofMaxAge: 3600 });
  // Two steps take a proof with two, to which she is led.
  const led = await post(ada, page, { step: "policy", mfa: "1", domains: "example.com" });
  assertEquals(led.path.startsWith("/auth/organization"), false, led.path);
  const form = await open(ada, `${page}?step=policy`);
  assertMatch(form.html, /value="example.com example.org"/);
  await post(ada, page, { step: "policy", domains: "" });
  assertEquals(await policyOf(), { proofMaxAge: 3600 });
});

Deno.test("organization pages: what is around each page tells who is signed in, and where one can go", async () => {
  const app = create("jwt", { account: AccountPage() });
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const eve = await join(app, ada, acme.id, EVE, "guest");
  for (let count = 0; count < 8; count++) {
    done(
      await app.orgs.createOrganization(ada.id, { name: `Team ${count}`, slug: `team-${count}` }),
    );
  }
  for (const path of ["organization/acme", "organization/acme/settings"]) {
    const { html } = await open(ada, path);
    const [nav] = /<nav class="tabs">[^]*?<\/nav>/.exec(html)!;
    assertMatch(nav, new RegExp(`href="${APP}/auth/${path}" aria-current="page"`));
    assertEquals([...nav.matchAll(/<a /g)].length, 2);
    const [bar] = /<div class="bar">[^]*?<\/div>/.exec(html)!;
    assertMatch(bar, /href="https:\/\/app\.example\/auth\/account"[^]*ada@example\.com/);
    const named = [...bar.matchAll(/organization\/team-\d"/g)].length;
    assert(named >= 5 && named <= 6, `${named} of nine`);
    assertMatch(bar, /auth\/organizations"/);
  }
  const ofEve = await json(app, eve, "organization/acme");
  assertEquals([ofEve.body.shell.settingsUrl, ofEve.body.shell.others], [undefined, []]);
  const landing = await ada.browser.submit("/auth/organization/acme", {}, "Sign out");
  await landing.response.body?.cancel();
  assertEquals(await ada.browser.session(), null);
});

Deno.test("organization pages: rules that the form lacks stand apart, for those who have the form", async () => {
  const app = create("jwt");
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const bob = await join(app, ada, acme.id, BOB, "admin");
  const page = "organization/acme/settings";
  const apart = /Rules that you can’t change here/;
  const rulesOf = async (person: Visitor) => textOf((await open(person, page)).html);
  assertMatch(await rulesOf(ada), /Rules for signing in No rules\./);
  await setPolicy(app, acme.id, { domains: ["example.com"] });
  const own = await rulesOf(ada);
  assertMatch(own, /Rules for signing in Email addresses at: example\.com Change/);
  assertEquals(apart.test(own), false, "the form has all of them");
  await setPolicy(app, acme.id, { domains: ["example.com"], proofMaxAge: 3600 });
  const both = /Email addresses at: example\.com Change Rules that you can’t change here Verify/;
  assertMatch(await rulesOf(ada), both);
  const read = await rulesOf(bob);
  assertMatch(read, /Email addresses at: example\.com Verify again after: 60 minutes/);
  assertEquals(apart.test(read), false, "an admin has no form");
  await setPolicy(app, acme.id, { proofMaxAge: 3600 });
  assertEquals((await rulesOf(ada)).includes("No rules."), false);
});

Deno.test("organization pages: the link of a member says what is behind it", async () => {
  const roles = {
    admin: { member: ["role"] },
    guard: { member: ["remove"] },
    guest: { member: [] },
  } as const;
  const grants = { admin: ["guest"], guard: ["guest"] } as const;
  const app = create("jwt", {}, { access: defineAccess({ permissions: {}, roles, grants }) });
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const bob = await join(app, ada, acme.id, BOB, "admin");
  const guard = await join(app, ada, acme.id, "guard@example.com", "guard" as never);
  const eve = await join(app, ada, acme.id, EVE, "guest");
  const links: [person: Person, text: string | undefined, changes: string[]][] = [
    [ada, "Change or remove", ["role", "removal"]],
    [bob, "Change", ["role"]],
    [guard, "Remove", ["removal"]],
    [eve, undefined, []],
  ];
  for (const [person, text, changes] of links) {
    const { html } = await open(person, "organization/acme");
    const found = new RegExp(`id=${eve.id}" aria-label="([^"]*)">([^<]*)<`).exec(html);
    assertEquals(found?.[2], text);
    if (text) assertMatch(found![1]!, new RegExp(`^${text}: e[^ ]*@example\\.com$`));
    const { body } = await json(app, person, "organization/acme");
    const shown = body.members.find(({ id }: { id: string }) => id === eve.id);
    assertEquals([shown.changes, shown.url !== undefined], [changes, changes.length > 0]);
  }
});

Deno.test("organization pages: where a role is chosen stands what each one is, as far as there are words", async () => {
  const app = create("jwt", {
    texts: { en: { roles: { guest: { text: "Reads <all> projects." } } } },
  });
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const eve = await join(app, ada, acme.id, EVE, "guest");
  const told = /<p class="rules under" id="input-role-rules">([^]*?)<\/p>/;
  for (const path of ["", `?step=member&id=${eve.id}`]) {
    const { html } = await open(ada, `organization/acme${path}`);
    assertMatch(html, /<select id="input-role"[^>]* aria-describedby="input-role-rules"/);
    const text = textOf(told.exec(html)![1]!);
    assertMatch(
      text,
      /Owner Can do everything.*Admin Helps manage.*Guest Reads &lt;all> projects\./,
    );
  }
  // Roles of an app that has no words for them.
  const other = create("jwt", {}, {
    access: defineAccess({
      permissions: {},
      roles: { boss: { member: "all" }, clerk: {} },
      grants: { boss: ["clerk"] },
    }),
  });
  const amy = await signIn(other, ADA);
  const mine = await createOrg(other, amy);
  const boss = await join(other, amy, mine.id, BOB, "boss" as never);
  const { html } = await open(boss, "organization/acme");
  assertMatch(html, /<select id="input-role"/);
  assertEquals(/input-role-rules/.test(html), false);
});

Deno.test("organization pages: a member whom a directory manages says so, and where to make changes", async () => {
  const app = create("jwt");
  const ada = await signIn(app, ADA);
  const acme = await createOrg(app, ada);
  const bob = await join(app, ada, acme.id, BOB, "guest");
  const eve = await signIn(app, EVE);
  await app.orgs.importMembers(acme.id, [{ email: EVE, role: "guest" }]);
  const list = textOf((await open(ada, "organization/acme")).html);
  assertEquals(list.match(/Managed by your organization’s directory/g)?.length, 1);
  for (const step of ["member", "remove"]) {
    const textFor = async ({ id }: Person) =>
      textOf((await open(ada, `organization/acme?step=${step}&id=${id}`)).html);
    assertMatch(await textFor(eve), /Your organization’s directory manages this member\. Make/);
    assertEquals((await textFor(bob)).includes("directory"), false);
  }
});
