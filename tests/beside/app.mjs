/**
 * An app, by the specifiers of the published package: `app.mjs <store> <where> <strategy> <mailbox>`.
 * It prints its port, and posts each email to the mailbox.
 */

import { AccountPage } from "@x/auth/account";
import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import { PostgresAdapter } from "@x/auth/adapters/postgres";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { DenoAuth } from "@x/auth/deno";
import { Totp } from "@x/auth/factors";
import Password from "@x/auth/providers/password";
import { defineAuth } from "@x/auth/server";
import pg from "pg";

const [store, where, strategy, mailbox] = Deno.args;
const send = async (mail) => {
  await (await fetch(mailbox, { method: "POST", body: JSON.stringify(mail) })).body?.cancel();
};

async function adapter() {
  if (store === "sqlite") return SqliteAdapter(where);
  if (store === "deno-kv") return DenoKvAdapter(await Deno.openKv(where));
  return PostgresAdapter(new pg.Pool({ connectionString: where }), { createTables: true });
}

export const auth = defineAuth({
  adapter: await adapter(),
  account: AccountPage(),
  factors: [Totp()],
  providers: [Password({ cost: { ln: 1, r: 1, p: 1, iterations: 1 } }), {
    id: "mail",
    name: "Email",
    type: "email",
    sendVerificationRequest: ({ identifier, url }) => send({ to: identifier, text: url }),
    sendMail: ({ to, text }) => send({ to, text }),
  }],
  session: { strategy, revocation: {}, updateAge: 0 },
  limits: false,
});

const { handler } = DenoAuth(auth);
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`PORT ${port}`),
}, handler(() => new Response("app")));
