import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import {
  type Adapter,
  type AdapterUser,
  Auth,
  type AuthAction,
  type AuthConfig,
  type AuthError,
  createActionURL,
  CredentialsSignin,
  decode,
  encode,
  type ErrorType,
  getToken,
  isAuthAction,
  type JWT,
  raw,
  type ResponseInternal,
  type Session,
  setEnvDefaults,
} from "@x/auth";
import { DenoAuth } from "@x/auth/deno";
import type { SemverString } from "@x/auth/types";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { expectType, type Same } from "./_expect.ts";

const secret = "a-secret-of-at-least-32-characters";
const salt = "authjs.session-token";
const config: AuthConfig = { providers: [], secret, trustHost: true };
const request = () => new Request("http://localhost/auth/session");

Deno.test("Auth(): returns a Response, or with `raw` also the internal response", async () => {
  const { raw: _, ...plain } = config;
  const response = await Auth(request(), plain);
  expectType<Same<typeof response, Response>>();
  const answer = await Auth(request(), { ...plain, raw });
  expectType<Same<typeof answer, Response | ResponseInternal>>();
  const internal: AuthConfig & { raw: typeof raw } = { ...plain, raw };
  const fromVariable = await Auth(request(), internal);
  expectType<Same<typeof fromVariable, Response | ResponseInternal>>();
  const open = await Auth(request(), config);
  expectType<Same<typeof open, Response>>();
  assertInstanceOf(response, Response);
  assertEquals(answer instanceof Response, false);
  // @ts-expect-error -- a URL is not a Request
  const misuse = () => Auth("http://localhost/auth/session", plain);
  assertEquals(typeof misuse, "function");
});

Deno.test("getToken(): returns a string with `raw`, claims without", async () => {
  const token = await encode({ token: { sub: "7" }, secret, salt });
  const req = new Request("http://localhost/", { headers: { authorization: `Bearer ${token}` } });
  const claims = await getToken({ req, secret, salt });
  expectType<Same<typeof claims, JWT | null>>();
  const text = await getToken({ req, raw: true });
  expectType<Same<typeof text, string | null>>();
  const fromRecord = await getToken({ req: { headers: { cookie: `${salt}=${token}` } }, secret });
  assertEquals([claims?.sub, text, fromRecord?.sub], ["7", token, "7"]);
});

Deno.test("encode(), decode(): take the app's own type of claims", async () => {
  interface Invitation {
    team: string;
  }
  const token = await encode<Invitation>({ token: { team: "a" }, secret, salt: "invitation" });
  const invitation = await decode<Invitation>({ token, secret, salt: "invitation" });
  expectType<Same<typeof invitation, Invitation | null>>();
  // @ts-expect-error -- unknown claim
  await encode<Invitation>({ token: { tame: "a" }, secret, salt });
  // @ts-expect-error -- `salt` is missing
  await assertRejects(() => encode({ token: {}, secret }), TypeError, "undefined");
  assertEquals(invitation?.team, "a");
});

Deno.test("AuthError: subclasses may have a code, and `type` is a closed set", () => {
  class Locked extends CredentialsSignin {
    override code = "locked";
  }
  const error: AuthError = new Locked("Locked", { cause: { attempts: 3 } });
  expectType<Same<typeof error.type, ErrorType>>();
  expectType<Same<typeof error.kind, "signIn" | "error">>();
  const type: ErrorType = "AccessDenied";
  // @ts-expect-error -- unknown error type
  const wrong: ErrorType = "Oops";
  assertEquals([error.code, error.type, type, wrong], [
    "locked",
    "CredentialsSignin",
    "AccessDenied",
    "Oops" as ErrorType,
  ]);
});

Deno.test("isAuthAction(): narrows a string to an action", () => {
  const word: string = "session";
  const action: AuthAction | undefined = isAuthAction(word) ? word : undefined;
  // @ts-expect-error -- a string is not narrowed yet
  const wrong: AuthAction = word;
  const url = createActionURL("signin", "https", new Headers({ host: "a.example" }), {}, {
    basePath: "/auth",
  });
  // @ts-expect-error -- unknown action
  createActionURL("sign-in", "https", new Headers({ host: "a.example" }), {}, {});
  assertEquals([action, wrong, url.href], ["session", "session", "https://a.example/auth/signin"]);
});

Deno.test("Adapter: every method is optional, and a wrong signature does not compile", async () => {
  const some: Adapter = { getUser: () => null };
  const wrong: Adapter = {
    // @ts-expect-error -- a user has an id, an address and `emailVerified`
    getUser: () => ({ name: "Ada" }),
    // @ts-expect-error -- the id is a string
    getUserByEmail: (email: number) => email && null,
  };
  const full: AuthConfig["adapter"] = MemoryAdapter();
  const user: AdapterUser | null = await full.getUser!("1");
  assertEquals([await some.getUser!("1"), user, Object.keys(wrong).length], [null, null, 2]);
});

Deno.test("setEnvDefaults(): takes any environment and writes into the config", () => {
  const own: AuthConfig = { providers: [] };
  setEnvDefaults({ AUTH_SECRET: secret, OTHER: undefined }, own, true);
  // @ts-expect-error -- variables are strings
  setEnvDefaults({ AUTH_SECRET: 1 }, { providers: [] });
  assertEquals(own.secret, [secret]);
});

Deno.test("DenoAuth(): takes a config or a function of the request, and types its helpers", async () => {
  const { auth, handler } = DenoAuth((request) => {
    expectType<Same<typeof request, Request>>();
    return config;
  });
  const session = await auth(new Request("http://localhost/"));
  expectType<Same<typeof session, Session | null>>();
  const serve = handler((_request, info: Deno.ServeHandlerInfo) =>
    new Response(String(info.remoteAddr.transport))
  );
  expectType<
    Same<typeof serve, (request: Request, info: Deno.ServeHandlerInfo) => Promise<Response>>
  >();
  // @ts-expect-error -- an app returns a Response
  handler(() => "hello");
  assertEquals(session, null);
});

Deno.test("SemverString: accepts versions of one to three numbers", () => {
  const versions: SemverString[] = ["v1", "v1.2", "v1.2.3"];
  // @ts-expect-error -- `v` is missing
  versions.push("1.2.3");
  assertEquals(versions.length, 4);
});
