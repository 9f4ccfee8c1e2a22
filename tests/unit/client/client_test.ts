import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { Auth, type AuthConfig, type User } from "../../../mod.ts";
import {
  type AuthClientOptions,
  createAuthClient,
  UnavailableError,
} from "../../../src/client/mod.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { createBrowser, signInAs } from "../../../src/tools/testing/mod.ts";
import type { Proof } from "../../../src/types/proof.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";

const ORIGIN = "https://app.example";

/** A page, and what its script did. */
interface Page {
  /** URLs that the browser was sent to. */
  visited: string[];
  reloads: number;
  requests: Request[];
  /** Signs a stored user in, as with the password. */
  enter(user: User, proof?: Partial<Proof>): Promise<void>;
}

/** A page of an app whose requests reach the real actions, with cookies. */
async function onPage(
  config: Partial<AuthConfig>,
  run: (page: Page) => Promise<void>,
): Promise<void> {
  const effective: AuthConfig = {
    providers: [
      Credentials({
        authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
      }),
      {
        id: "op",
        name: "OP",
        type: "oauth",
        clientId: "c",
        authorization: "https://op.example/authorize",
        token: "https://op.example/token",
        userinfo: "https://op.example/userinfo",
      },
    ],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: () => {}, warn: () => {} },
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === "update" ? { ...token, name: session.name } : token,
    },
    ...config,
  };
  const requests: Request[] = [];
  const browser = createBrowser(ORIGIN, {
    [ORIGIN]: (request) => {
      requests.push(request.clone());
      return Auth(request, effective);
    },
  });
  const page: Page = {
    visited: [],
    reloads: 0,
    requests,
    async enter(user, proof) {
      const { setCookies } = await signInAs(effective, user, { origin: ORIGIN, proof });
      browser.cookies.store(new URL(ORIGIN), setCookies);
    },
  };
  const location = {
    get href() {
      return `${ORIGIN}/page`;
    },
    set href(url: string) {
      page.visited.push(url);
    },
    reload: () => void page.reloads++,
  };
  const before = { fetch: globalThis.fetch, location: globalThis.location };
  const place = (values: object) => {
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
  };
  place({
    location,
    fetch: (url: string, init: RequestInit) => browser.fetch(url, init),
  });
  try {
    await run(page);
  } finally {
    place(before);
  }
}

Deno.test("createAuthClient() signs in with credentials, reads, updates and signs out", async () => {
  await onPage({}, async (page) => {
    const { signIn, signOut, getSession, updateSession } = createAuthClient();
    assertEquals(await getSession(), null);
    await signIn("credentials", { password: "right", redirectTo: "/home" });
    assertEquals(page.visited, [`${ORIGIN}/home`]);
    assertEquals((await getSession())?.user?.name, "Ada");
    assertEquals((await updateSession({ name: "Countess" }))?.user?.name, "Countess");
    assertEquals((await getSession())?.user?.name, "Countess");
    await signOut({ redirectTo: "/bye#top" });
    assertEquals(page.visited.at(-1), `${ORIGIN}/bye#top`);
    assertEquals(page.reloads, 1);
    assertEquals(await getSession(), null);
  });
});

Deno.test("signIn() without a redirect returns the error", async () => {
  await onPage({}, async (page) => {
    const { signIn } = createAuthClient();
    const wrong = await signIn("credentials", { password: "wrong", redirect: false });
    assertEquals(wrong, {
      error: "CredentialsSignin",
      code: "credentials",
      status: 200,
      ok: true,
      url: null,
    });
    const right = await signIn("credentials", { password: "right", redirect: false });
    assertEquals(right?.error, undefined);
    assertEquals(right?.url, `${ORIGIN}/page`);
    assertEquals(page.visited, []);
  });
});

Deno.test("signIn() navigates to the provider with extra query members", async () => {
  await onPage({}, async (page) => {
    await createAuthClient().signIn("op", {}, { prompt: "consent" });
    const url = new URL(page.visited[0]!);
    assertEquals(url.origin, "https://op.example");
    assertEquals(url.searchParams.get("prompt"), "consent");
  });
});

Deno.test("signIn() leads a user whose session is too old to link an account to a proof", async () => {
  const config = {
    adapter: MemoryAdapter(),
    account: AccountPage(),
    session: { revocation: {} },
    sendMail: () => {},
  };
  await onPage(config, async (page) => {
    const ada = { id: "1", name: "Ada", email: "ada@example.com" };
    const { signIn } = createAuthClient();
    const targetOf = async () => {
      await signIn("op");
      const { origin, pathname, searchParams } = new URL(page.visited.at(-1)!);
      return [origin + pathname, searchParams.has("stepUp"), searchParams.get("callbackUrl")];
    };
    await page.enter(ada, { at: Math.floor(Date.now() / 1000) - 20 * 24 * 60 * 60 });
    assertEquals(await targetOf(), [`${ORIGIN}/auth/signin`, true, `${ORIGIN}/page`]);
    const asked = await signIn("op", { redirect: false });
    assertEquals([asked?.ok, asked?.error], [true, undefined]);
    assertStringIncludes(asked!.url!, `${ORIGIN}/auth/signin?stepUp=`);

    await page.enter(ada);
    assertEquals(await targetOf(), ["https://op.example/authorize", false, null]);

    await page.enter(ada, { actor: "admin" });
    const refused = await signIn("op", { redirect: false });
    assertEquals([refused?.error, refused?.url], ["AccessDenied", null]);
  });
});

