import { assertEquals, assertMatch } from "@std/assert";
import { renderToString } from "preact-render-to-string";
import { h } from "preact";
import SignIn from "../../examples/fresh/islands/SignIn.tsx";
import { FreshAuth, type FreshAuthState } from "../../src/frameworks/fresh.ts";
import type { AuthConfig } from "../../mod.ts";
import { App as StandIn } from "./stand_ins/fresh.ts";
import { startExample, takeThrough } from "./_in_deno.ts";

/** Not a literal, so that it is not resolved before it is tried. */
const FRESH = ["jsr:", "@fresh/core@^2"].join("");
const real = await import(FRESH).catch(() => undefined);
const App: typeof StandIn = real?.App ?? StandIn;
const which = real ? "the real package" : "an App of the same shape: JSR cannot be reached";
console.log(`Fresh is tested with ${which}`);

function createApp(config: AuthConfig, basePath = ""): StandIn<FreshAuthState> {
  const auth = FreshAuth(config);
  return new App<FreshAuthState>({ basePath })
    .use(auth)
    .use("/dashboard", auth.protect)
    .get("/", ({ state }) => {
      return new Response(
        state.auth?.user ? `Hello ${state.auth.user.name}` : "Nobody is signed in",
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

Deno.test("Fresh: examples/fresh goes through the scenario, with an App of the same shape", async (t) => {
  await takeThrough(t, {
    start: (_config, port, op) =>
      startExample(
        {
          files: ["examples/fresh/main.ts"],
          permissions: ["--allow-net", "--allow-env", "--allow-read"],
        },
        op,
        port,
      ),
  });
});

Deno.test("Fresh: the plugin for Fresh 1 answers the actions, and files need no session", async (t) => {
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
              new Response(user ? `Hello ${user.name}` : "Nobody is signed in"),
            );
          },
        });
      });
      return { stop: () => server.shutdown() };
    },
  });
});

Deno.test("Fresh: under the app's base path the actions are too", async () => {
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

Deno.test("Fresh: islands sign in through the client", () => {
  assertMatch(renderToString(h(SignIn, {})), /<form>.*Sign in with OpenID Connect/);
});
