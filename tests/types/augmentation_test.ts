import { assertEquals } from "@std/assert";
import {
  Auth,
  type AuthConfig,
  type DefaultSession,
  encode,
  type JWT,
  type Session,
  type User,
} from "@x/auth";
import Credentials from "@x/auth/providers/credentials";
import type {
  Account,
  Profile,
  Session as SessionOfTypes,
  User as UserOfTypes,
} from "@x/auth/types";
import type { JWT as JWTOfModule } from "@x/auth/jwt";
import type { Session as SessionOfDeno } from "@x/auth/deno";
import { expectType, type Same } from "./_expect.ts";

// The form that apps write. All members are optional, since they apply to every
// file that is checked together with this one.
declare module "@x/auth" {
  interface User {
    typeTestRole?: "admin" | "member";
  }
  interface Session {
    typeTestTenant?: string;
    user?: { typeTestRole?: "admin" | "member" } & DefaultSession["user"];
  }
  interface JWT {
    typeTestRole?: "admin" | "member";
  }
}

declare module "@x/auth/types" {
  interface Account {
    typeTestScopeCount?: number;
  }
  interface Profile {
    typeTestDepartment?: string;
  }
}

const SECRET = "a-secret-of-at-least-32-characters";
const salt = "authjs.session-token";

const config: AuthConfig = {
  providers: [
    Credentials({
      authorize: () => ({ id: "1", typeTestRole: "admin" }),
    }),
  ],
  secret: SECRET,
  trustHost: true,
  callbacks: {
    signIn({ user, account, profile }) {
      expectType<Same<typeof user.typeTestRole, "admin" | "member" | undefined>>();
      expectType<Same<NonNullable<typeof account>["typeTestScopeCount"], number | undefined>>();
      expectType<Same<NonNullable<typeof profile>["typeTestDepartment"], string | undefined>>();
      return true;
    },
    jwt({ token, user }) {
      expectType<Same<typeof token.typeTestRole, "admin" | "member" | undefined>>();
      if (user) token.typeTestRole = user.typeTestRole;
      // @ts-expect-error -- not one of the roles
      token.typeTestRole = "owner";
      token.typeTestRole = "member";
      return token;
    },
    session({ session, token }) {
      session.typeTestTenant = "acme";
      session.user.typeTestRole = token.typeTestRole;
      // @ts-expect-error -- a tenant is a string
      session.typeTestTenant = 1;
      return { ...session, typeTestTenant: "acme" };
    },
  },
};

Deno.test("augmentation: members added through @x/auth are in the types of every export", () => {
  expectType<Same<Session["typeTestTenant"], string | undefined>>();
  expectType<Same<SessionOfTypes["typeTestTenant"], string | undefined>>();
  expectType<Same<SessionOfDeno["typeTestTenant"], string | undefined>>();
  expectType<Same<UserOfTypes["typeTestRole"], User["typeTestRole"]>>();
  expectType<Same<JWTOfModule["typeTestRole"], JWT["typeTestRole"]>>();
  expectType<Same<Account["typeTestScopeCount"], number | undefined>>();
  expectType<Same<Profile["typeTestDepartment"], string | undefined>>();
  const session: Session = { expires: "soon", user: { name: "Ada", typeTestRole: "admin" } };
  // @ts-expect-error -- not one of the roles
  const wrong: Session = { expires: "soon", user: { typeTestRole: "owner" } };
  assertEquals(session.user?.typeTestRole, "admin");
  assertEquals(wrong.expires, "soon");
});

Deno.test("augmentation: the callbacks pass the added members from token to session", async () => {
  const token = await encode({ token: { sub: "1", typeTestRole: "admin" }, secret: SECRET, salt });
  const request = new Request("http://localhost/auth/session", {
    headers: { cookie: `${salt}=${token}` },
  });
  const session: Session = await (await Auth(request, config)).json();
  assertEquals(session.typeTestTenant, "acme");
  assertEquals(session.user?.typeTestRole, "member");
});
