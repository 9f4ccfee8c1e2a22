/**
 * Functions of Better Auth that send emails: they move with their bodies, or are left to a person.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inApp, planOf } from "./_apps.ts";

/** The config after the move, and what is left, for an app with these options. */
async function moved(options: string, path = "auth.ts", own: Record<string, string> = {}) {
  const files = {
    "package.json": JSON.stringify({
      dependencies: { next: "^15.5.0", "better-auth": "^1.7.25", nodemailer: "^7.0.0" },
    }),
    [path]: `import { betterAuth } from "better-auth";
import { emailOTP, magicLink } from "better-auth/plugins";
import { Pool } from "pg";
import { send } from "./send";
export const auth = betterAuth({
  database: new Pool(),
  ${options}
});
`,
    ...own,
  };
  return await inApp({ files }, async (folder) => {
    const { plan } = await planOf(folder);
    const left = plan.notes.filter(({ kind }) => kind === "left").map(({ text }) => text);
    assertEquals(plan.notes.filter(({ kind }) => kind === "stop"), []);
    return { text: plan.changes.find((one) => one.path === path)!.after, left };
  });
}

const RESET = `emailAndPassword: {
    enabled: true,
    async sendResetPassword({ user, url }) {
      await send(user.email, url);
    },
  },`;
const LINK = "magicLink({ sendMagicLink: async ({ email, url }) => { await send(email, url); } })";
const CODE = "emailOTP({ sendVerificationOTP: (data) => send(data.email, data.otp + data.type) })";

Deno.test("move: a function that sends emails stands in front of the config, with its body", async () => {
  const { text, left } = await moved(RESET);
  assertStringIncludes(
    text,
    `const sendResetPassword = async ({ user, url }: { user: { email: string }; url: string }) => {
  await send(user.email, url);
};

const mail = Nodemailer(`,
  );
  assertStringIncludes(text, 'import { send } from "./send";');
  assertStringIncludes(
    text,
    `if (purpose === "password") await sendResetPassword({ user: { email }, url });
        else await mail.sendVerificationRequest(params);`,
  );
  assert(!left.some((one) => one.includes("sendResetPassword")), left.join("\n"));
});

Deno.test("move: each purpose has its function, and no purpose is tested twice", async () => {
  const proof =
    "emailVerification: { sendVerificationEmail: async (d) => send(d.user.email, d.url) },";
  const all = await moved(`${RESET}\n  ${proof}\n  plugins: [${LINK}],`);
  assertStringIncludes(
    all.text,
    `if (purpose === "password") await sendResetPassword({ user: { email }, url });
        else if (purpose === "sign-up") await sendVerificationEmail({ user: { email }, url });
        else await sendMagicLink({ email, url });`,
  );
  const link = await moved(`plugins: [${LINK}],`);
  assertStringIncludes(
    link.text,
    `if (purpose !== "password") await sendMagicLink({ email, url });
        else await mail.sendVerificationRequest(params);`,
  );
  const code = await moved(`plugins: [${CODE}],`);
  assertStringIncludes(code.text, 'type: purpose === "password" ? "forget-password" : "sign-in"');
  const both = await moved(`${RESET}\n  plugins: [${CODE}],`);
  assertStringIncludes(both.text, 'sendVerificationOTP({ email, otp: code, type: "sign-in" });');
});

Deno.test("move: a code for a sign-up is one for a verification, where the function asks for that", async () => {
  const asks = "emailOTP({ sendVerificationOTP: async ({ email, otp, type }) => { " +
    'if (type === "email-verification") await verify(email, otp); else await send(email, otp); } })';
  const proof =
    "emailVerification: { sendVerificationEmail: async (d) => send(d.user.email, d.url) },";
  const types = async (options: string) =>
    / type: (purpose.*|"[a-z-]+") \}/.exec((await moved(options)).text)?.[1];
  const ofPassword = 'purpose === "password" ? "forget-password" : ';
  const ofSignUp = 'purpose === "sign-up" ? "email-verification" : ';
  assertEquals(await types(`plugins: [${CODE}],`), `${ofPassword}"sign-in"`);
  assertEquals(await types(`plugins: [${asks}],`), `${ofPassword}${ofSignUp}"sign-in"`);
  assertEquals(await types(`${RESET}\n  plugins: [${asks}],`), `${ofSignUp}"sign-in"`);
  assertEquals(await types(`${proof}\n  plugins: [${asks}],`), `${ofPassword}"sign-in"`);
  assertEquals(await types(`${RESET}\n  ${proof}\n  plugins: [${asks}],`), '"sign-in"');
});

