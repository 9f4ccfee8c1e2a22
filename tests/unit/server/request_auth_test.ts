import { assertEquals, assertMatch } from "@std/assert";
import { type AuthConfig, encode, raw } from "../../../mod.ts";
import { serializeCookie } from "../../../src/http/cookie.ts";
import { bind } from "../../../src/server/bind.ts";
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

const broken: [string, Partial<AuthConfig>, RegExp][] = [
  ["no secret", { secret: undefined }, /MissingSecret/],
  ["an untrusted host", { trustHost: false }, /UntrustedHost/],
  ["no list of providers", { providers: {} as never }, /AuthError/],
];
for (const [name, overrides, error] of broken) {
  Deno.test(`session() with ${name} logs the problem and returns null`, async () => {
    const { session, setCookies, errors } = await read({
      cookie: `${COOKIE}=${await seal()}`,
      ...overrides,
    });
    assertEquals([session, setCookies], [null, []]);
    assertEquals(errors.length, 1);
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
