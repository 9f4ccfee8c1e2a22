import { assertEquals } from "@std/assert";
import { APP, attemptCookies, createRig } from "./_rig.ts";

for (const checks of [["pkce", "state", "nonce"], ["pkce"]] as const) {
  Deno.test(`tabs: five tabs can finish in any order (${checks})`, async () => {
    const rig = await createRig({ provider: { checks: [...checks] } });
    const starts: string[] = [];
    for (let tab = 1; tab <= 5; tab++) {
      starts.push(await rig.browser.start("test", { callbackUrl: `/tab-${tab}` }));
    }
    assertEquals(attemptCookies(rig).length, 5);
    for (const tab of [5, 1, 4, 2, 3]) {
      const landing = await rig.browser.visit(starts[tab - 1]!);
      assertEquals(landing.url.href, `${APP}/tab-${tab}`);
    }
    assertEquals(attemptCookies(rig), []);
  });
}

Deno.test("tabs: a sixth attempt replaces only the oldest", async () => {
  const rig = await createRig();
  const starts: string[] = [];
  for (let tab = 1; tab <= 6; tab++) {
    starts.push(await rig.browser.start("test", { callbackUrl: `/tab-${tab}` }));
    await new Promise((resolve) => setTimeout(resolve, 2)); // a later millisecond
  }
  assertEquals(attemptCookies(rig).length, 5);
  const oldest = await rig.browser.visit(starts[0]!);
  assertEquals(oldest.url.search, "?error=Configuration&code=InvalidCheck");
  for (const tab of [6, 2, 3, 5, 4]) {
    const landing = await rig.browser.visit(starts[tab - 1]!);
    assertEquals(landing.url.href, `${APP}/tab-${tab}`);
  }
});

Deno.test("tabs: invalid cookies under the same name do not replace an attempt", async () => {
  const rig = await createRig();
  const start = await rig.browser.start("test", { callbackUrl: "/after" });
  for (let i = 0; i < 8; i++) {
    rig.browser.cookies.plant(APP, `__Host-authjs.state.junk${i}=x; Path=/; Secure`);
  }
  await rig.browser.start("test", { callbackUrl: "/other" });
  assertEquals((await rig.browser.visit(start)).url.href, `${APP}/after`);
});
