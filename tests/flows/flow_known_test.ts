/**
 * An app that draws every step itself learns no more about an address than the built-in pages tell:
 * the answers for a known and an unknown one have the same bytes.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { createSite, enrolByJson, onPage, signUpByJson } from "./_flow.ts";
import { ADA } from "./_passwords.ts";

/** As long as the known one. */
const EVE = "eve@example.com";

/** An answer without what is random, and with one name for both addresses. */
interface Seen {
  request: string;
  status: number;
  headers: string[];
  body: string;
}

const withoutChance = (text: string, address: string) =>
  text.replaceAll(address, "ADDRESS").replaceAll(encodeURIComponent(address), "ADDRESS")
    // Tokens, sealed cookies and the times in them.
    .replaceAll(/[\w-]{16,}(\.[\w-]*){2,4}/g, ({ length }) => `sealed ${length}`)
    .replaceAll(/[0-9a-f]{32,}/g, ({ length }) => `token ${length}`)
    .replaceAll(/[\w-]{40,}/g, ({ length }) => `id ${length}`)
    .replaceAll(/(\.email\.|"attempt":")[\w-]{16}/g, "$1attempt")
    .replaceAll(/(expires=)[^;]+/gi, "$1then");

/** A browser that notes every answer. */
function watched(browser: TestBrowser, address: string) {
  const seen: Seen[] = [];
  const fetch: TestBrowser["fetch"] = async (url, init) => {
    const response = await browser.fetch(url, init);
    const cookies = response.headers.getSetCookie();
    const others = [...response.headers].filter(([name]) => name !== "set-cookie");
    seen.push({
      request: `${init?.method ?? "GET"} ${withoutChance(url, address)}`,
      status: response.status,
      headers: [...others.map((header) => header.join(": ")), ...cookies]
        .map((line) => withoutChance(line, address)),
      body: withoutChance(await response.clone().text(), address),
    });
    return response;
  };
  return { seen, fetch };
}

/** Every way that begins with an address; returns the steps. */
async function tryAll(site: ReturnType<typeof createSite>, address: string) {
  const steps: string[] = [];
  const { seen, fetch } = watched(site.open(), address);
  await onPage({ fetch }, {}, async ({ flow, states, at }) => {
    const first = await at("signin");
    const mail = first.providers.find(({ type }) => type === "email")!;
    await flow.submit({ email: address });
    await flow.submit({ password: "not the password of anybody" });
    await flow.submit({ password: "not the password of anybody" });
    // A link, a wrong code, and another link at once.
    await flow.submit({}, mail.signinUrl);
    const waiting = await at("verify-request");
    const { email, purpose, resendAction } = waiting;
    await flow.submit({ code: "000000" });
    await flow.submit({ email, purpose }, resendAction);
    steps.push(...states.map(({ step, error }) => `${step} ${error}`));
  });
  for (const path of site.config.signUp === "invited" ? ["password"] : ["password", "signup"]) {
    await onPage({ fetch }, { path }, async ({ flow, states, at }) => {
      await at(path === "signup" ? path : "password:ask");
      await flow.submit({ email: address });
      await flow.submit({ code: "000000" });
      steps.push(...states.map(({ step, error }) => `${step} ${error}`));
    });
  }
  return { steps, seen };
}

for (const signUp of ["open", "invited"] as const) {
  Deno.test(`flow: no answer tells whether an address has an account (sign-up ${signUp})`, async () => {
    const adapter = MemoryAdapter();
    const open = createSite({ adapter });
    const browser = open.open();
    await signUpByJson(open, browser);
    await enrolByJson(browser);
    const site = createSite({ adapter, signUp });
    const known = await tryAll(site, ADA);
    const unknown = await tryAll(site, EVE);
    assertEquals(known, unknown);
    assert(known.seen.length > 15, `${known.seen.length} answers`);
    assert(known.steps.includes("signin:password CredentialsSignin"), "a wrong password");
    assert(known.steps.includes("verify-request InvalidCode"), "a wrong code");
    // Another length is seen.
    const other = await tryAll(site, "grace@example.com");
    assertEquals(other.steps, known.steps);
    assertNotEquals(other.seen, known.seen);
  });
}
