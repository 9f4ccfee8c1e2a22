/**
 * Pages of the built-in providers.
 *
 * @module
 */

import ts from "typescript";
import { describeProof, type ProviderFile } from "../providers.ts";
import type { Library, Subpath } from "./_library.ts";
import { code, createWriter, item } from "./_markdown.ts";
import { sorted, writeExport } from "./_exports_page.ts";

const root = new URL("../../../", import.meta.url);

/** Stands for an issuer that the app names. */
const ISSUER = "https://issuer.example";

const OPTIONS = {
  issuer: ISSUER,
  server: "smtp://localhost",
  apiKey: "key",
  transactionalId: "id",
  clientId: "{clientId}",
};

interface Endpoint {
  url?: string;
  params?: Record<string, unknown>;
}

/** What a page shows of a provider object. */
interface ProviderObject {
  issuer?: string;
  authorization?: string | Endpoint;
  token?: string | Endpoint;
  userinfo?: string | Endpoint;
  requestTokenUrl?: string;
  checks?: string[];
  client?: { token_endpoint_auth_method?: string };
}

const KINDS: Readonly<Record<string, string>> = {
  oauth: "OAuth 2",
  oidc: "OpenID Connect",
  email: "email with a link or a code",
  credentials: "a form of the app",
  webauthn: "passkeys and security keys",
};

/** What a provider without `profile` makes of standard claims. */
const STANDARD = `\`\`\`ts
profile: (claims) => ({
  id: claims.sub ?? claims.id,
  name: claims.name ?? claims.nickname ?? claims.preferred_username,
  email: claims.email,
  image: claims.picture,
})
\`\`\``;

/** Path of the page of a provider. */
export const providerPath = ({ module }: ProviderFile): string => `providers/${module}.md`;

/** Text of a page. */
export async function writeProvider(
  library: Library,
  subpath: Subpath,
  provider: ProviderFile,
): Promise<string> {
  const page = providerPath(provider);
  const writer = createWriter(library, page);
  const { file, id, name, type, variables } = provider;
  const made = (await import(new URL(file, root).href)).default(OPTIONS) as ProviderObject;
  const main = subpath.own.find(({ isDefault }) => isDefault)!;
  const jsDoc = main.declarations.find(({ jsDoc }) => jsDoc)!.jsDoc!;
  const isOAuth = type === "oauth" || type === "oidc";

  const facts = [
    `Kind: ${type === "oauth" && made.requestTokenUrl ? "OAuth 1.0a or OAuth 2" : KINDS[type]}`,
    `Id: ${code(id)}`,
    ...isOAuth || type === "email"
      ? [
        `Callback URL: ${code(`{origin}{basePath}/callback/${id}`)}, for example ` +
        code(`https://app.example/auth/callback/${id}`),
      ]
      : [],
    ...variables.length > 0 ? [`Variables: ${variables.map((name) => code(name)).join(", ")}`] : [],
    ...isOAuth ? oauthFacts(made, type) : [],
    `Email address verified: ${describeProof(provider)}`,
  ];
  const tags = (kind: string) => (jsDoc.tags ?? []).filter((tag) => tag.kind === kind);
  const [deprecated] = tags("deprecated");
  const module_doc = subpath.module.module_doc;
  const setUp = [
    ...deprecated ? [`Deprecated. ${writer.text(deprecated.doc)}`] : [],
    withoutFacts(writer.text(jsDoc.doc)),
    ...tags("param").map(({ name, doc }) =>
      item(`${code(name ?? "options")}: ${writer.text(doc)}`)
    ),
    ...tags("throws").map(({ doc }) => item(`Throws ${writer.text(doc)}`)),
  ].filter(Boolean).join("\n\n");
  const own = sorted(subpath.own.filter((one) => one !== main));
  const examples = writer.examples(jsDoc);
  return [
    `# ${name}\n\n${writer.text(module_doc?.doc)}\n`,
    `\n${facts.map(item).join("\n")}\n`,
    `\n## Set up\n\n${setUp}\n`,
    `\n## Use\n`,
    ...variables.length > 0
      ? [`\n\`\`\`sh\n${variables.map((name) => `${name}=…`).join("\n")}\n\`\`\`\n`]
      : [],
    // With variables, the provider needs no call.
    examples || `\n\`\`\`ts\n${usage(provider)}\n\`\`\`\n`,
    `\n${optionsLink(type, id)}\n`,
    ...isOAuth ? [`\n## The user\n\n${await profileOf(provider)}\n`] : [],
    ...own.map((one) =>
      writeExport(library, writer, one, subpath, page).replaceAll(/^## /gm, "### ")
    )
      .map((text, index) => index === 0 ? `\n## Types\n${text}` : text),
  ].join("");
}

/** A config with the provider. */
function usage({ symbol, module, type }: ProviderFile): string {
  const imports = [`import ${symbol} from "@x/auth/providers/${module}";`];
  if (type !== "email") {
    return [...imports, "", `export const config = { providers: [${symbol}] };`].join("\n");
  }
  return [
    'import { MemoryAdapter } from "@x/auth/adapters/memory";',
    ...imports,
    "",
    "export const config = {",
    `  providers: [${symbol}({ from: "App <no-reply@app.example>" })],`,
    "  adapter: MemoryAdapter(), // your store",
    "};",
  ].join("\n");
}

function optionsLink(type: string, id: string): string {
  const group = type === "email"
    ? "email"
    : type === "webauthn"
    ? "passkey"
    : id === "password"
    ? "password"
    : type === "credentials"
    ? "credentials"
    : "oauth";
  const link = `[All options](../options/providers-${group}.md)`;
  return type === "oidc"
    ? `${link}, and [those of OpenID Connect](../options/providers-oidc.md)`
    : link;
}

/** Protocol, endpoints and scope. */
function oauthFacts(made: ProviderObject, type: string): string[] {
  const clean = (url: string) => url.replaceAll(ISSUER, "{issuer}");
  const urlOf = (endpoint: string | Endpoint | undefined) =>
    typeof endpoint === "string" ? endpoint : endpoint?.url;
  const at = (label: string, endpoint: string | Endpoint | undefined) => {
    const url = urlOf(endpoint);
    return url ? [`${label}: ${code(clean(url).split("?")[0]!)}`] : [];
  };
  const own = typeof made.authorization === "object" ? made.authorization.params ?? {} : {};
  const url = urlOf(made.authorization);
  const inUrl = url?.includes("?") ? Object.fromEntries(new URL(url).searchParams) : {};
  const { scope, ...params } = { ...inUrl, ...own };
  const issuer = type !== "oidc"
    ? []
    : made.issuer && made.issuer !== ISSUER
    ? [`Issuer: ${code(clean(made.issuer))}`]
    : ["Issuer: the one that you pass, or the variable names"];
  const others = Object.entries(params).filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      code(`${name}=${typeof value === "object" ? JSON.stringify(value) : value}`)
    );
  const scopes = scope === undefined
    ? type === "oidc" ? "openid profile email" : undefined
    : String(scope);
  return [
    ...issuer,
    ...type === "oauth" || !made.issuer
      ? [...at("Authorization", made.authorization), ...at("Token", made.token)]
      : [],
    ...type === "oauth" ? at("Userinfo", made.userinfo) : [],
    `Scope: ${scopes ? code(scopes) : "none is requested"}`,
    ...others.length > 0 ? [`Sent to the provider too: ${others.join(", ")}`] : [],
    `Checks: ${(made.checks ?? ["pkce"]).map(code).join(", ")}`,
    ...made.client?.token_endpoint_auth_method
      ? [`Client authentication: ${code(made.client.token_endpoint_auth_method)}`]
      : [],
  ];
}

