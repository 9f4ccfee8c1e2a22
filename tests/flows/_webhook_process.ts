/**
 * A process of an app with webhooks, which a test kills: it changes users, one change after the other,
 * and says so after each.
 *
 * Arguments: the file of the database, the URL of the endpoint, its secret, and the number of changes.
 *
 * @module
 */

import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";

const [file, url, secret, count] = Deno.args as [string, string, string, string];
const auth = defineAuth({
  providers: [],
  adapter: SqliteAdapter(file),
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  webhooks: Webhooks({ endpoints: [{ url, secret, events: ["user.suspended", "user.resumed"] }] }),
  logger: { error() {}, warn() {}, debug() {} },
});
for (let number = 0; number < Number(count); number++) {
  for (const id of ["ada", "bob"]) {
    if (number % 2 === 0) await auth.users.suspend(id);
    else await auth.users.resume(id);
  }
  console.log(`changed ${number}`);
}
// It lives on until it is killed.
setInterval(() => {}, 1000);
