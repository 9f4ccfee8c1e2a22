/**
 * Updates `deno.json`, `PROVIDERS.md` and the type of known ids from the files of
 * `src/providers/` and the provider files of capabilities. Run it when a provider is added or renamed:
 *
 *     deno run --allow-read --allow-write tests/tools/providers.ts
 *
 * @module
 */

/** A provider file. */
export interface ProviderFile {
  /** Path of the file. */
  file: string;
  /** Subpath below `providers/`. */
  module: string;
  /** Provider id. */
  id: string;
  /** Text of the button. */
  name: string;
  /** Provider type, for example `oauth`. */
  type: string;
  /** Name of the default export. */
  symbol: string;
  /** Variables in its documentation, in that order. */
  variables: string[];
  /** Member `emailVerified` of an OAuth provider. */
  emailVerified?: unknown;
}

/** Module with the type of all ids. */
export const IDS = "src/types/provider_id.ts";

interface ProviderObject {
  id: string;
  name: string;
  type: string;
  emailVerified?: unknown;
}

/** Options for the providers that require some. */
const OPTIONS = { server: "smtp://localhost", apiKey: "key", transactionalId: "id" };

/** Paths of all provider files below a folder, by their name. */
export async function providerFiles(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name } of Deno.readDir(`${root}/src/providers`)) {
    const [, file] = /^(?!_|mod\.ts)(\w+)\.ts$/.exec(name) ?? [];
    if (file) files.set(file, `src/providers/${name}`);
  }
  // The provider of a capability stands in the room of the capability.
  for await (const room of Deno.readDir(`${root}/src/capabilities`)) {
    for await (const { name } of Deno.readDir(`${root}/src/capabilities/${room.name}`)) {
      const [, file] = /^(\w+)_provider\.ts$/.exec(name) ?? [];
      if (file) files.set(file, `src/capabilities/${room.name}/${name}`);
    }
  }
  return files;
}

/** Loads every provider file below a folder, sorted by subpath. */
export async function readProviders(root: string): Promise<ProviderFile[]> {
  const files: ProviderFile[] = [];
  for (const [name, file] of await providerFiles(root)) {
    const path = await Deno.realPath(`${root}/${file}`);
    const { default: create } = await import(`file://${path}`);
    const { id, name: label, type, emailVerified } = create(OPTIONS) as ProviderObject;
    const source = await Deno.readTextFile(path);
    files.push({
      file,
      module: name.replaceAll("_", "-"),
      id,
      name: label,
      type,
      symbol: /^export default (?:function )?(\w+)/m.exec(source)![1]!,
      variables: variablesIn(source),
      emailVerified,
    });
  }
  return files.sort((a, b) => a.module < b.module ? -1 : 1);
}

