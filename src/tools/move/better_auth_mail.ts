/**
 * The functions of Better Auth that send emails. They stand in front of the config with their bodies, and the
 * email provider calls them; for every other email it sends its own.
 *
 * @module
 */

import type ts from "typescript";
import { type ConfigMove, GUIDE, readName } from "./better_auth_parts.ts";
import { findUses, hasName } from "./imports.ts";
import { readIndent } from "./objects.ts";
import { findFunction, type WrittenFunction } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll } from "./source.ts";

/** What a function gets: the members that have an equal here, and their type. */
interface Sender {
  readonly members: readonly string[];
  readonly type: string;
  /** The call, in the function of the email provider. */
  readonly argument: string;
}

const OF_USER: Sender = {
  members: ["user", "url"],
  type: "{ user: { email: string }; url: string }",
  argument: "{ user: { email }, url }",
};

const SENDERS: Readonly<Record<string, Sender>> = {
  sendMagicLink: {
    members: ["email", "url"],
    type: "{ email: string; url: string }",
    argument: "{ email, url }",
  },
  sendVerificationOTP: {
    members: ["email", "otp", "type"],
    type: "{ email: string; otp: string; type: string }",
    argument: '{ email, otp: code, type: "sign-in" }',
  },
  sendResetPassword: OF_USER,
  sendVerificationEmail: OF_USER,
};

/** Moves a function that sends emails; `false` for one that reads what there is no equal of. */
export function moveSender(move: ConfigMove, member: ts.ObjectLiteralElementLike): boolean {
  const { draft, source, senders } = move;
  const { ts } = draft;
  const name = readName(ts, member) ?? "";
  const sender = Object.hasOwn(SENDERS, name) ? SENDERS[name] : undefined;
  const written = findFunction(ts, member);
  if (!sender || !written || !canMove(move, written, sender)) return false;
  // One email has the link and the code.
  const isSecond = name === "sendVerificationOTP" && senders.has("sendMagicLink") ||
    name === "sendMagicLink" && senders.has("sendVerificationOTP");
  if (isSecond) return false;
  const [parameter] = written.parameters;
  const isTyped = /\.[cm]?tsx?$/.test(source.path);
  const type = isTyped && !parameter!.type ? `: ${sender.type}` : "";
  const given = source.textOf(parameter!) + type;
  const isAsync = written.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const body = outdent(source.textOf(written.body!), readIndent(source, member.getStart()));
  const local = hasName(source, ts, name) ? `${name}ByMail` : name;
  senders.set(name, {
    local,
    text: `const ${local} = ${isAsync ? "async " : ""}(${given}) => ${body};`,
  });
  draft.note("change", source, member, `\`${name}\` is called by the email provider`, GUIDE);
  return true;
}

/** A body further to the left; one with a text of several lines keeps every character. */
function outdent(body: string, indent: string): string {
  return body.includes("`") ? body : body.replaceAll(`\n${indent}`, "\n");
}

/** `true` where a function reads nothing but what it gets here. */
function canMove({ draft: { ts }, source }: ConfigMove, written: WrittenFunction, sender: Sender) {
  const [parameter, other] = written.parameters;
  if (!parameter || other || parameter.initializer || parameter.dotDotDotToken) return false;
  if (!written.body || written.asteriskToken) return false;
  if (parameter.type && (!ts.isTypeLiteralNode(parameter.type) || sender === OF_USER)) return false;
  const isOwn = (node: ts.Node) =>
    node.kind === ts.SyntaxKind.ThisKeyword ||
    (ts.isIdentifier(node) && node.text === "arguments");
  if (findAll(written, (node): node is ts.Node => isOwn(node)).length > 0) return false;
  const usesOf = (name: string) =>
    findUses(source, ts, name).filter((use) =>
      written.body!.pos <= use.pos && use.end <= written.body!.end
    );
  const readsEmail = (node: ts.Node) =>
    ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node &&
    node.parent.name.text === "email";
  const mayRead = (member: string, whole: ts.Node) =>
    sender.members.includes(member) && (member !== "user" || readsEmail(whole));
  if (ts.isIdentifier(parameter.name)) {
    return usesOf(parameter.name.text).every(({ parent }) =>
      ts.isPropertyAccessExpression(parent) && mayRead(parent.name.text, parent)
    );
  }
  return parameter.name.elements.every((element) => {
    if (!ts.isBindingElement(element) || element.dotDotDotToken || element.initializer) {
      return false;
    }
    const key = (element.propertyName ?? element.name).getText(source.tree);
    if (!sender.members.includes(key)) return false;
    if (ts.isIdentifier(element.name)) {
      return key !== "user" || usesOf(element.name.text).every(readsEmail);
    }
    return key === "user" && ts.isObjectBindingPattern(element.name) &&
      element.name.elements.every((one) =>
        ts.isIdentifier(one.name) && !one.dotDotDotToken && !one.initializer &&
        (one.propertyName ?? one.name).getText(source.tree) === "email"
      );
  });
}

