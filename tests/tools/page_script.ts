/**
 * Writes the scripts of the built-in pages, compiled from `src/client/`. Run it when one
 * of their sources changes:
 *
 *     deno run -A tests/tools/page_script.ts
 *
 * @module
 */

import { buildSync } from "esbuild";

/** A script of a page. */
export interface PageScript {
  /** File with its text. */
  path: string;
  /** Source that it is compiled from. */
  source: string;
  /** Function of the source that the script calls. */
  main: string;
  /** Name of the text's constant. */
  name: string;
  /** Pages with the script. */
  pages: string;
}

/** The scripts of all pages. */
export const PAGE_SCRIPTS: readonly PageScript[] = [
  {
    path: "pages/webauthn_script.ts",
    source: "src/client/passkey_form.ts",
    main: "setUpPasskeyForms",
    name: "webauthnScript",
    pages: "the sign-in page",
  },
  {
    path: "pages/waiting_script.ts",
    source: "src/client/waiting.ts",
    main: "waitForSignIn",
    name: "waitingScript",
    pages: "the page that waits for an email",
  },
  {
    path: "pages/code_script.ts",
    source: "src/client/code.ts",
    main: "postWholeCodes",
    name: "codeScript",
    pages: "pages with a code of a fixed length",
  },
  {
    path: "pages/account/script.ts",
    source: "src/client/account_form.ts",
    main: "setUpAccount",
    name: "accountScript",
    pages: "the account page",
  },
  {
    path: "pages/post/script.ts",
    source: "src/client/post_answer.ts",
    main: "postAnswer",
    name: "postScript",
    pages: "pages that post an answer",
  },
  {
    path: "pages/password/script.ts",
    source: "src/client/show_password.ts",
    main: "setUpPasswords",
    name: "showPasswordScript",
    pages: "the page for a new password",
  },
  {
    path: "pages/factor/ceremony_script.ts",
    source: "src/client/factor_form.ts",
    main: "setUpFactorForms",
    name: "ceremonyScript",
    pages: "the pages of second factors",
  },
  {
    path: "pages/factor/copy_script.ts",
    source: "src/client/copy.ts",
    main: "setUpCopies",
    name: "copyScript",
    pages: "pages with keys and codes",
  },
];

/** Formatted text of the file with a script. */
export function toScriptFile({ source, main, name, pages }: PageScript): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import { ${main} } from "./${source}";${main}();`,
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
 * The script of ${pages}. Compiled from
 * \`${source}\` by \`tests/tools/page_script.ts\`; a test fails
 * when this file is older than its sources.
 *
 * @module
 */

/** Text of the script; it has no end tag of a script element. */
export const ${name}: string =
  \`${script}\`;
`;
}

if (import.meta.main) {
  for (const script of PAGE_SCRIPTS) await Deno.writeTextFile(script.path, toScriptFile(script));
}
