import { assertEquals } from "@std/assert";
import { renderPage } from "../../../pages/mod.ts";
import { SLOTS, toTemplate } from "../../../pages/template.ts";
import { props, WORDINGS } from "./_props.ts";

const EVIL = ["plain", '"><script>alert(1)</script>', "&amp;&lt;", "\0nonce\0", "$&$1", ""];

Deno.test("toTemplate() puts escaped values into their slots, and leaves other text as it is", () => {
  const fill = toTemplate(`<a b="${SLOTS.nonce}">${SLOTS.csrfToken}$&${SLOTS.nonce}</a>`);
  const values = { nonce: "n&1", csrfToken: "<c>", callbackUrl: "unused" };
  assertEquals(fill(values), '<a b="n&amp;1">&lt;c>$&n&amp;1</a>');
  assertEquals(fill({ ...values, nonce: "2" }), '<a b="2">&lt;c>$&2</a>');
});

Deno.test("renderPage() gives the same sign-in page with and without its template", () => {
  for (const wording of WORDINGS) {
    for (const value of EVIL) {
      const given = {
        ...props,
        wording,
        error: undefined,
        code: undefined,
        email: undefined,
        nonce: `nonce ${value}`,
        csrfToken: `token ${value}`,
        callbackUrl: `https://app.example/${value}`,
      };
      // An error, even an empty one that shows nothing, is rendered without the template.
      const direct = renderPage("signin", { ...given, error: "" });
      assertEquals(renderPage("signin", given), direct);
      assertEquals(renderPage("signin", given), direct);
    }
  }
});

Deno.test("renderPage() follows a theme that the app changed in place", () => {
  const theme = { ...props.theme, brandColor: "#123456" };
  const given = { ...props, theme, error: undefined, code: undefined, email: undefined };
  const before = renderPage("signin", given).html;
  theme.brandColor = "#654321";
  const after = renderPage("signin", given).html;
  assertEquals([before.includes("#123456"), after.includes("#123456")], [true, false]);
  assertEquals(after.includes("#654321"), true);
});