/** The email provider that calls the functions, and what stands in front of the config for it. */
function writeSenders(
  { draft, source, senders }: ConfigMove,
  provider: string,
): { provider: string; head: string[] } {
  const [first] = senders.values();
  if (!first) return { provider, head: [] };
  const mail = hasName(source, draft.ts, "mail") ? "ownMail" : "mail";
  const call = (name: string, argument = SENDERS[name]!.argument) => {
    const found = senders.get(name);
    return found && `await ${found.local}(${argument});`;
  };
  const link = call("sendMagicLink");
  const reset = call("sendResetPassword");
  const proof = call("sendVerificationEmail");
  const readsProof = /["']email-verification["']/.test(
    senders.get("sendVerificationOTP")?.text ?? "",
  );
  // The compiler refuses a second test for the same purpose.
  const type = [
    !reset && 'purpose === "password" ? "forget-password" : ',
    !proof && readsProof && 'purpose === "sign-up" ? "email-verification" : ',
    '"sign-in"',
  ].filter(Boolean).join("");
  const code = call("sendVerificationOTP", `{ email, otp: code, type: ${type} }`);
  const branches = [
    reset && `if (purpose === "password") ${reset}`,
    proof && `if (purpose === "sign-up") ${proof}`,
    link && (reset ? link : `if (purpose !== "password") ${link}`),
    code && `if (code !== undefined) ${code}`,
    link && reset ? undefined : `await ${mail}.sendVerificationRequest(params);`,
  ].filter((one) => one !== undefined);
  const text = branches.join("\n    else ");
  const names = ["identifier: email", ...reset || proof || link ? ["url"] : [], "purpose"];
  if (code) names.push("code");
  return {
    provider: `{
  ...${mail},
  async sendVerificationRequest(params) {
    const { ${names.join(", ")} } = params;
    ${text}
  },
}`,
    head: [
      ...[...senders.values()].map(({ text }) => `${text}\n`),
      `const ${mail} = ${provider};\n`,
    ],
  };
}

/** Id of the email provider: the one whose package the app has. */
export function mailProvider({ app }: Draft): "nodemailer" | "resend" {
  return app.packages.has("resend") ? "resend" : "nodemailer";
}

/** The email provider. */
export function addEmail(move: ConfigMove): void {
  const { draft, source, imports, needs, providers } = move;
  const code = needs.has("code") ? ", code: true" : "";
  const isResend = mailProvider(draft) === "resend";
  const [name, sender] = isResend
    ? ["Resend", "apiKey: process.env.RESEND_API_KEY"]
    : ["Nodemailer", "server: process.env.EMAIL_SERVER"];
  imports.add(`@x/auth/providers/${name.toLowerCase()}`, `default as ${name}`);
  const own = `${name}({ ${sender}, from: process.env.EMAIL_FROM${code} })`;
  const { provider, head } = writeSenders(move, own);
  providers.unshift(provider);
  move.head.push(...head);
  draft.note(
    "left",
    source,
    0,
    `set \`${isResend ? "RESEND_API_KEY" : "EMAIL_SERVER"}\` and \`EMAIL_FROM\`${
      isResend || draft.app.packages.has("nodemailer") ? "" : ", install `nodemailer`"
    }${
      move.senders.size > 0
        ? ", which the other emails need"
        : ", or send the emails as before by `sendVerificationRequest`"
    }`,
    "email.md",
  );
}
