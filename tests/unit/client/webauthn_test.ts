import { assert, assertEquals, assertMatch } from "@std/assert";
import { answerStep, signIn, type SignInOptions } from "../../../src/client/webauthn.ts";
import { OLD, onPasskeyPage, ORIGIN, PAGE, type PasskeyPage } from "./_passkey_page.ts";

const keysOf = async ({ adapter }: PasskeyPage) =>
  (await adapter.listAuthenticatorsByUserId("ada")).length;

const register = (options: SignInOptions = {}) =>
  signIn("passkey", { action: "register", redirectTo: "/done", ...options });

/** Checks a URL of a proof that leads back to the page. */
function assertProof(url: string | null | undefined): void {
  assert(url);
  const { origin, pathname, searchParams } = new URL(url);
  assertEquals(origin + pathname, `${ORIGIN}/auth/signin`);
  assertMatch(searchParams.get("stepUp")!, /./);
  assertEquals(searchParams.getAll("callbackUrl"), [PAGE]);
}

Deno.test("signIn() of passkeys adds one to a fresh session", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn();
    const expected = { ok: true, status: 200, url: `${ORIGIN}/done` };
    assertEquals(await register({ redirect: false }), expected);
    assertEquals(page.visited, []);
    assertEquals(await register(), expected);
    assertEquals(page.visited, [`${ORIGIN}/done`]);
    assertEquals(await keysOf(page), 2);
  });
});

Deno.test("signIn() and answerStep() of passkeys say that there is no answer", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn();
    page.isOffline = true;
    const options = { action: "register", redirect: false } as const;
    assertEquals(await signIn("passkey", options), {
      ok: false,
      status: 0,
      url: null,
      error: "Unreachable",
    });
    const step = { optionsUrl: `${ORIGIN}/auth/webauthn-options/passkey` };
    assertEquals(await answerStep(step), { error: "Unreachable" });
    // The connection ends while the dialog is open.
    page.isOffline = false;
    page.onDialog = () => Promise.resolve(void (page.isOffline = true));
    assertEquals((await signIn("passkey", options)).error, "Unreachable");
    page.isOffline = false;
    const ended = await answerStep(step, { signal: AbortSignal.abort() });
    assertEquals(ended, { error: "PasskeyCancelled" });
  });
});

Deno.test("signIn() of passkeys leads an old session to a proof, and back to the page", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn(OLD);
    const { url, ...result } = await register();
    const refusal = { ok: false, status: 400, error: "PasskeyRefused", code: "proof_required" };
    assertEquals(result, refusal);
    assertProof(url);
    assertEquals(page.visited, [url]);
    assertEquals([page.dialogs, await keysOf(page)], [0, 0]);
  });
});

Deno.test("signIn() of passkeys without a redirect returns the URL of the proof", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn(OLD);
    const { url, ...result } = await register({ redirect: false });
    const refusal = { ok: false, status: 400, error: "PasskeyRefused", code: "proof_required" };
    assertEquals(result, refusal);
    assertProof(url);
    assertEquals([page.visited, page.dialogs], [[], 0]);
  });
});

Deno.test("signIn() of passkeys has not added one when the answer leads to a proof", async () => {
  await onPasskeyPage(async (page) => {
    for (const redirect of [true, false]) {
      await page.signIn();
      // The dialog was open for a long time.
      page.onDialog = () => page.signIn(OLD);
      page.visited.length = 0;
      const { url, ...result } = await register({ redirect });
      const refusal = { ok: false, status: 200, error: "PasskeyRefused", code: "proof_required" };
      assertEquals(result, refusal);
      assertProof(url);
      assertEquals(page.visited, redirect ? [url] : []);
      assertEquals(await keysOf(page), 0);
    }
  });
});

Deno.test("signIn() of passkeys never leaves the page for a passkey that nobody asked for", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn(OLD);
    const old = await register({ conditional: true });
    assertEquals([old.ok, old.error, old.code], [false, "PasskeyRefused", "no_password"]);
    // The password is recent enough to begin it, and the session is an old one at its end.
    await page.signIn();
    page.onDialog = () => page.signIn(OLD);
    const late = await register({ conditional: true });
    assertEquals([late.ok, late.error, late.code], [false, "PasskeyRefused", "proof_required"]);
    assertProof(late.url);
    assertEquals([page.visited, page.dialogs, await keysOf(page)], [[], 1, 0]);

    const { fetch: real } = globalThis;
    const proofUrl = `${ORIGIN}/auth/signin?stepUp=x&callbackUrl=%2F`;
    globalThis.fetch = ((url: string, init?: RequestInit) =>
      url.includes("/webauthn-options/")
        ? Promise.resolve(Response.json({ code: "proof_required", proofUrl }, { status: 400 }))
        : real(url, init)) as typeof fetch;
    const refused = await register({ conditional: true });
    assertEquals([refused.ok, refused.code], [false, "proof_required"]);
    assertProof(refused.url);
    assertEquals([page.visited, page.dialogs], [[], 1]);
  });
});

Deno.test("signIn() of passkeys takes a parameter of the app's page for no proof", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn();
    // A sign-in page of the app gets this parameter when it is to prove who the user is.
    const redirectTo = "/login?stepUp=passkey";
    assertEquals(await register({ redirectTo, redirect: false }), {
      ok: true,
      status: 200,
      url: ORIGIN + redirectTo,
    });
    assertEquals(await keysOf(page), 1);
  });
});

Deno.test("signIn() of passkeys refuses a session in which another person acts", async () => {
  await onPasskeyPage(async (page) => {
    await page.signIn({ actor: "admin" });
    for (const redirect of [true, false]) {
      const { ok, error, url } = await register({ redirect });
      assertEquals([ok, error, url], [false, "PasskeyRefused", null]);
    }
    assertEquals([page.visited, page.dialogs, await keysOf(page)], [[], 0, 0]);
  });
});
