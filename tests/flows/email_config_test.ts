import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type EmailConfig } from "../../mod.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";
import { SECRET } from "./_rig.ts";

const email: EmailConfig = {
  id: "mail",
  name: "Email",
  type: "email",
  sendVerificationRequest: () => {},
};

const adapter = MemoryAdapter();

function without(name: keyof typeof adapter): Partial<typeof adapter> {
  const { [name]: _, ...rest } = adapter;
  return rest;
}

const bad: [string, Partial<AuthConfig>, string, string][] = [
  ["no adapter", {}, "MissingAdapter", "`adapter`"],
  ...(["createVerificationToken", "useVerificationToken", "getUserByEmail"] as const).map(
    (name): [string, Partial<AuthConfig>, string, string] => [
      `an adapter without ${name}`,
      { adapter: without(name), session: { strategy: "jwt" } },
      "MissingAdapterMethods",
      `\`${name}\``,
    ],
  ),
];

for (const [name, overrides, type, words] of bad) {
  Deno.test(`config: ${name} is an error that names the method`, async () => {
    const errors: Error[] = [];
    const response = await Auth(new Request("https://app.example/auth/session"), {
      providers: [email],
      secret: SECRET,
      trustHost: true,
      logger: { error: (error) => void errors.push(error) },
      ...overrides,
    });
    assertEquals(response.status, 500);
    await response.body?.cancel();
    assertEquals(errors[0]!.name, type);
    assertStringIncludes(errors[0]!.message, words);
  });
}

const faulty: [string, unknown, string][] = [
  ["no way to send", { ...email, sendVerificationRequest: undefined }, "`sendVerificationRequest`"],
  ["a lifetime of zero", { ...email, maxAge: 0 }, "`maxAge`"],
  ["a code that is too short", { ...email, code: 4 }, "`code`"],
  ["Nodemailer without a server", Nodemailer, "`server`"],
];

for (const [name, provider, words] of faulty) {
  Deno.test(`config: ${name} is logged, and disables only that provider`, async () => {
    const errors: Error[] = [];
    const response = await Auth(new Request("https://app.example/auth/session"), {
      providers: [provider as EmailConfig],
      adapter,
      secret: SECRET,
      trustHost: true,
      logger: { error: (error) => void errors.push(error) },
    });
    assertEquals([response.status, await response.json()], [200, null]);
    assertEquals(errors.length, 1);
    assertStringIncludes(errors[0]!.message, words);
  });
}

Deno.test("config: an email provider adds no requirement to other configs in the process", async () => {
  const ask = (config: Partial<AuthConfig>) =>
    Auth(new Request("https://app.example/auth/session"), {
      providers: [],
      secret: SECRET,
      trustHost: true,
      ...config,
    });
  assertEquals((await ask({ providers: [email], adapter })).status, 200);
  assertEquals((await ask({})).status, 200);
});