function variablesIn(source: string): string[] {
  const comments = source.match(/\/\*\*[\s\S]*?\*\//g)?.join("\n") ?? "";
  return [...new Set(comments.match(/\bAUTH_[A-Z0-9_]+\b/g) ?? [])];
}

/** Subpath under which Auth.js has the types of OAuth providers. */
const OAUTH_TYPES = '    "./providers/oauth": "./src/providers/mod.ts",\n';

/** `deno.json` with one export per provider file, sorted. */
export function withExports(json: string, providers: readonly ProviderFile[]): string {
  const entry = ({ file, module }: ProviderFile) => `    "./providers/${module}": "./${file}",\n`;
  const others = json.replaceAll(/^ {4}"\.\/providers\/[^"]+": "[^"]+",\n/gm, "");
  const [before, after] = split(others, '    "./providers": "./src/providers/mod.ts",\n');
  return before + OAUTH_TYPES + providers.map(entry).join("") + after;
}

function split(text: string, line: string): [string, string] {
  const end = text.indexOf(line) + line.length;
  if (end < line.length) throw new TypeError(`Cannot find ${line.trim()} in deno.json`);
  return [text.slice(0, end), text.slice(end)];
}

const code = (text: string) => `\`${text}\``;

/** Text of the last column: when an address from the provider counts as verified. */
export function describeProof({ id, type, emailVerified }: ProviderFile): string {
  if (type === "email") return "always";
  if (type === "webauthn") return "never";
  if (id === "password") return "always";
  if (type === "credentials") return "your code decides";
  if (typeof emailVerified === "boolean") return emailVerified ? "always" : "never";
  if (typeof emailVerified === "string") return `by ${code(emailVerified)}`;
  if (typeof emailVerified === "function") return "by claim";
  throw new TypeError(`Cannot describe "${id}": set \`emailVerified\` of the provider`);
}

/** Text of `PROVIDERS.md`. */
export function toTable(providers: readonly ProviderFile[]): string {
  const rows = providers.map((provider) => {
    const { id, name, module, symbol, variables } = provider;
    return `| ${
      [
        name,
        code(`import ${symbol} from "@x/auth/providers/${module}";`),
        variables.map(code).join(" "),
        code(`/callback/${id}`),
        describeProof(provider),
      ].join(" | ")
    } |`;
  });
  return `# Providers

${providers.length} providers, one import each.

The callback URL is \`{origin}{basePath}\` and the path below, for example
\`https://app.example/auth/callback/github\`. The documentation of each import describes the
registration at the site and every option.

The last column shows when an email address from the provider counts as verified: always, never (the
provider does not verify it, does not document verification, or provides no address), or depending
on a member of the profile. The option \`emailVerified\` replaces the provider's own value.

Email providers send emails about accounts too, such as codes of second factors. Emails of Loops are
designed at Loops, so with Loops set \`sendMail\` in the config.

Providers with an issuer take the options of strict clients, such as \`securityProfile: "fapi2"\`, see
[docs/fapi.md](docs/fapi.md).

<!-- Written by tests/tools/providers.ts -->
<!-- deno-fmt-ignore-start -->

| Provider | Import | Variables | Callback | Email verified |
|---|---|---|---|---|
${rows.join("\n")}

<!-- deno-fmt-ignore-end -->
`;
}

/** Text of the module with the types of all ids. */
export function toIds(providers: readonly ProviderFile[]): string {
  const union = (providers: readonly ProviderFile[]) =>
    providers.map(({ id }) => id).sort().map((id) => `  | "${id}"`).join("\n");
  const mails = providers.filter(({ type }) => type === "email");
  return `/**
 * Ids of the providers that come with the library. Written by
 * \`tests/tools/providers.ts\`.
 *
 * @module
 */

/** Id of a provider that comes with the library. */
export type BuiltInProviderId =
${union(providers)};

/** Id of an email provider that comes with the library. */
export type EmailProviderId =
${union(mails)};

/** Id of the credentials provider. */
export type CredentialsProviderId = "credentials";

/** Id of an OAuth 2 or OpenID Connect provider that comes with the library. */
export type OAuthProviderId = Exclude<
  BuiltInProviderId,
  EmailProviderId | CredentialsProviderId | "passkey" | "password" | "webauthn"
>;

/** Known ids or any string. */
export type ProviderId = NamedId<BuiltInProviderId>;

/**
 * An id that a call names: those of the app are offered, and any string is taken, since many apps
 * read it from a list, a form or a URL. An unknown one leads to the sign-in page.
 */
// deno-lint-ignore ban-types -- keeps completion for known ids
export type NamedId<Id extends string> = Id | (string & {});
`;
}

/** Writes all three files below a folder. */
export async function writeProviders(root: string): Promise<void> {
  const providers = await readProviders(root);
  const json = await Deno.readTextFile(`${root}/deno.json`);
  await Deno.writeTextFile(`${root}/deno.json`, withExports(json, providers));
  await Deno.writeTextFile(`${root}/PROVIDERS.md`, toTable(providers));
  await Deno.mkdir(`${root}/src/types`, { recursive: true });
  await Deno.writeTextFile(`${root}/${IDS}`, toIds(providers));
}

if (import.meta.main) await writeProviders(".");
