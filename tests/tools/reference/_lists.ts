/**
 * Pages of closed lists: entries of the audit log, warnings, spans and counters, variables of the
 * environment, cookies, and texts.
 *
 * @module
 */

import ts from "typescript";
import { isProduction, setEnvDefaults, variableName } from "../../../src/config/env.ts";
import { cookieTable } from "../../../src/config/defaults.ts";
import { warningText } from "../../../src/hooks/logger.ts";
import {
  countEvent,
  countRead,
  type MeterProvider,
  traceAction,
  type TracerProvider,
} from "../../../src/hooks/recorder.ts";
import type { WarningCode } from "../../../src/types/options.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type { CookieKey } from "../../../src/types/cookies.ts";
import type { RequestInternal, ResolvedConfig } from "../../../src/types/internal.ts";
import { ENGLISH, flat } from "../../unit/languages/_texts.ts";
import type { Library } from "./_library.ts";
import { cell, code, createWriter, item } from "./_markdown.ts";
import type { Gaps } from "./_options.ts";

const root = new URL("../../../", import.meta.url);

/** A member of a union of strings, with the comment before it. */
interface Value {
  text: string;
  doc: string;
}

/** Members of a union, which `deno doc` gives without their comments. */
async function valuesOf(path: string, type: string, member?: string): Promise<Value[]> {
  const source = await Deno.readTextFile(new URL(path, root));
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const declaration = file.statements.find((one) =>
    (ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one)) && one.name.text === type
  );
  const union = declaration && ts.isTypeAliasDeclaration(declaration)
    ? declaration.type
    : declaration && ts.isInterfaceDeclaration(declaration)
    ? declaration.members.filter(ts.isPropertySignature)
      .find(({ name }) => name.getText(file) === member)?.type
    : undefined;
  if (!union) throw new Error(`${type} of ${path} is no union`);
  // One value is a list, too.
  const types = ts.isUnionTypeNode(union) ? [...union.types] : [union];
  return types.map((one): Value => {
    if (!ts.isLiteralTypeNode(one) || !ts.isStringLiteral(one.literal)) {
      throw new Error(`${one.getText(file)} of ${type} is no string`);
    }
    // The comment is before the bar, which the node does not include.
    const before = source.slice(0, one.getStart(file));
    const [, comment = ""] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|?\s*$/.exec(before) ?? [];
    const doc = comment.split("\n").map((line) => line.replace(/^\s*\*? ?/, "")).join(" ").trim();
    return { text: one.literal.text, doc };
  });
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heading), line(heading.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Values of a union as rows; each needs a comment. */
function valueRows(values: readonly Value[], where: string, gaps: Gaps): string[][] {
  for (const { text, doc } of values) {
    if (!doc) gaps.add(`${where}: "${text}" has no comment`);
  }
  return values.map(({ text, doc }) => [code(text), doc]);
}

/** Entries of the audit log. */
export async function writeAudit(library: Library, gaps: Gaps): Promise<string> {
  const path = "src/types/audit.ts";
  const page = "audit.md";
  const writer = createWriter(library, page);
  const names = async (type: string) => {
    const [{ jsDoc } = {}] = library.find(`@x/auth/types#${type}`).declarations;
    const values = await valuesOf(path, type, "name");
    return `${writer.text(jsDoc?.doc)}\n\n${
      table(["Name", "When"], valueRows(values, `${type}.name`, gaps))
    }`;
  };
  const reasons = async (type: string) =>
    table(["Reason", "Meaning"], valueRows(await valuesOf(path, type), type, gaps));
  const link = (type: string) => writer.link(library.find(`@x/auth/types#${type}`));
  return `# Audit log

\`events.audit\` is called with an entry for every change of state and every refusal: an object of the
type ${link("AuditEntry")}. Names and reasons are closed lists.

## Changes

${await names("AuditChange")}

## Endings

${await names("AuditEnding")}

## Refusals

${await names("AuditRefusal")}

${await names("AuditOrganizationRefusal")}

## Reasons of endings

${await reasons("SessionReason")}

## Reasons of refusals

${await reasons("RefusalReason")}

## Reasons of organizations

${await reasons("OrganizationRefusal")}
`;
}

/** Warnings. */
export async function writeWarnings(library: Library): Promise<string> {
  const writer = createWriter(library, "warnings.md");
  const values = await valuesOf("src/types/options.ts", "WarningCode");
  const rows = values.map(({ text }) => [
    code(text),
    writer.text(warningText(text as WarningCode)),
  ]);
  return `# Warnings

\`logger.warn\` is called with one of these codes. The built-in logger prints the text.

${table(["Code", "Text"], rows)}
`;
}

/** Spans and counters, as an OpenTelemetry sees them. */
export async function writeTelemetry(library: Library): Promise<string> {
  const counters: { name: string; description: string; unit: string; attributes: string[] }[] = [];
  const metering: MeterProvider = {
    getMeter: () => ({
      createCounter(name, { description, unit }) {
        const counter = { name, description, unit, attributes: [] as string[] };
        counters.push(counter);
        return { add: (_, attributes) => void counter.attributes.push(...Object.keys(attributes)) };
      },
    }),
  };
  const provider = { id: "github", type: "oauth" };
  const config = { providers: new Map([["github", provider]]) } as unknown as ResolvedConfig;
  countEvent(
    metering,
    config,
    { name: "signin.refused", reason: "failed", provider: "github" },
    new Error(),
  );
  countRead(metering, "found");

  const attributes: string[] = [];
  const span = {
    setAttribute: (name: string) => void attributes.push(name),
    setStatus: () => {},
    end: () => {},
  };
  const tracing: TracerProvider = {
    getTracer: () => ({
      startActiveSpan(_, options, run) {
        attributes.push(...Object.keys(options.attributes));
        return run(span);
      },
    }),
  };
  const request = { action: "signin", method: "POST", providerId: "github" } as RequestInternal;
  await traceAction(tracing, request, config, () => Promise.resolve({ error: new Error() }));

  const endpoints = await valuesOf("src/hooks/recorder.ts", "UpstreamEndpoint");
  const results = await valuesOf("src/hooks/recorder.ts", "ReadResult");
  const writer = createWriter(library, "telemetry.md");
  const all = (names: readonly string[]) => names.map(code).join(", ");
  return `# Telemetry

Where the process has an OpenTelemetry, the library makes spans and counters in the scope
\`@x/auth\`: in Deno with \`OTEL_DENO=true\`, elsewhere once the app has set up an SDK. There is no
option for it. No attribute holds what a person, a request or a provider says.

## Counters

${
    table(
      ["Counter", "Counts", "Unit", "Attributes"],
      counters.map(({ name, description, unit, attributes }) => [
        code(name),
        description,
        code(unit),
        all(attributes),
      ]),
    )
  }

\`auth.event\` and \`auth.reason\` are the names and reasons of the [audit log](audit.md).
\`auth.result\` is one of ${all(results.map(({ text }) => text))}.

## Spans

- ${code("auth.{action}")}: a request to an action, where the action is one of
  ${writer.link(library.find("@x/auth/types#AuthAction"))}, or the path of a capability. Attributes:
  ${all([...new Set(attributes)])}.
- ${
    code("auth.upstream.{endpoint}")
  }: a request to a provider or another service, where the endpoint
  is one of ${all([...endpoints.map(({ text }) => text), "mail"])}. Attributes:
  ${
    all([
      "auth.endpoint",
      "http.request.method",
      "http.response.status_code",
      "auth.provider.id",
      "auth.provider.type",
      "error.type",
    ])
  }.
`;
}

/** Variables of the environment: those that a config reads, with what the source says of them. */
export function writeEnvironment(library: Library, gaps: Gaps): string {
  const read = new Set<string>();
  const env = new Proxy({}, {
    get: (_, name) => {
      if (typeof name === "string") read.add(name);
      return undefined;
    },
  });
  const providers = [
    () => ({ id: "id", name: "Id", type: "oauth" as const }),
    () => ({ id: "id", name: "Id", type: "email" as const, sendVerificationRequest: () => {} }),
  ];
  setEnvDefaults(env, { providers } as unknown as AuthConfig);
  isProduction(env);
  const [{ jsDoc } = {}] = library.find("@x/auth#setEnvDefaults").declarations;
  const [documented = ""] = /(?:^\|.*\n?)+/m.exec(jsDoc?.doc ?? "") ?? [];
  for (const name of read) {
    const known = name.startsWith("AUTH_ID_") ? name.replace("AUTH_ID_", "AUTH_{ID}_") : name;
    if (!documented.includes(code(known))) {
      gaps.add(`setEnvDefaults(): its table does not name ${known}`);
    }
  }
  return `# Environment variables

Wrappers, \`defineAuth\` and the functions of \`@x/auth/server\` fill missing members of the config from
these variables. What the config says wins.

${documented.trim()}

\`{ID}\` is the id of the provider in upper case with underscores: \`azure-ad\` reads
\`${
    variableName("azure-ad", "ID")
  }\`. The page of each [provider](providers/README.md) names its own.
`;
}

/** Cookies with their defaults. */
export function writeCookies(library: Library): string {
  const writer = createWriter(library, "cookies.md");
  const plain = cookieTable(false);
  const secure = cookieTable(true);
  const [{ def } = {}] = library.find("@x/auth/types#CookiesOptions").declarations;
  const docs = new Map<string, string>(
    def.properties.map((one: { name: string; jsDoc?: { doc?: string } }) => [
      one.name,
      one.jsDoc?.doc ?? "",
    ]),
  );
  const rows = (Object.keys(plain) as CookieKey[]).map((key) => {
    const { maxAge } = plain[key].options;
    return [
      code(key),
      `${code(plain[key].name)}<br>${code(secure[key].name)}`,
      maxAge === undefined ? "varies" : `${maxAge / 60} minutes`,
      writer.text(docs.get(key)),
    ];
  });
  const { httpOnly, sameSite, path } = plain.sessionToken.options;
  return `# Cookies

The first name is for http, the second for https. There, the prefix \`__Secure-\` refuses a cookie that
was set over http, and \`__Host-\` one that another host of the domain has set. All cookies are
${
    httpOnly
      ? "\`HttpOnly\`"
      : "open to scripts"
  } with \`SameSite=${sameSite}\` and \`Path=${path}\`, and
\`Secure\` over https. A cookie is set when it is needed, not before. A value that is too long for one
cookie is in several, whose names end with \`.0\`, \`.1\` and so on.

${table(["Key", "Name", "Lifetime", "What it holds"], rows)}

[The option \`cookies\`](options/cookies.md) changes names and attributes.
`;
}

/** Texts of pages and emails, in English. */
export function writeTexts(): string {
  const groups = Map.groupBy(flat(ENGLISH), ([path]) => path.split(".")[0]!);
  const sections = [...groups].map(([group, texts]) =>
    `## ${group}\n\n${
      texts.map(([path, text]) => item(`${code(path)}: ${code(text)}`)).join("\n")
    }\n`
  );
  return `# Texts

Every text of pages and emails in English, by its path. \`texts\` of the config changes any of them, in
any language: \`texts: { en: { signIn: { heading: "Welcome back" } } }\`. Words in braces are filled in.

${sections.join("\n")}`;
}
