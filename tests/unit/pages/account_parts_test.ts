import { assertEquals } from "@std/assert";
import { accountPart } from "../../../pages/account/mod.ts";
import { account } from "../../../pages/account/states.ts";
import type { AccountProps } from "../../../pages/account/step.ts";
import { renderPart } from "../../../pages/mod.ts";
import type { AccountRow } from "../../../src/types/custom.ts";

const FRAME = { nonce: "n", theme: {}, siteUrl: "https://app.example" };

/** The least that the page has. */
const LEAST = {
  ...{ step: "list", formAction: "/auth/account", csrfToken: "t", name: "Ada", email: null },
  ...{ isConfirmed: false, hasLinks: false, nameUrl: "/name", addressUrl: "/address" },
  ...{ exportUrl: "/export", deleteUrl: "/delete", endOthersUrl: "/end", signOutAction: "/out" },
  ...{ sessions: [], now: new Date(0) },
} as unknown as AccountProps;

/** Headings of the rows, by the part that they stand in. */
function partsOf(html: string): Record<string, string[]> {
  const sections = [...html.matchAll(/<section id="([a-z]+)"[^>]*>(.*?)<\/section>/gs)];
  return Object.fromEntries(
    sections.map(([, id, content]) => [
      id,
      [...content!.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, heading]) => heading),
    ]),
  );
}

Deno.test("AccountPage() has a row of a capability in the part that it names, else in its own", () => {
  const row = (heading: string, part?: string) =>
    ({ heading, text: "Text", ...part ? { part } : {} }) as AccountRow;
  const own = [
    row("Keys", "developer"),
    row("Apps", "security"),
    row("Teams", "organizations"),
    row("Guestbook"),
    row("Typo", "developers"),
    row("Named", "more"),
  ];
  const parts = partsOf(renderPart(accountPart, { ...LEAST, own } as AccountProps, FRAME).html);
  assertEquals(Object.keys(parts), [
    ...["profile", "security", "devices", "organizations", "developer", "more", "data"],
  ]);
  assertEquals(
    [parts.security, parts.organizations, parts.developer, parts.more],
    [["Apps"], ["Teams"], ["Keys"], ["Guestbook", "Typo", "Named"]],
  );
  assertEquals(parts.data, ["Your data", "Delete your account"]);
});

Deno.test("AccountPage() has no part without a row", () => {
  const none = renderPart(accountPart, { ...LEAST, own: [] } as AccountProps, FRAME);
  assertEquals(Object.keys(partsOf(none.html)), ["profile", "devices", "data"]);
  // Who acts for the user changes nothing.
  const { html } = renderPart(accountPart, { ...LEAST, own: [], isReadOnly: true } as never, FRAME);
  assertEquals(Object.keys(partsOf(html)), ["profile", "devices"]);
  assertEquals(Object.keys(partsOf(account.account!(FRAME).html)).includes("organizations"), true);
});
