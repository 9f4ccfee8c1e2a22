/**
 * An app that shows no page without a session, behind each wrapper. A browser asks for its icon by
 * itself, on every page, and is led to the sign-in page too: the user ends on the page that was
 * asked for, whatever the way in, and after a wrong password.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import express5 from "express";
import { Hono } from "hono";
import { createServer } from "node:http";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig, Session } from "../../mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import * as express from "../../src/frameworks/express.ts";
import { FreshAuth, type FreshContext } from "../../src/frameworks/fresh.ts";
import * as hono from "../../src/frameworks/hono.ts";
import { NodeAuth } from "../../src/frameworks/node.ts";
import * as solid from "../../src/frameworks/solid_start.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import {
  createBrowser,
  type Landing,
  type TestBrowser,
  totpCode,
} from "../../src/tools/testing/mod.ts";
import { type App, PORTS, shown, targetOf } from "./_everything_ports.ts";
import { listen } from "./_node_apps.ts";
import { freePort } from "../browser/_demo.ts";

const PAGE = "/reports?year=2026&tab=2";
const ADA = "ada@example.com";
const GRACE = "grace@example.com";
const PASSWORD = "engines weave algebraic patterns";
/** The button that asks for a link instead of the password. */
const LINK = "Email me a sign-in link";
const OTHER = "looms weave flowers and leaves";

/** A server of Node, asked over the network. */
async function inNode(listener: unknown, port: number): Promise<App> {
  // deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
  const server = await listen(createServer(listener as any) as any, port);
  return {
    handle: (request) => fetch(request, { redirect: "manual" }),
    close: () => server.stop(),
  };
}

const APPS: Record<string, (config: AuthConfig, port: number) => App | Promise<App>> = {
  "Deno.serve": (config) => {
    const { handler, auth, signIn } = DenoAuth(config);
    return {
      handle: handler(async (request) => {
        const session = await auth(request);
        if (session) return shown(session.user?.email);
        return await signIn(request, undefined, { redirectTo: targetOf(request.url) });
      }),
    };
  },
  defineAuth: (config) => {
    const auth = defineAuth(config as never);
    return {
      async handle(request) {
        if (new URL(request.url).pathname.startsWith("/auth/")) return await auth.handler(request);
        const session = await auth.getSession(request);
        if (session) return shown(session.user?.email);
        return await auth.signIn(request, undefined, { redirectTo: targetOf(request.url) });
      },
    };
  },
  Fresh: (config) => {
    const auth = FreshAuth(config);
    return {
      handle(req) {
        const state: { auth?: Session | null } = {};
        const ctx: FreshContext = {
          req,
          state,
          next: () =>
            auth.protect()({ ...ctx, next: () => Promise.resolve(shown(state.auth?.user?.email)) }),
        };
        return auth(ctx);
      },
    };
  },
  Hono: (config) => {
    const app = new Hono();
    app.use(hono.HonoAuth(config));
    app.all("*", async (c) => {
      const session = await hono.getSession(c);
      if (session) return shown(session.user?.email);
      return await hono.signIn(c, undefined, { redirectTo: targetOf(c.req.url) });
    });
    return { handle: (request) => app.fetch(request) };
  },
  SolidStart: (config) => {
    const { GET, POST } = solid.SolidAuth(config);
    return {
      async handle(request) {
        const event = { request };
        const answer = await (request.method === "GET" ? GET : POST)(event);
        if (answer) return answer;
        const session = await solid.getSession(request, config);
        if (session) return shown(session.user?.email);
        return await solid.signIn(event, config, undefined, { redirectTo: targetOf(request.url) });
      },
    };
  },
  "node:http": (config, port) => {
    const { handler, auth, signIn } = NodeAuth(config);
    return inNode(
      handler(async (req, res) => {
        const session = await auth(req, res);
        if (session) return void res.end(`Hello ${session.user?.email}`);
        const location = await signIn(req, res, undefined, { redirectTo: req.url });
        res.statusCode = 303;
        res.setHeader("location", location);
        res.end();
      }),
      port,
    );
  },
  ...PORTS,
  Express: (config, port) => {
    const app = express5();
    app.use("/auth", express.ExpressAuth(config) as never);
    // deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
    app.use(async (req: any, res: any) => {
      const session = await express.getSession(req, config);
      if (session) return res.type("text").send(`Hello ${session.user?.email}`);
      const redirectTo = req.originalUrl;
      res.redirect(303, await express.signIn(req, config, undefined, { redirectTo }));
    });
    return inNode(app, port);
  },
};

