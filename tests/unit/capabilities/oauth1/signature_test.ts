import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  authorizationHeader,
  baseString,
  percentEncode,
  sign,
} from "../../../../src/capabilities/oauth1/signature.ts";
import {
  expectedSignature,
  parseOAuthHeader,
} from "../../../../src/tools/testing/oauth1_signature.ts";

/** RFC 5849 §3.4.1.1, with the two parameters of the body and those of the header. */
const REQUEST = "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b";
const REQUEST_PARAMS = [
  ["oauth_consumer_key", "9djdj82h48djs9d2"],
  ["oauth_token", "kkk9d7dh3k39sjv7"],
  ["oauth_signature_method", "HMAC-SHA1"],
  ["oauth_timestamp", "137131201"],
  ["oauth_nonce", "7d8f3e4a"],
  ...new URLSearchParams("c2&a3=2+q"),
] as [string, string][];

Deno.test("baseString() returns the string of RFC 5849 §3.4.1.1", () => {
  assertEquals(
    baseString("post", new URL(REQUEST), REQUEST_PARAMS),
    "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D" +
      "%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a" +
      "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201" +
      "%26oauth_token%3Dkkk9d7dh3k39sjv7",
  );
});

Deno.test("sign() returns the signature of RFC 5849 §3.4.1.1, corrected by erratum 2550", async () => {
  const text = baseString("POST", new URL(REQUEST), REQUEST_PARAMS);
  assertEquals(
    await sign(text, { clientSecret: "j49sk3j29djd", tokenSecret: "dh893hdasih9" }),
    "r6/TJjbCOr97/+UU0NsvSne7s5g=",
  );
});

/** RFC 5849 §1.2: the three requests of the printer, with its secrets. */
const PRINTER: {
  method: string;
  url: string;
  tokenSecret?: string;
  params: Record<string, string>;
  signature: string;
}[] = [
  {
    method: "POST",
    url: "https://photos.example.net/initiate",
    params: {
      oauth_timestamp: "137131200",
      oauth_nonce: "wIjqoS",
      oauth_callback: "http://printer.example.com/ready",
    },
    signature: "74KNZJeDHnMBp0EMJ9ZHt/XKycU=",
  },
  {
    method: "POST",
    url: "https://photos.example.net/token",
    tokenSecret: "hdhd0244k9j7ao03",
    params: {
      oauth_timestamp: "137131201",
      oauth_nonce: "walatlh",
      oauth_token: "hh5s93j4hdidpola",
      oauth_verifier: "hfdp7dh39dks9884",
    },
    signature: "gKgrFCywp7rO0OXSjdot/IHF7IU=",
  },
  {
    method: "GET",
    url: "http://photos.example.net/photos?file=vacation.jpg&size=original",
    tokenSecret: "pfkkdhi9sl3r4s00",
    params: {
      oauth_timestamp: "137131202",
      oauth_nonce: "chapoH",
      oauth_token: "nnch734d00sl2jdk",
    },
    signature: "MdpQcU8iPSUjWoN/UDMsK2sui9I=",
  },
];

for (const { method, url, tokenSecret, params, signature } of PRINTER) {
  Deno.test(`sign() returns the signature of RFC 5849 §1.2: ${new URL(url).pathname}`, async () => {
    const text = baseString(method, new URL(url), [
      ...Object.entries(params),
      ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
      ["oauth_signature_method", "HMAC-SHA1"],
    ]);
    assertEquals(await sign(text, { clientSecret: "kd94hf93k423kf44", tokenSecret }), signature);
  });
}

Deno.test("percentEncode() encodes all characters except letters, digits and four marks", () => {
  assertEquals(percentEncode("AZaz09-._~"), "AZaz09-._~");
  assertEquals(percentEncode("!'()*"), "%21%27%28%29%2A");
  assertEquals(
    percentEncode(' +%&=,"/?#[]@:;$'),
    "%20%2B%25%26%3D%2C%22%2F%3F%23%5B%5D%40%3A%3B%24",
  );
  assertEquals(percentEncode("\0\n\x7f"), "%00%0A%7F");
  assertEquals(percentEncode("é☃😀"), "%C3%A9%E2%98%83%F0%9F%98%80");
  assertEquals(percentEncode("%C3"), "%25C3");
});

