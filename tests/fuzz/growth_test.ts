/**
 * No request keeps the process from answering others: runs of each character, in every field, header
 * and cookie of every endpoint, take CPU time in proportion to their length.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { toBase64url } from "../../src/base/crypto/bytes.ts";
import { assertLinear, cpuTime } from "../_growth.ts";
import { isChosen } from "../_stride.ts";
import { readSources } from "../unit/_sources.ts";
import { APP, createEverything, type Door, PASSWORD, readEverything, SLUG } from "./_everything.ts";

/** One of so many cases runs by default. */
const STRIDE = 80;

/** Longest run in a request that has one in several fields. */
const IN_SEVERAL = 4096;

/** Fields with runs in one request. */
const SEVERAL = 24;

/** Longest run in a field or a header alone. */
const ALONE = 32_768;

/** Most parts of a request. */
const MOST_PARTS = 16_384;

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
const PAIRS = [
  "ab",
  "a.",
  "a ",
  "a,",
  ",a ",
  "%2",
  "=a",
  "a-",
  "./",
  "\t,",
  "\n\t",
  "a@",
  '"a',
  "🐙",
];
const RUNS = [...ASCII, ...PAIRS];

/** Runs that stand for all in the longest matrices. */
const SOME = ["=", "a", ",", " ", "/", "a.", "%2", "\n"];

const everything = await createEverything();
const { doors, shared, headers } = await readEverything(everything);
const { auth, config } = everything;

/** The browser of the user, with a session that nothing has ended yet. */
let signedIn = await everything.signIn();

/** A run of a length that ends in another character. */
function runOf(unit: string, length: number): string {
  return unit.repeat(Math.floor(length / unit.length)) + (unit === "b" ? "c" : "b");
}

const encode = (value: unknown) => toBase64url(new TextEncoder().encode(JSON.stringify(value)));

/** Fields that have a structure, with the run in each of its parts. */
const STRUCTURED: readonly (readonly [name: RegExp, (run: string) => string])[] = [
  // The answer of a passkey.
  [/^data$/, (run) =>
    JSON.stringify({
      id: run,
      rawId: run,
      type: run,
      response: {
        clientDataJSON: encode({ challenge: run, type: run, origin: run }),
        ...{ attestationObject: run, authenticatorData: run, signature: run, userHandle: run },
        transports: [run],
      },
    })],
  // JSON Web Tokens.
  [
    /token|assertion|hint|^request$|proof/i,
    (run) =>
      `${encode({ alg: "ES256", typ: run, kid: run })}.${encode({ iss: run, sub: run })}.${run}`,
  ],
];

function structured(name: string, run: string): string {
  const [, write] = STRUCTURED.find(([form]) => form.test(name)) ?? [];
  return write ? write(run) : run;
}

/** A form whose runs stay as long as they are. */
function toForm(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields).map(([name, value]) =>
    `${name}=${value.replaceAll(/[%&+]/g, (sign) => encodeURIComponent(sign))}`
  ).join("&");
}

interface Sent {
  readonly fields: Readonly<Record<string, string>>;
  /** In place of each part of the path that has a name. */
  readonly part?: string;
  readonly asJson?: boolean;
  readonly isSignedIn?: boolean;
}

/** @param part stands in place of each part of the path that has a name */
function urlOf(path: string, part = SLUG): string {
  const written = path.replaceAll(/\{provider\}/g, "acme")
    .replaceAll(/\{\w+\}/g, encodeURIComponent(part));
  return APP + (written.startsWith("/.well-known/") ? written : `/auth/${written}`);
}

/** Returns the request of a door. */
function requestTo({ path, method }: Door, { fields, part, asJson, isSignedIn }: Sent) {
  const url = urlOf(path, part);
  const { cookie, csrfToken } = isSignedIn ? signedIn : everything.visitor;
  const head = { cookie, origin: APP, accept: "text/html" };
  if (method === "GET" || method === "HEAD") {
    return new Request(`${url}?${toForm(fields)}`, { method, headers: head });
  }
  const all = { csrfToken, ...fields };
  return new Request(url, {
    method,
    headers: {
      ...head,
      "content-type": asJson ? "application/json" : "application/x-www-form-urlencoded",
    },
    body: asJson ? JSON.stringify(all) : toForm(all),
  });
}

