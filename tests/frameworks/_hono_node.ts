/**
 * Tests of Hono's server for Node, which replaces the global `Request` and `Response`. A file of
 * tests calls this once, since it cannot put them back; test files have separate globals.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { getSession, HonoAuth, signIn } from "../../src/frameworks/hono.ts";
import { withCookies } from "../../src/server/cookies.ts";
import { toRedirect } from "../../src/server/request_actions.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { makeFetch } from "../../src/flows/oauth/fetch.ts";
import { createBrowser, createIdp } from "../../src/tools/testing/mod.ts";
import type { ResolvedOAuthProvider } from "../../src/types/resolved_provider.ts";
import { providerAt } from "../_idp.ts";
import { takeThrough } from "./_in_deno.ts";
import { listen } from "./_node_apps.ts";

/** Function of the package that is used. */
export type CreateServer = (
  options: { fetch: (request: Request) => Response | Promise<Response> },
) => unknown;

const cookie = (name: string) => ({ name, value: "1", options: { path: "/" } });

/** Registers the tests of a version of the package. */
export function testHonoOnNode(version: string, createServer: CreateServer): void {
  const { Request: OwnRequest, Response: OwnResponse } = globalThis;
  createServer({ fetch: () => new Response() });
  const test = (name: string, run: (t: Deno.TestContext) => Promise<void>) =>
    Deno.test(`Hono on Node, version ${version}: ${name}`, run);

  test("the global classes are replaced", () => {
    assert(Request !== OwnRequest);
    assert(Response !== OwnResponse);
    assertEquals(OwnResponse.json({}) instanceof Response, false);
    assertEquals(new Response(new Uint8Array(1)).headers.has("content-type"), true);
    return Promise.resolve();
  });

  for (const isBehind of [false, true]) {
    const where = isBehind ? "behind a middleware that sets headers" : "alone";
    test(`passes the scenario, ${where}`, async (t) => {
      await takeThrough(t, {
        start(config, port) {
          const app = new Hono();
          // Hono copies each answer when the app has set headers before.
          if (isBehind) app.use(cors());
          app.use(HonoAuth(config));
          app.get("/", async (c) => {
            const session = await getSession(c);
            return c.text(session ? `Hello ${session.user?.name}` : "You are not signed in");
          });
          app.get("/dashboard", async (c) => {
            const session = await getSession(c);
            return session ? c.text(`Hello ${session.user?.name}`) : await signIn(c);
          });
          // deno-lint-ignore no-explicit-any -- a server of Node
          return listen(createServer({ fetch: app.fetch }) as any, port);
        },
      });
    });
  }

  test("a refusal is explained, also when `conform` returns what it was given", async () => {
    const idp = await createIdp();
    // Without an error code, only the status says what is wrong.
    idp.hostile.answer = { token: () => new Response("refused", { status: 401 }) };
    for (const conform of [undefined, (response: Response) => response]) {
      const lines: string[] = [];
      const { handler } = defineAuth({
        providers: [
          providerAt(idp, "idp", {
            token: { url: `${idp.issuer}/token`, ...conform ? { conform } : {} },
          }),
        ],
        secret: "a-secret-of-at-least-32-characters",
        logger: { error: (error) => lines.push(error.message) },
      });
      const origin = "http://localhost:3000";
      const browser = createBrowser(origin, { [origin]: handler, [idp.issuer]: idp.handler });
      await browser.signIn("idp");
      assertStringIncludes(lines.join("\n"), "check `clientSecret` (AUTH_IDP_SECRET)");
    }
  });

  test("provider requests take a `Request` of the platform", async () => {
    const seen: unknown[] = [];
    const provider = {
      id: "idp",
      fetch: (input: Request) => {
        seen.push(input.url);
        return Promise.resolve(OwnResponse.json({ a: 1 }, { headers: { "x-a": "1" } }));
      },
    } as unknown as ResolvedOAuthProvider;
    const url = "https://idp.example/userinfo";
    const answer = await makeFetch(provider, "userinfo")(new OwnRequest(url, { method: "POST" }));
    assertEquals(seen, [url]);
    const copy = answer.clone();
    for (const { headers } of [answer, copy]) {
      assertEquals([...headers], [["content-type", "application/json"], ["x-a", "1"]]);
    }
    assertEquals(await answer.json(), { a: 1 });
  });

  test("an answer without a content type gets none", async () => {
    const provider = {
      id: "idp",
      fetch: () => Promise.resolve(new OwnResponse(new Uint8Array([97]))),
    } as unknown as ResolvedOAuthProvider;
    const answer = await makeFetch(provider, "userinfo")("https://idp.example/");
    assertEquals([...answer.headers], []);
    assertEquals(await answer.text(), "a");
  });

  test("cookies are added to any response, and stay when it is copied", async () => {
    const added = new Response("a", { status: 201 });
    added.headers.append("set-cookie", "app=1");
    const responses: [Response, string[]][] = [
      [await fetch("data:text/plain,a"), []], // has immutable headers
      [new OwnResponse("a", { headers: [["set-cookie", "x=1"], ["set-cookie", "y=1"]] }), [
        "x=1",
        "y=1",
      ]],
      [added, ["app=1"]],
    ];
    for (const [response, own] of responses) {
      const { status } = response;
      const result = withCookies(response, [cookie("a"), cookie("b")]);
      // As Hono copies responses.
      const copy = new Response(result.body, result);
      assertEquals(copy.status, status);
      assertEquals(copy.headers.getSetCookie(), [...own, "a=1; Path=/", "b=1; Path=/"]);
      assertEquals(copy.headers.get("cache-control"), "private, no-store");
      assertEquals(await copy.text(), "a");
    }
  });

  test("a redirect keeps its headers when it is copied", () => {
    const result = toRedirect({ redirect: "/next", cookies: [cookie("a"), cookie("b")] });
    const { status, headers } = new Response(result.body, result);
    assertEquals([status, headers.get("location")], [303, "/next"]);
    assertEquals(headers.getSetCookie(), ["a=1; Path=/", "b=1; Path=/"]);
    return Promise.resolve();
  });

  test("the OpenID Provider for tests refuses a request without a proof", async () => {
    const algorithm = { name: "ECDSA", namedCurve: "P-256" };
    const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
    const clientKey = await crypto.subtle.exportKey("jwk", publicKey);
    const idp = await createIdp({ fapi2: { clientKey } });
    const answer = await idp.fetch(`${idp.issuer}/userinfo`);
    assertEquals(await answer.json(), { error: "invalid_dpop_proof" });
  });
}
