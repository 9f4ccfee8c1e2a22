/**
 * Writes `llms.txt`, the list of guides for programs that read the documentation, from the index
 * of the guides; task `llms`.
 *
 * @see {@link https://llmstxt.org llms.txt}
 * @module
 */

import { REPOSITORY } from "../../src/tools/doctor/docs.ts";

const root = new URL("../../", import.meta.url);

/** Documents beside the guides. */
const REFERENCE = `## Reference

- [README](README.md): what the library does, in short
- [PROVIDERS](PROVIDERS.md): every provider with its import, variables and callback URL
- [SECURITY](SECURITY.md): how to report a vulnerability, and the attacks that are covered
- [CHANGELOG](CHANGELOG.md): what is in each release
`;

/** The file, from the text of `docs/README.md`. */
export function toLlms(index: string): string {
  const guides = index.slice(index.indexOf("\n## ") + 1).replaceAll(/\]\((?!https:)/g, "](docs/");
  const about = `# @x/auth

> Authentication for TypeScript web apps: OAuth 2 and OpenID Connect, magic links, passkeys,
> passwords, second factors, sessions as encrypted tokens or rows. Deno without a build step, Node
> and Bun from npm. The interface is that of Auth.js v5.
`;
  return [about, guides, REFERENCE].join("\n")
    .replaceAll(/\]\((?!https:)([^)]+)\)/g, (_, path) => `](${REPOSITORY}/blob/HEAD/${path})`);
}

if (import.meta.main) {
  const index = await Deno.readTextFile(new URL("docs/README.md", root));
  await Deno.writeTextFile(new URL("llms.txt", root), toLlms(index));
}
