import { assert, assertEquals, assertMatch, assertNotEquals, assertNotMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import * as errors from "../../../src/errors.ts";
import {
  AccessDenied,
  AdapterError,
  AuthError,
  CredentialsSignin,
  SignInError,
} from "../../../src/errors.ts";
import {
  completeLogger,
  rateLimitedLog,
  refer,
  referenceOf,
  toReference,
} from "../../../src/hooks/logger.ts";
import type { LoggerInstance, WarningCode } from "../../../src/types/options.ts";
import { captureConsole } from "../../_console.ts";
import { readErrorPages } from "../../tools/errors.ts";

/** Console lines while `act` ran, prefixed with the level. */
function listen(act: () => void): string[] {
  using logged = captureConsole("error", "warn", "log", "debug");
  act();
  return logged.calls.map(({ method, words }) => [method, ...words].join(" "));
}

const quiet = completeLogger(undefined, false);
const loud = completeLogger(undefined, true);

Deno.test("completeLogger() prints errors with the prefixes of Auth.js", () => {
  const cause = new TypeError("refused", { cause: new Error("no route") });
  const error = new AdapterError(cause, { cause: { method: "getUser" } });
  assertEquals(listen(() => quiet.error(error)), [
    "error [auth][error] AdapterError: refused",
    "error [auth][cause]: TypeError: refused <- Error: no route",
    'error [auth][details]: {"method":"getUser"}',
    "error [auth][docs]: https://jsr.io/@x/auth/doc/errors/~/AdapterError",
  ]);
});

Deno.test("completeLogger() prints the type of an AuthError, and the name of any other", () => {
  class OutOfHours extends CredentialsSignin {}
  assertEquals(listen(() => quiet.error(new OutOfHours("closed"))), [
    "error [auth][error] CredentialsSignin: closed",
    "error [auth][docs]: https://jsr.io/@x/auth/doc/errors/~/CredentialsSignin",
  ]);
  assertEquals(listen(() => quiet.error(new RangeError("too far"))), [
    "error [auth][error] RangeError: too far",
  ]);
});

Deno.test("completeLogger() follows causes through AuthErrors, up to a limit", () => {
  const inner = new AuthError("inner", { cause: { err: new Error("innermost") } });
  const lines = listen(() => quiet.error(new AuthError("outer", { cause: { err: inner } })));
  assertEquals(lines[1], "error [auth][cause]: AuthError: inner <- Error: innermost");
  const loop = new Error("round");
  loop.cause = loop;
  const [, cause] = listen(() => quiet.error(new AuthError("outer", { cause: { err: loop } })));
  assertEquals(cause!.split("<-").length, 5);
});

const SECRETS = {
  token: "s3cret-token",
  code: "s3cret-code",
  access_token: "s3cret-access",
  cookie: { value: "s3cret-cookie" },
  user: { email: "s3cret@example.com" },
  provider: { clientSecret: "s3cret-client" },
  state: "s3cret-state",
  err: Object.assign(new Error("failed"), { token: "s3cret-member" }),
};

Deno.test("completeLogger() prints no secret and no stack unless debug is on", () => {
  const error = new AuthError("Cannot do it", { cause: SECRETS });
  const text = listen(() => {
    quiet.error(error);
    quiet.debug("adapter_getUser", { args: ["s3cret"] });
  }).join("\n");
  assertNotMatch(text, /s3cret/);
  assertNotMatch(text, /\bat .*:\d+/);
  assertMatch(text, /Cannot do it/);
});

Deno.test("completeLogger() prints provider, action, method, option, cookie and event of an error", () => {
  const cause = {
    provider: "github",
    action: "signin",
    method: "getUser",
    option: "secret",
    cookie: "authjs.state",
    event: "signIn",
    known: "github, google",
  };
  const [details] = listen(() =>
    quiet.error(new AuthError("x", { cause: { ...SECRETS, ...cause } }))
  )
    .filter((line) => line.includes("[details]"));
  assertEquals(JSON.parse(details!.replace("error [auth][details]: ", "")), cause);
});

Deno.test("completeLogger() prints stacks and all details with debug", () => {
  const error = new AuthError("x", { cause: { err: new Error("inner"), a: { b: 1 } } });
  const text = listen(() => loud.error(error)).join("\n");
  assertMatch(text, /\[auth\]\[cause\]: Error: inner\n\s+at /);
  assertMatch(text, /\[auth\]\[details\]: \{"a":\{"b":1\}\}/);
  assertMatch(listen(() => loud.error(new Error("plain"))).join("\n"), /\n\s+at /);
});

/** The link that is logged with an error. */
function linkOf(error: Error): string | undefined {
  const lines = listen(() => quiet.error(error)).filter((line) => line.includes("http"));
  assert(lines.length <= 1);
  return lines[0]?.replace("error [auth][docs]: ", "");
}

Deno.test("completeLogger() links every class of the library to its page on JSR", async () => {
  const { name, exports } = JSON.parse(await Deno.readTextFile("deno.json"));
  const [subpath] = Object.entries(exports).find(([, file]) => file === "./src/errors.ts")!;
  const pages = (await readErrorPages()).map((page) => page.name);
  const classes = Object.values<unknown>(errors).filter((value): value is typeof AuthError =>
    value === AuthError || (value as typeof AuthError).prototype instanceof AuthError
  );
  assert(classes.length >= pages.length);
  for (const Class of classes) {
    // Internal classes have no page of their own.
    const page = pages.includes(Class.name) ? Class.name : Class.type;
    assert(pages.includes(page), page);
    assertEquals(linkOf(new Class("x")), `https://jsr.io/${name}/doc${subpath.slice(1)}/~/${page}`);
  }
});

Deno.test("completeLogger() links a class of an app to the one of the library that it extends", () => {
  class Suspended extends AccessDenied {
    static override readonly type: string = "Verification";
  }
  class Forged extends Suspended {
    static override readonly type: string = "x\n[auth][error] forged";
  }
  class Renamed extends SignInError {}
  Object.defineProperty(Renamed, "name", { value: "../../x\n[auth][error] forged" });
  class Untyped extends AccessDenied {}
  Object.defineProperty(Untyped, "type", { value: undefined });
  const odd = Object.assign(new AccessDenied("odd"), { constructor: "x\n[auth][error] forged" });
  const names = [Suspended, Forged, Renamed, Untyped].map((Class) => linkOf(new Class("x")));
  assertEquals([...names, linkOf(odd)].map((link) => link?.split("/~/")[1]), [
    "AccessDenied",
    "AccessDenied",
    "SignInError",
    "AccessDenied",
    "AuthError",
  ]);
});

Deno.test("completeLogger() prints no link for errors that are not of the library", () => {
  for (const error of [new Error("x"), new TypeError("x"), new DOMException("x", "AbortError")]) {
    assertEquals(linkOf(error), undefined);
  }
});

Deno.test("completeLogger() prints warnings with their code and an instruction", () => {
  const codes: WarningCode[] = [
    "debug-enabled",
    "csrf-disabled",
    "duplicate-provider",
    "env-url-basepath-redundant",
    "env-url-basepath-mismatch",
    "env-url-without-path",
    "generated-secret",
    "redirect-proxy-origins",
    "short-secret",
  ];
  for (const code of codes) {
    const lines = listen(() => quiet.warn(code));
    assertEquals(lines.length, 1);
    assert(lines[0]!.startsWith(`warn [auth][warn][${code}] `), lines[0]);
    assert(lines[0]!.length > 50, "the line has no instruction");
  }
  assertEquals(listen(() => quiet.warn("of-an-app" as WarningCode)), [
    "warn [auth][warn][of-an-app]",
  ]);
});

Deno.test("completeLogger() is silent at debug level unless debug is on", () => {
  assertEquals(listen(() => quiet.debug("hello", { a: 1 })), []);
  assertEquals(listen(() => loud.debug("hello", { a: 1 })), ['log [auth][debug]: hello {"a":1}']);
});

Deno.test("completeLogger() prints values that JSON cannot represent", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  for (const metadata of [circular, { big: 1n }, undefined, Symbol("x"), () => {}]) {
    assertEquals(listen(() => loud.debug("hello", metadata)).length, 1);
  }
  assertEquals(listen(() => loud.debug("e", { error: new TypeError("inner") })), [
    'log [auth][debug]: e {"error":"TypeError: inner"}',
  ]);
});