async function answer(request: Request): Promise<void> {
  const response = await auth.handler(request);
  await response.body?.cancel();
  assert(
    response.status < 500,
    `${request.method} ${request.url.slice(0, 200)}: ${response.status}`,
  );
}

let longest = { time: 0, what: "" };

async function grows(
  what: string,
  make: (run: string) => Request,
  unit: string,
  to: number,
  send: (request: Request) => unknown = answer,
): Promise<void> {
  const name = `${what}, a run of ${JSON.stringify(unit)}`;
  const prepare = (length: number) => {
    const request = make(runOf(unit, length));
    return () => send(request);
  };
  await noteTime(name, await assertLinear(name, prepare, { to }), () => prepare(to));
}

/** Keeps the longest time. A single one can be that of other work of the process. */
async function noteTime(what: string, first: number, prepare: () => () => unknown): Promise<void> {
  let time = first;
  for (let again = 0; again < 3 && time > longest.time; again++) {
    time = Math.min(time, await cpuTime(prepare()));
  }
  if (time > longest.time) longest = { time, what };
}

const titleOf = ({ path, method }: Door) => `${method} ${path}`;

/** What a form must have so that its code goes on to the other fields. */
const RIGHT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "password": { current: PASSWORD },
  "oauth/authorize": { client_id: "own", response_type: "code" },
  "oauth/par": { client_id: "own", response_type: "code" },
  "oauth/token": { client_id: "own" },
};

/** Names of fields, as many at once as have runs in one request. */
function groupsOf(names: readonly string[]): string[][] {
  const own = names.filter((name) => name !== "csrfToken");
  return Array.from(
    { length: Math.ceil(own.length / SEVERAL) },
    (_, group) => own.slice(group * SEVERAL, (group + 1) * SEVERAL),
  );
}

/** The same run in several fields; some have a value of their own. */
function fieldsOf(
  { path }: Door,
  names: readonly string[],
  run: string,
  fixed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const runs = names.map((name): [string, string] => [name, structured(name, run)]);
  return { ...Object.fromEntries(runs), ...RIGHT[path], ...fixed };
}

let cases = 0;
const isNext = () => isChosen(cases++, STRIDE);

Deno.test("growth: every endpoint of the sources is a door of the app", async () => {
  const written = (await readSources()).flatMap(({ text }) =>
    [...text.matchAll(/\bkind: "(?:ambient|explicit)",[^{}[\]]*\bpath: "([^"]+)"/g)]
      .map(([, path]) => path!)
  );
  assert(written.length > 25, "the endpoints were not found");
  assertEquals(written.filter((path) => !config.endpoints.has(path)), []);
  const names = new Set(doors.flatMap(({ fields }) => fields));
  for (const name of ["data", "email", "password", "code_verifier", "client_assertion", "slug"]) {
    assert(names.has(name), `the field "${name}" was not found`);
  }
  for (const name of ["accept-language", "authorization", "dpop", "x-forwarded-for"]) {
    assert(headers.includes(name), `the header "${name}" was not found`);
  }
});

Deno.test("growth: forms of the user who is signed in are taken as such", async () => {
  const door = { path: "password", method: "POST", fields: [], branches: [] };
  const fields = fieldsOf(door, ["password"], "aaaaaaaaaaaaaaaa");
  const { status, headers } = await auth.handler(requestTo(door, { fields, isSignedIn: true }));
  const { searchParams } = new URL(headers.get("location") ?? APP);
  assertEquals([status, searchParams.get("error")], [302, "common"]);
});

/** Doors whose code reads the fields that every door may read. */
const OF_ALL = ["signin", "callback/acme", "session", "signout", "account", "oauth/authorize"];