Deno.test("move: of a link and a code in one email, the second is left to a person", async () => {
  const { text, left } = await moved(`plugins: [${LINK}, ${CODE}],`);
  assertStringIncludes(text, "await sendMagicLink(");
  assert(!text.includes("sendVerificationOTP"), text);
  assert(left.some((one) => one.includes("`sendVerificationOTP` of `emailOTP`")));
});

Deno.test("move: a function that reads what the email provider does not have is left to a person", async () => {
  const links = [
    "async ({ email, token }) => send(email, token)",
    "async ({ email, ...rest }) => send(email, rest)",
    "async (data) => send(data)",
    "async (data) => send(data.email, data.token)",
    "async ({ email, url }, ctx) => send(email, url, ctx)",
    "async ({ email, url }: Given) => send(email, url)",
    "async function ({ email }) { await send(email, this.url); }",
    "send",
  ];
  for (const one of links) {
    const { text, left } = await moved(`plugins: [magicLink({ sendMagicLink: ${one} })],`);
    assert(left.some((line) => line.includes("`sendMagicLink` of `magicLink`")), one);
    assert(!text.includes("sendMagicLink"), one);
  }
  const resets = [
    "({ user, url }) => send(user.name, url)",
    "({ user, url }) => send(user, url)",
    "({ user: { email, name }, url }) => send(email, name, url)",
    "({ user, url }: { user: { email: string; name: string }; url: string }) => send(user.email, url)",
  ];
  for (const one of resets) {
    const { left } = await moved(`emailAndPassword: { enabled: true, sendResetPassword: ${one} },`);
    assert(left.some((line) => line.includes("`sendResetPassword`")), one);
  }
  const kept = await moved(
    "emailAndPassword: { enabled: true, sendResetPassword: ({ user: { email: to }, url }) => send(to, url) },",
  );
  assertStringIncludes(kept.text, "await sendResetPassword({ user: { email }, url })");
});

Deno.test("move: a text of several lines keeps its blanks, and JavaScript gets no types", async () => {
  const body =
    "async ({ email, url }) => {\n      await send(email, `\n        ${url}\n      `);\n    }";
  const { text } = await moved(
    `plugins: [magicLink({\n    sendMagicLink: ${body},\n  })],`,
    "auth.js",
  );
  assertStringIncludes(text, `const sendMagicLink = ${body};`);
});

Deno.test("move: types of a user and a session are those of this library", async () => {
  const given = `import type { Session, User } from "better-auth";
export interface Locals { user?: User; session?: Session }
`;
  const path = "locals.ts";
  const change = async (text: string) =>
    await inApp({
      files: {
        "package.json": '{ "dependencies": { "better-auth": "^1.7.25", "next": "^15.5.0" } }',
        "auth.ts":
          'import { betterAuth } from "better-auth";\nimport { Pool } from "pg";\nexport const auth = betterAuth({ database: new Pool() });\n',
        [path]: text,
      },
    }, async (folder) => {
      const { plan } = await planOf(folder);
      return plan.changes.find((one) => one.path === path)?.after ?? text;
    });
  assertEquals(
    await change(given),
    `import type { Session } from "@x/auth";
export interface Locals { user?: NonNullable<Session["user"]>; session?: Session }
`,
  );
  const alone = await change(
    'import { type User } from "better-auth";\nexport const ids: User[] = [];\n',
  );
  assertStringIncludes(alone, 'import { type Session } from "@x/auth";');
  assertStringIncludes(alone, 'NonNullable<Session["user"]>[]');
  const taken =
    'import type { User } from "better-auth";\ninterface Session { id: string }\nexport type Both = [User, Session];\n';
  assertEquals(await change(taken), taken);
});
