import { assert, assertEquals } from "@std/assert";
import { webauthnScript } from "../../../pages/webauthn_script.ts";
import { toScriptFile } from "../../tools/page_script.ts";

Deno.test("webauthnScript: the file equals the output of its tool", async () => {
  assertEquals(
    await Deno.readTextFile("pages/webauthn_script.ts"),
    toScriptFile(),
    "The script is older than its sources: deno run -A tests/tools/page_script.ts",
  );
});

Deno.test("webauthnScript fits in a script element, and is small", () => {
  // HTML Standard §4.12.1.3: neither may be in the text of a script element.
  assert(!/<!--|<\/?script/i.test(webauthnScript));
  // A browser reads CR and CRLF as LF, which would change the hash in the policy.
  assert(/^[\x20-\x7e\n]+$/.test(webauthnScript));
  assert(webauthnScript.length < 4000, `${webauthnScript.length} characters`);
});

Deno.test("webauthnScript parses as a classic script", () => {
  // `new Function` compiles the text without running it.
  new Function(webauthnScript);
});
