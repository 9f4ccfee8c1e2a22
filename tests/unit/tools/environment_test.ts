import { assert, assertEquals } from "@std/assert";
import { appEnvironment } from "../../_environment.ts";

const root = new URL("../../../", import.meta.url);

/** What Vite puts into `import.meta.env`, and what the function sets. */
const OTHERS = ["DEV", "NO_COLOR"];

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (name === "node_modules" || name.startsWith(".")) continue;
    if (isDirectory) yield* sources(`${folder}${name}/`);
    else if (/\.(tsx?|js|md)$/.test(name)) {
      yield await Deno.readTextFile(new URL(folder + name, root));
    }
  }
}

Deno.test("appEnvironment() has no variable that the library, an example or a guide reads", async () => {
  const names = new Set<string>();
  for (const folder of ["src/", "examples/", "docs/"]) {
    for await (const text of sources(folder)) {
      // `env.NAME`, `env.get("NAME")`, and names of the library's own in any place.
      const found = text.matchAll(
        /\benv\??\.([A-Z][A-Z\d_]+)\b|\benv\.(?:get|has)\("(\w+)"|\b((?:NEXT)?AUTH_[A-Z\d_]+)\b/g,
      );
      for (const groups of found) names.add(groups.slice(1).find(Boolean)!);
    }
  }
  for (const name of ["AUTH_SECRET", "NEXTAUTH_URL", "VERCEL", "PORT", "DENO_ENV"]) {
    assert(names.has(name), name);
  }
  const all = Object.fromEntries([...names].map((name) => [name, "x"]));
  const passed = Object.keys(appEnvironment({}, all)).filter((name) => !OTHERS.includes(name));
  assertEquals(passed, []);
});

Deno.test("appEnvironment() passes on what the machine needs, and adds what the test sets", () => {
  const machine = {
    HOME: "/home/ada",
    PATH: "/bin",
    DENO_DIR: "/cache",
    DENO_CERT: "/ca.pem",
    NODE_EXTRA_CA_CERTS: "/ca.pem",
    SSL_CERT_FILE: "/ca.pem",
    NPM_CONFIG_REGISTRY: "https://npm.example",
    "npm_config_@x:registry": "https://npm.example/x",
    CI: "true",
  };
  const app = { AUTH_URL: "https://app.example", NODE_ENV: "production", FORCE_COLOR: "1" };
  assertEquals(
    appEnvironment({ AUTH_SECRET: "secret", PORT: "1" }, { ...machine, ...app, PORT: "2" }),
    { ...machine, NO_COLOR: "1", AUTH_SECRET: "secret", PORT: "1" },
  );
});

Deno.test("appEnvironment() keeps servers on this machine from a proxy", () => {
  const proxy = { https_proxy: "http://proxy.example" };
  const local = "localhost,127.0.0.1";
  assertEquals(appEnvironment({}, proxy), {
    ...proxy,
    NO_PROXY: local,
    no_proxy: local,
    NO_COLOR: "1",
  });
  const list = `intern.example,${local}`;
  const excepted = { ...proxy, no_proxy: "intern.example, localhost" };
  assertEquals(appEnvironment({}, excepted), {
    ...proxy,
    NO_PROXY: list,
    no_proxy: list,
    NO_COLOR: "1",
  });
});

Deno.test("appEnvironment() reads the environment of this process", () => {
  assertEquals(appEnvironment().PATH, Deno.env.get("PATH"));
});
