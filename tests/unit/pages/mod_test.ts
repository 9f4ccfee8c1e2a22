import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { type PageName, type PageProps, renderPage } from "../../../pages/mod.ts";
import { isInside, parseHtml, select } from "./_html.ts";
import { github, mail, pass, props, WORDINGS } from "./_props.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const NAMES: PageName[] = ["signin", "signout", "error", "verify-request"];

for (const name of NAMES) {
  for (const wording of WORDINGS) {
    Deno.test(`renderPage("${name}") is a valid document (${wording.language})`, () => {
      const page = renderPage(name, { ...props, wording, error: "AccessDenied" });
      const elements = parseHtml(page.html);
      assertEquals(select(elements, "title")[0]!.text, page.title);
      assertEquals(select(elements, "main").map((main) => main.attributes.get("class")), [name]);
      const [main] = select(elements, "main");
      assert(isInside(select(elements, "div", { class: "card" })[0]!, main!));
      assertEquals(select(elements, "h1").length, 1);
      assertEquals(select(elements, "style").length, 1);
      for (const image of select(elements, "img")) assert(image.attributes.has("alt"));
    });

    Deno.test(`renderPage("${name}") needs neither scripts nor inline styles (${wording.language})`, () => {
      const elements = parseHtml(
        renderPage(name, { ...props, wording, error: "AccessDenied" }).html,
      );
      for (const { tag, attributes } of elements) {
        assert(!["script", "iframe", "object", "embed", "base", "link"].includes(tag), tag);
        for (const [attribute, value] of attributes) {
          assert(!/^(on|style$|srcdoc$)/i.test(attribute), `${tag} ${attribute}`);
          assert(!/^\s*javascript:/i.test(value), `${tag} ${attribute}`);
        }
      }
      for (const form of select(elements, "form")) {
        assertEquals(form.attributes.get("method"), "POST");
        assert(form.attributes.get("action")!.startsWith("https://app.example/auth/"));
      }
    });
  }
}

Deno.test("renderPage() names purpose and site in the title, and an error first", () => {
  const titles = (over: Partial<PageProps>) =>
    NAMES.map((name) => renderPage(name, { ...props, ...over }).title);
  assertEquals(titles({}), [
    "Sign in – app.example",
    "Sign out – app.example",
    "Error: Something went wrong – app.example",
    "Check your email – app.example",
  ]);
  assertEquals(titles({ theme: { name: "Acme" }, error: "AccessDenied" }), [
    "Error: Sign in – Acme",
    "Error: Sign out – Acme",
    "Error: Access denied – Acme",
    "Error: Check your email – Acme",
  ]);
  assertEquals(renderPage("signin", { ...props, siteUrl: undefined }).title, "Sign in");
});

Deno.test("renderPage() returns 200 for every page except errors", () => {
  for (const name of NAMES) {
    const { status } = renderPage(name, { ...props, error: "AccessDenied" });
    assertEquals(status, name === "error" ? 403 : 200);
  }
});

Deno.test("renderPage() returns the same HTML for the same props, and keeps no state of others", () => {
  const first = NAMES.map((name) => renderPage(name, props).html);
  const other = NAMES.map((name) => renderPage(name, { ...props, nonce: "nonce-2" }).html);
  assertEquals(NAMES.map((name) => renderPage(name, props).html), first);
  assertNotEquals(other, first);
  assertEquals(other.join("").includes("nonce-1"), false);
});

/** A page with one string in every place. */
function everywhere(text: string): PageProps {
  const theme = { brandColor: text, buttonText: text, logo: `/${text}` };
  const style = { logo: `https://${text}`, brandColor: text, bg: text };
  const field = {
    label: text,
    placeholder: text,
    value: text,
    type: text,
    autocomplete: text,
    title: text,
  };
  const names = { name: text, signinUrl: text, callbackUrl: text };
  return {
    ...props,
    nonce: text,
    theme,
    csrfToken: text,
    callbackUrl: text,
    email: text,
    error: text,
    code: text,
    formAction: text,
    signinUrl: text,
    wording: { language: text },
    providers: [
      { ...github, ...names, id: `a${text}`, style },
      { ...github, ...names, id: `m${text}`, style: { mark: { color: text, path: text } } },
      { ...mail, ...names, id: `b${text}` },
      { ...pass, ...names, id: `c${text}`, credentials: { [`f${text}`]: field, g: field } },
    ],
  };
}

const EVIL = [
  "</style><script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  "--><svg/onload=alert(1)>",
  "&lt;script&gt;&amp;&#39;",
  "</title></textarea><b>",
  "\u2028\u0000`${x}`",
  "javascript:alert(1)",
];

for (const name of NAMES) {
  const shape = (given: PageProps) =>
    parseHtml(renderPage(name, given).html).map(({ tag, attributes }) => [
      tag,
      [...attributes.keys()],
    ]);

  for (const evil of EVIL) {
    Deno.test(`renderPage("${name}") escapes ${JSON.stringify(evil)} in every prop`, () => {
      // Elements and attributes equal those of a harmless page.
      assertEquals(shape(everywhere(evil)), shape(everywhere("x")));
    });
  }

  Deno.test(`renderPage("${name}") escapes any string in every prop`, () => {
    const text = fc.string({ unit: fc.constantFrom(...`<>"'&/=;:{}()x \n-!`), minLength: 1 });
    fc.assert(
      fc.property(text, (text) => assertEquals(shape(everywhere(text)), shape(everywhere("x")))),
      { numRuns: 50 },
    );
  });
}

Deno.test("renderPage() escapes without losing characters", () => {
  const text = `<b>"a" & 'b'</b>`;
  const elements = parseHtml(renderPage("signin", everywhere(text)).html);
  assertEquals(select(elements, "form")[0]!.attributes.get("action"), text);
  assertEquals(select(elements, "input", { name: "csrfToken" })[0]!.attributes.get("value"), text);
  assertEquals(select(elements, "input", { name: "email" })[0]!.attributes.get("value"), text);
  assertEquals(select(elements, "label")[1]!.text, text);
  assertEquals(select(elements, "style")[0]!.attributes.get("nonce"), text);
});