/** Sentences that the facts above repeat. */
function withoutFacts(text: string): string {
  return text
    // Up to the next sentence, but not beyond the paragraph.
    .replaceAll(/Callback\s+URL:\s+`[^`]+`\.(?: |\n(?!\n))?/g, "")
    .replaceAll(/Variables:\s+`AUTH_\w+`(?:,\s+(?:and\s+)?`AUTH_\w+`)*\.(?: |\n(?!\n))?/g, "")
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** How a profile becomes a user: the source of the provider's function. */
async function profileOf({ file }: ProviderFile): Promise<string> {
  const text = await Deno.readTextFile(new URL(file, root));
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    const isProfile = (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
      node.name.getText(source) === "profile";
    if (isProfile) found ??= node;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  if (!found) {
    return `The user is made of standard claims:\n\n${STANDARD}`;
  }
  const start = found.getStart(source);
  const column = start - text.lastIndexOf("\n", start) - 1;
  const lines = found.getText(source).replaceAll(new RegExp(`^ {${column}}`, "gm"), "");
  return `The user is made of the profile:\n\n\`\`\`ts\n${lines}\n\`\`\``;
}

/** Text of the list of providers. */
export function writeProviderList(providers: readonly ProviderFile[]): string {
  const by = Map.groupBy(providers, ({ type }) => type);
  const sections = ["oauth", "oidc", "email", "webauthn", "credentials"].map((type) => {
    const lines = (by.get(type) ?? []).map(({ module, name, symbol }) =>
      `- [${name}](${module}.md): \`import ${symbol} from "@x/auth/providers/${module}"\``
    );
    const heading = KINDS[type]!.replace(/^./, (first) => first.toUpperCase());
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  return `# Providers

${providers.length} providers come with the library. The page of each says what to register where,
which variables it reads, and what the profile has. Any other site with OpenID Connect or OAuth 2 is an
object with [these options](../options/providers-oauth.md).

${sections.join("\n")}`;
}
