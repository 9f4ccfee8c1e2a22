/**
 * A step with its texts or its elements, for apps that draw it: what these have, and what they do
 * not have.
 *
 * @module
 */

import { assert, assertEquals, assertFalse } from "@std/assert";
import type { StepElement, StepNode } from "../../pages/parts_step.ts";
import { toParts } from "../../pages/parts.ts";
import { h } from "../../pages/render.ts";
import type { FlowState } from "../../src/client/flow.ts";
import { de } from "../../src/languages/de.ts";
import { APP, createSite, onPage, signUpByJson } from "./_flow.ts";
import { ADA, PASSWORD } from "./_passwords.ts";

const JSON_TYPE = "application/json";

function* elementsIn(nodes: readonly StepNode[]): Generator<StepElement> {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

const textOf = (nodes: readonly StepNode[]): string =>
  nodes.map((node) => typeof node === "string" ? node : textOf(node.children)).join("");

const ask = (site: ReturnType<typeof createSite>, accept: string, path = "signin") =>
  site.open().fetch(`${APP}/auth/${path}`, { headers: { accept } });

Deno.test("flow: a step that is asked for without more has no more", async () => {
  const site = createSite();
  const plain = await (await ask(site, JSON_TYPE)).json();
  for (const word of ["texts", "parts", "title", "failures"]) assertFalse(word in plain, word);
  const drawn = await (await ask(site, `${JSON_TYPE};with=parts`)).json();
  const { title, parts, failures, ...rest } = drawn;
  assertEquals(Object.keys(rest), Object.keys(plain));
  assert(title && parts && failures);
  const { texts, ...others } = await (await ask(site, `${JSON_TYPE};with=texts`)).json();
  assertEquals(Object.keys(others), Object.keys(plain));
  assertEquals(texts.signIn.heading, "Sign in");
});

Deno.test("flow: any other type than those three gets the page", async () => {
  const site = createSite();
  const others = [";with=all", ";with=PARTS", "; with=parts", ";with=parts,*/*", ";q=1"];
  for (const more of [...others, `;with=${"parts".repeat(1000)}`]) {
    const answer = await ask(site, JSON_TYPE + more);
    assertEquals([answer.status, answer.headers.get("content-type")], [
      200,
      "text/html; charset=utf-8",
    ], more.slice(0, 20));
    await answer.text();
  }
});

Deno.test("flow: elements are those of the built-in page, in the visitor's language, without tokens", async () => {
  const site = createSite({ languages: [de] });
  await signUpByJson(site, site.open());
  const browser = site.open();
  const seen: string[] = [];
  await onPage(
    browser,
    { parts: true, path: "account", steps: ["signin", "account", "error"] },
    async (page) => {
      const states: FlowState[] = [];
      const look = () => void states.push(page.flow.get());
      await page.at("signin");
      look();
      await page.flow.submit({ email: ADA }, `${APP}/auth/signin`);
      await page.at("signin:password");
      look();
      await page.flow.submit({ email: ADA, password: "wrong" }, `${APP}/auth/callback/password`);
      look();
      await page.flow.submit({ email: ADA, password: PASSWORD }, `${APP}/auth/callback/password`);
      await page.flow.go(`${APP}/auth/account`);
      await page.at("account:list");
      look();
      for (const state of states) {
        const { parts, csrfToken } = state as unknown as {
          parts: StepNode[];
          csrfToken: string;
        };
        seen.push(textOf(parts));
        assertFalse(JSON.stringify(parts).includes(csrfToken), state.step);
        for (const { tag, attributes } of elementsIn(parts)) {
          assertFalse(["main", "noscript", "script", "style"].includes(tag), tag);
          for (const name of Object.keys(attributes)) {
            assertFalse(/^(on|style$|autofocus$|value-)/i.test(name), name);
          }
          for (const name of ["class", "id", "for"]) {
            const words = attributes[name];
            if (typeof words !== "string") continue;
            assert(words.split(" ").every((word) => word.startsWith("auth-")), words);
          }
        }
      }
    },
  );
  for (
    const [index, text] of ["Sign in", "Password", "Wrong email or password.", "Your account"]
      .entries()
  ) {
    assert(seen[index]!.includes(text), `${text}: ${seen[index]}`);
  }
  const german = await browser.fetch(`${APP}/auth/account`, {
    headers: { accept: `${JSON_TYPE};with=parts`, "accept-language": "de" },
  });
  const { title, failures } = await german.json();
  assertEquals(title, "Ihr Konto");
  assertEquals(
    failures.Unreachable,
    "Es besteht keine Verbindung. Bitte versuchen Sie es noch einmal.",
  );
});

Deno.test("toParts() takes no element and no script from data", () => {
  const planted = JSON.parse('{"type":"b","props":{"children":"planted"}}');
  const parts = toParts([
    h(
      "p",
      { onclick: "alert(1)", style: "color:red", "a b": "c", title: "t" } as never,
      planted,
      "text",
    ),
    h("script", null, "alert(2)"),
    h("input", { type: "text", name: "email", value: "ada" }),
    h("input", { type: "hidden", name: "csrfToken", value: "secret" }),
    h("select", null, h("option", { value: "1" }), h("option", { value: "2", selected: true })),
  ] as never);
  assertEquals(parts.map((part) => (part as StepElement).attributes), [
    { title: "t" },
    { type: "text", name: "email", "data-value": "ada" },
    { "data-value": "2" },
  ]);
  assertEquals((parts[0] as StepElement).children, ["text"]);
});

Deno.test("toParts() leaves URLs out that run a script", () => {
  const hrefs = (urls: readonly string[]) =>
    urls.map((href) => (toParts(h("a", { href }) as never)[0] as StepElement).attributes.href);
  const harmless = [
    "/a",
    "?a=javascript:",
    "#b",
    "https://a.example",
    "otpauth://totp/a",
    "mailto:a",
  ];
  const files = ["data:image/svg+xml,a", "data:text/plain;charset=utf-8,a"];
  assertEquals(hrefs([...harmless, ...files]).map((url) => String(url).replace("auth-", "")), [
    ...harmless,
    ...files,
  ]);
  const bad = [
    "javascript:a",
    " JavaScript:a",
    "java\nscript:a",
    "\u0001javascript:a",
    "vbscript:a",
  ];
  const pages = ["data:text/html,a", "data:,a", "data:application/xhtml+xml,a"];
  for (const url of hrefs([...bad, ...pages])) assertEquals(url, undefined);
  for (const name of ["action", "formaction", "src"]) {
    const [part] = toParts(h("button", { [name]: bad[0]! } as never) as never);
    assertEquals((part as StepElement).attributes, {});
  }
});

Deno.test("flow: a form among elements is posted with its own fields alone", async () => {
  const site = createSite();
  const browser = site.open();
  const posted: string[][] = [];
  const fetch = (url: string, init?: RequestInit) => {
    if (init?.body) posted.push([...(init.body as URLSearchParams).keys()]);
    return browser.fetch(url, init);
  };
  await onPage({ fetch }, { parts: true }, async ({ flow, at }) => {
    await at("signin");
    await flow.submit({ email: ADA }, `${APP}/auth/signin`);
    // This step has a hidden field, which is among those of its form.
    assertEquals((await at("signin:password")).fields, { email: ADA });
    await flow.submit({ password: "a" }, `${APP}/auth/callback/password`);
  });
  assertEquals(posted, [["csrfToken", "email"], ["csrfToken", "password"]]);
});

Deno.test("flow: check() leaves a step that waits, and goes on once the link was opened", async () => {
  const site = createSite();
  const browser = site.open();
  await onPage(browser, { parts: true }, async ({ flow, at, states }) => {
    await at("signin");
    await flow.submit({ email: ADA }, `${APP}/auth/signin/mail`);
    const waiting = await at("verify-request");
    const count = states.length;
    await flow.check();
    assertEquals([flow.get() === waiting, states.length], [true, count]);
    await browser.fetch(site.links.at(-1)!);
    await flow.check();
    await at("done");
  });
});
