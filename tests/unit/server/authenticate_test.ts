import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";

const URL = "https://app.example/api";

function appWith(strategy: "database" | "jwt") {
  const refused: string[] = [];
  const adapter = MemoryAdapter();
  const auth = defineAuth({
    providers: [],
    adapter,
    session: { strategy, revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    events: {
      audit: (entry) => {
        if (entry.name === "credential.refused") refused.push(entry.reason);
      },
    },
  });
  return { auth, adapter, refused };
}

async function signedIn(strategy: "database" | "jwt") {
  const app = appWith(strategy);
  const user = await app.adapter.createUser({
    id: "u1",
    email: "ada@app.example",
    emailVerified: null,
  });
  const { headers } = await signInAs(app.auth, user, { origin: "https://app.example" });
  return { ...app, cookie: headers.get("cookie")! };
}

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`authenticate, ${strategy}: the session of a browser`, async () => {
    const { auth, cookie } = await signedIn(strategy);
    const who = await auth.authenticate(new Request(URL, { headers: { cookie } }));
    assert(who.ok);
    assertEquals([who.id, who.kind, who.via, who.scopes], ["u1", "user", "session", "all"]);
    assertEquals(who.credential.length, 22);
    assertEquals(who.session.user?.email, "ada@app.example");
    // The config names no scope, so a question for one is none that it can answer.
    assertThrows(() => who.can("anything"), TypeError, 'there is no scope "anything"');
    assertEquals(who.proof.methods.length > 0 || who.proof.provider === null, true);
  });

  Deno.test(`authenticate, ${strategy}: an unsafe request of another site is refused`, async () => {
    const { auth, cookie, refused } = await signedIn(strategy);
    const ask = (method: string, headers: Record<string, string>) =>
      auth.authenticate(new Request(URL, { method, headers: { cookie, ...headers } }));
    const evil = "https://evil.example";
    const cells: [string, Record<string, string>, boolean][] = [
      ["POST", { origin: "https://app.example" }, true],
      ["POST", { origin: evil }, false],
      ["DELETE", { origin: evil }, false],
      ["PUT", { "sec-fetch-site": "cross-site" }, false],
      ["PATCH", { "sec-fetch-site": "same-site" }, false],
      ["POST", { origin: "null" }, false],
      ["POST", {}, true],
      ["GET", { origin: evil }, true],
      ["GET", { origin: evil, upgrade: "websocket" }, false],
      ["GET", { origin: "https://app.example", upgrade: "websocket" }, true],
    ];
    for (const [method, headers, isOk] of cells) {
      const who = await ask(method, headers);
      assertEquals(who.ok, isOk, `${method} ${JSON.stringify(headers)}`);
      if (!who.ok) assertEquals([who.reason, who.status], ["cross-site", 403]);
    }
    assertEquals(refused, Array(6).fill("cross-site"));
  });

  Deno.test(`authenticate, ${strategy}: with Authorization, cookies are not looked at`, async () => {
    const { auth, cookie } = await signedIn(strategy);
    const ask = async (authorization: string, url = URL) => {
      const who = await auth.authenticate(new Request(url, { headers: { cookie, authorization } }));
      return who.ok ? "in" : who.reason;
    };
    assertEquals(await ask("Bearer abc"), "unknown");
    assertEquals(await ask("Basic YTpi"), "not-accepted");
    assertEquals(await ask("Bearer abc, Bearer def"), "two-credentials");
    assertEquals(await ask("Bearer"), "unknown");
    assertEquals(await ask(`Bearer ${"a".repeat(20_000)}`), "unknown");
    assertEquals(await ask(""), "not-accepted");
    assertEquals(await ask("Bearer abc", `${URL}?access_token=x`), "two-credentials");
  });

  Deno.test(`authenticate, ${strategy}: a session that was ended`, async () => {
    const { auth, cookie } = await signedIn(strategy);
    await auth.sessions.revokeAll("u1");
    const who = await auth.authenticate(new Request(URL, { headers: { cookie } }));
    assert(!who.ok);
    assertEquals([who.reason, who.status], ["no-credential", 401]);
  });
}

Deno.test("authenticate: a request without a credential makes no entry, one with a wrong one does", async () => {
  const { auth, refused } = appWith("jwt");
  for (const method of ["GET", "POST"]) {
    assertEquals((await auth.authenticate(new Request(URL, { method }))).ok, false);
  }
  assertEquals(refused, []);
  await auth.authenticate(new Request(URL, { headers: { authorization: "Bearer abc" } }));
  assertEquals(refused, ["unknown"]);
});

Deno.test("authenticate: a browser that asks for a page is led to the sign-in page", async () => {
  const { auth } = appWith("jwt");
  const ask = async (headers: Record<string, string>) => {
    const who = await auth.authenticate(new Request(URL, { headers }));
    assert(!who.ok);
    return who.response();
  };
  const page = await ask({ accept: "text/html" });
  assertEquals(page.status, 303);
  assertEquals(
    page.headers.get("location"),
    "https://app.example/auth/signin?callbackUrl=%2Fapi",
  );
  const script = await ask({ accept: "*/*" });
  assertEquals([script.status, script.headers.get("www-authenticate")], [401, "Cookie"]);
  assertEquals(await script.json(), {
    error: "unauthorized",
    error_description: "Authentication is required.",
  });
  const fetched = await ask({ accept: "text/html", "sec-fetch-mode": "cors" });
  assertEquals(fetched.status, 401);
});

Deno.test("authenticate: a resource is one of this app, or refused", async () => {
  const { auth, cookie } = await signedIn("jwt");
  const ask = async (resource: string) => {
    const request = new Request(URL, { headers: { cookie } });
    const who = await auth.authenticate(request, { resource });
    return who.ok ? "in" : who.reason;
  };
  assertEquals(await ask("https://app.example/mcp"), "in");
  assertEquals(await ask("https://other.example/mcp"), "wrong-audience");
  await assertRejects(() => ask("/mcp"), TypeError, 'the resource "/mcp" is no URL');
});

Deno.test("authenticate: a kind that the config does not bring is an error of the app", async () => {
  const { auth } = appWith("jwt");
  await assertRejects(
    () => auth.authenticate(new Request(URL), { accept: ["key"] }),
    TypeError,
    "add `keys: ApiKeys({ … })`",
  );
});

Deno.test("protect: the handler runs for authenticated requests alone", async () => {
  const { auth, cookie } = await signedIn("jwt");
  const handler = auth.protect((request, who, more: number) =>
    Response.json([new globalThis.URL(request.url).pathname, who.id, more])
  );
  const refused = await handler(new Request(URL), 1);
  assertEquals(refused.status, 401);
  const answered = await handler(new Request(URL, { headers: { cookie } }), 1);
  assertEquals(await answered.json(), ["/api", "u1", 1]);
});
