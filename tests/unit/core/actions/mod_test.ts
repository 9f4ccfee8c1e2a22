import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { handlerOf, session } from "../../../../src/core/actions/mod.ts";
import { MissingCSRF, UnknownAction } from "../../../../src/errors.ts";
import type { AuthAction } from "../../../../src/types/internal.ts";
import { createTestContext, outgoing, SECRET } from "../../_context.ts";
import { encode, skipCSRFCheck } from "../../../../mod.ts";

const { request } = (await createTestContext()).ctx;
const answers = (action: AuthAction, method: "GET" | "POST"): boolean => {
  try {
    return typeof handlerOf({ ...request, action, method }) === "function";
  } catch (error) {
    if (error instanceof UnknownAction) return false;
    throw error;
  }
};

/** Endpoints of the specification. */
const methods: Record<AuthAction, string> = {
  "callback": "GET POST",
  "csrf": "GET",
  "error": "GET",
  "providers": "GET",
  "session": "GET POST",
  "signin": "GET POST",
  "signout": "GET POST",
  "verify-request": "GET",
  "webauthn-options": "GET",
};
for (const [action, expected] of Object.entries(methods) as [AuthAction, string][]) {
  Deno.test(`handlerOf() returns handlers for ${expected} of ${action}, and for no other method`, () => {
    const found = (["GET", "POST"] as const).filter((method) => answers(action, method));
    assertEquals(found.join(" "), expected);
  });
}

Deno.test("handlerOf() throws an error that names the action and the method", () => {
  assertThrows(
    () => handlerOf({ ...request, action: "csrf", method: "POST" }),
    UnknownAction,
    '"csrf" does not take POST',
  );
});

const COOKIE = "__Secure-authjs.session-token";
const signedIn = `${COOKIE}=${await encode({
  token: { name: "Ada" },
  secret: SECRET,
  salt: COOKIE,
})}`;

Deno.test("GET session returns the session or null, and must not be cached", async () => {
  const signedOut = await createTestContext();
  const { body, headers } = await session.GET!(signedOut.ctx);
  assertEquals(body, null);
  assertMatch(new Headers(headers).get("cache-control")!, /no-store/);
  const { ctx } = await createTestContext({ cookie: signedIn });
  assertEquals((await session.GET!(ctx)).body.user.name, "Ada");
});

Deno.test("POST session passes `data` to the callbacks and returns their result", async () => {
  const { ctx } = await createTestContext({
    cookie: signedIn,
    json: { data: { name: "Grace" }, other: "not passed on" },
    config: {
      skipCSRFCheck,
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          assertEquals([trigger, session], ["update", { name: "Grace" }]);
          return { ...token, name: session.name };
        },
      },
    },
  });
  assertEquals((await session.POST!(ctx)).body.user.name, "Grace");
  assertEquals(outgoing(ctx).length, 1);
});

Deno.test("POST session changes nothing without the CSRF token", async () => {
  const { ctx } = await createTestContext({
    cookie: signedIn,
    json: { data: { name: "Eve" } },
    config: {
      callbacks: {
        jwt: () => {
          throw new Error("must not be asked");
        },
      },
    },
  });
  await assertRejects(async () => await session.POST!(ctx), MissingCSRF);
  assertEquals(outgoing(ctx), []);
});
