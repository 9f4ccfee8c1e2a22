import { assert, assertEquals } from "@std/assert";
import { ceremonyScript } from "../../../pages/factor/ceremony_script.ts";
import { codeScript } from "../../../pages/code_script.ts";
import { accountScript } from "../../../pages/account/script.ts";
import { showPasswordScript } from "../../../pages/password/script.ts";
import { postScript } from "../../../pages/post/script.ts";
import { waitingScript } from "../../../pages/waiting_script.ts";
import { webauthnScript } from "../../../pages/webauthn_script.ts";
import { PAGE_SCRIPTS, toScriptFile } from "../../tools/page_script.ts";

for (const script of PAGE_SCRIPTS) {
  Deno.test(`${script.name}: the file equals the output of its tool`, async () => {
    assertEquals(
      await Deno.readTextFile(script.path),
      toScriptFile(script),
      "The script is older than its sources: deno run -A tests/tools/page_script.ts",
    );
  });
}

for (
  const [name, text, max] of [
    ["webauthnScript", webauthnScript, 4000],
    ["accountScript", accountScript, 4500],
    ["ceremonyScript", ceremonyScript, 2500],
    ["showPasswordScript", showPasswordScript, 700],
    ["waitingScript", waitingScript, 800],
    ["codeScript", codeScript, 450],
    ["postScript", postScript, 150],
  ] as const
) {
  Deno.test(`${name} fits in a script element, and is small`, () => {
    // HTML Standard §4.12.1.3: neither may be in the text of a script element.
    assert(!/<!--|<\/?script/i.test(text));
    // A browser reads CR and CRLF as LF, which would change the hash in the policy.
    assert(/^[\x20-\x7e\n]+$/.test(text));
    assert(text.length < max, `${text.length} characters`);
  });

  Deno.test(`${name} parses as a classic script`, () => {
    // `new Function` compiles the text without running it.
    new Function(text);
  });
}
