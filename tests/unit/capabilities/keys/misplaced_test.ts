import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { misplacedKey } from "../../../../src/capabilities/keys/misplaced.ts";
import { formatKey, newKeyId, newSecret } from "../../../../src/capabilities/keys/format.ts";
import { defineAuth } from "../../../../src/frameworks/define.ts";
import { assertLinear } from "../../../_growth.ts";
import { API, createKeyApp, keyOf, signIn } from "./_keys.ts";

const QUERY = "key-in-query";
const OTHER = "key-misplaced";

/** Places where programs of other services put a key, with the reason. */
const PLACES: Readonly<Record<string, readonly [reason: string, put: (key: string) => Request]>> = {
  ...Object.fromEntries(
    ["api_key", "apikey", "key", "token", "access_token", "auth", "q"].map((name) => [
      `?${name}=`,
      [QUERY, (key: string) => new Request(`${API}?a=b&${name}=${key}&c=d`)] as const,
    ]),
  ),
  "a query without a name": [QUERY, (key) => new Request(`${API}?${key}`)],
  "the path": [QUERY, (key) => new Request(`${API}/${key}/projects`)],
  "the query, beside the right place": [
    QUERY,
    (key) => new Request(`${API}?key=${key}`, { headers: { authorization: `Bearer ${key}` } }),
  ],
  ...Object.fromEntries(
    ["X-API-Key", "Api-Key", "X-Auth-Token", "Proxy-Authorization", "Sec-WebSocket-Protocol"]
      .map((name) => [
        name,
        [OTHER, (key: string) => new Request(API, { headers: { [name]: key } })] as const,
      ]),
  ),
  "X-API-Key with Bearer": [
    OTHER,
    (key) => new Request(API, { headers: { "x-api-key": `Bearer ${key}` } }),
  ],
  "a cookie": [OTHER, (key) => new Request(API, { headers: { cookie: `a=b; key=${key}` } })],
  ...Object.fromEntries(
    ["", "Token ", "ApiKey ", "Key ", "Bearer: ", "Basic ", "bearer=", 'Bearer "'].map((begin) => [
      `Authorization: ${begin}`,
      [OTHER, (key: string) => withAuthorization(begin + key)] as const,
    ]),
  ),
  "the password of Basic": [OTHER, (key) => withAuthorization(`Basic ${btoa(`user:${key}`)}`)],
  "the user of Basic": [OTHER, (key) => withAuthorization(`Basic ${btoa(`${key}:`)}`)],
};

function withAuthorization(authorization: string): Request {
  return new Request(API, { headers: { authorization } });
}

const app = createKeyApp();
const ada = await signIn(app, "ada");
const { secret } = await keyOf(app, ada.id);
const [cookie] = [ada.request("GET").headers.get("cookie")!];

for (const [place, [reason, put]] of Object.entries(PLACES)) {
  Deno.test(`misplacedKey: ${place} is refused with the right place, and nothing shows the key`, async () => {
    app.entries.length = 0;
    app.calls.length = 0;
    for (const accept of [["key"], ["session"], ["session", "key"]] as const) {
      for (const isSignedIn of [false, true]) {
        const request = put(secret);
        if (isSignedIn) {
          request.headers.set("cookie", `${cookie}; ${request.headers.get("cookie") ?? ""}`);
        }
        const who = await app.auth.authenticate(request, { accept });
        assert(!who.ok, "a key in the wrong place counts");
        const response = who.response();
        const text = await response.text();
        assertEquals([who.reason, response.status], [reason, 400]);
        assertStringIncludes(text, "`Authorization: Bearer …`");
        assertEquals(JSON.parse(text).error, "invalid_request");
        assertEquals(text.includes(secret), false);
      }
    }
    const refused = app.entries.filter(({ name }) => name === "credential.refused");
    assertEquals(refused.map((entry) => "reason" in entry && entry.reason), Array(6).fill(reason));
    assertEquals(JSON.stringify([app.entries, app.errors]).includes(secret), false);
    assertEquals(app.calls, []);
  });
}

Deno.test("misplacedKey: the right place, and text that is no key of the app", async () => {
  const other = formatKey("other", { id: newKeyId(), secret: newSecret() });
  const ask = async (request: Request) => {
    const who = await app.auth.authenticate(request, { accept: ["key"] });
    return who.ok ? "in" : who.reason;
  };
  for (const scheme of ["Bearer", "bearer", "BEARER "]) {
    assertEquals(await ask(withAuthorization(`${scheme} ${secret}`)), "in");
  }
  // Proxies keep a copy, and pages tell which one was before.
  for (const name of ["x-forwarded-authorization", "referer"]) {
    const request = withAuthorization(`Bearer ${secret}`);
    request.headers.set(name, secret);
    assertEquals(await ask(request), "in");
  }
  assertEquals(await ask(new Request(API, { headers: { referer: secret } })), "no-credential");
  for (
    const text of [
      other,
      secret.slice(0, -1),
      secret.slice(1),
      "acme_k1_",
      `${secret.slice(0, -1)}-`,
    ]
  ) {
    assertEquals(await ask(new Request(`${API}?key=${text}`)), "no-credential", text);
    assertEquals(await ask(new Request(API, { headers: { "x-api-key": text } })), "no-credential");
    assertEquals(await ask(withAuthorization(text)), "not-accepted");
  }
  assertEquals(
    await ask(withAuthorization(`Bearer ${secret}, Bearer ${secret}`)),
    "two-credentials",
  );
});

Deno.test("misplacedKey: an app without keys looks at no header", async () => {
  const auth = defineAuth({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  const read: string[] = [];
  const request = new Request(`${API}?key=${secret}`, { headers: { "x-api-key": secret } });
  Object.defineProperty(request, "headers", {
    value: new Proxy(request.headers, {
      get(headers, name) {
        read.push(String(name));
        const value = Reflect.get(headers, name);
        return typeof value === "function" ? value.bind(headers) : value;
      },
    }),
  });
  const who = await auth.authenticate(request);
  assertEquals(who.ok || who.reason, "no-credential");
  assertEquals(read.filter((name) => name === "Symbol(Symbol.iterator)" || name === "entries"), []);
});

Deno.test("misplacedKey: reads URLs and headers of any length in one pass", async () => {
  for (const run of ["acme_k1_", "acme_k1_A", "a", "%"]) {
    await assertLinear(`"${run}" in a URL`, (length) => {
      const request = new Request(`${API}?${run.repeat(length / run.length)}`);
      return () => misplacedKey("acme", request, false);
    });
    await assertLinear(`"${run}" in headers`, (length) => {
      const text = run.repeat(length / run.length);
      const headers = { "x-api-key": text, cookie: text, authorization: `Basic ${text}` };
      const request = new Request(API, { headers });
      return () => misplacedKey("acme", request, false);
    });
  }
});
