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
import { defineAuth, type SessionOf } from "../../mod.ts";
import { compiles, holds, type Same } from "./_same.ts";

Deno.test("the client: what is answered depends on whether the browser leaves", () => {
  compiles(async () => {
    const leaving = await signIn("github", { redirectTo: "/" }, { prompt: "login" });
    holds<Same<typeof leaving, void>>();
    const staying = await signIn("credentials", { redirect: false, password: "…" });
    holds<Same<typeof staying, SignInResponse | undefined>>();
    const gone = await signOut();
    holds<Same<typeof gone, void>>();
    const still = await signOut({ redirect: false });
    holds<Same<typeof still, SignOutResponse>>();
    const session = await getSession();
    holds<Same<typeof session, Session | null>>();
    const providers = await getProviders();
    holds<Same<typeof providers, Record<string, ClientSafeProvider> | null>>();
    const token = await getCsrfToken();
    holds<Same<typeof token, string>>();
    // @ts-expect-error a path, or a function that returns one
    createAuthClient({ basePath: 1 });
    // @ts-expect-error a session says when it ends
    createSessionStore(createAuthClient(), { session: { user: {} } });
  });
  holds<Same<ReturnType<typeof createAuthClient>, AuthClient>>();
});

Deno.test("useSession(): the status says whether there is a session", () => {
  compiles(() => {
    const { data, status, update } = useSession({ session: null, refetchInterval: 60 });
    holds<Same<ReturnType<typeof update>, Promise<Session | null>>>();
    if (status === "authenticated") holds<Same<typeof data, Session>>();
    else if (status === "unauthenticated") holds<Same<typeof data, null>>();
    else holds<Same<typeof data, Session | null>>();
    // @ts-expect-error no such option
    useSession({ refetch: 1 });
  });
});

Deno.test("useSession(): takes the shape of the server's session, with any library's hooks", () => {
  const auth = defineAuth({
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, plan: 1 }) },
  });
  type AppSession = SessionOf<typeof auth>;
  const own = createUseSession({ useEffect, useState }, createAuthClient({ basePath: "/api" }));
  holds<Same<typeof own, UseSession>>();
  compiles(() => {
    const { data, update } = own<AppSession>();
    holds<Same<NonNullable<typeof data>["plan"], number>>();
    holds<Same<ReturnType<typeof update>, Promise<AppSession | null>>>();
    // @ts-expect-error what the server knew has the same shape
    own<AppSession>({ session: { expires: "" } });
  });
  // The hooks of React, as its types declare them.
  type Reacts = {
    useState<S>(initial: S | (() => S)): [S, (action: S | ((before: S) => S)) => void];
    useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
  };
  compiles(() => createUseSession({} as Reacts));
});
