import { assertEquals, assertMatch } from "@std/assert";
import { createServer } from "node:http";
import { NodeAuth } from "../../src/frameworks/node.ts";
import { createConfig, takeThrough } from "./_in_deno.ts";
import { listen, nodeApps } from "./_node_apps.ts";
import type { StartedApp } from "./_scenario.ts";
import { send } from "./_wire.ts";
import { captureConsole } from "../_console.ts";

/** Provider for apps whose tests use none. */
const noProvider: StartedApp["op"] = {
  issuer: "http://127.0.0.1:1",
  clientId: "c",
  clientSecret: "s",
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

const FORM = "application/x-www-form-urlencoded";

/** Posts a form with the cookies of a browser, and stores the cookies of the response. */
function createPoster(port: number) {
  const jar = new Map<string, string>();
  const origin = `http://localhost:${port}`;
  return async (path: string, fields: Record<string, string>, headers = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await send(port, {
      method: "POST",
      path,
      headers: { origin, cookie, "content-type": FORM, ...headers },
      body: new URLSearchParams(fields).toString(),
    });
    const { status, text, headers: answered } = response!;
    for (const line of answered.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const names = answered.getSetCookie().map((line) => line.split("=", 1)[0]).sort();
    return { status, text, location: answered.get("location"), names };
  };
}

for (const [name, start] of nodeApps) {
  Deno.test(`NodeAuth in Deno, ${name}: the scenario`, async (t) => {
    await takeThrough(t, { start: (config, port) => start(NodeAuth(config), port) });
  });

  Deno.test(`NodeAuth in Deno, ${name}: the app's forms sign in, update and sign out`, async () => {
    // Every page reads the session first, which is due for renewal each time.
    const config = { ...createConfig({ op: noProvider }), session: { updateAge: 0 } };
    const server = await start(NodeAuth(config));
    try {
      const origin = `http://localhost:${server.port}`;
      const post = createPoster(server.port);
      const session = "authjs.session-token";
      const wrong = await post("/login", { username: "ada", password: "wrong" });
      assertEquals([wrong.status, wrong.text, wrong.names], [401, "credentials", ["app"]]);
      const right = await post("/login", { username: "ada", password: "lovelace" });
      assertEquals([right.status, right.location], [303, `${origin}/`]);
      assertEquals(right.names, ["app", "authjs.callback-url", "authjs.device", session]);
      const renamed = await post("/rename", { name: "Countess" });
      assertEquals([renamed.status, renamed.text], [200, "Now Countess"]);
      assertEquals(renamed.names, ["app", session]);
      const foreign = await post("/logout", {}, { origin: "https://evil.example" });
      assertEquals([foreign.status, foreign.text], [403, "MissingCSRF"]);
      const out = await post("/logout", {});
      assertEquals([out.status, out.location], [303, `${origin}/`]);
      assertEquals(out.names, ["app", session]);
      // The renewal from the page's read must not restore the session.
      const gone = await post("/rename", { name: "Ada" });
      assertEquals([gone.text, gone.names], ["Now undefined", ["app"]]);
    } finally {
      await server.stop();
    }
  });

  Deno.test(`NodeAuth in Deno, ${name}: handles the next request after a body that ended too early`, async () => {
    const server = await start(NodeAuth(createConfig({ op: noProvider })));
    try {
      await send(server.port, {
        method: "POST",
        path: "/auth/callback/credentials",
        headers: { "content-type": FORM },
        body: "username=ada&password=lovelace",
        breaksAt: 10,
      });
      const next = await send(server.port, { method: "GET", path: "/auth/session" });
      assertEquals([next?.status, next?.text], [200, "null"]);
    } finally {
      await server.stop();
    }
  });
}

Deno.test("NodeAuth: without an app, other paths than actions return 404", async () => {
  const { handler } = NodeAuth(createConfig({ op: noProvider }));
  const server = await listen(createServer(handler()));
  const statuses = [];
  for (const path of ["/", "/auth", "/auth/nothing", "/auth/csrf"]) {
    statuses.push((await send(server.port, { method: "GET", path }))?.status);
  }
  assertEquals(statuses, [404, 404, 404, 200]);
  await server.stop();
});

Deno.test("NodeAuth: over TLS, the origin is https and cookies are secure", async () => {
  const { handler } = NodeAuth({ ...createConfig({ op: noProvider }), trustHost: true });
  const listener = handler();
  const server = await listen(
    createServer((req, res) => {
      Object.defineProperty(req.socket, "encrypted", { value: true });
      return listener(req, res);
    }),
  );
  const providers = await send(server.port, { method: "GET", path: "/auth/providers" });
  assertEquals(
    JSON.parse(providers!.text).op.callbackUrl,
    `https://localhost:${server.port}/auth/callback/op`,
  );
  const csrf = await send(server.port, { method: "GET", path: "/auth/csrf" });
  assertMatch(csrf!.headers.getSetCookie().join(), /^__Host-authjs\.csrf-token=.*; Secure/);
  await server.stop();
});

Deno.test("NodeAuth: reads the path from `originalUrl` when a router removed its prefix", async () => {
  const { handle } = NodeAuth(createConfig({ op: noProvider }));
  const server = await listen(
    createServer(async (req, res) => {
      const { url = "" } = req;
      await handle(Object.assign(req, { originalUrl: url, url: url.replace("/auth", "") }), res);
    }),
  );
  const csrf = await send(server.port, { method: "GET", path: "/auth/csrf" });
  assertEquals(csrf?.status, 200);
  await server.stop();
});

Deno.test("NodeAuth: a missing or invalid Host means 400 and no session", async () => {
  const { handler, auth, signOut } = NodeAuth({
    ...createConfig({ op: noProvider }),
    trustHost: true,
  });
  const listener = handler(async (req, res) => {
    const refused = await signOut(req, res).then(() => "signed out", (error) => error.type);
    res.end(new TextEncoder().encode(`${await auth(req, res)} ${refused}`));
  });
  const server = await listen(createServer(listener));
  for (const host of ["", "a b", "localhost:99999", "localhost/@evil.example", "a@localhost"]) {
    for (const path of ["/auth/session", "/page"]) {
      const answer = await send(server.port, { method: "GET", path, headers: { host } });
      assertEquals([answer?.status, answer?.headers.getSetCookie()], [400, []], host);
    }
  }
  await server.stop();
});

Deno.test("NodeAuth: a config function that throws means no session, and no action", async () => {
  using _errors = captureConsole("error");
  const { auth, handler, signIn } = NodeAuth(() => Promise.reject(new Error("unknown tenant")));
  const req = { method: "GET", headers: { host: "localhost" } } as never;
  assertEquals(await auth(req), null);
  const reason = await signIn(req, {} as never).catch(({ message }) => message);
  assertEquals(reason, "unknown tenant");
  const server = await listen(createServer(handler()));
  for (const path of ["/auth/session", "/page"]) {
    const answer = await send(server.port, { method: "GET", path });
    assertEquals([answer?.status, answer?.text], [500, "Internal server error"]);
  }
  await server.stop();
});
