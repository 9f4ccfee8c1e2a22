/**
 * Account pre-hijacking: another user signs up under an address first. When the
 * owner of the address signs in, the other user must not reach the owner's user.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Auth, type EmailConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { APP, createRig, run } from "../flows/_passkeys.ts";
import { providerAt } from "../_idp.ts";

const ADA = "ada@example.com";

/** An app with passkeys, magic links and a provider, with one provider user per browser. */
async function createSite(
  { strategy = "database", dangerous = false }: {
    strategy?: "database" | "jwt";
    dangerous?: boolean;
  } = {},
) {
  const idp = await createIdp();
  const links: string[] = [];
  const mail: EmailConfig = {
    id: "mail",
    name: "Mail",
    type: "email",
    sendVerificationRequest: ({ url }) => void links.push(url),
  };
  const test = providerAt(idp, "test", {
    name: "Test",
    allowDangerousEmailAccountLinking: dangerous,
  });
  const rig = createRig({ providers: [Passkey, mail, test], session: { strategy } });
  const open = () =>
    createBrowser(APP, {
      [APP]: async (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? await Auth(request, rig.config)
          : new Response("app"),
      [idp.issuer]: idp.handler,
    });
  /** Signs in at the provider as a user; returns the path of the last page. */
  const byProvider = async (browser: TestBrowser, user: Record<string, unknown>) => {
    idp.user = { sub: "default", ...user };
    const { url } = await browser.signIn("test", { callbackUrl: "/after" });
    return url.pathname + url.search;
  };
  const byMail = async (browser: TestBrowser, email: string) => {
    await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
    return (await browser.visit(links.at(-1)!)).url.pathname;
  };
  /** Id of the user whose session a browser has. */
  const userOf = async (browser: TestBrowser) => {
    const email = (await browser.session())?.user?.email;
    return email ? (await rig.adapter.getUserByEmail(email))?.id : undefined;
  };
  return { ...rig, idp, open, byProvider, byMail, userOf };
}

for (const strategy of ["database", "jwt"] as const) {
  Deno.test(`pre-hijacking: a user with another's unverified address can link no account (${strategy})`, async () => {
    const site = await createSite({ strategy });
    const eve = site.open();
    // Before the app could verify addresses, and after.
    const { providers } = site.config;
    site.config.providers = [Passkey];
    await run(site, eve, { action: "register", email: ADA });
    site.config.providers = providers;
    const refused =
      "/auth/signin?error=OAuthAccountNotLinked&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
    const account = { sub: "eve", email: "eve@example.com", email_verified: true };
    assertEquals(await site.byProvider(eve, account), refused);

    const ada = site.open();
    assertEquals(await site.byMail(ada, ADA), "/after");
    const later = site.open();
    await site.byProvider(later, account);
    assertEquals((await later.session())?.user?.email, "eve@example.com");
  });

  Deno.test(`a user with a verified address can add accounts and passkeys (${strategy})`, async () => {
    const site = await createSite({ strategy });
    const ada = site.open();
    await site.byMail(ada, ADA);
    await run(site, ada, { action: "register" });
    assertEquals(await site.byProvider(ada, { sub: "ada", email: "other@example.com" }), "/after");
    const later = site.open();
    await site.byProvider(later, { sub: "ada", email: "other@example.com" });
    assertEquals((await later.session())?.user?.email, ADA);
  });

  Deno.test(`a user without an address can add accounts (${strategy})`, async () => {
    const site = await createSite({ strategy });
    const eve = site.open();
    await run(site, eve, { action: "register", email: ADA });
    const account = { sub: "eve", email: "eve@example.com", email_verified: true };
    assertEquals(await site.byProvider(eve, account), "/after");
    // The account signs in that user, and the address still belongs to its owner.
    const ada = site.open();
    await site.byMail(ada, ADA);
    const owner = await site.userOf(ada);
    const eves = await site.adapter.getUserByAccount({
      provider: "test",
      providerAccountId: "eve",
    });
    assertEquals(eves?.email ?? null, null);
    assertEquals(eves?.id === owner, false);
  });
}

Deno.test("pre-hijacking: another user's passkey does not open the user of an owner from a trusted provider", async () => {
  const site = await createSite({ dangerous: true });
  const { providers } = site.config;
  site.config.providers = [Passkey];
  const eve = site.open();
  await run(site, eve, { action: "register", email: ADA });
  site.config.providers = providers;
  const ada = site.open();
  assertEquals(await site.byProvider(ada, { sub: "ada", email: ADA }), "/after");
  assertEquals((await ada.session())?.user?.email, ADA);
  assertEquals((await eve.session())?.user?.email ?? null, null);
  const later = site.open();
  await run(site, later, {});
  assertEquals((await later.session())?.user?.email ?? null, null);
});

for (const unverified of [false, "false"]) {
  const claims = { email: ADA, email_verified: unverified };

  Deno.test(`pre-hijacking: an unverified address signs in no existing user (${typeof unverified})`, async () => {
    const site = await createSite({ dangerous: true });
    const ada = site.open();
    await site.byMail(ada, ADA);
    const eve = site.open();
    await site.byProvider(eve, { sub: "eve", ...claims });
    assertEquals(await site.userOf(eve), undefined);
    const [user] = await site.adapter.listAccounts((await site.adapter.getUserByEmail(ADA))!.id);
    assertEquals(user, undefined);
  });

  Deno.test(`pre-hijacking: an unverified address does not block its owner (${typeof unverified})`, async () => {
    const site = await createSite();
    const eve = site.open();
    assertEquals(await site.byProvider(eve, { sub: "eve", ...claims }), "/after");
    const ada = site.open();
    assertEquals(await site.byMail(ada, ADA), "/after");
    const eves = await site.adapter.getUserByAccount({
      provider: "test",
      providerAccountId: "eve",
    });
    assertEquals(eves?.id === await site.userOf(ada), false, "the stranger is in the account");
  });
}
