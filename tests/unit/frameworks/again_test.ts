import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import { DenoAuth } from "../../../src/frameworks/deno.ts";
import { getSession as getExpressSession } from "../../../src/frameworks/express.ts";
import { NodeAuth } from "../../../src/frameworks/node.ts";
import { getSession as getSolidSession } from "../../../src/frameworks/solid_start.ts";
import { defineAuth, getSession } from "../../../src/frameworks/server.ts";
import { revokeAll as revokeAllSessions } from "../../../src/server/sessions.ts";
import type { Session } from "../../../src/types/entities.ts";

const url = "http://localhost:3000/events";

/** Reads the session of one connection, the second time with a copy of its request. */
type Reader = (config: AuthConfig, cookie: string) => (asCopy: boolean) => Promise<Session | null>;

const byRequest = (
  bind: (config: AuthConfig) => (request: Request) => Promise<Session | null>,
): Reader =>
(config, cookie) => {
  const read = bind(config);
  const request = new Request(url, { headers: { cookie } });
  return (asCopy) => read(asCopy ? new Request(request) : request);
};

const readers: Record<string, Reader> = {
  "getSession()": byRequest((config) => (request) => getSession(request, config)),
  "defineAuth().getSession()": byRequest((config) => defineAuth(config).getSession),
  "DenoAuth().auth()": byRequest((config) => DenoAuth(config).auth),
  "SolidStart's getSession()": byRequest((config) => (request) => getSolidSession(request, config)),
  "NodeAuth().auth()"(config, cookie) {
    const { auth } = NodeAuth(config);
    const req = { headers: { host: "localhost:3000", cookie }, socket: {} };
    return (asCopy) => auth(asCopy ? { headers: req.headers, socket: req.socket } : req);
  },
  "Express's getSession()"(config, cookie) {
    const req = { headers: { host: "localhost:3000", cookie }, protocol: "http" };
    const copy = { headers: req.headers, protocol: req.protocol };
    return (asCopy) => getExpressSession(asCopy ? copy : req, config);
  },
};

for (const [name, connect] of Object.entries(readers)) {
  Deno.test(`${name} reads once per request, and again for a copy of the request`, async () => {
    const adapter = MemoryAdapter();
    const config: AuthConfig = {
      providers: [],
      adapter,
      secret: "a-secret-of-at-least-32-characters",
    };
    const user = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null };
    const { id: userId } = await adapter.createUser!(user);
    const expires = new Date(Date.now() + 1_000_000);
    await adapter.createSession!({ sessionToken: "t".repeat(36), userId, expires });
    const read = connect(config, `authjs.session-token=${"t".repeat(36)}`);
    assertEquals((await read(false))?.user?.name, "Ada");
    await revokeAllSessions(config, userId);
    // All reads of one page return the same session.
    assertEquals((await read(false))?.user?.name, "Ada");
    assertEquals(await read(true), null);
  });
}
