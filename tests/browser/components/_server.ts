/**
 * A site whose pages are drawn with the components: rendered by the server, and hydrated by the
 * browser, under a strict policy. One address serves the app of each framework.
 *
 * @module
 */

import { MemoryAdapter } from "../../../adapters/memory.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { RecoveryCodes, Totp } from "../../../src/capabilities/factors/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { componentStyles } from "../../../src/client/component_styles.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import type { PageData } from "./_page.ts";

export const ADA = "ada@example.com";
export const PASSWORD = "engines weave algebraic patterns";
export const OTHER = "looms weave flowers and leaves";

const POLICY = [
  "default-src 'none'",
  ...["script-src", "style-src", "connect-src"].map((name) => `${name} 'self'`),
  "img-src 'self' data:",
  ...["base-uri 'none'", "form-action 'self'", "require-trusted-types-for 'script'"],
  "report-uri /violations",
].join("; ");

/** The app is dark where its visitor wants that, as its `color-scheme` says. */
const APP_STYLES = "html{background:Canvas;color:CanvasText}";

/** A framework of the components. */
export interface Framework {
  /** Its name, which its files begin with. */
  name: string;
  /** Renders the page as text. */
  render(data: PageData): string | Promise<string>;
  /** Makes the entry of its script, where files are compiled. Default: `<name>_client.ts`. */
  makeEntry?(): Promise<string>;
}

/** The script of an app, made once. */
const scripts = new Map<string, Promise<string>>();

async function bundle({ name, makeEntry }: Framework): Promise<string> {
  const output = await Deno.makeTempFile({ suffix: ".js" });
  try {
    const entry = await makeEntry?.() ?? new URL(`${name}_client.ts`, import.meta.url).pathname;
    const args = [
      ...["bundle", "--platform=browser", "--no-check", "--quiet"],
      ...["--config=deno.json", `--output=${output}`],
    ];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args: [...args, entry] })
      .output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return await Deno.readTextFile(output);
  } finally {
    await Deno.remove(output);
  }
}

/** Starts the site. */
export async function startComponents(framework: Framework) {
  const { name, render } = framework;
  if (!scripts.has(name)) scripts.set(name, bundle(framework));
  const script = await scripts.get(name)!;
  const adapter = MemoryAdapter();
  const codes: string[] = [];
  const violations: string[] = [];
  const requests: string[] = [];
  const auth = defineAuth({
    providers: [
      Password({ cost: { ln: 1, r: 1, p: 1, iterations: 1 } }),
      Passkey(),
      {
        id: "mail",
        name: "Email",
        type: "email",
        code: true,
        sendVerificationRequest: ({ code }) => void codes.push(code!),
        sendMail: () => {},
      },
    ],
    adapter,
    secret: `a secret of one app: ${crypto.randomUUID()}`,
    session: { strategy: "jwt", revocation: {} },
    factors: [Totp(), RecoveryCodes()],
    factorPolicy: { required: ({ email }) => email === ADA },
    account: AccountPage(),
    organizations: Organizations({
      access: defineAccess({ permissions: {}, roles: { member: {} } }),
    }),
    theme: { name: "Acme" },
    trustHost: true,
  });
  await adapter.createUser({ id: "ada", email: ADA, emailVerified: new Date() });
  await auth.passwords.set("ada", PASSWORD);
  for (const slug of ["acme", "looms"]) {
    const name = slug[0]!.toUpperCase() + slug.slice(1);
    await auth.organizations.createOrganization("ada", { name, slug });
  }

  const answer = (body: string, type: string) =>
    new Response(body, {
      headers: { "content-type": `${type}; charset=utf-8`, "content-security-policy": POLICY },
    });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname: path, search } = new URL(request.url);
      if (path.startsWith("/auth/")) {
        requests.push(`${request.method} ${path}`);
        return await auth.handler(request);
      }
      if (path === "/violations") {
        violations.push(await request.text());
        return new Response(null, { status: 204 });
      }
      if (path === "/app.js") return answer(script, "text/javascript");
      if (path === "/components.css") return answer(componentStyles + APP_STYLES, "text/css");
      const session = await auth.getSession(request);
      // A page for which the server has read no session.
      const data: PageData = search === "?bare" ? { path } : { path, session };
      if (path.startsWith("/teams/")) data.current = { name: "Acme", slug: path.slice(7) };
      const json = JSON.stringify(data).replaceAll("<", "\\u003c");
      return answer(
        `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Acme</title><link rel="stylesheet" href="/components.css"></head><body>
<div id="app">${await render(data)}</div>
<script type="application/json" id="data">${json}</script>${
          search === "?still" ? "" : '<script type="module" src="/app.js"></script>'
        }</body></html>`,
        "text/html",
      );
    },
  );
  return {
    origin: `http://localhost:${server.addr.port}`,
    auth,
    codes,
    /** Violations of the policy. */
    violations,
    /** Requests to the service. */
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
