// AUTH_SECRET=… deno run --allow-net --allow-env examples/passkey.ts
//
// Open http://localhost:8000. To keep data after a restart, use the adapter of
// @x/auth/adapters/sqlite or @x/auth/adapters/deno-kv instead.
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { type AuthConfig, DenoAuth } from "@x/auth/deno";
import Passkey from "@x/auth/providers/passkey";
import * as passkeys from "@x/auth/passkeys";

const config: AuthConfig = {
  providers: [Passkey],
  adapter: MemoryAdapter(),
  callbacks: {
    // The pages below need the user id to list passkeys.
    session: ({ session, user }) => ({
      user: { id: user.id, email: user.email },
      expires: new Date(session.expires).toISOString(),
    }),
  },
};
const { handler, auth } = DenoAuth(config);

Deno.serve(handler(async (request) => {
  const user = (await auth(request))?.user;
  if (!user?.id) return html(`<a href="/auth/signin">Sign in or up</a>`);
  if (request.method === "POST") return await change(request, user.id);

  const rows = (await passkeys.list(config, user.id)).map(({ id, name, isBackedUp }) => `
    <li><form method="post">
      <input type="hidden" name="id" value="${escape(id)}">
      <input name="name" value="${escape(name ?? "My passkey")}" aria-label="Name" maxlength="64">
      ${isBackedUp ? "(backed up)" : "(on one device)"}
      <button name="do" value="rename">Rename</button>
      <button name="do" value="remove">Remove</button>
    </form></li>`);
  return html(`<p>Hello ${escape(user.email)}</p><ul>${rows.join("")}</ul>
    <a href="/auth/signout">Sign out</a>`);
}));

async function change(request: Request, userId: string): Promise<Response> {
  if (request.headers.get("sec-fetch-site") !== "same-origin") {
    return new Response("Refused: the form is from another site", { status: 403 });
  }
  const form = await request.formData();
  const id = String(form.get("id"));
  if (form.get("do") === "rename") {
    await passkeys.rename(config, userId, id, String(form.get("name")));
  } else if (!(await passkeys.remove(config, userId, id))) {
    return html(
      `<p>This is your only way to sign in. Add another one first.</p><a href="/">Back</a>`,
    );
  }
  return new Response(null, { status: 303, headers: { location: "/" } });
}

function html(body: string): Response {
  return new Response(
    `<!DOCTYPE html><html lang="en"><title>Passkeys</title><main><h1>Passkeys</h1>${body}</main>`,
    { headers: { "content-type": "text/html; charset=utf-8" } },
  );
}

function escape(text: unknown): string {
  return String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
