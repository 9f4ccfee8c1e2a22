/**
 * A program that runs D1 in `workerd`, by Miniflare, behind a Worker that passes statements on to its
 * binding. As a process of its own, a test can kill it:
 *
 *     deno run -A tests/_d1_server.ts <port> <folder>
 *
 * @module
 */

// @ts-types="./_miniflare.d.ts"
import { Miniflare } from "miniflare";

const [port, folder] = Deno.args as [string, string];

/** The Worker: runs the statements of a request on a session that begins at the primary, or without. */
const script = `export default {
  async fetch(request, env) {
    const { constraint, statements, isBatch } = await request.json();
    try {
      const db = constraint ? env.DB.withSession(constraint) : env.DB;
      const made = statements.map(({ sql, params }) => db.prepare(sql).bind(...params));
      return Response.json(isBatch ? await db.batch(made) : [await made[0].all()]);
    } catch (error) {
      return Response.json({ error: error.message }, { status: 500 });
    }
  },
};`;

const miniflare = new Miniflare({
  modules: true,
  script,
  compatibilityDate: "2025-04-01",
  d1Databases: { DB: "tests" },
  d1Persist: folder,
  port: Number(port),
  host: "127.0.0.1",
});
await miniflare.ready;
console.log("ready");
