import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { sha256Hex } from "../../../src/base/crypto/hash.ts";
import { MissingCSRF } from "../../../src/errors.ts";
import { browserToken, requireBrowserToken } from "../../../src/request/csrf.ts";
import { skipCSRFCheck } from "../../../mod.ts";
import { createTestContext, outgoing, SECRET, toCookieHeader } from "../_context.ts";

const COOKIE = "__Host-authjs.csrf-token";

async function issue(secret: string | string[] = SECRET) {
  const { ctx } = await createTestContext({ path: "csrf", config: { secret } });
  const token = await browserToken(ctx);
  return { token: token!, cookie: toCookieHeader(ctx), value: outgoing(ctx)[0]! };
}

Deno.test("browserToken() sets a cookie of the token and its hash", async () => {
  const { token, value } = await issue();
  assertMatch(token, /^[0-9a-f]{64}$/);
  assertEquals(value, `${COOKIE}=${token}|${await sha256Hex(token + SECRET)}`);
  assertNotEquals((await issue()).token, token);
});

Deno.test("browserToken() returns the token of the browser's cookie and sets no cookie", async () => {
  const { token, cookie } = await issue();
  const { ctx } = await createTestContext({ path: "csrf", cookie });
  assertEquals(await browserToken(ctx), token);
  assertEquals(outgoing(ctx), []);
});

Deno.test("browserToken() replaces a cookie that it did not create", async () => {
  const hash = await sha256Hex("x" + SECRET);
  for (const value of ["x", "x|", `|${hash}`, `x|${hash}|`, "x|0", `y|${hash}`]) {
    const { ctx } = await createTestContext({
      path: "csrf",
      cookie: `${COOKIE}=${encodeURIComponent(value)}`,
    });
    assertMatch((await browserToken(ctx))!, /^[0-9a-f]{64}$/);
    assertEquals(outgoing(ctx).length, 1);
  }
});

Deno.test("browserToken() leaves the browser's cookie alone in the answer to an image or a script", async () => {
  for (
    const [mode, cookies] of [["no-cors", 0], ["navigate", 1], ["cors", 1], [
      "same-origin",
      1,
    ]] as const
  ) {
    const { ctx } = await createTestContext({
      path: "signin",
      headers: { "sec-fetch-mode": mode },
    });
    assertMatch((await browserToken(ctx))!, /^[0-9a-f]{64}$/);
    assertEquals(outgoing(ctx).length, cookies, mode);
  }
});

Deno.test("requireBrowserToken() accepts only the token of the browser", async () => {
  const { token, cookie } = await issue();
  const { token: foreign } = await issue();
  const require = async (form: Record<string, string>, header = cookie) => {
    const { ctx } = await createTestContext({ path: "signout", form, cookie: header });
    await requireBrowserToken(ctx);
  };
  await require({ csrfToken: token });
  for (const sent of [foreign, "", token + "0", token.toUpperCase(), `${token}|x`]) {
    await assertRejects(() => require({ csrfToken: sent }), MissingCSRF);
  }
  await assertRejects(() => require({ other: token }), MissingCSRF);
  await assertRejects(() => require({ csrfToken: token }, ""), MissingCSRF);
  // A planted cookie has no valid hash.
  await assertRejects(() => require({ csrfToken: "x" }, `${COOKIE}=x%7Cx`), MissingCSRF);
});

Deno.test("requireBrowserToken() does not accept the token in the query", async () => {
  const { token, cookie } = await issue();
  const { ctx } = await createTestContext({
    path: `signout?csrfToken=${token}`,
    form: { other: "1" },
    cookie,
  });
  await assertRejects(() => requireBrowserToken(ctx), MissingCSRF);
});

Deno.test("requireBrowserToken() accepts tokens of open pages after a rotation of secrets", async () => {
  const { token, cookie } = await issue("the-old-secret-of-32-characters-or-so");
  const check = async (secret: string | string[]) => {
    const form = { csrfToken: token };
    const { ctx } = await createTestContext({ path: "signout", form, cookie, config: { secret } });
    await requireBrowserToken(ctx);
  };
  await check(["the-new-secret-of-32-characters-or-so", "the-old-secret-of-32-characters-or-so"]);
  await assertRejects(() => check("the-new-secret-of-32-characters-or-so"), MissingCSRF);
});

Deno.test("browserToken() and requireBrowserToken() do nothing when protection is off", async () => {
  const { ctx } = await createTestContext({
    path: "signout",
    form: { other: "1" },
    config: { skipCSRFCheck },
  });
  assertEquals(await browserToken(ctx), undefined);
  await requireBrowserToken(ctx);
  assertEquals(outgoing(ctx), []);
});

Deno.test("skipCSRFCheck works only as the symbol", async () => {
  const { ctx } = await createTestContext({
    path: "signout",
    form: { other: "1" },
    config: { skipCSRFCheck: true as never },
  });
  await assertRejects(() => requireBrowserToken(ctx), MissingCSRF);
});
