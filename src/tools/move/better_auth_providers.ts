/**
 * The providers of Better Auth.
 *
 * @module
 */

import type ts from "typescript";
import { type ConfigMove, GUIDE, readName, stop } from "./better_auth_parts.ts";
import { findValue } from "./objects.ts";
import { findFunction, unwrap, type WrittenFunction } from "./options.ts";
import { findAll } from "./source.ts";

/** Members of a provider that only change what is asked of it. */
const LISTED_OF_PROVIDER =
  /^(scope|disableDefaultScope|prompt|accessType|responseMode|display|redirectURI|mapProfileToUser|overrideUserInfoOnSignIn|configId)$/;

/** Providers with the name of their function; the id is that of Better Auth. */
const SOCIAL: Readonly<Record<string, readonly [name: string, module: string]>> = {
  apple: ["Apple", "apple"],
  atlassian: ["Atlassian", "atlassian"],
  discord: ["Discord", "discord"],
  dropbox: ["Dropbox", "dropbox"],
  facebook: ["Facebook", "facebook"],
  figma: ["Figma", "figma"],
  github: ["GitHub", "github"],
  google: ["Google", "google"],
  huggingface: ["HuggingFace", "huggingface"],
  kakao: ["Kakao", "kakao"],
  line: ["Line", "line"],
  linkedin: ["LinkedIn", "linkedin"],
  microsoft: ["MicrosoftEntraID", "microsoft-entra-id"],
  naver: ["Naver", "naver"],
  notion: ["Notion", "notion"],
  reddit: ["Reddit", "reddit"],
  roblox: ["Roblox", "roblox"],
  salesforce: ["Salesforce", "salesforce"],
  slack: ["Slack", "slack"],
  spotify: ["Spotify", "spotify"],
  tiktok: ["TikTok", "tiktok"],
  twitch: ["Twitch", "twitch"],
  vk: ["Vk", "vk"],
  zoom: ["Zoom", "zoom"],
};

/** Id of a provider here. */
export function providerId(id: string): string {
  return SOCIAL[id]?.[1] ?? id;
}

/** `true` for the path that is that of the provider anyway. */
function isUsualRedirect(
  ts: ConfigMove["draft"]["ts"],
  value: ts.Expression | undefined,
  id: string,
): boolean {
  return value !== undefined && ts.isStringLiteralLike(value) && providerId(id) === id &&
    value.text.endsWith(`/api/auth/callback/${id}`);
}

/**
 * `true` for a function that can refuse a sign-in by throwing: each one but a function that only
 * returns an object made of its parameters.
 */
function canRefuse(
  ts: ConfigMove["draft"]["ts"],
  member: ts.ObjectLiteralElementLike,
  name: string,
): boolean {
  const written = findFunction(ts, member);
  if (written) return !isMapping(ts, written);
  // A function that stands elsewhere is not read.
  return name === "mapProfileToUser" || !ts.isPropertyAssignment(member);
}

function isMapping(ts: ConfigMove["draft"]["ts"], written: WrittenFunction): boolean {
  const { body } = written;
  const [only, other] = body && ts.isBlock(body) ? body.statements : [body];
  const value = only && ts.isReturnStatement(only) ? only.expression : only;
  const isObject = value && other === undefined && ts.isExpression(value) &&
    ts.isObjectLiteralExpression(unwrap(ts, value));
  if (!isObject) return false;
  const names = new Set(
    written.parameters.flatMap(({ name }) => findAll(name, ts.isIdentifier)).map(({ text }) =>
      text
    ),
  );
  /** `true` for a call of a method of what the provider sent, with texts and numbers alone. */
  const isOfParameter = (call: ts.CallExpression) => {
    const root = findStart(ts, call.expression);
    return root !== call.expression && ts.isIdentifier(root) && names.has(root.text) &&
      call.arguments.every((one) => ts.isLiteralExpression(one));
  };
  const isPlain = (call: ts.CallExpression) =>
    /^(String|Number|Boolean)$/.test(call.expression.getText());
  return findAll(written, ts.isCallExpression).every((call) =>
    isOfParameter(call) || isPlain(call)
  ) && findAll(written, ts.isNewExpression).length === 0 &&
    findAll(written, ts.isTaggedTemplateExpression).length === 0;
}

/** The expression at the beginning of a chain. */
function findStart(ts: ConfigMove["draft"]["ts"], given: ts.Expression): ts.Expression {
  const node = unwrap(ts, given);
  const isLonger = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node);
  return isLonger ? findStart(ts, node.expression) : node;
}

/** Moves the list of providers. */
export function moveSocial(move: ConfigMove, given: ts.Expression): void {
  const { draft, source, imports, providers } = move;
  const { ts } = draft;
  const list = unwrap(ts, given);
  if (!ts.isObjectLiteralExpression(list)) {
    return stop(move, given, "the providers are made elsewhere: write them here first");
  }
  for (const entry of list.properties) {
    const id = readName(ts, entry);
    const found = id === undefined ? undefined : findValue(ts, list, id);
    const options = found && unwrap(ts, found);
    const known = id !== undefined && Object.hasOwn(SOCIAL, id) ? SOCIAL[id] : undefined;
    if (!id || !options || !ts.isObjectLiteralExpression(options)) {
      stop(move, entry, "the options of the provider are made elsewhere: write them here first");
      continue;
    }
    if (!known) {
      const text = `\`${id}\` is no provider here: write it as an object`;
      draft.note("left", source, entry, text, "openid-connect.md");
      continue;
    }
    const texts: string[] = [];
    for (const member of options.properties) {
      const name = readName(ts, member) ?? "…";
      const value = findValue(ts, options, name);
      if (/^client(Id|Secret)$/.test(name) && value) texts.push(`${name}: ${source.textOf(value)}`);
      else if (name === "tenantId" && value && id === "microsoft") {
        texts.push(
          `issuer: \`https://login.microsoftonline.com/\${${source.textOf(value)}}/v2.0\``,
        );
      } else if (/^disable(ImplicitSignUp|SignUp)$/.test(name)) {
        if (value?.kind !== ts.SyntaxKind.FalseKeyword) move.needs.add("invited");
      } else if (name === "redirectURI" && isUsualRedirect(ts, value, id)) {
        const text = "`redirectURI` is the same without being written";
        draft.note("change", source, member, text, GUIDE);
      } else if (LISTED_OF_PROVIDER.test(name) && !canRefuse(ts, member, name)) {
        const text = `\`${name}\` of \`${id}\`: write it as \`authorization\` or \`profile\``;
        draft.note("left", source, member, text, "openid-connect.md");
      } else {stop(
          move,
          member,
          `\`${name}\` of \`${id}\` can decide who may sign in: write it as \`callbacks.signIn\` after taking it out`,
        );}
    }
    imports.add(`@x/auth/providers/${known[1]}`, `default as ${known[0]}`);
    providers.push(`${known[0]}({ ${texts.join(", ")} })`);
    draft.note("change", source, entry, `\`${id}\` → \`${known[0]}\``, GUIDE);
  }
}
