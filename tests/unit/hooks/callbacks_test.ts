import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { AccessDenied, CredentialsSignin } from "../../../src/errors.ts";
import { admit, defaultCallbacks } from "../../../src/hooks/callbacks.ts";
import type { CallbacksOptions } from "../../../src/types/config.ts";
import type { Context } from "../../../src/types/internal.ts";

const baseUrl = "https://app.example";
const params = { user: { id: "1" }, account: null };

const redirect = (url: string) => defaultCallbacks.redirect({ url, baseUrl });
for (
  const [url, expected] of [
    ["/", "https://app.example/"],
    ["/in?a=1#b", "https://app.example/in?a=1#b"],
    ["https://app.example", "https://app.example"],
    ["https://app.example/in", "https://app.example/in"],
    ["https://app.example:443/in", "https://app.example/in"],
    ["https://app.example?a=1", "https://app.example?a=1"],
    ["https://app.example#b", "https://app.example#b"],
    ["https://app.example\\@evil.example", "https://app.example/@evil.example"],
    ["https:\\\\app.example/in", "https://app.example/in"],
    ["https:app.example/in", "https://app.example/in"],
    ["https://ada:pass@app.example/in", "https://app.example/in"],
    ["https://\tapp.example/in", "https://app.example/in"],
    [" https://app.example/in", "https://app.example/in"],
    ["HTTPS://APP.example/in", "https://app.example/in"],
    ["https://app.example:444/in", baseUrl],
    ["http://app.example/in", baseUrl],
    ["https://evil.example", baseUrl],
    ["https://app.example.evil.example", baseUrl],
    ["https://app.example@evil.example", baseUrl],
    ["https://evil.example/https://app.example", baseUrl],
    ["javascript:alert(1)", baseUrl],
    ["data:text/html,x", baseUrl],
  ] as const
) {
  Deno.test(`defaultCallbacks.redirect() returns ${expected} for ${url}`, () => {
    assertEquals(redirect(url), expected);
  });
}

Deno.test("defaultCallbacks.redirect() keeps every path on this origin", () => {
  for (const path of ["//evil.example", "/\\evil.example", "/@evil.example", "/\t/evil.example"]) {
    assertEquals(new URL(redirect(path) as string).origin, baseUrl, path);
  }
});

Deno.test("defaultCallbacks.redirect() refuses invalid URLs", () => {
  assertThrows(() => redirect("nope"), TypeError, "Invalid URL");
});

Deno.test("defaultCallbacks.signIn() returns true, and jwt() returns the token", () => {
  assertEquals(defaultCallbacks.signIn(params), true);
  const token = { sub: "1" };
  assertStrictEquals(defaultCallbacks.jwt({ token, user: { id: "1" } }), token);
});

Deno.test("defaultCallbacks.session() returns only name, email, picture and expiry", () => {
  const user = {
    id: "1",
    name: "Ada",
    email: "a@b.c",
    image: null,
    role: "admin",
    emailVerified: null,
  };
  const show = (expires: unknown) =>
    defaultCallbacks.session(
      {
        session: { user, expires, sessionToken: "secret", userId: "1" },
        token: { sub: "1" },
        user,
      } as unknown as Parameters<CallbacksOptions["session"]>[0],
    );
  const shown = {
    user: { name: "Ada", email: "a@b.c", image: null },
    expires: "2030-01-02T03:04:05.000Z",
  };
  assertEquals(show("2030-01-02T03:04:05.000Z") as unknown, shown);
  assertEquals(show(new Date("2030-01-02T03:04:05Z")) as unknown, shown);
});

const ask = (callbacks: Partial<CallbacksOptions>) =>
  admit({
    config: {
      userConfig: {},
      callbacks: { ...defaultCallbacks, ...callbacks },
      events: {},
      topics: new Map(),
    },
    request: { origin: baseUrl },
  } as unknown as Context, params);

Deno.test("admit() passes its parameters to the callback", async () => {
  let asked: unknown;
  await ask({ signIn: (given) => (asked = given, true) });
  assertStrictEquals(asked, params);
});

Deno.test("admit() allows the sign-in for true or a promise of it", async () => {
  assertEquals(await ask({}), undefined);
  assertEquals(await ask({ signIn: () => Promise.resolve(true) }), undefined);
});

for (const decision of [false, "", null, undefined, 0, NaN]) {
  Deno.test(`admit() refuses the sign-in for ${JSON.stringify(decision) ?? "undefined"}`, async () => {
    const error = await assertRejects(
      () => ask({ signIn: () => decision as boolean }),
      AccessDenied,
    );
    assertEquals(error.cause, undefined);
  });
}

Deno.test("admit() returns a URL, filtered by the redirect callback", async () => {
  assertEquals(await ask({ signIn: () => "/wait" }), { redirect: "https://app.example/wait" });
  assertEquals(await ask({ signIn: () => "https://evil.example" }), { redirect: baseUrl });
  const seen: unknown[] = [];
  const own = (given: { url: string; baseUrl: string }) => {
    seen.push(given);
    return "https://elsewhere.example";
  };
  assertEquals(await ask({ signIn: () => "/wait", redirect: own }), {
    redirect: "https://elsewhere.example",
  });
  assertEquals(seen, [{ url: "/wait", baseUrl }]);
});

Deno.test("admit() wraps an error in AccessDenied, and keeps it as the cause", async () => {
  const reason = new RangeError("not on the list");
  for (
    const signIn of [() => Promise.reject(reason), () => {
      throw reason;
    }]
  ) {
    const error = await assertRejects(() => ask({ signIn }), AccessDenied, "not on the list");
    assertStrictEquals(error.cause?.err, reason);
  }
  await assertRejects(() => ask({ signIn: () => Promise.reject("text") }), AccessDenied, "text");
});

Deno.test("admit() rethrows an AuthError of the app", async () => {
  const reason = new CredentialsSignin();
  const error = await assertRejects(
    () => ask({ signIn: () => Promise.reject(reason) }),
    CredentialsSignin,
  );
  assertStrictEquals(error, reason);
});
