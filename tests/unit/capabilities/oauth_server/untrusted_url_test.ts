import { assert, assertEquals, assertRejects } from "@std/assert";
import { toSettings } from "../../../../src/capabilities/oauth_server/settings.ts";
import {
  CONNECTION,
  type Connection,
  nodeModules,
  type ResolvedAddress,
} from "../../../../src/outbound/connection.ts";
import {
  readerOf,
  UntrustedUrlError,
} from "../../../../src/capabilities/oauth_server/untrusted_url.ts";
import { faultOfUrl } from "../../../../src/outbound/untrusted_url.ts";
import { skipTest } from "../../../_skip.ts";

const ISSUER = "https://app.example";
const URL_OF_CLIENT = "https://client.example/client.json?a=1";
const SETTINGS = toSettings({ issuer: ISSUER });
const HERE: ResolvedAddress = { address: "127.0.0.1", family: 4 };

const newReader = () => readerOf((value) => value);

/** A resolver that answers with one list after another, and how often it was asked. */
function resolver(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  return {
    asked,
    resolve: (host: string) => {
      const found = answers[Math.min(asked.push(host), answers.length) - 1]!;
      return Promise.resolve(
        found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    },
  };
}

const REFUSED: readonly (readonly [what: string, ...addresses: string[]])[] = [
  ["a loopback", "127.0.0.1"],
  ["a private address", "10.1.2.3"],
  ["the metadata of a cloud", "169.254.169.254"],
  ["the unspecified address", "0.0.0.0"],
  ["an IPv6 loopback", "::1"],
  ["a private IPv6 address", "fd00:ec2::254"],
  ["a loopback as IPv6", "::ffff:127.0.0.1"],
  ["NAT64", "64:ff9b::a9fe:a9fe"],
  ["6to4", "2002:7f00:1::"],
  ["a public address and a private one", "93.184.216.34", "192.168.0.1"],
  ["a private address behind a public one of IPv6", "2606:4700::1111", "10.0.0.1"],
  ["no address"],
];

for (const [what, ...addresses] of REFUSED) {
  Deno.test(`readerOf(): a name that leads to ${what} is not connected to (GHSA-5rr4-8452-hf4v)`, async () => {
    const { asked, resolve } = resolver(addresses);
    const connection = { ...CONNECTION, resolve };
    const reading = newReader()(SETTINGS, URL_OF_CLIENT, { connection });
    await assertRejects(() => reading, UntrustedUrlError, "not public");
    assertEquals(asked, ["client.example"]);
  });
}

Deno.test("readerOf(): a name that cannot be resolved is refused", async () => {
  const connection = { ...CONNECTION, resolve: () => Promise.reject(new Error("ENOTFOUND")) };
  const reading = newReader()(SETTINGS, URL_OF_CLIENT, { connection });
  await assertRejects(() => reading, UntrustedUrlError, "ENOTFOUND");
});

/** A server with a certificate for a name. */
async function secureServer(
  answer: (request: Request) => Response,
  name = "client.example",
) {
  const folder = await Deno.makeTempDir();
  const openssl = async (...args: string[]) => {
    const command = new Deno.Command("openssl", { args, cwd: folder, stderr: "piped" });
    const { success, stderr } = await command.output();
    assert(success, new TextDecoder().decode(stderr));
  };
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  try {
    await openssl(
      ...["req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.pem", "-days", "3650"],
      ...["-subj", "/CN=Test", "-addext", "basicConstraints=critical,CA:TRUE"],
    );
    await openssl("req", ...newKey, "-keyout", "a.key", "-out", "a.csr", "-subj", `/CN=${name}`);
    await Deno.writeTextFile(`${folder}/names`, `subjectAltName=DNS:${name}`);
    await openssl(
      ...["x509", "-req", "-in", "a.csr", "-CA", "ca.pem", "-CAkey", "ca.key"],
      ...["-set_serial", "1", "-days", "3650", "-extfile", "names", "-out", "a.pem"],
    );
    const [cert, key, ca] = await Promise.all(
      ["a.pem", "a.key", "ca.pem"].map((file) => Deno.readTextFile(`${folder}/${file}`)),
    );
    const hits: Pick<Request, "headers" | "method" | "url">[] = [];
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, cert: cert!, key: key!, onListen() {} },
      (request) => {
        const { method, url } = request;
        hits.push({ method, url, headers: new Headers(request.headers) });
        return answer(request);
      },
    );
    const options = { port: server.addr.port, ca: ca! };
    return { hits, options, [Symbol.asyncDispose]: () => server.shutdown() };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const hasOpenssl = await new Deno.Command("openssl", { args: ["version"] }).output()
  .then(({ success }) => success, () => false);

function secureTest(name: string, test: () => Promise<void>): void {
  if (hasOpenssl) Deno.test(name, test);
  else skipTest(name, "the command `openssl` is missing; install it");
}

const accepts = () => true;

secureTest(
  "readerOf(): the connection goes to the address that was checked, and the name is resolved once",
  async () => {
    await using server = await secureServer(() => Response.json({ a: 1 }));
    // A second answer would lead elsewhere.
    const { asked, resolve } = resolver(["127.0.0.1"], ["127.0.0.2"]);
    const checked: string[] = [];
    const connection: Connection = {
      resolve,
      accepts: (address) => checked.push(address) > 0,
      options: server.options,
    };
    assertEquals(await newReader()(SETTINGS, URL_OF_CLIENT, { connection }), { a: 1 });
    assertEquals([asked, checked], [["client.example"], ["127.0.0.1"]]);
    assertEquals(server.hits.length, 1);
    const { method, url, headers } = server.hits[0]!;
    const { pathname, search } = new URL(url);
    assertEquals([method, pathname, search], ["GET", "/client.json", "?a=1"]);
    assertEquals(headers.get("host")?.split(":")[0], "client.example");
    for (const name of ["cookie", "authorization", "referer", "user-agent"]) {
      assertEquals(headers.get(name), null, name);
    }
  },
);

secureTest("readerOf(): the certificate is for the name, not for the address", async () => {
  await using server = await secureServer(() => Response.json({}), "other.example");
  const connection = { resolve: () => Promise.resolve([HERE]), accepts, options: server.options };
  await assertRejects(
    () => newReader()(SETTINGS, URL_OF_CLIENT, { connection }),
    UntrustedUrlError,
  );
  assertEquals(server.hits.length, 0);
});

secureTest("readerOf(): a certificate that no authority vouches for is refused", async () => {
  await using server = await secureServer(() => Response.json({}));
  const { port } = server.options;
  const connection = { resolve: () => Promise.resolve([HERE]), accepts, options: { port } };
  await assertRejects(
    () => newReader()(SETTINGS, URL_OF_CLIENT, { connection }),
    UntrustedUrlError,
  );
  assertEquals(server.hits.length, 0);
});

secureTest("readerOf(): a redirect is not followed", async () => {
  await using server = await secureServer(() => Response.redirect("https://10.0.0.1/", 302));
  const { asked, resolve } = resolver(["127.0.0.1"]);
  const connection = { resolve, accepts, options: server.options };
  await assertRejects(
    () => newReader()(SETTINGS, URL_OF_CLIENT, { connection }),
    UntrustedUrlError,
    "the status is 302",
  );
  assertEquals([asked.length, server.hits.length], [1, 1]);
});

secureTest("readerOf(): a body of more than 10 KiB is cut off, also one without end", async () => {
  const endless = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(4096)),
      }),
      { headers: { "content-type": "application/json" } },
    );
  for (const answer of [() => Response.json("a".repeat(10_240)), endless]) {
    await using server = await secureServer(answer);
    const connection = { resolve: () => Promise.resolve([HERE]), accepts, options: server.options };
    await assertRejects(
      () => newReader()(SETTINGS, URL_OF_CLIENT, { connection }),
      UntrustedUrlError,
      "longer than",
    );
  }
});

