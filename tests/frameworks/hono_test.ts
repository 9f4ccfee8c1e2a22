import { assertEquals, assertMatch } from "@std/assert";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Auth } from "../../mod.ts";
import { getSession, HonoAuth, signIn, signOut } from "../../src/frameworks/hono.ts";
import { CredentialsSignin } from "../../src/errors.ts";
import { startExample, takeThrough } from "./_in_deno.ts";

Deno.test("Hono in Deno: examples/hono.ts passes the scenario", async (t) => {
  await takeThrough(t, {
    start: (_config, port, op) =>
      startExample(
        { files: ["examples/hono.ts"], permissions: ["--allow-net", "--allow-env"] },
        op,
        port,
      ),
  });
});

Deno.test("Hono in Deno: works under a router's base path, behind another middleware", async (t) => {
  await takeThrough(t, {
    basePath: "/api/auth",
    start(config, port) {
      const app = new Hono();
      app.use(bodyLimit({ maxSize: 100_000 }));
      app.use(HonoAuth(() => config));
      config.basePath = "/api/auth";
      app.get("/", async (c) => {
        const session = await getSession(c);
        return c.html(session ? `Hello ${session.user?.name}` : "You are not signed in");
      });
      const inner = new Hono();
      inner.get("/", async (c) => {
        const session = await getSession(c);
        // A raw response has separate headers.
        return session?.user
          ? new Response(`Hello ${session.user.name}`)
          : await signIn(c, undefined, { redirectTo: "/dashboard" });
      });
      app.route("/dashboard", inner);
      const server = Deno.serve({ port, onListen: () => {} }, app.fetch);
      return { stop: () => server.shutdown() };
    },
  });
});

Deno.test("Hono in Deno: an app on @auth/core changes only its imports", async (t) => {
  const peer = await import("@auth/core");
  for (const [name, handle] of [["theirs", peer.Auth as typeof Auth], ["ours", Auth]] as const) {
    await t.step(name, async (t) => {
      await takeThrough(t, {
        start(config, port) {
          config.trustHost = true;
          config.basePath = "/auth";
          const app = new Hono();
          app.all("/auth/*", (c) => handle(c.req.raw, config));
          const session = async (request: Request) => {
            const url = new URL("/auth/session", request.url);
            const headers = { cookie: request.headers.get("cookie") ?? "" };
            const response = await handle(new Request(url, { headers }), config);
            return await response.json();
          };
          app.get("/", async (c) => {
            const user = (await session(c.req.raw))?.user;
            return c.text(user ? `Hello ${user.name}` : "You are not signed in");
          });
          app.get("/dashboard", async (c) => {
            const user = (await session(c.req.raw))?.user;
            return user ? c.text(`Hello ${user.name}`) : c.redirect("/auth/signin");
          });
          const server = Deno.serve({ port, onListen: () => {} }, app.fetch);
          return { stop: () => server.shutdown() };
        },
      });
    });
  }
});

Deno.test("Hono in Deno: signIn() in the app's forms throws refusals and sets every cookie", async (t) => {
  let origin = "";
  await takeThrough(t, {
    async start(config, port) {
      origin = `http://localhost:${port}`;
      const app = new Hono();
      app.use(HonoAuth(config));
      app.get("/", async (c) => {
        const session = await getSession(c);
        return c.text(session ? `Hello ${session.user?.name}` : "You are not signed in");
      });
      app.get("/dashboard", async (c) => {
        const session = await getSession(c);
        return session ? c.text(`Hello ${session.user?.name}`) : await signIn(c);
      });
      app.post("/login", async (c) => {
        const { username, password } = await c.req.parseBody();
        try {
          return await signIn(c, "credentials", { username, password, redirectTo: "/dashboard" });
        } catch (error) {
          const code = error instanceof CredentialsSignin ? error.code : "other";
          return c.text(code, 401);
        }
      });
      app.post("/logout", async (c) => {
        await getSession(c);
        return await signOut(c, { redirectTo: "/" });
      });
      const server = Deno.serve({ port, onListen: () => {} }, app.fetch);
      const post = (path: string, fields: Record<string, string>, headers: HeadersInit = {}) =>
        fetch(origin + path, {
          method: "POST",
          headers,
          body: new URLSearchParams(fields),
          redirect: "manual",
        });
      const refused = await post("/login", { username: "ada", password: "wrong" });
      assertEquals([refused.status, await refused.text()], [401, "credentials"]);
      assertEquals(refused.headers.getSetCookie(), []);
      const foreign = await post("/login", { username: "ada", password: "lovelace" }, {
        origin: "https://evil.example",
      });
      assertEquals([foreign.status, await foreign.text()], [401, "other"]);
      const right = await post("/login", { username: "big", password: "lovelace" });
      await right.body?.cancel();
      assertEquals(right.status, 303);
      assertEquals(right.headers.get("location"), `${origin}/dashboard`);
      const cookies = right.headers.getSetCookie();
      const chunks = cookies.filter((cookie) => /session-token\.\d=/.test(cookie));
      assertEquals(chunks.length >= 2, true);
      const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
      const inside = await fetch(`${origin}/dashboard`, { headers: { cookie } });
      assertEquals(await inside.text(), "Hello Big");
      const out = await post("/logout", {}, { cookie, origin });
      await out.body?.cancel();
      for (const one of out.headers.getSetCookie()) assertMatch(one, /Max-Age=0|callback-url/);
      return { stop: () => server.shutdown() };
    },
  });
});
