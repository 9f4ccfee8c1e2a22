/**
 * Whole programs for the compiler: its messages about mistakes, and members that
 * apps add to interfaces, which would affect every other test if added here.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { compilerService, root } from "./_service.ts";

/** Errors that the compiler finds in a program, whose imports from `@/` are files here. */
async function check(program: string): Promise<string[]> {
  const { edit, errors } = await compilerService();
  edit(program.replaceAll(/"@\/(.+?)"/g, (_, path) => `"${root}/${path}"`));
  return errors();
}

/** Asserts how many errors there are, and words of them. */
function assertSaid(errors: readonly string[], count: number, words: readonly string[]): void {
  const said = errors.join("");
  for (const word of words) assertStringIncludes(said, word);
  assertEquals(errors.length, count, said);
}

Deno.test("defineAuth(): compiler errors name the mistake and the accepted types", async () => {
  const errors = await check(`
    import { defineAuth } from "@/src/frameworks/server.ts";
    import GitHub from "@/src/providers/github.ts";
    import Google from "@/src/providers/google.ts";

    const auth = defineAuth({
      providers: [GitHub, Google({ clientId: "id" })],
      callbacks: {
        jwt: ({ token }) => ({ ...token, role: "admin" }),
        session: ({ session, token }) => ({ ...session, role: token.role }),
      },
    });
    const request = new Request("https://app.example");
    (await auth.getSession(request))?.rolle;
    defineAuth({ providers: [], callbacks: { session: () => ({ role: 1 }) } });
  `);
  assertSaid(errors, 2, [
    "Property 'rolle' does not exist on type",
    "Did you mean 'role'?",
    "Type '{ role: number; }' is not assignable to type 'Awaitable<DefaultSession>'",
  ]);
});

Deno.test("defineAuth(): uses the members that an app adds to Session, User and JWT", async () => {
  const errors = await check(`
    import type { AuthConfig, Session } from "@/mod.ts";
    import { defineAuth, type TokenOf } from "@/src/frameworks/server.ts";
    import { DenoAuth } from "@/src/frameworks/deno.ts";
    import { getSession } from "@/src/frameworks/server.ts";
    import { expectType, type Same } from "@/tests/types/_expect.ts";

    // Through any of the exports.
    declare module "@/mod.ts" {
      interface Session { role: "admin" | "guest" }
    }
    declare module "@/src/types/mod.ts" {
      interface User { login?: string }
    }
    declare module "@/src/jwt.ts" {
      interface JWT { role: "admin" | "guest" }
    }
    const config: AuthConfig = {
      providers: [],
      callbacks: {
        session: ({ session, token }) => ({ ...session, role: token.role }),
      },
    };
    type Role = "admin" | "guest";
    const auth = defineAuth({ providers: [] });
    const typed = defineAuth(config);
    const request = new Request("https://app.example");
    expectType<Same<NonNullable<Awaited<ReturnType<typeof auth.getSession>>>, Session>>();
    expectType<Same<NonNullable<Awaited<ReturnType<typeof typed.getSession>>>, Session>>();
    expectType<Same<NonNullable<Awaited<ReturnType<typeof getSession>>>["role"], Role>>();
    expectType<Same<TokenOf<typeof typed>["role"], Role>>();
    const role: Role | undefined = (await auth.getSession(request))?.role;
    const login: string | undefined = (await DenoAuth(config).auth(request))?.user?.login;
    export { login, role };
  `);
  assertEquals(errors, []);
});

Deno.test("wrappers: what an app adds to Session counts beside what its callback returns", async () => {
  const errors = await check(`
    import type { Session } from "@/mod.ts";
    import { DenoAuth } from "@/src/frameworks/deno.ts";
    import type { FreshAuthState } from "@/src/frameworks/fresh.ts";
    import { expectType, type Same } from "@/tests/types/_expect.ts";

    // Through the wrapper's own door.
    declare module "@/src/frameworks/deno.ts" {
      interface Session { role: "admin" | "guest" }
    }
    type Role = "admin" | "guest";
    const { auth } = DenoAuth({
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
    });
    const session = await auth(new Request("https://app.example"));
    expectType<Same<NonNullable<typeof session>["role"], Role>>();
    expectType<Same<NonNullable<typeof session>["plan"], number>>();
    expectType<Same<FreshAuthState["auth"], Session | null>>();
    expectType<Same<NonNullable<FreshAuthState["auth"]>["role"], Role>>();
  `);
  assertEquals(errors, []);
});

Deno.test("wrappers: the compiler's words name what is wrong and what would do", async () => {
  const errors = await check(`
    import { DenoAuth } from "@/src/frameworks/deno.ts";
    import GitHub from "@/src/providers/github.ts";

    const auth = DenoAuth({
      providers: [GitHub, { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
      callbacks: {
        jwt: ({ token }) => ({ ...token, role: "admin" }),
        session: ({ session, token }) => ({ ...session, role: token.role }),
      },
    });
    const request = new Request("https://app.example");
    (await auth.auth(request))?.rolle;
    DenoAuth({ providers: [], sesion: {} });
    DenoAuth({ providers: [], callbacks: { session: () => ({ role: 1 }) } });
  `);
  assertSaid(errors, 3, [
    "Did you mean 'role'?",
    "'sesion' does not exist in type",
    "Type '{ role: number; }' is not assignable to type 'Awaitable<DefaultSession>'",
  ]);
});

Deno.test("DenoAuth(): the compiler says what to write in place of Deno.serve(handler)", async () => {
  const errors = await check(`
    import { DenoAuth } from "@/src/frameworks/deno.ts";
    const { handler } = DenoAuth({ providers: [] });
    Deno.serve(handler(() => new Response("Hello")));
    Deno.serve(handler(async (request, info) => new Response(request.url + info.remoteAddr)));
    Deno.serve(handler);
  `);
  const said = errors.join("");
  assertStringIncludes(said, "makes a handler: write Deno.serve(handler(app))");
  assertStringIncludes(said, ":6:");
});

Deno.test("expectType(): unequal types do not compile", async () => {
  const errors = await check(`
    import { expectType, type Same } from "@/tests/types/_expect.ts";
    expectType<Same<string, string | undefined>>();
    expectType<Same<{ a: 1 }, { a?: 1 }>>();
    expectType<Same<any, string>>();
    expectType<Same<string, string>>();
  `);
  assertSaid(errors, 3, []);
});
