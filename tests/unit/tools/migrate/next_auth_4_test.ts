import { assertEquals, assertThrows } from "@std/assert";
import type { AuthConfig } from "../../../../mod.ts";
import GitHub from "../../../../src/providers/github.ts";
import Google from "../../../../src/providers/google.ts";
import Password from "../../../../src/capabilities/passwords/password_provider.ts";
import { nextAuth4 } from "../../../../src/tools/migrate/next_auth_4.ts";
import { ACME, createConfig } from "../../_context.ts";

const own = { name: "own", options: { path: "/", secure: true, domain: "app.example" } };

Deno.test("nextAuth4() names the cookie as next-auth does, with the attributes of this library's", () => {
  const { cookie } = nextAuth4();
  assertEquals(cookie(true, own), {
    name: "__Secure-next-auth.session-token",
    options: own.options,
  });
  assertEquals(cookie(false, own).name, "next-auth.session-token");
});

Deno.test("nextAuth4() takes name and attributes from the app", () => {
  const options = { domain: "example", sameSite: "strict" } as const;
  const { cookie } = nextAuth4({ cookie: { name: "sid", options } });
  assertEquals(cookie(true, own), { name: "sid", options: { ...own.options, ...options } });
});

Deno.test("nextAuth4() throws for a cookie that no browser takes", () => {
  assertThrows(() => nextAuth4({ cookie: { name: "a b" } }), TypeError, "characters");
});

Deno.test("nextAuth4().open() leaves other tokens to this library", async () => {
  const { open } = nextAuth4();
  for (
    const token of [
      "",
      "a.b.c",
      crypto.randomUUID(),
      "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c",
    ]
  ) {
    assertEquals(await open(token, ["secret"]), undefined, token);
  }
});

const acme = (members: object) => ({ providers: [{ ...ACME, ...members }] });

/** Options of next-auth 4 that changed, as an app writes them. */
const CHANGED: [option: string, config: object][] = [
  ["cookies.sessionToken.name", {
    cookies: { sessionToken: { name: "__Secure-next-auth.session-token" } },
  }],
  ["jwt.secret", { jwt: { secret: "x".repeat(32) }, secret: undefined }],
  ["session.generateSessionToken", {
    session: { generateSessionToken: async () => await "token" },
  }],
  ["callbacks.authorized", {
    callbacks: { authorized: ({ token }: { token?: { role: string } }) => token?.role === "admin" },
  }],
  ["logger.error", { logger: { error: (_code: string, _metadata: unknown) => {} } }],
  ["idToken", acme({ idToken: true })],
  ["wellKnown", acme({ wellKnown: "https://acme.example/.well-known/openid-configuration" })],
  ["accessTokenUrl", acme({ accessTokenUrl: "https://acme.example/access" })],
  ["profileUrl", acme({ profileUrl: "https://acme.example/me" })],
  ["encoding", acme({ encoding: "HMAC-SHA1" })],
  ["httpOptions", acme({ options: { httpOptions: { timeout: 40_000 } } })],
  ["checks", acme({ checks: "state" })],
  ["tenantId", acme({ options: { tenantId: "11111111" } })],
  ["region", acme({ region: "eu" })],
  // deno-lint-ignore no-explicit-any -- the client of openid-client
  ["token.request", acme({ token: { request: ({ client }: any) => client.grant() } })],
  // deno-lint-ignore no-explicit-any -- see above
  ["userinfo.request", acme({ userinfo: { request: ({ client }: any) => client.userinfo() } })],
  ["style.bg", acme({ style: { logo: "/acme.svg", bg: "#fff", text: "#000" } })],
  ["authorize", {
    providers: [{
      id: "credentials",
      type: "credentials",
      authorize: (_credentials: object, _req: object) => null,
    }],
  }],
  ["authorize", {
    providers: [{
      id: "credentials",
      type: "credentials",
      // deno-lint-ignore no-explicit-any -- a request of next-auth 4
      authorize: (_credentials: object, req: any = {}) => req.headers?.["user-agent"] ?? null,
    }],
  }],
];

for (const [option, written] of CHANGED) {
  Deno.test(`nextAuth4() names \`${option}\`, and what to write instead`, () => {
    const config = { providers: [], ...written } as AuthConfig;
    const lines = nextAuth4().renamed(config);
    assertEquals(lines.map((line) => line.split("`")[1]), [option]);
  });
}

Deno.test("nextAuth4() names nothing of this library's own providers and options", () => {
  const config: AuthConfig = {
    providers: [GitHub, Google({ clientId: "id" }), Password()],
    secret: "x".repeat(32),
    jwt: { secret: "x".repeat(32) },
    callbacks: { session: ({ session }) => session },
    logger: { error: () => {} },
    session: { generateSessionToken: () => "token" },
  };
  assertEquals(nextAuth4().renamed(config), []);
});

Deno.test("a config logs one line about each changed option, once", () => {
  const lines: unknown[][] = [];
  const logger = { warn: (...args: unknown[]) => void lines.push(args) };
  const overrides = { legacy: nextAuth4(), logger, ...acme({ checks: "state", region: "eu" }) };
  createConfig(overrides as Partial<AuthConfig>);
  createConfig(overrides as Partial<AuthConfig>);
  const changed = lines.filter(([code]) => code === "legacy-option");
  assertEquals(changed.map(([, line]) => line), [
    '`checks` of the provider "acme": use a list, such as `["pkce"]`',
    '`region` of the provider "acme": use `issuer`',
  ]);
});

Deno.test("a config refuses `legacy` without its sessions", () => {
  const { config } = createConfig({ legacy: nextAuth4 as never });
  assertEquals(config.error?.message.includes("Cannot use `legacy`"), true);
});
