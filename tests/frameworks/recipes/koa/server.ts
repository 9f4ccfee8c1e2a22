import { NodeAuth } from "@x/auth/node";
import GitHub from "@x/auth/providers/github";
import Koa from "koa";

const { handle, auth, signIn, signOut } = NodeAuth({ providers: [GitHub] });
const app = new Koa();

app.use(async (ctx, next) => {
  if (await handle(ctx.req, ctx.res)) ctx.respond = false;
  else await next();
});
app.use(async (ctx) => {
  const { req, res, method, path } = ctx;
  if (method === "POST" && path === "/logout") {
    ctx.redirect(await signOut(req, res, { redirectTo: "/" }));
    ctx.status = 303;
  } else if (path === "/dashboard") {
    const session = await auth(req, res);
    if (session?.user) ctx.body = `Hello ${session.user.name}`;
    else ctx.redirect(await signIn(req, res, undefined, { redirectTo: path }));
  }
});
app.listen(Number(process.env.PORT ?? 3000));
