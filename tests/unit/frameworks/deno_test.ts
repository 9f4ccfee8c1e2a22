import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { type AuthConfig, encode } from "../../../mod.ts";
import { CredentialsSignin, MissingCSRF } from "../../../src/errors.ts";
import { DenoAuth } from "../../../src/frameworks/deno.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { list as listSessions } from "../../../src/server/sessions.ts";
import { ACME, APP, SECRET } from "../_context.ts";

const COOKIE = "__Secure-authjs.session-token";
const config: AuthConfig = {
  providers: [
    ACME,
    Credentials({ authorize: ({ password }) => password === "right" ? { id: "7" } : null }),
  ],
  secret: SECRET,
  trustHost: true,
  logger: { error: () => {}, warn: () => {}, debug: () => {} },
};
const signedIn = async (name = "Ada") =>
  `${COOKIE}=${await encode({ token: { name }, secret: SECRET, salt: COOKIE })}`;
const request = (path: string, init?: RequestInit) => new Request(APP + path, init);

const paths: [string, "ours" | "theirs"][] = [
  ["/auth/session", "ours"],
  ["/auth//session", "ours"],
  ["/auth/signin/acme", "ours"],
  ["/auth", "theirs"],
  ["/auth/", "theirs"],
  ["/auth/profile", "theirs"],
  ["/auth/constructor", "theirs"],
  ["/authsession", "theirs"],
  ["/session", "theirs"],
  ["/", "theirs"],
];
for (const [path, owner] of paths) {
  Deno.test(`DenoAuth().handler() routes ${path} to ${owner === "ours" ? "the actions" : "the app"}`, async () => {
    const { handler } = DenoAuth(config);
    const response = await handler(() => new Response("app"))(request(path));
    assertEquals(await response.text() === "app", owner === "theirs");
  });
}

Deno.test("DenoAuth().handler() without an app returns 404; with one, passes the server's info on", async () => {
  const { handler } = DenoAuth(config);
  assertEquals((await handler()(request("/elsewhere"))).status, 404);
  const serve = handler((_request, info: { port: number }) => new Response(String(info.port)));
  assertEquals(await (await serve(request("/"), { port: 8000 })).text(), "8000");
});

Deno.test("DenoAuth().handler() returns the app's response unchanged when there is nothing to add", async () => {
  const { handler, auth } = DenoAuth(config);
  const own = new Response("app");
  const serve = handler(async (request) => {
    await auth(request);
    return own;
  });
  const cookie = await signedIn();
  assertStrictEquals(await serve(request("/", { headers: { cookie } })), own);
});

Deno.test("DenoAuth().handler() adds the cookies of `auth` to the app's response, after its own cookies", async () => {
  const { handler, auth } = DenoAuth({ ...config, session: { updateAge: 0 } });
  const serve = handler(async (request) => {
    const session = await auth(request);
    return new Response(session!.user!.name, { status: 201, headers: { "set-cookie": "own=1" } });
  });
  const response = await serve(request("/", { headers: { cookie: await signedIn() } }));
  assertEquals([response.status, await response.text()], [201, "Ada"]);
  const [own, renewed, ...more] = response.headers.getSetCookie();
  assertEquals([own, more], ["own=1", []]);
  assert(renewed!.startsWith(`${COOKIE}=`));
});

Deno.test("DenoAuth().signIn() redirects to the page without a provider, and with an unknown one", async () => {
  const { signIn } = DenoAuth(config);
  const location = async (...args: Parameters<typeof signIn>) =>
    (await signIn(...args)).headers.get("location");
  assertEquals(await location(request("/")), `${APP}/auth/signin?callbackUrl=%2F`);
  assertEquals(
    await location(request("/"), "nope", { redirectTo: "/after" }),
    `${APP}/auth/signin?callbackUrl=%2Fafter`,
  );
  const own = DenoAuth({ ...config, pages: { signIn: "/login" } });
  assertEquals(
    (await own.signIn(request("/"))).headers.get("location"),
    `${APP}/login?callbackUrl=%2F`,
  );
});

