import { assertEquals, assertThrows } from "@std/assert";
import { handlerOf } from "../../../../src/core/actions/mod.ts";
import { UnknownAction } from "../../../../src/errors.ts";
import type { AuthAction } from "../../../../src/types/internal.ts";
import { createTestContext } from "../../_context.ts";

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
