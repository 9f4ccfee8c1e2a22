import { useEffect, useState } from "preact/hooks";
import {
  type AuthClient,
  type ClientSafeProvider,
  createAuthClient,
  createSessionStore,
  createUseSession,
  getCsrfToken,
  getProviders,
  getSession,
  type Session,
  signIn,
  type SignInResponse,
  signOut,
  type SignOutResponse,
} from "../../src/client/mod.ts";
import { type UseSession, useSession } from "../../src/client/preact.ts";
import { defineAuth, type SessionOf } from "../../src/frameworks/server.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

Deno.test("createAuthClient(): the result of an action depends on `redirect`", () => {
  compiles(async () => {
    const leaving = await signIn("github", { redirectTo: "/" }, { prompt: "login" });
    expectType<Same<typeof leaving, void>>();
    const staying = await signIn("credentials", { redirect: false, password: "…" });
    expectType<Same<typeof staying, SignInResponse | undefined>>();
    const gone = await signOut();
    expectType<Same<typeof gone, void>>();
    const still = await signOut({ redirect: false });
    expectType<Same<typeof still, SignOutResponse>>();
    const session = await getSession();
    expectType<Same<typeof session, Session | null>>();
    const providers = await getProviders();
    expectType<Same<typeof providers, Record<string, ClientSafeProvider> | null>>();
    const token = await getCsrfToken();
    expectType<Same<typeof token, string>>();
    // @ts-expect-error a path, or a function that returns one
    createAuthClient({ basePath: 1 });
    // @ts-expect-error `expires` is missing
    createSessionStore(createAuthClient(), { session: { user: {} } });
  });
  expectType<Same<ReturnType<typeof createAuthClient>, AuthClient>>();
});

Deno.test("useSession(): `status` tells if there is a session", () => {
  compiles(() => {
    const { data, status, update } = useSession({ session: null, refetchInterval: 60 });
    expectType<Same<ReturnType<typeof update>, Promise<Session | null>>>();
    if (status === "authenticated") expectType<Same<typeof data, Session>>();
    else if (status === "unauthenticated") expectType<Same<typeof data, null>>();
    else expectType<Same<typeof data, Session | null>>();
    // @ts-expect-error unknown option
    useSession({ refetch: 1 });
  });
});

Deno.test("useSession(): takes the type of the server's session, with the hooks of any library", () => {
  const auth = defineAuth({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  });
  type AppSession = SessionOf<typeof auth>;
  const own = createUseSession({ useEffect, useState }, createAuthClient({ basePath: "/api" }));
  expectType<Same<typeof own, UseSession>>();
  compiles(() => {
    const { data, update } = own<AppSession>();
    expectType<Same<NonNullable<typeof data>["plan"], number>>();
    expectType<Same<ReturnType<typeof update>, Promise<AppSession | null>>>();
    // @ts-expect-error the initial session has the same type
    own<AppSession>({ session: { expires: "" } });
  });
  // The hooks of React, with the signatures of its types.
  type Reacts = {
    useState<S>(initial: S | (() => S)): [S, (action: S | ((before: S) => S)) => void];
    useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
  };
  compiles(() => createUseSession({} as Reacts));
});
