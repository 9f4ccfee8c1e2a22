import { assertEquals, assertMatch } from "@std/assert";
import { renderToString } from "preact-render-to-string";
import { h } from "preact";
import SignIn from "../../examples/fresh/islands/SignIn.tsx";
import { FreshAuth, type FreshAuthState } from "../../src/frameworks/fresh.ts";
import type { AuthConfig } from "../../mod.ts";
import { App } from "./stand_ins/fresh.ts";
import { freePort } from "../browser/_demo.ts";
import { findFresh } from "./_fresh.ts";
import { noProvider, startExample, takeThrough } from "./_in_deno.ts";
import { protectedStep, routeInFresh } from "./_protected_route.ts";
import { createVisitor } from "./_scenario.ts";

const work = await Deno.makeTempDir({ prefix: "auth-fresh-" });
globalThis.addEventListener("unload", () => Deno.removeSync(work, { recursive: true }));
const fresh = await findFresh(work);
if ("why" in fresh) console.log(`SKIPPED tests with Fresh itself: ${fresh.why}`);

function createApp(config: AuthConfig, basePath = ""): App<FreshAuthState> {
  const auth = FreshAuth(config);
  return new App<FreshAuthState>({ basePath })
    .use(auth)
    .use("/dashboard", auth.protect())
    .get("/", ({ state }) => {
      return new Response(
        state.auth?.user ? `Hello ${state.auth.user.name}` : "You are not signed in",
      );
    })
    .get("/dashboard", ({ state }) => new Response(`Hello ${state.auth?.user?.name}`));
}

Deno.test("Fresh: the scenario", async (t) => {
  await takeThrough(t, {
    start(config, port) {
      const server = Deno.serve({ port, onListen: () => {} }, createApp(config).handler());
      return { stop: () => server.shutdown() };
    },
  });
});

Deno.test("Fresh: examples/fresh passes the scenario with the stand-in App", async (t) => {
  await takeThrough(t, {
    steps: [protectedStep],
    start: (_config, port, op) =>
      startExample(
        {
          files: ["examples/fresh/main.ts"],
          permissions: ["--allow-net", "--allow-env", "--allow-read"],
          texts: routeInFresh.texts,
        },
        op,
        port,
      ),
  });
});

/** Pages rendered by Fresh, in a process that also renders the built-in pages. */
const RENDERING = `import { App } from "fresh";
import { FreshAuth, type FreshAuthState } from "@x/auth/fresh";
import Credentials from "@x/auth/providers/credentials";

const auth = FreshAuth({
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }),
  ],
});

const app = new App<FreshAuthState>()
  .use(auth)
  .get("/", (ctx) => {
    const user = ctx.state.auth?.user;
    return ctx.render(<main class="page">{user ? <p>Hello {user.name}</p> : <p>Nobody</p>}</main>);
  });

await app.listen({ port: Number(Deno.env.get("PORT")) });
`;

Deno.test({
  name: "Fresh itself: examples/fresh passes the scenario",
  ignore: "why" in fresh,
  async fn(t) {
    if ("why" in fresh) return;
    console.log(`Fresh is from ${fresh.from}`);
    const { config } = fresh;
    await takeThrough(t, {
      steps: [protectedStep],
      start: (_config, port, op) =>
        startExample(
          {
            files: ["examples/fresh/main.ts"],
            permissions: ["-A"],
            config,
            texts: routeInFresh.texts,
          },
          op,
          port,
        ),
    });
  },
});

Deno.test({
  name: "Fresh itself: its pages show the session, next to the built-in pages",
  ignore: "why" in fresh,
  async fn() {
    if ("why" in fresh) return;
    const file = `${work}/rendering.tsx`;
    await Deno.writeTextFile(file, RENDERING);
    const port = freePort();
    const program = { files: [file], permissions: ["-A"], config: fresh.config };
    const server = await startExample(program, noProvider, port);
    try {
      const origin = `http://localhost:${port}`;
      const visitor = createVisitor({ origin, basePath: "/auth", csrf: true, op: noProvider });
      assertMatch((await visitor.read("/")).text, /<main class="page"><p>Nobody<\/p><\/main>/);
      assertMatch((await visitor.read("/auth/signin")).text, /<input[^>]* name="password"/);
      const { url, response } = await visitor.signIn("ada", "lovelace", "/");
      assertEquals(url.pathname, "/");
      assertMatch(await response.text(), /<p>Hello Ada Lovelace<\/p>/);
      assertEquals((await visitor.session())?.user, { name: "Ada Lovelace" });
      await (await visitor.post("/signout", { callbackUrl: origin })).body?.cancel();
      assertEquals(await visitor.session(), null);
      assertMatch((await visitor.read("/")).text, /<p>Nobody<\/p>/);
    } finally {
      await server.stop();
    }
  },
});

Deno.test("Fresh: the plugin for Fresh 1 handles the actions, and reads no session for static files", async (t) => {
  await takeThrough(t, {
    start(config, port) {
      const { name, middlewares } = FreshAuth(config).plugin;
      assertEquals([name, middlewares.length, middlewares[0]?.path], ["auth", 1, "/"]);
      const { handler } = middlewares[0]!.middleware;
      const server = Deno.serve({ port, onListen: () => {} }, async (request) => {
        const state: Record<string, unknown> = {};
        const { pathname } = new URL(request.url);
        const isFile = pathname === "/file.css";
        return await handler(request, {
          state,
          destination: isFile ? "static" : "route",
          next() {
            const { user } = state.auth as { user?: { name: string } } ?? {};
            if (isFile) return Promise.resolve(new Response(String("auth" in state)));
            if (!user && pathname === "/dashboard") {
              const headers = { location: "/auth/signin" };
              return Promise.resolve(new Response(null, { status: 302, headers }));
            }
            return Promise.resolve(
              new Response(user ? `Hello ${user.name}` : "You are not signed in"),
            );
          },
        });
      });
      return { stop: () => server.shutdown() };
    },
  });
});

Deno.test("Fresh: the actions are below the app's base path", async () => {
  const config: AuthConfig = { providers: [], secret: "s".repeat(32) };
  const handle = createApp(config, "/shop").handler();
  const status = async (path: string) =>
    (await handle(new Request(`http://localhost${path}`))).status;
  assertEquals(await status("/shop/auth/session"), 200);
  assertEquals(await status("/auth/session"), 404);
  const away = await handle(new Request("http://localhost/shop/dashboard?a=1&fresh-partial=true"));
  const location = new URL(away.headers.get("location") ?? "");
  assertEquals(location.pathname, "/shop/auth/signin");
  assertEquals(location.searchParams.get("callbackUrl"), "/shop/dashboard?a=1");
});

Deno.test("Fresh: an island that imports the client renders on the server", () => {
  assertMatch(renderToString(h(SignIn, {})), /<form>.*Sign in with OpenID Connect/);
});
