/**
 * A process that reads sessions: `_reads_session.ts <maxLag>`. For each line of its input, a
 * {@linkcode Reading}, it moves its clock and prints whether the session is alive.
 *
 * @module
 */

import { FakeTime } from "@std/testing/time";
import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import type { AuthConfig } from "../../mod.ts";
import { getSession } from "../../src/frameworks/server.ts";
import { TextLineStream } from "../_lines.ts";

/** One read of a session. */
export interface Reading {
  strategy: "jwt" | "database";
  kind: string;
  /** File of the store. */
  file: string;
  cookie: string;
  /** Milliseconds by which the clock moves before. */
  afterMs: number;
}

if (import.meta.main) {
  const maxLag = Number(Deno.args[0]);
  /** By strategy and file. */
  const configs = new Map<string, AuthConfig>();
  const configOf = async ({ strategy, kind, file }: Reading): Promise<AuthConfig> => {
    const name = `${strategy} ${file}`;
    const config = configs.get(name) ?? {
      providers: [],
      adapter: kind === "kv" ? DenoKvAdapter(await Deno.openKv(file)) : SqliteAdapter(file),
      session: { strategy, revocation: { maxLag } },
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
    };
    configs.set(name, config);
    return config;
  };
  const time = new FakeTime();
  const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream());
  for await (const line of lines) {
    const reading = JSON.parse(line) as Reading;
    const config = await configOf(reading);
    time.tick(reading.afterMs);
    const headers = { cookie: reading.cookie };
    const request = new Request("https://app.example/page", { headers });
    console.log(await getSession(request, config) ? "in" : "out");
  }
}