Deno.test("growth: runs in several fields at once", async () => {
  for (const door of doors) {
    const groups = groupsOf(OF_ALL.includes(door.path) ? shared : door.fields);
    for (const [number, names] of groups.entries()) {
      signedIn = await everything.signIn();
      for (const [index, unit] of RUNS.entries()) {
        // Every character reaches the door, and those that stand for all reach every field.
        const isTaken = index % groups.length === number || SOME.includes(unit);
        if (!isTaken || !isNext()) continue;
        const asJson = index % 2 === 0;
        const isSignedIn = index % 4 < 2;
        const make = (run: string) =>
          requestTo(door, { fields: fieldsOf(door, names, run), part: run, asJson, isSignedIn });
        await grows(`${titleOf(door)} ${names}`, make, unit, IN_SEVERAL);
      }
    }
  }
});

Deno.test("growth: runs in the fields of each branch", async () => {
  for (const door of doors.filter(({ method }) => method === "POST")) {
    const branches = [...door.branches, ...RIGHT[door.path] ? [["", ""] as const] : []];
    for (const [name, value] of branches) {
      signedIn = await everything.signIn();
      for (const names of groupsOf(door.fields)) {
        for (const unit of SOME) {
          if (!isNext()) continue;
          const make = (run: string) => {
            const fields = fieldsOf(door, names, run, name ? { [name]: value } : {});
            return requestTo(door, { fields, isSignedIn: true });
          };
          await grows(`${titleOf(door)} ${name}=${value} ${names}`, make, unit, IN_SEVERAL);
        }
      }
    }
  }
});

Deno.test("growth: a run in one field", async () => {
  for (const door of doors) {
    for (const [index, name] of [...door.fields, ...shared].entries()) {
      const unit = SOME[index % SOME.length]!;
      if (!isNext()) continue;
      const make = (run: string) => requestTo(door, { fields: { [name]: structured(name, run) } });
      await grows(`${titleOf(door)} ${name}`, make, unit, ALONE);
    }
  }
});

const KINDS = ["session", "bearer", "key"] as const;

/** Requests that headers are added to. */
const WITH_HEADERS: Readonly<Record<string, (request: Request) => unknown>> = {
  "GET session": answer,
  "GET signin": answer,
  "POST signin/acme": answer,
  "POST native/call": answer,
  "POST oauth/token": answer,
  "GET oauth/userinfo": answer,
  "a guarded route": (request) => auth.authenticate(request, { accept: KINDS }),
  "a guarded resource": (request) =>
    auth.authenticate(request, { accept: ["token"], resource: everything.resource }),
};

Deno.test("growth: a run in one header", async () => {
  const begins = headers.flatMap((name) =>
    (name === "authorization" || name === "dpop" ? ["", "Bearer a", "DPoP a", "Basic a"] : [""])
      .map((begin) => ({ name, begin }))
  );
  for (const [title, send] of Object.entries(WITH_HEADERS)) {
    for (const { name, begin } of begins) {
      for (const unit of RUNS.filter((unit) => /^[\t\x20-\x7e]+$/.test(unit))) {
        if (!isNext()) continue;
        const make = (run: string) => {
          const [, method = "GET", path = "guarded"] = /^(GET|POST) (.*)/.exec(title) ?? [];
          const door = { path, method, fields: [], branches: [] };
          const request = requestTo(door, { fields: {}, isSignedIn: true });
          request.headers.set(name, begin + run);
          return request;
        };
        await grows(`${title}, header ${name}: ${begin}`, make, unit, ALONE, send);
      }
    }
  }
});

Deno.test("growth: a run in one cookie", async () => {
  const names = Object.values(config.cookies.secure).map(({ name }) => name);
  assert(names.length > 5, "the cookies were not found");
  const paths = [
    "a guarded route",
    "session",
    "signin",
    "account",
    "factor",
    "callback/acme",
    "oauth/authorize",
  ];
  for (const name of names) {
    for (const path of paths) {
      for (const unit of RUNS.filter((unit) => /^[\x20-\x7e]+$/.test(unit))) {
        if (!isNext()) continue;
        const make = (run: string) => {
          const url = `${APP}/auth/${path}?code=x&state=x`;
          const cookie = `${name}=${run}; ${name}.0=${run}; ${name}.${run.slice(0, 99)}=a; ${run}`;
          return new Request(url, { headers: { cookie, accept: "text/html" } });
        };
        const send = WITH_HEADERS[path] ?? answer;
        await grows(`GET ${path}, cookie ${name}`, make, unit, ALONE, send);
      }
    }
  }
});

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

