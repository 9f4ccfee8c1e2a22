import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { AuthError, EventError, InvalidProvider, MissingCSRF } from "../../../src/errors.ts";
import { audit, auditRefusal, emit } from "../../../src/hooks/audit.ts";
import { setClientAddress } from "../../../src/http/client_address.ts";
import type { AuthConfig } from "../../../mod.ts";
import type { AuditEntry, RefusalReason } from "../../../src/types/audit.ts";
import { createTestContext, type TestRequest } from "../_context.ts";
import type { EventCallbacks } from "../../../src/types/config.ts";
import type { ResolvedConfig } from "../../../src/types/internal.ts";

async function createRig(
  request: TestRequest = {},
  overrides: Partial<AuthConfig> = {},
  handler?: (entry: AuditEntry) => void,
) {
  const entries: AuditEntry[] = [];
  const config = { events: { audit: handler ?? ((entry) => void entries.push(entry)) } };
  const { ctx, errors } = await createTestContext({
    ...request,
    config: { ...config, ...overrides },
  });
  return { ctx, errors, entries };
}

Deno.test("audit() adds time, provider, address and device to what is told", async () => {
  const { ctx, entries } = await createRig({
    path: "callback/acme",
    headers: { "user-agent": "b".repeat(300) },
  });
  setClientAddress(ctx.request.request, "192.0.2.1");
  const before = Date.now();
  await audit(ctx, { name: "user.created", userId: "7" });
  const { at, ...rest } = entries[0]!;
  assert(at instanceof Date && at.valueOf() >= before && at.valueOf() <= Date.now());
  assertEquals(rest, {
    name: "user.created",
    userId: "7",
    provider: "acme",
    address: "192.0.2.1",
    device: "b".repeat(256),
  });
});

Deno.test("audit() takes the address from `session.revocation.address`", async () => {
  const address = ({ headers }: Request) => headers.get("x-client");
  const session = { revocation: { address } };
  const { ctx, entries } = await createRig({ headers: { "x-client": "192.0.2.2" } }, { session });
  await audit(ctx, { name: "user.created", userId: "7" });
  assertEquals(entries[0]!.address, "192.0.2.2");
});

Deno.test("audit() tells no address and no device for calls without a request", async () => {
  const { ctx, entries } = await createRig();
  await audit({ config: ctx.config }, {
    name: "session.revoked",
    reason: "revoked",
    userId: "7",
    provider: undefined,
  });
  const [entry] = entries as [AuditEntry];
  assertEquals(Object.keys(entry).sort(), ["address", "at", "device", "name", "reason", "userId"]);
  assertEquals([entry.address, entry.device], [null, null]);
});

Deno.test("audit() reads no address without a handler", async () => {
  let calls = 0;
  const session = { revocation: { address: () => (calls++, "192.0.2.2") } };
  const { ctx } = await createRig({}, { session, events: {} });
  await audit(ctx, { name: "user.created", userId: "7" });
  await auditRefusal(ctx.config, ctx.request, new AuthError());
  assertEquals(calls, 0);
});

const failing: [string, (entry: AuditEntry) => unknown, Partial<AuthConfig>][] = [
  ["a handler that throws", () => {
    throw new TypeError("log is full");
  }, {}],
  ["a handler that rejects", () => Promise.reject(new TypeError("log is full")), {}],
  ["an `address` that throws", () => {}, {
    session: {
      revocation: {
        address: () => {
          throw new TypeError("log is full");
        },
      },
    },
  }],
];
for (const [what, handler, overrides] of failing) {
  Deno.test(`audit() logs ${what}, and goes on`, async () => {
    const { ctx, errors } = await createRig({}, overrides, handler as () => void);
    await audit(ctx, { name: "user.created", userId: "7" });
    const [error] = errors as [EventError];
    assert(error instanceof EventError);
    assertEquals([errors.length, error.cause?.event], [1, "audit"]);
    assertEquals(error.cause?.err?.message, "log is full");
  });
}

const refusals: [string, TestRequest, unknown, RefusalReason | undefined][] = [
  ["a sign-in that is posted", { path: "signin/acme", form: {} }, new MissingCSRF(), "csrf"],
  ["a callback by GET", { path: "callback/acme" }, new MissingCSRF(), "csrf"],
  ["an error that is no AuthError", { path: "callback/acme" }, new TypeError(), "failed"],
  ["an error of the app", { path: "callback/acme" }, "text", "failed"],
  ["a sign-out", { path: "signout", form: {} }, new MissingCSRF(), "csrf"],
  ["an update", { path: "session", form: {} }, new MissingCSRF(), "csrf"],
  ["a request answered with 400", { path: "signin", form: {} }, new InvalidProvider(), undefined],
  ["the sign-in page", { path: "signin" }, new AuthError(), undefined],
  ["the sign-out page", { path: "signout" }, new AuthError(), undefined],
  ["a read of the session", { path: "session" }, new AuthError(), undefined],
  ["the options of a passkey", { path: "webauthn-options" }, new AuthError(), undefined],
];
for (const [what, request, error, reason] of refusals) {
  Deno.test(`auditRefusal() tells ${reason ?? "nothing"} for ${what}`, async () => {
    const { ctx, entries } = await createRig(request);
    await auditRefusal(ctx.config, ctx.request, error);
    assertEquals(entries.map((entry) => entry.reason), reason === undefined ? [] : [reason]);
  });
}

Deno.test("auditRefusal() gives the reason of a class that an app derived", async () => {
  class Banned extends AuthError {
    static override readonly reason = "suspended";
  }
  const { ctx, entries } = await createRig({ path: "callback/acme" });
  await auditRefusal(ctx.config, ctx.request, new Banned());
  assertEquals([entries[0]!.name, entries[0]!.reason], ["signin.refused", "suspended"]);
});

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
