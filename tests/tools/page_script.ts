/**
 * Writes `pages/webauthn_script.ts`: the script of the sign-in page, compiled
 * from `src/client/passkey_form.ts`. Run it when that file or one that it
 * imports changes:
 *
 *     deno run -A tests/tools/page_script.ts
 *
 * @module
 */

import { buildSync } from "esbuild";

/** Formatted text of `pages/webauthn_script.ts`. */
export function toScriptFile(): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: 'import { setUpPasskeyForms } from "./src/client/passkey_form.ts";' +
        "setUpPasskeyForms();",
      resolveDir: new URL("../../", import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
    target: "es2022",
    tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
  });
  const script = outputFiles[0]!.text.trim().replaceAll(/[\\`]|\$\{/g, "\\$&");
  return `/**
 * The one script of the built-in pages. Compiled from
 * \`src/client/passkey_form.ts\` by \`tests/tools/page_script.ts\`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const webauthnScript: string =
  \`${script}\`;
`;
}

if (import.meta.main) await Deno.writeTextFile("pages/webauthn_script.ts", toScriptFile());