/** A person's browser, which asks for the icon of the site on every page. */
function createPerson(origin: string, { handle }: App) {
  const browser = createBrowser(origin, { [origin]: handle });
  const askForIcon = async () => {
    const headers = { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" };
    for (let url: string | null = `${origin}/favicon.ico`, hops = 0; url && hops < 5; hops++) {
      const response: Response = await browser.fetch(url, { headers });
      await response.body?.cancel();
      const location = response.headers.get("location");
      url = location && new URL(location, url).href;
    }
  };
  const arrive = async (landing: Landing) => {
    await askForIcon();
    return landing;
  };
  return {
    visit: async (url: string) =>
      await arrive(await browser.visit(url, { headers: { accept: "text/html" } })),
    submit: async (...how: Parameters<TestBrowser["submit"]>) =>
      await arrive(await browser.submit(...how)),
  };
}

async function isOnPage({ url, response }: Landing, email: string): Promise<void> {
  assertEquals(targetOf(url.href), PAGE);
  assertEquals(await response.text(), `Hello ${email}`);
}

for (const [name, start] of Object.entries(APPS)) {
  Deno.test(`${name}: an app that protects everything leads back to the page that was asked for`, async (t) => {
    const port = freePort();
    const origin = `http://localhost:${port}`;
    const adapter = MemoryAdapter();
    const links: string[] = [];
    const config: AuthConfig = {
      providers: [
        Password({ cost: { ln: 1, r: 1, p: 1, iterations: 1 } }),
        {
          id: "mail",
          name: "Email",
          type: "email",
          sendVerificationRequest: ({ url }) => void links.push(url),
        },
      ],
      adapter,
      session: { revocation: {} },
      factors: [Totp()],
      limits: false,
      basePath: "/auth",
      secret: `a-secret-of-at-least-32-characters ${name}`,
      trustHost: true,
      sendMail: () => {},
      logger: { error: () => {}, warn: () => {}, debug: () => {} },
    };
    for (const [id, email] of [["ada", ADA], ["grace", GRACE]] as const) {
      await adapter.createUser({ id, email, emailVerified: new Date() });
      assertEquals(await setPassword(config, id, PASSWORD), null);
    }
    const app = await start(config, port);
    const open = () => createPerson(origin, app);
    try {
      await t.step("by a password, after a wrong one", async () => {
        const person = open();
        const asked = await person.visit(PAGE);
        assertEquals(asked.url.pathname, "/auth/signin");
        const second = await person.submit(asked, { email: ADA });
        const refused = await person.submit(second, { password: "wrong" });
        assertEquals(refused.url.pathname, "/auth/signin");
        await isOnPage(await person.submit(refused, { password: PASSWORD }), ADA);
      });

      await t.step("by a link", async () => {
        const person = open();
        await person.submit(
          await person.submit(await person.visit(PAGE), { email: ADA }),
          {},
          LINK,
        );
        await isOnPage(await person.visit(links.pop()!), ADA);
      });

      await t.step("by a new password, after the old one was forgotten", async () => {
        const person = open();
        const asked = await person.submit(await person.visit(PAGE), { email: ADA });
        await person.submit(asked, {}, "Forgot password?");
        const form = await person.visit(links.pop()!);
        await isOnPage(await person.submit(form, { password: OTHER }), ADA);
      });

      await t.step("by a second factor", async () => {
        const first = open();
        await first.submit(await first.submit(await first.visit(PAGE), { email: GRACE }), {
          password: PASSWORD,
        });
        const enrolling = await first.submit("/auth/factors", {}, "Set up authenticator app");
        const html = await enrolling.response.clone().text();
        const [secret] = /([A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(html) ?? [];
        const now = Date.now();
        await first.submit(enrolling, { answer: await totpCode(secret!, new Date(now)) });

        const person = open();
        const asked = await person.submit(await person.visit(PAGE), { email: GRACE });
        const gate = await person.submit(asked, { password: PASSWORD });
        assertEquals(gate.url.pathname, "/auth/factor");
        // The code of this half minute is used up.
        const answer = await totpCode(secret!, new Date(now + 30_000));
        await isOnPage(await person.submit(gate, { answer }), GRACE);
      });
    } finally {
      await app.close?.();
    }
  });
}
