import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import type { AuthConfig, EmailConfig } from "../../../../mod.ts";
import { AccessDenied, EmailSignInError, Verification } from "../../../../src/errors.ts";
import { emailFlow } from "../../../../src/flows/email/mod.ts";
import type { Identity } from "../../../../src/types/identity.ts";
import {
  APP,
  createTestContext,
  outgoing,
  providerOf,
  type TestRequest,
  toCookieHeader,
} from "../../_context.ts";

const ADA = "ada@example.com";

function createRig(provider: Partial<EmailConfig> = {}, overrides: Partial<AuthConfig> = {}) {
  const links: URL[] = [];
  const config: Partial<AuthConfig> = {
    adapter: MemoryAdapter(),
    providers: [{
      id: "mail",
      name: "Mail",
      type: "email",
      sendVerificationRequest: ({ url }) => void links.push(new URL(url)),
      ...provider,
    }],
    ...overrides,
  };
  const create = async (request: TestRequest) =>
    (await createTestContext({ ...request, config })).ctx;
  const start = async (email: string = ADA) => {
    const ctx = await create({ path: "signin/mail", form: { email, callbackUrl: "/after" } });
    const answer = await emailFlow.start!(ctx, providerOf(ctx));
    return { ctx, answer, cookie: toCookieHeader(ctx) };
  };
  /** Opens the newest link. */
  const open = async (cookie?: string, change: (url: URL) => void = () => {}) => {
    const url = new URL(links.at(-1)!);
    change(url);
    const ctx = await create({ path: `callback/mail${url.search}`, cookie });
    return { ctx, finish: async () => await emailFlow.finish(ctx, providerOf(ctx)) };
  };
  return { links, start, open };
}

Deno.test("emailFlow.start() sends a link and returns the same for every address", async () => {
  const { start, links } = createRig();
  const answers = [await start(ADA), await start("nobody@example.com")].map(({ answer }) => answer);
  assertEquals(answers[0], answers[1]);
  assertEquals(links[0]!.origin + links[0]!.pathname, `${APP}/auth/callback/mail`);
  assertEquals(links[0]!.searchParams.get("email"), ADA);
  assert(links[0]!.searchParams.get("token") !== links[1]!.searchParams.get("token"));
});

Deno.test("emailFlow.finish() signs in the browser that requested the link, once, with its callback URL", async () => {
  const { start, open } = createRig();
  const { cookie } = await start();
  const { ctx, finish } = await open(cookie);
  const identity = await finish() as Identity;
  assertEquals(identity.account.providerAccountId, ADA);
  assertEquals(identity.account.type, "email");
  assertEquals(ctx.callbackUrl, `${APP}/after`);
  assert(outgoing(ctx).some((line) => line.startsWith("-")));
  await assertRejects((await open(cookie)).finish, Verification);
});

Deno.test("emailFlow.finish() asks other browsers to confirm, without using the token", async () => {
  const { start, open } = createRig();
  const { cookie } = await start();
  const elsewhere = await (await open()).finish();
  assert("fields" in elsewhere);
  assertEquals(elsewhere.email, ADA);
  assertEquals((await (await open(cookie)).finish() as Identity).user.email, ADA);
});

Deno.test("emailFlow.finish() refuses a token for another address, and an unknown one", async () => {
  const { start, open } = createRig({ skipLinkConfirmation: true });
  const { cookie } = await start();
  for (const [name, value] of [["email", "eve@example.com"], ["token", "0".repeat(64)]] as const) {
    const { finish } = await open(cookie, (url) => url.searchParams.set(name, value));
    await assertRejects(finish, Verification);
  }
});

Deno.test("emailFlow.start() sends nothing when `signIn` returns false, or the address is invalid", async () => {
  const refusing = createRig({}, { callbacks: { signIn: () => false } });
  await assertRejects(() => refusing.start(), AccessDenied);
  const { start, links } = createRig();
  await assertRejects(() => start("ada@example.com,eve@example.com"), EmailSignInError);
  assertEquals([...refusing.links, ...links], []);
});

Deno.test("emailFlow.start() throws when the mail could not be sent, and sets no cookie", async () => {
  const { start } = createRig({
    sendVerificationRequest: () => Promise.reject(new Error("the mail server is down")),
  });
  const error = await assertRejects(() => start(), EmailSignInError);
  assertEquals(error.cause?.provider, "mail");
});