Deno.test("DenoAuth().signIn() redirects to the provider, with extra parameters and the referring page as callback URL", async () => {
  const { signIn } = DenoAuth(config);
  const from = request("/", { headers: { referer: `${APP}/page` } });
  const response = await signIn(from, "acme", {}, { login_hint: "ada" });
  const url = new URL(response.headers.get("location")!);
  assertEquals(url.origin + url.pathname, ACME.authorization);
  assertEquals(url.searchParams.get("login_hint"), "ada");
  const cookies = response.headers.getSetCookie().join("\n");
  assert(cookies.includes(encodeURIComponent(`${APP}/page`)), cookies);
});

Deno.test("DenoAuth().signIn() with credentials signs in directly", async () => {
  const { signIn, auth } = DenoAuth(config);
  const response = await signIn(request("/"), "credentials", {
    password: "right",
    redirectTo: "/after",
  });
  assertEquals(response.headers.get("location"), `${APP}/after`);
  const cookie = response.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  assert(await auth(request("/", { headers: { cookie } })));
  const refuse = () => signIn(request("/"), "credentials", { password: "wrong" });
  await assertRejects(refuse, CredentialsSignin);
});

Deno.test("DenoAuth().signOut() ends the session and redirects within the site", async () => {
  const { signOut } = DenoAuth(config);
  const headers = { cookie: await signedIn() };
  for (
    const [redirectTo, location] of [["/bye", `${APP}/bye`], ["https://evil.example", `${APP}/`]]
  ) {
    const response = await signOut(request("/", { headers }), { redirectTo });
    assertEquals(response.headers.get("location"), location);
    assert(
      response.headers.getSetCookie().some((line) => line.startsWith(`${COOKIE}=; Max-Age=0`)),
    );
  }
});

Deno.test("DenoAuth() refuses forms that another site posted", async () => {
  const { signIn, signOut } = DenoAuth(config);
  const foreign = () =>
    request("/", { method: "POST", headers: { origin: "https://evil.example" } });
  await assertRejects(() => signIn(foreign(), "acme"), MissingCSRF);
  await assertRejects(() => signOut(foreign()), MissingCSRF);
});

Deno.test("DenoAuth().handler() passes the socket's address to session records", async () => {
  const adapter = MemoryAdapter();
  const recorded: AuthConfig = {
    ...config,
    adapter,
    session: { strategy: "jwt", revocation: {} },
  };
  const { handler, signIn } = DenoAuth(recorded);
  const serve = handler((request, _info: { remoteAddr: { hostname: string } }) =>
    signIn(request, "credentials", { password: "right" })
  );
  await serve(request("/login"), { remoteAddr: { hostname: "192.0.2.1" } });
  const sessions = await listSessions(recorded, "7");
  assertEquals(sessions.map(({ address }) => address), ["192.0.2.1"]);
});

Deno.test("DenoAuth().handler(): a session that is read again after a sign-out stays ended", async () => {
  const { handler, auth, signOut } = DenoAuth({ ...config, session: { updateAge: 0 } });
  const init = async () => ({ method: "POST", headers: { cookie: await signedIn() } });
  const after = handler(async (request) => {
    const response = await signOut(request);
    await auth(request); // a log, for example
    return response;
  });
  const meanwhile = handler(async (request) => {
    const [response] = await Promise.all([signOut(request), auth(request)]);
    return response;
  });
  for (const serve of [after, meanwhile]) {
    const response = await serve(request("/logout", await init()));
    const cookies = response.headers.getSetCookie().filter((one) => one.startsWith(COOKIE));
    assertEquals(cookies.map((one) => one.includes("Max-Age=0")), [true], cookies.join("\n"));
  }
});

Deno.test("DenoAuth().handler() discards a renewal when the app's response ends the session, with any copy of the request", async () => {
  const { handler, auth, signOut } = DenoAuth({ ...config, session: { updateAge: 0 } });
  const serve = handler(async (request) => {
    const copy = request.clone();
    await auth(request);
    return await signOut(copy);
  });
  const init = { method: "POST", headers: { cookie: await signedIn() } };
  const cookies = (await serve(request("/logout", init))).headers.getSetCookie();
  const sessions = cookies.filter((one) => one.startsWith(COOKIE));
  assertEquals(sessions.map((one) => one.includes("Max-Age=0")), [true], sessions.join("\n"));
});
