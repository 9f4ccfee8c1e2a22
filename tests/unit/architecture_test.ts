import { stripTypeScriptTypes } from "node:module";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findBreaches, SAME, type SourceFile, STATEFUL } from "./_architecture.ts";
import { findRoomLoops } from "./_rooms.ts";
import { importsOf, readSources } from "./_sources.ts";

const sources = await readSources();

Deno.test("architecture: every file follows the rules", () => {
  assert(sources.length > 60, "the sources were not found");
  assertEquals(findBreaches(sources), []);
});

Deno.test("architecture: rooms import each other in one direction only", () => {
  assertEquals(findRoomLoops(sources), []);
});

Deno.test("architecture: published code calls no function that Node 20 lacks", () => {
  // Node got them with version 22.
  const lacking =
    /\b(Array\.fromAsync|Promise\.(withResolvers|try)|(Object|Map)\.groupBy|RegExp\.escape|Iterator\.from)\b|\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|some|every|find|forEach)\(|\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/;
  assert(lacking.test("new Set().union(other)"));
  const found = sources.filter(({ text }) => lacking.test(text))
    .flatMap(({ path, text }) =>
      text.split("\n").map((line, index) => ({ at: `${path}:${index + 1}`, line }))
    ).filter(({ line }) => lacking.test(line));
  assertEquals(found, []);
});

Deno.test("architecture: published code runs once its types are removed", () => {
  // A browser and a runtime that only removes types have no code for `enum` and `constructor(readonly …)`.
  const refusal = (code: string) => {
    try {
      stripTypeScriptTypes(code);
    } catch (error) {
      return String(error);
    }
  };
  assert(refusal("class A { constructor(readonly a: number) {} }"));
  const found = sources
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }) => ({ path, refusal: refusal(text) }))
    .filter(({ refusal }) => refusal !== undefined);
  assertEquals(found, []);
});

/** Modules outside of the rooms of capabilities that capabilities alone bring. */
const BROUGHT = ["src/accounts/passkey.ts", "src/core/call.ts", "src/session/provider_session.ts"];

Deno.test("architecture: an app without capabilities reaches nothing that they bring", () => {
  const code = new Map(sources.map(({ path, text }) => [
    path,
    path.endsWith(".ts")
      ? stripTypeScriptTypes(text)
      : text.replaceAll(/^import type [^;]+;/gm, ""),
  ]));
  const reached = new Set(["mod.ts"]);
  for (const path of reached) {
    for (const next of importsOf(path, code.get(path)!)) if (code.has(next)) reached.add(next);
  }
  assert(reached.size > 100 && BROUGHT.every((path) => code.has(path)));
  assertEquals([...reached].filter((path) => path.startsWith("src/capabilities/")), []);
  assertEquals(BROUGHT.filter((path) => reached.has(path)), []);
});

Deno.test("architecture: every file that may keep state is there", async () => {
  for (const path of Object.keys(STATEFUL)) assert((await Deno.stat(path)).isFile, path);
});

Deno.test("architecture: what processes keep for themselves has a row in the page about many machines, and no other row is there", async () => {
  const page = await Deno.readTextFile("docs/many-machines.md");
  const rows = [...page.matchAll(/^\| (\w[^|]*?) +\|/gm)].map(([, row]) => row!).slice(1);
  const named = new Set(Object.values(STATEFUL).filter((row) => row !== SAME));
  assertEquals(rows.toSorted(), [...named].toSorted());
});

Deno.test("architecture: every capability says in a few lines where its parts are", async () => {
  for await (const { name } of Deno.readDir("src/capabilities")) {
    const room = `src/capabilities/${name}/`;
    const text = await Deno.readTextFile(`${room}README.md`);
    assert(text.split("\n").length <= 40, `${name}: too long`);
    for (const [, kind] of text.matchAll(/^- Records: `([\w.]+)`/gm)) {
      const isWritten = sources.some(({ text }) => text.includes(`"${kind}"`));
      assert(isWritten, `${name}: there is no kind ${kind}`);
    }
  }
});

/** Purposes of hashes that two files have: what one import of users has written, another reads. */
const SHARED = ["Better Auth"];

/** Purposes that a variable names, in the one file that has them. */
const NAMED = { "sign-in that waits": "src/session/csrf.ts", "visitor": "src/session/csrf.ts" };

