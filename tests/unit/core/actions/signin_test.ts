import {
  assert,
  assertEquals,
  assertFalse,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { skipCSRFCheck } from "../../../../mod.ts";
import { signin } from "../../../../src/core/actions/signin.ts";
import { MissingCSRF, UnknownAction } from "../../../../src/errors.ts";
import Credentials from "../../../../src/providers/credentials.ts";
import { ACME, APP, createTestContext, outgoing } from "../../_context.ts";

const providers = [
  ACME,
  Credentials({ credentials: { pin: { label: "Your PIN", type: "password" } } }),
];

Deno.test("GET signin shows every provider, with the browser's CSRF token and the callback URL", async () => {
  const { ctx } = await createTestContext({
    path: "signin?callbackUrl=/after",
    config: { providers },
  });
  const { status, body } = await signin.GET!(ctx);
  assertEquals(status, 200);
  const token = /csrf-token=([0-9a-f]{64})/.exec(outgoing(ctx).join())![1]!;
  assertEquals(body.split(token).length - 1, 2);
  assertStringIncludes(body, `action="${APP}/auth/signin/acme"`);
  // Forms of credentials post directly to the callback.
  assertStringIncludes(body, `action="${APP}/auth/callback/credentials"`);
  assertStringIncludes(body, "Your PIN");
  assertStringIncludes(body, `value="${APP}/after"`);
});

Deno.test("GET signin shows a built-in message about the last failure", async () => {
  const page = async (query: string) => {
    const { ctx } = await createTestContext({ path: `signin?${query}`, config: { providers } });
    return (await signin.GET!(ctx)).body as string;
  };
  assertStringIncludes(await page("error=CredentialsSignin"), "Check your details");
  assertFalse((await page("error=Your+account+was+hacked")).includes("hacked"));
});

Deno.test("GET signin redirects to the app's own page with callback URL, error and code", async () => {
  const { ctx } = await createTestContext({
    path: "signin?callbackUrl=/after&error=CredentialsSignin&code=x&other=y",
    config: { pages: { signIn: "/login" } },
  });
  const { redirect } = await signin.GET!(ctx);
  assertEquals(Object.fromEntries(new URL(redirect!).searchParams), {
    callbackUrl: `${APP}/after`,
    error: "CredentialsSignin",
    code: "x",
  });
});

Deno.test("GET signin/<provider> starts nothing: a link could sign a user in as another user", async () => {
  const { ctx } = await createTestContext({ path: "signin/acme" });
  await assertRejects(async () => await signin.GET!(ctx), UnknownAction);
  assertEquals(outgoing(ctx), []);
});

Deno.test("POST signin/<provider> needs the CSRF token", async () => {
  const { ctx } = await createTestContext({ path: "signin/acme", form: { csrfToken: "x" } });
  await assertRejects(async () => await signin.POST!(ctx), MissingCSRF);
  assertEquals(outgoing(ctx), []);
});

Deno.test("POST signin/<provider> redirects to the provider, with the attempt in a cookie", async () => {
  const { ctx } = await createTestContext({
    path: "signin/acme",
    form: {},
    config: { skipCSRFCheck },
  });
  const { redirect } = await signin.POST!(ctx);
  assert(redirect!.startsWith(`${ACME.authorization}?`));
  assertEquals(outgoing(ctx).length, 1);
});

Deno.test("POST signin redirects to the page when the flow has no start()", async () => {
  for (const path of ["signin", "signin/credentials"]) {
    const { ctx } = await createTestContext({
      path,
      form: {},
      config: { providers, skipCSRFCheck },
    });
    const { redirect } = await signin.POST!(ctx);
    assertEquals(redirect!.split("?")[0], `${APP}/auth/signin`);
  }
});
