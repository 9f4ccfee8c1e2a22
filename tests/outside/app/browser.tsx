/** The browser's functions. */
import { getProviders, getSession, signIn, signOut } from "@x/auth/client";
import { signIn as withPasskey } from "@x/auth/client/webauthn";
import {
  type GetSessionParams,
  getSession as read,
  SessionProvider,
  type SessionProviderProps,
  type SignOutParams,
  useSession,
} from "@x/auth/next/react";
import { createElement, type ReactElement } from "react";

const wanted = new URLSearchParams("").get("to") ?? undefined;
const params: GetSessionParams = { broadcast: false };

export async function go(): Promise<void> {
  await signIn("github", { redirectTo: wanted });
  await withPasskey("passkey", { redirectTo: wanted, signal: undefined });
  const session = (await read(params)) ?? (await getSession());
  const out: SignOutParams<false> = { redirect: false, redirectTo: wanted };
  await signOut(out);
  const providers = await getProviders();
  console.log(session?.user.role, Object.keys(providers ?? {}));
  // @ts-expect-error -- a path is text
  await signIn("github", { redirectTo: 1 });
}

export function Page({ session, children }: SessionProviderProps): ReactElement {
  const { data, status } = useSession();
  if (status === "authenticated") console.log(data.user.role);
  return createElement(SessionProvider, { session, basePath: wanted }, children);
}