/** As many parts as the length says. */
function many(count: number, part: (index: number) => string, between = ""): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(between);
}

/** Requests with many parts. */
const MANY: Readonly<Record<string, (door: Door, count: number) => Request>> = {
  "names in the query": (door, count) =>
    new Request(`${urlOf(door.path)}?${many(count, (index) => `a${index}=`, "&")}`, {
      headers: { cookie: signedIn.cookie },
    }),
  "values of one name": (door, count) =>
    post(door, FORM_TYPE, `csrfToken=${signedIn.csrfToken}&${many(count, () => "step=a", "&")}`),
  "names in a form": (door, count) =>
    post(
      door,
      FORM_TYPE,
      `csrfToken=${signedIn.csrfToken}&${many(count, (index) => `a${index}=`, "&")}`,
    ),
  "names in JSON": (door, count) =>
    post(
      door,
      JSON_TYPE,
      `{"csrfToken":"${signedIn.csrfToken}",${many(count, (index) => `"a${index}":1`, ",")}}`,
    ),
  "items in JSON": (door, count) =>
    post(
      door,
      JSON_TYPE,
      `{"csrfToken":"${signedIn.csrfToken}","data":[${many(count, () => "1", ",")}]}`,
    ),
  "depths of JSON": (door, count) =>
    post(
      door,
      JSON_TYPE,
      `{"csrfToken":"${signedIn.csrfToken}","data":${many(count, () => "[")}${
        many(count, () => "]")
      }}`,
    ),
  "cookies": (door, count) => withCookies(door, many(count, (index) => `a${index}=b`, "; ")),
  "cookies of one name": (door, count) => withCookies(door, many(count, () => "a=b", "; ")),
  "pieces of a session": (door, count) =>
    withCookies(
      door,
      many(count, (index) => `${config.cookies.secure.sessionToken.name}.${index}=b`, "; "),
    ),
  "attempts": (door, count) =>
    withCookies(
      door,
      many(count, (index) => `${config.cookies.secure.state.name}.${index}=b`, "; "),
    ),
  "parts of the path": (door, count) =>
    new Request(`${urlOf(door.path)}${many(count, () => "/a")}`, {
      headers: { cookie: signedIn.cookie },
    }),
};

function post(door: Door, headers: Readonly<Record<string, string>>, body: string): Request {
  const head = { ...headers, cookie: signedIn.cookie, origin: APP };
  return new Request(urlOf(door.path), { method: "POST", headers: head, body });
}

function withCookies(door: Door, cookie: string): Request {
  return new Request(urlOf(door.path), { headers: { cookie: `${signedIn.cookie}; ${cookie}` } });
}

Deno.test("growth: many parts of a request", async () => {
  for (const door of doors) {
    signedIn = await everything.signIn();
    for (const [what, make] of Object.entries(MANY)) {
      if (!isNext()) continue;
      const prepare = (count: number) => {
        const request = make(door, count);
        return () => answer(request);
      };
      const time = await assertLinear(`${titleOf(door)}, ${what}`, prepare, { to: MOST_PARTS });
      await noteTime(`${titleOf(door)}, ${what}`, time, () => prepare(MOST_PARTS));
    }
  }
});

Deno.test("growth: the longest requests that pass the limits", async () => {
  const size = config.sizes.bodyBytes - 20_000;
  for (const door of doors.filter(({ method }) => method === "POST")) {
    for (const name of door.fields) {
      if (!isNext()) continue;
      const prepare = () => {
        const request = requestTo(door, { fields: fieldsOf(door, [name], runOf("=", size)) });
        return () => answer(request);
      };
      await noteTime(`${titleOf(door)}, the longest ${name}`, await cpuTime(prepare()), prepare);
    }
  }
  console.log(`longest CPU time: ${longest.time.toFixed(1)} ms, ${longest.what}`);
});
