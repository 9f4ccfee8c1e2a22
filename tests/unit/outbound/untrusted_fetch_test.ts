import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { CONNECTION } from "../../../src/outbound/connection.ts";
import { makeUntrustedFetch } from "../../../src/outbound/untrusted_fetch.ts";

const URL_OF_RECEIVER = "https://receiver.example/logout";

/** A server that answers each connection with some bytes, and closes it. */
function serve(answer: string) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let hits = 0;
  const running = (async () => {
    for await (const connection of listener) {
      hits++;
      await connection.read(new Uint8Array(10_000));
      if (answer !== "") await connection.write(new TextEncoder().encode(answer));
      connection.close();
    }
  })();
  const { port } = listener.addr as Deno.NetAddr;
  return {
    url: `http://127.0.0.1:${port}/logout`,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      listener.close();
      await running.catch(() => {});
    },
  };
}

const post = { method: "POST", body: new URLSearchParams({ logout_token: "a" }) };

for (const address of ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1"]) {
  Deno.test(`makeUntrustedFetch(): a name that leads to ${address} is not connected to`, async () => {
    const resolve = () => Promise.resolve([{ address, family: address.includes(":") ? 6 : 4 }]);
    const send = makeUntrustedFetch(undefined, "internet", { ...CONNECTION, resolve });
    await assertRejects(() => send(URL_OF_RECEIVER, post), TypeError, "not public");
  });
}

for (
  const url of [
    "http://receiver.example/logout",
    "https://127.0.0.1/logout",
    "https://localhost/logout",
    "https://receiver.example:8443/logout",
  ]
) {
  Deno.test(`makeUntrustedFetch(): ${url} is not asked`, async () => {
    const send = makeUntrustedFetch(() => Promise.resolve(new Response()), "internet");
    await assertRejects(() => send(url, post), TypeError, "Cannot reach");
  });
}

Deno.test("makeUntrustedFetch(): a redirect is an answer like any other, and is not followed", async () => {
  await using elsewhere = serve("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
  await using server = serve(
    `HTTP/1.1 307 Moved\r\nlocation: ${elsewhere.url}\r\ncontent-length: 0\r\n\r\n`,
  );
  const { status } = await makeUntrustedFetch(undefined, "development")(server.url, post);
  assertEquals([status, server.hits(), elsewhere.hits()], [307, 1, 0]);
});

Deno.test("makeUntrustedFetch(): a receiver that closes early has not answered", async () => {
  await using silent = serve("");
  await assertRejects(
    () => makeUntrustedFetch(undefined, "development")(silent.url, post),
    TypeError,
    "Cannot reach",
  );
  await using partial = serve("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort");
  await assertRejects(
    () => makeUntrustedFetch(undefined, "development")(partial.url, post),
    TypeError,
    "Cannot reach",
  );
});

Deno.test("makeUntrustedFetch(): a receiver that is slow is given up after five seconds", async () => {
  using time = new FakeTime();
  const send = makeUntrustedFetch(() => new Promise(() => {}), "internet");
  const sent = assertRejects(() => send(URL_OF_RECEIVER, post), TypeError, "in time");
  await time.tickAsync(5000);
  await sent;
});

Deno.test("makeUntrustedFetch(): an error shows no path of the URL", async () => {
  const url = "https://receiver.example/hooks/secret-part?key=another";
  const texts = [`error for url (${url})`, "cannot POST /hooks/secret-part?key=another", "reset"];
  for (const thrown of [...texts.map((text) => new TypeError(text)), `refused by ${url}`]) {
    const send = makeUntrustedFetch(() => Promise.reject(thrown), "internet");
    const { message } = await assertRejects(() => send(url, post), TypeError, "Cannot reach");
    assert(message.startsWith("Cannot reach receiver.example: "), message);
    assert(!/secret-part|another|undefined/.test(message), message);
  }
  const plain = makeUntrustedFetch(() => Promise.reject(new Error("a/b/c")), "internet");
  await assertRejects(() => plain("https://receiver.example/", post), TypeError, "a/b/c");
});
