/**
 * Clients of other languages, each a program that says what it does in lines: `open <url>`,
 * `subject <id>`, `refreshed`, `status <code>`, `refused <why>`.
 *
 * @module
 */

import { APP, CALLBACK, type Judged, SECRET } from "../../conformance/oauth_server/_judged.ts";
import { watchChild } from "../../_wait.ts";
import { waitForText } from "../../_wait.ts";

/** A client of a package of Debian. */
export interface PackagedClient {
  readonly name: string;
  /** Package, for `apt-get install`. */
  readonly package: string;
  /** Returns the reason for which it cannot run here. */
  lacks(): Promise<string | undefined>;
  /** Runs it; returns what it says about each step. */
  run(site: Judged): Promise<Steps>;
}

/** What was seen. */
export interface Steps {
  readonly subject: string;
  readonly refreshed: string;
  /** Refresh after the end of the grant. */
  readonly refreshAfter: string;
  /** The access token after it. */
  readonly accessAfter: string;
}

const FOLDER = new URL("./", import.meta.url).pathname;

/** Runs a command, and returns its error output when it fails. */
export async function fault(
  command: string,
  args: readonly string[],
  env = {},
): Promise<string | undefined> {
  try {
    const { success, stderr } = await new Deno.Command(command, { args: [...args], env }).output();
    return success ? undefined : new TextDecoder().decode(stderr).trim().split("\n").at(-1);
  } catch (error) {
    return (error as Error).message;
  }
}

/** One of them, which is started by a command. */
function lineClient(
  name: string,
  debian: string,
  check: () => Promise<string | undefined>,
  start: () => Promise<{ command: string; args: string[]; env?: Record<string, string> }>,
): PackagedClient {
  return {
    name,
    package: debian,
    lacks: check,
    async run(site) {
      const { command, args, env } = await start();
      const child = new Deno.Command(command, {
        args: [...args, site.issuer, "web", SECRET, CALLBACK],
        env: { ...env, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const watched = watchChild(child, child.stdout, child.stderr);
      const writer = child.stdin.getWriter();
      const say = async (line: string) => await writer.write(new TextEncoder().encode(`${line}\n`));
      const answers = async (number: number) => {
        const pattern = new RegExp(`(?:^(?:refreshed|status|refused).*\n[^]*?){${number}}`, "m");
        const [text] = await waitForText(pattern, watched);
        return text!.match(/^(?:refreshed|status|refused).*$/gm)!.at(-1)!;
      };
      try {
        const [, url] = await waitForText(/^open (\S+)$/m, watched);
        await say((await site.browse(url!)).href.replace(/^http:/, new URL(APP).protocol));
        const [, subject] = await waitForText(/^subject (\S+)$/m, watched);
        await say("refresh");
        const refreshed = await answers(1);
        await site.endGrants();
        await say("ask");
        const accessAfter = await answers(2);
        await say("refresh");
        return { subject: subject!, refreshed, accessAfter, refreshAfter: await answers(3) };
      } finally {
        await writer.close().catch(() => {});
        await watched.stop();
      }
    },
  };
}

const PYTHON = "/usr/bin/python3";
const GO = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };

const python = (name: string, debian: string, module: string, file: string) =>
  lineClient(
    name,
    debian,
    () => fault(PYTHON, ["-c", `import ${module}`]),
    () =>
      Promise.resolve({
        command: PYTHON,
        args: [FOLDER + file],
        env: { AUTHLIB_INSECURE_TRANSPORT: "1", OAUTHLIB_INSECURE_TRANSPORT: "1" },
      }),
  );

/** The clients. */
export const LINE_CLIENTS: readonly PackagedClient[] = [
  python("Authlib", "python3-authlib", "authlib", "authlib_client.py"),
  python(
    "requests-oauthlib",
    "python3-requests-oauthlib",
    "requests_oauthlib",
    "requests_oauthlib_client.py",
  ),
  lineClient(
    "go-oidc",
    "golang-go golang-github-coreos-go-oidc-dev golang-golang-x-oauth2-dev",
    () => fault("go", ["vet", `${FOLDER}go_oidc_client.go`], GO),
    async () => {
      const binary = `${await Deno.makeTempDir()}/client`;
      const why = await fault("go", ["build", "-o", binary, `${FOLDER}go_oidc_client.go`], GO);
      if (why) throw new Error(why);
      return { command: binary, args: [] };
    },
  ),
];
