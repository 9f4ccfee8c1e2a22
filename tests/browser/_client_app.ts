/**
 * An app that renders the session with Preact under a strict policy. There is
 * no bundler: the browser loads the source files with their types removed.
 *
 * @module
 */

import { stripTypeScriptTypes } from "node:module";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Credentials from "../../src/providers/credentials.ts";
import { newSecret } from "./_app.ts";

/** Two parts of a page, each with its own hook. */
const APP = `
import { h, render } from "preact";
import { signIn, signOut } from "/src/client/mod.ts";
import { useSession } from "/src/client/preact.ts";

const known = document.getElementById("known")?.textContent;
const options = known === undefined ? {} : { session: JSON.parse(known) };
const button = (label, onClick) => h("button", { type: "button", onClick }, label);

function Account() {
  const { data, status, update } = useSession(options);
  const enter = async (password, rest) => {
    const answer = await signIn("credentials", { password, ...rest });
    document.title = answer?.error ?? "fine";
  };
  return h("section", null, [
    h("p", { id: "account" }, status + ": " + (data?.user?.name ?? "none")),
    button("Right", () => enter("right", { redirect: false })),
    button("Wrong", () => enter("wrong", { redirect: false })),
    button("Right and go", () => enter("right", { redirectTo: "/home" })),
    button("Rename", async () => {
      document.title = (await update({ name: "Countess" })).user.name;
    }),
    button("Sign out", () => signOut({ redirect: false })),
    button("Sign out and go", () => signOut({ redirectTo: "/bye" })),
  ]);
}

function Greeting() {
  const { data } = useSession();
  return h("p", { id: "greeting" }, "Hello " + (data?.user?.name ?? "stranger"));
}

render(h(Account), document.getElementById("one"));
render(h(Greeting), document.getElementById("two"));
`;

/** Packages by the path they are served at, since a browser cannot resolve their names. */
const PACKAGES = ["preact", "preact/hooks"];

/** Starts the app. `/` contains the session that the server read, `/bare` does not. */
export function startClientApp() {
  const nonce = crypto.randomUUID();
  const reads: string[] = [];
  const violations: string[] = [];
  const { handler, auth } = DenoAuth({
    providers: [
      Credentials({
        authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
      }),
    ],
    secret: newSecret(),
    logger: { error: () => {}, warn: () => {} },
    callbacks: {
      jwt: ({ token, trigger, session }) =>
        trigger === "update" ? { ...token, name: session.name } : token,
    },
  });
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "report-uri /violations",
  ].join("; ");

  const page = (known: string) => {
    const imports = Object.fromEntries(PACKAGES.map((name) => [name, `/packages/${name}`]));
    return `<!DOCTYPE html><title>App</title>
<script type="importmap" nonce="${nonce}">${JSON.stringify({ imports })}</script>${known}
<div id="one"></div><div id="two"></div><script type="module" src="/app.js"></script>`;
  };
  const script = (code: string) =>
    new Response(code, { headers: { "content-type": "text/javascript" } });

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/auth/session" && request.method === "GET") reads.push(pathname);
      return await serve(request);
    },
  );
  const serve = handler(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/violations") {
      violations.push(await request.text());
      return new Response(null, { status: 204 });
    }
    if (pathname === "/app.js") return script(APP);
    if (/^\/src\/[\w/]+\.ts$/.test(pathname)) {
      const source = await Deno.readTextFile(new URL(`../..${pathname}`, import.meta.url));
      return script(stripTypeScriptTypes(source));
    }
    const name = pathname.slice("/packages/".length);
    if (PACKAGES.includes(name)) {
      return script(await Deno.readTextFile(new URL(import.meta.resolve(name))));
    }
    const session = JSON.stringify(await auth(request)).replaceAll("<", "\\u003c");
    const known = `<script type="application/json" id="known" nonce="${nonce}">${session}</script>`;
    return new Response(page(pathname === "/bare" ? "" : known), {
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
    });
  });
  return {
    origin: `http://localhost:${server.addr.port}`,
    /** Every read of the session by a page. */
    reads,
    /** Violations of the policy. */
    violations,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
