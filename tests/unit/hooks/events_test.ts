import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { EventError } from "../../../src/errors.ts";
import { emit } from "../../../src/hooks/events.ts";
import type { EventCallbacks } from "../../../src/types/config.ts";
import type { ResolvedConfig } from "../../../src/types/internal.ts";

const errors: Error[] = [];
const configOf = (events: Partial<EventCallbacks>) => {
  errors.length = 0;
  const logger = { error: (error: Error) => void errors.push(error), warn() {}, debug() {} };
  return { events, logger } as unknown as ResolvedConfig;
};
const message = { user: { id: "1", name: "Ada" } };

Deno.test("emit() passes the message to the handler and waits for it", async () => {
  const order: unknown[] = [];
  const config = configOf({
    createUser: async (given) => {
      await Promise.resolve();
      order.push(given);
    },
  });
  await emit(config, "createUser", message);
  order.push("after");
  assertStrictEquals(order[0], message);
  assertEquals(order.length, 2);
  assertEquals(errors, []);
});

Deno.test("emit() calls no other handler, and does nothing without a handler", async () => {
  let calls = 0;
  const config = configOf({ updateUser: () => void calls++ });
  await emit(config, "createUser", message);
  await emit(configOf({}), "createUser", message);
  assertEquals(calls, 0);
  assertEquals(errors, []);
});

for (
  const [what, fail] of [
    ["throws", () => {
      throw new TypeError("mail server is down");
    }],
    ["rejects", () => Promise.reject(new TypeError("mail server is down"))],
  ] as const
) {
  Deno.test(`emit() continues when a handler ${what}, and logs the error with the event's name`, async () => {
    await emit(configOf({ signIn: fail }), "signIn", { ...message, account: null });
    assertEquals(errors.length, 1);
    const [error] = errors as [EventError];
    assert(error instanceof EventError);
    assertEquals(error.cause?.event, "signIn");
    assertEquals(error.cause?.err?.message, "mail server is down");
    assertEquals(error.message.includes("Ada"), false);
  });
}

Deno.test("emit() continues after any thrown value", async () => {
  for (const thrown of ["text", 42, null, undefined, { code: 1 }]) {
    await emit(configOf({ createUser: () => Promise.reject(thrown) }), "createUser", message);
    assert(errors[0] instanceof EventError, String(thrown));
    assertEquals(errors[0].cause?.event, "createUser");
    assertEquals(errors[0].cause?.err?.message, String(thrown));
  }
});
