import { query, redirect } from "@solidjs/router";
import { getSession } from "@x/auth/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "./auth";

/** The session of the request, or `null`. */
export const readSession = query(async () => {
  "use server";
  return await getSession(getRequestEvent()!.request, config);
}, "session");

/** The session of the request; redirects to the sign-in page when there is none. */
export const requireSession = query(async (path: string) => {
  "use server";
  const session = await getSession(getRequestEvent()!.request, config);
  if (!session?.user) {
    throw redirect(`/api/auth/signin?${new URLSearchParams({ callbackUrl: path })}`);
  }
  return session;
}, "required session");
