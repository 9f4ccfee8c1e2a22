import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { type AuthConfig, skipCSRFCheck } from "../../../mod.ts";
import { MissingCSRF, VisitorChanged } from "../../../src/errors.ts";
import { noteChange } from "../../../src/hooks/adapter.ts";
import { csrfToken, requireCsrf, visitorIn } from "../../../src/session/csrf.ts";
import { sessionOf } from "../../../src/session/strategies.ts";
import { findVisitor } from "../../../src/session/visitor.ts";
import type { Context } from "../../../src/types/internal.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import { readCode } from "../_changes.ts";
import { APP, createTestContext, outgoing, SECRET, toCookieHeader } from "../_context.ts";

/** A store that counts its calls, with two users, and the cookies of their sessions. */
async function createUsers(strategy: "jwt" | "database") {
  const memory = MemoryAdapter();
  const calls: string[] = [];
  const adapter = new Proxy(memory, {
    get(target, name, self) {
      const member = Reflect.get(target, name, self);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        calls.push(String(name));
        return Reflect.apply(member, target, args);
      };
    },
  });
  const config = { adapter, session: { strategy }, secret: SECRET, trustHost: true } as const;
  const cookies: Record<string, string> = {};
  for (const id of ["ada", "bob"]) {
    const { headers } = await signInAs({ providers: [], ...config }, {
      id,
      email: `${id}@x.example`,
    }, {
      origin: APP,
    });
    cookies[id] = headers.get("cookie")!;
  }
  calls.length = 0;
  return { config, calls, cookies };
}

Deno.test("csrfToken() names nobody where there is no session, and reads nothing for that", async () => {
  const { config, calls } = await createUsers("database");
  const { ctx } = await createTestContext({ path: "signin", config });
  assertMatch((await csrfToken(ctx))!, /^[0-9a-f]{64}\.0$/);
  assertEquals(calls, []);
});

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`requireCsrf() and csrfToken() read the visitor once, with the page (${strategy})`, async () => {
    const { config, calls, cookies } = await createUsers(strategy);
    const read = async (run: (ctx: Parameters<typeof findVisitor>[0]) => Promise<unknown>, form?: {
      csrfToken: string;
    }, cookie = cookies.ada) => {
      const { ctx } = await createTestContext({
        path: "signout",
        config,
        cookie: cookie!,
        ...form ? { form } : {},
      });
      calls.length = 0;
      const result = await run(ctx);
      return { ctx, result, calls: [...calls] };
    };
    const alone = await read(findVisitor);
    const page = await read(async (ctx) => {
      await findVisitor(ctx);
      return [await csrfToken(ctx), await csrfToken(ctx)];
    });
    assertEquals(page.calls, alone.calls);
    const [token, again] = page.result as string[];
    assertEquals(token, again);
    const cookie = `${cookies.ada}; ${toCookieHeader(page.ctx)}`;
    const posted = await read(
      async (ctx) => {
        await requireCsrf(ctx);
        return (await findVisitor(ctx))?.userId;
      },
      { csrfToken: token! },
      cookie,
    );
    assertEquals([posted.result, posted.calls], ["ada", alone.calls]);
    // A later question reads again where the session may have ended, or is asked whether it has.
    for (
      const meanwhile of [
        noteChange,
        (ctx: Context) => sessionOf(ctx).recheck(ctx),
      ]
    ) {
      const twice = await read(
        async (ctx) => {
          await requireCsrf(ctx);
          await findVisitor(ctx);
          await meanwhile(ctx);
          await findVisitor(ctx);
        },
        { csrfToken: token! },
        cookie,
      );
      assertEquals(twice.calls, [...alone.calls, ...alone.calls]);
    }
    const other = `${cookies.bob}; ${toCookieHeader(page.ctx)}`;
    const error = await assertRejects(
      () => read(requireCsrf, { csrfToken: token! }, other),
      VisitorChanged,
    );
    assertEquals(error.visitor.userId, "bob");
  });
}

Deno.test("requireCsrf() takes a token without a visitor only where a form may name none", async () => {
  const { config, cookies } = await createUsers("jwt");
  const { ctx: page } = await createTestContext({ path: "signin", config });
  const [token] = (await csrfToken(page))!.split(".");
  const cookie = `${cookies.bob}; ${toCookieHeader(page)}`;
  const require = async (csrfToken: string, mayBePlain: boolean) => {
    const form = { csrfToken };
    const { ctx } = await createTestContext({ path: "signout", config, cookie, form });
    await requireCsrf(ctx, mayBePlain);
  };
  await require(token!, true);
  for (const sent of [`${token}.`, `${token}.0`, `${token}.${"x".repeat(22)}`, `${token}.x.y`]) {
    await assertRejects(() => require(sent, true), VisitorChanged);
  }
  await assertRejects(() => require(token!, false), VisitorChanged);
  await assertRejects(() => require(`x${token}.0`, true), MissingCSRF);
});

Deno.test("csrfToken() names the visitor without CSRF protection, too, and sets no cookie", async () => {
  const { config, cookies } = await createUsers("jwt");
  const off: Partial<AuthConfig> = { ...config, skipCSRFCheck };
  const { ctx } = await createTestContext({ path: "signin", config: off, cookie: cookies.ada! });
  assertMatch((await csrfToken(ctx))!, /^\.[\w-]{22}$/);
  assertEquals(outgoing(ctx), []);
});

Deno.test("visitorIn() returns what a token names", () => {
  assertEquals(["a.b", "a", ".b", undefined, 1].map(visitorIn), [
    "b",
    undefined,
    "b",
    undefined,
    undefined,
  ]);
});

Deno.test("the token that names no visitor is for forms of the app alone", async () => {
  const users = (await readCode()).filter(({ code }) =>
    /\b(?:browserToken|requireBrowserToken)\(/.test(code)
  );
  assertEquals(users.map(({ path }) => path), [
    // It ends what an operator does, also while nobody can say who that is.
    "src/capabilities/operators/acting_page.ts",
    // A proof says who signs in.
    "src/core/actions/callback.ts",
    "src/core/actions/csrf.ts",
    "src/core/actions/signin.ts",
    "src/request/csrf.ts",
    "src/request/sign_in_page.ts",
    "src/session/csrf.ts",
  ], "A page of the library takes `csrfToken()` and `requireCsrf()` of src/session/csrf.ts");
});