Deno.test("completeLogger() calls the app's functions, and the console for other levels", () => {
  const calls: unknown[][] = [];
  const own = completeLogger({ debug: (...words) => void calls.push(words) }, false);
  const lines = listen(() => {
    own.debug("hello", { a: 1 });
    own.warn("short-secret");
    own.error(new Error("x"));
  });
  assertEquals(calls, [["hello", { a: 1 }]], "an app's debug is always called");
  assertEquals(lines.map((line) => line.split(" ")[0]), ["warn", "error"]);
});

Deno.test("completeLogger() calls the methods of a logger on their object, inherited ones too", () => {
  class Collector {
    lines: unknown[] = [];
    error(error: Error) {
      this.lines.push(error.message);
    }
    warn(code: string) {
      this.lines.push(code);
    }
    debug(message: string) {
      this.lines.push(message);
    }
  }
  const collector = new Collector();
  const logger = completeLogger(collector as unknown as LoggerInstance, false);
  const printed = listen(() => {
    logger.error(new Error("a"));
    logger.warn("short-secret");
    logger.debug("c");
  });
  assertEquals(collector.lines, ["a", "short-secret", "c"]);
  assertEquals(printed, []);
});

Deno.test("completeLogger() keeps further functions of an app's logger", () => {
  const info = () => "info";
  assertEquals(completeLogger({ info }, false).info, info);
});

