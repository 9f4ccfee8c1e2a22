import { assert, assertEquals } from "@std/assert";
import { codeScript } from "../../../pages/code_script.ts";
import { signIn } from "../../../pages/states.ts";
import { waitingScript } from "../../../pages/waiting_script.ts";
import { ORIGIN, PAGES } from "../../../src/tools/gallery/pages.ts";

const FRAME = {
  nonce: "n",
  theme: { name: "Acme" },
  siteUrl: ORIGIN,
  signinUrl: `${ORIGIN}/auth/signin`,
  wording: { language: "en" },
};

Deno.test("codes: every field for a code of a fixed length posts itself, on each page", () => {
  const seen: string[] = [];
  for (const [name, show] of Object.values(PAGES).flatMap((states) => Object.entries(states))) {
    const { html } = show(FRAME, waitingScript)!;
    for (const [field] of html.matchAll(/<input[^>]*autocomplete="one-time-code"[^>]*>/g)) {
      const isNumeric = field.includes('inputmode="numeric"');
      const hasChoice = html.includes('id="input-trust"');
      const posts = /data-digits="[68]"/.test(field);
      assertEquals(posts, isNumeric && !hasChoice, `${name}: ${field}`);
      if (!posts) continue;
      assert(html.includes(codeScript) || html.includes(waitingScript), `${name} has the script`);
      seen.push(name);
    }
  }
  for (const part of ["verify", "factor", "address"]) {
    assert(seen.some((name) => name.includes(part)), `${part}: ${seen}`);
  }
});

Deno.test("codes: without scripts, the page that waits asks again where nothing is typed", () => {
  let count = 0;
  for (const [name, show] of Object.entries(signIn)) {
    if (!name.startsWith("verify-request")) continue;
    const { html } = show(FRAME, waitingScript)!;
    const refreshes = /<noscript><meta http-equiv="refresh" content="15"/.test(html);
    assertEquals(refreshes, !html.includes('name="code"') && html.includes("@"), name);
    if (refreshes) count++;
  }
  assert(count > 0);
});
