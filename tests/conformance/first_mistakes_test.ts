/**
 * The table "First mistakes" of `docs/troubleshooting.md`: each test makes one mistake and
 * expects one log line with the words of the table.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type AuthConfig, encode } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { APP, createRig, type Rig } from "./_rig.ts";

type RigOptions = NonNullable<Parameters<typeof createRig>[0]>;
const ID = { id: "github" };
const HOUR = 3600;

/** Lines of a sign-in with a provider. */
async function signIn(
  options: RigOptions,
  run = (rig: Rig) => rig.browser.signIn("github"),
): Promise<string[]> {
  const rig = await createRig({ ...options, provider: { ...ID, ...options.provider } });
  const landing = await run(rig);
  await landing.response.body?.cancel();
  return rig.lines;
}

const token = (status: number, error: string) => ({
  hostile: { answer: { token: () => Response.json({ error }, { status }) } },
});

/** Lines of a request to an app. */
async function ask(url: string, config: Partial<AuthConfig>, cookie = ""): Promise<string[]> {
  const lines: string[] = [];
  const logger = {
    error: (error: Error) => void lines.push(error.message),
    warn: (code: string) => void lines.push(code),
  };
  const { handler } = DenoAuth({ providers: [], logger, ...config });
  const response = await handler()(new Request(url, { headers: { cookie } }));
  await response.body?.cancel();
  return lines;
}

const secret = "a-secret-of-at-least-32-characters";

async function withoutReturn(name: "session" | "jwt"): Promise<string[]> {
  const salt = "authjs.session-token";
  const cookie = `${salt}=${await encode({ token: { name: "Ada" }, secret, salt })}`;
  const callbacks = { [name]: () => {} } as AuthConfig["callbacks"];
  return await ask("http://localhost:8000/auth/session", { secret, callbacks }, cookie);
}

const mistakes: Record<string, () => Promise<string[]>> = {
  "wrong client secret": () => signIn(token(401, "invalid_client")),
  "callback URL not registered at the provider": () => signIn(token(400, "redirect_uri_mismatch")),
  "wrong issuer": () =>
    signIn({
      provider: {
        issuer: "https://other.example",
        wellKnown: "https://idp.example/.well-known/openid-configuration",
      },
    }),
  "issuer with a slash too many or too few": () =>
    signIn({
      idp: { issuer: "https://idp.example/realm" },
      provider: {
        issuer: "https://idp.example/realm/",
        wellKnown: "https://idp.example/realm/.well-known/openid-configuration",
      },
    }),
  "provider cannot be reached": () =>
    signIn({
      hostile: {
        answer: {
          token: () => {
            throw new TypeError("connection refused");
          },
        },
      },
    }),
  "no secret": () => ask("https://app.example/auth/session", { trustHost: true, secret: [] }),
  "app open under 127.0.0.1, callback URL under localhost": () =>
    signIn({}, async (rig) => {
      const start = await rig.browser.start("github");
      // The browser has the cookies of the attempt for the other host name.
      const elsewhere = createBrowser(APP, {
        [APP]: ({ url }) => rig.browser.fetch(url, { headers: { cookie: "other=1" } }),
        [rig.idp.issuer]: rig.idp.handler,
      });
      return await elsewhere.visit(start);
    }),
  "session callback without return": () => withoutReturn("session"),
  "jwt callback without return": () => withoutReturn("jwt"),
  "secure cookies over http": () =>
    ask("http://app.example/auth/session", { secret, trustHost: true, useSecureCookies: true }),
  "clock wrong by an hour": async () => {
    using _time = new FakeTime();
    return await signIn({
      hostile: {
        idTokenClaims(claims) {
          for (const time of ["iat", "exp"]) claims[time] = claims[time] as number - HOUR;
        },
      },
    });
  },
  "host that the app does not know": () => ask("https://app.example/auth/session", { secret }),
};

const guide = new URL("../../docs/troubleshooting.md", import.meta.url);
const [, section = ""] = (await Deno.readTextFile(guide)).split("## First mistakes\n");
const rows = section.split("\n## ", 1)[0]!.split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.split("|").map((cell) => cell.trim()).slice(1, 3) as [string, string]);

Deno.test("docs/troubleshooting.md: the table of first mistakes contains every tested mistake", () => {
  assertEquals(rows.map(([mistake]) => mistake), Object.keys(mistakes));
});

for (const [mistake, words] of rows) {
  Deno.test(`first mistakes: ${mistake}: ${words}`, async () => {
    const lines = await mistakes[mistake]!();
    // The last is of no mistake: requests of a test have no client address.
    const others = /^\[auth\](\[(cause|details|docs)\]|\[warn\]\[unknown-client-address\])/;
    const errors = lines.filter((line) => !others.test(line));
    assertEquals(errors.length, 1, lines.join("\n"));
    const log = lines.join("\n").replaceAll("`", "");
    for (const part of words.split(" … ")) assertStringIncludes(log, part.replaceAll("`", ""));
  });
}
