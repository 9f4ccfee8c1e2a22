/**
 * Registries of this machine, since the package is not published: one answers like JSR and one
 * like npm, each with the files that would be published. So the commands of a user work as they
 * are written.
 *
 * @module
 */

import { repackOfStd } from "../../_packages.ts";
import { buildNpmPackage } from "../../tools/npm.ts";
import { run } from "./_command.ts";

const root = new URL("../../../", import.meta.url).pathname;

/** Running registries. */
export interface Registry extends AsyncDisposable {
  /** Variables by which Deno and npm find the package here, and all others where they are. */
  readonly env: Readonly<Record<string, string>>;
  /** Version of the package. */
  readonly version: string;
}

/** A published package. */
interface Package {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Size and digest of each file. */
  readonly manifest: Readonly<Record<string, { size: number; checksum: string }>>;
}

/** Publishes the package to registries of this machine. */
export async function startRegistry(): Promise<Registry> {
  const folder = await Deno.makeTempDir({ prefix: "auth-registry-" });
  const packages = new Map<string, Package>();
  const { tarball } = await buildNpmPackage(`${folder}/npm`);
  const npm = await npmPackage(tarball, `${folder}/npm`);
  const upload = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const stop = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: stop.signal, onListen: () => {} },
    async (request) => {
      const { origin, pathname } = new URL(request.url);
      if (pathname.startsWith("/api/")) {
        if (request.method !== "POST") {
          // The package is known, and no version of it is.
          const status = pathname.includes("/versions/") ? 404 : 200;
          return Response.json({ code: "packageVersionNotFound", message: "" }, { status });
        }
        upload.resolve(await request.bytes());
        return Response.json({ id: "1", status: "success", error: null });
      }
      return npm(origin, decodeURIComponent(pathname)) ??
        jsr(packages, pathname) ?? new Response("Not found", { status: 404 });
    },
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const env = { JSR_URL: `${origin}/`, "npm_config_@x:registry": `${origin}/npm/` };
  const args = ["publish", "--quiet", "--allow-dirty", "--no-check", "--token=none"];
  await run(Deno.execPath(), args, { cwd: root, env });
  const own = `${folder}/own`;
  await unpack(await upload.promise, own);
  const { version, exports } = JSON.parse(await Deno.readTextFile(`${own}/deno.json`));
  packages.set("@x/auth", await published(version, exports, await filesOf(own)));
  packages.set("@std/http", await standardLibrary(folder));
  return {
    env,
    version,
    async [Symbol.asyncDispose]() {
      // Clients keep connections open, for which `shutdown` waits.
      stop.abort();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Answers of JSR: versions of a package, files of a version, and their digests. */
function jsr(
  packages: ReadonlyMap<string, Package>,
  pathname: string,
): Response | undefined {
  const [, name = "", path = ""] = /^\/(@[^/]+\/[^/]+)\/(.+)$/.exec(pathname) ?? [];
  const found = packages.get(name);
  if (!found) return undefined;
  const { version, exports, files, manifest } = found;
  if (path === "meta.json") {
    const [scope, short] = name.slice(1).split("/");
    return Response.json({ scope, name: short, latest: version, versions: { [version]: {} } });
  }
  if (path === `${version}_meta.json`) {
    return Response.json({ exports, manifest });
  }
  const bytes = path.startsWith(`${version}/`) && files.get(path.slice(version.length + 1));
  return bytes ? new Response(bytes, { headers: { "content-type": typeOf(path) } }) : undefined;
}

/** JSR has computed the digests when somebody asks for them, so they are none of the time here. */
async function published(
  version: string,
  exports: Package["exports"],
  files: Package["files"],
): Promise<Package> {
  const entries = await Promise.all([...files].map(async ([file, bytes]) => {
    const checksum = `sha256-${await sha256(bytes)}`;
    return [`/${file}`, { size: bytes.length, checksum }] as const;
  }));
  return { version, exports, files, manifest: Object.fromEntries(entries) };
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript",
  json: "application/json",
  ts: "text/typescript",
  tsx: "text/tsx",
};

const typeOf = (path: string) => TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/** Publishes a package that is built to a registry that answers like npm alone. */
export async function serveNpm(tarball: string): Promise<Omit<Registry, "version">> {
  const folder = await Deno.makeTempDir({ prefix: "auth-registry-" });
  const answer = await npmPackage(tarball, folder);
  const stop = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: stop.signal, onListen: () => {} },
    (request) => {
      const { origin, pathname } = new URL(request.url);
      return answer(origin, decodeURIComponent(pathname)) ??
        new Response("Not found", { status: 404 });
    },
  );
  return {
    env: { "npm_config_@x:registry": `http://127.0.0.1:${server.addr.port}/npm/` },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Answers of npm: the manifest of the package, and its tarball. */
async function npmPackage(
  tarball: string,
  folder: string,
): Promise<(origin: string, pathname: string) => Response | undefined> {
  const bytes = await Deno.readFile(tarball);
  await unpack(bytes, `${folder}/unpacked`);
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}/unpacked/package/package.json`));
  const { name, version } = manifest;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-512", bytes)).toBase64();
  return (origin, pathname) => {
    if (pathname === "/npm/package.tgz") return new Response(bytes);
    if (pathname !== `/npm/${name}`) return undefined;
    const dist = { tarball: `${origin}/npm/package.tgz`, integrity: `sha512-${digest}` };
    const versions = { [version]: { ...manifest, dist } };
    return Response.json({ name, "dist-tags": { latest: version }, versions });
  };
}

/** `@std/http` with the module that the pages import, from the npm package with the same code. */
async function standardLibrary(folder: string): Promise<Package> {
  const repack = await repackOfStd();
  const packed = await run("npm", ["pack", repack, "--json", "--silent"], { cwd: folder });
  const [{ filename }] = JSON.parse(packed);
  await unpack(await Deno.readFile(`${folder}/${filename}`), `${folder}/std`);
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [path, bytes] of await filesOf(`${folder}/std/package/http`)) {
    if (/^(negotiation|_negotiation\/\w+)\.js$/.test(path)) files.set(path, bytes);
  }
  return await published("1.0.99", { "./negotiation": "./negotiation.js" }, files);
}

async function unpack(archive: Uint8Array<ArrayBuffer>, folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeFile(`${folder}.tgz`, archive);
  await run("tar", ["xzf", `${folder}.tgz`], { cwd: folder });
}

async function filesOf(
  folder: string,
  prefix = "",
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    const path = prefix + name;
    if (!isDirectory) files.set(path, await Deno.readFile(`${folder}/${path}`));
    else for (const [below, bytes] of await filesOf(folder, `${path}/`)) files.set(below, bytes);
  }
  return files;
}