const paramsOf = (url: string, params: [string, string][] = []) =>
  decodeURIComponent(baseString("GET", new URL(url), params).split("&")[2]!);

Deno.test("baseString() sorts by the encoded name, then by the encoded value", () => {
  assertEquals(paramsOf("https://a.example/?a-b=1&a=2&a.b=3"), "a=2&a-b=1&a.b=3");
  assertEquals(paramsOf("https://a.example/?a=z&a=%C3%A9&a=Z&a="), "a=&a=%C3%A9&a=Z&a=z");
  assertEquals(paramsOf("https://a.example/?b=1", [["B", "2"], ["a", "3"]]), "B=2&a=3&b=1");
});

Deno.test("baseString() keeps repeated parameters, and decodes a plus as a space", () => {
  assertEquals(paramsOf("https://a.example/?a=1&a=1&b=x+y&c=x%2By"), "a=1&a=1&b=x%20y&c=x%2By");
});

Deno.test("baseString() contains the URL without query, fragment, credentials and default port", () => {
  const address = (url: string) =>
    decodeURIComponent(baseString("GET", new URL(url), []).split("&")[1]!);
  assertEquals(
    address("HTTPS://User:Pass@Example.COM:443/A%20b/?q#f"),
    "https://example.com/A%20b/",
  );
  assertEquals(address("http://example.com:8080"), "http://example.com:8080/");
  assertEquals(address("https://example.com:80/"), "https://example.com:80/");
});

const SIGNER = { clientId: "id é", clientSecret: "s&%ö", token: "t=/", tokenSecret: "*'+ " };

Deno.test("authorizationHeader() is accepted by an independent server implementation", async () => {
  const url = new URL("https://a.example/x?c=%7B%22a%22%3A1%7D&b=%E2%98%83+!&a-b=&a=*");
  const extra = { oauth_callback: "https://app.example/cb?x=1&y=é" };
  for (const signer of [SIGNER, { clientId: "id", clientSecret: "secret" }]) {
    const params = parseOAuthHeader(await authorizationHeader("POST", url, signer, extra))!;
    assertEquals(params.callback, extra.oauth_callback);
    assertEquals(params.consumer_key, signer.clientId);
    assertEquals(params.token, (signer as typeof SIGNER).token);
    const secrets = {
      clientSecret: signer.clientSecret,
      tokenSecret: (signer as typeof SIGNER).tokenSecret ?? "",
    };
    const request = { method: "POST", url: url.href };
    assertEquals(params.signature, await expectedSignature(request, params, secrets));
    assertNotEquals(
      params.signature,
      await expectedSignature(request, params, { ...secrets, tokenSecret: "other" }),
    );
  }
});

Deno.test("authorizationHeader() has a new nonce each time, and the time in seconds", async () => {
  using _time = new FakeTime(1_700_000_000_999);
  const url = new URL("https://a.example/");
  const [first, second] = await Promise.all(
    [1, 2].map(async () => parseOAuthHeader(await authorizationHeader("GET", url, SIGNER))!),
  );
  assertEquals(first!.timestamp, "1700000000");
  assertMatch(first!.nonce!, /^[0-9a-f]{32}$/);
  assertNotEquals(first!.nonce, second!.nonce);
  assertNotEquals(first!.signature, second!.signature);
});

Deno.test("authorizationHeader() does not let parameters replace its own members", async () => {
  const extra = { oauth_consumer_key: "x", oauth_token: "x", oauth_nonce: "x" };
  const header = await authorizationHeader("GET", new URL("https://a.example/"), SIGNER, extra);
  const params = parseOAuthHeader(header)!;
  assertEquals([params.consumer_key, params.token], [SIGNER.clientId, SIGNER.token]);
  assertNotEquals(params.nonce, "x");
});