Deno.test("signIn() without a known provider navigates to the sign-in page", async () => {
  await onPage({}, async (page) => {
    const { signIn } = createAuthClient();
    for (const provider of [undefined, "unknown", "constructor", "__proto__"]) {
      await signIn(provider, { redirectTo: "/home" });
      assertEquals(page.visited.at(-1), `${ORIGIN}/auth/signin?callbackUrl=%2Fhome`);
    }
  });
});

Deno.test("createAuthClient() takes a base path or a function, which is called for every request", async () => {
  await onPage({ basePath: "/api/auth" }, async (page) => {
    let basePath = "/api/auth";
    const { getProviders, getCsrfToken } = createAuthClient({ basePath: () => basePath });
    assertEquals(Object.keys(await getProviders() ?? {}), ["credentials", "op"]);
    assertEquals((await getCsrfToken()).length, 64);
    basePath = "/elsewhere";
    assertEquals(await getProviders(), null);
    assertStringIncludes(page.requests.at(-1)!.url, "/elsewhere/providers");
  });
});

Deno.test("getSession() returns null for a response without a session, throws without a response, and calls onError with the reason", async () => {
  await onPage({}, async () => {
    const errors: unknown[] = [];
    const options: AuthClientOptions = { onError: (error) => void errors.push(error) };
    const { getSession, getProviders, getCsrfToken, updateSession } = createAuthClient(options);
    for (const body of ['"Eve"', '[{"user":{}}]', "{}", "null"]) {
      globalThis.fetch = () => Promise.resolve(new Response(body));
      assertEquals(await getSession(), null, body);
      assertEquals(await updateSession({}), null, body);
    }
    const unknown: [BodyInit, number][] = [
      ['{"user":{"name":"Eve"}}', 500],
      ["null", 502],
      ["null", 503],
      ['{"user":', 200],
      ["<html>", 200],
    ];
    for (const [body, status] of unknown) {
      const headers = { "retry-after": "7" };
      globalThis.fetch = () => Promise.resolve(new Response(body, { status, headers }));
      const error = await assertRejects(() => getSession(), UnavailableError);
      const isRefused = status >= 400;
      const facts = isRefused ? [status, 7] : [undefined, undefined];
      assertEquals([error.status, error.retryAfter], facts, String(body));
      await assertRejects(() => updateSession({}), UnavailableError);
    }
    // The service has an opinion about the form, and a proxy none about the session.
    globalThis.fetch = () => Promise.resolve(new Response("null", { status: 400 }));
    assertEquals(await updateSession({}), null);
    await assertRejects(() => getSession(), UnavailableError);
    globalThis.fetch = () => Promise.reject(new TypeError("offline"));
    const offline = await assertRejects(() => getSession(), UnavailableError, "offline");
    assertEquals((offline.cause as Error).message, "offline");
    await assertRejects(() => updateSession({}), UnavailableError);
    assertEquals(await getProviders(), null);
    assertEquals(await getCsrfToken(), "");
    assertEquals(errors.some((error) => String(error).includes("it answered 500")), true);
    assertEquals(errors.some((error) => String(error).includes("offline")), true);
  });
});

Deno.test("signIn() never navigates to a javascript: URL", async () => {
  await onPage({}, async (page) => {
    const { fetch: real } = globalThis;
    globalThis.fetch = ((url: string, init: RequestInit) =>
      url.includes("/callback/")
        ? Promise.resolve(Response.json({ url: "javascript:alert(1)" }))
        : real(url, init)) as typeof fetch;
    await assertRejects(
      () =>
        createAuthClient().signIn("credentials", { password: "right" }),
      TypeError,
      "javascript:",
    );
    assertEquals(page.visited, []);
  });
});

Deno.test("createAuthClient() without CSRF requests no token", async () => {
  await onPage({}, async (page) => {
    await createAuthClient({ csrf: false }).signOut({ redirect: false });
    assertEquals(page.requests.map(({ url }) => new URL(url).pathname), ["/auth/signout"]);
  });
});

Deno.test("signOut() does not navigate to another site of `redirectTo` when the request fails", async () => {
  await onPage({}, async (page) => {
    globalThis.fetch = () => Promise.resolve(new Response("Bad gateway", { status: 502 }));
    const { signOut } = createAuthClient();
    for (const redirectTo of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
      await signOut({ redirectTo });
      assertEquals(page.visited.at(-1), `${ORIGIN}/`);
      assertEquals(await signOut({ redirectTo, redirect: false }), { url: `${ORIGIN}/` });
    }
    await signOut({ redirectTo: "/bye" });
    assertEquals(page.visited.at(-1), `${ORIGIN}/bye`);
  });
});

Deno.test("signIn() and signOut() say where they work when they are called on a server", async () => {
  const client = createAuthClient();
  for (const call of [() => client.signIn("github"), () => client.signOut()]) {
    await assertRejects(call, TypeError, "of @x/auth/client on a server: call");
  }
});
