import { assertEquals } from "@std/assert";
import { errorStatus } from "../../../pages/error.tsx";
import { pageTexts } from "../../../pages/messages.ts";
import { renderPage } from "../../../pages/mod.ts";
import { parseHtml, select } from "./_html.ts";
import { props, WORDINGS } from "./_props.ts";

const english = pageTexts({ language: "en" });

type Key = keyof typeof english.errors;

const table: [error: string | undefined, code: string | undefined, status: number, key: Key][] = [
  [undefined, undefined, 200, "default"],
  ["Configuration", undefined, 500, "Configuration"],
  ["Configuration", "InvalidCheck", 400, "InvalidCheck"],
  ["Configuration", "other", 500, "Configuration"],
  ["InvalidCheck", undefined, 400, "InvalidCheck"],
  ["AccessDenied", undefined, 403, "AccessDenied"],
  ["AccessDenied", "InvalidCheck", 403, "AccessDenied"],
  ["AccessDenied", "NoProof", 403, "NoProof"],
  ["AccessDenied", "ConnectionFailed", 403, "ConnectionFailed"],
  ["AccessDenied", "NoConnection", 403, "NoConnection"],
  ["AccessDenied", "NotAdmitted", 403, "NotAdmitted"],
  ["AccessDenied", "OtherDomain", 403, "OtherDomain"],
  ["Verification", undefined, 403, "Verification"],
  ["WebAuthnVerificationError", undefined, 403, "WebAuthnVerificationError"],
  ["TooManyRequests", undefined, 429, "TooManyRequests"],
  ["NotFound", undefined, 404, "NotFound"],
  ["BadRequest", undefined, 400, "BadRequest"],
  ["other", undefined, 200, "default"],
  ["", undefined, 200, "default"],
  ["constructor", undefined, 200, "default"],
  ["__proto__", undefined, 200, "default"],
  ["default", undefined, 200, "default"],
  ["configuration", undefined, 200, "default"],
];
for (const wording of WORDINGS) {
  const messages = pageTexts(wording);
  for (const [error, code, status, key] of table) {
    Deno.test(`ErrorPage() answers ${error} ${code ?? ""} with ${status} (${wording.language})`, () => {
      const given = { ...props, error, code, wording };
      assertEquals(errorStatus(given), status);
      const page = renderPage("error", given);
      assertEquals(page.status, status);
      const elements = parseHtml(page.html);
      const { heading, text } = messages.errors[key];
      const again = !["default", "Configuration"].includes(key);
      assertEquals(select(elements, "h1")[0]!.text, heading);
      assertEquals(select(elements, "div", { class: "message" })[0]!.text, text);
      const links = select(elements, "a");
      assertEquals(
        links.map(({ attributes }) => [attributes.get("class"), attributes.get("href")]),
        [
          ...again ? [["submit", "https://app.example/auth/signin"]] : [],
          ["site", "https://app.example"],
        ],
      );
      if (again) assertEquals(links[0]!.text, messages.again);
      assertEquals(links.at(-1)!.text.includes("app.example"), true);
    });
  }
}

Deno.test("ErrorPage() has a status for exactly the errors that have messages", () => {
  const keys = Object.keys(english.errors).filter((key) => key !== "default");
  assertEquals(keys.every((error) => errorStatus({ ...props, error }) >= 400), true);
  assertEquals(keys.length, new Set(table.map(([, , , key]) => key)).size - 1);
});

Deno.test("ErrorPage() does not show an unknown error or code", () => {
  const evil = '"><script>alert(1)</script>';
  const { html } = renderPage("error", { ...props, error: evil, code: evil, email: evil });
  assertEquals(html.includes("alert"), false);
});

Deno.test("ErrorPage() omits links without a URL", () => {
  const given = { ...props, error: "AccessDenied", signinUrl: undefined, siteUrl: undefined };
  assertEquals(select(parseHtml(renderPage("error", given).html), "a"), []);
});

Deno.test("ErrorPage() rounds the time to wait up", () => {
  const wait = (retryAfter: number) => {
    const given = { ...props, error: "TooManyRequests", retryAfter };
    const elements = parseHtml(renderPage("error", given).html);
    return select(elements, "div", { class: "message" })[0]!.text;
  };
  assertEquals([1, 59, 61, 2501, 3600, 7201].map(wait), [
    "Try again in 1 second.",
    "Try again in 59 seconds.",
    "Try again in 2 minutes.",
    "Try again in 42 minutes.",
    "Try again in 60 minutes.",
    "Try again in 3 hours.",
  ]);
});
