/**
 * Better Auth behind the pages of its own example, `demo/nextjs` in its repository. The example needs
 * a database, payments and emails of other companies, so its pages are built again here: the same
 * fields, links and buttons in the same order, none of which gets the cursor. What answers them is
 * the package from npm.
 *
 * @module
 */

import { passkey } from "@better-auth/passkey";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { twoFactor } from "better-auth/plugins";
import { html, type Served } from "./_app.ts";

const BASE = "/api/auth";

/** What the client of Better Auth does: posts JSON, and goes where the answer says. */
const SCRIPT = `
const call = async (path, body) => {
  const response = await fetch("${BASE}" + path, {
    method: body ? "POST" : "GET",
    headers: body ? { "content-type": "application/json" } : {},
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(path + ": " + response.status);
  return await response.json();
};
const onSubmit = (id, act) => document.getElementById(id)?.addEventListener("submit", (event) => {
  event.preventDefault();
  act(Object.fromEntries(new FormData(event.target)));
});
const onClick = (id, act) => document.getElementById(id)?.addEventListener("click", act);
onSubmit("sign-in", async ({ email, password }) => {
  const { twoFactorRedirect } = await call("/sign-in/email", { email, password });
  location.href = twoFactorRedirect ? "/two-factor" : "/dashboard";
});
onSubmit("totp", async ({ code }) => {
  await call("/two-factor/verify-totp", { code });
  location.href = "/dashboard";
});
onClick("github", async () => {
  const { url } = await call("/sign-in/social", { provider: "github", callbackURL: "/dashboard" });
  location.href = url;
});
onClick("passkey", async () => {
  const options = await call("/passkey/generate-authenticate-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const response = (await navigator.credentials.get({ publicKey })).toJSON();
  await call("/passkey/verify-authentication", { response });
  location.href = "/dashboard";
});
window.addPasskey = async () => {
  const options = await call("/passkey/generate-register-options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = (await navigator.credentials.create({ publicKey })).toJSON();
  await call("/passkey/verify-registration", { response });
};`;

const PAGES: Readonly<Record<string, string>> = {
  "/sign-in": `<form id="sign-in">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email">
<label for="password">Password</label> <a href="/forgot-password">Forgot your password?</a>
<input id="password" name="password" type="password" autocomplete="current-password">
<input id="remember" type="checkbox"> <label for="remember">Remember me</label>
<button>Login</button>
</form>
<button id="google">Sign in with Google</button>
<button id="github">Sign in with GitHub</button>
<button id="microsoft">Sign in with Microsoft</button>
<button id="vercel">Sign in with Vercel</button>
<button id="passkey">Sign in with Passkey</button>`,
  "/two-factor": `<form id="totp">
<label for="totp-code">TOTP Code</label>
<input id="totp-code" name="code" inputmode="numeric" maxlength="6" autocomplete="one-time-code">
<button>Verify</button>
</form>
<a href="/two-factor/otp">Switch to Email Verification</a>`,
};

/** The example with one user, who has an address and a password. */
export interface BetterAuthPages extends Served {
  /** Turns on the authenticator app of the user; returns its key. */
  addTotp(): Promise<string>;
}

/** @param user what the user signs in with */
export async function startBetterAuthPages(
  user: { email: string; password: string },
): Promise<BetterAuthPages> {
  const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith(`${BASE}/`)) return await auth.handler(request);
      const session = await auth.api.getSession({ headers: request.headers });
      const body = PAGES[pathname] ?? `<h1>${session?.user.email ?? "nobody"}</h1>`;
      return html(`<!doctype html><html lang="en"><title>Demo</title>${body}
<script>${SCRIPT}</script></html>`);
    },
  );
  const origin = `http://localhost:${server.addr.port}`;
  const tables = ["user", "session", "account", "verification", "twoFactor", "passkey"];
  const auth = betterAuth(
    {
      secret: "a-secret-of-at-least-32-characters",
      baseURL: origin,
      database: memoryAdapter(Object.fromEntries(tables.map((table) => [table, []]))),
      emailAndPassword: { enabled: true },
      socialProviders: { github: { clientId: "id", clientSecret: "secret" } },
      logger: { disabled: true },
      telemetry: { enabled: false },
      rateLimit: { enabled: false },
      plugins: [
        twoFactor({ skipVerificationOnEnable: true }),
        passkey({ rpID: "localhost", rpName: "Demo", origin }),
      ],
    } satisfies BetterAuthOptions,
  );
  const { headers } = await auth.api.signUpEmail({
    body: { name: "Ada", ...user },
    returnHeaders: true,
  });
  const cookie = headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
  return {
    origin,
    async addTotp() {
      const enabled = await auth.api.enableTwoFactor({
        body: { password: user.password },
        headers: new Headers({ cookie }),
      });
      if (enabled.method !== "totp") throw new Error("No authenticator app was added");
      return new URL(enabled.totpURI).searchParams.get("secret")!;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
