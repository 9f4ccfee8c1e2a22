import { assert, assertEquals, assertNotEquals } from "@std/assert";
import type { AuthConfig, EmailConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { createAuthenticator } from "../../src/tools/testing/mod.ts";
import { formOf } from "./_email.ts";
import { APP, createRig, run } from "./_passkeys.ts";

const ADA = { email: "ada@example.com" };
const SIGN_UP = { action: "register", ...ADA };

/** An app with passkeys and magic links. */
function createBoth(
  session: AuthConfig["session"] = { strategy: "database" },
  lacking: string[] = [],
) {
  const links: string[] = [];
  const mail: EmailConfig = {
    id: "mail",
    name: "Mail",
    type: "email",
    sendVerificationRequest: ({ url }) => void links.push(url),
  };
  const rig = createRig({ providers: [Passkey, mail], session }, lacking);
  // With the id, which identifies users without an address.
  rig.config.callbacks!.session = ({ session, user, token }) => ({
    ...session,
    user: { id: user?.id ?? token?.sub, email: session.user.email },
    expires: new Date(session.expires).toISOString(),
  });
  /** Requests a link, and opens it in the same browser. */
  const byMail = async (browser: ReturnType<typeof rig.openBrowser>) => {
    await browser.start("mail", { fields: ADA, callbackUrl: "/after" });
    return (await browser.visit(links.at(-1)!)).url.href;
  };
  const idIn = async (browser: ReturnType<typeof rig.openBrowser>) =>
    (await browser.session())?.user?.id;
  return { ...rig, mail, links, byMail, idIn };
}

const stores: [string, AuthConfig["session"], string[]][] = [
  ["database sessions", { strategy: "database" }, []],
  ["database sessions, few extras", { strategy: "database" }, [
    "deleteAuthenticator",
    "createUserWithAccount",
    "listAccounts",
    "records",
  ]],
  ["token sessions", { strategy: "jwt" }, []],
  ["token sessions with records", { strategy: "jwt", revocation: {} }, []],
];

for (const [name, session, lacking] of stores) {
  Deno.test(`webauthn and mail: a passkey under another user's address gets a separate user (${name})`, async () => {
    const rig = createBoth(session, lacking);
    const eve = rig.openBrowser();
    assertEquals((await run(rig, eve, SIGN_UP)).href, `${APP}/after`);
    assertEquals((await eve.session())?.user?.email, undefined);
    const eves = await rig.idIn(eve);
    assert(eves);

    const ada = rig.openBrowser();
    assertEquals(await rig.byMail(ada), `${APP}/after`);
    assertEquals((await ada.session())?.user?.email, ADA.email);
    assertNotEquals(await rig.idIn(ada), eves);
    const later = rig.openBrowser();
    assertEquals((await run(rig, later, {})).href, `${APP}/after`);
    assertEquals([await rig.idIn(eve), await rig.idIn(later)], [eves, eves]);

    // A passkey that the owner adds is kept when the address is verified again.
    const own = { authenticator: createAuthenticator(APP) };
    assertEquals((await run(own, ada, { action: "register" })).href, `${APP}/after`);
    assertEquals(await rig.byMail(rig.openBrowser()), `${APP}/after`);
    const again = rig.openBrowser();
    assertEquals((await run(own, again, {})).href, `${APP}/after`);
    assertEquals(await rig.idIn(again), await rig.idIn(ada));
    // The user without an address can add a passkey too.
    const second = { authenticator: createAuthenticator(APP) };
    assertEquals((await run(second, eve, { action: "register" })).href, `${APP}/after`);
    assertEquals(rig.errors, []);
  });

  Deno.test(`webauthn and mail: a signed-in user who verifies the address keeps user and passkeys (${name})`, async () => {
    const rig = createBoth(session, lacking);
    // The user signs up before the app has magic links.
    rig.config.providers = [Passkey];
    const browser = rig.openBrowser();
    await run(rig, browser, SIGN_UP);
    const id = await rig.idIn(browser);
    rig.config.providers = [Passkey, rig.mail];
    assertEquals(await rig.byMail(browser), `${APP}/after`);
    assertEquals(await rig.idIn(browser), id);
    assertEquals((await browser.session())?.user?.email, ADA.email);
    const later = rig.openBrowser();
    assertEquals((await run(rig, later, {})).href, `${APP}/after`);
    assertEquals(await rig.idIn(later), id);
    const byMail = rig.openBrowser();
    await rig.byMail(byMail);
    assertEquals(await rig.idIn(byMail), id);
  });

  Deno.test(`webauthn and mail: fifty parallel magic links move the address to one new user (${name})`, async () => {
    const rig = createBoth(session, lacking);
    rig.config.limits = false;
    rig.config.providers = [Passkey];
    const eve = rig.openBrowser();
    await run(rig, eve, SIGN_UP);
    const eves = await rig.idIn(eve);
    rig.config.providers = [Passkey, rig.mail];
    const browsers = Array.from({ length: 50 }, rig.openBrowser);
    for (const browser of browsers) await browser.start("mail", { fields: ADA });
    await Promise.all(browsers.map((browser, index) => browser.visit(rig.links[index]!)));
    const ids = new Set(await Promise.all(browsers.map(rig.idIn)));
    assertEquals(ids.size, 1);
    assertEquals(ids.has(undefined) || ids.has(eves), false);
    assertEquals((await rig.adapter.getUserByEmail(ADA.email))?.id, [...ids][0]);
  });
}

Deno.test("webauthn and mail: the signIn callback receives the owner, not the user who had the address", async () => {
  const rig = createBoth();
  rig.config.providers = [Passkey];
  const eve = rig.openBrowser();
  await run(rig, eve, SIGN_UP);
  const eves = (await rig.idIn(eve))!;
  await rig.adapter.updateUser({ id: eves, name: "Eve" });
  rig.config.providers = [Passkey, rig.mail];
  const seen: unknown[] = [];
  rig.config.callbacks!.signIn = ({ user, account, email }) => {
    if (!email) seen.push([user.name, user.email, user.id === eves, account?.userId === eves]);
    return true;
  };
  const ada = rig.openBrowser();
  await rig.byMail(ada);
  assertEquals(seen, [[undefined, ADA.email, false, false]]);
  assertEquals((await rig.adapter.getUserByEmail(ADA.email))?.name, undefined);
});

Deno.test("webauthn and mail: a user who is deleted before the address is verified passes no data to the owner", async () => {
  const rig = createBoth();
  const gone = { id: "gone", name: "Gone", email: ADA.email, emailVerified: new Date() };
  await rig.adapter.createUser(gone);
  rig.config.callbacks!.signIn = async ({ email }) => {
    if (!email) await rig.adapter.deleteUser("gone");
    return true;
  };
  const ada = rig.openBrowser();
  assertEquals(await rig.byMail(ada), `${APP}/after`);
  const owner = await rig.adapter.getUserByEmail(ADA.email);
  assertEquals([owner?.name, owner?.id === "gone"], [undefined, false]);
});

Deno.test("webauthn and mail: after a failure of any call of the verification, the next link works", async () => {
  let points = 0;
  for (const lacking of [[], ["listAccounts", "createUserWithAccount"]]) {
    for (const after of [false, true]) {
      for (let call = 1;; call++) {
        const rig = createBoth({ strategy: "database" }, lacking);
        rig.config.providers = [Passkey];
        const eve = rig.openBrowser();
        await run(rig, eve, SIGN_UP);
        const eves = await rig.idIn(eve);
        rig.config.providers = [Passkey, rig.mail];
        const first = rig.openBrowser();
        await first.start("mail", { fields: ADA });
        const wasReached = failAt(rig.adapter, call, after);
        await first.visit(rig.links.at(-1)!);
        if (!wasReached()) break;
        points++;
        const where = `call ${call}, after: ${after}`;
        const second = rig.openBrowser();
        assertEquals(await rig.byMail(second), `${APP}/after`, where);
        const id = await rig.idIn(second);
        assert(id && id !== eves, where);
        assertEquals((await rig.adapter.getUserByEmail(ADA.email))?.id, id, where);
        assertEquals(await rig.idIn(eve), eves, where);
      }
    }
  }
  assert(points > 20, `only ${points} fault points`);
});

/** Makes one of the next calls to the store fail, before or after its work. */
function failAt(adapter: object, call: number, after: boolean): () => boolean {
  let count = 0;
  const methods = adapter as Record<string, (...args: unknown[]) => unknown>;
  for (const [name, method] of Object.entries(methods)) {
    methods[name] = async (...args) => {
      const isIt = ++count === call;
      if (isIt && !after) throw new Error("the store failed");
      const result = await method(...args);
      if (isIt) throw new Error("the store's answer was lost");
      return result;
    };
  }
  return () => count >= call;
}

Deno.test("webauthn and mail: another user who requests the link gets no access when the owner opens it", async () => {
  const rig = createBoth();
  const eve = rig.openBrowser();
  await run(rig, eve, SIGN_UP);
  await eve.start("mail", { fields: ADA });
  // Ada opens the link that Eve requested, in her own browser.
  const ada = rig.openBrowser();
  const page = await ada.visit(rig.links.at(-1)!);
  const { action, fields } = formOf(await page.response.text());
  await ada.visit(action, { method: "POST", body: new URLSearchParams(fields) });
  assertEquals((await ada.session())?.user?.email, ADA.email);
  assertNotEquals(await rig.idIn(eve), await rig.idIn(ada));
  const later = rig.openBrowser();
  await run(rig, later, {});
  assertNotEquals(await rig.idIn(later), await rig.idIn(ada));
});