Deno.test("architecture: a purpose of a hash belongs to one file", () => {
  const table = sources.find(({ path }) => path === "src/base/hashed.ts")!.text;
  const purposes = [...table.matchAll(/^ {2}"([^"]+)": (?:Whole|Short);$/gm)].map(([, name]) =>
    name!
  );
  assert(purposes.length > 40, `${purposes.length} purposes were found`);
  assertEquals(purposes.length, new Set(purposes).size, "a purpose is in both tables");
  const users = new Map<string, Set<string>>(
    Object.entries(NAMED).map(([purpose, path]) => [purpose, new Set([path])]),
  );
  for (const { path, text } of sources) {
    for (
      const [, purpose] of text.matchAll(
        /\b(?:hash|shortHash|hashed)(?:Text|Parts|Id)\(\s*"([^"]+)"/g,
      )
    ) {
      users.set(purpose!, (users.get(purpose!) ?? new Set()).add(path));
    }
  }
  for (const purpose of purposes) {
    const paths = [...users.get(purpose) ?? []];
    assert(paths.length > 0, `no file hashes for "${purpose}"`);
    assert(
      paths.length === 1 || SHARED.includes(purpose),
      `"${purpose}" is of ${paths.join(", ")}`,
    );
    // A kind of records of an app has a dot, and can have no purpose of the library.
    assert(!purpose.includes("."), purpose);
  }
});

Deno.test("architecture: a seal belongs to one file", () => {
  const table = sources.find(({ path }) => path === "src/base/seals.ts")!.text;
  const salts = [...table.matchAll(/^ {2}"([^"]+)": (?:number|[\d_]+);$/gm)].map(([, salt]) =>
    salt!
  );
  assert(salts.length > 20, `${salts.length} salts were found`);
  // A seal for one user has a dot and the user after its salt.
  assertEquals(salts.filter((salt) => salts.some((other) => salt.startsWith(`${other}.`))), []);
  for (const salt of salts) {
    const paths = sources.filter(({ text }) => text.includes(`salt: "${salt}"`)).map(({ path }) =>
      path
    );
    assertEquals(paths.length, 1, `"${salt}" is of ${paths.join(", ") || "no file"}`);
  }
});

Deno.test("architecture: every file that the README of a folder names is there", async () => {
  const paths = sources.map(({ path }) => path);
  let count = 0;
  for (const folder of ["adapters", "src"]) {
    for await (const path of readmes(folder)) {
      const text = await Deno.readTextFile(path);
      const room = path.slice(0, -"README.md".length);
      for (const [, file] of text.matchAll(/`([\w/]+\.tsx?)`/g)) {
        if (file!.endsWith("_test.ts")) continue;
        const full = [room + file, `src/${file}`, file!];
        assert(full.some((path) => paths.includes(path)), `${path}: there is no ${file}`);
        count++;
      }
    }
  }
  assert(count > 100, `${count} files are named`);
});

async function* readmes(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (name === "node_modules") continue;
    if (isDirectory) yield* readmes(`${folder}/${name}`);
    else if (name === "README.md") yield `${folder}/${name}`;
  }
}

Deno.test("architecture: every export exists, and every subpath matches its file", async () => {
  const { exports } = JSON.parse(await Deno.readTextFile("deno.json"));
  for (const [subpath, file] of Object.entries<string>(exports)) {
    assert((await Deno.stat(file)).isFile, file);
    if (subpath === "./providers/oauth") continue; // types only, where Auth.js has them
    const provider = /^\.\/providers\/(.+)$/.exec(subpath)?.[1];
    // The provider of a capability stands in the room of the capability.
    if (/^\.\/src\/capabilities\/\w+\/\w+_provider\.ts$/.test(file)) continue;
    if (provider) assertEquals(file, `./src/providers/${provider.replaceAll("-", "_")}.ts`);
  }
  for await (const { name } of Deno.readDir("src/providers")) {
    if (name === "mod.ts" || name.startsWith("_")) continue;
    const subpath = `./providers/${name.replace(".ts", "").replaceAll("_", "-")}`;
    assert(Object.hasOwn(exports, subpath), `${name} is not exported`);
  }
});

