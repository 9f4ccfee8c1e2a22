import { assertEquals } from "@std/assert";
import { refill } from "../../../pages/refill.ts";
import { h, render } from "../../../pages/render.ts";
import { parseHtml } from "./_html.ts";

const PATH = "/auth/organization/acme";

/** What is chosen of a select and of radio buttons that offer roles, after a form was sent with one. */
function choose(sent: string): string[] {
  const roles = ["admin", "member", "guest"];
  const form = h(
    "form",
    { action: PATH },
    h(
      "select",
      { name: "role" },
      roles.map((role) => h("option", { value: role, selected: role === "member" }, role)),
    ),
    roles.map((value) =>
      h("input", { type: "radio", name: "kind", value, checked: value === "member" })
    ),
  );
  const typed = { path: PATH, pairs: [["role", sent], ["kind", sent]] as [string, string][] };
  // deno-lint-ignore no-explicit-any -- one element is content
  return parseHtml(`<!DOCTYPE html>${render(refill(form, typed) as any)}`)
    .filter(({ attributes }) => attributes.has("selected") || attributes.has("checked"))
    .map(({ attributes }) => attributes.get("value")!);
}

Deno.test("refill() leaves the default where the choice that was sent is no longer offered", () => {
  assertEquals(choose("guest"), ["guest", "guest"]);
  assertEquals(choose("owner"), ["member", "member"]);
});
