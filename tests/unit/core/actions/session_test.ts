import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { encode, skipCSRFCheck } from "../../../../mod.ts";
import { session } from "../../../../src/core/actions/session.ts";
import { MissingCSRF } from "../../../../src/errors.ts";
import { createTestContext, outgoing, SECRET } from "../../_context.ts";

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
