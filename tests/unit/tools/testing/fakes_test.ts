import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { type AuthConfig, AuthError } from "../../../../mod.ts";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { MailCode, Totp } from "../../../../src/capabilities/factors/mod.ts";
import Apple from "../../../../src/providers/apple.ts";
import Credentials from "../../../../src/providers/credentials.ts";
import GitHub from "../../../../src/providers/github.ts";
import Google from "../../../../src/providers/google.ts";
import MicrosoftEntraId from "../../../../src/providers/microsoft_entra_id.ts";
import Resend from "../../../../src/providers/resend.ts";
import { defineAuth } from "../../../../src/frameworks/server.ts";
import { toEnvironment } from "../../../../src/server/environment.ts";
import {
  captureMail,
  createBrowser,
  fakeProvider,
  signInAs,
} from "../../../../src/tools/testing/mod.ts";
import type { Provider } from "../../../../src/types/provider.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const ORIGIN = "https://app.example";
const client = { clientId: "id", clientSecret: "secret" };
const production = toEnvironment((name) => name === "NODE_ENV" ? "production" : undefined);

function create(config: Partial<AuthConfig>) {
  const auth = defineAuth({ providers: [], secret: SECRET, trustHost: true, ...config });
  const origins: Record<string, (request: Request) => Promise<Response>> = {
    [ORIGIN]: async (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? await auth.handler(request)
        : new Response("Hello"),
  };
  return { auth, origins, open: () => createBrowser(ORIGIN, origins) };
}

/** Providers with the profile of a person in each one's own words. */
const people: readonly [string, Provider, Record<string, unknown>, string?][] = [
  ["github", GitHub(client), { id: 1, login: "ada", name: "Ada" }],
  ["google", Google(client), { sub: "1", name: "Ada", email: "ada@app.example" }],
  // Apple's ID tokens have no name.
  ["apple", Apple(client), { sub: "1", email: "ada@app.example" }, "ada@app.example"],
  ["microsoft-entra-id", MicrosoftEntraId(client), { sub: "1", name: "Ada" }],
];

for (const [id, provider, profile, name = "Ada"] of people) {
  Deno.test(`fakeProvider(): a person signs in with ${id}`, async () => {
    const { auth, origins, open } = create({ providers: [provider] });
    const idp = await fakeProvider(auth, id, profile);
    origins[idp.issuer] = idp.handler;
    const browser = open();
    await (await browser.signIn(id)).response.body?.cancel();
    assertEquals((await browser.session())?.user?.name, name);
  });
}

Deno.test("fakeProvider(): another person at the next sign-in, without a client id", async () => {
  const { auth, origins, open } = create({
    providers: [GitHub],
    logger: { error: () => {} },
  });
  const idp = await fakeProvider(auth, "github", { id: 1, login: "ada" });
  origins[idp.issuer] = idp.handler;
  const names: unknown[] = [];
  for (const login of ["ada", "bob"]) {
    idp.user = { ...idp.user, login };
    const browser = open();
    await (await browser.signIn("github")).response.body?.cancel();
    names.push((await browser.session())?.user?.name);
  }
  assertEquals(names, ["ada", "bob"]);
});

Deno.test("fakeProvider(): refused for other kinds of providers, and in production", async () => {
  const { auth } = create({ providers: [Credentials({ authorize: () => null }), GitHub(client)] });
  for (const id of ["credentials", "gitlab"]) {
    await assertRejects(() => fakeProvider(auth, id, {}), AuthError, `the provider "${id}"`);
  }
  await assertRejects(
    () => fakeProvider(auth, "github", {}, { env: production }),
    AuthError,
    "in production",
  );
});

Deno.test("captureMail(): links and codes of a sign-in, in the order of the mails", async () => {
  const { auth, open } = create({
    providers: [Resend({ apiKey: "key", from: "App <no-reply@app.example>" })],
    adapter: MemoryAdapter(),
  });
  const inbox = captureMail(auth);
  const browser = open();
  for (const email of ["ada@app.example", "bob@app.example", "ada@app.example"]) {
    await (await browser.post("/signin/resend", { email })).body?.cancel();
  }
  assertEquals(inbox.mails.map(({ to }) => to), [
    "ada@app.example",
    "bob@app.example",
    "ada@app.example",
  ]);
  const [first, second] = [
    await inbox.next("ada@app.example"),
    await inbox.next("ada@app.example"),
  ];
  assertEquals(first.url === second.url, false);
  assertEquals(second, inbox.mails[2]);
  await (await browser.visit(second.url!)).response.body?.cancel();
  assertEquals((await browser.session())?.user?.email, "ada@app.example");
});

Deno.test("captureMail(): the code of a second factor, waited for", async () => {
  const { auth, open } = create({
    providers: [Credentials({ authorize: () => ({ id: "1", email: "ada@app.example" }) })],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    factors: [Totp(), MailCode()],
    factorPolicy: { required: () => true },
    sendMail: () => {
      throw new Error("no mail leaves");
    },
  });
  const inbox = captureMail(auth);
  await signInAs(auth, { id: "1", email: "ada@app.example" }, { origin: ORIGIN });
  const browser = open();
  const mail = inbox.next("ada@app.example");
  const landing = await browser.signInWithCredentials({});
  assertEquals(landing.url.pathname, "/auth/factor");
  const html = await landing.response.text();
  const token = /name="csrfToken" value="([^"]+)"/.exec(html)![1]!;
  const body = new URLSearchParams({ csrfToken: token, step: "enrol", factor: "mail" });
  await (await browser.visit("/auth/factor", { method: "POST", body })).response.body?.cancel();
  assertEquals((await mail).code?.length, 8);
});

Deno.test("captureMail(): refused in production", () => {
  const { auth } = create({});
  assertThrows(() => captureMail(auth, { env: production }), AuthError, "in production");
});

Deno.test("the test kit is silent about providers that it replaces, and about those that a test needs not", async () => {
  const logged: string[] = [];
  const logger = {
    error: (error: Error) => void logged.push(error.message),
    warn: (code: string) => void logged.push(code),
  };
  const create = () =>
    defineAuth({
      providers: [GitHub, Resend({ from: "app@app.example" })],
      adapter: MemoryAdapter(),
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger,
    });
  const replaced = create();
  const idp = await fakeProvider(replaced, "github", { id: 1, login: "ada" });
  captureMail(replaced);
  const browser = createBrowser(ORIGIN, {
    [ORIGIN]: (request) => replaced.handler(request),
    [idp.issuer]: idp.handler,
  });
  await browser.fetch("/auth/signin");
  const signedIn = create();
  const { headers } = await signInAs(signedIn, { name: "Ada" }, { origin: ORIGIN });
  await signedIn.getSession(new Request(ORIGIN, { headers }));
  assertEquals(logged, []);
  await create().getSession(new Request(ORIGIN));
  assertMatch(logged.join(), /Cannot use 2 of 2 providers/);
});
