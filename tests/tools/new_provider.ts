/**
 * Writes a new provider: its file, its export, its row in the table and its
 * entry in the catalogue test. The tests pass before the details are filled in.
 *
 *     deno task new provider <id>
 *
 * @module
 */

import { writeProviders } from "./providers.ts";

const CATALOGUE = "tests/unit/providers/_catalogue_oauth.ts";

/**
 * Writes the files of a new provider; returns the path of its source.
 *
 * @param id lower-case words joined by hyphens
 * @param root folder of the repository
 * @throws {TypeError} when the id has another form
 * @throws {Deno.errors.AlreadyExists} when a provider has this id
 */
export async function newProvider(id: string, root = "."): Promise<string> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id === "mod") {
    throw new TypeError(`Cannot use the id "${id}": it must be lower-case words joined by hyphens`);
  }
  const path = `src/providers/${id.replaceAll("-", "_")}.ts`;
  await Deno.writeTextFile(`${root}/${path}`, toSource(id), { createNew: true });
  const catalogue = await Deno.readTextFile(`${root}/${CATALOGUE}`);
  const end = catalogue.lastIndexOf("];");
  await Deno.writeTextFile(
    `${root}/${CATALOGUE}`,
    catalogue.slice(0, end) + toEntry(id) + catalogue.slice(end),
  );
  await writeProviders(root);
  return path;
}

function toTitle(id: string): string {
  return id.split("-").map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ");
}

function toSymbol(id: string): string {
  const symbol = toTitle(id).replaceAll(" ", "");
  return /^\d/.test(symbol) ? `_${symbol}` : symbol;
}

function toSource(id: string): string {
  const title = toTitle(id);
  const symbol = toSymbol(id);
  const variable = `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;
  return `/**
 * ${title}, OAuth 2.0: {@link https://${id}.example/docs}.
 *
 * @module
 */

import { type AnyMembers, oauth, type OAuthProvider } from "./_make.ts";

/** Members of ${title}'s user that are read here. */
export interface ${symbol}Profile extends AnyMembers {
  /** Stable account number. */
  id: number;
  /** Name shown to others. */
  name: string;
  /** Email address. */
  email: string;
  /** URL of a picture. */
  avatar_url: string;
}

/**
 * Sign in with ${title}. Callback URL: \`{origin}{basePath}/callback/${id}\`.
 * Variables: \`${variable}_ID\`, \`${variable}_SECRET\`.
 *
 * Register an application with the callback URL as a redirect URI.
 */
const ${symbol}: OAuthProvider<"${id}", ${symbol}Profile> = oauth("${id}", {
  name: "${title}",
  authorization: {
    url: "https://${id}.example/authorize",
    params: { scope: "user" },
  },
  token: "https://${id}.example/token",
  userinfo: "https://${id}.example/me",
  // State what the site documents: true, false, the name of a member, or a function.
  emailVerified: false,
  profile: (user) => ({
    id: String(user.id),
    name: user.name,
    email: user.email,
    image: user.avatar_url,
  }),
});
export default ${symbol};
`;
}

function toEntry(id: string): string {
  return `  {
    id: "${id}",
    module: "${id}",
    name: "${toTitle(id)}",
    type: "oauth",
    authorization: "https://${id}.example/authorize",
    token: "https://${id}.example/token",
    userinfo: "https://${id}.example/me",
    scope: "user",
    checks: ["pkce"],
    sample: {
      id: 1,
      name: "Ada Lovelace",
      email: "ada@example.com",
      avatar_url: "https://${id}.example/ada.png",
    },
    user: {
      id: "1",
      name: "Ada Lovelace",
      email: "ada@example.com",
      image: "https://${id}.example/ada.png",
    },
  },
`;
}

if (import.meta.main) {
  const [what, id] = Deno.args;
  if (what !== "provider" || !id) {
    console.error("Usage: deno task new provider <id>");
    Deno.exit(2);
  }
  console.log(`Fill in ${await newProvider(id)}, and its entry in ${CATALOGUE}`);
}
