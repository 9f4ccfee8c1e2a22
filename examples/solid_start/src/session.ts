import { query, redirect } from "@solidjs/router";
import { getSession } from "@x/auth/solid-start";
import { getRequestEvent } from "solid-js/web";
import { config } from "./auth";

/** Who is there, or `null`. */
export const readSession = query(async () => {
  "use server";
  return await getSession(getRequestEvent()!.request, config);
}, "session");

/** Who is there; sends everybody else to the sign-in page. */
export const requireSession = query(async (path: string) => {
  "use server";
  const session = await getSession(getRequestEvent()!.request, config);
  if (!session?.user) {
    throw redirect(`/api/auth/signin?${new URLSearchParams({ callbackUrl: path })}`);
  }
  return session;
}, "required session");
