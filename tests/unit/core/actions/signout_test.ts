import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { skipCSRFCheck } from "../../../../mod.ts";
import { signout } from "../../../../src/core/actions/signout.ts";
import { MissingCSRF } from "../../../../src/errors.ts";
import { APP, createTestContext, outgoing } from "../../_context.ts";

const COOKIE = "__Secure-authjs.session-token";

Deno.test("GET signout shows a confirmation page and ends no session", async () => {
  const { ctx } = await createTestContext({ path: "signout", cookie: `${COOKIE}=x` });
  const { status, body } = await signout.GET!(ctx);
  assertEquals(status, 200);
  assertStringIncludes(body, `action="${APP}/auth/signout"`);
  const [cookie, ...more] = outgoing(ctx);
  assertEquals(more, []);
  const token = /^__Host-authjs\.csrf-token=([0-9a-f]{64})/.exec(cookie!)![1]!;
  assertStringIncludes(body, token);
});

Deno.test("GET signout redirects to the app's own page", async () => {
  const { ctx } = await createTestContext({
    path: "signout",
    config: { pages: { signOut: "/bye" } },
  });
  assertEquals(await signout.GET!(ctx), { redirect: `${APP}/bye` });
});

Deno.test("POST signout ends the session and redirects to the callback URL", async () => {
  const { ctx } = await createTestContext({
    path: "signout",
    form: { callbackUrl: "/after" },
    cookie: `${COOKIE}=x`,
    config: { skipCSRFCheck },
  });
  assertEquals(await signout.POST!(ctx), { redirect: `${APP}/after` });
  assertEquals(outgoing(ctx).includes(`-${COOKIE}`), true);
});

Deno.test("POST signout ends no session without the CSRF token", async () => {
  const { ctx } = await createTestContext({ path: "signout", form: {}, cookie: `${COOKIE}=x` });
  await assertRejects(async () => await signout.POST!(ctx), MissingCSRF);
  assertEquals(outgoing(ctx), []);
});