Deno.test("rateLimitedLog() logs a subject once a minute, and at most fifty subjects a minute", () => {
  using time = new FakeTime();
  const lines: string[] = [];
  const logger = completeLogger({ error: ({ message }) => void lines.push(message) }, false);
  const log = (about: string) => rateLimitedLog(logger, new Error(about), about);
  log("a");
  log("a");
  time.tick(59_999);
  log("a");
  assertEquals(lines, ["a"]);
  time.tick(1);
  log("a");
  assertEquals(lines, ["a", "a"]);
  for (let i = 0; i < 100; i++) log(`host ${i}`);
  assertEquals(lines.length, 51, "`a` and 49 more are the fifty of this minute");
});

Deno.test("rateLimitedLog() returns the reference in the line about a subject", () => {
  const logger = completeLogger({ error: () => {} }, false);
  const log = (about: string, reference: string) =>
    rateLimitedLog(logger, Object.assign(new Error(about), { reference }), about);
  assertEquals(log("a", "7F3A9C"), "7F3A9C");
  assertEquals(log("a", "000000"), "7F3A9C");
  for (let i = 0; i < 49; i++) log(`host ${i}`, "000000");
  assertEquals(log("b", "000000"), undefined, "no line is about it");
});

Deno.test("completeLogger() prints the reference of an error, and no other member of the name", () => {
  const error = (reference: string) => Object.assign(new Error("No"), { reference });
  using printed = captureConsole("error");
  const logger = completeLogger(undefined, false);
  logger.error(error("7F3A9C"));
  logger.error(error("order of Ada"));
  assertEquals(printed.lines, [
    "[auth][error] Error: No (reference 7F3A9C)",
    "[auth][error] Error: No",
  ]);
});

Deno.test("refer() gives an error a random reference, which stays", () => {
  const error = new Error("a");
  assertEquals(referenceOf(error), undefined);
  const reference = refer(error)!;
  assertMatch(reference, /^[0-9A-F]{6}$/);
  assertEquals([refer(error), referenceOf(error)], [reference, reference]);
  assertNotEquals(refer(new Error("a")), reference);
});

Deno.test("refer() leaves what an app means by the name, and frozen errors", () => {
  const order = Object.assign(new Error("a"), { reference: "order of Ada" });
  assertEquals([refer(order), referenceOf(order)], [undefined, undefined]);
  assertEquals(order.reference, "order of Ada");
  assertEquals(refer(Object.freeze(new Error("a"))), undefined);
});

Deno.test("toReference() takes no other text", () => {
  assertEquals(toReference("7F3A9C"), "7F3A9C");
  for (const other of ["", "7f3a9c", "7F3A9", "7F3A9C0", "7F3A9C\n", "<b>0900", 7, undefined]) {
    assertEquals(toReference(other), undefined);
  }
});
