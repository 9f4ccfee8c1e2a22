import { assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import { AuthError, CredentialsSignin, type User } from "../../../mod.ts";
import { CallbackRouteError } from "../../../src/errors.ts";
import { credentialsFlow } from "../../../src/flows/credentials.ts";
import Credentials from "../../../src/providers/credentials.ts";
import type { Identity } from "../../../src/types/identity.ts";
import { createTestContext, providerOf } from "../_context.ts";

type Authorize = (
  credentials: Record<string, unknown>,
  request: Request,
) => User | null | Promise<User | null>;

async function finish(
  authorize: Authorize,
  form: Record<string, string> = { password: "x" },
): Promise<Identity> {
  const { ctx } = await createTestContext({
    path: "callback/credentials?from=page",
    form,
    headers: { "user-agent": "test" },
    config: { providers: [Credentials({ authorize })] },
  });
  return await credentialsFlow.finish(ctx, providerOf(ctx)) as Identity;
}

Deno.test("credentialsFlow accepts only a POST with a CSRF token, and has no start()", () => {
  assertEquals(credentialsFlow.finishMethods, ["POST"]);
  assertEquals(credentialsFlow.finishNeedsCsrf, true);
  assertEquals(credentialsFlow.start, undefined);
});

Deno.test("credentialsFlow.finish() returns the user, an account and the fields", async () => {
  const user = { id: "7", name: "Ada" };
  const identity = await finish(() => Promise.resolve(user), { password: "x", csrfToken: "y" });
  assertEquals(identity, {
    user,
    account: { providerAccountId: "7", type: "credentials", provider: "credentials" },
    credentials: { password: "x", csrfToken: "y" },
    methods: ["pwd"],
    hasRandomId: false,
    isStored: false,
  });
});

Deno.test("credentialsFlow.finish() converts ids to strings, and creates one for a user without", async () => {
  assertEquals((await finish(() => ({ id: 7 as never }))).user.id, "7");
  assertEquals((await finish(() => ({ id: 0 as never }))).user.id, "0");
  for (const id of [undefined, null]) {
    const { user, account } = await finish(() => ({ id: id as never, name: "Ada" }));
    assertMatch(user.id!, /^[0-9a-f-]{36}$/);
    assertEquals(account.providerAccountId, user.id);
  }
});

Deno.test("credentialsFlow.finish() passes an ordinary object to `authorize`, and the request with it as JSON", async () => {
  await finish(async (credentials, request) => {
    assertStrictEquals(Object.getPrototypeOf(credentials), Object.prototype);
    assertEquals(Object.keys(credentials), ["password"]);
    assertEquals(request.method, "POST");
    assertEquals(new URL(request.url).search, "?from=page");
    assertEquals(request.headers.get("user-agent"), "test");
    assertEquals(await request.text(), '{"password":"y"}');
    return { id: "1" };
  }, { ["__proto__"]: "x", password: "y" });
});

Deno.test("credentialsFlow.finish() refuses when `authorize` returns null", async () => {
  const error = await assertRejects(() => finish(() => null), CredentialsSignin);
  assertEquals(error.code, "credentials");
});

Deno.test("credentialsFlow.finish() passes on AuthErrors and wraps the rest", async () => {
  class Locked extends CredentialsSignin {
    override code = "locked";
  }
  const locked = new Locked();
  const refused = await assertRejects(
    () =>
      finish(() => {
        throw locked;
      }),
    AuthError,
  );
  assertStrictEquals(refused, locked);
  const inner = new Error("the database is down");
  const wrapped = await assertRejects(
    () => finish(() => Promise.reject(inner)),
    CallbackRouteError,
  );
  assertStrictEquals(wrapped.cause?.err, inner);
  assertEquals(wrapped.cause?.provider, "credentials");
});
