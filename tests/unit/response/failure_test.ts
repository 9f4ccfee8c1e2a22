import { assertEquals, assertMatch, assertRejects, assertStrictEquals } from "@std/assert";
import {
  AccessDenied,
  AuthError,
  CredentialsSignin,
  InvalidCheck,
  MissingCSRF,
  MissingSecret,
  PayloadTooLarge,
  UnknownAction,
} from "../../../src/errors.ts";
import { nextAuth4 } from "../../../src/tools/migrate/next_auth_4.ts";
import { answerConfigError, answerError, refusal } from "../../../src/response/failure.ts";
import { toResponse } from "../../../src/response/respond.ts";
import { APP, createTestContext, type TestRequest } from "../_context.ts";

async function fail(thrown: unknown, request: TestRequest = { path: "signin" }) {
  const { ctx, errors } = await createTestContext(request);
  return { answer: await answerError(thrown, ctx.request, ctx.config, ctx), errors, ctx };
}

async function refuse(error: unknown, accept = "*/*") {
  const { ctx: { request: { request }, config }, errors } = await createTestContext({
    path: "session",
    headers: { accept },
  });
  return { response: toResponse(await refusal(error, request, config, APP)), errors };
}

Deno.test("refusal() responds with the status of the class and the message", async () => {
  for (
    const [error, status] of [[new UnknownAction("No"), 400], [
      new PayloadTooLarge("No"),
      413,
    ]] as const
  ) {
    const { response } = await refuse(error);
    assertEquals(response.status, status);
    assertEquals(await response.json(), "Bad request. No.");
    assertEquals(response.headers.get("x-content-type-options"), "nosniff");
  }
});

Deno.test("refusal() rethrows other errors", async () => {
  await assertRejects(() => refuse(new TypeError("the stream broke")), TypeError, "broke");
});

Deno.test("refusal() shows people a page, with the reference that the log has", async () => {
  const cases: [AuthError, number, string][] = [
    [new UnknownAction("No"), 404, "This page does not exist"],
    [new PayloadTooLarge("No"), 413, "Something went wrong"],
  ];
  for (const [error, status, heading] of cases) {
    const { response, errors } = await refuse(error, "text/html,*/*;q=0.8");
    assertEquals(response.status, status);
    assertEquals(response.headers.get("content-type"), "text/html; charset=utf-8");
    const html = await response.text();
    assertMatch(html, new RegExp(`<title>Error: ${heading}`));
    assertMatch(html, /<html lang="en"/);
    const [, reference] = /Reference ([0-9A-F]{6})</.exec(html)!;
    assertEquals((errors as AuthError[]).map((one) => one.reference), [reference!]);
  }
});

class OutOfHours extends CredentialsSignin {
  override code = "closed";
}

const pages: [string, unknown, string][] = [
  ["a client-safe error", new AccessDenied("x"), "/auth/error?error=AccessDenied"],
  ["an error of the sign-in page", new MissingCSRF("x"), "/auth/signin?error=MissingCSRF"],
  [
    "an error that is not client-safe, with a code",
    new InvalidCheck("x"),
    "/auth/error?error=Configuration&code=InvalidCheck",
  ],
  ["any other AuthError", new AuthError("x"), "/auth/error?error=Configuration"],
  ["an error of another class", new Error("secret"), "/auth/error?error=Configuration"],
  ["a value that is not an error", "secret", "/auth/error?error=Configuration"],
  ["nothing", undefined, "/auth/error?error=Configuration"],
];
for (const [name, thrown, page] of pages) {
  Deno.test(`answerError() redirects to the page for ${name}`, async () => {
    const { answer, errors } = await fail(thrown);
    assertEquals(answer, { redirect: APP + page, cookies: [] });
    assertEquals(errors.length, 1);
    if (thrown instanceof Error) assertStrictEquals(errors[0], thrown);
  });
}

Deno.test("answerError() redirects to the page for wrong credentials, and logs no error", async () => {
  const messages: string[] = [];
  const { ctx, errors } = await createTestContext({ path: "signin" });
  const logger = { ...ctx.config.logger, debug: (text: string) => void messages.push(text) };
  const thrown = new OutOfHours("after eight");
  const answer = await answerError(thrown, ctx.request, { ...ctx.config, logger }, ctx);
  const redirect = `${APP}/auth/signin?error=CredentialsSignin&code=closed`;
  assertEquals(answer, { redirect, cookies: [] });
  assertEquals(errors, []);
  assertEquals(messages, ["CredentialsSignin: after eight"]);
});

Deno.test("answerError() refuses invalid requests directly", async () => {
  const { answer } = await fail(new UnknownAction("No"));
  assertEquals(answer.status, 400);
  assertEquals(answer.body, "Bad request. No.");
  assertEquals(answer.redirect, undefined);
});

Deno.test("answerError() answers a session update with 400 and null", async () => {
  const { answer } = await fail(new MissingCSRF("x"), { path: "session", form: { a: "1" } });
  assertEquals(answer.status, 400);
  assertEquals(answer.body, null);
});