Deno.test("architecture: reading a session loads neither pages, credentials nor the protocol library", async () => {
  const dir = await Deno.makeTempDir();
  try {
    // Modules that must not be loaded are replaced by one that throws.
    await Deno.writeTextFile(`${dir}/trap.ts`, 'throw new Error("loaded what it should not");');
    const urlOf = (path: string) => new URL(`../../${path}`, import.meta.url).href;
    const files = [
      "pages/mod.ts",
      "src/credentials/admit.ts",
      "src/credentials/dpop.ts",
      "src/credentials/presented.ts",
      "src/credentials/refusal.ts",
      "src/server/authenticate.ts",
      "src/core/actions/callback.ts",
      "src/response/page_or_json.ts",
      "src/capabilities/oauth1/flow.ts",
      "src/capabilities/passkeys/flow.ts",
      "src/flows/credentials.ts",
      "src/flows/email/mod.ts",
      "src/flows/oauth/mod.ts",
    ];
    for (const path of files) assert((await Deno.stat(path)).isFile);
    const traps = ["oauth4webapi", "@simplewebauthn/server", ...files.map(urlOf)];
    const imports = Object.fromEntries(traps.map((name) => [name, "./trap.ts"]));
    await Deno.writeTextFile(`${dir}/deno.json`, JSON.stringify({ imports }));
    const at = (path: string) => JSON.stringify(urlOf(path));
    const calls = [
      'answer("session", headers)',
      'answer("csrf", headers)',
      "auth.getSession(request).then(Boolean)",
      "DenoAuth(auth).auth(request).then(Boolean)",
      // Last, since these fail for what they load.
      'answer("signin", headers)',
      'answer("error?error=Configuration", headers)',
      "auth.authenticate(request).then(() => 0, ({ message }) => message.trim())",
    ];
    const program = `
      import { Auth, encode } from ${at("mod.ts")};
      import { MemoryAdapter } from ${at("adapters/memory.ts")};
      import Passkey from ${at("src/capabilities/passkeys/passkey_provider.ts")};
      import { DenoAuth } from ${at("src/frameworks/deno.ts")};
      import { HonoAuth } from ${at("src/frameworks/hono.ts")};
      import { NodeAuth } from ${at("src/frameworks/node.ts")};
      import { defineAuth } from ${at("src/frameworks/server.ts")};
      const secret = "a-secret-of-at-least-32-characters";
      const token = await encode({ token: {}, secret, salt: "authjs.session-token" });
      const config = {
        providers: [Passkey],
        adapter: MemoryAdapter(),
        session: { strategy: "jwt" },
        experimental: { enableWebAuthn: true },
        secret,
        trustHost: true,
        logger: { error() {}, warn() {} },
      };
      const auth = defineAuth(config);
      for (const makes of [DenoAuth, HonoAuth, NodeAuth]) makes(auth);
      auth.protect(() => new Response());
      const answer = async (path, headers) =>
        (await Auth(new Request("http://localhost/auth/" + path, { headers }), config)).status;
      const answers = [];
      for (const call of [${calls.map((call) => `({ headers, request }) => ${call}`)}]) {
        const pair = [];
        for (const cookie of ["", "authjs.session-token=" + token]) {
          const headers = { cookie };
          const request = new Request("http://localhost/", { headers });
          pair.push(await call({ headers, request }));
        }
        answers.push(pair);
      }
      console.log(JSON.stringify(answers));`;
    await Deno.writeTextFile(`${dir}/main.ts`, program);
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--no-lock", `--config=${dir}/deno.json`, `${dir}/main.ts`],
      env: { NO_COLOR: "1" },
    }).output();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assert(stdout.length > 0, decode(stderr));
    const answers = JSON.parse(decode(stdout));
    assertEquals(answers.slice(0, 4), [[200, 200], [200, 200], [false, true], [false, true]]);
    // When pages cannot be loaded, the response says so and does not redirect.
    assertEquals(answers.slice(4, 6), [[500, 500], [500, 500]], "the trap does not work");
    const trapped = "loaded what it should not";
    assertEquals(answers[6], [trapped, trapped]);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

const module = "/** Text.\n *\n * @module\n */\n";
const file = (path: string, imports: string[] = [], code = ""): SourceFile => ({
  path,
  text: module + code,
  imports,
});

const breaches: [string, SourceFile[], string][] = [
  [
    "an upward import",
    [file("src/http/a.ts", ["src/core/auth.ts"]), file("src/core/auth.ts")],
    "upward",
  ],
  [
    "an import cycle",
    [file("src/http/a.ts", ["src/http/b.ts"]), file("src/http/b.ts", ["src/http/a.ts"])],
    "Loop",
  ],
  [
    "an import of a tool",
    [file("mod.ts", ["src/tools/doctor/mod.ts"]), file("src/tools/doctor/mod.ts")],
    "imports a tool",
  ],
  [
    "a page that imports its states",
    [file("pages/a/mod.ts", ["pages/a/states.ts"]), file("pages/a/states.ts")],
    "imports a tool",
  ],
  [
    "a type that imports a page",
    [file("pages/a/step.ts", ["pages/a/view.tsx"]), file("pages/a/view.tsx")],
    "upward",
  ],
  [
    "a text that imports a type",
    [file("pages/a/english.ts", ["src/types/texts.ts"]), file("src/types/texts.ts")],
    "upward",
  ],
  [
    "an import of the own mod.ts",
    [file("src/flows/a.ts", ["src/flows/mod.ts"])],
    "own folder's mod.ts",
  ],
  [
    "a provider that imports a higher module",
    [file("src/providers/a.ts", ["src/http/url.ts"])],
    "above the ground",
  ],
  [
    "a private file of another room",
    [file("src/capabilities/a/b.ts", ["src/providers/_c.ts"]), file("src/providers/_c.ts")],
    "private file of another room: src/providers/_c.ts",
  ],
  [
    "a file in a private folder of another room",
    [file("src/capabilities/a/b.ts", ["src/providers/_c/d.ts"]), file("src/providers/_c/d.ts")],
    "private file of another room: src/providers/_c/d.ts",
  ],
  [
    "the value of a capability in the core",
    [file(
      "src/core/auth.ts",
      ["src/capabilities/b/capability.ts"],
      'import "../capabilities/b/capability.ts";',
    )],
    "the app brings",
  ],
  [
    "an adapter in a folder of its own that imports a higher module",
    [file("adapters/records/a.ts", ["adapters/_b.ts", "src/http/url.ts"])],
    "above the ground: src/http/url.ts",
  ],
  [
    "a flow that imports its caller",
    [file("src/flows/a.ts", ["src/response/b.ts"])],
    "that uses flows",
  ],
  [
    "a package in a file that may not import it",
    [file("src/http/a.ts", ["jose"])],
    "may not import",
  ],
  ["a package that no file may import", [file("src/http/a.ts", ["left-pad"])], "without an entry"],
  [
    "an inline registry",
    [file("src/http/a.ts", [], 'import "x";\nexport * from "npm:x";')],
    "registry",
  ],
  ["the environment", [file("src/http/a.ts", [], 'Deno.env.get("X");')], "environment"],
  ["printing", [file("src/http/a.ts", [], "console.log(1);")], "prints"],
  ["state", [file("src/http/a.ts", [], "let last = 1;")], "state"],
  [
    "a table that can grow",
    [file("src/http/a.ts", [], "const seen = new Set([1]);\nseen.add(2);")],
    "state",
  ],
  [
    "a second trust rule",
    [file("src/server/a.ts", [], 'request.headers.get("X-Forwarded-Host");')],
    "trust rule",
  ],
  [
    "a second trust rule, by the scheme",
    [file("src/frameworks/a.ts", [], 'const { "x-forwarded-proto": scheme } = req.headers;')],
    "trust rule",
  ],
  [
    "a second same-origin rule",
    [file("src/flows/a.ts", [], 'const from = headers.get("origin");')],
    "same-origin rule",
  ],
  [
    "a second same-origin rule, by fetch metadata",
    [file("src/frameworks/a.ts", [], "const site = headers['sec-fetch-site'];")],
    "same-origin rule",
  ],
  [
    "a second same-origin rule, with Node's headers",
    [file("src/frameworks/a.ts", [], "const from = req.headers.origin;")],
    "same-origin rule",
  ],
  ["a reading of the clock", [file("src/flows/a.ts", [], "const at = Date.now();")], "clock"],
  [
    "a reading of the clock by a store",
    [file("adapters/a.ts", [], "const at = Date.now();")],
    "clock",
  ],
  [
    "a reading of the clock that is handed on",
    [file("src/flows/a.ts", [], "const read = Date.now;")],
    "clock",
  ],
  [
    "a reading of the clock as a date",
    [file("src/flows/a.ts", [], "const at = new Date().toISOString();")],
    "clock",
  ],
  [
    "a hash with a purpose of its own",
    [file("src/flows/a.ts", [], "const id = await sha256Base64url(`my purpose: ${text}`);")],
    "purpose of a hash",
  ],
  [
    "a hash of parts with a purpose of its own",
    [file("src/flows/a.ts", [], "await sha256Base64url(\n  JSON.stringify(['mine', text]))")],
    "purpose of a hash",
  ],
  [
    "a hash of parts without a purpose",
    [file("src/flows/a.ts", [], "const id = hashUnnamed([provider, account]);")],
    "without a purpose",
  ],
  [
    "a seal with a salt of its own",
    [
      file(
        "src/flows/a.ts",
        ["src/jwt.ts"],
        'import { decode, encode } from "../jwt.ts";\nawait encode({ token, secret, salt: "mine" });',
      ),
    ],
    "seals by itself",
  ],
  [
    "a date in words of its own",
    [file("pages/account/a.ts", [], "const dates = new Intl.DateTimeFormat(language);")],
    "words of its own",
  ],
  [
    "a comparison with the global class",
    [file("src/server/a.ts", [], "const isOurs = value instanceof Response;")],
    "compares with a global class",
  ],
  [
    "headers that are added to a new response",
    [
      file(
        "src/flows/a.ts",
        [],
        "const a = new Response(body, { status });\nother();\na.headers.set('x', 'y');",
      ),
    ],
    "adds headers",
  ],
  [
    "headers that are copied to a new response",
    [
      file(
        "src/flows/a.ts",
        [],
        "const a = new Response();\nb.headers.forEach((v, n) => a.headers.append(n, v));",
      ),
    ],
    "adds headers",
  ],
  [
    "an action that compares a proof",
    [
      file(
        "src/core/actions/a.ts",
        ["src/session/requirement.ts"],
        "if (missingProof(proof, freshProof()) === undefined) await remove(ctx);",
      ),
    ],
    "decides about a change of its own",
  ],
  [
    "a flow that asks who acts for the user",
    [file("src/flows/a.ts", [], "const isOwn = proof?.actor === undefined;")],
    "decides about a change of its own",
  ],
  [
    "an account function that takes the actor out of a proof",
    [file("src/accounts/a.ts", [], "const { at, actor } = await sessionOf(ctx).proof(ctx);")],
    "decides about a change of its own",
  ],
  [
    "a config copy for an internal call",
    [file("src/server/a.ts", [], "const internal = { ...config, raw: true as never };")],
    "copies a config",
  ],
  [
    "a config copy with the symbol",
    [
      file(
        "src/frameworks/a.ts",
        ["src/symbols.ts"],
        'import { skipCSRFCheck } from "../symbols.ts";\nconfig.skipCSRFCheck = skipCSRFCheck;',
      ),
    ],
    "copies a config",
  ],
  [
    "a page that reads Authorization",
    [file("src/core/a.ts", [], 'const key = request.headers.get("Authorization");')],
    "reads Authorization",
  ],
  ["no docstring", [{ path: "src/http/a.ts", text: "export {};", imports: [] }], "docstring"],
  ["a long file", [file("src/http/a.ts", [], "void 0;\n".repeat(401))], "400 lines"],
  ["a file outside all floors", [file("lib/a.ts")], "no floor"],
];

Deno.test("architecture: rooms that import each other are reported, with the files", () => {
  const knot = [
    file("src/limits/a.ts", ["src/flows/email/b.ts"]),
    file("src/flows/email/b.ts", ["src/errors.ts"]),
    file("src/flows/credentials.ts", ["src/session/d.ts"]),
    file("src/session/d.ts", ["src/limits/e.ts"]),
    file("src/limits/e.ts"),
  ];
  assertEquals(findRoomLoops(knot), [
    "Rooms in a loop: src/flows, src/limits, src/session\n" +
    "  src/flows/credentials.ts -> src/session/d.ts\n" +
    "  src/limits/a.ts -> src/flows/email/b.ts\n" +
    "  src/session/d.ts -> src/limits/e.ts",
  ]);
  assertEquals(findRoomLoops(knot.slice(0, 3)), []);
});

for (const [name, files, words] of breaches) {
  Deno.test(`architecture: ${name} is reported`, () => {
    assertStringIncludes(findBreaches(files).join("\n"), words);
  });
}

Deno.test("architecture: a correct file is not reported", () => {
  const comment = `/**\n${" * Text.\n".repeat(400)} */\n`;
  assertEquals(
    findBreaches([
      file("src/http/a.ts", ["src/errors.ts"], `${comment}const known = new Set([1]);`),
    ]),
    [],
  );
});
