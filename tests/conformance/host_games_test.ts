/**
 * Requests with forged hosts, over raw sockets: no response or mail may contain
 * a host that is not trusted.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";

const EVIL = "evil.example";

/** A server that records its mails and its log. */
function start(trustHost: AuthConfig["trustHost"], pages: AuthConfig["pages"] = {}) {
  const mails: string[] = [];
  const log: string[] = [];
  const { handler } = DenoAuth({
    providers: [
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: ({ url }) => void mails.push(url),
      },
      Credentials({ authorize: () => ({ id: "1", name: "Ada" }) }),
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    secret: "a-secret-of-at-least-32-characters",
    trustHost,
    pages,
    logger: {
      error: (error) => void log.push(`${error.name}: ${error.message}`),
      warn: (code) => void log.push(code),
    },
  });
  const app = handler(() => new Response("app"));
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, app);
  const own = `localhost:${server.addr.port}`;
  const send = async (method: string, target: string, headers: string[], body = "") => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
    const type = "content-type: application/x-www-form-urlencoded";
    const length = body ? [type, `content-length: ${body.length}`] : [];
    const head = [`${method} ${target} HTTP/1.1`, ...headers, ...length, "Connection: close"];
    await connection.write(new TextEncoder().encode([...head, "", body].join("\r\n")));
    const text = await new Response(connection.readable).text();
    return { status: Number(text.split(" ", 2)[1]), text };
  };
  return { mails, log, own, send, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Headers of one forged request, for the host that the platform sets. */
const games: [string, (host: string) => string[]][] = [
  ["a forwarded host", (host) => [`Host: ${host}`, `X-Forwarded-Host: ${EVIL}`]],
  ["a list that starts with the client's value", (host) => [
    `Host: ${host}`,
    `X-Forwarded-Host: ${EVIL}, ${host}`,
  ]],
  ["two header lines", (host) => [
    `Host: ${host}`,
    `X-Forwarded-Host: ${EVIL}`,
    `X-Forwarded-Host: ${host}`,
  ]],
  ["other headers for hosts", (host) => [
    `Host: ${host}`,
    `Forwarded: host=${EVIL};proto=https`,
    `X-Host: ${EVIL}`,
    `X-Original-Host: ${EVIL}`,
    `X-Forwarded-Server: ${EVIL}`,
    `X-HTTP-Host-Override: ${EVIL}`,
  ]],
  ["a forwarded scheme with a host in it", (host) => [
    `Host: ${host}`,
    `X-Forwarded-Proto: https://${EVIL}/?`,
  ]],
];

/** All output that can contain a host: pages, JSON, redirects, cookies, mails. */
async function playAll(
  { send, mails }: ReturnType<typeof start>,
  headers: string[],
): Promise<string> {
  const answers: string[] = [];
  for (
    const path of ["session", "providers", "signin", "signout", "error", "verify-request", "csrf"]
  ) {
    answers.push((await send("GET", `/auth/${path}`, headers)).text);
  }
  const csrf = answers.at(-1)!;
  const csrfToken = /"csrfToken":"(\w+)"/.exec(csrf)?.[1] ?? "";
  const cookie = [...csrf.matchAll(/^set-cookie: ([^;]+)/gim)].map(([, pair]) => pair).join("; ");
  const withCookie = [...headers, `Cookie: ${cookie}`];
  const posts: [string, string][] = [
    ["signin/mail", "email=ada@example.com&callbackUrl=/after"],
    ["signin/github", "callbackUrl=/after"],
    ["callback/credentials", `callbackUrl=http://${EVIL}/`],
    ["signout", ""],
  ];
  for (const [path, fields] of posts) {
    const body = `csrfToken=${csrfToken}&${fields}`;
    const answer = await send("POST", `/auth/${path}`, withCookie, body);
    assert(answer.status < 500 || !csrfToken, `${path}: ${answer.text}`);
    answers.push(answer.text);
    answers.push(
      (await send("POST", `/auth/${path}`, [
        ...withCookie,
        "X-Auth-Return-Redirect: 1",
        // Another person, since a second click sends no second email.
      ], body.replace("ada@", "grace@"))).text,
    );
  }
  return [...answers, ...mails].join("\n");
}

for (const [game, headersFor] of games) {
  for (const trustHost of [undefined, true] as const) {
    Deno.test(`forged host: no output contains it with ${game}, trustHost ${trustHost}`, async () => {
      await using server = start(trustHost);
      const all = await playAll(server, headersFor(server.own));
      assertEquals(server.mails.length, 2);
      assert(!all.includes(EVIL), all);
      assert(
        all.includes(`http://${server.own}/auth`) || all.includes(`https://${server.own}/auth`),
      );
    });
  }
}

Deno.test("forged host: forwardedHops 1 trusts only the last proxy", async () => {
  const chains = [
    ["X-Forwarded-Host: app.example"],
    [`X-Forwarded-Host: ${EVIL}, app.example`],
    [`X-Forwarded-Host: ${EVIL}`, "X-Forwarded-Host: app.example"],
  ];
  for (const chain of chains) {
    await using server = start({ forwardedHops: 1 });
    const headers = ["Host: inside:8000", "X-Forwarded-Proto: https", ...chain];
    const all = await playAll(server, headers);
    assertEquals(server.mails.length, 2);
    for (const mail of server.mails) assertEquals(new URL(mail).origin, "https://app.example");
    assert(!all.includes(EVIL) && !all.includes("inside"), all);
  }
});

Deno.test("forged host: an untrusted host gets no page, link, cookie or redirect with its name", async () => {
  for (const trustHost of [undefined, false, { forwardedHops: 1 }] as const) {
    for (const pages of [{}, { error: "/oops" }]) {
      await using server = start(trustHost, pages);
      for (
        const headers of [[`Host: ${EVIL}`], [`Host: ${EVIL}:8000`, "X-Forwarded-Proto: https"]]
      ) {
        const all = await playAll(server, headers);
        assert(!all.includes(EVIL), all);
        assert(!/^set-cookie/im.test(all), all);
        assertMatch(all, /^HTTP\/1.1 500/m);
      }
      assertEquals(server.mails, []);
    }
  }
});

Deno.test("forged host: an invalid host is refused with 400", async () => {
  for (const trustHost of [undefined, true, { forwardedHops: 1 }] as const) {
    await using server = start(trustHost);
    for (const host of ["localhost:99999", "[::1", "a:b:c"]) {
      for (const path of ["/auth/session", "/auth/signin", "/"]) {
        const { status, text } = await server.send("GET", path, [`Host: ${host}`]);
        assertEquals(status, 400, text);
        assert(!text.includes("    at "), text);
      }
    }
  }
});

Deno.test("forged host: 10,000 requests with untrusted hosts write fewer than 100 log lines", async () => {
  const lines: string[] = [];
  const { handler, auth } = DenoAuth({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    logger: { error: (error) => void lines.push(error.message) },
  });
  const serve = handler(async (request) => Response.json(await auth(request)));
  for (let i = 0; i < 10_000; i++) {
    const host = i % 2 ? EVIL : `${i}.${EVIL}`;
    const path = ["/auth/session", "/auth/signin", "/"][i % 3];
    const response = await serve(new Request(`http://${host}${path}`));
    await response.body?.cancel();
    assertEquals(response.status, path === "/" ? 200 : 500);
  }
  assert(lines.length > 0 && lines.length < 100, `${lines.length} lines`);
  assertEquals(lines.filter((line) => line.includes(`//${EVIL}:`)).length, 1);
});