Deno.test("readerOf(): a runtime that resolves the name again gets no answer read", async () => {
  // Such a runtime ignores `lookup`: here the address is in the URL, which no lookup changes.
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => Response.json({ secret: true }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/client.json`;
  const connection = {
    resolve: () => Promise.resolve([{ address: "127.0.0.9", family: 4 }]),
    accepts,
  };
  const settings = toSettings({ issuer: "http://localhost:8000" });
  await assertRejects(
    () => newReader()(settings, url, { connection }),
    UntrustedUrlError,
    "another address",
  );
  await server.shutdown();
});

Deno.test("readerOf(): a server under development asks this machine, and no other by a local name", async () => {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => Response.json({ a: 1 }),
  );
  const settings = toSettings({ issuer: "http://localhost:8000" });
  for (const host of ["localhost", "127.0.0.1"]) {
    const url = `http://${host}:${server.addr.port}/client.json`;
    assertEquals(await newReader()(settings, url), { a: 1 });
    const { resolve } = resolver(["10.0.0.1"]);
    await assertRejects(
      () => newReader()(settings, url, { connection: { ...CONNECTION, resolve } }),
      UntrustedUrlError,
      "not public",
    );
    await assertRejects(() => newReader()(SETTINGS, url), UntrustedUrlError, "https");
  }
  // Names of others stay on the internet.
  const { resolve } = resolver(["127.0.0.1"]);
  await assertRejects(
    () => newReader()(settings, URL_OF_CLIENT, { connection: { ...CONNECTION, resolve } }),
    UntrustedUrlError,
    "not public",
  );
  await server.shutdown();
});

Deno.test("nodeModules() is undefined where the runtime has none", () => {
  assert(nodeModules());
  const { process } = globalThis as { process?: unknown };
  const replace = (value: unknown) =>
    Object.defineProperty(globalThis, "process", { value, configurable: true, writable: true });
  try {
    for (
      const value of [undefined, {}, { getBuiltinModule: () => undefined }, {
        getBuiltinModule: () => {
          throw new Error("not here");
        },
      }]
    ) {
      replace(value);
      assertEquals(nodeModules(), undefined);
    }
  } finally {
    replace(process);
  }
});

Deno.test("faultOfUrl() says why", () => {
  assertEquals(faultOfUrl(URL_OF_CLIENT, SETTINGS), undefined);
  const rows: [unknown, string][] = [
    [undefined, "it is not a URL"],
    ["client.example", "it is not a URL"],
    ["https://client.example/a#b", "it has a fragment"],
    ["https://client.example", "it is not in the form that browsers give it"],
    ["https://a:b@client.example/", "it has a user name"],
    ["http://client.example/", "it does not begin with https"],
    ["https://client.example:444/", "it has a port"],
    ["https://127.0.0.1/", "its host is not a public name"],
    ["https://a_b.example/", "its host is not a public name"],
  ];
  for (const [url, fault] of rows) assertEquals(faultOfUrl(url, SETTINGS), fault);
});
