import { assertEquals } from "@std/assert";
import type { AuthConfig, EmailConfig } from "../../mod.ts";
import Passkey from "../../src/providers/passkey.ts";
import { createAuthenticator } from "../../src/testing/mod.ts";
import { formOf } from "./_email.ts";
import { APP, createRig, run } from "./_passkeys.ts";

const ADA = { email: "ada@example.com" };

/** Passkeys and links by mail side by side. */
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
  /** Asks for a link, and opens it in the same browser. */
  const byMail = async (browser: ReturnType<typeof rig.openBrowser>) => {
    await browser.start("mail", { fields: ADA, callbackUrl: "/after" });
    return (await browser.visit(links.at(-1)!)).url.href;
  };
  return { ...rig, links, byMail };
}

const stores: [string, AuthConfig["session"], string[]][] = [
  ["database sessions", { strategy: "database" }, []],
  ["database sessions, few extras", { strategy: "database" }, [
    "deleteAuthenticator",
    "createUserWithAccount",
    "useOnce",
  ]],
  ["token sessions with records", { strategy: "jwt", revocation: {} }, []],
];

for (const [name, session, lacking] of stores) {
  Deno.test(`webauthn and mail: whoever proves an address is rid of a stranger's key (${name})`, async () => {
    const rig = createBoth(session, lacking);
    const eve = rig.openBrowser();
    await run(rig, eve, ADA);
    assertEquals((await eve.session())?.user?.email, ADA.email);

    const ada = rig.openBrowser();
    assertEquals(await rig.byMail(ada), `${APP}/after`);
    assertEquals((await ada.session())?.user?.email, ADA.email);
    assertEquals(await eve.session(), null, "the stranger is still signed in");
    const landing = await run(rig, rig.openBrowser(), {});
    assertEquals(landing.href, `${APP}/auth/error?error=WebAuthnVerificationError`);

    // A key that its owner adds now stays, however often the address is proven.
    const own = { authenticator: createAuthenticator(APP) };
    assertEquals((await run(own, ada, { action: "register" })).href, `${APP}/after`);
    await rig.byMail(rig.openBrowser());
    assertEquals((await run(own, rig.openBrowser(), {})).href, `${APP}/after`);
  });
}

Deno.test("webauthn and mail: whoever is signed in by the key proves the address and keeps it", async () => {
  for (const strategy of ["database", "jwt"] as const) {
    const rig = createBoth({ strategy });
    const browser = rig.openBrowser();
    await run(rig, browser, ADA);
    assertEquals(await rig.byMail(browser), `${APP}/after`);
    assertEquals((await run(rig, rig.openBrowser(), {})).href, `${APP}/after`);
  }
});

Deno.test("webauthn and mail: a stranger who asks for the mail gains nothing by the owner's click", async () => {
  const rig = createBoth();
  const eve = rig.openBrowser();
  await run(rig, eve, ADA);
  await eve.start("mail", { fields: ADA });
  // Ada opens the link that Eve asked for, in her own browser.
  const ada = rig.openBrowser();
  const page = await ada.visit(rig.links.at(-1)!);
  const { action, fields } = formOf(await page.response.text());
  await ada.visit(action, { method: "POST", body: new URLSearchParams(fields) });
  assertEquals((await ada.session())?.user?.email, ADA.email);
  assertEquals(await eve.session(), null);
  const landing = await run(rig, rig.openBrowser(), {});
  assertEquals(landing.href, `${APP}/auth/error?error=WebAuthnVerificationError`);
});
