import { assertEquals, assertMatch } from "@std/assert";
import { Auth, type AuthConfig, encode, raw, skipCSRFCheck } from "../../../mod.ts";
import { serializeCookie } from "../../../src/http/cookie.ts";
import { bind } from "../../../src/server/bind.ts";
import { signOut } from "../../../src/frameworks/server.ts";
import { APP, SECRET } from "../_context.ts";

const COOKIE = "__Secure-authjs.session-token";
const seal = (name = COOKIE) => encode({ token: { name: "Ada" }, secret: SECRET, salt: name });

async function read(
  { cookie = "", origin = APP, ...overrides }: Partial<AuthConfig> & {
    cookie?: string;
    origin?: string;
  } = {},
) {
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [],
    secret: SECRET,
    trustHost: true,
    logger: { error: (error) => void errors.push(error), warn: () => {} },
    ...overrides,
  };
  // Any page of the app and any method: only the cookies matter.
  const request = new Request(`${origin}/page?callbackUrl=javascript:x`, {
    method: "PUT",
    headers: { cookie },
  });
  const auth = await bind<void>(config, { env: {} }).of(request);
  const session = await auth.session();
  const setCookies = (await auth.cookies()).map(serializeCookie);
  return { session, setCookies, errors };
}

Deno.test("session() returns the session of a request", async () => {
  const { session, setCookies, errors } = await read({ cookie: `${COOKIE}=${await seal()}` });
  assertEquals(session?.user?.name, "Ada");
  assertEquals(setCookies, []);
  assertEquals(errors, []);
});

Deno.test("session() returns null without a session", async () => {
  const { session, setCookies, errors } = await read();
  assertEquals([session, setCookies, errors], [null, [], []]);
});

Deno.test("session() reads the cookie of the public origin", async () => {
  const cookie = `authjs.session-token=${await seal("authjs.session-token")}`;
  assertEquals((await read({ cookie })).session, null);
  const local = await read({ cookie, origin: "http://localhost:8000" });
  assertEquals(local.session?.user?.name, "Ada");
});

Deno.test("session() returns the cookies for the response", async () => {
  const renewed = await read({
    cookie: `${COOKIE}=${await seal()}`,
    session: { updateAge: 0 },
  });
  assertMatch(renewed.setCookies.join("\n"), /^__Secure-authjs\.session-token=ey[^\n]+; Secure/);
  const dead = await read({ cookie: `${COOKIE}=garbage` });
  assertEquals(dead.session, null);
  assertMatch(dead.setCookies.join("\n"), /^__Secure-authjs\.session-token=; Max-Age=0/);
});

Deno.test("session() treats an empty object of the `session` callback as no session", async () => {
  for (const answer of [{}, null]) {
    const { session } = await read({
      cookie: `${COOKIE}=${await seal()}`,
      callbacks: { session: () => answer as never },
    });
    assertEquals(session, null);
  }
});

const broken: [string, Partial<AuthConfig>, RegExp, number][] = [
  ["no secret", { secret: undefined }, /MissingSecret/, 1],
  ["an untrusted host", { trustHost: false }, /UntrustedHost/, 1],
  // When the config is made, and at the request.
  ["no list of providers", { providers: {} as never }, /AuthError/, 2],
];
for (const [name, overrides, error, times] of broken) {
  Deno.test(`session() with ${name} logs the problem and returns null`, async () => {
    const { session, setCookies, errors } = await read({
      cookie: `${COOKIE}=${await seal()}`,
      ...overrides,
    });
    assertEquals([session, setCookies], [null, []]);
    assertEquals(errors.length, times);
    assertMatch(errors[0]!.name, error);
  });
}

Deno.test("session() never throws, even for a config in raw mode", async () => {
  const { session } = await read({
    cookie: `${COOKIE}=${await seal()}`,
    raw,
    callbacks: {
      jwt: () => {
        throw new Error("broken");
      },
    },
  });
  assertEquals(session, null);
});

Deno.test("signOut() and signIn() warn of a `redirectTo` of another host, which the default callback replaces", async () => {
  const warned: string[][] = [];
  const logger = {
    error: () => {},
    warn: (...args: string[]) => void warned.push(args),
  };
  const config = { providers: [], secret: SECRET, trustHost: true, logger };
  const lead = async (redirectTo: string) =>
    await signOut(new Request(`${APP}/out`, { method: "POST" }), config, { redirectTo });
  await lead("/home");
  await lead(`${APP}/home`);
  assertEquals(warned, []);
  const response = await lead("https://shop.example/home");
  assertEquals(response.headers.get("location"), `${APP}/`);
  assertEquals(warned, [["redirect-to-other-host", "https://shop.example"]]);
});

Deno.test("signIn warns once of a page on https that posts to an app on http", async () => {
  const warned: string[] = [];
  const logger = { error: () => {}, warn: (code: string) => void warned.push(code) };
  const config = {
    providers: [],
    secret: SECRET,
    // No address is known here, of which the counts of addresses warn.
    limits: false,
    trustHost: true,
    logger,
    skipCSRFCheck,
  } as AuthConfig;
  const post = async (origin: string) =>
    await Auth(
      new Request("http://proxied.example/auth/signin", { method: "POST", headers: { origin } }),
      config,
    );
  await post("http://proxied.example");
  assertEquals(warned, []);
  await post("https://proxied.example");
  await post("https://proxied.example");
  assertEquals(warned, ["http-behind-https"]);
});
