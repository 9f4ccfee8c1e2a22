/**
 * A stranger who was there first, under an address that is somebody else's:
 * when the owner comes, the stranger is not in.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Auth, customFetch, type EmailConfig } from "../../mod.ts";
import Passkey from "../../src/providers/passkey.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/testing/mod.ts";
import { APP, createRig, run } from "../flows/_passkeys.ts";

const ADA = "ada@example.com";

/** Passkeys, links by mail, and a provider; every browser may be a different person there. */
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
  const test = {
    id: "test",
    name: "Test",
    type: "oidc" as const,
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    allowDangerousEmailAccountLinking: dangerous,
    [customFetch]: idp.fetch,
  };
  const rig = createRig({ providers: [Passkey, mail, test], session: { strategy } });
  const open = () =>
    createBrowser(APP, {
      [APP]: async (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? await Auth(request, rig.config)
          : new Response("app"),
      [idp.issuer]: idp.handler,
    });
  /** Signs in at the provider as somebody; gives the path where it ended. */
  const byProvider = async (browser: TestBrowser, user: Record<string, unknown>) => {
    idp.user = { sub: "nobody", ...user };
    const { url } = await browser.signIn("test", { callbackUrl: "/after" });
    return url.pathname + url.search;
  };
  const byMail = async (browser: TestBrowser, email: string) => {
    await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
    return (await browser.visit(links.at(-1)!)).url.pathname;
  };
  /** Whose session a browser has: the id of its user. */
  const userOf = async (browser: TestBrowser) => {
    const email = (await browser.session())?.user?.email;
    return email ? (await rig.adapter.getUserByEmail(email))?.id : undefined;
  };
  return { ...rig, idp, open, byProvider, byMail, userOf };
}

for (const strategy of ["database", "jwt"] as const) {
  Deno.test(`a stranger with a key under a foreign address leaves no account of their own there (${strategy})`, async () => {
    const site = await createSite({ strategy });
    const eve = site.open();
    // Before there was a proof of addresses, and after.
    const { providers } = site.config;
    site.config.providers = [Passkey];
    await run(site, eve, { action: "register", email: ADA });
    site.config.providers = providers;
    const refused = "/auth/signin?error=OAuthAccountNotLinked";
    const account = { sub: "eve", email: "eve@example.com", email_verified: true };
    assertEquals(await site.byProvider(eve, account), refused);

    const ada = site.open();
    assertEquals(await site.byMail(ada, ADA), "/after");
    const later = site.open();
    await site.byProvider(later, account);
    assertEquals((await later.session())?.user?.email, "eve@example.com");
  });

  Deno.test(`a person whose address is proven adds accounts and keys (${strategy})`, async () => {
    const site = await createSite({ strategy });
    const ada = site.open();
    await site.byMail(ada, ADA);
    await run(site, ada, { action: "register" });
    assertEquals(await site.byProvider(ada, { sub: "ada", email: "other@example.com" }), "/after");
    const later = site.open();
    await site.byProvider(later, { sub: "ada", email: "other@example.com" });
    assertEquals((await later.session())?.user?.email, ADA);
  });

  Deno.test(`a person without an address adds accounts (${strategy})`, async () => {
    const site = await createSite({ strategy });
    const eve = site.open();
    await run(site, eve, { action: "register", email: ADA });
    const account = { sub: "eve", email: "eve@example.com", email_verified: true };
    assertEquals(await site.byProvider(eve, account), "/after");
    // The account opens that user, and the address is still its owner's.
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

Deno.test("a stranger with a key does not stay when a trusted provider brings the owner", async () => {
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

  Deno.test(`an address that the provider calls unverified opens nobody's account (${typeof unverified})`, async () => {
    const site = await createSite({ dangerous: true });
    const ada = site.open();
    await site.byMail(ada, ADA);
    const eve = site.open();
    await site.byProvider(eve, { sub: "eve", ...claims });
    assertEquals(await site.userOf(eve), undefined);
    const [user] = await site.adapter.listAccounts((await site.adapter.getUserByEmail(ADA))!.id);
    assertEquals(user, undefined);
  });

  Deno.test(`an address that the provider calls unverified stays free for its owner (${typeof unverified})`, async () => {
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
