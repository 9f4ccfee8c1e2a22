import { assertEquals, assertStringIncludes } from "@std/assert";
import express5 from "express";
import express4 from "express4";
import {
  ExpressAuth,
  type ExpressMiddleware,
  type ExpressRequest,
  getSession,
  type NodeResponse,
} from "../../src/frameworks/express.ts";
import type { AuthConfig } from "../../mod.ts";
import { createVisitor, type StartedApp } from "./_scenario.ts";
import { createConfig, type Listening, noProvider, startExample, takeThrough } from "./_in_deno.ts";

// The real declarations import those of Node, which change global types of other tests;
// `tsc` compares the declarations used here with them in the suite on Node.
type Request = ExpressRequest;
interface Response extends NodeResponse {
  append(name: string, value: string): void;
  send(text: string): void;
  redirect(location: string): void;
}
type Handler = (req: Request, res: Response, next: () => void) => Promise<void>;
interface Server {
  address(): { port: number };
  close(done: () => void): void;
  closeAllConnections(): void;
}
interface Router {
  use(...handlers: (ExpressMiddleware | Handler | Router)[]): this;
  use(path: string, ...handlers: (ExpressMiddleware | Handler | Router)[]): this;
  all(path: string, handler: ExpressMiddleware): this;
}
interface Express extends Router {
  set(name: string, value: unknown): this;
  get(path: string, handler: Handler): this;
  listen(port: number, hostname: string, done: () => void): Server;
}
interface Library {
  (): Express;
  Router(): Router;
  json(): ExpressMiddleware;
  urlencoded(options: { extended: boolean }): ExpressMiddleware;
}

const libraries: [string, Library][] = [["Express 4", express4], ["Express 5", express5]];

/** Adds the pages of the scenario. */
function addPages(app: Express, config: AuthConfig, signIn = "/auth/signin"): Express {
  app.get("/", async (req: Request, res: Response) => {
    const session = await getSession(req, config);
    res.send(session ? `Hello ${session.user?.name}` : "You are not signed in");
  });
  app.get("/dashboard", async (req: Request, res: Response) => {
    const session = await getSession(req, config);
    if (!session?.user) return res.redirect(signIn);
    res.send(`Hello ${session.user.name}`);
  });
  return app;
}

async function listen(app: Express, port = 0): Promise<Listening & { port: number }> {
  const server = await new Promise<Server>((resolve) => {
    const server = app.listen(port, "localhost", () => resolve(server));
  });
  return {
    port: server.address().port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Connections that are kept alive would keep the server open.
        server.closeAllConnections();
      }),
  };
}

/** Name of the mount, base path of the actions, and function that mounts the middleware. */
const mounts: [string, string, (library: Library, config: AuthConfig) => Express][] = [
  ["mounted at /auth", "/auth", (library, config) => library().use("/auth", ExpressAuth(config))],
  ["behind body parsers", "/auth", (library, config) =>
    library()
      .use(library.json(), library.urlencoded({ extended: true }))
      .use("/auth", ExpressAuth(config))],
  [
    "in a router",
    "/api/v1/auth",
    (library, config) =>
      library().use("/api", library.Router().use("/v1/auth", ExpressAuth(config))),
  ],
  ["at the root", "/auth", (library, config) => library().use(ExpressAuth(config))],
];

for (const [name, library] of libraries) {
  const wildcard = name === "Express 4" ? "/x/auth/*" : "/x/auth/*splat";
  const all: typeof mounts = [
    ...mounts,
    ["a wildcard", "/x/auth", (library, config) => library().use(wildcard, ExpressAuth(config))],
    [
      "every method of a wildcard",
      "/x/auth",
      (library, config) => library().all(wildcard, ExpressAuth(config)),
    ],
  ];
  for (const [how, basePath, create] of all) {
    Deno.test(`${name} in Deno, ${how}: the scenario`, async (t) => {
      await takeThrough(t, {
        basePath,
        start: (config, port) =>
          listen(addPages(create(library, config), config, `${basePath}/signin`), port),
      });
    });
  }

  Deno.test(`${name} in Deno: accepts x-forwarded-* only from trusted proxies`, async () => {
    const origins = async (trust: boolean, headers: HeadersInit) => {
      const config = { ...createConfig({ op: noProvider }), trustHost: true };
      const app = library().set("trust proxy", trust).use("/auth", ExpressAuth(config));
      const server = await listen(app);
      const response = await fetch(`http://localhost:${server.port}/auth/providers`, { headers });
      const { op } = await response.json();
      const own = `http://localhost:${server.port}`;
      const cookies = await fetch(`http://localhost:${server.port}/auth/csrf`, { headers });
      await cookies.body?.cancel();
      await server.stop();
      return [
        op.callbackUrl.replace(own, "(own)").replace(own.replace("http", "https"), "(https)"),
        /__Host-/.test(cookies.headers.getSetCookie().join()),
      ];
    };
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "app.example, inner" };
    assertEquals(await origins(false, forwarded), ["(own)/auth/callback/op", false]);
    assertEquals(await origins(true, forwarded), [
      "(https)/auth/callback/op", // a forwarded host needs `forwardedHops` or AUTH_URL
      true,
    ]);
    const odd = { "x-forwarded-proto": "javascript", "x-forwarded-host": "a@evil.example/?" };
    const config = { ...createConfig({ op: noProvider }), trustHost: true };
    const server = await listen(
      library().set("trust proxy", true).use("/auth", ExpressAuth(config)),
    );
    const response = await fetch(`http://localhost:${server.port}/auth/session`, { headers: odd });
    assertEquals(response.status, 200); // neither is trusted
    await response.body?.cancel();
    await server.stop();
  });

  Deno.test(`${name} in Deno: keeps cookies of the app, and a sign-out discards a renewal`, async () => {
    const config = { ...createConfig({ op: noProvider }), session: { updateAge: 0 } };
    const app = library()
      .use(async (req: Request, res: Response, next: () => void) => {
        res.append("Set-Cookie", "app=1");
        await getSession(req, config);
        await getSession(req, config);
        next();
      })
      .use("/auth", ExpressAuth(config));
    addPages(app, config);
    const server = await listen(app);
    const origin = `http://localhost:${server.port}`;
    const started: StartedApp = { origin, basePath: "/auth", csrf: true, op: noProvider };
    const visitor = createVisitor(started);
    const landing = await visitor.signIn("ada", "lovelace");
    assertStringIncludes(await landing.response.text(), "Hello Ada Lovelace");
    const names = (response: { headers: Headers }) =>
      response.headers.getSetCookie().map((cookie) => /^[^;]*?(?==)/.exec(cookie)?.[0]);
    assertEquals(names(landing.response), ["app", "authjs.session-token"]);
    const out = await visitor.post("/signout", { callbackUrl: origin });
    await out.body?.cancel();
    assertEquals(names(out).filter((one) => one === "authjs.session-token").length, 1);
    assertEquals(names(out).includes("app"), true);
    assertEquals(await visitor.session(), null);
    await server.stop();
  });
}

Deno.test("Express 5 in Deno: examples/express passes the scenario", async (t) => {
  await takeThrough(t, {
    start: (_config, port, op) =>
      startExample(
        {
          files: ["examples/express/server.js", "examples/express/app.js"],
          permissions: ["--allow-net", "--allow-env", "--allow-read"],
        },
        op,
        port,
      ),
  });
});
