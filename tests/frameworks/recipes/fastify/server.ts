import formbody from "@fastify/formbody";
import { NodeAuth } from "@x/auth/node";
import GitHub from "@x/auth/providers/github";
import Fastify from "fastify";

const { handle, auth, signIn, signOut } = NodeAuth({ providers: [GitHub] });
const app = Fastify();

app.register(formbody); // for forms of the app, such as the one that signs out
app.addHook("onRequest", async (request, reply) => {
  if (await handle(request.raw, reply.raw)) reply.hijack();
});
// Cookies that the app sets with Fastify would replace those of the session.
app.addHook("onSend", async (_request, reply) => {
  const cookies = reply.raw.getHeader("set-cookie");
  if (cookies) reply.header("set-cookie", cookies);
});

app.get("/dashboard", async ({ raw: req }, reply) => {
  const session = await auth(req, reply.raw);
  if (session?.user) return `Hello ${session.user.name}`;
  const target = await signIn(req, reply.raw, undefined, { redirectTo: "/dashboard" });
  return reply.redirect(target, 303);
});
app.post("/logout", async ({ raw: req }, reply) => {
  return reply.redirect(await signOut(req, reply.raw, { redirectTo: "/" }), 303);
});
await app.listen({ port: Number(process.env.PORT ?? 3000) });
