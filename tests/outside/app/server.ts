/** The server functions and the wrappers of frameworks. */
import express, { type NextFunction, type Request as Req, type Response as Res } from "express";
import type { IncomingMessage } from "node:http";
import { DenoAuth } from "@x/auth/deno";
import { ExpressAuth, getSession } from "@x/auth/express";
import { FreshAuth } from "@x/auth/fresh";
import { HonoAuth } from "@x/auth/hono";
import NextAuth from "@x/auth/next";
import { defineAuth, getSession as readSession, type SessionOf } from "@x/auth/server";
import { list as listSessions } from "@x/auth/sessions";
import { SolidAuth } from "@x/auth/solid-start";
import GitHub from "@x/auth/providers/github";
import { config } from "./config.js";

const app = express();
app.use("/auth", ExpressAuth(config));
app.get("/", async (req: Req, res: Res, next: NextFunction) => {
  const session = await getSession(req, config);
  if (!session) return next();
  res.send(session.user.role);
});
export const ofIncoming = (req: IncomingMessage) => getSession(req, config);

export const auth = defineAuth({
  providers: [GitHub({ clientId: process.env.GITHUB_ID })],
  secret: process.env.AUTH_SECRET,
  callbacks: {
    jwt: ({ token }) => ({ ...token, plan: 1 }),
    session: ({ session, token }) => ({ ...session, plan: token.plan }),
  },
});
export type AppSession = SessionOf<typeof auth>;

export async function page(request: Request): Promise<Response> {
  const session: AppSession | null = await auth.getSession(request);
  const plain = await readSession(request, config);
  const records = await listSessions(config, plain?.user.id ?? "");
  // An id that is known at run time only.
  await auth.signIn(request, new URL(request.url).searchParams.get("provider") ?? "github");
  // @ts-expect-error -- an id is text
  await auth.signIn(request, 1);
  return Response.json({ plan: session?.plan.toFixed(), role: plain?.user.role, records });
}
export const wrappers = [DenoAuth(config), FreshAuth(config), HonoAuth(config), SolidAuth(config)];
export const { handlers } = NextAuth(config);