Deno.test("answerError() uses the app's own pages", async () => {
  const pages = { error: "/oops?a=1", signIn: "https://login.example/" };
  const redirect = async (thrown: Error) =>
    (await fail(thrown, { path: "signin", config: { pages } })).answer.redirect;
  assertEquals(await redirect(new AccessDenied()), `${APP}/oops?a=1&error=AccessDenied`);
  assertEquals(await redirect(new MissingCSRF()), "https://login.example/?error=MissingCSRF");
});

Deno.test("answerError() deletes used-up one-time cookies, keeps the target, and touches no other", async () => {
  const { ctx } = await createTestContext({
    path: "callback/acme",
    cookie: "__Host-authjs.state.abc=1; __Secure-authjs.session-token=2",
  });
  ctx.cookies.delete("state", "abc");
  ctx.cookies.delete("sessionToken");
  ctx.cookies.set("callbackUrl", "/a");
  ctx.cookies.set("lastProvider", "acme");
  const { cookies } = await answerError(new AuthError(), ctx.request, ctx.config, ctx);
  assertEquals(cookies?.map(({ name }) => name), [
    "__Host-authjs.state.abc",
    "__Secure-authjs.callback-url",
  ]);
});

Deno.test("answerError() keeps the session cookie of the library that the app used before", async () => {
  const { ctx } = await createTestContext({
    path: "callback/acme",
    cookie: "__Host-authjs.state.abc=1; __Secure-next-auth.session-token.0=2",
    config: { legacy: nextAuth4() },
  });
  ctx.cookies.delete("state", "abc");
  ctx.cookies.delete("sessionToken");
  const { cookies } = await answerError(new AuthError(), ctx.request, ctx.config, ctx);
  assertEquals(cookies?.map(({ name }) => name), ["__Host-authjs.state.abc"]);
});

Deno.test("answerError() sets nothing when there is no context yet", async () => {
  const { ctx } = await createTestContext();
  const { cookies } = await answerError(new AuthError(), ctx.request, ctx.config, undefined);
  assertEquals(cookies, []);
});

Deno.test("answerConfigError() returns a page to browsers and JSON to programs, without details", async () => {
  const problem = new MissingSecret("Cannot work: set `secret`");
  for (const path of ["signin", "signout", "error", "verify-request", "session", "providers"]) {
    const { ctx, errors } = await createTestContext({ path });
    const answer = await answerConfigError(problem, ctx.request, ctx.config);
    const isPage = path !== "session" && path !== "providers";
    assertEquals(answer.status, 500);
    assertEquals(typeof answer.body, isPage ? "string" : "object");
    assertEquals(JSON.stringify(answer.body).includes("secret"), false);
    assertEquals(errors, [problem]);
  }
  const { ctx } = await createTestContext({ path: "signin", form: { a: "1" } });
  const answer = await answerConfigError(problem, ctx.request, ctx.config);
  assertMatch(answer.body.message, /server configuration/);
});

for (
  const [name, thrown, path] of [
    ["error page", new Error("secret"), "error?error=Configuration"],
    ["sign-in page", new MissingCSRF("x"), "signin?error=MissingCSRF"],
  ] as const
) {
  Deno.test(`answerError() answers in plain text when the ${name} of the failure fails`, async () => {
    const { answer, errors } = await fail(thrown, { path });
    assertEquals([answer.status, answer.redirect], [500, undefined]);
    assertEquals(new Headers(answer.headers).get("content-type"), "text/plain; charset=utf-8");
    assertEquals(/secret|MissingCSRF/.test(answer.body), false);
    assertEquals(errors, [thrown]);
    const there = await fail(thrown, { path: `${path}&callbackUrl=/a` });
    assertEquals(there.answer.redirect, undefined, "another target is no other page");
    const elsewhere = await fail(thrown, { path: `${path}&code=a` });
    assertEquals(elsewhere.answer.redirect, `${APP}/auth/${path}`, "another URL is another try");
  });
}

Deno.test("answerConfigError() passes the reference to the app's error page for people", async () => {
  const { ctx } = await createTestContext({ path: "signin", headers: { accept: "text/html" } });
  const config = { ...ctx.config, pages: { error: "/oops" } };
  const problem = new AuthError("No secret");
  const { redirect } = await answerConfigError(problem, ctx.request, config);
  const query = `error=Configuration&reference=${problem.reference}`;
  assertEquals(redirect, `https://app.example/oops?${query}`);
});

Deno.test("answerConfigError() redirects to the app's error page unless that would loop", async () => {
  const config = { pages: { error: "/oops" } };
  const ask = async (path: string) => {
    const { ctx, errors } = await createTestContext({ path, config });
    return {
      answer: await answerConfigError(new MissingSecret(), ctx.request, ctx.config),
      errors,
    };
  };
  const { answer } = await ask("signin");
  assertEquals(answer.redirect, `${APP}/oops?error=Configuration`);
  const loop = await ask("signin?callbackUrl=/oops");
  assertEquals(loop.answer.redirect, undefined);
  assertEquals(loop.answer.status, 500);
  assertEquals(loop.errors.map(({ name }) => name), ["MissingSecret", "ErrorPageLoop"]);
});
