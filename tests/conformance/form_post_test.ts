import { assertEquals } from "@std/assert";
import { APP, assertSignsIn, createRig } from "./_rig.ts";

const provider = { authorization: { params: { response_mode: "form_post" } } };

Deno.test("form_post: a cross-site POST with the answer signs in", async () => {
  const rig = await createRig({ provider });
  const landing = await assertSignsIn(rig);
  assertEquals(landing.trail.map(({ status }) => status), [200, 302, 200]);
});

Deno.test("form_post: only the attempt's cookie has SameSite=None", async () => {
  const { browser } = await createRig({ provider });
  await browser.start("test", { callbackUrl: "/after" });
  for (const { name, sameSite } of browser.cookies.list("app.example")) {
    assertEquals(sameSite, name.includes(".state.") ? "none" : "lax", name);
  }
});

Deno.test("form_post: an answer in the query is refused", async () => {
  const rig = await createRig({ provider });
  const start = new URL(await rig.browser.start("test"));
  start.searchParams.delete("response_mode");
  const landing = await rig.browser.visit(start.href);
  assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration&code=InvalidCheck`);
  assertEquals(await rig.browser.session(), null);
});
