import { createServerFn } from "@tanstack/react-start";
import { appendResponseHeader, getRequest } from "@tanstack/react-start/server";
import { auth } from "./auth";

export const getSession = createServerFn().handler(async () => {
  const headers = new Headers();
  const session = await auth.getSession(getRequest(), headers);
  appendResponseHeader("set-cookie", headers.getSetCookie());
  return session;
});
